//! Commands on a real terminal, which may go away: the program ends, and what was
//! played is on disk.

#![allow(missing_docs)]
#![cfg(unix)]

#[path = "shared/dedale.rs"]
mod shared;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A command on a terminal of its own.
struct Terminal {
    child: Child,
    /// Our end of the terminal.
    master: File,
    shown: Vec<u8>,
}

impl Terminal {
    fn open(args: &[&str], home: &Path) -> Self {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let name = Path::new(std::ffi::OsStr::from_bytes(name.to_bytes()));
        let slave = OpenOptions::new().read(true).write(true).open(name).unwrap();
        tcsetwinsize(&slave, Winsize { ws_row: 30, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
        let program = assert_cmd::cargo::cargo_bin("dedale");
        let mut command = Command::new(program);
        command.args(args).env("LANG", "C").env("LC_ALL", "C").env("TERM", "xterm").env("XDG_DATA_HOME", home);
        let end = || Stdio::from(slave.try_clone().unwrap());
        let child = command.stdin(end()).stdout(end()).stderr(end()).spawn().unwrap();
        Self { child, master: File::from(master), shown: Vec::new() }
    }

    /// Reads until a text has been shown since the last key.
    fn until(&mut self, text: &str) {
        self.until_it(|shown| shown.contains(text));
    }

    fn until_it(&mut self, is_shown: impl Fn(&str) -> bool) {
        let mut buffer = [0; 4096];
        while !is_shown(&plain(&self.shown)) {
            let count = self.master.read(&mut buffer).unwrap();
            assert!(count > 0, "only {}", plain(&self.shown));
            self.shown.extend(&buffer[..count]);
        }
        self.shown.clear();
    }

    fn press(&mut self, keys: &str) {
        self.master.write_all(keys.as_bytes()).unwrap();
    }

    /// Closes the terminal; the status with which the program ends.
    fn close(self) -> Option<i32> {
        drop(self.master);
        wait(self.child)
    }

    /// The status with which the program ends by itself.
    fn end(mut self) -> Option<i32> {
        let mut rest = Vec::new();
        // At its end Linux answers with an error.
        let _ = self.master.read_to_end(&mut rest);
        wait(self.child)
    }
}

fn wait(mut child: Child) -> Option<i32> {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        if begun.elapsed() > Duration::from_secs(60) {
            child.kill().unwrap();
            panic!("the program goes on without its terminal");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// What was written, without colours and moves of the cursor.
fn plain(bytes: &[u8]) -> String {
    let mut text = String::new();
    let mut letters = String::from_utf8_lossy(bytes).into_owned().chars().collect::<Vec<_>>().into_iter();
    while let Some(letter) = letters.next() {
        if letter != '\u{1b}' {
            text.push(letter);
            continue;
        }
        if letters.next() == Some('[') {
            // A move of the cursor may stand for a space.
            let end = letters.find(char::is_ascii_alphabetic);
            if matches!(end, Some('C' | 'H')) {
                text.push(' ');
            }
        }
    }
    text
}

fn scratch(name: &str) -> PathBuf {
    let dir = std::env::temp_dir().join(format!("dedale-terminal-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    dir
}

#[test]
fn a_closed_terminal_ends_the_game_and_keeps_it() {
    let home = scratch("closed");
    for (args, keys, first) in [
        (&["fish", "play", "--players", "human,human", "--seed", "7"][..], "\r", "reserve or draw"),
        (
            &["race", "play", "--players", "2", "--seed", "7", "--size", "9", "--density", "1"],
            "\u{1b}[B\u{1b}[C\u{1b}[A",
            "to move",
        ),
        (
            &["magic", "play", "--seed", "5", "--seats", "1,2,3,4"],
            "y\u{1b}[A\u{1b}[B\u{1b}[C\u{1b}[Dp\u{1b}[A\u{1b}[B\u{1b}[C\u{1b}[D",
            "press a key",
        ),
    ] {
        let world = args[0];
        let file = home.join(format!("{world}.jsonl"));
        let mut terminal = Terminal::open(&[args, &["--save", file.to_str().unwrap()]].concat(), &home);
        terminal.until(first);
        terminal.press(keys);
        // Each move is on disk as it is made.
        let begun = Instant::now();
        while std::fs::read_to_string(&file).map_or(0, |text| text.lines().count()) < 2 {
            assert!(begun.elapsed() < Duration::from_secs(60), "{world} keeps nothing");
            std::thread::sleep(Duration::from_millis(20));
        }
        assert_eq!(terminal.close(), Some(130), "{world}");
        let kept = std::fs::read_to_string(&file).unwrap();
        assert!(kept.lines().count() > 2 && kept.lines().last().unwrap().contains("hash"), "{world}: {kept}");
        let again = shared::dedale(&[world, "replay", file.to_str().unwrap()]).output().unwrap();
        assert!(again.status.success(), "{world}: {}", shared::text(&again.stderr));
    }
    std::fs::remove_dir_all(&home).unwrap();
}

#[test]
fn a_game_goes_on_where_it_was_left() {
    let home = scratch("resume");
    let mut terminal = Terminal::open(&["fish", "play", "--players", "human,human", "--seed", "7"], &home);
    terminal.until("reserve or draw");
    terminal.press("\r");
    terminal.until("reserves");
    // Leaving asks first; another key stays.
    terminal.press("q");
    terminal.until("Leave?");
    terminal.press("n");
    terminal.press("?");
    terminal.until("Legend");
    terminal.press("x");
    terminal.press("q");
    terminal.until("Leave?");
    terminal.press("y");
    assert_eq!(terminal.end(), Some(0));
    let mut again = Terminal::open(&["fish", "play", "--resume"], &home);
    again.until("reserves 5,5");
    // Ctrl-C is an interruption.
    again.press("\u{3}");
    assert_eq!(again.end(), Some(130));
    std::fs::remove_dir_all(&home).unwrap();
}

#[test]
fn ctrl_c_keeps_the_best_maze_so_far() {
    let home = scratch("best-of");
    let file = home.join("best.maz");
    let args = ["maze", "generate", "dfs", "--size", "30x30", "--seed", "1", "--best-of", "4000000000"];
    let mut terminal = Terminal::open(&[&args[..], &["-o", file.to_str().unwrap()]].concat(), &home);
    // The bar may be drawn more than once before there is a maze to keep.
    terminal.until_it(|shown| {
        let mut counts = shown.split("/4000000000").filter_map(|before| before.split_whitespace().last()?.parse().ok());
        counts.any(|count: u64| count > 1)
    });
    let interrupted = Command::new("kill").args(["-INT", &terminal.child.id().to_string()]).status().unwrap();
    assert!(interrupted.success());
    assert_eq!(terminal.end(), Some(130));
    assert_eq!(std::fs::read_to_string(&file).unwrap().lines().count(), 61);
    std::fs::remove_dir_all(home).unwrap();
}

#[test]
fn a_slow_generator_says_how_far_it_is_unless_told_to_be_quiet() {
    let home = scratch("progress");
    let file = home.join("large.maz");
    for quiet in [false, true] {
        let args =
            ["maze", "generate", "random-walk", "--size", "1500x1500", "--seed", "1", "-o", file.to_str().unwrap()];
        let more: &[&str] = if quiet { &["--quiet"] } else { &[] };
        let mut terminal = Terminal::open(&[&args[..], more].concat(), &home);
        let mut shown = Vec::new();
        let _ = terminal.master.read_to_end(&mut shown);
        let shown = plain(&shown);
        assert_eq!(shown.contains("/2250000"), !quiet, "{shown}");
        assert_eq!(wait(terminal.child), Some(0), "{shown}");
    }
    std::fs::remove_dir_all(home).unwrap();
}
