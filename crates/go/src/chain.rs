//! A chain: solidly connected stones of one colour, represented by liberties and size.
//!
//! Captured and atari states are tested without counting. Liberties are a set, so a liberty may be removed twice,
//! which happens if a chain is adjacent to a new stone on two sides.

use super::Point;
use super::neighbourhood::Directions;
use super::point_set::PointSet;

/// The liberties and the size of a chain.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct Chain<const W: usize> {
    liberties: PointSet<W>,
    /// A bit for each nonzero word of the liberties. Not maintained for two words, which are tested directly.
    words: u16,
    /// The number of stones.
    pub(super) size: u16,
}

impl<const W: usize> Chain<W> {
    /// A chain without stones and liberties.
    pub(super) const EMPTY: Self = Chain { liberties: PointSet::EMPTY, words: 0, size: 0 };

    /// Whether there are too many words to test all of them.
    pub(super) const KEEPS_WORDS: bool = W > 2;

    /// Returns the sentinel for empty points and the edge. It has two liberties off every board, so it is never in
    /// atari and never captured.
    pub(super) fn none() -> Self {
        let mut none = Chain::EMPTY;
        none.add_liberty(Point(W as u16 * 64 - 1));
        none.add_liberty(Point(W as u16 * 64 - 2));
        none
    }

    #[inline]
    pub(super) fn liberties(&self) -> &PointSet<W> {
        &self.liberties
    }

    #[inline]
    pub(super) fn has_no_liberty(&self) -> bool {
        if Self::KEEPS_WORDS { self.words == 0 } else { self.liberties.is_empty() }
    }

    /// Returns `true` if there is exactly one liberty.
    #[inline]
    pub(super) fn is_in_atari(&self) -> bool {
        if Self::KEEPS_WORDS {
            // `min` only bounds the index if no word is used; the other test is false in this case.
            let word = (self.words.trailing_zeros() as usize).min(W - 1);
            self.words.is_power_of_two() & self.liberties.0[word].is_power_of_two()
        } else {
            self.liberties.len() == 1
        }
    }

    /// Returns `true` if the chain has at least three liberties, without a branch. With many words the answer is
    /// one-sided: `true` is certain, `false` means unknown.
    #[inline]
    pub(super) fn has_at_least_three_liberties(&self) -> bool {
        if Self::KEEPS_WORDS {
            // Each further word has at least one liberty.
            let first = (self.words.trailing_zeros() as usize).min(W - 1);
            self.liberties.0[first].count_ones() + self.words.count_ones() > 3
        } else {
            self.liberties.len() > 2
        }
    }

    /// Returns the liberties of a chain that has exactly two.
    #[inline]
    pub(super) fn two_liberties(&self) -> Option<[Point; 2]> {
        if Self::KEEPS_WORDS && self.words.count_ones() > 2 || self.liberties.len() != 2 {
            return None;
        }
        let first = self.liberties.first()?;
        let mut rest = self.liberties;
        rest.remove(first);
        Some([first, rest.first()?])
    }

    /// Returns the liberties except a given one, as far as they matter for a stone there.
    #[inline]
    pub(super) fn others(&self, liberty: Point) -> FurtherLiberties {
        let word = self.word_without(liberty);
        let (mut place, mut last) = (place(liberty).0, word);
        if Self::KEEPS_WORDS {
            let words = self.words_with(liberty, word);
            if words == 0 {
                return FurtherLiberties::None;
            }
            let first = words.trailing_zeros() as usize;
            if first != place {
                (place, last) = (first, self.liberties.0[first]);
            }
            if !words.is_power_of_two() {
                return FurtherLiberties::More;
            }
        } else if word == 0 {
            place ^= 1;
            last = self.liberties.0[place];
            if last == 0 {
                return FurtherLiberties::None;
            }
        } else if self.liberties.0[place ^ 1] != 0 {
            return FurtherLiberties::More;
        }
        if last.is_power_of_two() {
            FurtherLiberties::One(Point((place * 64) as u16 + last.trailing_zeros() as u16))
        } else {
            FurtherLiberties::More
        }
    }

    /// Returns `true` if a liberty is the last one.
    #[inline]
    pub(super) fn has_only(&self, point: Point) -> bool {
        let (word, bit) = place(point);
        if Self::KEEPS_WORDS {
            (self.words == 1_u16.wrapping_shl(word as u32)) & (self.liberties.0[word] == bit)
        } else {
            (self.liberties.0[word] ^ bit) | self.liberties.0[word ^ 1] == 0
        }
    }

    /// Counts a further stone.
    #[inline]
    pub(super) fn add_stone(&mut self) {
        self.size = self.size.wrapping_add(1);
    }

    #[inline]
    pub(super) fn add_liberty(&mut self, point: Point) {
        let (word, bit) = place(point);
        self.liberties.0[word] |= bit;
        self.note(word, true);
    }

    /// Adds the neighbours of a point on these sides.
    ///
    /// All four are within twice the stride, which is less than a word, so two words are accessed.
    #[inline]
    pub(super) fn add_adjacent_liberties(
        &mut self,
        point: Point,
        stride: usize,
        sides: Directions,
    ) {
        let below = point.index().wrapping_sub(stride);
        let side = |direction: usize| u64::from(sides.contains(direction));
        let around = side(0) << (2 * stride) | side(1) << (stride + 1) | side(2);
        let around = around | side(3) << (stride - 1);
        let (word, shift) = (below >> 6, below & 63);
        let next = if word + 1 < W { word + 1 } else { word };
        let (low, high) = (around << shift, around >> 1 >> (63 - shift));
        self.liberties.0[word] |= low;
        self.liberties.0[next] |= high;
        self.note(word, low != 0);
        self.note(next, high != 0);
    }

    /// Merges another chain into this one.
    #[inline]
    pub(super) fn merge(&mut self, other: &Self) {
        self.size = self.size.wrapping_add(other.size);
        self.liberties |= other.liberties;
        self.words |= other.words;
    }

    /// Returns the word of a liberty without this liberty.
    #[inline]
    pub(super) fn word_without(&self, liberty: Point) -> u64 {
        let (place, bit) = place(liberty);
        self.liberties.0[place] & !bit
    }

    /// Returns the mask of nonzero words if the word of a liberty becomes `word`.
    #[inline]
    pub(super) fn words_with(&self, liberty: Point, word: u64) -> u16 {
        let without = self.words & !1_u16.wrapping_shl(place(liberty).0 as u32);
        if word == 0 { without } else { self.words }
    }

    /// Stores the results of [`word_without`](Self::word_without) and
    /// [`words_with`](Self::words_with).
    #[inline]
    pub(super) fn remove_liberty(&mut self, liberty: Point, word: u64, words: u16) {
        self.liberties.0[place(liberty).0] = word;
        if Self::KEEPS_WORDS {
            self.words = words;
        }
    }

    #[inline]
    fn note(&mut self, word: usize, is_used: bool) {
        if Self::KEEPS_WORDS {
            let bit = 1_u16.wrapping_shl(word as u32);
            self.words |= if is_used { bit } else { 0 };
        }
    }
}

/// The number of liberties of a chain except a given one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FurtherLiberties {
    None,
    One(Point),
    More,
}

/// Returns the word and the bit of a point.
#[inline]
fn place(point: Point) -> (usize, u64) {
    (point.index() >> 6, 1 << (point.index() & 63))
}
