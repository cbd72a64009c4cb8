//! The one writer of a database.
//!
//! Whatever is to be written waits in one queue. The writer takes all that
//! has gathered, writes it in one transaction and then answers everybody, so
//! that under load a hundred rooms share one commit and without load nobody
//! waits (group commit, as databases do it with their own logs).

use crate::{Board, Job, Later, MatchRecord, StoreError};
use tokio::sync::{mpsc, oneshot};

/// The most orders in one transaction.
const BATCH: usize = 256;

/// Something to write.
pub enum Write {
    Create(MatchRecord),
    Append {
        id: String,
        from: i64,
        lines: Vec<String>,
    },
    Cut {
        id: String,
        from: i64,
    },
    Note {
        id: String,
        room: String,
        over: bool,
        open: bool,
        now: i64,
    },
    Job(Job),
    Abandon(i64),
    Board(Board),
    DropBoard {
        owner: String,
        id: String,
    },
    /// Nothing more will come.
    Close,
}

/// How many rows it touched, or why it was not written.
pub type Written = Result<u64, StoreError>;

/// A database that writes many things at once, all or none.
pub trait Engine: Send + 'static {
    /// Writes these in order, in one transaction; a single refusal is an
    /// answer like any other and hinders nothing else.
    fn write(&mut self, batch: &[Write]) -> impl Future<Output = Result<Vec<Written>, sqlx::Error>> + Send;

    /// Lets go of the database, so that another may own it.
    fn close(self) -> impl Future<Output = ()> + Send;
}

struct Order {
    write: Write,
    done: oneshot::Sender<Written>,
}

/// The way to the writer.
pub struct Writer {
    orders: mpsc::Sender<Order>,
}

impl Writer {
    /// Starts the writer of a database.
    pub fn start(engine: impl Engine) -> Self {
        let (orders, queue) = mpsc::channel(4 * BATCH);
        tokio::spawn(work(queue, engine));
        Self { orders }
    }

    /// Has something written; answers when it is.
    pub fn order<'a, T: Send + 'a>(&self, write: Write, answer: fn(u64) -> T) -> Later<'a, T> {
        let orders = self.orders.clone();
        Box::pin(async move {
            let (done, written) = oneshot::channel();
            let gone = || StoreError::Broken("the writer has stopped".into());
            orders.send(Order { write, done }).await.map_err(|_| gone())?;
            written.await.map_err(|_| gone())?.map(answer)
        })
    }
}

async fn work(mut queue: mpsc::Receiver<Order>, mut engine: impl Engine) {
    let mut orders = Vec::with_capacity(BATCH);
    while queue.recv_many(&mut orders, BATCH).await > 0 {
        let (batch, waiting): (Vec<Write>, Vec<_>) = orders.drain(..).map(|order| (order.write, order.done)).unzip();
        let written = engine.write(&batch).await;
        let last = batch.iter().any(|write| matches!(write, Write::Close));
        let rest = if last {
            engine.close().await;
            None
        } else {
            Some(engine)
        };
        match written {
            Ok(answers) => {
                for (done, answer) in waiting.into_iter().zip(answers) {
                    let _ = done.send(answer);
                }
            }
            Err(error) => {
                for done in waiting {
                    let _ = done.send(Err(StoreError::Broken(error.to_string())));
                }
            }
        }
        engine = match rest {
            Some(engine) => engine,
            None => return,
        };
    }
}
