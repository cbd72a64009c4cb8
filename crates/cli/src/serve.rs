//! `dedale serve`: the studio in a browser.

use crate::context::Context;
use crate::failure::{Answer, Done, Failure};
use crate::{help, worker};
use clap::Args;
use dedale_server::bus::Nats;
use dedale_server::worlds::Worlds;
use dedale_server::{App, Limits, Network};
use dedale_store::{Access, OpenOptions, Retention};
use dedale_text::tr;
use std::io::IsTerminal;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use tokio::net::TcpListener;
use tracing_subscriber::filter::LevelFilter;

#[derive(Args)]
#[command(after_help = help::examples(&["dedale serve --open", "dedale serve --listen 0.0.0.0:80 --database postgres://localhost/dedale", "dedale serve --database postgres://db/dedale --bus nats://bus --trusted-proxy 10.0.0.0/8"]))]
pub struct Serve {
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7878", help = tr(
        "Address and port to listen on; port 0 takes any free one",
        "Adresse et port d'écoute ; le port 0 en prend un libre"
    ))]
    listen: String,

    #[arg(long, value_name = "URL", help = tr(
        "Where matches are kept: sqlite:PATH, postgres://… or memory:",
        "Où garder les parties : sqlite:CHEMIN, postgres://… ou memory:"
    ))]
    database: Option<String>,

    #[arg(long, value_name = "URL", help = tr(
        "Share the database with other studios, which are reached through this NATS server: nats://HOST",
        "Partager la base avec d'autres studios, joints par ce serveur NATS : nats://HÔTE"
    ))]
    bus: Option<String>,

    #[arg(long, help = tr(
        "Acknowledge a move only when a power cut could not undo it (SQLite; slower)",
        "N'accuser réception d'un coup que si une coupure de courant ne peut l'effacer (SQLite ; plus lent)"
    ))]
    durable: bool,

    #[arg(long, help = tr("Open the browser", "Ouvrir le navigateur"))]
    open: bool,

    #[arg(long, value_name = "DAYS", default_value_t = 30, help = tr(
        "Days that a room nobody touches is kept", "Jours pendant lesquels une salle inutilisée est gardée"
    ))]
    keep_rooms: u32,

    #[arg(long, value_name = "DAYS", default_value_t = 365, help = tr(
        "Days that a replay is kept", "Jours pendant lesquels une partie jouée est gardée"
    ))]
    keep_replays: u32,

    #[arg(long, value_name = "DAYS", default_value_t = 7, help = tr(
        "Days that the answer to a long question is kept",
        "Jours pendant lesquels la réponse à une longue question est gardée"
    ))]
    keep_jobs: u32,

    #[arg(long, value_name = "URL", help = tr(
        "Where visitors find the studio, such as https://play.example",
        "Où les visiteurs trouvent le studio, comme https://jouer.example"
    ))]
    public_url: Option<String>,

    #[arg(long, value_name = "NETWORK", help = tr(
        "A proxy in front, such as 10.0.0.0/8, that is believed when it says whom it speaks for; may be repeated",
        "Un mandataire placé devant, comme 10.0.0.0/8, cru quand il dit pour qui il parle ; répétable"
    ))]
    trusted_proxy: Vec<Network>,

    #[arg(long, value_name = "ADDRESS", help = tr(
        "An address of its own for the counters, such as 10.0.0.5:9100",
        "Une adresse à part pour les compteurs, comme 10.0.0.5:9100"
    ))]
    metrics: Option<String>,

    #[arg(long, value_name = "N", help = tr(
        "Long questions this studio works at itself at the same time [default: one a core]",
        "Longues questions que ce studio traite lui-même à la fois [par défaut : une par cœur]"
    ))]
    workers: Option<usize>,

    #[arg(long, value_name = "FILE", help = tr(
        "Who may work at long questions from outside: a name and a key of at least 20 letters a line",
        "Qui peut traiter de longues questions du dehors : un nom et une clé d'au moins 20 lettres par ligne"
    ))]
    worker_keys: Option<PathBuf>,

    #[arg(long, value_name = "N", help = tr(
        "Sockets one address may hold", "Connexions de jeu qu'une adresse peut tenir"
    ))]
    sockets_an_address: Option<usize>,

    #[arg(long, value_name = "N", help = tr(
        "Questions and other requests one address may send in a minute",
        "Questions et autres requêtes qu'une adresse peut envoyer en une minute"
    ))]
    posts_a_minute: Option<u32>,

    #[arg(long, value_name = "N", help = tr(
        "Rooms one address may open in a minute", "Salles qu'une adresse peut ouvrir en une minute"
    ))]
    rooms_a_minute: Option<u32>,

    #[arg(long, value_name = "LEVEL", default_value = "info", help = tr(
        "What to log on standard error: off, error, warn, info, debug",
        "Que journaliser sur la sortie d'erreur : off, error, warn, info, debug"
    ))]
    log: LevelFilter,

    #[arg(long, help = tr("Log as JSON Lines", "Journaliser en JSON Lines"))]
    log_json: bool,
}

impl Serve {
    /// What `dedale` alone does.
    pub fn by_default() -> Self {
        Self {
            listen: "127.0.0.1:7878".into(),
            database: None,
            bus: None,
            durable: false,
            open: false,
            keep_rooms: 30,
            keep_replays: 365,
            keep_jobs: 7,
            public_url: None,
            trusted_proxy: Vec::new(),
            metrics: None,
            workers: None,
            worker_keys: None,
            sockets_an_address: None,
            posts_a_minute: None,
            rooms_a_minute: None,
            log: LevelFilter::INFO,
            log_json: false,
        }
    }
}

