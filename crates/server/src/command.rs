//! Questions that the command itself answers.
//!
//! Every verb of the command that reads one input and prints one document is
//! a question a page may ask. The server runs the command for it, gives it
//! the input on standard input and passes the answer on: by construction it is
//! the answer of `--json`, and a question that takes too long, too much memory
//! or the whole process down costs nobody else anything.
//!
//! A page never chooses words of the command line: only the settings listed
//! for the verb are passed, each in one argument of the form `--name=value`.

use crate::api_error::ApiError;
use crate::limits::Limits;
use crate::worlds::Answer;
use axum::http::StatusCode;
use dedale_text::Lang;
use serde_json::Value;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::timeout;

/// The most bytes of an answer.
const LARGEST: u64 = 256 << 20;
/// The most letters of a setting.
const LONGEST: usize = 400;

/// A verb of the command as a question.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// The words of the verb, such as `race path`.
    pub words: &'static str,
    /// The settings that are passed as bare words, in this order.
    pub bare: &'static [&'static str],
    /// The setting whose text becomes the input.
    pub input: Input,
    /// The settings that are passed, and the name of each in the command if
    /// that is another.
    pub settings: &'static [(&'static str, &'static str)],
    /// The formats besides JSON.
    pub formats: &'static [&'static str],
}

/// Where the input of a question comes from.
#[derive(Clone, Copy, Debug)]
pub enum Input {
    /// There is none.
    Nothing,
    /// This setting is the file of the verb.
    File(&'static str),
    /// This setting, if it is there, is the file of an option of that name.
    Option(&'static str),
    /// This setting is the file of the verb; in its stead `recipe` may be a
    /// question to another verb, whose answer as JSON is the file.
    Made(&'static str, &'static Asked),
}

impl Input {
    fn name(self) -> Option<&'static str> {
        match self {
            Self::Nothing => None,
            Self::File(name) | Self::Option(name) | Self::Made(name, _) => Some(name),
        }
    }
}

/// What comes of running the command.
enum Ran {
    /// It printed this, whether its answer was yes or no.
    Said(Vec<u8>),
    /// It refused, and said why.
    Refused(String),
}

impl Asked {
    /// The arguments and the input for a question.
    fn arguments(&self, question: &Value, limits: &Limits) -> Result<(Vec<String>, Vec<u8>), ApiError> {
        let fields = question.as_object().ok_or_else(|| ApiError::refuse("expected an object", "attendu un objet"))?;
        let mut args: Vec<String> = self.words.split(' ').map(str::to_owned).collect();
        for name in self.bare {
            let word = fields.get(*name).and_then(Value::as_str).filter(|word| is_word(word));
            args.push(word.ok_or_else(|| wanted(name))?.to_owned());
        }
        match fields.get("size") {
            Some(Value::String(size)) => check_size(size, limits.cells)?,
            // The side of a square.
            Some(Value::Number(side)) => check_size(&format!("{side}x{side}"), limits.cells)?,
            _ => {}
        }
        for (name, value) in fields {
            let known = self.settings.iter().find(|(known, _)| known == name);
            match known {
                Some((_, flag)) => args.extend(argument(flag, value)?),
                None if name == "format" || self.input.name() == Some(name) || self.bare.contains(&name.as_str()) => {}
                None if name == "recipe" && self.recipe(question).is_some() => {}
                None => {
                    let name: String = name.chars().take(40).collect();
                    return Err(ApiError::refuse(
                        format!("found the setting `{name}`, which this question does not have"),
                        format!("trouvé le réglage « {name} », que cette question n'a pas"),
                    ));
                }
            }
        }
        let mut input = Vec::new();
        if let Some(name) = self.input.name() {
            match (fields.get(name).and_then(Value::as_str), self.input) {
                (Some(text), Input::Option(_)) => {
                    input.extend_from_slice(text.as_bytes());
                    args.push(format!("--{name}=-"));
                }
                (Some(text), _) => {
                    input.extend_from_slice(text.as_bytes());
                    args.push("-".into());
                }
                (None, Input::Option(_)) => {}
                (None, Input::Made(..)) if self.recipe(question).is_some() => args.push("-".into()),
                (None, _) => return Err(wanted(name)),
            }
        }
        // A verb that writes files in several formats takes JSON as one of them.
        match format(question).unwrap_or("json") {
            format if self.formats.contains(&format) => args.push(format!("--format={format}")),
            "json" => args.push("--json".into()),
            _ => {
                let known = self.formats.join(", ");
                return Err(ApiError::refuse(
                    format!("expected one of the formats json, {known}"),
                    format!("attendu l'un des formats json, {known}"),
                ));
            }
        }
        Ok((args, input))
    }

