//! Ladders (征): reads whether a chain that escapes from atari to atari is captured.
//!
//! The runner extends at its last liberty or captures an adjacent chain in atari. The chaser gives atari on one of
//! two liberties. Three liberties are an escape. Tenuki, loose ladders and ko fights are not read: moves that simple
//! ko forbids are not played.

use super::{Board, Point, PointSet};

/// The maximum number of moves per reading before the runner counts as escaped: enough for a ladder twice across the
/// largest board, or a shorter one with many branches. The branches read within the limit depend on their order, so a
/// mirrored position may have a different result.
const MOVES: u32 = 200;

/// Returns `true` if a chain in atari escapes with its owner to move, or is not in atari.
pub fn escapes<const W: usize>(board: &Board<W>, stone: Point) -> bool {
    let Some(last) = only(board, stone) else { return true };
    // Two cases that need no reading decide most calls.
    if board.liberties_after(stone, last).len() > 2 {
        return true;
    }
    let stuck = || {
        let color = board.color_at(stone).expect("a chain has a colour");
        board.captures(color, last).is_empty() && chasers_in_atari(board, stone).is_empty()
    };
    if board.liberties_after(stone, last).len() < 2 && stuck() {
        return false;
    }
    Reader { moves_left: MOVES }.runs_free(&mut copy(board), stone)
}

/// Returns the atari that captures a chain of two liberties in a ladder with the opponent to move, if there is one.
pub fn catching_atari<const W: usize>(board: &Board<W>, stone: Point) -> Option<Point> {
    // Each atari has its own limit, which reduces the influence of their order.
    let catches = |atari| Reader { moves_left: MOVES }.catches(&mut copy(board), stone, atari);
    promising_ataris(board, stone).into_iter().flatten().find(|&atari| catches(atari))
}

/// A depth-first reading with a limit on its moves.
struct Reader {
    moves_left: u32,
}

impl Reader {
    /// Returns `true` if the runner, in atari and to move, escapes.
    fn runs_free<const W: usize>(&mut self, board: &mut Board<W>, stone: Point) -> bool {
        let color = board.color_at(stone).expect("a chain has a colour");
        let last = only(board, stone).expect("the runner is in atari");
        for capture in chasers_in_atari(board, stone).iter().filter(|&point| point != last) {
            if board.is_legal(color, capture) {
                let mut after = copy(board);
                after.play(color, capture);
                if !self.is_chased_down(&mut after, stone) {
                    return true;
                }
            }
        }
        if !board.is_legal(color, last) {
            return false;
        }
        board.play(color, last);
        !self.is_chased_down(board, stone)
    }

    /// Returns `true` if the runner is captured with the chaser to move.
    fn is_chased_down<const W: usize>(&mut self, board: &mut Board<W>, stone: Point) -> bool {
        if board.is_in_atari(stone) {
            return true;
        }
        match promising_ataris(board, stone) {
            // Only the first branch needs a copy; the second may modify this board.
            [Some(first), Some(second)] => {
                self.catches(&mut copy(board), stone, first) || self.catches(board, stone, second)
            }
            [Some(only), None] | [None, Some(only)] => self.catches(board, stone, only),
            [None, None] => false,
        }
    }

    /// Returns `true` if this atari captures the runner.
    fn catches<const W: usize>(
        &mut self,
        board: &mut Board<W>,
        stone: Point,
        atari: Point,
    ) -> bool {
        if self.moves_left == 0 {
            return false;
        }
        self.moves_left -= 1;
        let chaser = !board.color_at(stone).expect("a chain has a colour");
        board.play(chaser, atari);
        !self.runs_free(board, stone)
    }
}

/// Returns the legal ataris on a two-liberty chain after which the chain can extend to at most two liberties.
fn promising_ataris<const W: usize>(board: &Board<W>, stone: Point) -> [Option<Point>; 2] {
    let mut liberties = board.liberties(stone).iter();
    let (Some(a), Some(b), None) = (liberties.next(), liberties.next(), liberties.next()) else {
        return [None, None];
    };
    let chaser = !board.color_at(stone).expect("a chain has a colour");
    let promises = |atari: Point, extension: Point| {
        let mut left = board.liberties_after(stone, extension);
        left.remove(atari);
        left.len() < 3 && board.is_legal(chaser, atari)
    };
    [promises(a, b).then_some(a), promises(b, a).then_some(b)]
}

/// Returns the last liberties of adjacent opponent chains in atari.
fn chasers_in_atari<const W: usize>(board: &Board<W>, stone: Point) -> PointSet<W> {
    let color = board.color_at(stone);
    let around = board.chain_stones(stone).flat_map(|stone| board.neighbours(stone));
    around
        .filter(|&v| !board.is_empty(v) && board.color_at(v) != color)
        .filter_map(|v| only(board, v))
        .collect()
}

/// Returns the only liberty of a chain in atari.
fn only<const W: usize>(board: &Board<W>, stone: Point) -> Option<Point> {
    if board.is_in_atari(stone) { board.liberties(stone).first() } else { None }
}

/// Returns a copy on the heap: recursion would put many large boards on the stack.
#[inline(never)]
fn copy<const W: usize>(board: &Board<W>) -> Box<Board<W>> {
    Box::new(board.clone())
}
