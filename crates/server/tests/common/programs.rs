//! The real programs that several studios share: PostgreSQL and NATS.

#![allow(dead_code, reason = "each test uses some of it")]

#[path = "../../../store/tests/suite/postgres.rs"]
pub mod postgres;

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};

/// A NATS server of one test's own, ended with it.
pub struct NatsServer {
    child: Child,
    port: u16,
}

impl NatsServer {
    /// Starts one; without the program, says so and gives nothing.
    pub fn start() -> Option<Self> {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        match Self::run(port) {
            Ok(child) => Some(Self { child, port }),
            Err(error) => {
                assert!(std::env::var_os("CI").is_none(), "nats-server: {error}");
                println!("skipped: nats-server is not installed");
                None
            }
        }
    }

    fn run(port: u16) -> std::io::Result<Child> {
        let child = Command::new("nats-server")
            .args(["-a", "127.0.0.1", "-p", &port.to_string()])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
            std::thread::yield_now();
        }
        Ok(child)
    }

    /// Everybody's connection breaks, and can be made again.
    pub fn restart(&mut self) {
        self.stop();
        self.child = Self::run(self.port).unwrap();
    }

    fn stop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    pub fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        self.stop();
    }
}