    /// The verb that makes the input, and what to ask it, if the question has
    /// a recipe instead of a file.
    fn recipe(&self, question: &Value) -> Option<(&'static Asked, Value)> {
        let Input::Made(name, maker) = self.input else { return None };
        let mut recipe = question.get("recipe").filter(|_| question.get(name).is_none())?.clone();
        recipe.as_object_mut()?.remove("format");
        Some((maker, recipe))
    }

    /// Asks, and waits for the whole answer.
    pub async fn ask(
        &self,
        command: &PathBuf,
        question: &Value,
        lang: Lang,
        limits: &Limits,
    ) -> Result<Answer, ApiError> {
        let (args, mut input) = self.arguments(question, limits)?;
        if let Some((maker, recipe)) = self.recipe(question) {
            let (args, nothing) = maker.arguments(&recipe, limits)?;
            input = run(command, &args, nothing, lang).await?;
        }
        let bytes = run(command, &args, input, lang).await?;
        match format(question) {
            None | Some("json") => documents(&bytes).map(Answer::Json),
            Some(format) => Ok(Answer::File(kind(format), bytes)),
        }
    }

    /// Asks for long work: every line of the answer is progress, all of them
    /// together are the result.
    pub async fn work(
        &self,
        command: &PathBuf,
        question: &Value,
        lang: Lang,
        limits: &Limits,
        control: &crate::Control,
    ) -> Result<Value, ApiError> {
        let roomy = Limits { cells: limits.job_cells, ..limits.clone() };
        let (args, input) = self.arguments(question, &roomy)?;
        let mut child = start(command, &args, lang)?;
        feed(&mut child, input);
        let stdout = child.stdout.take().ok_or_else(|| ApiError::broken(&"no output"))?;
        let stderr = child.stderr.take().ok_or_else(|| ApiError::broken(&"no output"))?;
        let complaint = tokio::spawn(read(stderr, 1 << 16));
        let mut lines = BufReader::new(stdout).lines();
        let mut results = Vec::new();
        loop {
            // A quarter of a second is soon enough to notice a cancelled job.
            match timeout(Duration::from_millis(250), lines.next_line()).await {
                Err(_) if control.stopped() => return Err(crate::jobs::called_off()),
                Err(_) => {}
                Ok(Ok(Some(line))) => {
                    if let Ok(line) = serde_json::from_str::<Value>(&line) {
                        results.push(line);
                        control.progress(serde_json::json!({"results": results.len(), "last": results.last()}));
                    }
                }
                Ok(Ok(None)) => break,
                Ok(Err(error)) => return Err(ApiError::broken(&error)),
            }
        }
        let status = child.wait().await.map_err(|error| ApiError::broken(&error))?;
        if !matches!(status.code(), Some(0 | 1)) || results.is_empty() {
            return Err(refusal(complaint.await.map(said).unwrap_or_default()));
        }
        Ok(if results.len() == 1 { results.remove(0) } else { Value::Array(results) })
    }
}

/// Runs the command to its end, unless that takes too long.
async fn run(command: &PathBuf, args: &[String], input: Vec<u8>, lang: Lang) -> Result<Vec<u8>, ApiError> {
    let child = start(command, args, lang)?;
    match timeout(Duration::from_secs(30), whole(child, input)).await {
        Ok(Ok(Ran::Said(bytes))) => Ok(bytes),
        Ok(Ok(Ran::Refused(why))) => Err(refusal(why)),
        Ok(Err(fault)) => Err(fault),
        Err(_) => Err(ApiError::limit(
            "this takes too long for an answer at once; make it a job",
            "c'est trop long pour une réponse immédiate ; faites-en une tâche",
        )),
    }
}

/// What was printed: one document, or a list of them where the command prints
/// one a line.
fn documents(bytes: &[u8]) -> Result<Value, ApiError> {
    let found: Result<Vec<Value>, _> = serde_json::Deserializer::from_slice(bytes).into_iter().collect();
    let mut found = found.map_err(|error| ApiError::broken(&error))?;
    Ok(if found.len() == 1 { found.remove(0) } else { Value::Array(found) })
}

/// The format that a question wants, if it says so.
fn format(question: &Value) -> Option<&str> {
    question.get("format").and_then(Value::as_str)
}

fn kind(format: &str) -> &'static str {
    match format {
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "gif" => "image/gif",
        "steps" => "application/octet-stream",
        _ => "text/plain; charset=utf-8",
    }
}

