//! Random actions against a slow model of the rules.
//!
//! The model reads only what a viewer is sent, as JSON, and walks cell by cell
//! over absolute coordinates: nothing of the game's own graphs, slides or
//! distances. Before every action it must agree on everything that everybody
//! may do; after it, on where the pawns are, on the sand, on theft and exits.
//!
//! `DEDALE_FUZZ=1000000 cargo test --release -p dedale-magic --test fuzz` makes
//! it long.

use dedale_grid::{Dir, Rng};
use dedale_magic::game::{Action, MagicMaze};
use dedale_play::{Game, Match, Seat, Viewer};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

type Point = (i32, i32);

const COLOURS: [&str; 4] = ["yellow", "purple", "green", "orange"];
const LETTERS: [&str; 4] = ["y", "p", "g", "o"];

struct Cell {
    tile: usize,
    square: usize,
    site: Option<(String, Option<String>)>,
}

struct Model {
    cells: BTreeMap<Point, Cell>,
    tiles: Vec<(Point, Value)>,
    view: Value,
    scenario: u64,
}

impl Model {
    fn new(view: Value) -> Self {
        let mut cells = BTreeMap::new();
        let mut tiles = Vec::new();
        for (number, pose) in view["market"].as_array().unwrap().iter().enumerate() {
            let corner = (pose[0][0].as_i64().unwrap() as i32, pose[0][1].as_i64().unwrap() as i32);
            for square in 0..16 {
                let site = pose[1]["sites"].as_array().unwrap().iter().find(|site| site[0] == square as u64);
                let site = site.map(|site| (site[1].as_str().unwrap().to_owned(), site[2].as_str().map(str::to_owned)));
                let point = (corner.0 + square as i32 / 4, corner.1 + square as i32 % 4);
                cells.insert(point, Cell { tile: number, square, site });
            }
            tiles.push((corner, pose[1].clone()));
        }
        let scenario = view["scenario"].as_u64().unwrap();
        Self { cells, tiles, view, scenario }
    }

    fn point(&self, number: u64) -> Point {
        let (corner, _) = self.tiles[number as usize / 16];
        (corner.0 + (number as i32 % 16) / 4, corner.1 + number as i32 % 4)
    }

    fn pawn(&self, pawn: usize) -> Option<Point> {
        self.view["pawns"][pawn].as_u64().map(|number| self.point(number))
    }

    fn stood(&self, pawn: usize) -> Option<Point> {
        self.view["stood"][pawn].as_u64().map(|number| self.point(number))
    }

    fn used(&self, at: Point) -> bool {
        self.view["used"].as_array().unwrap().iter().any(|number| self.point(number.as_u64().unwrap()) == at)
    }

    fn is(&self, at: Point, name: &str, colour: Option<usize>) -> bool {
        self.cells[&at].site.as_ref().is_some_and(|(site, of)| {
            site == name && colour.is_none_or(|colour| of.as_deref() == Some(COLOURS[colour]))
        })
    }

    /// One cell on, through openings and doors that meet.
    fn step(&self, from: Point, dir: Dir, pawn: usize) -> Option<Point> {
        let (down, right) = dir.delta();
        let to = (from.0 + down, from.1 + right);
        let (here, there) = (&self.cells[&from], self.cells.get(&to)?);
        if here.tile == there.tile {
            // Walls 0-11 lie under their cells, 12-23 between columns.
            let (first, wall) = (here.square.min(there.square), dir.is_horizontal());
            let wall = if wall { 12 + 4 * (first % 4) + first / 4 } else { first };
            let tile = &self.tiles[here.tile].1;
            let closed = tile["walls"].as_u64().unwrap() >> wall & 1 == 1;
            let small = tile["passages"].as_u64().unwrap() >> wall & 1 == 1;
            return (!closed || small && pawn == 3).then_some(to);
        }
        let doors = [2, 11, 13, 4];
        let door = |cell: &Cell, side: Dir| {
            cell.square == doors[side.index()] && cell.site.as_ref().is_some_and(|(name, _)| name == "door")
        };
        (door(here, dir) && door(there, dir.opposite())).then_some(to)
    }

    fn free(&self, at: Point, pawn: usize) -> bool {
        if (0..4).any(|other| self.pawn(other) == Some(at) || self.stood(other) == Some(at)) {
            return false;
        }
        let tile = self.cells[&at].tile;
        let crowd =
            |other: usize| self.pawn(other).or(self.stood(other)).is_some_and(|there| self.cells[&there].tile == tile);
        if self.scenario == 17 && tile != 0 && (0..4).any(|other| other != pawn && crowd(other)) {
            return false;
        }
        let awake = self.cells.keys().filter(|at| self.is(**at, "camera", None) && !self.used(**at)).count();
        !(self.is(at, "timer", None) && !self.used(at) && self.scenario >= 6 && awake >= 2)
    }

