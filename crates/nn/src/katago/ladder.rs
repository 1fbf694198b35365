//! Ladder reading for the inputs of KataGo nets.
//!
//! It differs from [`go::ladder`](tianyuan_go::ladder): it reads deeper, tries all captures of chasing chains, and
//! treats a defender with a ko as escaped.

use tianyuan_go::{Board, Color, Point, PointSet};

/// The maximum number of moves of one reading; beyond it, the chain counts as escaped.
const MAX_MOVES: u32 = 25_000;

/// The chains that ladders capture, and the capturing moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ladders<const W: usize> {
    /// The stones of captured chains with one or two liberties, of both colours.
    pub captured: PointSet<W>,
    /// The first moves that capture chains of two liberties, indexed by the [`Color::index`] of the captured colour.
    pub working_moves: [PointSet<W>; 2],
}

impl<const W: usize> Ladders<W> {
    /// Reads all ladders of a position.
    pub fn of(board: &Board<W>) -> Ladders<W> {
        let mut ladders =
            Ladders { captured: PointSet::EMPTY, working_moves: [PointSet::EMPTY; 2] };
        let mut seen = PointSet::EMPTY;
        for (color, stone) in board.stones() {
            if board.liberty_count(stone) > 2 || seen.contains(stone) {
                continue;
            }
            let chain: PointSet<W> = board.chain_stones(stone).collect();
            seen |= chain;
            let moves = match board.two_liberties(stone) {
                Some(liberties) => working_moves(board, color, stone, liberties),
                None => {
                    let mut start = copy(board);
                    start.clear_ko();
                    if Reader::new(board).is_captured(&mut start, stone, 0) {
                        ladders.captured |= chain;
                    }
                    continue;
                }
            };
            if !moves.is_empty() {
                ladders.captured |= chain;
                ladders.working_moves[color.index()] |= moves;
            }
        }
        ladders
    }
}

/// Returns the liberties of a chain where an atari captures it in a ladder.
fn working_moves<const W: usize>(
    board: &Board<W>,
    color: Color,
    stone: Point,
    liberties: [Point; 2],
) -> PointSet<W> {
    let works = |&liberty: &Point| {
        board.is_legal(!color, liberty) && {
            let mut next = copy(board);
            next.play(!color, liberty);
            next.clear_ko();
            Reader::new(board).is_captured(&mut next, stone, 0)
        }
    };
    liberties.into_iter().filter(works).collect()
}

/// Copies a board to the heap. Not inlined, because recursion would put many boards on the stack.
#[inline(never)]
fn copy<const W: usize>(board: &Board<W>) -> Box<Board<W>> {
    Box::new(board.clone())
}

/// A depth-first reader with limits on moves and depth.
struct Reader {
    moves_left: u32,
    max_depth: usize,
}

impl Reader {
    fn new<const W: usize>(board: &Board<W>) -> Reader {
        Reader { moves_left: MAX_MOVES, max_depth: board.size().area() * 3 / 2 + 1 }
    }

    /// Returns `true` if the chain is captured with its owner to move.
    fn is_captured<const W: usize>(
        &mut self,
        board: &mut Box<Board<W>>,
        stone: Point,
        depth: usize,
    ) -> bool {
        let color = board.color_at(stone).expect("the chain is on the board");
        if board.liberty_count(stone) > 1 {
            return false;
        }
        // A ladder that depends on a ko does not count.
        if board.ko().is_some_and(|(banned, _)| banned == color) {
            return false;
        }
        if depth >= self.max_depth {
            return true;
        }
        let last = board.liberties(stone).first().expect("a chain has a liberty");
        let captures = captures_beside(board, stone, color);
        let moves = captures.iter().filter(|&point| point != last).chain([last]);
        for point in moves {
            if !board.is_legal(color, point) {
                continue;
            }
            if self.moves_left == 0 {
                return false;
            }
            self.moves_left -= 1;
            let mut next = copy(board);
            next.play(color, point);
            if !self.is_caught(&mut next, stone, depth + 1) {
                return false;
            }
        }
        true
    }

    /// Returns `true` if the chain is captured with the opponent to move.
    fn is_caught<const W: usize>(
        &mut self,
        board: &mut Box<Board<W>>,
        stone: Point,
        depth: usize,
    ) -> bool {
        match board.liberty_count(stone) {
            1 => return true,
            2 => {}
            _ => return false,
        }
        if depth >= self.max_depth {
            return true;
        }
        let chaser = !board.color_at(stone).expect("the chain is on the board");
        let liberties = board.two_liberties(stone).expect("the chain has two liberties");
        if is_in_double_ko(board, stone, liberties) {
            return true;
        }
        for liberty in liberties {
            if !board.is_legal(chaser, liberty) {
                continue;
            }
            if self.moves_left == 0 {
                return false;
            }
            self.moves_left -= 1;
            let mut next = copy(board);
            next.play(chaser, liberty);
            if self.is_captured(&mut next, stone, depth + 1) {
                return true;
            }
        }
        false
    }
}

/// Returns `true` if a chain of two liberties is caught between two kos: the opponent takes one ko as soon as the
/// owner connects the other.
fn is_in_double_ko<const W: usize>(board: &Board<W>, stone: Point, liberties: [Point; 2]) -> bool {
    let color = board.color_at(stone).expect("the chain is on the board");
    liberties.iter().all(|&liberty| is_ko_mouth(board, liberty, !color))
        && liberties.iter().all(|&liberty| liberties_after_play(board, color, liberty) <= 2)
        && captures_beside(board, stone, color).is_empty()
}

/// Returns `true` if a stone of `color` at `point` would be surrounded by the opponent and capture exactly one stone.
fn is_ko_mouth<const W: usize>(board: &Board<W>, point: Point, color: Color) -> bool {
    let is_opponent = |v: Point| board.color_at(v) == Some(!color);
    let mut takes = board.neighbours(point).filter(|&v| is_opponent(v) && board.is_in_atari(v));
    board.neighbours(point).all(is_opponent)
        && takes.next().is_some_and(|stone| board.chain_size(stone) == 1)
        && takes.next().is_none()
}

/// Returns the number of liberties of the chain after playing `color` at an empty point.
fn liberties_after_play<const W: usize>(board: &Board<W>, color: Color, point: Point) -> usize {
    let mut next = copy(board);
    next.play(color, point);
    // A suicide stone is removed.
    if next.is_empty(point) { 0 } else { next.liberty_count(point) }
}

/// Returns the last liberties of the opponent's chains in atari next to a chain.
fn captures_beside<const W: usize>(board: &Board<W>, stone: Point, color: Color) -> PointSet<W> {
    let beside = board.chain_stones(stone).flat_map(|stone| board.neighbours(stone));
    beside
        .filter(|&v| board.color_at(v) == Some(!color) && board.is_in_atari(v))
        .filter_map(|v| board.liberties(v).first())
        .collect()
}
