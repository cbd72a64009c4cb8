//! Random actions against a slow model of the rules: plain text boards, a
//! plain search for every distance.
//!
//! `DEDALE_FUZZ=1000000 cargo test --release -p dedale-race --test fuzz` makes
//! it long.

use dedale_grid::Rng;
use dedale_play::{Game, Match, Seat, Viewer};
use dedale_race::Race;
use serde_json::Value;
use std::collections::{BTreeSet, VecDeque};

type Point = (usize, usize);

const WAYS: [(&str, i32, i32); 4] = [("up", -1, 0), ("right", 0, 1), ("down", 1, 0), ("left", 0, -1)];

#[derive(Clone, Debug, PartialEq)]
enum Doing {
    Between(BTreeSet<usize>),
    Play,
    Vote(bool, BTreeSet<usize>),
    Over,
}

struct Model {
    rows: Vec<Vec<u8>>,
    target: Point,
    at: Vec<Point>,
    moves: Vec<u64>,
    waits: Vec<u64>,
    handicap: Vec<u64>,
    order: Vec<usize>,
    turn: usize,
    refused: bool,
    doing: Doing,
    round: u64,
    rounds: u64,
    scores: Vec<u64>,
    block: bool,
}

fn point(value: &Value) -> Point {
    (value[0].as_u64().unwrap() as usize, value[1].as_u64().unwrap() as usize)
}

fn numbers(value: &Value) -> Vec<u64> {
    value.as_array().unwrap().iter().map(|number| number.as_u64().unwrap()).collect()
}

fn look(game: &Match<Race>) -> Value {
    serde_json::to_value(game.view(Viewer::Spectator)).unwrap()
}

impl Model {
    fn new(view: &Value) -> Self {
        let config = &view["config"];
        let players = config["players"].as_u64().unwrap() as usize;
        let mut model = Self {
            rows: Vec::new(),
            target: (0, 0),
            at: Vec::new(),
            moves: Vec::new(),
            waits: Vec::new(),
            handicap: numbers(&config["handicap"])[..players].to_vec(),
            order: Vec::new(),
            turn: 0,
            refused: false,
            doing: Doing::Play,
            round: 0,
            rounds: config["rounds"].as_u64().unwrap(),
            scores: vec![0; players],
            block: config["block"].as_bool().unwrap(),
        };
        model.begin(view);
        model
    }

    /// The board and the order of a round are drawn; the rest follows.
    fn begin(&mut self, view: &Value) {
        let course = &view["course"];
        self.rows =
            course["rows"].as_array().unwrap().iter().map(|row| row.as_str().unwrap().bytes().collect()).collect();
        self.target = point(&course["target"]);
        self.at = course["starts"].as_array().unwrap().iter().map(point).collect();
        self.order = numbers(&course["order"]).into_iter().map(|seat| seat as usize).collect();
        (self.moves, self.waits) = (vec![0; self.at.len()], self.handicap.clone());
        (self.turn, self.refused, self.doing) = (0, false, Doing::Play);
        self.round += 1;
        for seat in 0..self.at.len() {
            assert!(self.left(seat) < u64::MAX, "every player can reach the target");
        }
        self.sit_out();
    }

    fn sit_out(&mut self) {
        self.refused = false;
        while self.waits[self.order[self.turn]] > 0 {
            self.waits[self.order[self.turn]] -= 1;
            self.turn = (self.turn + 1) % self.order.len();
        }
    }

    fn left(&self, seat: usize) -> u64 {
        let mut seen = BTreeSet::from([self.at[seat]]);
        let mut queue = VecDeque::from([(self.at[seat], 0)]);
        while let Some((at, steps)) = queue.pop_front() {
            if at == self.target {
                return steps;
            }
            for (_, down, right) in WAYS {
                let to = ((at.0 as i32 + down) as usize, (at.1 as i32 + right) as usize);
                if self.rows[to.0][to.1] != b'*' && seen.insert(to) {
                    queue.push_back((to, steps + 1));
                }
            }
        }
        u64::MAX
    }

    fn to(&self, seat: usize, way: &str) -> Option<Point> {
        let (_, down, right) = WAYS.into_iter().find(|(name, ..)| *name == way)?;
        let at = self.at[seat];
        let to = ((at.0 as i32 + down) as usize, (at.1 as i32 + right) as usize);
        let taken = self.block && (0..self.at.len()).any(|other| other != seat && self.at[other] == to);
        (self.rows[to.0][to.1] != b'*' && !taken).then_some(to)
    }

    fn legal(&self, seat: usize) -> BTreeSet<String> {
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        match &self.doing {
            Doing::Play if self.order[self.turn] == seat => {
                let steps = WAYS.iter().map(|(name, ..)| *name).filter(|way| self.to(seat, way).is_some());
                let mut all: BTreeSet<String> = steps.map(str::to_owned).collect();
                if all.is_empty() {
                    all.insert("pass".into());
                }
                if !self.refused {
                    all.extend(["finish".to_owned(), "reveal".to_owned()]);
                }
                all
            }
            Doing::Vote(_, agreed) if !agreed.contains(&seat) => words(&["agree", "refuse"]),
            Doing::Between(ready) if !ready.contains(&seat) => words(&["ready"]),
            _ => BTreeSet::new(),
        }
    }

