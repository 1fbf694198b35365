//! Relevance zones: the points that a success depends on.
//!
//! A zone of a position is a set of points of the region such that the winner also succeeds, with the same side to
//! move, if the other side has any additional stones on empty points outside of the zone (compare Shih et al., "A novel
//! approach to solving goal-achieving problems for board games", 2022).
//!
//! The winner's moves of the proof are in the zone, and so is one liberty of every chain that could be captured.
//! Additional stones then neither capture, nor are other chains captured, nor does a ko change.
//!
//! - The achiever wins: if a pass loses, all moves outside of the zone of the position after the pass lose, too, unless
//!   they capture.
//! - The defender of [`Task::Capture`](crate::search::Task::Capture) wins: it answers moves outside of the zone by a
//!   pass. Only moves inside must be refuted.

use tianyuan_go::{Color, Point, PointMap, PointSet};

use crate::frame::{Child, Frame, LocalMove};
use crate::life::Ground;
use crate::value::{REPEATS, Value, removes};

/// A set of points of the region, one bit each.
pub(crate) type Zone = u64;

/// The zone of a result that depends on all points, or of unknown dependence.
pub(crate) const EVERYWHERE: Zone = Zone::MAX;

/// The numbering of the points of a region.
#[derive(Debug)]
pub(crate) struct Zones<const W: usize> {
    bits: PointMap<Zone, W>,
    /// The region and the points next to it, which contain a stone of every chain with a liberty in the region.
    vicinity: PointSet<W>,
    /// `false` if the region has too many points, or suicide could remove additional stones.
    is_used: bool,
}

/// A position in which a side succeeds.
pub(crate) struct Success<'a, const W: usize> {
    pub(crate) frame: &'a Frame<W>,
    pub(crate) ground: &'a Ground<W>,
    /// The side that succeeds.
    pub(crate) winner: Color,
    /// `true` if this is the achiever.
    pub(crate) is_achiever: bool,
    pub(crate) flags: u8,
}

impl<const W: usize> Success<'_, W> {
    fn is_won(&self, value: &Value) -> bool {
        if self.is_achiever { value.pn == 0 } else { value.dn == 0 }
    }
}

impl<const W: usize> Zones<W> {
    pub(crate) fn new(ground: &Ground<W>, allows_suicide: bool) -> Self {
        let mut bits = PointMap::new(0);
        for (number, point) in ground.region.iter().enumerate().take(63) {
            bits[point] = 1 << number;
        }
        let vicinity = ground.region | ground.region.neighbours(ground.stride, &ground.full);
        let is_used = ground.region.len() <= 63 && !allows_suicide;
        Zones { bits, vicinity, is_used }
    }

    /// Makes all zones unknown.
    #[cfg(test)]
    pub(crate) fn disable(&mut self) {
        self.is_used = false;
    }

    /// Returns the zone of points, which are in the region.
    pub(crate) fn of(&self, points: &PointSet<W>) -> Zone {
        points.iter().fold(0, |zone, point| zone | self.bits[point])
    }

    /// Returns `true` if a point is in a zone.
    pub(crate) fn contains(&self, zone: Zone, point: Point) -> bool {
        zone & self.bits[point] != 0
    }

    /// Returns the zone of a position from the zones of its moves. Returns [`EVERYWHERE`] if the moves that the winner
    /// has refuted do not suffice.
    pub(crate) fn of_success(&self, success: &Success<'_, W>) -> Zone {
        let Success { frame, winner, .. } = success;
        if !self.is_used || success.flags & REPEATS != 0 {
            return EVERYWHERE;
        }
        let won = frame.children.iter().filter(|child| success.is_won(&child.value));
        if frame.to_play == *winner {
            let zones = won.map(|child| child.value.zone | self.of_move(child));
            let least = zones.min_by_key(|zone| zone.count_ones()).unwrap_or(EVERYWHERE);
            return self.with_liberties(success, least, 0);
        }
        let refuted = won.fold(0, |zone, child| zone | self.of_move(child));
        let mut zone = if success.is_achiever {
            let pass = frame.children.iter().find(|child| child.mv == LocalMove::Pass);
            pass.map_or(EVERYWHERE, |pass| pass.value.zone)
        } else if frame.forbidden_point().is_none() {
            0
        } else {
            // An additional stone and a pass would allow the ko.
            EVERYWHERE
        };
        while zone != EVERYWHERE {
            let before = zone;
            zone = self.with_liberties(success, zone, refuted);
            for child in &frame.children {
                if child.mv == LocalMove::Threat || zone & self.of_move(child) != 0 {
                    zone |=
                        if success.is_won(&child.value) { child.value.zone } else { EVERYWHERE };
                }
            }
            zone |= self.of_suicides(success, zone);
            if zone == before {
                break;
            }
        }
        zone
    }

