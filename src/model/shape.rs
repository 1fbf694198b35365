//! Shapes: the stones around a point out to a distance, as keys that no symmetry and no exchange of
//! colours changes.
//!
//! The keys grow ring by ring, for all eight symmetries at once; the least of the eight stands for
//! the shape. It does not know which shapes are worth a weight.

use crate::go::{Board, Color, Point};

use super::ring::{Cell, EMPTY, Keys, OFF, OWN, REACH, RINGS, SPAN, SYMMETRIES, THEIRS, WEAKER, mix};
use super::tactics::weakness;

/// The distance of the smallest shape: the eight points around.
const SMALLEST: usize = 3;
/// Sizes of shapes.
pub(super) const SIZES: usize = REACH - SMALLEST + 1;
/// The class of a stone that is further away than the rings reach.
const FAR: usize = REACH - 1;

/// Columns of the grid: those of the largest board and a margin that two rows share.
const STRIDE: usize = 25 + SPAN + 1;
const CELLS: usize = STRIDE * (25 + 2 * SPAN) + SPAN;

/// A position as the player to move sees it, with a margin around.
#[derive(Debug, Clone)]
pub(super) struct Grid {
    cells: [u8; CELLS],
    /// The last move, as column and row.
    last: Option<(usize, usize)>,
}

/// The shapes around one point, the smallest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Shapes {
    /// The stones alone.
    pub(super) plain: [u32; SIZES],
    /// The same with the place of the last move, where that is within reach.
    pub(super) answering: Option<[u32; SIZES]>,
    /// How near the nearest own stone and the opponent's are, 0 being next to the point.
    pub(super) nearest: [usize; 2],
}

impl Grid {
    /// Looks at a position from the side of a player.
    pub(super) fn new<const W: usize>(
        board: &Board<W>,
        color: Color,
        last: Option<Point>,
    ) -> Grid {
        let size = board.size();
        let mut cells = [OFF; CELLS];
        for point in size.points() {
            let owner = board.color_at(point);
            let stone = |owner| if owner == color { OWN } else { THEIRS };
            cells[place(size.column(point), size.row(point))] = owner.map_or(EMPTY, stone);
        }
        Grid { cells, last: last.map(|last| (size.column(last), size.row(last))) }
    }

    /// The shapes around an empty point of the same position.
    pub(super) fn shapes<const W: usize>(&self, board: &Board<W>, point: Point) -> Shapes {
        let (column, row) = (board.size().column(point), board.size().row(point));
        let last = self.last.and_then(|(x, y)| {
            RINGS.at(x as isize - column as isize, y as isize - row as isize)
        });
        let mut keys = weak_neighbours(board, point);
        let mut shapes =
            Shapes { plain: [0; SIZES], answering: last.map(|_| [0; SIZES]), nearest: [FAR; 2] };
        for away in 2..=REACH {
            let seen = self.add_ring(RINGS.ring(away), place(column, row), &mut keys);
            for (nearest, state) in shapes.nearest.iter_mut().zip([OWN, THEIRS]) {
                let found = if seen & 1 << state != 0 { away - 2 } else { FAR };
                *nearest = found.min(*nearest);
            }
            if away >= SMALLEST {
                let size = away - SMALLEST;
                shapes.plain[size] = canonical(&keys, size);
                if let Some((answering, last)) = shapes.answering.as_mut().zip(last) {
                    let mut marked = keys;
                    toggle(&mut marked, &last.last);
                    answering[size] = canonical(&marked, SIZES + size);
                }
            }
        }
        shapes
    }

    /// Takes a ring into the keys; which states are on it, as bits.
    #[inline]
    fn add_ring(&self, ring: &[Cell], middle: usize, keys: &mut Keys) -> u32 {
        ring.iter().fold(0, |seen, cell| {
            let (columns, rows) = cell.offset;
            let at = middle.wrapping_add_signed(rows * STRIDE as isize + columns);
            let state = self.cells[at];
            toggle(keys, &cell.keys[usize::from(state)]);
            seen | 1 << state
        })
    }
}

/// Where a point is in the grid.
fn place(column: usize, row: usize) -> usize {
    (row + SPAN) * STRIDE + column + SPAN
}

/// The keys of what the chains next to a point lack.
fn weak_neighbours<const W: usize>(board: &Board<W>, point: Point) -> Keys {
    let size = board.size();
    let mut keys = [0; SYMMETRIES];
    for v in board.stones_beside(point) {
        let columns = size.column(v) as isize - size.column(point) as isize;
        let rows = size.row(v) as isize - size.row(point) as isize;
        let cell = RINGS.at(columns, rows).expect("neighbours are near");
        match weakness(board, v) {
            0 => {}
            weakness => toggle(&mut keys, &cell.keys[WEAKER + weakness]),
        }
    }
    keys
}

#[inline]
fn toggle(keys: &mut Keys, change: &Keys) {
    for (key, change) in keys.iter_mut().zip(change) {
        *key ^= change;
    }
}

/// One key for a shape of a size in all its symmetries.
#[inline]
fn canonical(keys: &Keys, size: usize) -> u32 {
    let least = keys.iter().copied().fold(u32::MAX, u32::min);
    mix(u64::from(least) | (size as u64) << 32) as u32
}
