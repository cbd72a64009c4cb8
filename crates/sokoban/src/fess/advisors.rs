//! Advisors: each names at most one move of a position, which then costs
//! nothing, while every other move costs one.
//!
//! Some look at features alone: pack the next step of the plan, join regions,
//! free passages, bring back stray boxes. Three look at the floor:
//!
//! * *clear the way*: when nothing can be packed, the box nearest to the square
//!   to be filled next steps away from it;
//! * *out of plan*: a box leaves the zone that the plan will shut;
//! * *explorer*: a push that was not possible before becomes possible.
//!
//! All cost one look at each move; the distances they need are computed once a
//! square and kept.

use super::features::{Aside, FeatureExtractor, Features, Order};
use super::floor::Floor;
use super::macros::BoxMacro;
use crate::board::Board;
use std::cmp::Reverse;

/// Advisors that help on some levels and mislead on others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Advisors {
    /// Clear boxes out of each other's way.
    pub hotspots: bool,
    /// Clear the way to the square that the plan fills next.
    pub way: bool,
    /// Bring boxes out of zones that the plan shuts; such boxes are then stray
    /// too.
    pub out_of_plan: bool,
    /// Make pushes possible that were not.
    pub new_pushes: bool,
    /// Give the player more room.
    pub explorer: bool,
    /// Give the player more pushes to choose from.
    pub opener: bool,
    /// The last two speak only when nobody else does.
    pub reserved: bool,
}

/// A move and what it leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub features: Features,
    pub aside: Aside,
    pub step: BoxMacro,
}

/// The position advisors are asked about.
pub(super) struct Situation<'a> {
    pub board: &'a Board,
    pub extractor: &'a FeatureExtractor,
    pub floor: &'a mut Floor,
    pub features: Features,
    pub aside: Aside,
    pub order: Order,
    pub advisors: Advisors,
}

/// The moves the advisors name, at most one each.
pub(super) fn advise(situation: Situation<'_>, moves: &[Candidate]) -> Vec<usize> {
    let Situation { board, extractor, floor, features: now, aside: here, order, advisors } = situation;
    let tie = |aside: &Aside| if advisors.hotspots { aside.rank() } else { 0 };
    let ask = |named: &mut Vec<usize>, wish: &dyn Fn(&Features, &Aside) -> Option<u16>| {
        let best = moves.iter().enumerate().filter_map(|(index, candidate)| {
            let Candidate { features, aside, step } = candidate;
            let value = wish(features, aside)?;
            Some((value, features.rank(order), tie(aside), step.pushes, index))
        });
        named.extend(best.min().map(|(.., index)| index));
    };
    let mut named = Vec::new();
    // Packing: the next step of the plan.
    ask(&mut named, &|f, _| (f.packed > now.packed).then_some(511 - f.packed.min(511)));
    let packs = !named.is_empty();
    // Connectivity, passages, stray boxes, hotspots: fewer, nothing unpacked.
    let keeps = |f: &Features| f.packed >= now.packed;
    ask(&mut named, &|f, _| (keeps(f) && f.regions < now.regions).then_some(f.regions));
    ask(&mut named, &|f, _| (keeps(f) && f.blocked < now.blocked).then_some(f.blocked));
    ask(&mut named, &|f, _| (keeps(f) && f.stray < now.stray).then_some(f.stray));
    if advisors.hotspots {
        ask(&mut named, &|f, a| (keeps(f) && a.hot < here.hot).then_some(a.hot));
    }
    // Nearer to the picture, if one is headed for.
    if here.gap > 0 {
        ask(&mut named, &|f, a| {
            (f.regions <= now.regions && f.stray <= now.stray && a.gap < here.gap).then_some(a.gap)
        });
    }
    let harmless = |f: &Features| keeps(f) && f.regions <= now.regions && f.blocked <= now.blocked;
    if advisors.way && !packs {
        let walks = extractor.next_square().map(|square| floor.walks(board, square));
        let steps = walks.into_iter().flat_map(|walks| {
            moves.iter().enumerate().filter(|(_, one)| harmless(&one.features)).filter_map(move |(index, one)| {
                let (stood, stands) = (walks[one.step.from as usize], walks[one.step.to as usize]);
                (stands >= stood).then_some((stood, Reverse(stands), one.step.pushes, index))
            })
        });
        named.extend(steps.min().map(|(.., index)| index));
    }
    if advisors.out_of_plan && now.stray > 0 {
        let steps = moves.iter().enumerate().filter_map(|(index, one)| {
            let stood = extractor.away(one.step.from);
            let stands = extractor.away(one.step.to);
            let fits = harmless(&one.features) && one.features.stray <= now.stray && stands > stood;
            (fits && floor.pushable(board, one.step.to, one.step.from)).then_some((
                stood,
                Reverse(stands),
                one.step.pushes,
                index,
            ))
        });
        named.extend(steps.min().map(|(.., index)| index));
    }
    if advisors.new_pushes {
        let steps = moves.iter().enumerate().filter(|(_, one)| {
            keeps(&one.features) && one.aside.fresh > 0 && floor.pushable(board, one.step.to, one.step.from)
        });
        let ranked = steps.map(|(index, one)| (one.features.rank(order), tie(&one.aside), one.step.pushes, index));
        named.extend(ranked.min().map(|(.., index)| index));
    }
    let silent = !advisors.reserved || named.is_empty();
    if advisors.explorer && silent {
        ask(&mut named, &|f, a| (keeps(f) && a.reach > here.reach).then_some(u16::MAX - a.reach));
    }
    if advisors.opener && silent {
        ask(&mut named, &|f, a| (keeps(f) && a.pushes > here.pushes).then_some(u16::MAX - a.pushes));
    }
    named
}
