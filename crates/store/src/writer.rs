//! The one writer of a database.
//!
//! Whatever is to be written waits in one of two queues. The writer takes all
//! that has gathered in the first, at most one order of the second, writes
//! them in one transaction and then answers everybody, so that under load a
//! hundred rooms share one commit and without load nobody waits (group commit,
//! as databases do it with their own logs). Long work is cut into pieces that
//! go through the second queue one by one: moves never wait for more than one
//! piece.

use crate::{Later, MatchRecord, MatchUpdate, NewJob, Old, Status, StoreError, TakenJob};
use tokio::sync::{mpsc, oneshot};

/// The most orders in one transaction.
const BATCH: usize = 256;

/// The most log entries of one order.
const PIECE: usize = 200;

/// The most bytes of an entry, and of any other text.
const LONGEST_LINE: usize = 64 << 10;
const LONGEST_TEXT: usize = 16 << 20;

/// Something to write.
pub enum Write {
    Create(MatchRecord),
    Append {
        id: String,
        fence: i64,
        from: i64,
        lines: Vec<String>,
    },
    Cut {
        id: String,
        fence: i64,
        from: i64,
    },
    Update {
        id: String,
        fence: i64,
        update: MatchUpdate,
    },
    /// Takes a match for a studio, from whomever if there is no other studio.
    Take {
        id: String,
        node: String,
        alone: bool,
    },
    Release {
        id: String,
        fence: i64,
    },
    /// A studio is there.
    Beat(String),
    /// A studio goes.
    Leave(String),
    Enqueue(NewJob),
    TakeJob {
        worker: String,
        inside: bool,
    },
    BeatJob {
        id: String,
        attempt: i64,
        progress: Option<String>,
    },
    FinishJob {
        id: String,
        attempt: i64,
        status: Status,
        result: String,
    },
    ReturnJob {
        id: String,
        attempt: i64,
        inside: bool,
    },
    CancelJob(String),
    Reclaim {
        all: bool,
    },
    Remove(Old, i64),
    /// A row that says that writing works.
    Ping,
    /// Nothing more will come.
    Close,
}

impl Write {
    /// Refuses what no database takes, before it can spoil the transaction of
    /// others.
    fn check(&self) -> Result<(), StoreError> {
        let mut longest = LONGEST_TEXT;
        let texts: Vec<&str> = match self {
            Self::Create(new) => vec![&new.id, &new.game, &new.header, &new.room],
            Self::Append { id, lines, .. } => {
                longest = LONGEST_LINE;
                std::iter::once(id).chain(lines).map(String::as_str).collect()
            }
            Self::Update { id, update, .. } => vec![id, &update.room],
            Self::Enqueue(job) => vec![&job.id, &job.kind, &job.params, &job.owner, &job.network],
            Self::FinishJob { id, result, .. } => vec![id, result],
            Self::BeatJob { id, progress, .. } => vec![id, progress.as_deref().unwrap_or_default()],
            Self::Take { id, node, .. } => vec![id, node],
            Self::TakeJob { worker, .. } => vec![worker],
            Self::Cut { id, .. } | Self::Release { id, .. } | Self::ReturnJob { id, .. } => vec![id],
            Self::Beat(name) | Self::Leave(name) | Self::CancelJob(name) => vec![name],
            Self::Reclaim { .. } | Self::Remove(..) | Self::Ping | Self::Close => Vec::new(),
        };
        for text in texts {
            if text.len() > longest {
                let found = text.len();
                return Err(StoreError::Unfit(format!("found a text of {found} bytes, expected at most {longest}")));
            }
            if text.contains('\0') {
                return Err(StoreError::Unfit("found a NUL in a text, expected none".into()));
            }
        }
        Ok(())
    }

    /// Whether it can wait until others have written.
    fn can_wait(&self) -> bool {
        match self {
            Self::Append { lines, .. } => lines.len() > PIECE / 4,
            Self::Enqueue(_) | Self::FinishJob { .. } | Self::Reclaim { .. } | Self::Remove(..) => true,
            _ => false,
        }
    }
}

