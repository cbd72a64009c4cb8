//! The board in letters, and what the keys do.

use super::{Mode, Sokoban};
use dedale_draw::term::Canvas;
use dedale_draw::{Role, Theme, role};
use dedale_grid::Cell;
use dedale_sokoban::{Analysis, Ground, picture};
use dedale_text::tr;

impl Sokoban {
    pub(super) fn canvas(&self) -> Canvas {
        let level = self.start_level();
        let size = level.size();
        let (boxes, player) = (self.boxes(), self.player());
        let inside = level.inside();
        let mut frozen = if self.show_frozen { self.frozen() } else { Vec::new() };
        frozen.extend(self.lost.iter().flat_map(|lost| &lost.boxes).filter_map(|&at| size.cell(at)));
        let mut canvas = Canvas::new(size.rows(), size.cols() * 2);
        for cell in size.cells() {
            let at = size.point(cell);
            let target = level.ground(cell) == Ground::Target;
            let (text, ink): (&str, &Role) = if level.ground(cell) == Ground::Wall {
                ("██", &role::WALL)
            } else if let Some(index) = boxes.iter().position(|&other| other == cell) {
                let picked = matches!(self.mode, Mode::Pick(number) if number == index);
                let text = match (frozen.contains(&cell), picked) {
                    (true, _) => "XX",
                    (_, true) => "<>",
                    _ => "[]",
                };
                (text, if target { &picture::BOX_HOME } else { &picture::BOX })
            } else if cell == player {
                (if target { "(+" } else { "()" }, &role::PLAYERS[0])
            } else if matches!(&self.mode, Mode::Place(_, cells, _) if cells.contains(&cell)) {
                let chosen = matches!(&self.mode, Mode::Place(_, cells, chosen) if cells[*chosen] == cell);
                (if chosen { "<>" } else { "··" }, &role::PATH)
            } else if target {
                ("::", &role::GOAL)
            } else if self.show_dead && inside[cell.index()] && self.dead.contains(&cell) {
                ("xx", &role::CURRENT)
            } else {
                ("  ", &role::FLOOR)
            };
            canvas.write(at.row as usize, at.col as usize * 2, text, Some(ink.color(Theme::Dark)));
        }
        canvas
    }

    /// What the keys do now.
    pub(super) fn keys(&self) -> &'static str {
        match self.mode {
            Mode::Walk => tr(
                "arrows move · u undo · r redo · R restart · b box · h hint · c solvable · v show · w replay · \
                 d dead squares · f frozen boxes · s save · l load · n next · p previous · ? rules · q quit",
                "flèches bouger · u annuler · r refaire · R recommencer · b caisse · h indice · c soluble · v montrer · \
                 w revoir · d cases mortes · f caisses gelées · s garder · l reprendre · n suivant · p précédent · \
                 ? règles · q quitter",
            ),
            Mode::Pick(_) => tr(
                "Tab: another box · Enter: take it · Esc: no",
                "Tab : autre caisse · Entrée : la prendre · Échap : non",
            ),
            Mode::Place(..) => {
                tr("arrows: where to · Enter: go · Esc: no", "flèches : où · Entrée : aller · Échap : non")
            }
        }
    }

    pub(super) fn frozen(&self) -> Vec<Cell> {
        let analysis = self.present().and_then(|level| Analysis::new(&level).ok());
        let inside = self.start_level().inside();
        let movable = analysis.as_ref().map(|analysis| analysis.frozen.clone()).unwrap_or_default();
        // Boxes that walls hold on their targets are no boxes to the analysis.
        let walled = |cell: &Cell| {
            inside[cell.index()] && analysis.as_ref().is_some_and(|analysis| !analysis.floor.contains(cell))
        };
        self.boxes().into_iter().filter(|cell| movable.contains(cell) || walled(cell)).collect()
    }
}
