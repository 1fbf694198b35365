//! The position: stones, chains, exact liberties and simple ko. Copies are cheap, for playouts.
//!
//! History, superko, undo, komi and rules belong to [`Game`](super::Game). Every chain has a slot with its liberties
//! as a bitboard and their count, its stones form a ring, and every point has its 3x3 neighbourhood as a 16-bit code.
//! No operation allocates.

use super::chain::Chain;
use super::chains::{Chains, NO_CHAIN};
use super::empty_points::EmptyPoints;
use super::neighbourhood::{self, Directions, Neighbourhood};
use super::point_set::{MAX_WORDS, PointMap, PointSet};
use super::{BoardSize, Color, Point};

/// The cell of an empty point; the cell of a stone is its colour's discriminant.
pub(super) const EMPTY: u8 = 0;
/// The cell value of the padding around the board.
const OFF: u8 = 3;

/// The slot of a chain, stable until the chain is extended, merged or captured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ChainId(u16);

/// The point and colour forbidden by simple ko, packed into one number for a single comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ko(u16);

impl Ko {
    /// The value for a position without a ko.
    pub(super) const NONE: Ko = Ko(0);

    /// Returns a ko that forbids a colour to play on a point.
    #[inline]
    pub(super) const fn new(color: Color, point: Point) -> Ko {
        Ko(point.0 << 2 | color as u16)
    }

    fn get(self) -> Option<(Color, Point)> {
        Some((color_of(self.0 as u8 & 3)?, Point(self.0 >> 2)))
    }
}

/// A position on a board that takes `W` words (see [`with_words!`](crate::with_words)), or on any board with the
/// maximum number of words.
///
/// ```
/// use tianyuan_go::{Board, BoardSize, Color};
/// let mut board = Board::<2>::new(BoardSize::new(9).expect("9 is a size"));
/// let corner = board.size().point(0, 0);
/// board.play(Color::Black, corner);
/// assert_eq!(board.liberty_count(corner), 2);
/// ```
///
/// With `ATARI` it also maintains the sets of chains in atari of both colours, which costs a light playout up to 5 %;
/// without, there is no cost.
#[derive(Debug)]
pub struct Board<const W: usize = MAX_WORDS, const ATARI: bool = false> {
    pub(super) size: BoardSize,
    pub(super) ko: Ko,
    pub(super) stone_counts: [u16; 2],
    /// Index offsets of the eight points around a point, added with wrapping.
    steps: [usize; 8],
    pub(super) cells: PointMap<u8, W>,
    pub(super) codes: PointMap<Neighbourhood, W>,
    /// The slot of the chain of each stone.
    pub(super) chain_of: PointMap<u16, W>,
    /// The stones of each chain as a ring: the next stone by stone.
    pub(super) next_stone: PointMap<Point, W>,
    pub(super) empties: EmptyPoints<W>,
    pub(super) chains: Chains<W, ATARI>,
}

impl<const W: usize, const ATARI: bool> Clone for Board<W, ATARI> {
    fn clone(&self) -> Self {
        Board { chains: self.chains.clone(), ..*self }
    }

    /// Copies only the slots in use.
    fn clone_from(&mut self, source: &Self) {
        self.size = source.size;
        self.ko = source.ko;
        self.stone_counts = source.stone_counts;
        self.steps = source.steps;
        self.cells = source.cells;
        self.codes = source.codes;
        self.chain_of = source.chain_of;
        self.next_stone = source.next_stone;
        self.empties = source.empties;
        self.chains.clone_from(&source.chains);
    }
}

impl<const W: usize> Board<W> {
    /// Returns the empty board.
    ///
    /// # Panics
    /// Panics if `W` is neither the number of words for the size nor the maximum.
    pub fn new(size: BoardSize) -> Self {
        Board::empty(size)
    }

    /// Returns a position with these stones and no ko.
    ///
    /// Stones without liberties are captured while stones are placed; which ones depends on the order. Use
    /// [`Game::setup`](super::Game::setup) for unchecked stones.
    pub fn with_stones(size: BoardSize, stones: impl IntoIterator<Item = (Color, Point)>) -> Self {
        let mut board = Board::new(size);
        for (color, point) in stones {
            board.play(color, point);
        }
        // Setup stones are not moves, so captures during setup create no ko.
        board.ko = Ko::NONE;
        board
    }

    /// Returns a copy of the position on boards with another number of words.
    pub fn resized<const V: usize>(&self) -> Board<V> {
        let mut board = Board::<V>::with_stones(self.size, self.stones());
        board.ko = self.ko;
        board
    }
}