    /// Returns the zone of a position in which the event has happened: all conditions for later moves, but no move.
    pub(crate) fn of_event(&self, success: &Success<'_, W>) -> Zone {
        if self.is_used { self.with_liberties(success, 0, 0) } else { EVERYWHERE }
    }

    /// Returns the zone after a move that does not save a target in atari: its last liberty, and everything that
    /// additional stones would need to capture the surrounding chains.
    pub(crate) fn of_capture(&self, success: &Success<'_, W>, last: Point) -> Zone {
        if !self.is_used {
            return EVERYWHERE;
        }
        let mut zone = self.bits[last];
        self.each_weak_chain(success, |color, liberties| {
            if color == success.winner {
                zone |= self.of(liberties);
            }
        });
        zone
    }

    /// Returns the value of a move if it loses like the pass, whose value is given.
    pub(crate) fn like_pass(&self, mover: Color, child: &Child, pass: &Value) -> Option<Value> {
        let LocalMove::Play(point) = child.mv else { return None };
        let is_outside = pass.zone != EVERYWHERE && !self.contains(pass.zone, point);
        // A move without flags captures nothing.
        if !is_outside || child.flags != 0 || child.is_last || pass.dependency != Value::INDEPENDENT
        {
            return None;
        }
        Some(Value { flags: pass.flags | removes(mover), ..*pass })
    }

    /// Adds a liberty of each chain that has no liberty outside of the region, if possible a preferred one.
    fn with_liberties(&self, success: &Success<'_, W>, zone: Zone, preferred: Zone) -> Zone {
        let mut zone = zone;
        self.each_weak_chain(success, |_, liberties| {
            let all = self.of(liberties);
            if all & zone == 0 {
                let best = if all & preferred != 0 { all & preferred } else { all };
                zone |= best & best.wrapping_neg();
            }
        });
        zone
    }

    /// Calls a function with the colour and the liberties of each chain that has no liberty outside of the region.
    fn each_weak_chain(
        &self,
        success: &Success<'_, W>,
        mut visit: impl FnMut(Color, &PointSet<W>),
    ) {
        let (board, stones) = (&success.frame.board, &success.frame.stones);
        for color in Color::BOTH {
            let mut rest = stones[color.index()] & self.vicinity;
            while let Some(stone) = rest.first() {
                rest = rest - board.chain_stones(stone).collect();
                let liberties = board.liberties(stone);
                if liberties.is_subset(&success.ground.region) {
                    visit(color, liberties);
                }
            }
        }
    }

    /// Returns the liberties that keep moves of the other side in a zone illegal: of each chain next to a point of
    /// suicide one that is not this point. The chains of the other side there have no liberty for additional stones.
    fn of_suicides(&self, success: &Success<'_, W>, zone: Zone) -> Zone {
        let Success { frame, ground, winner, .. } = success;
        let (board, mut added) = (&frame.board, 0);
        let empty = ground.region - (frame.stones[0] | frame.stones[1]);
        let is_suicide =
            |&point: &Point| self.contains(zone, point) && board.is_suicide(!*winner, point);
        for point in empty.iter().filter(is_suicide) {
            let beside = board.neighbours(point).filter(|&p| board.color_at(p) == Some(*winner));
            for stone in beside {
                let liberties = board.liberties(stone);
                let others = self.of(liberties) & !self.bits[point];
                if liberties.is_subset(&ground.region) && others & (zone | added) == 0 {
                    added |= others & others.wrapping_neg();
                }
            }
        }
        added
    }

    fn of_move(&self, child: &Child) -> Zone {
        match child.mv {
            LocalMove::Play(point) => self.bits[point],
            LocalMove::Pass | LocalMove::Threat => 0,
        }
    }
}
