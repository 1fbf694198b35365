//! The position: stones, chains, exact liberties and simple ko. Cheap to copy, made for playouts.
//!
//! It does not know the history: superko, undo, komi and rules live in [`Game`](super::Game).
//! Every chain has a slot with its liberties as a bitboard and their count, its stones form a ring,
//! and every point has its 3x3 neighbourhood at hand as a 16-bit code. Nothing is allocated.

use super::neighbourhood::{self, Neighbourhood};
use super::point_set::{MAX_WORDS, PointMap, PointSet};
use super::{BoardSize, Color, Point};

/// The cell of an empty point; a stone's cell is its colour's discriminant.
pub(super) const EMPTY: u8 = 0;
/// The cell of a pad.
const OFF: u8 = 3;

/// The slot of a chain: stable until a move adds to the chain, merges it or captures it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ChainId(u16);

/// What is known of solidly connected stones of one colour.
#[derive(Debug, Clone, Copy)]
pub(super) struct Chain<const W: usize> {
    pub(super) liberties: PointSet<W>,
    pub(super) liberty_count: u16,
    pub(super) size: u16,
}

/// Where simple ko forbids whom to play, in one number that is compared at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ko(u16);

impl Ko {
    /// No ko.
    pub(super) const NONE: Ko = Ko(0);

    /// A colour may not play on a point.
    #[inline]
    pub(super) const fn new(color: Color, point: Point) -> Ko {
        Ko(point.0 << 2 | color as u16)
    }

    fn get(self) -> Option<(Color, Point)> {
        Some((color_of(self.0 as u8 & 3)?, Point(self.0 >> 2)))
    }
}

/// A position on a board of up to as many points as `W` words hold.
///
/// ```
/// use tianyuan::go::{Board, BoardSize, Color};
/// let mut board = Board::<2>::new(BoardSize::new(9).expect("9 is a size"));
/// let corner = board.size().point(0, 0);
/// board.play(Color::Black, corner);
/// assert_eq!(board.liberty_count(corner), 2);
/// ```
///
/// With `ATARI` it also keeps the chains in atari of both colours as sets, which costs a light
/// playout up to a twentieth; without, nothing is kept and nothing is paid.
#[derive(Clone, Debug)]
pub struct Board<const W: usize = MAX_WORDS, const ATARI: bool = false> {
    pub(super) size: BoardSize,
    pub(super) stride: usize,
    /// What leads to the index of each of the eight points around, modulo 65536.
    pub(super) steps: [u16; 8],
    pub(super) ko: Ko,
    pub(super) cells: PointMap<u8, W>,
    pub(super) codes: PointMap<Neighbourhood, W>,
    /// The slot of the chain of a stone.
    pub(super) chain_of: PointMap<u16, W>,
    /// The next stone of the same chain, in a ring.
    pub(super) next_stone: PointMap<Point, W>,
    /// The empty points in no order, and the place of each in it.
    pub(super) empties: PointMap<Point, W>,
    pub(super) empty_place: PointMap<u16, W>,
    pub(super) empty_count: usize,
    pub(super) stone_counts: [u16; 2],
    pub(super) chains: PointMap<Chain<W>, W>,
    /// The slots of the chains in atari, by colour; empty without `ATARI`.
    pub(super) in_atari: [PointSet<W>; 2],
    /// A stack of the slots that no chain has.
    pub(super) free_slots: PointMap<u16, W>,
    pub(super) free_count: usize,
}

impl<const W: usize> Board<W> {
    /// The empty board.
    ///
    /// # Panics
    /// Where `W` words are too few for the size.
    pub fn new(size: BoardSize) -> Self {
        Board::empty(size)
    }

    /// A position with these stones and no ko.
    ///
    /// Stones that would have no liberty at the end are captured on the way, which ones depends on
    /// the order: use [`Game::setup`](super::Game::setup) for stones that nobody has checked.
    pub fn with_stones(size: BoardSize, stones: impl IntoIterator<Item = (Color, Point)>) -> Self {
        let mut board = Board::new(size);
        for (color, point) in stones {
            board.play(color, point);
        }
        board.ko = Ko::NONE;
        board
    }

    /// The same position in another number of words.
    pub fn resized<const V: usize>(&self) -> Board<V> {
        let mut board = Board::<V>::with_stones(self.size, self.stones());
        board.ko = self.ko;
        board
    }
}

impl<const W: usize> Board<W, true> {
    /// The empty board, keeping the chains in atari.
    ///
    /// # Panics
    /// Where `W` words are too few for the size.
    pub fn keeping_ataris(size: BoardSize) -> Self {
        Board::empty(size)
    }

    /// The last liberties of the chains of a colour that are in atari.
    pub fn atari_points(&self, color: Color) -> PointSet<W> {
        let slots = self.in_atari[color.index()].iter();
        let chains = slots.map(|slot| self.chains[slot].liberties);
        chains.fold(PointSet::EMPTY, |points, last| points | last)
    }
}

impl<const W: usize, const ATARI: bool> Board<W, ATARI> {
    /// The empty board of any kind.
    fn empty(size: BoardSize) -> Self {
        let (lines, stride) = (size.lines(), size.stride());
        assert!((lines + 2) * stride < W * 64, "{size:?} does not fit in {W} words");
        let none = Chain { liberties: PointSet::EMPTY, liberty_count: 0, size: 0 };
        let mut board = Board {
            size,
            stride,
            steps: std::array::from_fn(|d| neighbourhood::step(stride + 1, d, stride) as u16)
                .map(|index| index.wrapping_sub(stride as u16 + 1)),
            ko: Ko::NONE,
            cells: PointMap::new(OFF),
            codes: PointMap::new(Neighbourhood::default()),
            chain_of: PointMap::new(0),
            next_stone: PointMap::new(Point(0)),
            empties: PointMap::new(Point(0)),
            empty_place: PointMap::new(0),
            empty_count: 0,
            stone_counts: [0, 0],
            chains: PointMap::new(none),
            in_atari: [PointSet::EMPTY; 2],
            free_slots: PointMap::new(0),
            free_count: W * 64,
        };
        for slot in 0..board.free_count {
            board.free_slots[slot] = (W * 64 - 1 - slot) as u16;
        }
        for point in size.points() {
            board.cells[point] = EMPTY;
            board.add_empty(point);
        }
        for point in size.points() {
            board.codes[point] = Neighbourhood::from_cells(|direction| {
                board.cells[neighbourhood::step(point.index(), direction, stride)]
            });
        }
        board
    }

