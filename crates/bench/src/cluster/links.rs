//! A link that can be cut: a port that passes everything on to another place,
//! until it is told to let it hang.

use std::path::PathBuf;
use std::sync::Arc;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;

/// Where a link leads.
#[derive(Clone)]
pub enum To {
    /// A port on this machine.
    Port(u16),
    /// A socket in the file system.
    File(PathBuf),
}

/// A link; dropped, it is gone.
pub struct Link {
    /// The port at this end.
    pub port: u16,
    open: Arc<watch::Sender<bool>>,
    task: tokio::task::JoinHandle<()>,
}

impl Link {
    pub async fn new(to: To) -> std::io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let port = listener.local_addr()?.port();
        let open = Arc::new(watch::Sender::new(true));
        let flag = Arc::clone(&open);
        let task = tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let _ = near.set_nodelay(true);
                let (to, open) = (to.clone(), flag.subscribe());
                tokio::spawn(async move {
                    match to {
                        To::Port(port) => {
                            if let Ok(far) = TcpStream::connect(("127.0.0.1", port)).await {
                                let _ = far.set_nodelay(true);
                                pass(near.into_split(), far.into_split(), open).await;
                            }
                        }
                        To::File(path) => {
                            if let Ok(far) = UnixStream::connect(path).await {
                                pass(near.into_split(), far.into_split(), open).await;
                            }
                        }
                    }
                });
            }
        });
        Ok(Self { port, open, task })
    }

    /// Lets everything hang, or go on.
    pub fn cut(&self, cut: bool) {
        self.open.send_replace(!cut);
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn pass<A, B, C, D>(near: (A, B), far: (C, D), open: watch::Receiver<bool>)
where
    A: AsyncRead + Unpin,
    B: AsyncWrite + Unpin,
    C: AsyncRead + Unpin,
    D: AsyncWrite + Unpin,
{
    tokio::select! {
        () = copy(near.0, far.1, open.clone()) => {}
        () = copy(far.0, near.1, open) => {}
    }
}

async fn copy(mut from: impl AsyncRead + Unpin, mut to: impl AsyncWrite + Unpin, mut open: watch::Receiver<bool>) {
    let mut buffer = vec![0; 64 << 10];
    while let Ok(count @ 1..) = from.read(&mut buffer).await {
        if open.wait_for(|open| *open).await.is_err() || to.write_all(&buffer[..count]).await.is_err() {
            return;
        }
    }
}
