//! The positions of the path from the start of a search to the current one.
//!
//! A position of the path is relevant as long as it can still occur again. A stone that joins a target or a chain with
//! a liberty outside of the region is never captured before the end of the game, so after such a move no earlier
//! position is relevant. The relevant positions determine the keys of results that depend on the path.

use tianyuan_go::{Board, BoardSize, Color, Point, PointSet, rng, zobrist};

use crate::value::Value;

/// A move in the local game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LocalMove {
    /// A stone on a point of the region.
    Play(Point),
    /// A pass, or a move elsewhere.
    Pass,
    /// A ko threat and its answer elsewhere. The ko rule forgets all positions, and the same side is to move.
    Threat,
}

/// A continuation of a position.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Child {
    pub(crate) mv: LocalMove,
    pub(crate) path: PathData,
    /// The flags for stones that the move captures, and for a ko that it creates.
    pub(crate) flags: u8,
    /// Moves with high scores are searched first.
    pub(crate) score: i16,
    /// `true` if the move decides the problem: it captures a target or repeats a position under simple ko.
    pub(crate) is_last: bool,
    pub(crate) value: Value,
}

impl Child {
    /// Returns the flags of the solved move for the tree of its parent.
    pub(crate) fn tree_flags(&self) -> u8 {
        self.value.flags | self.flags
    }
}

/// The keys of a position and the relevant part of the path to it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PathData {
    /// The key of the stones.
    pub(crate) board_key: u64,
    /// The key of stones, side to move, ko, threats and task.
    pub(crate) state_key: u64,
    /// The combined key of all relevant earlier positions, 0 if there is none.
    pub(crate) path_key: u64,
    /// The depth of the first relevant position, possibly the position itself.
    pub(crate) start: u16,
    /// The flags of the relevant path, including a ko in the position itself.
    pub(crate) flags: u8,
}

impl PathData {
    /// Returns the key of results that hold on this path only.
    pub(crate) fn dependent_key(&self) -> u64 {
        rng::mix(self.path_key ^ self.state_key.rotate_left(32))
    }
}

/// A position of the path.
#[derive(Debug)]
pub(crate) struct Frame<const W: usize> {
    pub(crate) board: Board<W>,
    /// The stones of both colours, by [`Color::index`].
    pub(crate) stones: [PointSet<W>; 2],
    pub(crate) to_play: Color,
    /// The remaining ko threats of both colours, by [`Color::index`].
    pub(crate) threats: [u8; 2],
    /// The remaining number of moves outside that leave the surrounding chains a liberty, if it is limited.
    pub(crate) safe_moves: Option<u8>,
    pub(crate) path: PathData,
    pub(crate) children: Vec<Child>,
    /// The conditions under which all moves that are not in `children` are illegal.
    pub(crate) refused: Value,
}

impl<const W: usize> Frame<W> {
    /// Returns an empty board, to be overwritten.
    pub(crate) fn new(size: BoardSize) -> Self {
        let path = PathData { board_key: 0, state_key: 0, path_key: 0, start: 0, flags: 0 };
        Frame {
            board: Board::new(size),
            stones: [PointSet::EMPTY; 2],
            to_play: Color::Black,
            threats: [0, 0],
            safe_moves: None,
            path,
            children: Vec::new(),
            refused: Value::UNKNOWN,
        }
    }

    /// Sets the start of a search.
    pub(crate) fn set_root(
        &mut self,
        board: &Board<W>,
        to_play: Color,
        threats: [u8; 2],
        safe_moves: Option<u8>,
        task: u64,
    ) {
        self.board.clone_from(board);
        self.stones = Color::BOTH.map(|color| board.stones_of(color));
        (self.to_play, self.threats, self.safe_moves) = (to_play, threats, safe_moves);
        let ko = board.ko().filter(|&(color, _)| color == to_play).map(|(_, point)| point);
        let board_key = zobrist::position(board);
        let state_key = state_key(board_key, to_play, ko, threats, safe_moves, task);
        let flags = if ko.is_some() { crate::value::HAS_KO } else { 0 };
        self.path = PathData { board_key, state_key, path_key: 0, start: 0, flags };
    }

    /// Sets the position after a move of another one.
    pub(crate) fn set_after(&mut self, before: &Frame<W>, child: &Child) {
        self.board.clone_from(&before.board);
        self.stones = before.stones;
        (self.threats, self.safe_moves) = (before.threats, before.safe_moves);
        self.path = child.path;
        let mover = before.to_play;
        self.to_play = !mover;
        match child.mv {
            LocalMove::Play(point) => self.play(mover, point),
            LocalMove::Pass => {
                self.board.clear_ko();
                self.safe_moves = before.after_move_outside();
            }
            LocalMove::Threat => {
                self.board.clear_ko();
                self.threats[mover.index()] -= 1;
                self.safe_moves = before.after_move_outside();
                self.to_play = mover;
            }
        }
    }

    /// Returns the number of safe moves after a move outside.
    pub(crate) fn after_move_outside(&self) -> Option<u8> {
        self.safe_moves.map(|moves| moves.saturating_sub(1))
    }

    fn play(&mut self, mover: Color, point: Point) {
        let captured = self.board.captures(mover, point);
        let lost = if self.board.is_suicide(mover, point) {
            self.board.joined_chains(mover, point)
        } else {
            let mut own = self.stones[mover.index()];
            own.insert(point);
            self.stones[mover.index()] = own;
            PointSet::EMPTY
        };
        let (own, other) = (mover.index(), (!mover).index());
        self.stones[own] = self.stones[own] - lost;
        self.stones[other] = self.stones[other] - captured;
        self.board.play(mover, point);
    }

    /// Returns the point that simple ko forbids to the side to move.
    pub(crate) fn forbidden_point(&self) -> Option<Point> {
        self.board.ko().filter(|&(color, _)| color == self.to_play).map(|(_, point)| point)
    }
}

/// Returns the key of a state from the key of its stones.
pub(crate) fn state_key(
    board_key: u64,
    to_play: Color,
    ko: Option<Point>,
    threats: [u8; 2],
    safe_moves: Option<u8>,
    task: u64,
) -> u64 {
    let ko = ko.map_or(0, |point| point.index() as u64);
    let threats = u64::from(threats[0]) | u64::from(threats[1]) << 4;
    let moves = u64::from(safe_moves.map_or(0, |moves| moves + 1));
    let outside = threats << 8 | moves << 32;
    board_key ^ rng::mix(1 + (to_play.index() as u64 | task << 1 | ko << 16 | outside))
}