/// A setting as an argument of the command.
fn argument(flag: &str, value: &Value) -> Result<Option<String>, ApiError> {
    let text = match value {
        Value::Null | Value::Bool(false) => return Ok(None),
        Value::Bool(true) => return Ok(Some(format!("--{flag}"))),
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.clone(),
        // A cell: [row, column].
        Value::Array(parts) if parts.iter().all(Value::is_i64) => {
            parts.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
        }
        Value::Array(_) | Value::Object(_) => return Err(wanted(flag)),
    };
    if text.len() > LONGEST || text.chars().any(char::is_control) {
        return Err(wanted(flag));
    }
    Ok(Some(format!("--{flag}={text}")))
}

fn is_word(word: &str) -> bool {
    !word.is_empty()
        && word.len() < 40
        && !word.starts_with('-')
        && word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
}

fn wanted(name: &str) -> ApiError {
    ApiError::refuse(format!("expected a good value for `{name}`"), format!("attendu une bonne valeur pour « {name} »"))
}

/// Boards larger than the limit are refused before anything is computed.
fn check_size(size: &str, cells: usize) -> Result<(), ApiError> {
    let sides: Option<Vec<u64>> = size.split(['x', 'X', '×']).map(|side| side.trim().parse().ok()).collect();
    let area = sides.and_then(|sides| sides.into_iter().try_fold(1u64, u64::checked_mul));
    match area {
        Some(area) if area > cells as u64 => Err(ApiError::limit(
            format!("found a board of {area} cells, expected at most {cells} here"),
            format!("trouvé une grille de {area} cases, attendu au plus {cells} ici"),
        )),
        // What is no size at all, the command explains better.
        Some(_) | None => Ok(()),
    }
}

fn start(command: &PathBuf, args: &[String], lang: Lang) -> Result<Child, ApiError> {
    Command::new(command)
        .args(args)
        .args(["--quiet", "--color=never", "--lang", lang.code()])
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .map_err(|error| ApiError::broken(&error))
}

fn feed(child: &mut Child, input: Vec<u8>) {
    if let Some(mut stdin) = child.stdin.take() {
        tokio::spawn(async move {
            // A command that has read enough closes its end; that is no fault.
            let _ = stdin.write_all(&input).await;
        });
    }
}

async fn whole(mut child: Child, input: Vec<u8>) -> Result<Ran, ApiError> {
    feed(&mut child, input);
    let (Some(stdout), Some(stderr)) = (child.stdout.take(), child.stderr.take()) else {
        return Err(ApiError::broken(&"no output"));
    };
    let (answer, complaint) = tokio::join!(read(stdout, LARGEST), read(stderr, 1 << 16));
    let status = child.wait().await.map_err(|error| ApiError::broken(&error))?;
    match status.code() {
        Some(0) => Ok(Ran::Said(answer)),
        Some(1) if !answer.is_empty() => Ok(Ran::Said(answer)),
        Some(1 | 2) => Ok(Ran::Refused(said(complaint))),
        _ => Err(ApiError::broken(&format!("the command ended with {status}: {}", said(complaint)))),
    }
}

