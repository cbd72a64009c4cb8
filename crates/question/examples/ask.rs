//! One question asked as JSON, answered as JSON and in words, and refused:
//! `cargo run -p dedale-question --example ask`.

use dedale_question::{Answer, Control, Entry, Question, Reader, Refusal};
use dedale_text::{Lang, Text, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How much is twice a number?
#[derive(clap::Args, Deserialize, Serialize, JsonSchema)]
struct Double {
    /// The number.
    #[arg(help = tr("The number", "Le nombre"))]
    n: u32,
}

#[derive(Serialize, JsonSchema)]
struct Doubled {
    n: u64,
}

impl Question for Double {
    type Answer = Doubled;
    const NAME: &str = "double";
    const EXAMPLE: &str = r#"{"n":2}"#;
    const COMMANDS: &[&str] = &["double 2"];

    fn about() -> Text {
        Text::new("Double a number", "Doubler un nombre")
    }

    fn answer(&self, _: &Control<'_>) -> Result<Doubled, Refusal> {
        Ok(Doubled { n: u64::from(self.n) * 2 })
    }
}

impl Answer for Doubled {
    fn text(&self, reader: &Reader) -> String {
        format!("{} {}\n", reader.lang.pick("twice that is", "le double est"), self.n)
    }
}

fn main() {
    let entry = Entry::of::<Double>();
    for json in [r#"{"n":21}"#, r#"{"n":-1}"#, r#"{"m":1}"#] {
        let value = serde_json::from_str(json).expect("JSON");
        match entry.parse(value).and_then(|question| question.answer(&Control::default())) {
            Ok(answer) => {
                println!("{json} -> {}", String::from_utf8_lossy(&answer.json()));
                let reader = Reader { lang: Lang::Fr, ..Reader::default() };
                answer.write_text(&reader, &mut std::io::stdout()).expect("standard output");
            }
            Err(refusal) => println!("{json} -> {} / {}", refusal.message(Lang::En), refusal.message(Lang::Fr)),
        }
    }
}