impl<const W: usize> Board<W, true> {
    /// Returns the empty board with sets of chains in atari.
    ///
    /// # Panics
    /// Panics if `W` is neither the number of words for the size nor the maximum.
    pub fn with_atari_tracking(size: BoardSize) -> Self {
        Board::empty(size)
    }

    /// Returns the last liberties of a colour's chains in atari.
    pub fn atari_points(&self, color: Color) -> PointSet<W> {
        self.chains.atari_points(color)
    }
}

impl<const W: usize, const ATARI: bool> Board<W, ATARI> {
    /// Returns index offsets as a constant if all sizes with this number of words share a stride.
    const KNOWN_STEPS: Option<[usize; 8]> = match W {
        2 => Some(neighbourhood::steps(10)),
        4 => Some(neighbourhood::steps(15)),
        7 => Some(neighbourhood::steps(20)),
        _ => None,
    };

    /// Returns the empty board with or without sets of chains in atari.
    fn empty(size: BoardSize) -> Self {
        let mut board = Board {
            size,
            ko: Ko::NONE,
            stone_counts: [0, 0],
            steps: neighbourhood::steps(size.stride()),
            cells: PointMap::new(OFF),
            codes: PointMap::new(Neighbourhood::default()),
            chain_of: PointMap::new(NO_CHAIN),
            next_stone: PointMap::new(Point(0)),
            empties: EmptyPoints::new(),
            chains: Chains::new(),
        };
        let fits = (size.lines() + 2) * size.stride() < W * 64;
        assert!(fits && board.steps() == &board.steps, "wrong number of words for {size:?}");
        for point in size.points() {
            board.cells[point] = EMPTY;
            board.empties.add(point);
        }
        // In a second pass, because a neighbourhood needs all surrounding cells.
        for point in size.points() {
            board.codes[point] = Neighbourhood::from_cells(|direction| {
                board.cells[board.neighbour_in(point, direction)]
            });
        }
        board
    }

    /// Returns the size of the board.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// Returns the colour of the stone on a point, or `None` if it is empty.
    #[inline]
    pub fn color_at(&self, point: Point) -> Option<Color> {
        color_of(self.cells[point])
    }

    /// Returns `true` if a point is empty.
    #[inline]
    pub fn is_empty(&self, point: Point) -> bool {
        self.cells[point] == EMPTY
    }

    /// Returns the empty points in no particular order.
    #[inline]
    pub fn empty_points(&self) -> &[Point] {
        self.empties.points()
    }

    /// Exchanges two entries of the list of empty points, whose order is arbitrary.
    #[inline]
    pub fn swap_empty_points(&mut self, a: usize, b: usize) {
        self.empties.swap(a, b);
    }

    /// Returns the number of stones of a colour.
    #[inline]
    pub fn stone_count(&self, color: Color) -> usize {
        self.stone_counts[color.index()] as usize
    }

    /// Returns all stones in row-major order from the bottom left.
    pub fn stones(&self) -> impl Iterator<Item = (Color, Point)> {
        self.size.points().filter_map(|point| Some((self.color_at(point)?, point)))
    }

    /// Returns the points with stones of a colour.
    pub fn stones_of(&self, color: Color) -> PointSet<W> {
        self.size.points().filter(|&point| self.color_at(point) == Some(color)).collect()
    }

    /// Returns the 3x3 neighbourhood of a point.
    #[inline]
    pub fn neighbourhood(&self, point: Point) -> Neighbourhood {
        self.codes[point]
    }

