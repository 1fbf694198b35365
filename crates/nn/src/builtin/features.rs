//! The features of a position: point sets, the last moves, komi and scoring.
//!
//! Shared by evaluation and training: they are converted to [`Planes`](super::Planes) for a net, or to training
//! samples.

use tianyuan_go::{Action, Board, BoardSize, Color, Game, Move, Point, PointSet, Scoring, ladder};

/// The number of recent moves in the features.
pub const LAST_MOVES: usize = 5;

/// The inputs of a net that are not on the board: last moves, komi and scoring.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NonSpatialFeatures {
    /// The last moves, latest first; `None` before the start of the game.
    pub last: [Option<Move>; LAST_MOVES],
    /// White's compensation for an area count in half points (see
    /// [`Game::area_compensation`](tianyuan_go::Game::area_compensation)).
    pub komi: i32,
    /// Area or territory scoring.
    pub scoring: Scoring,
}

impl NonSpatialFeatures {
    /// Returns the non-spatial features of the current position of a game.
    pub fn of(game: &Game) -> NonSpatialFeatures {
        let mut moves = game.turns().iter().rev().filter_map(|turn| match turn.action {
            Action::Move(mv) => Some(mv),
            Action::Resign => None,
        });
        let last = std::array::from_fn(|_| moves.next());
        NonSpatialFeatures { last, komi: game.area_compensation(), scoring: game.rules().scoring }
    }
}

/// The features of a position, from the point of view of the player to move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Features<const W: usize> {
    /// The size of the board.
    pub size: BoardSize,
    /// The player to move.
    pub color: Color,
    /// The stones of the player to move.
    pub own: PointSet<W>,
    /// The opponent's stones.
    pub opponent: PointSet<W>,
    /// The stones of chains with one, two and three liberties, of both colours.
    pub liberties: [PointSet<W>; 3],
    /// The stones of chains that a ladder captures, of both colours. Chains in atari are read with their owner to
    /// move, chains of two liberties with the opponent to move. Ladder reading ignores the current ko.
    pub caught: PointSet<W>,
    /// The point forbidden to the player to move by simple ko.
    pub ko: Option<Point>,
    /// The last moves, latest first.
    pub last: [Option<Move>; LAST_MOVES],
    /// The komi of the player to move, in half points: negative if the opponent receives it.
    pub komi: i32,
    /// Area or territory scoring.
    pub scoring: Scoring,
}

impl<const W: usize> Features<W> {
    /// Returns the features of a position with `color` to move.
    pub fn of(board: &Board<W>, color: Color, beside: &NonSpatialFeatures) -> Self {
        let mut features = Features {
            size: board.size(),
            color,
            own: PointSet::EMPTY,
            opponent: PointSet::EMPTY,
            liberties: [PointSet::EMPTY; 3],
            caught: PointSet::EMPTY,
            ko: board.ko().filter(|&(who, _)| who == color).map(|(_, point)| point),
            last: beside.last,
            komi: if color == Color::White { beside.komi } else { -beside.komi },
            scoring: beside.scoring,
        };
        // Ladder reading ignores the current ko.
        let mut free = board.clone();
        free.clear_ko();
        for (owner, point) in board.stones() {
            let stones = if owner == color { &mut features.own } else { &mut features.opponent };
            stones.insert(point);
            // A chain is added at its first stone.
            if board.liberty_count(point) <= 3 && !features.is_counted(point) {
                features.add_chain(&free, point);
            }
        }
        features
    }

    /// Returns `true` if the chain of the stone has been added.
    fn is_counted(&self, stone: Point) -> bool {
        self.liberties.iter().any(|stones| stones.contains(stone))
    }

    /// Adds a chain of at most three liberties.
    fn add_chain(&mut self, board: &Board<W>, stone: Point) {
        let count = board.liberty_count(stone);
        let chain: PointSet<W> = board.chain_stones(stone).collect();
        self.liberties[count - 1] |= chain;
        let is_caught = match count {
            1 => !ladder::escapes(board, stone),
            2 => ladder::catching_atari(board, stone).is_some(),
            // A ladder starts with an atari, which requires a chain of two liberties.
            _ => false,
        };
        if is_caught {
            self.caught |= chain;
        }
    }
}
