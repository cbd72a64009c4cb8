//! `dedale worker`: answers questions for a server.

use crate::failure::{Answer, Done, Failure};
use clap::Args;
use dedale_text::tr;

/// Started by the server for itself; people have no use for it yet.
#[derive(Args)]
pub struct Worker {
    #[arg(long, required = true, help = tr(
        "Take questions from standard input", "Prendre les questions sur l'entrée standard"
    ))]
    pipe: bool,

    #[arg(long, value_name = "BYTES", help = tr("Memory it may take", "Mémoire qu'il peut prendre"))]
    memory: Option<u64>,
}

pub fn run(worker: &Worker) -> Answer {
    dedale_server::become_worker(worker.memory);
    dedale_api::worker::serve().map_err(Failure::broken)?;
    Ok(Done::Yes)
}
