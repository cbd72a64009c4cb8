//! The workers of a server: long-lived processes of the same program that
//! answer strangers' dear questions.
//!
//! A worker answers one question at a time through a pipe. It is limited by
//! the system in memory; one that oversteps its time is ended, one that dies
//! costs its question only. Both are replaced when the next question comes.

use crate::api_error::ApiError;
use dedale_api::pipe::{Ask, Refused, kind};
use dedale_question::{Progress, Refusal};
use std::io;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};

/// How long a worker may take beyond the time its question has.
const GRACE: Duration = Duration::from_secs(3);
/// How long a worker that was called off may take to say what it has.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// The workers that have nothing to do, and how to start another.
pub struct Workers {
    program: PathBuf,
    memory: u64,
    idle: Mutex<Vec<Worker>>,
}

impl Workers {
    /// Workers that are `PROGRAM worker --pipe`, each of so many bytes.
    pub fn new(program: PathBuf, memory: u64) -> Self {
        Self { program, memory, idle: Mutex::default() }
    }

    fn take(&self) -> io::Result<Worker> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.map_or_else(|| Worker::start(&self.program, self.memory), Ok)
    }

    /// Asks a worker. Whoever drops the future ends the work; raising `cancel`
    /// lets it say what it has so far.
    pub async fn ask(
        &self,
        ask: &Ask,
        mut cancel: watch::Receiver<bool>,
        mut progress: impl FnMut(Progress),
    ) -> Result<Vec<u8>, ApiError> {
        let mut worker = self.take().map_err(|error| ApiError::broken(&error))?;
        let question = serde_json::to_vec(ask).map_err(|error| ApiError::broken(&error))?;
        let seconds = Duration::try_from_secs_f64(ask.limits.seconds).unwrap_or(Duration::from_secs(3600));
        let mut end = Instant::now() + seconds + GRACE;
        if worker.send(kind::ASK, &question).await.is_err() {
            // It died while it had nothing to do.
            worker = Worker::start(&self.program, self.memory).map_err(|error| ApiError::broken(&error))?;
            worker.send(kind::ASK, &question).await.map_err(|error| ApiError::broken(&error))?;
        }
        let mut called_off = false;
        loop {
            let frame = tokio::select! {
                frame = timeout_at(end, worker.receive(ask.limits.bytes)) => frame,
                raised = async { cancel.wait_for(|raised| *raised).await.is_ok() }, if !called_off => {
                    // Where nobody is left who could raise it, nobody will.
                    called_off = true;
                    if raised {
                        end = Instant::now() + LAST_WORDS;
                        let _ = worker.send(kind::CANCEL, &[]).await;
                    }
                    continue;
                }
            };
            match frame {
                Ok(Ok((kind::PROGRESS, content))) => {
                    if let Ok(told) = serde_json::from_slice(&content) {
                        progress(told);
                    }
                }
                Ok(Ok((kind::ANSWER, content))) => {
                    self.keep(worker);
                    return Ok(content);
                }
                Ok(Ok((kind::REFUSED, content))) => {
                    self.keep(worker);
                    let refused: Refused =
                        serde_json::from_slice(&content).map_err(|error| ApiError::broken(&error))?;
                    return Err(Refusal::from(refused).into());
                }
                // It died, or talks nonsense: dropped, and so ended.
                Ok(_) => return Err(ApiError::overstepped()),
                Err(_) => return Err(ApiError::too_long()),
            }
        }
    }

    fn keep(&self, worker: Worker) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
    }
}

/// One worker; ended when it is dropped.
struct Worker {
    _child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Worker {
    fn start(program: &PathBuf, memory: u64) -> io::Result<Self> {
        let mut child = Command::new(program)
            .args(["worker", "--pipe", &format!("--memory={memory}")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("a worker without a pipe"));
        };
        Ok(Self { _child: child, input, output: BufReader::new(output) })
    }

    async fn send(&mut self, kind: u8, content: &[u8]) -> io::Result<()> {
        let length = u32::try_from(content.len()).map_err(io::Error::other)?;
        self.input.write_all(&[kind]).await?;
        self.input.write_all(&length.to_le_bytes()).await?;
        self.input.write_all(content).await?;
        self.input.flush().await
    }

    /// The next frame, which has at most so many bytes and a few words more.
    async fn receive(&mut self, most: u64) -> io::Result<(u8, Vec<u8>)> {
        let kind = self.output.read_u8().await?;
        let length = self.output.read_u32_le().await?;
        if u64::from(length) > most.saturating_add(1 << 20) {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let mut content = vec![0; length as usize];
        self.output.read_exact(&mut content).await?;
        Ok((kind, content))
    }
}
