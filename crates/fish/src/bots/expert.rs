//! Tree search over determinised piles.
//!
//! Nothing is hidden but the order of the pile and the bids being made. So each
//! iteration shuffles the pile (where few orders are left, it takes them in
//! turn, which makes the end of a game exact in its draws), walks down a tree
//! shared by all shuffles, adds a node and plays the rest out by rules of
//! thumb (information-set Monte-Carlo tree search, Cowling, Powley &
//! Whitehouse 2012). A node is what everybody has seen: what was done and what
//! was drawn, so that a draw is a chance node. Whoever acts takes what is best
//! for them (max^n), by UCB1 over the share of a win (Auer, Cesa-Bianchi &
//! Fischer 2002); reservations are widened best first, by how much nearer a
//! missing shop would get.
//!
//! Auctions inside the tree are settled by rules of thumb; the one at hand is
//! solved as a game, as the strong bot does, but each outcome is worth what a
//! small tree search finds after it, so rivals bid what the shop is worth to
//! them.
//!
//! The budget counts games played out, so decisions replay exactly.

use super::auction;
use super::greedy::nearest;
use super::playout::{Policy, play_out, settle};
use super::strong::{Search, utility};
use crate::game::event::Silence;
use crate::{Action, Phase, Piece, Spot, Spots, State, View};
use dedale_grid::Rng;
use dedale_play::{Budget, Seat};
use rustc_hash::FxHashMap;

/// The games of a decision unless told otherwise: about a quarter of a second.
pub const EXPERT_NODES: u64 = 5000;
/// How many reservations are ever looked at, at the root and below.
const WIDTH: usize = 14;
const WIDTH_BELOW: usize = 6;
/// How curious the search is.
const CURIOSITY: f64 = 0.45;
/// Below so many pieces all orders of the pile are taken in turn.
const FEW: usize = 5;

/// Plays by tree search.
pub fn expert(view: &View, seat: Seat, legal: &[Action], rng: &mut Rng, budget: Budget) -> Option<Action> {
    let state = view.state();
    if legal.len() <= 1 {
        return legal.first().copied();
    }
    let frame = *state.ground().frame();
    match state.phase() {
        Phase::Over => None,
        Phase::Auction(good) => {
            let mut search = Search::new(state, seat, rng.bits());
            Some(Action::Bid(auction::bid(&mut search, good, budget.nodes, rng)))
        }
        Phase::Turn | Phase::Build(..) => {
            let mut tree = Tree::new(state, rng.bits());
            for iteration in 0..budget.nodes.max(2) {
                tree.iterate(state, iteration);
            }
            Some(match tree.best(seat)? {
                Step::Draw => Action::Draw,
                Step::Reserve(spot) => Action::Reserve(frame.point(spot)),
                Step::Build(spot) => Action::Build(frame.point(spot)),
            })
        }
    }
}

/// What a player does in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Step {
    Draw,
    Reserve(Spot),
    Build(Spot),
}

/// What everybody saw next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Seen {
    step: Step,
    /// What was drawn, for a draw.
    piece: Option<Piece>,
    /// Who does what next, and what everybody has left: the end of an auction.
    phase: Phase,
    turn: Seat,
    coins: [u8; 5],
}

#[derive(Default)]
struct Node {
    /// What can be done here, best first by rule of thumb.
    steps: Vec<Step>,
    visits: Vec<u32>,
    /// The sum of what each step was worth to whoever acts here.
    worths: Vec<f64>,
    total: u32,
    children: FxHashMap<Seen, usize>,
}

struct Tree {
    nodes: Vec<Node>,
    seed: u64,
    scratch: State,
    orders: Vec<Vec<Piece>>,
}

impl Tree {
    fn new(state: &State, seed: u64) -> Self {
        let orders = if state.pile.len() <= FEW { orders(&state.pile) } else { Vec::new() };
        let root = Node::of(state, WIDTH);
        Self { nodes: vec![root], seed, scratch: state.clone(), orders }
    }

