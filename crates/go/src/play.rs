//! Playing stones: the only code that changes a board, and tests of moves.
//!
//! The liberties of every chain are exact. The player to move is not known, and ko only as far as the last capture
//! forbids a point.
//!
//! Counts and shifts wrap, because the number of points bounds them. Overflow checks would cost light playouts 3 % to
//! 10 %.

use std::hint::select_unpredictable;

use crate::board::{Board, EMPTY, Ko, color_of};
use crate::chains::NO_CHAIN;
use crate::neighbourhood::{Directions, Neighbourhood};
use crate::point_set::PointSet;
use crate::{Color, Point, neighbourhood};

impl<const W: usize, const ATARI: bool> Board<W, ATARI> {
    /// Returns `true` if a colour may play on a point: it is empty, not suicide and not forbidden by simple ko. This
    /// is cheap; [`Game::is_legal`](super::Game::is_legal) includes superko.
    #[inline]
    pub fn is_legal(&self, color: Color, point: Point) -> bool {
        self.is_empty(point) && !self.is_suicide(color, point) && self.ko != Ko::new(color, point)
    }

    /// Returns `true` if a stone on an empty point would leave its own chain without liberties.
    #[inline]
    pub fn is_suicide(&self, color: Color, point: Point) -> bool {
        let around = self.codes[point];
        !around.has_empty_neighbour() && self.has_no_way_out(color, point, around)
    }

    /// Returns `true` if a colour may play on an empty point that is not its own eye: the candidates of a playout.
    #[inline(always)]
    pub fn is_playable(&self, color: Color, point: Point) -> bool {
        let around = self.codes[point];
        // A point with an empty neighbour is neither suicide nor an eye nor a ko.
        around.has_empty_neighbour()
            || !around.is_eye(color)
                && !self.has_no_way_out(color, point, around)
                && self.ko != Ko::new(color, point)
    }

    /// Returns `true` if a stone on a point without empty neighbours neither joins a chain with another liberty nor
    /// captures.
    #[inline]
    fn has_no_way_out(&self, color: Color, point: Point, around: Neighbourhood) -> bool {
        let slots = self.slots_beside(point);
        let in_atari = Directions::sides(|side| self.chains.at(slots[side]).has_only(point));
        around.sides_of(color).without(in_atari).is_empty()
            && around.sides_of(!color).and(in_atari).is_empty()
    }

    /// Returns the opponent's stones that a stone on an empty point would capture.
    pub fn captures(&self, color: Color, point: Point) -> PointSet<W> {
        self.chains_beside(point, |stone| {
            self.color_at(stone) == Some(!color) && self.is_in_atari(stone)
        })
    }

    /// Returns the stones of chains that a stone on an empty point would connect: the stones lost with it if the move
    /// is suicide.
    pub fn joined_chains(&self, color: Color, point: Point) -> PointSet<W> {
        self.chains_beside(point, |stone| self.color_at(stone) == Some(color))
    }

    /// Returns the number of stones that a stone on an empty point would connect.
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

    /// Returns the stones of adjacent chains for which `wanted` is true.
    fn chains_beside(&self, point: Point, wanted: impl Fn(Point) -> bool) -> PointSet<W> {
        let mut stones = PointSet::EMPTY;
        for stone in self.neighbours(point).filter(|&stone| !self.is_empty(stone)) {
            if !stones.contains(stone) && wanted(stone) {
                stones |= self.chain_stones(stone).collect();
            }
        }
        stones
    }

