//! Checks a maze of any number of rows from standard input, with memory for one.
//!
//! `dedale maze generate eller --size 10000x1000000 | cargo run --release -p dedale-maze --example check_stream`

use dedale_maze::analysis::check_stream;
use std::io::BufReader;
use std::process::ExitCode;

fn main() -> ExitCode {
    match check_stream(BufReader::with_capacity(1 << 20, std::io::stdin().lock())) {
        Ok(survey) => {
            println!("{survey:?}");
            if survey.perfect { ExitCode::SUCCESS } else { ExitCode::from(1) }
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}
