//! A position joins the tree: what it is like, which moves it has, what the
//! advisors say to them.

use super::{Fess, Node};
use crate::control::Control;
use crate::fess::advisors::{Candidate, Situation, advise};
use crate::fess::cells::{CellQueue, Todo};
use crate::fess::features::Features;
use crate::fess::macros::BoxMacro;
use crate::fess::meeting::{Link, ROOT, Side};
use crate::fess::thin::thin;
use crate::search::Status;
use crate::tally::Count;
use std::sync::Arc;

/// Positions looked at when a corral is searched; fewer where a corral that is
/// not PI has more boxes and squares than this product allows, since there may
/// be many of them.
const CORRAL_LIMIT: usize = 400;
const CORRAL_WORK: usize = 1_000_000;

impl Fess {
    fn cell(&mut self, features: Features) -> u32 {
        let cells = &mut self.cells;
        *self.cell_of.entry(features).or_insert_with(|| {
            cells.push(CellQueue::new(features));
            cells.len() as u32 - 1
        })
    }

    /// Adds the present position to the tree and lists its moves.
    pub(super) fn add(&mut self, parent: u32, carry: BoxMacro, weight: u32, control: &Control<'_>) -> Option<Status> {
        let knowledge = Arc::clone(&self.knowledge);
        let board = &knowledge.board;
        let id = self.nodes.len() as u32;
        let mut extractor = self.extractor.take().expect("the plan was made at the start");
        let player = self.position.player;
        let (regions, mut aside) = extractor.regions(board, &self.position.solid, player, None);
        let hotspots = self.options.advisors.hotspots.then(|| knowledge.hotspots(&|| control.keep_on()));
        aside.hot = hotspots.map_or(0, |hotspots| hotspots.count(&self.position.boxes));
        let features = extractor.extract(board, &self.position.solid, &self.position.boxes, (regions, player));
        let order = self.options.order;
        // For a picture the cells are regions and boxes on it.
        let place = match self.picture {
            Some(_) => Features { blocked: 0, stray: 0, ..features },
            None if self.options.coarse => Features { blocked: 0, ..features },
            None => features,
        };
        // A step back stays with the parent's cell.
        let cell = match self.nodes.get(parent as usize) {
            Some(parent) if place.rank(order) > self.cells[parent.cell as usize].features.rank(order) => parent.cell,
            _ => self.cell(place),
        };
        let line = match self.nodes.get(parent as usize) {
            Some(parent) if self.options.fair => {
                if parent.line == 0 {
                    id
                } else {
                    parent.line
                }
            }
            _ => 0,
        };
        let base = self.zobrist.boxes(&self.position.boxes);
        let here = base ^ self.zobrist.player(player);
        if let Some(table) = &self.table {
            let parent = self.nodes.get(parent as usize).map_or(ROOT, |parent| parent.key);
            table.keep(here, Link { parent, from: carry.from, to: carry.to, side: Side::Start });
        }
        let held = self.learned.len() as u32;
        self.nodes.push(Node { parent, key: here, carry, cell, line, dead: false, held, tried: 0 });
        self.boxes.extend_from_slice(&self.position.boxes);
        self.counter.count(Count::Expansion);
        // All moves.
        self.zone.flood(board, &self.position.solid, player);
        let mut macros = std::mem::take(&mut self.macros);
        macros.clear();
        let boxes = self.position.boxes.clone();
        let corral = self.corral.take();
        for &from in &boxes {
            if corral.as_ref().is_some_and(|corral| !corral.boxes.contains(&from)) {
                continue;
            }
            if !control.keep_on() {
                break;
            }
            self.position.solid[from as usize] = 0;
            let avoid = knowledge.pairs.as_ref().map(|pairs| (pairs, &boxes[..]));
            self.generator.push(board, &self.position.solid, from, &self.zone, avoid, &mut macros);
            self.position.solid[from as usize] = 1;
        }
        thin(board, &mut macros);
        aside.gap = extractor.match_picture(&boxes);
        if self.picture.is_some() && self.closest.is_none_or(|(gap, other, _)| (aside.gap, regions) < (gap, other)) {
            self.closest = Some((aside.gap, regions, id));
        }
        // What each would lead to; the advisors pick theirs.
        let mut options: Vec<Candidate> = Vec::with_capacity(macros.len());
        let (mut solved, mut met) = (None, None);
        let mut lifted = None;
        for (number, &carry) in macros.iter().enumerate() {
            // On a large board all of them take longer than anyone should wait.
            if number % 64 == 63 && !control.keep_on() {
                break;
            }
            self.position.solid[carry.from as usize] = 0;
            if lifted != Some(carry.from) {
                lifted = Some(carry.from);
                self.lifted.lift(board, &self.position.solid);
                extractor.lift(board, &self.position.solid);
            }
            self.position.solid[carry.to as usize] = 1;
            let row = boxes.iter().position(|&square| square == carry.from).expect("a box stands there");
            self.position.boxes[row] = carry.to;
            let side = board.next[carry.to as usize][carry.side as usize];
            let counter = &self.counter;
            let dead = counter.count_if(self.learned.kills(&self.position.solid, carry.to, side), Count::Learned)
                || counter.count_if(self.freeze.kills(board, &mut self.position.solid, carry.to), Count::Freeze)
                || counter.count_if(self.patterns.kills(&self.position.solid, carry.to, side, 3), Count::Pattern)
                || (self.serving.loses(carry.from, carry.to)
                    && counter.count_if(!self.serving.complete(board, &self.position.boxes), Count::Matching));
            if !dead {
                let (solid, boxes) = (&self.position.solid, &self.position.boxes);
                let region = self.lifted.put_down(board, carry.to, side);
                let mut seen = self.lifted.look(board, solid, boxes, (&region, carry.to), &self.zone);
                let regions = region.count;
                let key =
                    base ^ self.zobrist.of(carry.from) ^ self.zobrist.of(carry.to) ^ self.zobrist.player(seen.player);
                if !self.seen.contains(&key) {
                    if board.solved(&self.position.boxes) {
                        solved = Some(carry);
                    }
                    let link = Link { parent: here, from: carry.from, to: carry.to, side: Side::Start };
                    let other = self.table.as_ref().and_then(|table| table.meet(key, link));
                    met = met.or(other.map(|other| (key, [link, other])));
                    seen.hot = hotspots.map_or(0, |hotspots| hotspots.count(&self.position.boxes));
                    seen.gap = extractor.gap_after(row, carry.to);
                    let moved = (row, carry.from);
                    let (solid, boxes) = (&self.position.solid, &self.position.boxes);
                    let features = extractor.extract_after(board, solid, boxes, (regions, seen.player), moved);
                    options.push(Candidate { features, aside: seen, step: carry });
                }
            }
            self.position.boxes[row] = carry.from;
            self.position.solid[carry.to as usize] = 0;
            self.position.solid[carry.from as usize] = 1;
        }
        self.macros = macros;
        if let Some(carry) = solved {
            return Some(Status::Solved(self.trace(id, carry)));
        }
        if let Some((key, links)) = met {
            let pushes = self.table.as_ref().and_then(|table| table.solution(board, key, links));
            if let Some(pushes) = pushes {
                return Some(Status::Solved(pushes));
            }
        }
        let advisors = self.options.advisors;
        let floor = &mut self.floor;
        let situation = Situation { board, extractor: &extractor, floor, features, aside, order, advisors };
        let advised = if self.techniques.advisors { advise(situation, &options) } else { Vec::new() };
        self.extractor = Some(extractor);
        let ties = self.options.advisors.hotspots || self.picture.is_some();
        let ranks = options.iter().map(|Candidate { features, aside, step }| {
            let tie = if ties { aside.rank() << 12 } else { 0 };
            features.rank(order) << 30 | tie | u64::from(step.pushes.min(4095))
        });
        let ranks: Vec<u64> = ranks.collect();
        let todo = |weight: u32, rank: u64, step: &BoxMacro| {
            let BoxMacro { from, to, side, pushes } = *step;
            Todo { weight, rank, node: id, from, to, side, pushes }
        };
        let mut thrift = self.thrift.take();
        if let Some(thrift) = &mut thrift {
            thrift.join(board, &boxes, parent, carry.pushes);
        }
        let queue = &mut self.cells[cell as usize];
        for (index, Candidate { step: carry, .. }) in options.iter().enumerate() {
            let unadvised = u32::from(!advised.contains(&index));
            let more = thrift.as_mut().map_or(Some(unadvised), |thrift| thrift.weigh(board, &boxes, carry, unadvised));
            let Some(more) = more else { continue };
            queue.push(line, todo(weight + more, ranks[index], carry));
        }
        self.thrift = thrift;
        None
    }

