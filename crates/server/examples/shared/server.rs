//! The real server as a process of its own, on a fresh SQLite file.

use serde_json::Value;
use std::error::Error;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

pub type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;
pub type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// A number after a name among the arguments.
pub fn number(args: &[String], name: &str, default: usize) -> usize {
    let at = args.iter().position(|arg| arg == name);
    at.and_then(|at| args.get(at + 1)?.parse().ok()).unwrap_or(default)
}

/// A server that ends with this value.
pub struct Server {
    pub child: Child,
    pub address: String,
    folder: PathBuf,
}

impl Server {
    /// Starts the program that is the first argument.
    pub fn start(args: &[String]) -> Outcome<Self> {
        let program = args.first().filter(|arg| !arg.starts_with('-')).ok_or("expected the path of dedale first")?;
        let folder = std::env::temp_dir().join(format!("dedale-load-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let database = format!("sqlite:{}", folder.join("load.sqlite").display());
        let mut child = Command::new(program)
            .args(["serve", "--listen", "127.0.0.1:0", "--lang", "en", "--log", "warn", "--database", &database])
            .args(["--rooms-a-minute", "1000000", "--sockets-an-address", "1000000", "--posts-a-minute", "10000000"])
            .stderr(Stdio::piped())
            .spawn()?;
        let mut lines = BufReader::new(child.stderr.take().ok_or("no standard error")?).lines();
        let address = loop {
            let line = lines.next().ok_or("the server did not start")??;
            if let Some(address) = line.strip_prefix("Dédale is at http://") {
                break address.trim_end_matches('/').to_owned();
            }
        };
        std::thread::spawn(move || lines.map_while(Result::ok).for_each(|line| eprintln!("{line}")));
        Ok(Self { child, address, folder })
    }

    /// The body of an answer.
    pub async fn ask(&self, method: &str, path: &str, body: &str) -> Outcome<String> {
        let mut stream = TcpStream::connect(&self.address).await?;
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
            self.address,
            body.len()
        );
        stream.write_all((head + body).as_bytes()).await?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await?;
        Ok(answer.split_once("\r\n\r\n").ok_or("no body")?.1.to_owned())
    }

    /// Opens a room: its name and the key of the first seat.
    pub async fn room(&self, wish: &Value) -> Outcome<(String, String)> {
        let answer = self.ask("POST", "/api/rooms", &wish.to_string()).await?;
        let opened: Value = serde_json::from_str(&answer).map_err(|_| answer.clone())?;
        let text = |key: &str| opened[key].as_str().map(str::to_owned).ok_or("no room");
        Ok((text("room")?, text("token")?))
    }

    /// Takes part in a room.
    pub async fn enter(&self, room: &str) -> Outcome<Socket> {
        Ok(tokio_tungstenite::connect_async(format!("ws://{}/ws/rooms/{room}", self.address)).await?.0)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