    fn act(&mut self, seat: usize, action: &str, after: &Value) {
        let players = self.at.len();
        match (self.doing.clone(), action) {
            (Doing::Play, "finish" | "reveal") => self.vote(action == "finish", BTreeSet::from([seat])),
            (Doing::Vote(finish, mut agreed), "agree") => {
                agreed.insert(seat);
                self.vote(finish, agreed);
            }
            (Doing::Vote(..), _) => (self.doing, self.refused) = (Doing::Play, true),
            (Doing::Between(mut ready), _) => {
                ready.insert(seat);
                if ready.len() == players { self.begin(after) } else { self.doing = Doing::Between(ready) }
            }
            (Doing::Play, way) => {
                if way != "pass" {
                    self.at[seat] = self.to(seat, way).unwrap();
                    self.moves[seat] += 1;
                    if self.at[seat] == self.target {
                        return self.end(&BTreeSet::from([seat]));
                    }
                }
                self.turn = (self.turn + 1) % players;
                self.sit_out();
            }
            (Doing::Over, _) => unreachable!(),
        }
    }

    fn vote(&mut self, finish: bool, agreed: BTreeSet<usize>) {
        let players = self.at.len();
        if agreed.len() < players {
            self.doing = Doing::Vote(finish, agreed);
            return;
        }
        let total = |seat: usize| self.moves[seat] + self.left(seat) + self.handicap[seat];
        let least = (0..players).map(total).min().unwrap();
        let winners = (0..players).filter(|seat| finish && total(*seat) == least).collect();
        self.end(&winners);
    }

    fn end(&mut self, winners: &BTreeSet<usize>) {
        winners.iter().for_each(|seat| self.scores[*seat] += 1);
        self.doing = if self.round == self.rounds { Doing::Over } else { Doing::Between(BTreeSet::new()) };
    }

    fn agree(&self, game: &Match<Race>) {
        let view = look(game);
        let course = &view["course"];
        assert_eq!(view["round"], self.round);
        assert_eq!(numbers(&view["scores"]), self.scores);
        let at: Vec<Point> = course["positions"].as_array().unwrap().iter().map(point).collect();
        assert_eq!((at, numbers(&course["moves"])), (self.at.clone(), self.moves.clone()));
        let name = match self.doing {
            Doing::Between(_) => "between",
            Doing::Play => "play",
            Doing::Vote(..) => "vote",
            Doing::Over => "over",
        };
        assert_eq!(view["phase"]["name"], name);
        for seat in 0..self.at.len() {
            let legal: BTreeSet<String> = game.legal(Seat::new(seat)).iter().map(ToString::to_string).collect();
            assert_eq!(legal, self.legal(seat), "player {}", seat + 1);
        }
    }
}

const CONFIGS: [&str; 6] = [
    "size=7,density=0.7,players=2,rounds=3",
    "size=9,density=0.6,players=4,rounds=2,block",
    "size=6,density=0.9,players=3,rounds=2,handicap=0/2/1",
    "size=11,density=0.3,players=4,rounds=2",
    "size=5,density=1,players=4,rounds=2,block",
    "size=8,density=0.65,players=1,rounds=2",
];

#[test]
fn random_play_agrees_with_the_model() {
    let wanted: u64 = std::env::var("DEDALE_FUZZ").ok().and_then(|text| text.parse().ok()).unwrap_or(3000);
    let (mut done, mut seed) = (0, 0);
    while done < wanted {
        let config = CONFIGS[seed as usize % CONFIGS.len()];
        let mut rng = Rng::stream(0x2ACE, seed);
        let mut game = Match::<Race>::new(config.parse().unwrap(), seed).unwrap();
        let mut model = Model::new(&look(&game));
        model.agree(&game);
        for _ in 0..400 {
            if game.outcome().is_some() || done >= wanted {
                break;
            }
            // What the model does not allow is refused without a trace.
            let words = ["up", "right", "down", "left", "pass", "finish", "reveal", "agree", "refuse", "ready"];
            let (other, word) = (rng.index(model.at.len()), words[rng.index(words.len())]);
            if !model.legal(other).contains(word) {
                let before = game.digest();
                assert!(game.act(Seat::new(other), &word.parse().unwrap(), 0).is_err(), "{word}");
                assert_eq!(game.digest(), before);
            }
            let active: Vec<Seat> = Race::active(game.state()).iter().collect();
            let seat = *rng.choose(&active).unwrap();
            let legal: Vec<String> = model.legal(seat.index()).into_iter().collect();
            // To propose an end in every other turn would leave no race.
            let steps: Vec<&String> =
                legal.iter().filter(|word| !matches!(word.as_str(), "finish" | "reveal")).collect();
            let word = if steps.is_empty() || rng.chance(0.05) {
                rng.choose(&legal).unwrap()
            } else {
                rng.choose(&steps).unwrap()
            };
            let word = word.clone();
            game.act(seat, &word.parse().unwrap(), 0).unwrap();
            model.act(seat.index(), &word, &look(&game));
            model.agree(&game);
            done += 1;
        }
        seed += 1;
    }
    println!("{done} actions in {seed} races, {} settings", CONFIGS.len());
}