/// What came of a write.
#[derive(Debug)]
pub enum Reply {
    /// How many rows it touched, or another number that says more.
    Count(u64),
    /// The job that was taken.
    Job(Option<TakenJob>),
}

impl Reply {
    /// The number; none of a reply that has none.
    pub fn count(self) -> u64 {
        match self {
            Self::Count(count) => count,
            Self::Job(_) => 0,
        }
    }
}

/// What came of a write, or why it was not written.
pub type Written = Result<Reply, StoreError>;

/// Why a batch was not written.
pub enum Failed {
    /// Nothing of it was, because of something in it.
    Refused(String),
    /// Nothing of it was, because the database is not there.
    Lost(String),
    /// The connection broke while it was being committed: perhaps all of it
    /// was written, perhaps nothing.
    Unsure(String),
}

/// A database that writes many things at once, all or none.
pub trait Engine: Send + 'static {
    /// Writes these in order, in one transaction; a single refusal is an
    /// answer like any other and hinders nothing else. After a failure the
    /// engine is ready for the next batch.
    fn write(&mut self, batch: &[Write]) -> impl Future<Output = Result<Vec<Written>, Failed>> + Send;

    /// Lets go of the database, so that another may own it.
    fn close(self) -> impl Future<Output = ()> + Send;
}

struct Order {
    write: Write,
    done: oneshot::Sender<Written>,
}

/// The way to the writer.
pub struct Writer {
    first: mpsc::Sender<Order>,
    second: mpsc::Sender<Order>,
}

impl Writer {
    /// Starts the writer of a database.
    pub fn start(engine: impl Engine) -> Self {
        let (first, orders) = mpsc::channel(4 * BATCH);
        let (second, waiting) = mpsc::channel(BATCH);
        tokio::spawn(work(orders, waiting, engine));
        Self { first, second }
    }

    /// Has something written; answers when it is.
    pub fn order<'a, T: Send + 'a>(&self, write: Write, answer: fn(Reply) -> T) -> Later<'a, T> {
        let queue = if write.can_wait() { self.second.clone() } else { self.first.clone() };
        Box::pin(async move {
            write.check()?;
            let (done, written) = oneshot::channel();
            let gone = || StoreError::Broken("the writer has stopped".into());
            queue.send(Order { write, done }).await.map_err(|_| gone())?;
            written.await.map_err(|_| gone())?.map(answer)
        })
    }

    /// Has entries appended, many of them in pieces.
    pub fn append<'a>(&'a self, id: String, fence: i64, from: i64, mut lines: Vec<String>) -> Later<'a, ()> {
        if lines.len() <= PIECE {
            return self.order(Write::Append { id, fence, from, lines }, |_| ());
        }
        Box::pin(async move {
            let mut from = from;
            while !lines.is_empty() {
                let rest = lines.split_off(lines.len().min(PIECE));
                let count = i64::try_from(lines.len()).unwrap_or(i64::MAX);
                self.order(Write::Append { id: id.clone(), fence, from, lines }, |_| ()).await?;
                (from, lines) = (from + count, rest);
            }
            Ok(())
        })
    }
}

async fn work(mut first: mpsc::Receiver<Order>, mut second: mpsc::Receiver<Order>, mut engine: impl Engine) {
    let mut orders = Vec::with_capacity(BATCH + 1);
    loop {
        tokio::select! {
            biased;
            count = first.recv_many(&mut orders, BATCH) => {
                if count == 0 {
                    return;
                }
                orders.extend(second.try_recv());
            }
            Some(order) = second.recv() => orders.push(order),
        }
        let (batch, waiting): (Vec<Write>, Vec<_>) = orders.drain(..).map(|order| (order.write, order.done)).unzip();
        let answers = write(&mut engine, &batch).await;
        let answer = || {
            for (done, answer) in waiting.into_iter().zip(answers) {
                let _ = done.send(answer);
            }
        };
        if batch.iter().any(|write| matches!(write, Write::Close)) {
            engine.close().await;
            return answer();
        }
        answer();
    }
}

