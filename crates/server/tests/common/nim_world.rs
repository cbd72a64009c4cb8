//! A world to try everything on: Nim, a question of each cost, and one of
//! each that breaks.

mod nim {
    include!("../../../play/tests/nim/game.rs");
}

use dedale_question::{Answer, Control, Cost, Entry, Progress, Question, Reader, Refusal};
use dedale_server::worlds::{Hosted, Worlds};
use dedale_text::Text;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The number of an answer.
#[derive(Serialize, JsonSchema)]
struct Number {
    n: u64,
}

impl Answer for Number {
    fn text(&self, _: &Reader) -> String {
        format!("{}\n", self.n)
    }
}

/// A question about one number.
macro_rules! question {
    ($name:ident, $verb:literal, $cost:ident, $answer:expr) => {
        #[derive(clap::Args, Serialize, Deserialize, JsonSchema)]
        struct $name {
            #[serde(default)]
            n: u64,
        }

        impl Question for $name {
            type Answer = Number;
            const NAME: &'static str = $verb;
            const EXAMPLE: &'static str = r#"{"n":2}"#;
            const COMMANDS: &'static [&'static str] = &["dedale nim"];
            const COST: Cost = Cost::$cost;

            fn about() -> Text {
                Text::new("A number", "Un nombre")
            }

            fn answer(&self, control: &Control<'_>) -> Result<Number, Refusal> {
                let answer: fn(u64, &Control<'_>) -> Result<u64, Refusal> = $answer;
                answer(self.n, control).map(|n| Number { n })
            }
        }
    };
}

question!(Double, "double", Small, |n, _| Ok(n * 2));
question!(Triple, "triple", Large, |n, _| Ok(n * 3));
question!(Panic, "panic", Small, |_, _| panic!("as asked"));
question!(Greedy, "greedy", Large, |_, _| Ok(vec![1_u8; 1 << 36].iter().map(|&n| u64::from(n)).sum()));
question!(Deaf, "deaf", Large, |_, _| loop {
    std::thread::yield_now();
});
question!(Break, "break", Job, |_, _| std::process::abort());
question!(Count, "count", Job, |n, control| {
    for done in 0..n {
        control.progress(|| Progress { done, total: Some(n), ..Progress::default() });
        control.check()?;
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    Ok(n)
});

pub fn worlds() -> Worlds {
    let questions = vec![
        Entry::of::<Double>(),
        Entry::of::<Triple>(),
        Entry::of::<Panic>(),
        Entry::of::<Greedy>(),
        Entry::of::<Deaf>(),
        Entry::of::<Break>(),
        Entry::of::<Count>(),
    ];
    let about = Text::new("Nim", "Nim");
    Worlds {
        questions: vec![dedale_api::World { name: "nim", about, groups: Vec::new(), questions }],
        games: vec![("nim", Hosted { live: true, ..Hosted::of::<nim::Nim>((2, 2)) })],
    }
}