    fn role(&self, seat: usize) -> u64 {
        match self.view["cards"].as_array().unwrap().last() {
            Some(card) => card.as_u64().unwrap(),
            None => self.view["roles"][seat].as_u64().unwrap(),
        }
    }

    fn part(&self, at: Point) -> bool {
        let far = self.tiles[1].0;
        // The lot of the second tile is so many steps east of the first.
        2 * self.tiles[self.cells[&at].tile].0.1 > far.1
    }

    fn open_door(&self, at: Point) -> Option<usize> {
        let cell = &self.cells[&at];
        let (name, colour) = cell.site.as_ref()?;
        let side = [2, 11, 13, 4].iter().position(|square| *square == cell.square)?;
        let (down, right) = Dir::from_index(side).delta();
        let behind = (at.0 + down, at.1 + right);
        let colour = COLOURS.iter().position(|known| colour.as_deref() == Some(*known))?;
        (name == "door" && !self.cells.contains_key(&behind)).then_some(colour)
    }

    fn legal(&self, seat: usize) -> BTreeSet<String> {
        let mut all = BTreeSet::new();
        if matches!(self.view["phase"].as_str(), Some("won" | "lost")) {
            return all;
        }
        let seats = self.view["roles"].as_array().unwrap().len();
        let may_point = self.scenario != 15 && (self.scenario != 9 || self.role(seat) == 0);
        for to in (0..seats).filter(|to| may_point && *to != seat && self.view["pointed"] != *to as u64) {
            all.insert(format!("point {}", to + 1));
        }
        if self.view["discards"].as_u64().unwrap_or(0) > 0 {
            return all;
        }
        let role = self.role(seat);
        let searching = self.view["phase"] == "search";
        for (pawn, letter) in LETTERS.iter().enumerate() {
            let Some(from) = self.pawn(pawn) else { continue };
            for dir in Dir::ALL.into_iter().filter(|dir| role >> dir.index() & 1 == 1) {
                let (mut at, mut cells) = (from, 0);
                while let Some(next) = self.step(at, dir, pawn).filter(|next| self.free(*next, pawn)) {
                    (at, cells) = (next, cells + 1);
                    all.insert(format!("move {letter} {dir} {cells}"));
                }
            }
            let here = &self.cells[&from];
            if let Some(ends) = self.tiles[here.tile].1["escalator"].as_array().filter(|_| role & 32 != 0) {
                let ends = [ends[0].as_u64().unwrap() as usize, ends[1].as_u64().unwrap() as usize];
                if let Some(at) = ends.iter().position(|end| *end == here.square) {
                    let to = self.point((here.tile * 16 + ends[1 - at]) as u64);
                    if self.free(to, pawn) {
                        all.insert(format!("escalator {letter}"));
                    }
                }
            }
            let jumps = role & 64 != 0 && self.scenario != 16 && (searching || self.scenario == 13);
            for (to, _) in self.cells.iter().filter(|(at, _)| jumps && self.is(**at, "teleporter", Some(pawn))) {
                if self.scenario == 13 {
                    let others = (0..4).filter(|other| *other != pawn).map(|other| self.pawn(other));
                    let together = others.into_iter().all(|at| at.is_some_and(|at| self.part(at) == self.part(*to)));
                    if !self.is(from, "teleporter", Some(pawn)) || self.part(from) == self.part(*to) || together {
                        continue;
                    }
                }
                if self.free(*to, pawn) {
                    all.insert(format!("teleport {letter} {},{}", to.0, to.1));
                }
            }
            let cards = self.view["cards_left"].as_u64().unwrap();
            if role & 16 != 0 && cards > 0 && self.open_door(from) == Some(pawn) {
                all.insert(format!("explore {letter}"));
            }
        }
        let ball = self.pawn(1).is_some_and(|at| self.is(at, "crystal", None) && !self.used(at)) && self.scenario >= 5;
        if ball && role & 16 != 0 && self.view["cards_left"].as_u64().unwrap() > 0 {
            for at in self.cells.keys().filter(|at| self.open_door(**at).is_some()) {
                all.insert(format!("crystal {},{}", at.0, at.1));
            }
        }
        if !self.view["cards"].as_array().unwrap().is_empty() {
            all.insert("next".into());
        }
        all
    }

