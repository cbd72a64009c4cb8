//! Choosing a box and where it goes.

use super::{Mode, Sokoban, direction};
use dedale_grid::{Cell, Dir};
use dedale_sokoban::{Step, Travel};
use dedale_text::tr;
use ratatui::crossterm::event::KeyCode;

impl Sokoban {
    pub(super) fn pick(&mut self, key: KeyCode) {
        let boxes = self.boxes();
        match (self.mode.clone(), key) {
            (_, KeyCode::Esc) => self.mode = Mode::Walk,
            (Mode::Pick(index), KeyCode::Tab | KeyCode::Right | KeyCode::Down) => {
                self.mode = Mode::Pick((index + 1) % boxes.len());
            }
            (Mode::Pick(index), KeyCode::BackTab | KeyCode::Left | KeyCode::Up) => {
                self.mode = Mode::Pick((index + boxes.len() - 1) % boxes.len());
            }
            (Mode::Pick(index), KeyCode::Enter | KeyCode::Char(' ')) => {
                let travel = self.present().and_then(|level| Travel::new(&level, boxes[index]));
                let cells = travel.map(|travel| travel.cells()).unwrap_or_default();
                if cells.is_empty() {
                    self.message = tr("this box cannot move", "cette caisse ne peut pas bouger").to_owned();
                } else {
                    self.mode = Mode::Place(boxes[index], cells, 0);
                }
            }
            (Mode::Place(from, cells, chosen), KeyCode::Enter | KeyCode::Char(' ')) => {
                let to = cells[chosen];
                let moves = self.present().and_then(|level| Travel::new(&level, from)?.moves(to));
                self.mode = Mode::Walk;
                for Step { dir, .. } in moves.map(|moves| moves.0).unwrap_or_default() {
                    self.walk(dir);
                }
            }
            (Mode::Place(from, cells, chosen), key) => {
                let next = (chosen + 1) % cells.len();
                let chosen = match key {
                    KeyCode::Tab => next,
                    KeyCode::BackTab => (chosen + cells.len() - 1) % cells.len(),
                    _ => direction(key).map_or(chosen, |dir| self.nearest(&cells, chosen, dir)),
                };
                self.mode = Mode::Place(from, cells, chosen);
            }
            _ => {}
        }
    }

    /// The choice nearest in a direction.
    fn nearest(&self, cells: &[Cell], chosen: usize, dir: Dir) -> usize {
        let size = self.start_level().size();
        let here = size.point(cells[chosen]);
        let (down, right) = dir.delta();
        let ahead = |index: &usize| {
            let at = size.point(cells[*index]);
            (at.row - here.row) * down + (at.col - here.col) * right > 0
        };
        let far = |index: &usize| {
            let at = size.point(cells[*index]);
            let along = (at.row - here.row) * down + (at.col - here.col) * right;
            let aside = ((at.row - here.row) * right).abs() + ((at.col - here.col) * down).abs();
            along + 3 * aside
        };
        (0..cells.len()).filter(ahead).min_by_key(far).unwrap_or(chosen)
    }
}
