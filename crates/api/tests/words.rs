//! What every question of the table says to people, in both languages, asked
//! with its own example. A text that changed is looked at and accepted with
//! `INSTA_UPDATE=always cargo test -p dedale-api --test words`.

use dedale_question::{AnyAnswer, Control, Limits, Reader};
use dedale_text::Lang;
use std::sync::Mutex;

#[test]
fn every_answer_in_words() {
    for world in dedale_api::worlds() {
        for entry in &world.questions {
            let name = format!("{}-{}", world.name, entry.slug());
            // A table of times.
            if name == "sokoban-ablation" {
                continue;
            }
            let question = serde_json::from_str(entry.example).ok().and_then(|json| entry.parse(json).ok());
            let question = question.unwrap_or_else(|| panic!("{name}: the example is a question"));
            let mut said = String::new();
            for lang in [Lang::En, Lang::Fr] {
                let reader = Reader { lang, ..Reader::default() };
                let limits = Limits { seconds: 60.0, threads: Some(1), ..Limits::NONE };
                let text = Mutex::new(Vec::new());
                let write = |answer: &dyn AnyAnswer| answer.write_text(&reader, &mut *text.lock().unwrap());
                let control = Control::new(limits, reader, Default::default()).on_result(write);
                let answer = question.answer(&control);
                let answer = answer.unwrap_or_else(|refusal| panic!("{name}: {}", refusal.message(lang)));
                write(&*answer).unwrap_or_else(|_| panic!("{name} has no words"));
                said += &String::from_utf8_lossy(&text.lock().unwrap());
                said.extend(answer.note(lang).map(|note| note + "\n"));
                said.push_str("~~~\n");
            }
            insta::assert_snapshot!(name, without_times(&said));
        }
    }
}

/// The text with `#` for numbers of seconds, which differ from run to run.
fn without_times(text: &str) -> String {
    let timed = |word: &str, unit: Option<&&str>| {
        word.replace(',', ".").parse::<f64>().is_ok()
            && unit.is_some_and(|unit| matches!(unit.trim_end_matches([',', ';', ')']), "s" | "ms" | "µs"))
    };
    let line = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let shown = words.iter().enumerate().map(|(at, word)| if timed(word, words.get(at + 1)) { "#" } else { word });
        shown.collect::<Vec<_>>().join(" ")
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}
