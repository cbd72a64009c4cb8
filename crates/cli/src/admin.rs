//! `dedale admin`: looks after the database that studios share: who holds
//! which room, which jobs wait, what is too old.

use crate::args::JsonArg;
use crate::failure::{Answer, Done, Failure};
use crate::{help, output};
use clap::{Args, Subcommand};
use dedale_store::{Access, OpenOptions, Retention, Store};
use dedale_text::tr;
use serde_json::json;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// The most lines of a list.
const LINES: u32 = 10_000;

#[derive(Args)]
pub struct Admin {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Args)]
struct Database {
    #[arg(long, value_name = "URL", help = tr("The database: postgres://…", "La base : postgres://…"))]
    database: String,
}

#[derive(Subcommand)]
enum Verb {
    #[command(about = tr("Which studio holds which room", "Quel studio tient quelle salle"))]
    #[command(after_help = help::examples(&["dedale admin leases --database postgres://db/dedale --json"]))]
    Leases {
        #[command(flatten)]
        at: Database,
        #[command(flatten)]
        json: JsonArg,
    },

    #[command(about = tr("The jobs that wait or run", "Les tâches qui attendent ou tournent"))]
    #[command(after_help = help::examples(&["dedale admin jobs --database postgres://db/dedale"]))]
    Jobs {
        #[command(flatten)]
        at: Database,
        #[command(flatten)]
        json: JsonArg,
    },

    #[command(about = tr("Call a job off", "Annuler une tâche"))]
    #[command(after_help = help::examples(&["dedale admin cancel abcdefghijkm --database postgres://db/dedale"]))]
    Cancel {
        #[arg(value_name = "JOB", help = tr("The job", "La tâche"))]
        job: String,
        #[command(flatten)]
        at: Database,
    },

    #[command(about = tr("Remove what is too old", "Supprimer ce qui est trop vieux"))]
    #[command(after_help = help::examples(&["dedale admin tidy --database postgres://db/dedale --rooms 30 --jobs 7"]))]
    Tidy {
        #[command(flatten)]
        at: Database,
        #[arg(long, value_name = "DAYS", help = tr(
            "Rooms that nobody touched for so many days", "Les salles que personne n'a touchées depuis tant de jours"
        ))]
        rooms: Option<u32>,
        #[arg(long, value_name = "DAYS", help = tr(
            "Matches that ended so many days ago", "Les parties finies depuis tant de jours"
        ))]
        replays: Option<u32>,
        #[arg(long, value_name = "DAYS", help = tr(
            "Jobs that ended so many days ago", "Les tâches finies depuis tant de jours"
        ))]
        jobs: Option<u32>,
    },
}

pub fn run(admin: &Admin) -> Answer {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(Failure::broken)?;
    runtime.block_on(look_after(&admin.verb))
}

async fn look_after(verb: &Verb) -> Answer {
    match verb {
        Verb::Leases { at, json } => {
            let store = at.open().await?;
            let leases = store.leases(LINES).await.map_err(Failure::broken)?;
            if json.json {
                let lines: Vec<_> = leases
                    .iter()
                    .map(|lease| json!({"room": lease.id, "studio": lease.owner, "fence": lease.fence, "alive": lease.alive}))
                    .collect();
                output::json(&lines)?;
            } else {
                let mut text = String::new();
                for lease in &leases {
                    let alive = if lease.alive { "" } else { tr("  (silent)", "  (muet)") };
                    text += &format!("{}  {}  {}{alive}\n", lease.owner, lease.id, lease.fence);
                }
                text += &format!("{} {}\n", leases.len(), tr("rooms awake", "salles éveillées"));
                output::stdout(text.as_bytes())?;
            }
            store.close().await.map_err(Failure::broken)?;
        }
        Verb::Jobs { at, json } => {
            let store = at.open().await?;
            let jobs = store.queue(LINES).await.map_err(Failure::broken)?;
            if json.json {
                let lines: Vec<_> = jobs
                    .iter()
                    .map(|job| json!({"job": job.id, "question": job.kind, "status": job.status.word(), "created": job.created}))
                    .collect();
                output::json(&lines)?;
            } else {
                let mut text = String::new();
                for job in &jobs {
                    text += &format!("{:<8} {}  {}\n", job.status.word(), job.id, job.kind);
                }
                text += &format!("{} {}\n", jobs.len(), tr("jobs", "tâches"));
                output::stdout(text.as_bytes())?;
            }
            store.close().await.map_err(Failure::broken)?;
        }
        Verb::Cancel { job, at } => {
            let store = at.open().await?;
            let known = store.job(job).await.map_err(Failure::broken)?;
            if known.is_some_and(|job| !job.status.is_final()) {
                store.cancel_job(job).await.map_err(Failure::broken)?;
                store.close().await.map_err(Failure::broken)?;
                return Ok(Done::Yes);
            }
            store.close().await.map_err(Failure::broken)?;
            return Ok(Done::No);
        }
        Verb::Tidy { at, rooms, replays, jobs } => {
            let days = |days: &Option<u32>| days.map(|days| i64::from(days) * 86_400_000);
            let retention = Retention { rooms: days(rooms), replays: days(replays), jobs: days(jobs) };
            if retention == Retention::default() {
                return Err(Failure::new(
                    "found nothing to remove, expected --rooms, --replays or --jobs",
                    "rien à supprimer, attendu --rooms, --replays ou --jobs",
                ));
            }
            let store = at.open().await?;
            let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            let now = i64::try_from(since.as_millis()).unwrap_or(i64::MAX);
            let removed = dedale_store::clean_up(store.as_ref(), retention, now).await.map_err(Failure::broken)?;
            let (rooms, replays, jobs) = (removed.rooms, removed.replays, removed.jobs);
            let text = match dedale_text::Lang::current() {
                dedale_text::Lang::En => format!("removed: {rooms} rooms, {replays} replays, {jobs} jobs\n"),
                dedale_text::Lang::Fr => format!("supprimés : {rooms} salles, {replays} parties, {jobs} tâches\n"),
            };
            output::stdout(text.as_bytes())?;
            store.close().await.map_err(Failure::broken)?;
        }
    }
    Ok(Done::Yes)
}

impl Database {
    async fn open(&self) -> Result<Arc<dyn Store>, Failure> {
        let guest = OpenOptions { access: Access::Guest, ..OpenOptions::default() };
        dedale_store::open_with(&self.database, guest).await.map_err(Failure::broken)
    }
}
