//! The 3x3 patterns of playouts around an empty point: hane, cuts and moves at the edge.
//!
//! The set is MoGo's (Gelly, Wang, Munos, Teytaud 2006, figures 3 to 6) as trimmed by later programs. Every pattern
//! matches in eight orientations and with colours swapped.

use std::sync::LazyLock;

use tianyuan_go::Neighbourhood;

/// Three rows each, with the point in the centre: `X` and `O` the two colours, `x` not X, `o` not O, `.` empty, `?`
/// anything on the board, `-` off the board.
const PATTERNS: [&str; 13] = [
    // Hane: around the head, along it, at the bend, and the diagonal contact.
    "XOX ... ???",
    "XO. ... ?.?",
    "XO? X.. x.?",
    ".O. X.. ...",
    // Cuts: plain, peeped at, by a push between, at the waist of a keima.
    "XO? O.o ?o?",
    "XO? O.X ???",
    "?X? O.O ooo",
    "OX? o.O ???",
    // At the edge: chase, block a cut, block a connection, descend, cut.
    "X.? O.? ---",
    "OX? X.O ---",
    "?X? x.O ---",
    "?XO x.x ---",
    "?OX X.O ---",
];

static TABLE: LazyLock<Box<[u64; 1024]>> = LazyLock::new(|| {
    let mut table = Box::new([0; 1024]);
    for pattern in PATTERNS {
        let cells: Vec<u8> = pattern.bytes().filter(|&cell| cell != b' ').collect();
        let mut grid: [u8; 9] = cells.try_into().expect("a pattern has nine cells");
        for _ in 0..2 {
            for _ in 0..4 {
                mark_codes(&mut table, &grid);
                mark_codes(&mut table, &swapped(&grid));
                grid = turned(&grid);
            }
            grid = mirrored(&grid);
        }
    }
    table
});

/// A bit for every 3x3 code that matches a pattern.
#[derive(Debug, Clone, Copy)]
pub(super) struct Patterns(&'static [u64; 1024]);

impl Patterns {
    /// Returns the precomputed patterns.
    pub(super) fn new() -> Patterns {
        Patterns(&TABLE)
    }

    /// Returns `true` if the neighbourhood of an empty point matches a pattern.
    #[inline]
    pub(super) fn matches(self, around: Neighbourhood) -> bool {
        let code = around.code();
        self.0[code >> 6] >> (code & 63) & 1 != 0
    }
}

/// Marks every code that matches a pattern.
fn mark_codes(table: &mut [u64; 1024], grid: &[u8; 9]) {
    // The cells of the grid in the order of the code: N, E, S, W, NW, NE, SE, SW.
    let order = [1, 5, 7, 3, 0, 2, 8, 6];
    let mut codes = vec![0];
    for (direction, &cell) in order.iter().enumerate() {
        let values: &[usize] = match grid[cell] {
            b'.' => &[0],
            b'X' => &[1],
            b'O' => &[2],
            b'-' => &[3],
            b'x' => &[0, 2],
            b'o' => &[0, 1],
            _ => &[0, 1, 2],
        };
        let wider = |code: usize| values.iter().map(move |value| code | value << (2 * direction));
        codes = codes.into_iter().flat_map(wider).collect();
    }
    for code in codes {
        table[code >> 6] |= 1 << (code & 63);
    }
}

/// Rotates the grid by a quarter turn.
fn turned(grid: &[u8; 9]) -> [u8; 9] {
    std::array::from_fn(|i| grid[(2 - i % 3) * 3 + i / 3])
}

/// Mirrors the grid horizontally.
fn mirrored(grid: &[u8; 9]) -> [u8; 9] {
    std::array::from_fn(|i| grid[i / 3 * 3 + 2 - i % 3])
}

/// Swaps the colours.
fn swapped(grid: &[u8; 9]) -> [u8; 9] {
    grid.map(|cell| match cell {
        b'X' => b'O',
        b'O' => b'X',
        b'x' => b'o',
        b'o' => b'x',
        other => other,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tianyuan_go::{Board, Diagram};

    fn matches_at_a(text: &str) -> bool {
        let diagram = Diagram::parse(text);
        let board: Board<2> = diagram.board();
        Patterns::new().matches(board.neighbourhood(diagram.mark('a')))
    }

    #[test]
    fn hane_and_cut_match_in_any_orientation() {
        assert!(matches_at_a("X O X . .\n. a . . .\n. . . . .\n. . . . .\n. . . . ."));
        assert!(matches_at_a("X . . . .\nO a . . .\nX . . . .\n. . . . .\n. . . . ."));
        assert!(matches_at_a(". . . . .\n. O X . .\n. X a . .\n. . . . .\n. . . . ."));
        assert!(matches_at_a(". . . . .\n. . . . .\n. . . . .\n. O X . .\n. X a O ."));
    }

    #[test]
    fn open_point_and_own_stones_match_no_pattern() {
        assert!(!matches_at_a(". . . . .\n. a . . .\n. . . . .\n. . . . .\n. . . . ."));
        assert!(!matches_at_a("X X X . .\n. a . . .\n. . . . .\n. . . . .\n. . . . ."));
        assert!(!matches_at_a(". . . . .\n. . . . .\n. . . . .\n. . . . .\n. . a . ."));
    }
}
