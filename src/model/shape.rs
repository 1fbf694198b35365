//! Shapes: the stones around a point out to a distance, as keys that no symmetry and no exchange of
//! colours changes.
//!
//! It does not know which shapes are worth a weight.

use crate::go::{Board, Color, Point};

use super::ring::{Keys, REACH, RINGS, SPAN, SYMMETRIES, distance, mix};

/// The distance of the smallest shape: the eight points around.
pub const SMALLEST: usize = 3;
/// Sizes of shapes.
pub const SIZES: usize = REACH - SMALLEST + 1;
/// No stone of a colour as far as the rings reach.
pub const NONE_NEAR: usize = REACH - 1;

/// Columns of the grid: the largest board and a margin that two rows share.
const STRIDE: usize = 32;
const ROWS: usize = 25 + 2 * SPAN;

/// A position as the player to move sees it.
#[derive(Debug, Clone)]
pub struct Grid {
    cells: [u8; STRIDE * ROWS + 2 * SPAN],
    /// The last move, as column and row.
    last: Option<(usize, usize)>,
}

const OFF: u8 = 3;

/// The stones around one point.
#[derive(Debug, Clone)]
pub struct Shapes {
    /// Keys of the shapes by size, the smallest first.
    pub plain: [u32; SIZES],
    /// The same with the place of the last move, where it is near.
    pub answering: Option<[u32; SIZES]>,
    /// The distances of the nearest own stone and of the opponent's, less 2; at most [`NONE_NEAR`].
    pub nearest: [usize; 2],
}

impl Grid {
    /// Looks at a position from the side of a player.
    pub fn new<const W: usize>(board: &Board<W>, color: Color, last: Option<Point>) -> Grid {
        let size = board.size();
        let mut cells = [OFF; STRIDE * ROWS + 2 * SPAN];
        for row in 0..size.lines() {
            for column in 0..size.lines() {
                let stone = board.color_at(size.point(column, row));
                cells[place(column, row)] = stone.map_or(0, |owner| 1 + u8::from(owner != color));
            }
        }
        Grid { cells, last: last.map(|last| (size.column(last), size.row(last))) }
    }

    /// The shapes around an empty point; `weakness` tells of the stone on each of its sides how much
    /// it lacks to be safe (0 to 2).
    pub fn shapes(&self, column: usize, row: usize, weakness: impl Fn(u8, (isize, isize)) -> usize) -> Shapes {
        let rings = &*RINGS;
        let middle = place(column, row);
        let last = self.last.and_then(|(x, y)| {
            rings.at(x as isize - column as isize, y as isize - row as isize)
        });
        let mut keys = [0; SYMMETRIES];
        let mut plain = [0; SIZES];
        let mut answering = [0; SIZES];
        let mut nearest = [NONE_NEAR; 2];
        let mut seen = 0u8;
        let mut start = 0;
        for away in 2..=REACH {
            let mut now = 0u8;
            for cell in &rings.cells[start..rings.ends[away]] {
                let (x, y) = cell.offset;
                let at = middle.wrapping_add_signed(y * STRIDE as isize + x);
                let mut state = usize::from(self.cells[at]);
                now |= 1 << state;
                if away == 2 && (state == 1 || state == 2) {
                    let weak = weakness(state as u8, cell.offset);
                    if weak > 0 {
                        state += 1 + 2 * weak;
                    }
                }
                toggle(&mut keys, &cell.keys[state]);
            }
            start = rings.ends[away];
            let new = now & !seen;
            seen |= now;
            for side in 0..2 {
                if new & (2 << side) != 0 {
                    nearest[side] = away - 2;
                }
            }
            if away >= SMALLEST {
                let size = away - SMALLEST;
                plain[size] = canonical(&keys, size as u64);
                if let Some(last) = last {
                    let mut marked = keys;
                    toggle(&mut marked, &last.last);
                    answering[size] = canonical(&marked, (SIZES + size) as u64);
                }
            }
        }
        Shapes { plain, answering: last.map(|_| answering), nearest }
    }

    /// The distance of a point from the last move.
    pub fn from_last(&self, column: usize, row: usize) -> Option<usize> {
        self.last.map(|(x, y)| distance(x.abs_diff(column), y.abs_diff(row)))
    }
}

fn place(column: usize, row: usize) -> usize {
    (row + SPAN) * STRIDE + column + SPAN
}

#[inline]
fn toggle(keys: &mut Keys, change: &Keys) {
    for (key, change) in keys.iter_mut().zip(change) {
        *key ^= change;
    }
}

/// One key for all symmetric shapes of a size.
fn canonical(keys: &Keys, size: u64) -> u32 {
    let least = keys.iter().copied().fold(u32::MAX, u32::min);
    mix(u64::from(least) | size << 32) as u32
}
