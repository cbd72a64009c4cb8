//! Random actions of Sokoban against a slow model: a board of letters.
//!
//! `DEDALE_FUZZ=1000000 cargo test --release -p dedale-tui --test sokoban_fuzz`
//! makes it long.

use dedale_grid::Rng;
use dedale_play::{Game, Match, Seat};
use dedale_sokoban::game::{Action, Sokoban};
use dedale_sokoban::{Level, shipped};
use std::collections::BTreeSet;

const WAYS: [(&str, i32, i32); 4] = [("up", -1, 0), ("right", 0, 1), ("down", 1, 0), ("left", 0, -1)];

/// Letters as in level files, one cell each.
#[derive(Clone, PartialEq, Debug)]
struct Model {
    rows: Vec<Vec<char>>,
    at: (usize, usize),
    moves: u64,
    pushes: u64,
}

impl Model {
    fn new(level: &Level) -> Self {
        let rows: Vec<Vec<char>> = level.to_string().lines().map(|row| row.chars().collect()).collect();
        let find = |rows: &[Vec<char>]| {
            (0..rows.len()).find_map(|row| Some((row, rows[row].iter().position(|letter| "@+".contains(*letter))?)))
        };
        let at = find(&rows).expect("a level has a player");
        Self { rows, at, moves: 0, pushes: 0 }
    }

    fn letter(&self, at: (i32, i32)) -> char {
        let row = usize::try_from(at.0).ok().and_then(|row| self.rows.get(row));
        row.and_then(|row| row.get(usize::try_from(at.1).ok()?)).copied().unwrap_or('#')
    }

    fn put(&mut self, at: (i32, i32), what: char) {
        let goal = ".+*".contains(self.letter(at));
        let letter = match (what, goal) {
            ('@', true) => '+',
            ('$', true) => '*',
            (' ', true) => '.',
            (letter, _) => letter,
        };
        self.rows[at.0 as usize][at.1 as usize] = letter;
    }

    /// A step or a push, if it is possible.
    fn go(&self, way: &str) -> Option<Self> {
        let (_, down, right) = WAYS.into_iter().find(|(name, ..)| *name == way)?;
        let here = (self.at.0 as i32, self.at.1 as i32);
        let (to, beyond) = ((here.0 + down, here.1 + right), (here.0 + 2 * down, here.1 + 2 * right));
        let mut next = self.clone();
        match self.letter(to) {
            ' ' | '.' | '-' | '_' => {}
            '$' | '*' if " .-_".contains(self.letter(beyond)) => {
                next.put(beyond, '$');
                next.pushes += 1;
            }
            _ => return None,
        }
        next.put(to, '@');
        next.put(here, ' ');
        next.at = (to.0 as usize, to.1 as usize);
        next.moves += 1;
        Some(next)
    }

    fn solved(&self) -> bool {
        !self.rows.iter().flatten().any(|letter| *letter == '$')
    }
}

#[test]
fn random_play_agrees_with_the_model() {
    let wanted: u64 = std::env::var("DEDALE_FUZZ").ok().and_then(|text| text.parse().ok()).unwrap_or(4000);
    let (mut done, mut seed) = (0, 0u64);
    let levels = shipped();
    while done < wanted {
        let number = seed as usize % levels.len();
        let mut rng = Rng::stream(0x50C0, seed);
        let mut game = Match::<Sokoban>::new(format!("level={}", number + 1).parse().unwrap(), seed).unwrap();
        let mut model = Model::new(&levels[number].level);
        for _ in 0..300 {
            if game.outcome().is_some() || done >= wanted {
                break;
            }
            let seat = Seat::new(0);
            let steps: BTreeSet<String> = game
                .legal(seat)
                .iter()
                .filter(|action| matches!(action, Action::Go(_)))
                .map(ToString::to_string)
                .collect();
            let expected: BTreeSet<String> =
                WAYS.iter().filter(|(way, ..)| model.go(way).is_some()).map(|(way, ..)| (*way).to_owned()).collect();
            assert_eq!(steps, expected, "level {}", number + 1);
            let way = WAYS[rng.index(4)].0;
            let (before, action) = (game.digest(), way.parse::<Action>().unwrap());
            match (game.act(seat, &action, 0), model.go(way)) {
                (Ok(_), Some(next)) => model = next,
                (Err(_), None) => {
                    assert_eq!(game.digest(), before, "the refused `{way}` left a trace");
                    done += 1;
                    continue;
                }
                (real, _) => panic!("level {}: {way} was {real:?}", number + 1),
            }
            let (moves, pushes) = game.state().counts();
            assert_eq!((u64::from(moves), u64::from(pushes)), (model.moves, model.pushes));
            let size = levels[number].level.size();
            let at = size.point(game.state().player());
            assert_eq!((at.row as usize, at.col as usize), model.at);
            for cell in game.state().boxes() {
                let at = size.point(cell);
                assert!("$*".contains(model.letter((at.row, at.col))), "level {}", number + 1);
            }
            assert_eq!(game.outcome().is_some(), model.solved());
            // And back: what was done is undone.
            if rng.chance(0.1) {
                let mut taken_back = game.clone();
                assert!(taken_back.undo());
                assert_eq!(taken_back.digest(), before);
            }
            done += 1;
        }
        seed += 1;
    }
    println!("{done} actions in {seed} games of Sokoban, {} levels", levels.len());
    assert_eq!(Sokoban::NAME, "sokoban");
}
