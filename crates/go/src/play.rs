//! Playing a stone: the only code that changes a board, and the questions that come before it.
//!
//! It keeps the liberties of every chain exact. It does not know whose turn it is, and of ko only
//! what the last capture forbids.

use crate::board::{Board, EMPTY, Ko, color_of};
use crate::chains::NO_CHAIN;
use crate::neighbourhood::{Directions, Neighbourhood};
use crate::point_set::PointSet;
use crate::{Color, Point, neighbourhood};

impl<const W: usize, const ATARI: bool> Board<W, ATARI> {
    /// Whether a colour may play on a point: it is empty, no suicide and no simple ko.
    /// Cheap; superko is [`Game::is_legal`](super::Game::is_legal)'s.
    #[inline]
    pub fn is_legal(&self, color: Color, point: Point) -> bool {
        self.is_empty(point) && !self.is_suicide(color, point) && self.ko != Ko::new(color, point)
    }

    /// Whether a stone on an empty point would leave its own chain without liberties.
    #[inline]
    pub fn is_suicide(&self, color: Color, point: Point) -> bool {
        let around = self.codes[point];
        !around.has_empty_neighbour() && self.has_no_way_out(color, point, around)
    }

    /// Whether a colour may play on an empty point that is not its own eye: the candidates of a
    /// playout.
    #[inline(always)]
    pub fn is_playable(&self, color: Color, point: Point) -> bool {
        let around = self.codes[point];
        // A point with an empty neighbour is neither suicide nor an eye, and no ko.
        around.has_empty_neighbour()
            || !around.is_eye(color)
                && !self.has_no_way_out(color, point, around)
                && self.ko != Ko::new(color, point)
    }

    /// Whether a stone on a point between stones neither joins a chain with another liberty nor
    /// takes one in atari.
    #[inline]
    fn has_no_way_out(&self, color: Color, point: Point, around: Neighbourhood) -> bool {
        let in_atari = Directions::sides(|side| self.chain_in(point, side).has_only(point));
        around.sides_of(color).without(in_atari).is_empty()
            && around.sides_of(!color).and(in_atari).is_empty()
    }

    /// The opponent's stones that a stone on an empty point would capture.
    pub fn captures(&self, color: Color, point: Point) -> PointSet<W> {
        self.chains_beside(point, |stone| {
            self.color_at(stone) == Some(!color) && self.is_in_atari(stone)
        })
    }

    /// The stones of the chains that a stone on an empty point would connect with: the stones that
    /// are lost besides it where the move is suicide.
    pub fn joined_chains(&self, color: Color, point: Point) -> PointSet<W> {
        self.chains_beside(point, |stone| self.color_at(stone) == Some(color))
    }

    /// How many stones a stone on an empty point would connect with.
    pub fn joined_count(&self, color: Color, point: Point) -> usize {
        let friends = self.codes[point].sides_of(color);
        let slots = friends.map(|direction| self.chain_of[self.neighbour_in(point, direction)]);
        let mut seen = [NO_CHAIN; 4];
        let mut count = 0;
        for (place, slot) in slots.enumerate() {
            if !seen.contains(&slot) {
                seen[place] = slot;
                count += self.chains.at(slot).size as usize;
            }
        }
        count
    }

    /// The stones of those chains next to a point that `wanted` is true of.
    fn chains_beside(&self, point: Point, wanted: impl Fn(Point) -> bool) -> PointSet<W> {
        let mut stones = PointSet::EMPTY;
        for stone in self.neighbours(point).filter(|&stone| !self.is_empty(stone)) {
            if !stones.contains(stone) && wanted(stone) {
                stones |= self.chain_stones(stone).collect();
            }
        }
        stones
    }

    /// Plays a stone on an empty point, takes what it captures, and answers how many stones that
    /// were. A chain of its own left without liberties is taken off too (suicide), which is not
    /// counted. Legality is the caller's: ko is not looked at.
    #[inline(always)]
    pub fn play(&mut self, color: Color, point: Point) -> usize {
        debug_assert!(self.is_empty(point), "a stone goes on an empty point");
        // The codes and slots of before the move: what is captured changes both.
        let around = self.codes[point];
        self.ko = Ko::NONE;
        self.empties.remove(point);
        self.cells[point] = color as u8;
        self.toggle_codes(point, color);
        self.stone_counts[color.index()] += 1;
        let slots =
            [0, 1, 2, 3].map(|direction| self.chain_of[self.neighbour_in(point, direction)]);
        let without_liberty = self.chains.take_liberty(slots, point);
        let slot = self.join(color, point, around);
        if ATARI {
            self.note_ataris(color, point, around, slot);
        }
        let captured_sides = without_liberty.and(around.sides_of(!color));
        if !captured_sides.is_empty() {
            let captured = self.capture(point, captured_sides);
            // One stone for one stone, and the new stone is alone: only then can it be retaken at once.
            if captured == 1 && around.is_surrounded_by(!color) {
                let taken = self.chains.at(slot).liberties().first();
                self.ko = taken.map_or(Ko::NONE, |taken| Ko::new(!color, taken));
            }
            return captured;
        }
        if self.chains.at(slot).has_no_liberty() {
            self.remove_chain(point);
        }
        0
    }

