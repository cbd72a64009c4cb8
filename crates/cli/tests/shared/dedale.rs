//! The real binary in the plain locale, for tests that run it as scripts do.

use assert_cmd::Command;

/// The command with these arguments, whatever the language of the machine.
pub fn dedale(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("dedale").expect("the binary is built");
    command.args(args).env_remove("LC_ALL").env_remove("LC_MESSAGES").env("LANG", "C");
    command
}

/// What was printed.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
