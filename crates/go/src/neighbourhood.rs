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
    /// The code of eight cells, by direction.
    pub(super) fn from_cells(mut cell: impl FnMut(usize) -> u8) -> Self {
        Neighbourhood((0..8).fold(0, |code, d| code | u16::from(cell(d)) << (2 * d)))
    }

    /// The code as an index into a table of 65536.
    #[inline]
    pub const fn code(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub(super) fn toggle(&mut self, direction: usize, change: u8) {
        self.0 ^= u16::from(change) << (2 * direction);
    }

    /// The points among `mask` that are black or off the board, or white or off the board.
    #[inline]
    const fn own_or_off(self, color: Color, mask: u16) -> u16 {
        (self.0 >> (color as u16 - 1)) & mask
    }

    /// Whether one of the four neighbours is empty.
    #[inline]
    pub const fn has_empty_neighbour(self) -> bool {
        (self.0 | self.0 >> 1) & SIDES != SIDES
    }

    /// The directions 0 to 3 in which there is an empty point.
    #[inline]
    pub(super) fn empty_sides(self) -> Directions {
        Directions(!(self.0 | self.0 >> 1) & SIDES)
    }

    /// The directions 0 to 3 in which there is a stone of this colour.
    #[inline]
    pub(super) fn sides_of(self, color: Color) -> Directions {
        Directions(self.own_or_off(color, SIDES) & !(self.0 >> (2 - color as u16)))
    }

    /// The directions 0 to 3 in which there is a stone.
    #[inline]
    pub(super) fn stones(self) -> Directions {
        Directions((self.0 ^ self.0 >> 1) & SIDES)
    }

    /// The directions 0 to 7 in which there is a point of the board.
    #[inline]
    pub(super) fn on_board(self) -> Directions {
        Directions(!(self.0 & self.0 >> 1) & (SIDES | CORNERS))
    }

    /// The number of empty neighbours, 0 to 4.
    #[inline]
    pub const fn empty_neighbours(self) -> u32 {
        4 - ((self.0 | self.0 >> 1) & SIDES).count_ones()
    }

    /// The number of neighbours with a stone of this colour, 0 to 4.
    #[inline]
    pub const fn stones_beside(self, color: Color) -> u32 {
        (self.own_or_off(color, SIDES) & !(self.0 >> (2 - color as u16))).count_ones()
    }

    /// Whether all neighbours on the board are stones of one colour.
    #[inline]
    pub const fn is_surrounded_by(self, color: Color) -> bool {
        self.own_or_off(color, SIDES) == SIDES
    }

    /// Whether the point is an eye by its 3x3 code: surrounded by one colour, with fewer than two
    /// of the opponent's stones on the diagonals, or none at the edge.
    ///
    /// This is the usual test of playouts (Brügmann 1993). Two eyes that share a diagonal point count
    /// as false, which a playout can afford.
    #[inline]
    pub const fn is_eye(self, color: Color) -> bool {
        let black = self.0 & CORNERS;
        let white = (self.0 >> 1) & CORNERS;
        let off = black & white;
        let theirs = match color {
            Color::Black => white & !off,
            Color::White => black & !off,
        };
        // At the edge one opponent's stone on a diagonal makes the eye false, hence the added one.
        self.is_surrounded_by(color) && theirs.count_ones() + ((off != 0) as u32) < 2
    }
}

/// Some of the directions around a point, in their order.
#[derive(Debug, Clone, Copy)]
pub(super) struct Directions(u16);

impl Directions {
    /// The directions 0 to 3 for which a condition holds, without a branch.
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

    /// The directions that are in both.
    #[inline]
    pub(super) fn and(self, other: Directions) -> Directions {
        Directions(self.0 & other.0)
    }

    /// The directions that are not in the other.
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

/// Index offsets of the eight points around a point, in the order of the code, where vertical
/// neighbours are `stride` apart. They are added with wrapping.
pub(super) const fn steps(stride: usize) -> [usize; 8] {
    let (up, down) = (stride, stride.wrapping_neg());
    [up, 1, down, usize::MAX, up - 1, up + 1, down.wrapping_add(1), down.wrapping_sub(1)]
}

/// The opposite direction.
#[inline]
pub(super) const fn opposite(direction: usize) -> usize {
    direction ^ 2
}