    /// One world from the root to the end of the game.
    fn iterate(&mut self, state: &State, iteration: u64) {
        let mut rng = Rng::stream(self.seed, iteration);
        let mut world = std::mem::replace(&mut self.scratch, state.clone());
        world.clone_from(state);
        match self.orders.len() as u64 {
            0 => world.shuffle(&mut rng),
            count => world.pile.clone_from(&self.orders[(iteration % count) as usize]),
        }
        let mut path: Vec<(usize, usize, Seat)> = Vec::new();
        let mut at = 0;
        while let Some(seat) = acting(&world) {
            let node = &mut self.nodes[at];
            let Some(choice) = node.choose() else { break };
            let step = node.steps[choice];
            path.push((at, choice, seat));
            let before = world.pile.len();
            let next = world.pile.last().copied();
            step.apply(&mut world, seat);
            let piece = if world.pile.len() < before { next } else { None };
            while let Phase::Auction(_) = world.phase {
                settle(&mut world, &mut rng);
            }
            let coins = world.players.map(|player| player.coins);
            let seen = Seen { step, piece, phase: world.phase, turn: world.turn, coins };
            if let Some(child) = self.nodes[at].children.get(&seen) {
                at = *child;
                continue;
            }
            let child = self.nodes.len();
            self.nodes.push(Node::of(&world, WIDTH_BELOW));
            self.nodes[at].children.insert(seen, child);
            break;
        }
        play_out(&mut world, Policy::Greedy, &mut rng);
        let seats = world.seats();
        let mut scores = [0; 5];
        for (number, score) in scores.iter_mut().enumerate().take(seats) {
            *score = world.score(Seat::new(number));
        }
        for (node, choice, seat) in path {
            let worth = utility(&scores[..seats], seat.index());
            let node = &mut self.nodes[node];
            node.total += 1;
            node.visits[choice] += 1;
            node.worths[choice] += worth;
        }
        self.scratch = world;
    }

    /// What was tried most at the root.
    fn best(&self, _: Seat) -> Option<Step> {
        let root = &self.nodes[0];
        let most = (0..root.steps.len()).max_by(|a, b| {
            let worth = |at: usize| root.worths[at] / f64::from(root.visits[at].max(1));
            root.visits[*a].cmp(&root.visits[*b]).then(worth(*a).total_cmp(&worth(*b))).then(b.cmp(a))
        })?;
        Some(root.steps[most])
    }
}

impl Node {
    fn of(state: &State, width: usize) -> Self {
        let steps = steps(state, width);
        let count = steps.len();
        Self { steps, visits: vec![0; count], worths: vec![0.0; count], ..Self::default() }
    }

    /// UCB1, one new step at a time as visits grow.
    fn choose(&self) -> Option<usize> {
        if self.steps.is_empty() {
            return None;
        }
        let open = (2.0 + 1.5 * f64::from(self.total).sqrt()) as usize;
        let open = open.min(self.steps.len());
        if let Some(fresh) = (0..open).find(|at| self.visits[*at] == 0) {
            return Some(fresh);
        }
        let log = f64::from(self.total.max(1)).ln();
        let worth = |at: &usize| {
            let visits = f64::from(self.visits[*at]);
            self.worths[*at] / visits + CURIOSITY * (log / visits).sqrt()
        };
        (0..open).max_by(|a, b| worth(a).total_cmp(&worth(b)).then(b.cmp(a)))
    }
}

impl Step {
    fn apply(self, state: &mut State, seat: Seat) {
        match self {
            Self::Draw => state.draw(&mut Silence),
            Self::Reserve(spot) => state.reserve(seat, spot, &mut Silence),
            Self::Build(spot) => state.build(spot, &mut Silence),
        }
    }
}

/// Who decides now; nobody at the end.
fn acting(state: &State) -> Option<Seat> {
    match state.phase {
        Phase::Turn => Some(state.turn),
        Phase::Build(seat, _) => Some(seat),
        Phase::Auction(_) | Phase::Over => None,
    }
}