    /// Takes the opponent's chains on these sides of a new stone off the board, and answers how many
    /// stones they were.
    fn capture(&mut self, point: Point, sides: Directions) -> usize {
        let mut captured = 0;
        for direction in sides {
            let stone = self.neighbour_in(point, direction);
            // A chain on two sides is gone at the second.
            if self.cells[stone] != EMPTY {
                captured += self.remove_chain(stone);
            }
        }
        captured
    }

    /// Makes the new stone part of a chain, its neighbours' or one of its own; the chain's slot.
    #[inline(always)]
    fn join(&mut self, color: Color, point: Point, around: Neighbourhood) -> u16 {
        let mut friends = around.sides_of(color);
        let mut slot;
        if let Some(first) = friends.next() {
            let friend = self.neighbour_in(point, first);
            slot = self.chain_of[friend];
            self.chain_of[point] = slot;
            self.next_stone[point] = self.next_stone[friend];
            self.next_stone[friend] = point;
            self.chains.at_mut(slot).size += 1;
            for direction in friends {
                let friend = self.neighbour_in(point, direction);
                if self.chain_of[friend] != slot {
                    slot = self.merge(color, point, friend);
                }
            }
        } else {
            slot = self.chains.add();
            self.chain_of[point] = slot;
            self.next_stone[point] = point;
        }
        let stride = self.stride();
        self.chains.at_mut(slot).add_adjacent_liberties(point, stride, around.empty_sides());
        slot
    }

    /// Joins two chains that the new stone connects, relabelling the smaller one, and answers the
    /// slot of both. The liberties are united but not counted.
    fn merge(&mut self, color: Color, new: Point, old: Point) -> u16 {
        let (mut keep, mut gone) = (self.chain_of[old], self.chain_of[new]);
        let mut relabelled = new;
        // The smaller chain is relabelled, so that a stone is relabelled a logarithmic number of times.
        if self.chains.at(keep).size < self.chains.at(gone).size {
            (keep, gone) = (gone, keep);
            relabelled = old;
        }
        let other = *self.chains.at(gone);
        self.chains.at_mut(keep).merge(&other);
        let mut stone = relabelled;
        for _ in 0..other.size {
            self.chain_of[stone] = keep;
            stone = self.next_stone[stone];
        }
        // Exchanging the successors of two elements joins their rings.
        let after = self.next_stone[new];
        self.next_stone[new] = self.next_stone[old];
        self.next_stone[old] = after;
        self.chains.free(color, gone);
        keep
    }

    /// Takes all stones of a chain off the board and answers how many they were.
    pub(super) fn remove_chain(&mut self, first: Point) -> usize {
        let slot = self.chain_of[first];
        let size = self.chains.at(slot).size as usize;
        let color = color_of(self.cells[first]).expect("a chain has a colour");
        self.stone_counts[color.index()] -= size as u16;
        let mut stone = first;
        for _ in 0..size {
            self.cells[stone] = EMPTY;
            self.toggle_codes(stone, color);
            self.empties.add(stone);
            self.chain_of[stone] = NO_CHAIN;
            self.give_liberty(color, stone);
            stone = self.next_stone[stone];
        }
        self.chains.free(color, slot);
        size
    }

    /// Adds a point that a captured stone has left to the liberties of the chains around it. Those are
    /// the opponent's, or the rest of the captured chain, whose liberties are never read again.
    #[inline]
    fn give_liberty(&mut self, color: Color, point: Point) {
        // Also for the sentinel, which has room for any liberty: cheaper than a branch for each side.
        for direction in 0..4 {
            let slot = self.chain_of[self.neighbour_in(point, direction)];
            self.chains.at_mut(slot).add_liberty(point);
        }
        if ATARI {
            for direction in self.codes[point].sides_of(!color) {
                self.chains
                    .update_atari(!color, self.chain_of[self.neighbour_in(point, direction)]);
            }
        }
    }

    /// Updates which chains are in atari: that of a new stone, and the opponent's around it.
    fn note_ataris(&mut self, color: Color, point: Point, around: Neighbourhood, slot: u16) {
        self.chains.update_atari(color, slot);
        for direction in around.sides_of(!color) {
            let beside = self.chain_of[self.neighbour_in(point, direction)];
            self.chains.update_atari(!color, beside);
        }
    }

    /// Changes the codes around a point to or from a stone of a colour on it.
    #[inline(always)]
    fn toggle_codes(&mut self, point: Point, color: Color) {
        for direction in 0..8 {
            let beside = self.neighbour_in(point, direction);
            self.codes[beside].toggle(neighbourhood::opposite(direction), color as u8);
        }
    }
}

impl<const W: usize> Board<W> {
    /// Takes back a move that led here: the stone played on `point` (gone already where the move was
    /// suicide), and the stones of colour `lost` that it took off. There is no ko afterwards.
    ///
    /// The stone's chain is taken off and what it was before put back stone by stone. No order of
    /// stones can capture anything on the way: a chain that is not yet whole has a liberty where its
    /// next stone belongs, and a whole one those that it had.
    pub(super) fn unplay(&mut self, point: Point, lost: Color, captured: &[Point]) {
        let mut own = Vec::new();
        if let Some(color) = self.color_at(point) {
            own.extend(self.chain_stones(point).skip(1).map(|stone| (color, stone)));
            self.remove_chain(point);
        }
        let taken = captured.iter().map(|&stone| (lost, stone));
        for (color, stone) in taken.chain(own) {
            let now_captured = self.play(color, stone);
            debug_assert_eq!(now_captured, 0, "{stone:?} is where it was before");
        }
        self.clear_ko();
    }
}