pub fn run(serve: &Serve, context: &Context) -> Answer {
    start_log(serve.log, serve.log_json, context);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(Failure::broken)?;
    let answer = runtime.block_on(listen(serve));
    // A solver in the middle of a thought is not waited for.
    runtime.shutdown_background();
    answer
}

async fn listen(serve: &Serve) -> Answer {
    let database = serve.database.clone().unwrap_or_else(usual_place);
    if serve.durable && !database.starts_with("sqlite:") {
        return Err(Failure::new(
            "--durable has no effect here: it is for SQLite, PostgreSQL does so by itself",
            "--durable est sans effet ici : il est pour SQLite, PostgreSQL le fait de lui-même",
        ));
    }
    let access = if serve.bus.is_some() { Access::Shared } else { Access::Alone };
    let options = OpenOptions { durable: serve.durable, access, ..OpenOptions::default() };
    let store = dedale_store::open_with(&database, options).await.map_err(Failure::broken)?;
    let listener = bind("--listen", &serve.listen).await?;
    let address = listener.local_addr().map_err(Failure::broken)?;
    let mut limits = Limits::default();
    if let Some(rooms) = serve.rooms_a_minute {
        limits.rooms_a_minute = rooms;
    }
    if let Some(sockets) = serve.sockets_an_address {
        limits.sockets_each = sockets;
        limits.connections_each = limits.connections_each.max(sockets);
    }
    if let Some(posts) = serve.posts_a_minute {
        limits.posts_a_minute = posts;
    }
    let days = |days: u32| Some(i64::from(days) * 86_400_000);
    limits.retention =
        Retention { rooms: days(serve.keep_rooms), replays: days(serve.keep_replays), jobs: days(serve.keep_jobs) };
    limits.public_url = serve.public_url.clone();
    limits.trusted_proxies.clone_from(&serve.trusted_proxy);
    if let Some(workers) = serve.workers {
        limits.job_workers = workers;
    }
    if let Some(file) = &serve.worker_keys {
        limits.worker_keys = worker::keys(file)?;
    }
    let program = worker::program();
    let app = match &serve.bus {
        None => App::with_workers(Worlds::all(), store, limits, program),
        Some(address) => {
            let bus = Nats::connect(address).await.map_err(Failure::broken)?;
            App::shared(Worlds::all(), store, Arc::new(bus), limits, program)
        }
    };
    if let Some(address) = &serve.metrics {
        tokio::spawn(dedale_server::serve_metrics(app.clone(), bind("--metrics", address).await?));
    }
    let page = page(address);
    anstream::eprintln!("{} {page}", tr("Dédale is at", "Dédale est à l'adresse"));
    if serve.open {
        open(&page);
    }
    dedale_server::serve(app, listener, stop()).await.map_err(Failure::broken)?;
    Ok(Done::Yes)
}

async fn bind(option: &str, address: &str) -> Result<TcpListener, Failure> {
    TcpListener::bind(address).await.map_err(|error| match error.kind() {
        std::io::ErrorKind::InvalidInput => Failure::new(
            format!("found {option} {address}, expected an address and a port such as 127.0.0.1:7878"),
            format!("trouvé {option} {address}, attendu une adresse et un port comme 127.0.0.1:7878"),
        ),
        _ => Failure::broken(format!("{address}: {error}")),
    })
}

/// Where matches are kept unless told otherwise.
fn usual_place() -> String {
    format!("sqlite:{}", dedale_store::default_path().display())
}

/// `dedale backup`: a copy of the database, though a studio may be writing.
#[derive(Args)]
pub struct Backup {
    #[arg(value_name = "FILE", help = tr("The new file", "Le nouveau fichier"))]
    to: PathBuf,

    #[arg(long, value_name = "URL", help = tr(
        "The database to copy: sqlite:PATH", "La base à copier : sqlite:CHEMIN"
    ))]
    database: Option<String>,
}

pub fn backup(args: &Backup) -> Answer {
    let database = args.database.clone().unwrap_or_else(usual_place);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(Failure::broken)?;
    runtime.block_on(dedale_store::backup(&database, &args.to)).map_err(Failure::broken)?;
    Ok(Done::Yes)
}

/// The address as a person on this machine writes it.
fn page(address: SocketAddr) -> String {
    if address.ip().is_unspecified() {
        format!("http://localhost:{}/", address.port())
    } else {
        format!("http://{address}/")
    }
}

/// Resolves when somebody wants the server to stop.
pub async fn stop() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

fn open(page: &str) {
    let (program, args): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let mut browser = Command::new(program);
    browser.args(args).arg(page).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // It may take its time, or stay as long as the browser does.
    std::thread::spawn(move || {
        if !browser.status().is_ok_and(|status| status.success()) {
            anstream::eprintln!(
                "{}",
                tr(
                    "no browser could be started; open the address yourself",
                    "aucun navigateur n'a pu être lancé ; ouvrez l'adresse vous-même"
                )
            );
        }
    });
}

pub fn start_log(level: LevelFilter, json: bool, context: &Context) {
    let level = if context.quiet { level.min(LevelFilter::WARN) } else { level };
    let log = tracing_subscriber::fmt().with_max_level(level).with_writer(std::io::stderr).with_target(false);
    // Somebody else's log is set up already in tests only.
    let _ = if json {
        log.json().flatten_event(true).try_init()
    } else {
        log.with_ansi(std::io::stderr().is_terminal()).try_init()
    };
}