    /// Plays a stone on an empty point and removes captured stones. Returns their number. A chain of its own left
    /// without liberties is removed, too (suicide), but not counted. Legality is not checked, including ko.
    #[inline(always)]
    pub fn play(&mut self, color: Color, point: Point) -> usize {
        debug_assert!(self.is_empty(point), "the point is empty");
        // The codes and slots before the move: captures change both.
        let around = self.codes[point];
        self.ko = Ko::NONE;
        self.empties.remove(point);
        self.cells[point] = color as u8;
        self.toggle_codes(point, color);
        let count = &mut self.stone_counts[color.index()];
        *count = count.wrapping_add(1);
        let slots = self.slots_beside(point);
        let without_liberty = self.chains.take_liberty(slots, point);
        let slot = self.join(color, point, around);
        if ATARI {
            self.note_ataris(color, point, around, slot);
        }
        let captured_sides = without_liberty.and(around.sides_of(!color));
        if !captured_sides.is_empty() {
            let captured = self.capture(point, captured_sides);
            // One stone was captured by a single stone: only then can it be recaptured immediately.
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

    /// Removes the opponent's chains on these sides of a new stone. Returns the number of stones.
    fn capture(&mut self, point: Point, sides: Directions) -> usize {
        let mut captured = 0;
        for direction in sides {
            let stone = self.neighbour_in(point, direction);
            // A chain on two sides has been removed when its second side is reached.
            if self.cells[stone] != EMPTY {
                captured = self.remove_chain(stone).wrapping_add(captured);
            }
        }
        captured
    }

    /// Adds the new stone to an adjacent chain or a new one. Returns the slot of the chain.
    #[inline(always)]
    fn join(&mut self, color: Color, point: Point, around: Neighbourhood) -> u16 {
        let mut friends = around.sides_of(color);
        // Without branches, whose outcome is unpredictable. A stone without friends forms a ring with itself.
        self.next_stone[point] = point;
        let first = friends.next();
        let is_new = first.is_none();
        let beside = self.neighbour_in(point, first.unwrap_or(0));
        let friend = select_unpredictable(is_new, point, beside);
        let mut slot = self.chains.slot_or_new(self.chain_of[friend], is_new);
        self.chain_of[point] = slot;
        self.next_stone[point] = self.next_stone[friend];
        self.next_stone[friend] = point;
        self.chains.at_mut(slot).add_stone();
        for direction in friends {
            let friend = self.neighbour_in(point, direction);
            if self.chain_of[friend] != slot {
                slot = self.merge(color, point, friend);
            }
        }
        let stride = self.stride();
        self.chains.at_mut(slot).add_adjacent_liberties(point, stride, around.empty_sides());
        slot
    }

    /// Merges two chains that the new stone connects, relabelling the smaller one. Returns the common slot. The
    /// liberties are merged but not counted.
    fn merge(&mut self, color: Color, new: Point, old: Point) -> u16 {
        let (mut keep, mut gone) = (self.chain_of[old], self.chain_of[new]);
        let mut relabelled = new;
        // Relabelling the smaller chain bounds the relabellings of a stone to a logarithmic number.
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
        // Exchanging the successors of two elements merges their rings.
        let after = self.next_stone[new];
        self.next_stone[new] = self.next_stone[old];
        self.next_stone[old] = after;
        self.chains.free(color, gone);
        keep
    }

    /// Removes all stones of a chain. Returns their number.
    pub(super) fn remove_chain(&mut self, first: Point) -> usize {
        let slot = self.chain_of[first];
        let size = self.chains.at(slot).size as usize;
        let color = color_of(self.cells[first]).expect("a chain has a colour");
        let count = &mut self.stone_counts[color.index()];
        *count = count.wrapping_sub(size as u16);
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

    /// Adds the point of a captured stone to the liberties of adjacent chains. These are the opponent's, or the rest
    /// of the captured chain, whose liberties are never read again.
    #[inline]
    fn give_liberty(&mut self, color: Color, point: Point) {
        // Also for the sentinel, which has room for any liberty: cheaper than a branch per side.
        for slot in self.slots_beside(point) {
            self.chains.at_mut(slot).add_liberty(point);
        }
        if ATARI {
            for direction in self.codes[point].sides_of(!color) {
                self.chains
                    .update_atari(!color, self.chain_of[self.neighbour_in(point, direction)]);
            }
        }
    }

    /// Updates the atari sets for the chain of a new stone and adjacent chains of the opponent.
    fn note_ataris(&mut self, color: Color, point: Point, around: Neighbourhood, slot: u16) {
        self.chains.update_atari(color, slot);
        for direction in around.sides_of(!color) {
            let beside = self.chain_of[self.neighbour_in(point, direction)];
            self.chains.update_atari(!color, beside);
        }
    }

    /// Toggles a stone of a colour in the codes around a point.
    #[inline(always)]
    fn toggle_codes(&mut self, point: Point, color: Color) {
        let (steps, stride) = (*self.steps(), self.stride());
        // One bounds check instead of eight.
        let codes = self.codes.around_mut(point, stride);
        for direction in 0..8 {
            let beside = steps[direction].wrapping_add(stride + 1);
            codes[beside].toggle(neighbourhood::opposite(direction), color as u8);
        }
    }
}

impl<const W: usize> Board<W> {
    /// Undoes the move that led to this position: the stone on `point` (already removed if the move was suicide), and
    /// the captured stones of colour `lost`. There is no ko afterwards.
    ///
    /// The stone's chain is removed and its former parts are replaced stone by stone. No order can capture anything
    /// meanwhile: an incomplete chain has a liberty where its next stone belongs, and a complete one has its former
    /// liberties.
    pub(super) fn unplay(&mut self, point: Point, lost: Color, captured: &[Point]) {
        let mut own = Vec::new();
        if let Some(color) = self.color_at(point) {
            own.extend(self.chain_stones(point).skip(1).map(|stone| (color, stone)));
            self.remove_chain(point);
        }
        let taken = captured.iter().map(|&stone| (lost, stone));
        for (color, stone) in taken.chain(own) {
            let now_captured = self.play(color, stone);
            debug_assert_eq!(now_captured, 0, "{stone:?} was already in the list");
        }
        self.clear_ko();
    }
}
