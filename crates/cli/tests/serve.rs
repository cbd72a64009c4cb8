//! The real server as a process: killed, stopped, asked.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(database: &str) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_dedale"))
            .args(["serve", "--listen", "127.0.0.1:0", "--lang", "en", "--log", "warn", "--database", database])
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let address = loop {
            let line = lines.next().expect("the server says where it is").unwrap();
            if let Some(address) = line.strip_prefix("Dédale is at http://") {
                break address.trim_end_matches('/').to_owned();
            }
        };
        // Whatever else it says is read, so that it never waits for a reader.
        std::thread::spawn(move || lines.map_while(Result::ok).for_each(|line| eprintln!("server: {line}")));
        Self { child, address }
    }

    fn ask(&self, method: &str, path: &str, body: &str) -> (u16, Vec<u8>) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let length = body.len();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: {}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}",
            self.address
        )
        .unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let at = answer.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
        let head = String::from_utf8_lossy(&answer[..at]).to_ascii_lowercase();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        let body = &answer[at + 4..];
        (status, if head.contains("transfer-encoding: chunked") { unchunk(body) } else { body.to_vec() })
    }

    /// The answer to a question, at once or as a job.
    fn answer(&self, path: &str, question: &Value) -> Value {
        let begun = self.post(path, question);
        let Some(job) = begun["job"].as_str() else { return begun };
        loop {
            let (_, report) = self.ask("GET", &format!("/api/jobs/{job}"), "");
            let mut report: Value = serde_json::from_slice(&report).unwrap();
            match report["status"].as_str().unwrap() {
                "waiting" | "running" => std::thread::sleep(Duration::from_millis(20)),
                "done" => return report["result"].take(),
                _ => panic!("{path}: {report}"),
            }
        }
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        let (status, answer) = self.ask("POST", path, &body.to_string());
        assert!(status < 300, "{path}: {status} {}", String::from_utf8_lossy(&answer));
        serde_json::from_slice(&answer).unwrap()
    }

    fn join(&self, room: &str, token: &str) -> (WebSocket<MaybeTlsStream<TcpStream>>, Value) {
        let (mut socket, _) = tungstenite::connect(format!("ws://{}/ws/rooms/{room}", self.address)).unwrap();
        say(&mut socket, &json!({"type": "hello", "token": token}));
        let snapshot = hear(&mut socket, "snapshot").unwrap();
        (socket, snapshot)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn unchunk(mut body: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(at) = body.windows(2).position(|two| two == b"\r\n") {
        let length = usize::from_str_radix(std::str::from_utf8(&body[..at]).unwrap(), 16).unwrap();
        whole.extend_from_slice(&body[at + 2..at + 2 + length]);
        body = &body[at + 4 + length..];
    }
    whole
}

fn say(socket: &mut WebSocket<MaybeTlsStream<TcpStream>>, message: &Value) {
    socket.send(Message::Text(message.to_string().into())).unwrap();
}

/// The next message of a kind; nothing once the other end is dead.
fn hear(socket: &mut WebSocket<MaybeTlsStream<TcpStream>>, kind: &str) -> Option<Value> {
    loop {
        match socket.read().ok()? {
            Message::Text(text) => {
                let message: Value = serde_json::from_str(&text).unwrap();
                if message["type"] == kind {
                    return Some(message);
                }
                assert_ne!(message["type"], "refused", "{message}");
            }
            Message::Close(_) => return None,
            _ => {}
        }
    }
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("dedale-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

/// A step that leads on and not straight back.
fn step(legal: &Value, turn: usize) -> String {
    let steps: Vec<&str> = legal.as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let known = steps.iter().find(|step| [["right", "down"], ["left", "up"]][turn / 7 % 2].contains(step));
    (*known.or(steps.first()).expect("there is something to do")).to_owned()
}

#[test]
fn an_acknowledged_move_survives_a_kill() {
    let folder = folder("kill");
    let database = format!("sqlite:{}", folder.join("studio.sqlite").display());
    let mut server = Server::start(&database);
    let wish = json!({"game": "race", "config": "size=41,density=0.9,players=1,rounds=3", "practice": true, "seed": 5});
    let opened = server.post("/api/rooms", &wish);
    let (room, token) = (opened["room"].as_str().unwrap().to_owned(), opened["token"].as_str().unwrap().to_owned());
    let mut acknowledged = 0;
    // Three times in a row, at different moments of play.
    for round in 0..3 {
        let (mut socket, mut state) = server.join(&room, &token);
        assert!(state["seq"].as_u64().unwrap() >= acknowledged, "{state}");
        acknowledged = state["seq"].as_u64().unwrap();
        for turn in 0..10 + round {
            let act = json!({"type": "act", "do": step(&state["legal"], turn), "seen": state["seq"]});
            say(&mut socket, &act);
            state = hear(&mut socket, "moved").unwrap();
            acknowledged = state["seq"].as_u64().unwrap();
        }
        // One more is on its way when the process dies.
        say(&mut socket, &json!({"type": "act", "do": step(&state["legal"], 0), "seen": state["seq"]}));
        server.child.kill().unwrap();
        server.child.wait().unwrap();
        while let Some(moved) = hear(&mut socket, "moved") {
            acknowledged = acknowledged.max(moved["seq"].as_u64().unwrap());
        }
        server = Server::start(&database);
    }
    let (_, state) = server.join(&room, &token);
    let seq = state["seq"].as_u64().unwrap();
    assert!(seq >= acknowledged && acknowledged >= 30, "{seq} of {acknowledged}");
    assert_eq!(state["seat"], 0);
    drop(server);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[cfg(unix)]
#[test]
fn a_stopped_server_says_goodbye() {
    let mut server = Server::start("memory:");
    let opened = server.post("/api/rooms", &json!({"game": "race", "practice": true}));
    let (room, token) = (opened["room"].as_str().unwrap(), opened["token"].as_str().unwrap());
    let (mut socket, _) = server.join(room, token);
    assert_eq!(server.ask("GET", "/healthz", "").0, 200);
    let stopped = Command::new("kill").arg(server.child.id().to_string()).status().unwrap();
    assert!(stopped.success());
    assert!(hear(&mut socket, "never").is_none(), "the socket is closed, not left hanging");
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
}

/// The lines on standard error until one of them contains a text.
#[cfg(unix)]
fn says(args: &[&str], programs: &std::path::Path, text: &str) -> Vec<String> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_dedale"))
        .args(["serve", "--listen", "127.0.0.1:0", "--lang", "en", "--database", "memory:"])
        .args(args)
        .env("PATH", programs)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = Vec::new();
    for line in BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok) {
        lines.push(line);
        if lines.last().is_some_and(|line| line.contains(text)) {
            break;
        }
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(lines.last().is_some_and(|line| line.contains(text)), "{lines:?}");
    lines
}

/// `--open` hands the address to the system; without a browser it says so and
/// serves all the same.
#[cfg(target_os = "linux")]
#[test]
fn the_browser_is_opened_if_there_is_one() {
    let programs = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/serve");
    says(&["--open"], std::path::Path::new("/nowhere"), "no browser could be started");
    says(&["--open"], &programs, "no browser could be started");
    let folder = folder("open");
    std::fs::create_dir_all(&folder).unwrap();
    let said = folder.join("said");
    let mut server = Command::new(env!("CARGO_BIN_EXE_dedale"))
        .args(["serve", "--listen", "127.0.0.1:0", "--lang", "en", "--log", "off", "--database", "memory:", "--open"])
        .env("PATH", &programs)
        .env("SAID", &said)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(server.stderr.take().unwrap()).read_line(&mut line).unwrap();
    while !said.exists() {
        std::thread::sleep(Duration::from_millis(10));
    }
    server.kill().unwrap();
    server.wait().unwrap();
    assert_eq!(line, format!("Dédale is at {}", std::fs::read_to_string(&said).unwrap()));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[cfg(unix)]
#[test]
fn logs_are_lines_of_json_if_asked() {
    let lines = says(&["--log-json"], std::path::Path::new("/nowhere"), "\"ready\"");
    let logged: Vec<Value> = lines
        .iter()
        .filter(|line| !line.starts_with("Dédale"))
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let ready = logged.last().unwrap();
    assert_eq!((&ready["level"], &ready["message"]), (&json!("INFO"), &json!("ready")));
    assert!(ready["address"].as_str().unwrap().starts_with("127.0.0.1:") && ready["timestamp"].is_string(), "{ready}");
    let plain = says(&[], std::path::Path::new("/nowhere"), " ready ");
    assert!(plain.last().unwrap().contains(" INFO ready address=127.0.0.1:"), "{plain:?}");
}

/// Two servers would each believe to own the rooms.
#[test]
fn a_database_has_one_server() {
    let folder = folder("owner");
    let database = format!("sqlite:{}", folder.join("studio.sqlite").display());
    let first = Server::start(&database);
    let second = Command::new(env!("CARGO_BIN_EXE_dedale"))
        .args(["serve", "--listen", "127.0.0.1:0", "--lang", "en", "--database", &database])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&second.stderr);
    assert!(!second.status.success() && said.contains("found another studio at work on"), "{said}");
    drop(first);
    drop(Server::start(&database));
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Every question of the table has the same answer, byte for byte, whether the
/// command is asked or the server; only what a clock says may differ.
#[test]
fn questions_have_the_answers_of_the_command() {
    let server = Server::start("memory:");
    let folder = folder("questions");
    std::fs::create_dir_all(&folder).unwrap();
    let mut asked = 0;
    for world in dedale_api::worlds() {
        for entry in &world.questions {
            let name = format!("{} {}", world.name, entry.name);
            let mut example: Value = serde_json::from_str(entry.example).unwrap();
            let known = entry.augment(clap::Command::new("verb"));
            // A search with several threads may find another solution.
            if known.get_arguments().any(|arg| arg.get_id() == "threads") {
                example["threads"] = json!(1);
            }
            let mut command = Command::new(env!("CARGO_BIN_EXE_dedale"));
            command.arg(world.name).args(entry.name.split(' ')).args(arguments(&known, &example, &folder));
            let here = command.args(["--json", "--lang", "en"]).output().unwrap();
            let here = String::from_utf8(here.stdout).unwrap();
            let there = server.answer(&format!("/api/{}/{}", world.name, entry.slug()), &example);
            let there = if entry.streams {
                there.as_array().unwrap().iter().map(|line| format!("{}\n", timeless(line.clone()))).collect()
            } else {
                format!("{}\n", timeless(there))
            };
            let here: String =
                here.lines().map(|line| format!("{}\n", timeless(serde_json::from_str(line).unwrap()))).collect();
            assert_eq!(here, there, "{name}");
            asked += 1;
        }
    }
    assert!(asked >= 30, "only {asked} questions");
    std::fs::remove_dir_all(&folder).unwrap();

    let (status, answer) = server.ask("POST", "/api/race/path", r#"{"board":"***\n*x*\n***","from":[1,1],"to":[1,1]}"#);
    let answer: Value = serde_json::from_slice(&answer).unwrap();
    assert_eq!((status, &answer["error"]["code"]), (422, &json!("refused")));
    assert_eq!((&answer["error"]["line"], &answer["error"]["column"]), (&json!(2), &json!(2)));
}

/// What stands for the name of a file in the help.
const FILES: [&str; 3] = ["FILE", "LEVELS", "SOLUTIONS"];

/// The arguments that ask the question of a JSON object: clap names each after
/// the field it fills. A text for a file is written to one.
fn arguments(command: &clap::Command, question: &Value, folder: &std::path::Path) -> Vec<String> {
    let mut arguments = Vec::new();
    for (name, value) in question.as_object().unwrap() {
        let arg = command.get_arguments().find(|arg| arg.get_id() == name.as_str());
        let arg = arg.unwrap_or_else(|| panic!("no argument fills `{name}`"));
        let file = arg.get_value_names().is_some_and(|names| names.iter().any(|name| FILES.contains(&name.as_str())));
        let value = match value {
            Value::Bool(true) if !arg.get_action().takes_values() => None,
            Value::Bool(false) if !arg.get_action().takes_values() => continue,
            content if file => {
                let path = folder.join(name);
                let text = content.as_str().map_or_else(|| content.to_string(), str::to_owned);
                std::fs::write(&path, text).unwrap();
                Some(path.display().to_string())
            }
            Value::String(text) => Some(text.clone()),
            Value::Array(parts) => {
                let word = |part: &Value| part.as_str().map_or_else(|| part.to_string(), str::to_owned);
                Some(parts.iter().map(word).collect::<Vec<_>>().join(","))
            }
            other => Some(other.to_string()),
        };
        match (arg.get_long(), value) {
            (Some(long), Some(value)) => arguments.push(format!("--{long}={value}")),
            (Some(long), None) => arguments.push(format!("--{long}")),
            (None, Some(value)) => arguments.push(value),
            (None, None) => panic!("`{name}` has no value"),
        }
    }
    arguments
}

/// A document without what a clock says.
fn timeless(mut value: Value) -> Value {
    match &mut value {
        Value::Object(fields) => {
            fields.retain(|name, _| !["seconds", "cpu", "decision_us", "memory"].contains(&name.as_str()));
            fields.values_mut().for_each(|field| *field = timeless(field.take()));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| *item = timeless(item.take())),
        _ => {}
    }
    value
}
