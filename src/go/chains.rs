//! The chains of a board, a slot for each.
//!
//! It does not know where the stones are: the board has the slot of every stone.

use super::chain::Chain;
use super::neighbourhood::Directions;
use super::point_set::{PointMap, PointSet};
use super::{Color, Point};

/// The slot of no chain, which empty points and the edge have: its liberties never end, so that
/// whoever asks the four neighbours of a point need not look first what they are.
pub(super) const NO_CHAIN: u16 = 0;

/// The slots, and with `ATARI` the sets of those in atari.
#[derive(Debug)]
pub(super) struct Chains<const W: usize, const ATARI: bool> {
    slots: PointMap<Chain<W>, W>,
    /// A stack of the slots that no chain has.
    free: PointMap<u16, W>,
    free_count: usize,
    /// The least that `free_count` has been: what lies beyond was never used, here or in what this
    /// is a copy of, and needs no copying.
    least_free: usize,
    /// The slots of the chains in atari, by colour; empty without `ATARI`.
    in_atari: [PointSet<W>; 2],
}

impl<const W: usize, const ATARI: bool> Chains<W, ATARI> {
    pub(super) fn new() -> Self {
        let last = W * 64 - 1;
        let mut free = PointMap::new(NO_CHAIN);
        for place in 0..last {
            free[place] = (last - place) as u16;
        }
        let mut slots = PointMap::new(Chain::STONE);
        slots[NO_CHAIN as usize] = Chain::none();
        let in_atari = [PointSet::EMPTY; 2];
        Chains { slots, free, free_count: last, least_free: last, in_atari }
    }

    #[inline]
    pub(super) fn at(&self, slot: u16) -> &Chain<W> {
        &self.slots[slot as usize]
    }

    #[inline]
    pub(super) fn at_mut(&mut self, slot: u16) -> &mut Chain<W> {
        &mut self.slots[slot as usize]
    }

    /// Puts a chain of one stone, yet without liberties, into a free slot.
    #[inline]
    pub(super) fn found(&mut self) -> u16 {
        self.free_count -= 1;
        self.least_free = self.least_free.min(self.free_count);
        let slot = self.free[self.free_count];
        *self.at_mut(slot) = Chain::STONE;
        slot
    }

    /// Gives a slot back.
    #[inline]
    pub(super) fn free(&mut self, color: Color, slot: u16) {
        if ATARI {
            self.in_atari[color.index()].remove(Point(slot));
        }
        self.free[self.free_count] = slot;
        self.free_count += 1;
    }

    /// Takes a liberty from the chains on the four sides of a point, which may be the same ones, and
    /// answers on which sides none is left.
    ///
    /// Everything is read before anything is written, so that no read waits for a write: it is
    /// the same chain, or no chain, so often.
    #[inline]
    pub(super) fn take_liberty(&mut self, slots: [u16; 4], liberty: Point) -> Directions {
        let word = slots.map(|slot| self.at(slot).word_without(liberty));
        let words: [u16; 4] =
            std::array::from_fn(|side| self.at(slots[side]).words_with(liberty, word[side]));
        for side in 0..4 {
            self.at_mut(slots[side]).leave(liberty, word[side], words[side]);
        }
        Directions::sides(|side| {
            if Chain::<W>::KEEPS_WORDS {
                words[side] == 0
            } else {
                self.at(slots[side]).has_no_liberty()
            }
        })
    }

    /// Takes a chain into the set of those in atari, or out of it.
    #[inline]
    pub(super) fn note_atari(&mut self, color: Color, slot: u16) {
        if ATARI {
            let is_in_atari = self.at(slot).is_in_atari();
            self.in_atari[color.index()].set(Point(slot), is_in_atari);
        }
    }

    /// The last liberties of the chains of a colour that are in atari; with `ATARI` only.
    pub(super) fn atari_points(&self, color: Color) -> PointSet<W> {
        let slots = self.in_atari[color.index()].iter();
        let chains = slots.map(|slot| *self.slots[slot].liberties());
        chains.fold(PointSet::EMPTY, |points, last| points | last)
    }
}

impl<const W: usize, const ATARI: bool> Clone for Chains<W, ATARI> {
    fn clone(&self) -> Self {
        Chains { ..*self }
    }

    /// Copies only the slots that have ever been used.
    fn clone_from(&mut self, source: &Self) {
        let least = self.least_free.min(source.least_free);
        self.free.copy_range(least..W * 64, &source.free);
        self.slots.copy_range(0..W * 64 - source.least_free, &source.slots);
        self.free_count = source.free_count;
        self.least_free = source.least_free;
        self.in_atari = source.in_atari;
    }
}
