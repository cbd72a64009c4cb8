//! The loop that owns the terminal.
//!
//! It also owns what every screen needs: the question before leaving, the
//! window with rules and legend, and the end of a game whose terminal is gone.

use crate::overlay::{Answered, Overlay};
use dedale_text::tr;
use ratatui::Frame;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::style::Color;
use ratatui::widgets::{Paragraph, Wrap};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What to do after a key or a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Go on.
    Stay,
    /// Give the terminal back, if the player means it.
    Ask,
    /// Give the terminal back.
    Leave,
}

/// Why a screen is no longer shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The screen was left.
    Left,
    /// Ctrl-C, or a signal that ends programs.
    Interrupted,
    /// The terminal is gone.
    Closed,
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

    /// Called after every key and every tick, to keep what has changed.
    fn keep(&mut self) {}

    /// The rules and the legend, shown when `?` is pressed; a screen without
    /// them gets that key itself.
    fn rules(&self) -> Option<String> {
        None
    }

    /// A window lies over the screen, or no longer: time may stand still.
    fn cover(&mut self, _covered: bool) {}

    /// The columns and rows below which nothing sensible can be shown.
    fn least(&self) -> (u16, u16) {
        (32, 10)
    }

    /// The longest time between two ticks.
    fn pace(&self) -> Duration {
        Duration::from_millis(100)
    }
}

/// Where a screen is shown.
#[derive(Clone, Debug)]
pub struct Stage {
    /// Whether colours are wanted.
    pub color: bool,
    /// Raised from outside when the screen must close.
    pub stop: Arc<AtomicBool>,
}

/// Shows a screen until it leaves. The terminal is restored even if the screen
/// panics.
pub fn run(screen: &mut dyn Screen, stage: &Stage) -> io::Result<Ending> {
    let mut terminal = ratatui::try_init()?;
    let result = drive(&mut terminal, screen, stage);
    screen.keep();
    if matches!(result, Ok(Ending::Closed)) || tty::closed() {
        // A terminal that is gone takes nothing any more, and ratatui would
        // complain about that on the very same terminal when it is dropped.
        std::mem::forget(terminal);
        return Ok(Ending::Closed);
    }
    ratatui::try_restore()?;
    result
}

fn drive(terminal: &mut ratatui::DefaultTerminal, screen: &mut dyn Screen, stage: &Stage) -> io::Result<Ending> {
    tty::watch();
    let start = Instant::now();
    let mut overlay = Overlay::default();
    loop {
        if stage.stop.load(Ordering::Relaxed) {
            return Ok(Ending::Interrupted);
        }
        terminal.draw(|frame| {
            paint(screen, frame, stage.color);
            overlay.draw(frame);
        })?;
        let next = Instant::now() + screen.pace();
        loop {
            if tty::closed() {
                return Ok(Ending::Closed);
            }
            if !event::poll(Duration::ZERO)? {
                // A signal ends the wait as well, and may have brought an event.
                if !tty::wait(next.saturating_duration_since(Instant::now())) && !event::poll(Duration::ZERO)? {
                    break;
                }
                continue;
            }
            match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => {
                    if key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL) {
                        return Ok(Ending::Interrupted);
                    }
                    if press(&mut overlay, screen, key) == Flow::Leave {
                        return Ok(Ending::Left);
                    }
                    screen.keep();
                    // Show the answer to a key at once.
                    terminal.draw(|frame| {
                        paint(screen, frame, stage.color);
                        overlay.draw(frame);
                    })?;
                }
                Event::Resize(..) => break,
                _ => {}
            }
        }
        let flow = screen.tick(start.elapsed());
        screen.keep();
        if flow == Flow::Leave {
            return Ok(Ending::Left);
        }
    }
}

/// A key for the window over the screen, if there is one, or for the screen.
pub(crate) fn press(overlay: &mut Overlay, screen: &mut dyn Screen, key: KeyEvent) -> Flow {
    if overlay.is_open() {
        let answered = overlay.key(key);
        screen.cover(overlay.is_open());
        return if answered == Answered::Leave { Flow::Leave } else { Flow::Stay };
    }
    if key.code == KeyCode::Char('?')
        && let Some(rules) = screen.rules()
    {
        *overlay = Overlay::rules(rules);
        screen.cover(true);
        return Flow::Stay;
    }
    match screen.key(key) {
        Flow::Ask => {
            *overlay = Overlay::leaving();
            screen.cover(true);
            Flow::Stay
        }
        flow => flow,
    }
}