/// What can be done, best first by rule of thumb.
fn steps(state: &State, width: usize) -> Vec<Step> {
    match state.phase {
        Phase::Build(seat, piece) => {
            let mut spots: Vec<(u32, Spot)> = Spots(state.player(seat).reserved)
                .map(|spot| {
                    let walk = |good| nearest(state, good, spot.bit()).0;
                    let worth = match piece {
                        Piece::Shop(good) => walk(good),
                        // A tree goes where shops would be far.
                        Piece::Tree => {
                            let lacked = state.goods().filter(|good| state.player(seat).lacks(*good));
                            99 - lacked.map(walk).min().unwrap_or(99).min(99)
                        }
                    };
                    (worth, spot)
                })
                .collect();
            spots.sort();
            spots.into_iter().map(|(_, spot)| Step::Build(spot)).collect()
        }
        Phase::Turn => {
            let seat = state.turn;
            let mine = state.player(seat).reserved;
            let lacked: Vec<_> = state
                .goods()
                .filter(|good| state.player(seat).lacks(*good))
                .map(|good| (good, nearest(state, good, mine).0))
                .collect();
            let reservable = state.reservable(seat);
            // How much nearer each cell would bring the missing shops.
            let mut gains: FxHashMap<Spot, u32> = FxHashMap::default();
            for (good, before) in &lacked {
                let mut left = reservable;
                while left != 0 {
                    let (distance, spots) = nearest(state, *good, left);
                    if spots == 0 || distance >= *before {
                        break;
                    }
                    for spot in Spots(spots) {
                        *gains.entry(spot).or_default() += before - distance;
                    }
                    left &= !spots;
                }
            }
            let mut spots: Vec<(u32, Spot)> =
                Spots(reservable).map(|spot| (gains.get(&spot).copied().unwrap_or(0), spot)).collect();
            spots.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
            let mut steps: Vec<Step> = if state.may_draw(seat) { vec![Step::Draw] } else { Vec::new() };
            steps.extend(spots.into_iter().take(width).map(|(_, spot)| Step::Reserve(spot)));
            steps
        }
        Phase::Auction(_) | Phase::Over => Vec::new(),
    }
}

/// All different orders of a short pile.
fn orders(pile: &[Piece]) -> Vec<Vec<Piece>> {
    fn go(left: &mut Vec<Piece>, order: &mut Vec<Piece>, all: &mut Vec<Vec<Piece>>) {
        if left.is_empty() {
            all.push(order.clone());
            return;
        }
        for at in 0..left.len() {
            if left[..at].contains(&left[at]) {
                continue;
            }
            let piece = left.remove(at);
            order.push(piece);
            go(left, order, all);
            order.pop();
            left.insert(at, piece);
        }
    }
    let mut all = Vec::new();
    go(&mut pile.to_vec(), &mut Vec::new(), &mut all);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Good;

    /// Whole games, every choice legal, by every rule book.
    #[test]
    fn it_plays_to_the_end() {
        use crate::Fish;
        use dedale_play::{Game, Match, Viewer};
        for config in ["players=3", "rules=classic,players=2", "players=4,discs=2,trees=30"] {
            let mut game = Match::<Fish>::new(config.parse().unwrap(), 1).unwrap();
            let mut rng = Rng::new(1);
            while let Some(seat) = Fish::active(game.state()).iter().next() {
                let legal = game.legal(seat);
                let view = game.view(Viewer::Seat(seat));
                let action = expert(&view, seat, &legal, &mut rng, Budget { nodes: 60 }).unwrap();
                game.act(seat, &action, 0).unwrap();
            }
            assert!(game.outcome().is_some());
        }
    }

    #[test]
    fn short_piles_are_taken_in_every_order() {
        let (tree, shop) = (Piece::Tree, Piece::Shop(Good::ALL[0]));
        assert_eq!(orders(&[tree, tree, shop]).len(), 3);
        assert_eq!(orders(&[tree, shop, Piece::Shop(Good::ALL[1]), tree]).len(), 12);
        assert_eq!(orders(&[]).len(), 1);
    }
}
