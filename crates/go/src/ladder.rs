//! Ladders (征): whether a chain that runs from atari to atari is caught in the end.
//!
//! The runner extends at its last liberty or captures a chain in atari around it. The chaser plays
//! atari on one of two liberties. Three liberties are an escape. Moves elsewhere, loose ladders and
//! ko fights are not read: a move that simple ko forbids is not played.

use super::{Board, Point, PointSet};

/// The maximum number of moves that one reading may try before the runner counts as escaped: enough
/// for a ladder twice across the largest board, or a shorter one with many branches. Which branches
/// are read before the bound depends on their order, so that a mirror image may get another answer.
const MOVES: u32 = 200;

/// Whether a chain in atari gets away with its owner to move. A chain that is not in atari has.
pub fn escapes<const W: usize>(board: &Board<W>, stone: Point) -> bool {
    let Some(last) = only(board, stone) else { return true };
    // The two cases that need no reading come first: they answer most questions.
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

/// The atari that catches a chain of two liberties in a ladder with its opponent to move, if one
/// does.
pub fn catching_atari<const W: usize>(board: &Board<W>, stone: Point) -> Option<Point> {
    // Each atari has the whole bound, so that their order matters less.
    let catches = |atari| Reader { moves_left: MOVES }.catches(&mut copy(board), stone, atari);
    promising_ataris(board, stone).into_iter().flatten().find(|&atari| catches(atari))
}

/// A depth-first reading with a bound on its moves.
struct Reader {
    moves_left: u32,
}

impl Reader {
    /// Whether the runner, in atari and to move, gets away.
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

    /// Whether the runner is caught with the chaser to move.
    fn is_chased_down<const W: usize>(&mut self, board: &mut Board<W>, stone: Point) -> bool {
        if board.is_in_atari(stone) {
            return true;
        }
        match promising_ataris(board, stone) {
            // Only the first branch needs a copy; the second may change this board.
            [Some(first), Some(second)] => {
                self.catches(&mut copy(board), stone, first) || self.catches(board, stone, second)
            }
            [Some(only), None] | [None, Some(only)] => self.catches(board, stone, only),
            [None, None] => false,
        }
    }

    /// Whether this atari catches the runner.
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

/// The legal ataris on a chain of two liberties that leave it an extension to at most two.
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

/// The last liberties of the opponent's chains in atari around a chain.
fn chasers_in_atari<const W: usize>(board: &Board<W>, stone: Point) -> PointSet<W> {
    let color = board.color_at(stone);
    let around = board.chain_stones(stone).flat_map(|stone| board.neighbours(stone));
    around
        .filter(|&v| !board.is_empty(v) && board.color_at(v) != color)
        .filter_map(|v| only(board, v))
        .collect()
}

/// The only liberty of a chain in atari.
fn only<const W: usize>(board: &Board<W>, stone: Point) -> Option<Point> {
    if board.is_in_atari(stone) { board.liberties(stone).first() } else { None }
}

/// A copy on the heap: recursion would put many large boards on the stack.
#[inline(never)]
fn copy<const W: usize>(board: &Board<W>) -> Box<Board<W>> {
    Box::new(board.clone())
}