    /// What must hold after an action, seen from before it.
    fn after(&self, action: &Action, next: &Self, now: u64) {
        let pawn = match action {
            Action::Move(pawn, ..) | Action::Escalator(pawn) | Action::Teleport(pawn, _) => pawn.index(),
            Action::Explore(_) | Action::Crystal(_) => {
                assert_eq!(next.tiles.len(), self.tiles.len() + 1);
                return assert_eq!(next.view["pawns"], self.view["pawns"]);
            }
            Action::Discard(_) => return assert_eq!(next.tiles.len() + 1, self.tiles.len()),
            _ => return assert_eq!(next.view["pawns"], self.view["pawns"]),
        };
        let from = self.pawn(pawn).unwrap();
        let to = match action {
            Action::Move(_, dir, cells) => (0..*cells).fold(from, |at, _| self.step(at, *dir, pawn).unwrap()),
            Action::Teleport(_, to) => (to.row, to.col),
            _ => {
                let tile = self.cells[&from].tile;
                let ends = &self.tiles[tile].1["escalator"];
                let other = if ends[0] == self.cells[&from].square as u64 { &ends[1] } else { &ends[0] };
                self.point(tile as u64 * 16 + other.as_u64().unwrap())
            }
        };
        let mut places: Vec<Option<Point>> = (0..4).map(|pawn| self.pawn(pawn)).collect();
        places[pawn] = Some(to);
        // The sand.
        if self.is(to, "timer", None) && !self.used(to) {
            assert!(next.used(to));
            if let Some(deadline) = self.view["deadline"].as_u64() {
                let glass = self.view["glass"].as_u64().unwrap();
                assert_eq!(next.view["deadline"].as_u64().unwrap(), now + glass - (deadline - now));
            }
        } else {
            assert_eq!(next.view["deadline"], self.view["deadline"]);
        }
        // The theft and the exits.
        let home = |pawn: usize| {
            let own = |at: Point| self.is(at, "objective", Some(pawn));
            let any = |at: Point| self.is(at, "objective", None);
            places[pawn].is_some_and(|at| if self.scenario == 10 { any(at) && !own(at) } else { own(at) })
        };
        let mut phase = self.view["phase"].as_str().unwrap();
        if phase == "search" && (0..4).all(home) {
            phase = "escape";
        }
        let out = match self.scenario {
            1 => self.is(to, "exit", Some(1)),
            10 => self.is(to, "exit", None) && !self.is(to, "exit", Some(pawn)),
            _ => self.is(to, "exit", Some(pawn)),
        };
        if phase == "escape" && out {
            places[pawn] = None;
            if places.iter().all(Option::is_none) {
                phase = "won";
            }
        }
        if next.view["phase"] != "lost" {
            assert_eq!(next.view["phase"], phase);
        }
        assert_eq!((0..4).map(|pawn| next.pawn(pawn)).collect::<Vec<_>>(), places);
    }
}

#[test]
fn random_play_agrees_with_the_model() {
    let wanted: u64 = std::env::var("DEDALE_FUZZ").ok().and_then(|text| text.parse().ok()).unwrap_or(1200);
    let (mut done, mut seed) = (0, 0u64);
    while done < wanted {
        let scenario = seed % 18;
        let players = if scenario == 9 { 3 + seed % 7 } else { 1 + seed % 8 };
        let config = format!("scenario={scenario},players={players},time=600");
        let mut game = Match::<MagicMaze>::new(config.parse().unwrap(), seed).unwrap();
        let mut rng = Rng::stream(0x3A61C, seed);
        let mut now = 0;
        let seen = |game: &Match<MagicMaze>| Model::new(serde_json::to_value(game.view(Viewer::Spectator)).unwrap());
        let mut model = seen(&game);
        for _ in 0..250 {
            if game.outcome().is_some() || done >= wanted {
                break;
            }
            for number in 0..MagicMaze::seats(game.state()) {
                let legal: BTreeSet<String> = game.legal(Seat::new(number)).iter().map(ToString::to_string).collect();
                let legal: BTreeSet<String> = legal.into_iter().filter(|text| !text.starts_with("discard")).collect();
                assert_eq!(legal, model.legal(number), "{config} seed {seed}, player {}", number + 1);
            }
            let seat = Seat::new(rng.index(MagicMaze::seats(game.state())));
            let legal = game.legal(seat);
            // Tiles and discards come first often enough to get somewhere.
            let busy =
                |action: &&Action| matches!(action, Action::Explore(_) | Action::Crystal(_) | Action::Discard(_));
            let Some(action) = legal.iter().find(busy).filter(|_| rng.chance(0.7)).or_else(|| rng.choose(&legal))
            else {
                continue;
            };
            now += rng.below(1500);
            game.advance(now);
            if game.outcome().is_some() {
                break;
            }
            game.act(seat, action, now).unwrap();
            let next = seen(&game);
            model.after(action, &next, now);
            model = next;
            done += 1;
        }
        seed += 1;
    }
    println!("{done} actions in {seed} games of Magic Maze, all scenarios");
}
