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
    options: &'static [&'static str],
}

impl NatsServer {
    /// Starts one; without the program, says so and gives nothing.
    pub fn start() -> Option<Self> {
        Self::asking_for(&[])
    }

    /// The same with further options: what it asks of who connects.
    pub fn asking_for(options: &'static [&'static str]) -> Option<Self> {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        match Self::run(port, options) {
            Ok(child) => Some(Self { child, port, options }),
            Err(error) => {
                assert!(std::env::var_os("CI").is_none(), "nats-server: {error}");
                println!("skipped: nats-server is not installed");
                None
            }
        }
    }

    fn run(port: u16, options: &[&str]) -> std::io::Result<Child> {
        let child = Command::new("nats-server")
            .args(["-a", "127.0.0.1", "-p", &port.to_string()])
            .args(options)
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
        self.child = Self::run(self.port, self.options).unwrap();
    }

    fn stop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    pub fn address(&self) -> String {
        self.address_for("")
    }

    /// The address with `USER:PASSWORD@` or `TOKEN@`.
    pub fn address_for(&self, who: &str) -> String {
        format!("nats://{who}127.0.0.1:{}", self.port)
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        self.stop();
    }
}
