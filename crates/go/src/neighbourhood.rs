//! The eight points around a point, as a 16-bit code: two bits each for north, east, south, west
//! and then the four corners (0 empty, 1 black, 2 white, 3 off the board).

use super::Color;

/// Bit 0 of the four orthogonal cells.
const SIDES: u16 = 0x0055;
/// Bit 0 of the four diagonal cells.
const CORNERS: u16 = 0x5500;

/// The state of the eight points around a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct Neighbourhood(u16);

impl Neighbourhood {
    /// Returns the code of eight cells, by direction.
    pub(super) fn from_cells(mut cell: impl FnMut(usize) -> u8) -> Self {
        Neighbourhood((0..8).fold(0, |code, d| code | u16::from(cell(d)) << (2 * d)))
    }

    /// Returns the code as an index into a table of 65536 entries.
    #[inline]
    pub const fn code(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub(super) fn toggle(&mut self, direction: usize, change: u8) {
        self.0 ^= u16::from(change) << (2 * direction);
    }

    /// Returns the points of `mask` that are black or off the board, or white or off the board.
    #[inline]
    const fn own_or_off(self, color: Color, mask: u16) -> u16 {
        (self.0 >> (color as u16 - 1)) & mask
    }

    /// Returns `true` if a neighbour is empty.
    #[inline]
    pub const fn has_empty_neighbour(self) -> bool {
        (self.0 | self.0 >> 1) & SIDES != SIDES
    }

    /// Returns the directions 0 to 3 with an empty point.
    #[inline]
    pub(super) fn empty_sides(self) -> Directions {
        Directions(!(self.0 | self.0 >> 1) & SIDES)
    }

    /// Returns the directions 0 to 3 with a stone of this colour.
    #[inline]
    pub(super) fn sides_of(self, color: Color) -> Directions {
        Directions(self.own_or_off(color, SIDES) & !(self.0 >> (2 - color as u16)))
    }

    /// Returns the directions 0 to 3 with a stone.
    #[inline]
    pub(super) fn stones(self) -> Directions {
        Directions((self.0 ^ self.0 >> 1) & SIDES)
    }

    /// Returns the directions 0 to 7 with a point of the board.
    #[inline]
    pub(super) fn on_board(self) -> Directions {
        Directions(!(self.0 & self.0 >> 1) & (SIDES | CORNERS))
    }

    /// Returns the number of empty neighbours, 0 to 4.
    #[inline]
    pub const fn empty_neighbours(self) -> u32 {
        4 - ((self.0 | self.0 >> 1) & SIDES).count_ones()
    }

    /// Returns the number of neighbours with a stone of this colour, 0 to 4.
    #[inline]
    pub const fn adjacent_stones(self, color: Color) -> u32 {
        (self.own_or_off(color, SIDES) & !(self.0 >> (2 - color as u16))).count_ones()
    }

    /// Returns `true` if all neighbours on the board are stones of one colour.
    #[inline]
    pub const fn is_surrounded_by(self, color: Color) -> bool {
        self.own_or_off(color, SIDES) == SIDES
    }

    /// Returns `true` if the point is an eye by its 3x3 code: surrounded by one colour, with fewer than two opponent
    /// stones on the diagonals, or none at the edge.
    ///
    /// This is the usual test of playouts (Brügmann 1993). Two eyes that share a diagonal point count as false, which
    /// is acceptable in playouts.
    #[inline]
    pub const fn is_eye(self, color: Color) -> bool {
        let black = self.0 & CORNERS;
        let white = (self.0 >> 1) & CORNERS;
        let off = black & white;
        let theirs = match color {
            Color::Black => white & !off,
            Color::White => black & !off,
        };
        // At the edge one opponent stone on a diagonal makes the eye false, so one is added.
        self.is_surrounded_by(color) && theirs.count_ones() + ((off != 0) as u32) < 2
    }
}

/// A set of directions around a point, iterated in order.
#[derive(Debug, Clone, Copy)]
pub(super) struct Directions(u16);

impl Directions {
    /// Returns the directions 0 to 3 for which a condition holds, without a branch.
    #[inline]
    pub(super) fn sides(mut is_in: impl FnMut(usize) -> bool) -> Directions {
        Directions((0..4).fold(0, |bits, d| bits | u16::from(is_in(d)) << (2 * d)))
    }

    #[inline]
    pub(super) fn contains(self, direction: usize) -> bool {
        self.0 >> (2 * direction) & 1 != 0
    }

    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the intersection.
    #[inline]
    pub(super) fn and(self, other: Directions) -> Directions {
        Directions(self.0 & other.0)
    }

    /// Returns the difference.
    #[inline]
    pub(super) fn without(self, other: Directions) -> Directions {
        Directions(self.0 & !other.0)
    }
}

impl Iterator for Directions {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let direction = self.0.trailing_zeros() as usize / 2;
        let more = self.0 != 0;
        self.0 &= self.0.wrapping_sub(1);
        more.then_some(direction)
    }
}

/// Index offsets of the eight points around a point, in code order, for a distance of `stride` between vertical
/// neighbours. They are added with wrapping.
pub(super) const fn steps(stride: usize) -> [usize; 8] {
    let (up, down) = (stride, stride.wrapping_neg());
    [up, 1, down, usize::MAX, up - 1, up + 1, down.wrapping_add(1), down.wrapping_sub(1)]
}

/// Returns the opposite direction.
#[inline]
pub(super) const fn opposite(direction: usize) -> usize {
    direction ^ 2
}
