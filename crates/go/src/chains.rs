//! The chains of a board, one slot each. The board stores the slot of every stone.

use super::chain::Chain;
use super::neighbourhood::Directions;
use super::point_set::{PointMap, PointSet};
use super::{Color, Point};

/// The slot of the sentinel chain of empty points and the edge. It is never in atari, so code that tests the four
/// neighbours of a point need not check which of them are stones.
pub(super) const NO_CHAIN: u16 = 0;

/// The slots of all chains, and with `ATARI` the set of slots in atari by colour.
#[derive(Debug)]
pub(super) struct Chains<const W: usize, const ATARI: bool> {
    /// The chains; unused slots have no stones and no liberties.
    slots: PointMap<Chain<W>, W>,
    /// A stack of the unused slots.
    free: PointMap<u16, W>,
    free_count: usize,
    /// The minimum value that `free_count` has had. Slots beyond it were never used on this board or its ancestors,
    /// so copies omit them.
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
        let mut slots = PointMap::new(Chain::EMPTY);
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

    /// Returns `slot`, or a newly allocated slot if the chain is new, without a branch.
    #[inline]
    pub(super) fn slot_or_new(&mut self, slot: u16, is_new: bool) -> u16 {
        let last = self.free_count.wrapping_sub(usize::from(is_new));
        let new = self.free[self.free_count.wrapping_sub(1)];
        self.free_count = last;
        self.least_free = self.least_free.min(last);
        std::hint::select_unpredictable(is_new, new, slot)
    }

    /// Frees a slot.
    #[inline]
    pub(super) fn free(&mut self, color: Color, slot: u16) {
        if ATARI {
            self.in_atari[color.index()].remove(Point(slot));
        }
        *self.at_mut(slot) = Chain::EMPTY;
        self.free[self.free_count] = slot;
        self.free_count = self.free_count.wrapping_add(1);
    }

    /// Removes a liberty from the chains on the four sides of a point. Returns the sides whose chain has no liberties
    /// left.
    ///
    /// A chain may be on several sides. All reads precede all writes: several sides often share a slot, and a read
    /// would otherwise wait for the previous write.
    #[inline(always)]
    pub(super) fn take_liberty(&mut self, slots: [u16; 4], liberty: Point) -> Directions {
        let word = slots.map(|slot| self.at(slot).word_without(liberty));
        let words: [u16; 4] =
            std::array::from_fn(|side| self.at(slots[side]).words_with(liberty, word[side]));
        for side in 0..4 {
            self.at_mut(slots[side]).remove_liberty(liberty, word[side], words[side]);
        }
        Directions::sides(|side| {
            if Chain::<W>::KEEPS_WORDS {
                words[side] == 0
            } else {
                self.at(slots[side]).has_no_liberty()
            }
        })
    }

    /// Updates the membership of a chain in the set of chains in atari.
    #[inline]
    pub(super) fn update_atari(&mut self, color: Color, slot: u16) {
        if ATARI {
            let is_in_atari = self.at(slot).is_in_atari();
            self.in_atari[color.index()].set(Point(slot), is_in_atari);
        }
    }

    /// Returns the last liberties of a colour's chains in atari; requires `ATARI`.
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

    /// Copies only the slots that either board ever used.
    fn clone_from(&mut self, source: &Self) {
        let least = self.least_free.min(source.least_free);
        self.free.copy_range(least..W * 64, &source.free);
        self.slots.copy_range(0..W * 64 - least, &source.slots);
        self.free_count = source.free_count;
        self.least_free = source.least_free;
        self.in_atari = source.in_atari;
    }
}
