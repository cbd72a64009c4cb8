//! The worker of the server's tests: it knows Nim.

#![allow(dead_code, missing_docs, reason = "it shares the tests' world")]

#[path = "../tests/common/nim_world.rs"]
mod nim_world;

fn main() -> std::io::Result<()> {
    let memory = std::env::args().find_map(|arg| arg.strip_prefix("--memory=")?.parse().ok());
    dedale_server::become_worker(memory);
    dedale_api::worker::serve_table(&nim_world::worlds().questions)
}
