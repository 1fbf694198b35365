//! Playing a stone: the only code that changes a board, and the questions that come before it.
//!
//! It keeps every chain's liberties exact on the way. It does not know whose turn it is, and ko
//! only as the board's note of the last capture.

use super::board::{Board, Chain, EMPTY, color_of};
use super::neighbourhood;
use super::point_set::PointSet;
use super::{Color, Point};

impl<const W: usize> Board<W> {
    /// Whether a colour may play on a point: it is empty, no suicide and no simple ko.
    /// Cheap; superko is [`Game::is_legal`](super::Game::is_legal)'s.
    #[inline]
    pub fn is_legal(&self, color: Color, point: Point) -> bool {
        self.is_empty(point) && !self.is_suicide(color, point) && self.ko != Some((color, point))
    }

    /// Whether a stone on an empty point would leave its own chain without liberties.
    #[inline]
    pub fn is_suicide(&self, color: Color, point: Point) -> bool {
        if self.codes[point].has_empty_neighbour() {
            return false;
        }
        !point.neighbours(self.stride).into_iter().any(|v| {
            color_of(self.cells[v]).is_some_and(|there| {
                let in_atari = self.chains[self.chain_of[v] as usize].liberty_count == 1;
                in_atari != (there == color)
            })
        })
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
        self.ko = None;
        self.remove_empty(point);
        self.put_cell(point, color as u8);
        self.stone_counts[color.index()] += 1;
        self.new_chain(point);
        let mut captured = 0;
        let mut captured_at = point;
        for v in point.neighbours(self.stride) {
            match color_of(self.cells[v]) {
                None => {}
                Some(there) if there == color => self.merge(point, Point(v as u16)),
                Some(_) => {
                    self.take_liberty(v, point);
                    if self.chains[self.chain_of[v] as usize].liberty_count == 0 {
                        captured_at = Point(v as u16);
                        captured += self.remove_chain(captured_at);
                    }
                }
            }
        }
        let own = &self.chains[self.chain_of[point] as usize];
        if captured == 1 && own.size == 1 && own.liberty_count == 1 {
            self.ko = Some((!color, captured_at));
        }
        if own.liberty_count == 0 {
            self.remove_chain(point);
        }
        captured
    }

    /// A chain of the one stone on a point, with its empty neighbours for liberties.
    fn new_chain(&mut self, point: Point) {
        self.free_count -= 1;
        let slot = self.free_slots[self.free_count];
        let mut liberties = PointSet::EMPTY;
        let mut liberty_count = 0;
        for v in point.neighbours(self.stride) {
            if self.cells[v] == EMPTY {
                liberties.insert(Point(v as u16));
                liberty_count += 1;
            }
        }
        self.chains[slot as usize] = Chain { liberties, liberty_count, size: 1 };
        self.chain_of[point] = slot;
        self.next_stone[point] = point;
    }

    /// Joins the chain of the new stone with a neighbour's of the same colour.
    fn merge(&mut self, new: Point, old: Point) {
        let (mut keep, mut gone) = (self.chain_of[old], self.chain_of[new]);
        if keep == gone {
            return;
        }
        let mut relabelled = new;
        if self.chains[keep as usize].size < self.chains[gone as usize].size {
            (keep, gone) = (gone, keep);
            relabelled = old;
        }
        let other = self.chains[gone as usize];
        let chain = &mut self.chains[keep as usize];
        chain.liberties |= other.liberties;
        chain.liberties.remove(new);
        chain.liberty_count = chain.liberties.len() as u16;
        chain.size += other.size;
        let mut stone = relabelled;
        loop {
            self.chain_of[stone] = keep;
            stone = self.next_stone[stone];
            if stone == relabelled {
                break;
            }
        }
        let after = self.next_stone[new];
        self.next_stone[new] = self.next_stone[old];
        self.next_stone[old] = after;
        self.free_slot(gone);
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
            for v in stone.neighbours(self.stride) {
                if color_of(self.cells[v]).is_some() {
                    self.give_liberty(v, stone);
                }
            }
            stone = self.next_stone[stone];
        }
        self.free_slot(slot);
        size
    }

    #[inline]
    fn take_liberty(&mut self, stone: usize, liberty: Point) {
        let chain = &mut self.chains[self.chain_of[stone] as usize];
        chain.liberty_count -= u16::from(chain.liberties.remove(liberty));
    }

    #[inline]
    fn give_liberty(&mut self, stone: usize, liberty: Point) {
        let chain = &mut self.chains[self.chain_of[stone] as usize];
        chain.liberty_count += u16::from(chain.liberties.insert(liberty));
    }

    #[inline]
    fn free_slot(&mut self, slot: u16) {
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
