//! Shapes: the stones around a point up to a distance, as keys that are invariant under symmetry and colour exchange.
//!
//! The keys are extended ring by ring for all eight symmetries; the minimum of the eight is the key of the shape.

use tianyuan_go::{Board, Color, Point};

use super::feature_sink::FeatureSink;
use super::ring::{
    Cell, EMPTY, OFF, OWN, REACH, RINGS, SPAN, STRIDE, SYMMETRIES, SymmetryKeys, THEIRS, WEAKER,
    mix,
};
use super::tactics::weakness;

/// The distance of the smallest shape: the eight neighbours of the move.
const SMALLEST: usize = 3;
/// The number of shape sizes.
const SIZES: usize = REACH - SMALLEST + 1;
/// The number of cells of the grid: the largest board with a margin.
const CELLS: usize = STRIDE * (25 + 2 * SPAN) + SPAN;

/// A position from the point of view of the player to move, with a margin around the board.
#[derive(Debug, Clone)]
pub(super) struct Grid {
    cells: [u8; CELLS],
    /// The column and row of the last move.
    last: Option<(usize, usize)>,
}

impl Grid {
    /// Creates the grid of a position for a player.
    pub(super) fn new<const W: usize>(board: &Board<W>, color: Color, last: Option<Point>) -> Grid {
        let size = board.size();
        let mut cells = [OFF; CELLS];
        for point in size.points() {
            let owner = board.color_at(point);
            let stone = |owner| if owner == color { OWN } else { THEIRS };
            cells[index(size.column(point), size.row(point))] = owner.map_or(EMPTY, stone);
        }
        Grid { cells, last: last.map(|last| (size.column(last), size.row(last))) }
    }

    /// Extracts the shapes around an empty point: first the stones only, then the stones with the last move marked if
    /// it is within reach. Each series runs from the smallest shape to the first unknown one.
    pub(super) fn extract<const W: usize>(
        &self,
        board: &Board<W>,
        point: Point,
        sink: &mut impl FeatureSink,
    ) {
        let (column, row) = (board.size().column(point), board.size().row(point));
        let last = self
            .last
            .and_then(|(x, y)| RINGS.at(x as isize - column as isize, y as isize - row as isize));
        let middle = index(column, row);
        let mut keys = self.with_ring(RINGS.ring(2), middle, weak_neighbours(board, point));
        let mut is_plain_known = true;
        let mut answering = last.map(|cell| cell.last);
        for (away, size) in (SMALLEST..=REACH).zip(0..) {
            keys = self.with_ring(RINGS.ring(away), middle, keys);
            is_plain_known = is_plain_known && sink.shape(point, canonical(&keys, size));
            answering = answering.filter(|last| {
                let mut marked = keys;
                toggle(&mut marked, last);
                sink.shape(point, canonical(&marked, SIZES + size))
            });
            if !is_plain_known && answering.is_none() {
                break;
            }
        }
    }

    /// Extends the keys by a ring of cells.
    #[inline]
    fn with_ring(&self, ring: &[Cell], middle: usize, mut keys: SymmetryKeys) -> SymmetryKeys {
        for cell in ring {
            let state = self.cells[middle.wrapping_add_signed(cell.step)];
            toggle(&mut keys, &cell.keys[usize::from(state)]);
        }
        keys
    }
}

/// Returns the index of a point in the grid.
fn index(column: usize, row: usize) -> usize {
    (row + SPAN) * STRIDE + column + SPAN
}

/// Returns the keys of the weak chains next to a point.
fn weak_neighbours<const W: usize>(board: &Board<W>, point: Point) -> SymmetryKeys {
    let size = board.size();
    let mut keys = [0; SYMMETRIES];
    for v in board.adjacent_stones(point) {
        let columns = size.column(v) as isize - size.column(point) as isize;
        let rows = size.row(v) as isize - size.row(point) as isize;
        let cell = RINGS.at(columns, rows).expect("neighbours are inside the pattern");
        match weakness(board, v) {
            0 => {}
            weakness => toggle(&mut keys, &cell.keys[WEAKER + weakness]),
        }
    }
    keys
}

#[inline]
fn toggle(keys: &mut SymmetryKeys, change: &SymmetryKeys) {
    for (key, change) in keys.iter_mut().zip(change) {
        *key ^= change;
    }
}

/// Returns the key of a shape of a size: the minimum over its symmetries.
#[inline]
fn canonical(keys: &SymmetryKeys, size: usize) -> u32 {
    let least = keys.iter().copied().fold(u32::MAX, u32::min);
    mix(u64::from(least) | (size as u64) << 32) as u32
}
