//! `dedale worker`: works at the long questions of a studio: behind the pipe
//! of a server, at the queue of a database, or over HTTP for a studio that
//! gave out a key.

use crate::context::Context;
use crate::failure::{Answer, Done, Failure};
use crate::serve;
use clap::Args;
use dedale_server::{WorkerKey, work};
use dedale_store::{Access, OpenOptions};
use dedale_text::tr;
use std::path::{Path, PathBuf};
use tokio::sync::watch;
use tracing_subscriber::filter::LevelFilter;

/// The memory of one process unless told otherwise.
const MEMORY: u64 = 3 << 30;

#[derive(Args)]
pub struct Worker {
    #[arg(long, hide = true, conflicts_with_all = ["database", "server", "threads", "key"], help = tr(
        "Take questions from standard input", "Prendre les questions sur l'entrée standard"
    ))]
    pipe: bool,

    #[arg(long, value_name = "URL", required_unless_present_any = ["pipe", "server"], conflicts_with_all = ["server", "key"], help = tr(
        "Take them from the queue of this database: postgres://…",
        "Les prendre dans la file de cette base : postgres://…"
    ))]
    database: Option<String>,

    #[arg(long, value_name = "URL", requires = "key", help = tr(
        "Take them from this studio, over HTTP", "Les prendre à ce studio, par HTTP"
    ))]
    server: Option<String>,

    #[arg(long, value_name = "KEY|@FILE", requires = "server", help = tr(
        "The key that the studio gave out, or `@` and the file that holds it",
        "La clé donnée par le studio, ou « @ » et le fichier qui la contient"
    ))]
    key: Option<String>,

    #[arg(long, value_name = "N", help = tr(
        "Questions at the same time [default: one a core]", "Questions à la fois [par défaut : une par cœur]"
    ))]
    threads: Option<usize>,

    #[arg(long, value_name = "BYTES", help = tr("Memory of each", "Mémoire de chacune"))]
    memory: Option<u64>,
}

pub fn run(worker: &Worker, context: &Context) -> Answer {
    if worker.pipe {
        dedale_server::become_worker(worker.memory);
        dedale_api::worker::serve().map_err(Failure::broken)?;
        return Ok(Done::Yes);
    }
    serve::start_log(LevelFilter::WARN, false, context);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(Failure::broken)?;
    let answer = runtime.block_on(long_questions(worker));
    runtime.shutdown_background();
    answer
}

async fn long_questions(worker: &Worker) -> Answer {
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    let threads = worker.threads.unwrap_or(cores);
    if threads == 0 {
        return Err(Failure::new("found --threads 0, expected 1 or more", "trouvé --threads 0, attendu 1 ou plus"));
    }
    let program = program();
    let memory = worker.memory.unwrap_or(MEMORY);
    let (raise, raised) = watch::channel(false);
    tokio::spawn(async move {
        serve::stop().await;
        raise.send_replace(true);
    });
    if let Some(database) = &worker.database {
        let guest = OpenOptions { access: Access::Guest, ..OpenOptions::default() };
        let store = dedale_store::open_with(database, guest).await.map_err(Failure::broken)?;
        work::work(std::sync::Arc::clone(&store), program, memory, threads, raised).await;
        store.close().await.map_err(Failure::broken)?;
    } else if let (Some(server), Some(key)) = (&worker.server, &worker.key) {
        let key = match key.strip_prefix('@') {
            None => key.clone(),
            Some(file) => {
                let text = std::fs::read_to_string(file);
                text.map_err(|error| Failure::broken(format!("{file}: {error}")))?.trim().to_owned()
            }
        };
        let work = work::away::work(server.clone(), key, (program, memory), threads, raised);
        work.await.map_err(Failure::broken)?;
    }
    Ok(Done::Yes)
}

/// The program whose processes answer: this one, by the name it was called
/// where the system does not say (a root without /proc).
pub fn program() -> PathBuf {
    let called = || std::env::args_os().next().map_or_else(|| "dedale".into(), PathBuf::from);
    std::env::current_exe().unwrap_or_else(|_| called())
}

/// The keys of a file: a name and a key a line; `#` begins a comment.
pub fn keys(file: &Path) -> Result<Vec<WorkerKey>, Failure> {
    let name = file.display();
    let text = std::fs::read_to_string(file).map_err(|error| Failure::broken(format!("{name}: {error}")))?;
    let mut keys = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default();
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [] => {}
            [name, key] if key.len() >= 20 => keys.push(WorkerKey { name: name.to_owned(), key: key.to_owned() }),
            _ => {
                let place = format!("{name}:{}:1", number + 1);
                return Err(Failure::new(
                    format!("{place}: expected a name and a key of at least 20 letters"),
                    format!("{place}: attendu un nom et une clé d'au moins 20 lettres"),
                ));
            }
        }
    }
    Ok(keys)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worker_works_for_somebody() {
        #[derive(clap::Parser)]
        struct Command {
            #[command(flatten)]
            _worker: Worker,
        }
        let read = |line: &str| <Command as clap::Parser>::try_parse_from(line.split(' ')).is_ok();
        for good in [
            "worker --pipe --memory=1000",
            "worker --database postgres://db/x --threads 2 --memory 1000",
            "worker --server https://x --key k --threads 2",
        ] {
            assert!(read(good), "{good}");
        }
        for bad in [
            "worker",
            "worker --threads 2",
            "worker --pipe --threads 2",
            "worker --server https://x",
            "worker --key k",
            "worker --database postgres://db/x --server https://x --key k",
            "worker --database postgres://db/x --key k",
        ] {
            assert!(!read(bad), "{bad}");
        }
    }

    #[test]
    fn keys_are_read_and_short_ones_are_not() {
        let file = std::env::temp_dir().join(format!("dedale-keys-{}", std::process::id()));
        std::fs::write(&file, "# who\nada 0123456789abcdefghij\n\nbob abcdefghij0123456789 # away\n").unwrap();
        let read = keys(&file).unwrap();
        assert_eq!(read.iter().map(|key| key.name.as_str()).collect::<Vec<_>>(), ["ada", "bob"]);
        std::fs::write(&file, "ada 0123456789abcdefghij\nbob short\n").unwrap();
        assert!(keys(&file).unwrap_err().to_string().contains(":2:1:"));
        std::fs::remove_file(&file).unwrap();
    }
}
