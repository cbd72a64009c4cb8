//! The windows that lie over any screen: the question before leaving, and the
//! rules with the legend.

use dedale_text::tr;
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::{Constraint, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Block, Borders, Clear, Paragraph};

use crate::words;

/// A window over the screen, or none.
#[derive(Default)]
pub(crate) enum Overlay {
    /// None.
    #[default]
    Nothing,
    /// Whether to leave.
    Leaving,
    /// A long text and its first line shown.
    Rules { text: String, first: usize },
}

/// What a key in a window meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answered {
    /// The screen goes on.
    Stay,
    /// The screen is to be left.
    Leave,
}

impl Overlay {
    /// The question before leaving.
    pub(crate) fn leaving() -> Self {
        Self::Leaving
    }

    /// A window with rules.
    pub(crate) fn rules(text: String) -> Self {
        Self::Rules { text, first: 0 }
    }

    /// Whether there is a window.
    pub(crate) fn is_open(&self) -> bool {
        !matches!(self, Self::Nothing)
    }

    /// A key while the window is open.
    pub(crate) fn key(&mut self, key: KeyEvent) -> Answered {
        match self {
            Self::Nothing => {}
            Self::Leaving => {
                let yes = matches!(key.code, KeyCode::Char('y' | 'Y' | 'o' | 'O' | 'q' | 'Q') | KeyCode::Enter);
                *self = Self::Nothing;
                if yes {
                    return Answered::Leave;
                }
            }
            Self::Rules { first, .. } => match key.code {
                KeyCode::Up => *first = first.saturating_sub(1),
                KeyCode::Down => *first += 1,
                KeyCode::PageUp => *first = first.saturating_sub(10),
                KeyCode::PageDown | KeyCode::Char(' ') => *first += 10,
                _ => *self = Self::Nothing,
            },
        }
        Answered::Stay
    }

    /// Draws the window.
    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        match self {
            Self::Nothing => {}
            Self::Leaving => {
                let text = tr("Leave? What was played is kept. y/n", "Quitter ? Ce qui a été joué est gardé. o/n");
                let lines = words::sentence(text, area.width.saturating_sub(4).min(44));
                window(frame, "", &lines);
            }
            Self::Rules { text, first } => {
                let width = area.width.saturating_sub(4).min(76);
                let lines: Vec<Line<'_>> = text.lines().flat_map(|line| words::sentence(line, width)).collect();
                let height = usize::from(area.height.saturating_sub(2)).max(1);
                *first = (*first).min(lines.len().saturating_sub(height));
                let shown = &lines[*first..lines.len().min(*first + height)];
                let title = if lines.len() > height {
                    tr("rules · ↑ ↓ · any key closes", "règles · ↑ ↓ · une touche ferme")
                } else {
                    tr("rules · any key closes", "règles · une touche ferme")
                };
                window(frame, title, shown);
            }
        }
    }
}

/// Lines in a box in the middle of the screen.
fn window(frame: &mut Frame<'_>, title: &str, lines: &[Line<'_>]) {
    let widest = lines.iter().map(Line::width).max().unwrap_or(0).max(title.chars().count()) as u16;
    let area: Rect = frame.area().centered(Constraint::Length(widest + 4), Constraint::Length(lines.len() as u16 + 2));
    frame.render_widget(Clear, area);
    let block = Block::new().borders(Borders::ALL).title(title.to_owned());
    let padded: Vec<Line<'_>> = lines.iter().map(|line| Line::raw(format!(" {line}"))).collect();
    frame.render_widget(Paragraph::new(padded).block(block), area);
}
