//! One request, one answer.

use super::Outcome;
use serde_json::Value;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The status and the body of an answer.
pub async fn ask(address: &str, method: &str, path: &str, body: &str) -> Outcome<(u16, Value)> {
    let answer = async {
        let mut stream = TcpStream::connect(address).await?;
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n"
        );
        stream.write_all((head + body).as_bytes()).await?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await?;
        Ok::<_, std::io::Error>(answer)
    };
    let answer = tokio::time::timeout(Duration::from_secs(10), answer).await??;
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or("no answer")?;
    let body = answer.split_once("\r\n\r\n").map(|(_, body)| body).unwrap_or_default();
    let start = body.find(['{', '[']).unwrap_or(0);
    let end = body.rfind(['}', ']']).map_or(0, |end| end + 1);
    Ok((status, serde_json::from_str(body.get(start..end).unwrap_or_default()).unwrap_or(Value::Null)))
}
