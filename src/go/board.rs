//! The position: stones, chains, exact liberties and simple ko. Cheap to copy, made for playouts.
//!
//! It does not know the history: superko, undo, komi and rules live in [`Game`](super::Game).
//! Every chain has a slot with its liberties as a bitboard and their count, its stones form a ring,
//! and every point has its 3x3 neighbourhood at hand as a 16-bit code. Nothing is allocated.

use super::neighbourhood::{self, Neighbourhood};
use super::point_set::{MAX_WORDS, PointMap, PointSet};
use super::{BoardSize, Color, Point};

const EMPTY: u8 = 0;
const OFF: u8 = 3;

/// The slot of a chain: stable until a move adds to the chain, merges it or captures it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ChainId(u16);

/// What is known of solidly connected stones of one colour.
#[derive(Debug, Clone, Copy)]
struct Chain<const W: usize> {
    liberties: PointSet<W>,
    liberty_count: u16,
    size: u16,
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
#[derive(Clone, Debug)]
pub struct Board<const W: usize = MAX_WORDS> {
    size: BoardSize,
    stride: usize,
    ko: Option<(Color, Point)>,
    cells: PointMap<u8, W>,
    codes: PointMap<Neighbourhood, W>,
    /// The slot of the chain of a stone.
    chain_of: PointMap<u16, W>,
    /// The next stone of the same chain, in a ring.
    next_stone: PointMap<Point, W>,
    /// The empty points in no order, and the place of each in it.
    empties: PointMap<Point, W>,
    empty_place: PointMap<u16, W>,
    empty_count: usize,
    stone_counts: [u16; 2],
    chains: PointMap<Chain<W>, W>,
    /// A stack of the slots that no chain has.
    free_slots: PointMap<u16, W>,
    free_count: usize,
}

impl<const W: usize> Board<W> {
    /// The empty board.
    ///
    /// # Panics
    /// Where `W` words are too few for the size.
    pub fn new(size: BoardSize) -> Self {
        let (lines, stride) = (size.lines(), size.stride());
        assert!((lines + 2) * stride < W * 64, "{size:?} does not fit in {W} words");
        let none = Chain { liberties: PointSet::EMPTY, liberty_count: 0, size: 0 };
        let mut board = Board {
            size,
            stride,
            ko: None,
            cells: PointMap::new(OFF),
            codes: PointMap::new(Neighbourhood::default()),
            chain_of: PointMap::new(0),
            next_stone: PointMap::new(Point(0)),
            empties: PointMap::new(Point(0)),
            empty_place: PointMap::new(0),
            empty_count: 0,
            stone_counts: [0, 0],
            chains: PointMap::new(none),
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

    /// A position with these stones and no ko.
    ///
    /// Stones that would have no liberty at the end are captured on the way, which ones depends on
    /// the order: use [`Game::setup`](super::Game::setup) for stones that nobody has checked.
    pub fn with_stones(size: BoardSize, stones: impl IntoIterator<Item = (Color, Point)>) -> Self {
        let mut board = Board::new(size);
        for (color, point) in stones {
            board.play(color, point);
        }
        board.ko = None;
        board
    }

    /// The same position in another number of words.
    pub fn resized<const V: usize>(&self) -> Board<V> {
        let mut board = Board::<V>::with_stones(self.size, self.stones());
        board.ko = self.ko;
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
    pub fn neighbours(&self, point: Point) -> impl Iterator<Item = Point> + use<'_, W> {
        let all = point.neighbours(self.stride).into_iter();
        all.filter(|&v| self.cells[v] != OFF).map(|v| Point(v as u16))
    }

    /// The three to eight points around a point.
    #[inline]
    pub fn surroundings(&self, point: Point) -> impl Iterator<Item = Point> + use<'_, W> {
        let all = (0..8).map(move |d| neighbourhood::step(point.index(), d, self.stride));
        all.filter(|&v| self.cells[v] != OFF).map(|v| Point(v as u16))
    }

    /// The point where simple ko forbids the colour to play now.
    #[inline]
    pub fn ko(&self) -> Option<(Color, Point)> {
        self.ko
    }

    /// Forgets the ko, as a pass does.
    #[inline]
    pub fn clear_ko(&mut self) {
        self.ko = None;
    }

    /// Puts back a ko that the same position had.
    pub(super) fn set_ko(&mut self, ko: Option<(Color, Point)>) {
        self.ko = ko;
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
    pub fn chain_stones(&self, stone: Point) -> impl Iterator<Item = Point> + use<'_, W> {
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

    // --- moves --------------------------------------------------------------------------------

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

    /// The size of the chain that a stone on an empty point would make.
    pub fn joined_size(&self, color: Color, point: Point) -> usize {
        let mut joined: [Option<ChainId>; 4] = [None; 4];
        let mut size = 1;
        for (i, friend) in self.neighbours(point).enumerate() {
            if self.color_at(friend) == Some(color) {
                let chain = Some(self.chain_at(friend));
                if !joined.contains(&chain) {
                    size += self.chain_size(friend);
                    joined[i] = chain;
                }
            }
        }
        size
    }

    /// Whether a stone on a point where it is legal would leave its own chain with one liberty.
    #[inline]
    pub fn is_self_atari(&self, color: Color, point: Point) -> bool {
        if self.codes[point].empty_neighbours() >= 2 {
            return false;
        }
        self.is_self_atari_by_liberties(color, point)
    }

    fn is_self_atari_by_liberties(&self, color: Color, point: Point) -> bool {
        let mut liberties = PointSet::<W>::EMPTY;
        for v in point.neighbours(self.stride) {
            let neighbour = Point(v as u16);
            match color_of(self.cells[v]) {
                None if self.cells[v] == EMPTY => {
                    liberties.insert(neighbour);
                }
                None => {}
                Some(there) => {
                    let chain = &self.chains[self.chain_of[v] as usize];
                    if there == color {
                        if chain.liberty_count > 2 {
                            return false;
                        }
                        liberties |= chain.liberties;
                    } else if chain.liberty_count == 1 {
                        liberties.insert(neighbour);
                        if chain.size > 1 && self.opens_more(color, point, neighbour) {
                            return false;
                        }
                    }
                }
            }
        }
        liberties.remove(point);
        liberties.len() < 2
    }

    /// Whether capturing the chain of `stone` by a stone on `point` gives that stone's chain more
    /// liberties than the one beside it.
    fn opens_more(&self, color: Color, point: Point, stone: Point) -> bool {
        let touches = |taken: Point| {
            taken != stone
                && self.neighbours(taken).any(|v| {
                    v == point
                        || self.color_at(v) == Some(color)
                            && self.neighbours(point).any(|friend| {
                                self.color_at(friend) == Some(color)
                                    && self.chain_at(friend) == self.chain_at(v)
                            })
                })
        };
        self.chain_stones(stone).any(touches)
    }

    /// The opponent's stones that a stone on an empty point would capture.
    pub fn captures(&self, color: Color, point: Point) -> PointSet<W> {
        let mut captured = PointSet::EMPTY;
        for stone in self.neighbours(point) {
            if self.color_at(stone) == Some(!color)
                && self.liberty_count(stone) == 1
                && !captured.contains(stone)
            {
                captured = captured | self.chain_stones(stone).collect();
            }
        }
        captured
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
    fn remove_chain(&mut self, first: Point) -> usize {
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
    fn add_empty(&mut self, point: Point) {
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

#[inline]
fn color_of(cell: u8) -> Option<Color> {
    match cell {
        1 => Some(Color::Black),
        2 => Some(Color::White),
        _ => None,
    }
}
