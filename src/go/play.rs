//! Playing a stone: the only code that changes a board, and the questions that come before it.
//!
//! It keeps every chain's liberties exact on the way. It does not know whose turn it is, and ko
//! only as the board's note of the last capture.

use super::board::{Board, Chain, EMPTY, Ko, color_of};
use super::neighbourhood;
use super::neighbourhood::Neighbourhood;
use super::point_set::PointSet;
use super::{Color, Point};

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

    /// Whether a colour may play on an empty point and it is not an eye of its own: what a playout
    /// asks of a point.
    #[inline]
    pub fn is_playable(&self, color: Color, point: Point) -> bool {
        let around = self.codes[point];
        (around.has_empty_neighbour()
            || !around.is_eye(color) && !self.has_no_way_out(color, point, around))
            && self.ko != Ko::new(color, point)
    }

    /// Whether a stone on a point between stones neither joins a chain with another liberty nor
    /// takes one in atari.
    #[inline]
    fn has_no_way_out(&self, color: Color, point: Point, around: Neighbourhood) -> bool {
        let liberties = |direction| {
            self.chains[self.chain_of[self.beside(point, direction)] as usize].liberty_count
        };
        around.sides_of(color).all(|direction| liberties(direction) == 1)
            && around.sides_of(!color).all(|direction| liberties(direction) > 1)
    }

    /// The opponent's stones that a stone on an empty point would capture.
    pub fn captures(&self, color: Color, point: Point) -> PointSet<W> {
        self.chains_beside(point, |stone| {
            self.color_at(stone) == Some(!color) && self.liberty_count(stone) == 1
        })
    }

    /// The stones of the chains that a stone on an empty point would connect with: the stones that
    /// are lost besides it where the move is suicide.
    pub fn joined(&self, color: Color, point: Point) -> PointSet<W> {
        self.chains_beside(point, |stone| self.color_at(stone) == Some(color))
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
    #[inline]
    pub fn play(&mut self, color: Color, point: Point) -> usize {
        debug_assert!(self.is_empty(point), "a stone goes on an empty point");
        let around = self.codes[point];
        self.ko = Ko::NONE;
        self.remove_empty(point);
        self.put_cell(point, color as u8);
        self.stone_counts[color.index()] += 1;
        let slot = self.join(color, point, around);
        let mut captured = 0;
        let mut captured_at = point;
        for direction in around.sides_of(!color) {
            let stone = self.beside(point, direction);
            if self.cells[stone] != EMPTY && self.take_liberty(!color, stone, point) == 0 {
                captured += self.remove_chain(stone);
                captured_at = stone;
            }
        }
        self.note_atari(color, slot);
        let own = &self.chains[slot as usize];
        if own.liberty_count < 2 {
            if captured == 1 && own.size == 1 {
                self.ko = Ko::new(!color, captured_at);
            }
            if own.liberty_count == 0 {
                self.remove_chain(point);
            }
        }
        captured
    }

    /// Makes the new stone part of a chain, its neighbours' or one of its own; the chain's slot.
    #[inline]
    fn join(&mut self, color: Color, point: Point, around: Neighbourhood) -> u16 {
        let mut opened = PointSet::EMPTY;
        for direction in 0..4 {
            opened.insert_if(self.beside(point, direction), around.is_empty_beside(direction));
        }
        let mut friends = around.sides_of(color);
        let Some(first) = friends.next() else {
            let liberty_count = around.empty_neighbours() as u16;
            return self.found(point, Chain { liberties: opened, liberty_count, size: 1 });
        };
        let friend = self.beside(point, first);
        let mut slot = self.chain_of[friend];
        self.chain_of[point] = slot;
        self.next_stone[point] = self.next_stone[friend];
        self.next_stone[friend] = point;
        self.chains[slot as usize].size += 1;
        for direction in friends {
            let friend = self.beside(point, direction);
            if self.chain_of[friend] != slot {
                slot = self.merge(color, point, friend);
            }
        }
        let chain = &mut self.chains[slot as usize];
        chain.liberties |= opened;
        chain.liberties.remove(point);
        chain.liberty_count = chain.liberties.len() as u16;
        slot
    }

    /// Puts a chain of the one stone on a point into a free slot.
    #[inline]
    fn found(&mut self, point: Point, chain: Chain<W>) -> u16 {
        self.free_count -= 1;
        let slot = self.free_slots[self.free_count];
        self.chains[slot as usize] = chain;
        self.chain_of[point] = slot;
        self.next_stone[point] = point;
        slot
    }

    /// Joins two chains that the new stone connects, relabelling the smaller one, and answers the
    /// slot of both. The liberties are united but not counted.
    fn merge(&mut self, color: Color, new: Point, old: Point) -> u16 {
        let (mut keep, mut gone) = (self.chain_of[old], self.chain_of[new]);
        let mut relabelled = new;
        if self.chains[keep as usize].size < self.chains[gone as usize].size {
            (keep, gone) = (gone, keep);
            relabelled = old;
        }
        let other = self.chains[gone as usize];
        let chain = &mut self.chains[keep as usize];
        chain.liberties |= other.liberties;
        chain.size += other.size;
        let mut stone = relabelled;
        for _ in 0..other.size {
            self.chain_of[stone] = keep;
            stone = self.next_stone[stone];
        }
        let after = self.next_stone[new];
        self.next_stone[new] = self.next_stone[old];
        self.next_stone[old] = after;
        self.free_slot(color, gone);
        keep
    }

    /// Takes all stones of a chain off the board and answers how many they were.
    pub(super) fn remove_chain(&mut self, first: Point) -> usize {
        let slot = self.chain_of[first];
        let size = self.chains[slot as usize].size as usize;
        let color = color_of(self.cells[first]).expect("a chain has a colour");
        self.stone_counts[color.index()] -= size as u16;
        let mut stone = first;
        for _ in 0..size {
            self.put_cell(stone, EMPTY);
            self.add_empty(stone);
            stone = self.next_stone[stone];
        }
        for _ in 0..size {
            // What still stands beside is the opponent's.
            for direction in self.codes[stone].stones() {
                self.give_liberty(!color, self.beside(stone, direction), stone);
            }
            stone = self.next_stone[stone];
        }
        self.free_slot(color, slot);
        size
    }

    #[inline]
    fn take_liberty(&mut self, color: Color, stone: Point, liberty: Point) -> u16 {
        let slot = self.chain_of[stone];
        let chain = &mut self.chains[slot as usize];
        chain.liberty_count -= u16::from(chain.liberties.remove(liberty));
        let left = chain.liberty_count;
        self.note_atari(color, slot);
        left
    }

    #[inline]
    fn give_liberty(&mut self, color: Color, stone: Point, liberty: Point) {
        let slot = self.chain_of[stone];
        let chain = &mut self.chains[slot as usize];
        chain.liberty_count += u16::from(chain.liberties.insert(liberty));
        self.note_atari(color, slot);
    }

    /// Takes a chain into the set of those in atari, or out of it.
    #[inline]
    fn note_atari(&mut self, color: Color, slot: u16) {
        if ATARI {
            let is_in_atari = self.chains[slot as usize].liberty_count == 1;
            let set = &mut self.in_atari[color.index()];
            set.remove(Point(slot));
            set.insert_if(Point(slot), is_in_atari);
        }
    }

    #[inline]
    fn free_slot(&mut self, color: Color, slot: u16) {
        if ATARI {
            self.in_atari[color.index()].remove(Point(slot));
        }
        self.free_slots[self.free_count] = slot;
        self.free_count += 1;
    }

    /// Changes a cell from or to empty, in its own place and in the codes around it.
    #[inline]
    fn put_cell(&mut self, point: Point, cell: u8) {
        let change = cell ^ self.cells[point];
        self.cells[point] = cell;
        for direction in 0..8 {
            let v = neighbourhood::step(point.index(), direction, self.stride);
            self.codes[v].toggle(neighbourhood::opposite(direction), change);
        }
    }

    #[inline]
    pub(super) fn add_empty(&mut self, point: Point) {
        self.empty_place[point] = self.empty_count as u16;
        self.empties[self.empty_count] = point;
        self.empty_count += 1;
    }

    #[inline]
    fn remove_empty(&mut self, point: Point) {
        self.empty_count -= 1;
        let last = self.empties[self.empty_count];
        let place = self.empty_place[point];
        self.empties[place as usize] = last;
        self.empty_place[last] = place;
    }
}
