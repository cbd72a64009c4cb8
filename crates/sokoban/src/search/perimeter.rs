//! All positions around the start, for searches backwards to meet.
//!
//! Boxes pushed from the start, breadth first by macro moves: a search
//! backwards need not come to the start itself, where every box stands in its
//! place and often in the way, but only to some position a few moves from it.

use crate::control::Control;
use crate::expand::Knowledge;
use crate::fess::lifted::Lifted;
use crate::fess::macros::{BoxMacro, MacroGenerator};
use crate::fess::meeting::{Link, MeetingTable, ROOT, Side};
use crate::position::Zone;
use crate::zobrist::Zobrist;
use rustc_hash::FxHashSet;

/// Writes down so many positions around the start, or all there are.
pub(crate) fn surround(knowledge: &Knowledge, table: &MeetingTable, most: usize, control: &Control<'_>) {
    let board = &knowledge.board;
    let zobrist = Zobrist::new(board.squares);
    let (mut generator, mut lifted, mut zone) = (MacroGenerator::new(board), Lifted::default(), Zone::new(board));
    let mut macros: Vec<BoxMacro> = Vec::new();
    let mut solid = board.solid(&board.boxes);
    let player = zone.flood(board, &solid, board.player);
    let key = zobrist.boxes(&board.boxes) ^ zobrist.player(player);
    let mut seen = FxHashSet::from_iter([key]);
    let mut queue = vec![(board.boxes.clone(), player, key, Link { parent: ROOT, from: 0, to: 0, side: Side::Start })];
    let mut head = 0;
    while let Some((mut boxes, player, key, link)) = queue.get(head).cloned().filter(|_| control.keep_on()) {
        head += 1;
        table.keep(key, link);
        if seen.len() >= most {
            // The rest is written down and not gone on with.
            continue;
        }
        solid[..board.squares].fill(0);
        boxes.iter().for_each(|&square| solid[square as usize] = 1);
        zone.flood(board, &solid, player);
        for row in 0..boxes.len() {
            if !control.keep_on() {
                return;
            }
            let from = boxes[row];
            solid[from as usize] = 0;
            macros.clear();
            let avoid = knowledge.pairs.as_ref().map(|pairs| (pairs, &boxes[..]));
            generator.push(board, &solid, from, &zone, avoid, &mut macros);
            if !macros.is_empty() {
                lifted.lift(board, &solid);
            }
            solid[from as usize] = 1;
            for &BoxMacro { to, side, .. } in macros.iter().filter(|found| found.to != from) {
                let name = lifted.put_down(board, to, board.next[to as usize][side as usize]).name;
                let next = zobrist.boxes(&boxes) ^ zobrist.of(from) ^ zobrist.of(to) ^ zobrist.player(name);
                if seen.insert(next) {
                    boxes[row] = to;
                    queue.push((boxes.clone(), name, next, Link { parent: key, from, to, side: Side::Start }));
                    boxes[row] = from;
                }
            }
        }
    }
}