async fn read(from: impl tokio::io::AsyncRead + Unpin, most: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    let _ = from.take(most).read_to_end(&mut bytes).await;
    bytes
}

/// What the command said on standard error, without its name for the input.
fn said(bytes: Vec<u8>) -> String {
    let text = String::from_utf8_lossy(&bytes);
    let text = text.trim();
    text.strip_prefix("-:").unwrap_or(text).to_owned()
}

/// The command speaks the visitor's language already.
fn refusal(why: String) -> ApiError {
    ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "refused", why.clone(), why)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const PATH: Asked = Asked {
        words: "race path",
        bare: &["algo"],
        input: Input::File("board"),
        settings: &[("from", "from"), ("repair", "repair"), ("solver", "method"), ("size", "size")],
        formats: &["svg"],
    };

    const MAKE: Asked =
        Asked { words: "race new", bare: &[], input: Input::Nothing, settings: &[("size", "size")], formats: &["txt"] };

    fn arguments(question: Value) -> Result<String, ApiError> {
        PATH.arguments(&question, &Limits::default()).map(|(args, _)| args.join(" "))
    }

    #[test]
    fn settings_become_arguments() {
        let question = json!({"algo": "bfs", "board": "***", "from": [1, 2], "repair": true, "solver": "a b"});
        assert_eq!(arguments(question).unwrap(), "race path bfs --from=1,2 --repair --method=a b - --json");
        let question = json!({"algo": "bfs", "board": "", "format": "svg", "repair": false});
        assert_eq!(arguments(question).unwrap(), "race path bfs - --format=svg");
    }

    #[test]
    fn a_recipe_stands_for_a_file() {
        let asked = Asked { input: Input::Made("board", &MAKE), ..PATH };
        let with = |question: Value| {
            let (args, input) = asked.arguments(&question, &Limits::default())?;
            let made = asked.recipe(&question).map(|(maker, recipe)| maker.arguments(&recipe, &Limits::default()));
            Ok::<_, ApiError>((args.join(" "), input, made.transpose()?.map(|(args, _)| args.join(" "))))
        };
        assert_eq!(
            with(json!({"algo": "bfs", "recipe": {"size": 9}})).unwrap(),
            ("race path bfs - --json".into(), Vec::new(), Some("race new --size=9 --json".into()))
        );
        let file = with(json!({"algo": "bfs", "board": "*"})).unwrap();
        assert_eq!(file, ("race path bfs - --json".into(), b"*".to_vec(), None));
        for bad in [
            json!({"algo": "bfs"}),
            json!({"algo": "bfs", "recipe": 4}),
            json!({"algo": "bfs", "recipe": {"size": 99999}}),
            json!({"algo": "bfs", "recipe": {"output": "x"}}),
            json!({"algo": "bfs", "board": "*", "recipe": {}}),
        ] {
            assert!(with(bad.clone()).is_err(), "{bad}");
        }
        assert!(arguments(json!({"algo": "bfs", "recipe": {}})).is_err(), "not every verb takes one");
    }

    #[test]
    fn nothing_else_gets_through() {
        for bad in [
            json!([]),
            json!({"algo": "--help", "board": ""}),
            json!({"algo": "bfs"}),
            json!({"algo": "bfs", "board": "", "output": "/etc/passwd"}),
            json!({"algo": "bfs", "board": "", "format": "sh"}),
            json!({"algo": "bfs", "board": "", "from": {"a": 1}}),
            json!({"algo": "bfs", "board": "", "solver": "x\ny"}),
            json!({"algo": "bfs", "board": "", "size": "99999x99999"}),
            json!({"algo": "bfs", "board": "", "size": 99999}),
        ] {
            assert!(arguments(bad.clone()).is_err(), "{bad}");
        }
    }
}
