//! The loop that owns the terminal.

use ratatui::Frame;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use std::io;
use std::time::{Duration, Instant};

/// What to do after a key or a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Go on.
    Stay,
    /// Give the terminal back.
    Leave,
}

/// What a world shows and how it answers.
pub trait Screen {
    /// Draws the whole picture; the frame sends only what changed.
    fn draw(&mut self, frame: &mut Frame<'_>);

    /// Answers a key. Ctrl-C leaves without asking.
    fn key(&mut self, key: KeyEvent) -> Flow;

    /// Called again and again with the time since the start, about every
    /// [`Screen::pace`].
    fn tick(&mut self, _now: Duration) -> Flow {
        Flow::Stay
    }

    /// The longest time between two ticks.
    fn pace(&self) -> Duration {
        Duration::from_millis(100)
    }
}

/// Shows a screen until it leaves. The terminal is restored even if the screen
/// panics.
pub fn run(screen: &mut dyn Screen) -> io::Result<()> {
    let mut terminal = ratatui::try_init()?;
    let result = drive(&mut terminal, screen);
    ratatui::try_restore()?;
    result
}

fn drive(terminal: &mut ratatui::DefaultTerminal, screen: &mut dyn Screen) -> io::Result<()> {
    let start = Instant::now();
    loop {
        terminal.draw(|frame| screen.draw(frame))?;
        let next = Instant::now() + screen.pace();
        while event::poll(next.saturating_duration_since(Instant::now()))? {
            match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => {
                    let interrupt = key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL);
                    if interrupt || screen.key(key) == Flow::Leave {
                        return Ok(());
                    }
                    // Show the answer to a key at once.
                    terminal.draw(|frame| screen.draw(frame))?;
                }
                Event::Resize(..) => break,
                _ => {}
            }
        }
        if screen.tick(start.elapsed()) == Flow::Leave {
            return Ok(());
        }
    }
}

/// The screen as text on a terminal of this size, for tests and documents.
pub fn render(screen: &mut dyn Screen, cols: u16, rows: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(cols, rows)).expect("a terminal in memory cannot fail");
    terminal.draw(|frame| screen.draw(frame)).expect("a terminal in memory cannot fail");
    let buffer = terminal.backend().buffer();
    let mut text = String::new();
    for row in 0..rows {
        let line: String = (0..cols).map(|col| buffer[(col, row)].symbol()).collect();
        text += line.trim_end();
        text.push('\n');
    }
    text
}