/// The terminal's own state, beside what crossterm reads from it.
#[cfg(unix)]
mod tty {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use std::sync::Once;
    use std::time::Duration;

    /// Whether the terminal is gone. Asked before every read: crossterm takes
    /// the error of a closed terminal for a pause and reads for ever.
    pub fn closed() -> bool {
        flags(PollFlags::empty(), Some(Duration::ZERO)).intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL)
    }

    /// Waits for input; false if the time passed or a signal came.
    pub fn wait(time: Duration) -> bool {
        !flags(PollFlags::IN, Some(time)).is_empty()
    }

    fn flags(wanted: PollFlags, time: Option<Duration>) -> PollFlags {
        let stdin = std::io::stdin();
        let mut fds = [PollFd::new(&stdin, wanted)];
        let time = time.and_then(|time| Timespec::try_from(time).ok());
        match poll(&mut fds, time.as_ref()) {
            Ok(count) if count > 0 => fds[0].revents(),
            _ => PollFlags::empty(),
        }
    }

    /// Ends the program if the terminal goes away in the instant between
    /// [`closed`] and crossterm's read, which then never returns. What was
    /// played is kept by then: every move is.
    pub fn watch() {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            std::thread::spawn(|| {
                while flags(PollFlags::empty(), None).is_empty() {}
                std::thread::sleep(Duration::from_secs(3));
                std::process::exit(129);
            });
        });
    }
}

#[cfg(not(unix))]
mod tty {
    use std::time::Duration;

    pub fn closed() -> bool {
        false
    }

    pub fn wait(time: Duration) -> bool {
        ratatui::crossterm::event::poll(time).unwrap_or(false)
    }

    pub fn watch() {}
}

/// Draws a screen, or why it cannot be drawn; takes colours away where they
/// are not wanted.
fn paint(screen: &mut dyn Screen, frame: &mut Frame<'_>, color: bool) {
    let (area, (cols, rows)) = (frame.area(), screen.least());
    if area.width < cols || area.height < rows {
        let text = format!(
            "{} {}x{}, {} {cols}x{rows}",
            tr("too small: found", "trop petit : trouvé"),
            area.width,
            area.height,
            tr("expected at least", "attendu au moins"),
        );
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
    } else {
        screen.draw(frame);
    }
    if !color {
        for cell in &mut frame.buffer_mut().content {
            (cell.fg, cell.bg) = (Color::Reset, Color::Reset);
        }
    }
}

/// The screen as text on a terminal of this size, for tests and documents.
pub fn render(screen: &mut dyn Screen, cols: u16, rows: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(cols, rows)).expect("a terminal in memory cannot fail");
    terminal.draw(|frame| paint(screen, frame, true)).expect("a terminal in memory cannot fail");
    let buffer = terminal.backend().buffer();
    let mut text = String::new();
    for row in 0..rows {
        let line: String = (0..cols).map(|col| buffer[(col, row)].symbol()).collect();
        text += line.trim_end();
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::style::Style;

    struct Word;

    impl Screen for Word {
        fn draw(&mut self, frame: &mut Frame<'_>) {
            frame
                .render_widget(Paragraph::new("word").style(Style::new().fg(Color::Red).bg(Color::Blue)), frame.area());
        }

        fn key(&mut self, _: KeyEvent) -> Flow {
            Flow::Leave
        }
    }

    #[test]
    fn a_terminal_that_is_too_small_is_told_so() {
        assert!(render(&mut Word, 32, 10).starts_with("word"));
        let text = render(&mut Word, 16, 9);
        assert!(text.contains("16x9") && text.contains("32x10") && !text.contains("word"), "{text}");
        render(&mut Word, 1, 1);
    }

    #[test]
    fn colours_are_taken_away_on_request() {
        for color in [true, false] {
            let mut terminal = Terminal::new(TestBackend::new(40, 10)).expect("memory");
            terminal.draw(|frame| paint(&mut Word, frame, color)).expect("memory");
            let cell = &terminal.backend().buffer()[(0, 0)];
            assert_eq!((cell.symbol(), cell.fg == Color::Red, cell.bg == Color::Blue), ("w", color, color));
        }
    }
}
