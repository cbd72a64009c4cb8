//! A private PostgreSQL for one test: its own directory, its own socket, gone
//! at the end.

#![allow(dead_code, reason = "each test uses some of it")]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// Tests of one program run at the same time.
static NUMBER: AtomicU32 = AtomicU32::new(0);

/// Says what is missing; where everything must be there, that is a failure.
fn skipped(why: &str) -> Option<Server> {
    assert!(std::env::var_os("CI").is_none(), "{why}");
    println!("skipped: {why}");
    None
}

pub struct Server {
    folder: PathBuf,
    programs: PathBuf,
}

impl Server {
    /// Starts a server; without its programs, says so and gives nothing.
    pub fn start() -> Option<Self> {
        let Some(programs) = programs() else {
            return skipped("PostgreSQL's `initdb` and `pg_ctl` are not installed");
        };
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("dedale-pg-{}-{number}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let server = Self { folder, programs };
        if is_root() {
            // PostgreSQL refuses to run as root; it comes with a user of its own.
            let owned = Command::new("chown").args(["-R", "postgres"]).arg(&server.folder).status();
            if !owned.is_ok_and(|status| status.success()) {
                return skipped("PostgreSQL does not run as root and there is no user `postgres`");
            }
        }
        server.run("initdb", &["-A", "trust", "-U", "postgres", "--no-sync", "-D", &server.data()]);
        server.go();
        Some(server)
    }

    fn go(&self) {
        let options = format!("-c listen_addresses='' -c fsync=off -k {}", self.folder.display());
        let log = self.folder.join("log").display().to_string();
        self.run("pg_ctl", &["start", "-w", "-t", "120", "-D", &self.data(), "-l", &log, "-o", &options]);
    }

    /// Throws everybody out and comes back.
    pub fn restart(&self) {
        self.run("pg_ctl", &["stop", "-m", "fast", "-D", &self.data()]);
        self.go();
    }

    /// Backs one database up and restores it into another that is empty, as
    /// `deploy/README.md` says.
    pub fn back_up_and_restore(&self, from: &str, to: &str) {
        let (folder, file) = (self.folder.display().to_string(), self.folder.join("dump").display().to_string());
        let who = ["--host", &folder, "--username", "postgres"];
        let run = |program: &str, args: &[&str]| self.run(program, &[&who, args].concat());
        run("pg_dump", &["--format=custom", "--file", &file, from]);
        run("pg_restore", &["--dbname", to, &file]);
    }

    /// Makes it hang, or lets it go on.
    pub fn pause(&self, hang: bool) {
        let file = std::fs::read_to_string(self.folder.join("data/postmaster.pid")).unwrap();
        let head = file.lines().next().unwrap().to_owned();
        let children = Command::new("ps").args(["-o", "pid=", "--ppid", &head]).output().unwrap();
        let mut processes = vec![head];
        processes.extend(String::from_utf8(children.stdout).unwrap().split_whitespace().map(str::to_owned));
        let signal = if hang { "-STOP" } else { "-CONT" };
        // One of them may have ended by itself.
        let _ = Command::new("kill").arg(signal).args(&processes).stderr(Stdio::null()).status().unwrap();
    }

    /// The file through which it is reached.
    pub fn socket(&self) -> PathBuf {
        self.folder.join(".s.PGSQL.5432")
    }

    pub fn address(&self) -> String {
        format!("postgres://postgres@localhost/postgres?host={}", self.folder.display())
    }

    fn data(&self) -> String {
        self.folder.join("data").display().to_string()
    }

    fn run(&self, program: &str, args: &[&str]) {
        let here = self.programs.join(program);
        // Clients may stand elsewhere in the path than the server.
        let program = if here.exists() { here } else { program.into() };
        let mut command = if is_root() {
            let mut command = Command::new("setpriv");
            command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups", "--"]).arg(program);
            command
        } else {
            Command::new(program)
        };
        let status = command.args(args).current_dir("/").stdout(Stdio::null()).status().unwrap();
        assert!(status.success(), "{args:?}");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.run("pg_ctl", &["stop", "-m", "immediate", "-D", &self.data()]);
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn programs() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut places: Vec<PathBuf> = std::env::split_paths(&path).collect();
    if let Ok(versions) = std::fs::read_dir("/usr/lib/postgresql") {
        places.extend(versions.flatten().map(|version| version.path().join("bin")));
    }
    places.into_iter().find(|place| ["initdb", "pg_ctl"].iter().all(|name| place.join(name).is_file()))
}

fn is_root() -> bool {
    Path::new("/proc/self").exists() && Command::new("id").arg("-u").output().is_ok_and(|out| out.stdout == b"0\n")
}