    /// The size.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The colour of the stone on a point, `None` where it is empty.
    #[inline]
    pub fn color_at(&self, point: Point) -> Option<Color> {
        color_of(self.cells[point])
    }

    /// Whether there is no stone on a point.
    #[inline]
    pub fn is_empty(&self, point: Point) -> bool {
        self.cells[point] == EMPTY
    }

    /// The empty points, in no particular order.
    #[inline]
    pub fn empty_points(&self) -> &[Point] {
        self.empties.prefix(self.empty_count)
    }

    /// Exchanges two places in the list of empty points, whose order has no meaning.
    #[inline]
    pub fn swap_empty_points(&mut self, a: usize, b: usize) {
        debug_assert!(a.max(b) < self.empty_count, "places of the list");
        let (at_a, at_b) = (self.empties[a], self.empties[b]);
        (self.empties[a], self.empties[b]) = (at_b, at_a);
        (self.empty_place[at_a], self.empty_place[at_b]) = (b as u16, a as u16);
    }

    /// The number of stones of one colour.
    #[inline]
    pub fn stone_count(&self, color: Color) -> usize {
        self.stone_counts[color.index()] as usize
    }

    /// All stones, row by row from the bottom left.
    pub fn stones(&self) -> impl Iterator<Item = (Color, Point)> {
        self.size.points().filter_map(|point| Some((self.color_at(point)?, point)))
    }

    /// The points with stones of one colour.
    pub fn stones_of(&self, color: Color) -> PointSet<W> {
        self.size.points().filter(|&point| self.color_at(point) == Some(color)).collect()
    }

    /// The 3x3 neighbourhood of a point.
    #[inline]
    pub fn neighbourhood(&self, point: Point) -> Neighbourhood {
        self.codes[point]
    }

    /// The one to four neighbours of a point.
    #[inline]
    pub fn neighbours(&self, point: Point) -> impl Iterator<Item = Point> + use<'_, W, ATARI> {
        let all = point.neighbours(self.stride).into_iter();
        all.filter(|&v| self.cells[v] != OFF).map(|v| Point(v as u16))
    }

    /// The three to eight points around a point.
    #[inline]
    pub fn surroundings(&self, point: Point) -> impl Iterator<Item = Point> + use<'_, W, ATARI> {
        self.codes[point].on_board().map(move |direction| self.beside(point, direction))
    }

    /// The empty points among those around a point.
    #[inline]
    pub fn empty_around(&self, point: Point) -> impl Iterator<Item = Point> + use<'_, W, ATARI> {
        self.codes[point].empty_around().map(move |direction| self.beside(point, direction))
    }

    /// The neighbours of a point that are stones.
    #[inline]
    pub fn stones_beside(&self, point: Point) -> impl Iterator<Item = Point> + use<'_, W, ATARI> {
        self.codes[point].stones().map(move |direction| self.beside(point, direction))
    }

    /// The point in one of the directions 0 to 7.
    #[inline]
    pub(super) fn beside(&self, point: Point, direction: usize) -> Point {
        Point(point.0.wrapping_add(self.steps[direction]))
    }

    /// The point where simple ko forbids the colour to play now.
    #[inline]
    pub fn ko(&self) -> Option<(Color, Point)> {
        self.ko.get()
    }

    /// Forgets the ko, as a pass does.
    #[inline]
    pub fn clear_ko(&mut self) {
        self.ko = Ko::NONE;
    }

    /// Puts back a ko that the same position had.
    pub(super) fn set_ko(&mut self, ko: Option<(Color, Point)>) {
        self.ko = ko.map_or(Ko::NONE, |(color, point)| Ko::new(color, point));
    }

    // --- chains -------------------------------------------------------------------------------

    /// The chain of the stone on a point; of no meaning where the point is empty.
    #[inline]
    pub fn chain_at(&self, point: Point) -> ChainId {
        ChainId(self.chain_of[point])
    }

    /// The number of liberties of the chain of the stone on a point.
    #[inline]
    pub fn liberty_count(&self, stone: Point) -> usize {
        self.chain(stone).liberty_count as usize
    }

    /// The liberties of the chain of the stone on a point.
    #[inline]
    pub fn liberties(&self, stone: Point) -> &PointSet<W> {
        &self.chain(stone).liberties
    }

    /// The number of stones in the chain of the stone on a point.
    #[inline]
    pub fn chain_size(&self, stone: Point) -> usize {
        self.chain(stone).size as usize
    }

    /// The stones of the chain of the stone on a point, starting with it.
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

    #[inline]
    fn chain(&self, stone: Point) -> &Chain<W> {
        debug_assert!(!self.is_empty(stone), "a chain has stones");
        &self.chains[self.chain_of[stone] as usize]
    }
}

/// The colour of the stone in a cell.
#[inline]
pub(super) fn color_of(cell: u8) -> Option<Color> {
    match cell {
        1 => Some(Color::Black),
        2 => Some(Color::White),
        _ => None,
    }
}
