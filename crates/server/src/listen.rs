//! Connections: taken in while there is room, dropped when they dawdle.

use crate::app::App;
use crate::router::router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::io;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tower::ServiceExt;

/// How long the head of a request may take, and an idle connection wait.
const HEAD_TIME: Duration = Duration::from_secs(15);
/// How long to wait when the system has no file for another connection.
const BREATH: Duration = Duration::from_millis(100);

/// Takes connections until `stop` is raised, then waits for those under way.
pub async fn listen(app: &App, listener: TcpListener, mut stop: watch::Receiver<bool>) -> io::Result<()> {
    let service = router(app.clone());
    let (alive, mut all_gone) = tokio::sync::mpsc::channel::<()>(1);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stop.wait_for(|raised| *raised) => break,
        };
        let (socket, address) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // Out of files, or the other end has gone already.
                tracing::warn!(%error, "a connection could not be taken");
                tokio::time::sleep(BREATH).await;
                continue;
            }
        };
        // A proxy brings many visitors; their own limits hold behind it.
        let proxy = app.limits.trusted_proxies.iter().any(|network| network.contains(address.ip()));
        let Some(guest) = app.connections.enter((!proxy).then(|| address.ip())) else { continue };
        let (service, alive, stop) = (service.clone(), alive.clone(), stop.clone());
        tokio::spawn(async move {
            serve(service, socket, address, stop).await;
            drop((guest, alive));
        });
    }
    drop(alive);
    let _ = all_gone.recv().await;
    Ok(())
}

async fn serve(router: axum::Router, socket: TcpStream, address: SocketAddr, mut stop: watch::Receiver<bool>) {
    // Messages are small and follow each other: none waits for the last to be
    // acknowledged.
    let _ = socket.set_nodelay(true);
    let service = hyper::service::service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(address));
        router.clone().oneshot(request.map(Body::new))
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .serve_connection(TokioIo::new(socket), service)
        .with_upgrades();
    tokio::pin!(connection);
    tokio::select! {
        // A visitor who hangs up in the middle is nobody's fault.
        _ = connection.as_mut() => return,
        _ = stop.wait_for(|raised| *raised) => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}
