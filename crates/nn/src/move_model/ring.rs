//! The rings around a point: the cells at each distance, and their keys under the eight symmetries.
//!
//! Distance is dx + dy + max(dx, dy), between a square and a diamond (the "gridcular" metric of Stern, Herbrich and
//! Graepel 2006). Independent of boards; [`shape`](super::shape) applies the rings to them.

use std::sync::LazyLock;

/// The distance of the outermost ring.
pub(super) const REACH: usize = 12;
/// The maximum number of columns or rows between a point and a cell of its rings.
pub(super) const SPAN: usize = 6;
/// The number of cells of a row in the position grid: the largest board, plus a margin that two rows share.
pub(super) const STRIDE: usize = 25 + SPAN + 1;
/// The number of symmetries of the square.
pub(super) const SYMMETRIES: usize = 8;

/// An empty cell, which does not change the key.
pub(super) const EMPTY: u8 = 0;
/// A stone of the player to move.
pub(super) const OWN: u8 = 1;
/// A stone of the opponent.
pub(super) const THEIRS: u8 = 2;
/// Off the board.
pub(super) const OFF: u8 = 3;
/// The offset per degree of [`weakness`](super::tactics::weakness) (1 or 2) of the state of a stone next to the
/// point.
pub(super) const WEAKER: usize = 3;
/// The state of the last move.
const LAST: usize = 6;

/// The contribution of a cell to a shape's key, for each symmetry.
pub(super) type SymmetryKeys = [u32; SYMMETRIES];

/// A cell of the rings.
#[derive(Debug, Clone)]
pub(super) struct Cell {
    /// The offset from the centre in the grid.
    pub(super) step: isize,
    /// The keys of the cell by state.
    pub(super) keys: [SymmetryKeys; LAST],
    /// The keys of the cell if it is the last move.
    pub(super) last: SymmetryKeys,
}

/// The cells in order of distance.
#[derive(Debug)]
pub(super) struct Rings {
    cells: Vec<Cell>,
    /// The number of cells up to each distance.
    ends: [usize; REACH + 1],
    /// The index of each cell, by row and column from the lower left of the span.
    places: [[Option<u8>; 2 * SPAN + 1]; 2 * SPAN + 1],
}

/// The precomputed rings.
pub(super) static RINGS: LazyLock<Rings> = LazyLock::new(Rings::new);

/// Returns the distance of points that are `columns` columns and `rows` rows apart.
pub(super) fn distance(columns: usize, rows: usize) -> usize {
    columns + rows + columns.max(rows)
}

impl Rings {
    fn new() -> Rings {
        const FROM: isize = -(SPAN as isize);
        let square = (FROM..=-FROM).flat_map(|y| (FROM..=-FROM).map(move |x| (x, y)));
        let away = |(x, y): (isize, isize)| distance(x.unsigned_abs(), y.unsigned_abs());
        let mut offsets: Vec<_> = square.filter(|&at| (1..=REACH).contains(&away(at))).collect();
        offsets.sort_by_key(|&at| away(at));
        let up_to = |most: usize| offsets.iter().filter(|&&at| away(at) <= most).count();
        let mut places = [[None; 2 * SPAN + 1]; 2 * SPAN + 1];
        for (place, &(x, y)) in offsets.iter().enumerate() {
            places[(y - FROM) as usize][(x - FROM) as usize] = Some(place as u8);
        }
        let ends = std::array::from_fn(up_to);
        Rings { cells: offsets.into_iter().map(Cell::new).collect(), ends, places }
    }

    /// Returns the cells at a distance of 2 or more.
    #[inline]
    pub(super) fn ring(&self, away: usize) -> &[Cell] {
        &self.cells[self.ends[away - 1]..self.ends[away]]
    }

    /// Returns the cell at the given offset from the centre.
    pub(super) fn at(&self, columns: isize, rows: isize) -> Option<&Cell> {
        let place = |steps: isize| usize::try_from(steps + SPAN as isize).ok();
        let row = self.places.get(place(rows)?)?;
        let cell = (*row.get(place(columns)?)?)?;
        Some(&self.cells[usize::from(cell)])
    }
}

impl Cell {
    fn new(offset: (isize, isize)) -> Cell {
        let keys = |state: usize| std::array::from_fn(|s| key(turned(offset, s), state));
        let by_state = |state: usize| match state == usize::from(EMPTY) {
            true => [0; SYMMETRIES],
            false => keys(state),
        };
        let step = offset.1 * STRIDE as isize + offset.0;
        Cell { step, keys: std::array::from_fn(by_state), last: keys(LAST) }
    }
}

/// Returns the image of an offset under a symmetry.
fn turned((x, y): (isize, isize), symmetry: usize) -> (isize, isize) {
    let x = if symmetry & 1 != 0 { -x } else { x };
    let y = if symmetry & 2 != 0 { -y } else { y };
    if symmetry & 4 != 0 { (y, x) } else { (x, y) }
}

/// Returns the key of a cell state.
fn key((x, y): (isize, isize), state: usize) -> u32 {
    let place = (y + SPAN as isize) * 100 + x + SPAN as isize;
    mix(place as u64 * 16 + state as u64) as u32
}

/// The finaliser of SplitMix64 (Steele, Lea and Flood 2014), a bijection of 64-bit words.
#[inline]
pub(super) fn mix(word: u64) -> u64 {
    let mut z = word.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