/// Writes a batch; if something in it spoils it, everything by itself, so that
/// only what is bad fails.
async fn write(engine: &mut impl Engine, batch: &[Write]) -> Vec<Written> {
    let fail = |why: &str, count: usize| -> Vec<Written> {
        (0..count).map(|_| Err(StoreError::Broken(why.to_owned()))).collect()
    };
    match engine.write(batch).await {
        Ok(answers) => answers,
        Err(Failed::Refused(_)) if batch.len() > 1 => {
            let mut answers = Vec::with_capacity(batch.len());
            for single in batch.chunks(1) {
                match engine.write(single).await {
                    Ok(answer) => answers.extend(answer),
                    Err(Failed::Refused(why) | Failed::Unsure(why)) => answers.extend(fail(&why, 1)),
                    Err(Failed::Lost(why)) => {
                        answers.extend(fail(&why, batch.len() - answers.len()));
                        break;
                    }
                }
            }
            answers
        }
        Err(Failed::Refused(why) | Failed::Lost(why) | Failed::Unsure(why)) => fail(&why, batch.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    /// Writes down what it is asked, and refuses batches with a bad id.
    struct Notebook(Arc<Mutex<Vec<String>>>);

    impl Engine for Notebook {
        async fn write(&mut self, batch: &[Write]) -> Result<Vec<Written>, Failed> {
            let name = |write: &Write| match write {
                Write::Cut { id, .. } => id.clone(),
                Write::Append { lines, .. } => format!("{} lines", lines.len()),
                _ => "other".into(),
            };
            if batch.iter().any(|write| name(write) == "bad") {
                return Err(Failed::Refused("bad".into()));
            }
            self.0.lock().unwrap().extend(batch.iter().map(name));
            Ok(batch.iter().map(|_| Ok(Reply::Count(1))).collect())
        }

        async fn close(self) {}
    }

    #[tokio::test]
    async fn only_the_bad_one_fails() {
        let written = Arc::new(Mutex::new(Vec::new()));
        let batch: Vec<Write> = ["a", "bad", "c"].map(|id| Write::Cut { id: id.into(), fence: 0, from: 0 }).into();
        let answers = super::write(&mut Notebook(Arc::clone(&written)), &batch).await;
        assert_eq!(answers.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
        assert_eq!(*written.lock().unwrap(), ["a", "c"]);
    }

    #[tokio::test]
    async fn moves_pass_long_work() {
        let written = Arc::new(Mutex::new(Vec::new()));
        let writer = Writer::start(Notebook(Arc::clone(&written)));
        let lines = vec![String::from("x"); 5 * PIECE];
        let upload = writer.append("long".into(), 0, 0, lines);
        let moved = async {
            for id in ["a", "b"] {
                writer.order(Write::Cut { id: id.into(), fence: 0, from: 0 }, |_| ()).await.unwrap();
            }
        };
        let (upload, ()) = tokio::join!(upload, moved);
        upload.unwrap();
        let written = written.lock().unwrap();
        let place = |what: &str| written.iter().position(|known| known == what).unwrap();
        assert!(place("b") < written.len() - 2, "{written:?}");
        assert_eq!(written.iter().filter(|known| **known == format!("{PIECE} lines")).count(), 5);
    }

    #[tokio::test]
    async fn what_no_database_takes_is_refused_at_once() {
        let writer = Writer::start(Notebook(Arc::default()));
        for id in ["\0".to_owned(), "x".repeat(LONGEST_TEXT + 1)] {
            let refused = writer.order(Write::Cut { id, fence: 0, from: 0 }, |_| ()).await;
            assert!(matches!(refused, Err(StoreError::Unfit(_))));
        }
        let long = writer.append("id".into(), 0, 0, vec!["x".repeat(LONGEST_LINE + 1)]).await;
        assert!(matches!(long, Err(StoreError::Unfit(_))));
    }
}
