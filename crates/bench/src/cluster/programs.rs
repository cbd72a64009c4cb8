//! The real programs: PostgreSQL, NATS, studios.

use super::links::{Link, To};
use super::{Outcome, Plan, http};
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::sync::Mutex;

#[path = "../../../store/tests/suite/postgres.rs"]
pub mod postgres;

/// Everything that runs.
pub struct House {
    pub studios: Vec<Studio>,
    pub postgres: Option<postgres::Server>,
    /// The database as the checker reads it.
    pub database: String,
    pub folder: PathBuf,
    pub plan: Plan,
    /// Whether the folder is a small disk of its own, which can be filled.
    pub small_disk: bool,
    nats: Option<std::process::Child>,
}

/// A studio's place: its port stays, its process comes and goes.
pub struct Studio {
    pub address: String,
    pub database: Option<Link>,
    pub bus: Option<Link>,
    child: Mutex<Option<Child>>,
    /// Whether something is being done to it.
    pub disturbed: AtomicBool,
    args: Vec<String>,
    program: PathBuf,
}

impl House {
    /// Starts everything; nothing where a program is missing.
    pub async fn start(plan: &Plan) -> Outcome<Option<Self>> {
        let folder = std::env::temp_dir().join(format!("dedale-trust-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        // Whoever may not mount does without a full disk; who only measures, or
        // wants to know what waiting for the disk costs, has the real one.
        let small_disk = !plan.postgres
            && !plan.durable
            && plan.disturb > 0
            && std::process::Command::new("mount")
                .args(["-t", "tmpfs", "-o", "size=64m", "tmpfs"])
                .arg(&folder)
                .stderr(Stdio::null())
                .status()
                .is_ok_and(|status| status.success());
        let postgres = if plan.postgres {
            match postgres::Server::start() {
                Some(server) => Some(server),
                None => return Ok(None),
            }
        } else {
            None
        };
        let mut nats = None;
        let mut nats_port = 0;
        if plan.studios > 1 {
            nats_port = free_port()?;
            let started = std::process::Command::new("nats-server")
                .args(["-a", "127.0.0.1", "-p", &nats_port.to_string()])
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn();
            let Ok(started) = started else { return Ok(None) };
            nats = Some(started);
            while tokio::net::TcpStream::connect(("127.0.0.1", nats_port)).await.is_err() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
        let database = match &postgres {
            Some(server) => server.address(),
            None => format!("sqlite:{}", folder.join("studio.sqlite").display()),
        };
        let mut house = Self { studios: Vec::new(), postgres, database, folder, plan: plan.clone(), small_disk, nats };
        for _ in 0..plan.studios {
            let studio = house.studio(plan, nats_port).await?;
            studio.run().await?;
            house.studios.push(studio);
        }
        Ok(Some(house))
    }

    async fn studio(&self, plan: &Plan, nats_port: u16) -> Outcome<Studio> {
        let mut args: Vec<String> = ["serve", "--lang", "en", "--log", "warn", "--listen"].map(str::to_owned).into();
        let address = format!("127.0.0.1:{}", free_port()?);
        args.push(address.clone());
        let (mut database, mut bus) = (None, None);
        args.push("--database".into());
        match &self.postgres {
            Some(server) => {
                let link = Link::new(To::File(server.socket())).await?;
                args.push(format!("postgres://postgres@127.0.0.1:{}/postgres", link.port));
                database = Some(link);
            }
            None => args.push(self.database.clone()),
        }
        if plan.durable {
            args.push("--durable".into());
        }
        if plan.studios > 1 {
            let link = Link::new(To::Port(nats_port)).await?;
            args.extend(["--bus".into(), format!("nats://127.0.0.1:{}", link.port)]);
            // Jobs are for the workers alone.
            args.extend(["--workers".into(), "0".into()]);
            bus = Some(link);
        }
        for limit in ["--rooms-a-minute", "--sockets-an-address", "--posts-a-minute"] {
            args.extend([limit.into(), "1000000".into()]);
        }
        let program = plan.dedale.clone();
        Ok(Studio { address, database, bus, child: Mutex::default(), disturbed: AtomicBool::default(), args, program })
    }

    /// Ends everything in order.
    pub async fn end(&self) {
        for studio in &self.studios {
            studio.kill().await;
        }
    }
}

impl Drop for House {
    fn drop(&mut self) {
        if let Some(nats) = &mut self.nats {
            let _ = nats.kill();
            let _ = nats.wait();
        }
        if self.small_disk {
            let _ = std::process::Command::new("umount").arg("-l").arg(&self.folder).status();
        }
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn free_port() -> std::io::Result<u16> {
    Ok(std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

impl Studio {
    /// Starts the process and waits until it is ready.
    pub async fn run(&self) -> Outcome<()> {
        let mut child =
            Command::new(&self.program).args(&self.args).stderr(Stdio::piped()).kill_on_drop(true).spawn().map_err(
                |error| format!("{}: {error}; build it with `cargo build -p dedale`", self.program.display()),
            )?;
        let errors = child.stderr.take().ok_or("no standard error")?;
        let verbose = std::env::var_os("VERBOSE").is_some();
        tokio::spawn(async move {
            let mut lines = BufReader::new(errors).lines();
            while let Ok(Some(line)) = lines.next_line().await {
                if verbose || line.contains("panicked") {
                    eprintln!("{line}");
                }
            }
        });
        *self.child.lock().await = Some(child);
        for _ in 0..600 {
            if http::ask(&self.address, "GET", "/healthz", "").await.is_ok_and(|(status, _)| status == 200) {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Err(format!("the studio at {} is not ready", self.address).into())
    }

    pub async fn kill(&self) {
        if let Some(mut child) = self.child.lock().await.take() {
            let _ = child.kill().await;
        }
    }

    /// Sends a signal by its name.
    pub async fn signal(&self, name: &str) {
        let id = self.child.lock().await.as_ref().and_then(Child::id);
        if let Some(id) = id {
            let _ = Command::new("kill").args([format!("-{name}"), id.to_string()]).status().await;
        }
    }

    /// Waits for the end of a process that was told to stop.
    pub async fn gone(&self) {
        if let Some(mut child) = self.child.lock().await.take()
            && tokio::time::timeout(Duration::from_secs(20), child.wait()).await.is_err()
        {
            eprintln!("a studio did not stop and was killed");
            let _ = child.kill().await;
        }
    }

    pub fn is_disturbed(&self) -> bool {
        self.disturbed.load(Ordering::Relaxed)
    }
}
