//! The features of a position: point sets, the last moves, komi and scoring.
//!
//! Play and training share them: they become [`Planes`](super::Planes) for a net and samples for its
//! training.

use tianyuan_go::{Action, Board, BoardSize, Color, Game, Move, Point, PointSet, Scoring, ladder};

/// How many of the last moves are features.
pub const LAST_MOVES: usize = 5;

/// The input of a net that the board does not show: last moves, komi, scoring.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NonSpatialFeatures {
    /// The last moves, the latest first; `None` before the first move.
    pub last: [Option<Move>; LAST_MOVES],
    /// Komi, which White receives, in half points.
    pub komi: i32,
    /// Area or territory scoring.
    pub scoring: Scoring,
}

impl NonSpatialFeatures {
    /// The circumstances of the position of a game.
    pub fn of(game: &Game) -> NonSpatialFeatures {
        let mut moves = game.turns().iter().rev().filter_map(|turn| match turn.action {
            Action::Move(mv) => Some(mv),
            Action::Resign => None,
        });
        let last = std::array::from_fn(|_| moves.next());
        NonSpatialFeatures { last, komi: game.compensation(), scoring: game.rules().scoring }
    }
}

/// The features of a position, from the point of view of the player to move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Features<const W: usize> {
    /// The size of the board.
    pub size: BoardSize,
    /// The colour to play.
    pub color: Color,
    /// The stones of the player to move.
    pub own: PointSet<W>,
    /// The opponent's stones.
    pub opponent: PointSet<W>,
    /// The stones of chains of one, two and three liberties, of both colours.
    pub liberties: [PointSet<W>; 3],
    /// The stones of chains that a ladder catches, of both colours: of those in atari with their
    /// owner to move, of those with two liberties with the other player to move. A ko that was
    /// taken just before plays no part.
    pub caught: PointSet<W>,
    /// The point that simple ko forbids to the player to move.
    pub ko: Option<Point>,
    /// The last moves, the latest first.
    pub last: [Option<Move>; LAST_MOVES],
    /// The komi of the player to move, in half points: negative where the opponent receives it.
    pub komi: i32,
    /// Area or territory scoring.
    pub scoring: Scoring,
}

impl<const W: usize> Features<W> {
    /// The features of a position with a colour to move.
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
        // Ladders are read as if no ko were forbidden: a ko that was just taken plays no part.
        let mut free = board.clone();
        free.clear_ko();
        for (owner, point) in board.stones() {
            let stones = if owner == color { &mut features.own } else { &mut features.opponent };
            stones.insert(point);
            // A chain is added at the first of its stones that is met.
            if board.liberty_count(point) <= 3 && !features.is_counted(point) {
                features.add_chain(&free, point);
            }
        }
        features
    }

    /// Whether the chain of a stone was added.
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
            // A ladder begins with an atari, which needs a chain of two liberties.
            _ => false,
        };
        if is_caught {
            self.caught |= chain;
        }
    }
}