    /// Whether the present position is dead, by the dearer tests; its corral is
    /// kept for the moves.
    pub(super) fn dead(&mut self) -> bool {
        let knowledge = Arc::clone(&self.knowledge);
        let board = &knowledge.board;
        self.corral = None;
        if self.walled.dead(board, &self.position.solid, &self.position.boxes) {
            self.counter.count(Count::Walled);
            return true;
        }
        if !self.techniques.corrals {
            return false;
        }
        self.zone.flood(board, &self.position.solid, self.position.player);
        let pairs = knowledge.pairs.as_ref();
        let player = self.position.player;
        let count = self.position.boxes.len();
        for corral in self.corrals.all(board, &self.position.solid, count, &self.zone) {
            let limit = (CORRAL_WORK / (board.squares * corral.boxes.len())).clamp(1, CORRAL_LIMIT);
            if self.corrals.dead(board, &corral, player, pairs, &mut self.serving, limit) {
                self.counter.count(Count::Corral);
                return true;
            }
        }
        let Some(corral) = self.corrals.find(board, &self.position.solid, count, &self.zone) else {
            return false;
        };
        let dead = corral.pushes.is_empty()
            || self.corrals.dead(board, &corral, player, pairs, &mut self.serving, CORRAL_LIMIT);
        // What heads for a picture must not lose the ways that others take.
        self.corral = self.picture.is_none().then_some(corral);
        self.counter.count_if(dead, Count::Corral)
    }
}
