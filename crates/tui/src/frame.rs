//! The loop that owns the terminal.

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
pub fn run(screen: &mut dyn Screen, stage: &Stage) -> io::Result<()> {
    let mut terminal = ratatui::try_init()?;
    let result = drive(&mut terminal, screen, stage);
    ratatui::try_restore()?;
    result
}

fn drive(terminal: &mut ratatui::DefaultTerminal, screen: &mut dyn Screen, stage: &Stage) -> io::Result<()> {
    let start = Instant::now();
    while !stage.stop.load(Ordering::Relaxed) {
        terminal.draw(|frame| paint(screen, frame, stage.color))?;
        let next = Instant::now() + screen.pace();
        while event::poll(next.saturating_duration_since(Instant::now()))? {
            match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => {
                    let interrupt = key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL);
                    if interrupt || screen.key(key) == Flow::Leave {
                        return Ok(());
                    }
                    // Show the answer to a key at once.
                    terminal.draw(|frame| paint(screen, frame, stage.color))?;
                }
                Event::Resize(..) => break,
                _ => {}
            }
        }
        if screen.tick(start.elapsed()) == Flow::Leave {
            return Ok(());
        }
    }
    Ok(())
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