    /// Returns the two to four neighbours of a point.
    #[inline]
    pub fn neighbours(&self, point: Point) -> impl Iterator<Item = Point> + use<'_, W, ATARI> {
        let all = (0..4).map(move |direction| self.neighbour_in(point, direction));
        all.filter(|&v| self.cells[v] != OFF)
    }

    /// Returns the three to eight points around a point.
    #[inline]
    pub fn neighbours8(&self, point: Point) -> impl Iterator<Item = Point> + use<'_, W, ATARI> {
        self.codes[point].on_board().map(move |direction| self.neighbour_in(point, direction))
    }

    /// Returns the eight indices around a point, some of which may be off the board.
    #[inline]
    pub fn neighbours8_unchecked(&self, point: Point) -> [Point; 8] {
        std::array::from_fn(|direction| self.neighbour_in(point, direction))
    }

    /// Returns the neighbours of a point that are stones of chains in atari.
    #[inline]
    pub fn adjacent_ataris(&self, point: Point) -> impl Iterator<Item = Point> + use<'_, W, ATARI> {
        let in_atari = Directions::sides(|side| self.chain_in(point, side).is_in_atari());
        in_atari.map(move |direction| self.neighbour_in(point, direction))
    }

    /// Returns the neighbours of a point that are stones.
    #[inline]
    pub fn adjacent_stones(&self, point: Point) -> impl Iterator<Item = Point> + use<'_, W, ATARI> {
        self.codes[point].stones().map(move |direction| self.neighbour_in(point, direction))
    }

    /// Returns the point in one of the directions 0 to 7.
    #[inline]
    pub(super) fn neighbour_in(&self, point: Point, direction: usize) -> Point {
        Point(point.index().wrapping_add(self.steps()[direction]) as u16)
    }

    /// Returns the index distance between vertical neighbours.
    #[inline]
    pub(super) fn stride(&self) -> usize {
        self.steps()[0]
    }

    /// Returns the slots of the chains in the directions 0 to 3.
    #[inline]
    pub(super) fn slots_beside(&self, point: Point) -> [u16; 4] {
        let stride = self.stride();
        let slots = self.chain_of.around(point, stride);
        [0, 1, 2, 3].map(|direction| slots[self.steps()[direction].wrapping_add(stride + 1)])
    }

    #[inline]
    pub(super) fn steps(&self) -> &[usize; 8] {
        match &Self::KNOWN_STEPS {
            Some(steps) => steps,
            None => &self.steps,
        }
    }

    /// Returns the point that simple ko forbids the colour to play.
    #[inline]
    pub fn ko(&self) -> Option<(Color, Point)> {
        self.ko.get()
    }

    /// Clears the ko, as a pass does.
    #[inline]
    pub fn clear_ko(&mut self) {
        self.ko = Ko::NONE;
    }

    /// Restores the ko of an earlier position.
    pub(super) fn set_ko(&mut self, ko: Option<(Color, Point)>) {
        self.ko = ko.map_or(Ko::NONE, |(color, point)| Ko::new(color, point));
    }

    // --- chains -------------------------------------------------------------------------------

    /// Returns the chain of the stone on a point; unspecified if the point is empty.
    #[inline]
    pub fn chain_at(&self, point: Point) -> ChainId {
        ChainId(self.chain_of[point])
    }

    /// Returns the number of liberties of the chain of the stone on a point.
    #[inline]
    pub fn liberty_count(&self, stone: Point) -> usize {
        self.chain(stone).liberties().len()
    }

    /// Returns `true` if there is a stone on a point whose chain is in atari.
    #[inline]
    pub fn is_in_atari(&self, point: Point) -> bool {
        self.chains.at(self.chain_of[point]).is_in_atari()
    }

    /// Returns the liberties of the chain of the stone on a point.
    #[inline]
    pub fn liberties(&self, stone: Point) -> &PointSet<W> {
        self.chain(stone).liberties()
    }

    /// Returns the liberties of a chain that has exactly two.
    #[inline]
    pub fn two_liberties(&self, stone: Point) -> Option<[Point; 2]> {
        self.chain(stone).two_liberties()
    }

    /// Returns the liberties of a chain after an extension to one of them, ignoring captures.
    pub fn liberties_after(&self, stone: Point, at: Point) -> PointSet<W> {
        let color = self.color_at(stone);
        // Captures would add liberties; without them the count is a cheap lower bound.
        let mut liberties = *self.liberties(stone);
        for beside in self.neighbours(at) {
            if self.is_empty(beside) {
                liberties.insert(beside);
            } else if self.color_at(beside) == color {
                liberties |= *self.liberties(beside);
            }
        }
        liberties.remove(at);
        liberties
    }

    /// Returns the number of stones in the chain of the stone on a point.
    #[inline]
    pub fn chain_size(&self, stone: Point) -> usize {
        self.chain(stone).size as usize
    }

    /// Returns the stones of the chain of the stone on a point, starting with this stone.
    #[inline]
    pub fn chain_stones(&self, stone: Point) -> impl Iterator<Item = Point> + use<'_, W, ATARI> {
        debug_assert!(!self.is_empty(stone), "a chain has stones");
        let mut next = Some(stone);
        std::iter::from_fn(move || {
            let here = next?;
            next = Some(self.next_stone[here]).filter(|&point| point != stone);
            Some(here)
        })
    }

    /// Returns the chain in one of the directions 0 to 3; the sentinel chain if there is no stone.
    #[inline]
    pub(super) fn chain_in(&self, point: Point, direction: usize) -> &Chain<W> {
        self.chains.at(self.chain_of[self.neighbour_in(point, direction)])
    }

    #[inline]
    fn chain(&self, stone: Point) -> &Chain<W> {
        debug_assert!(!self.is_empty(stone), "a chain has stones");
        self.chains.at(self.chain_of[stone])
    }
}

/// Returns the colour of the stone in a cell.
#[inline]
pub(super) fn color_of(cell: u8) -> Option<Color> {
    match cell {
        1 => Some(Color::Black),
        2 => Some(Color::White),
        _ => None,
    }
}
