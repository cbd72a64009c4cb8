//! One message, two languages: `cargo run -p dedale-text --example greet`.

use dedale_text::{Lang, Located, Say, messages, plural};

messages! {
    /// Why a file is refused.
    enum Refused {
        /// Too many walls.
        Walls { found: u64 } => "found {found} walls, expected 4", "trouvé {found} murs, attendu 4";
    }
}

fn main() {
    let refused = Located::new(3, 14, Refused::Walls { found: 7 });
    for lang in [Lang::En, Lang::Fr] {
        println!("maze.txt:{}:{}: {}", refused.line, refused.column, refused.error.say(lang));
        for count in [0, 1, 2] {
            println!("  {count} {}", plural(lang, count, lang.pick("wall", "mur"), lang.pick("walls", "murs")));
        }
    }
}
