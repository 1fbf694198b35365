//! A problem: a position, a goal, and the region in which both sides may play.

use tianyuan_go::{Board, Color, KoRule, Point, PointSet, Rules};

use crate::region;

/// The question about one chain, or about two chains of one colour. Points are stones of the chains.
///
/// `Kill` and `Live` ask the same question, and so do `Connect` and `Cut`: [`Problem::to_play`] determines which side
/// moves first, and the answer is the same whichever name is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// The opponent of the chain's owner captures the chain; otherwise it lives, with two eyes or in seki.
    Kill(Point),
    /// The owner of the chain makes it live.
    Live(Point),
    /// The opponent of the chain's owner captures the chain. Seki is not distinguished from life.
    Capture(Point),
    /// The owner of two chains joins them to one chain.
    Connect(Point, Point),
    /// The opponent of the owner of two chains prevents that they are joined.
    Cut(Point, Point),
    /// The owner of the chain makes an eye: a part of the board that is surrounded by this chain alone, and whose empty
    /// points are all liberties of the chain.
    Eye(Point),
}

impl Goal {
    /// Returns a stone of each chain; twice the same if there is one chain.
    pub fn targets(self) -> [Point; 2] {
        match self {
            Goal::Kill(a) | Goal::Live(a) | Goal::Capture(a) | Goal::Eye(a) => [a, a],
            Goal::Connect(a, b) | Goal::Cut(a, b) => [a, b],
        }
    }
}

/// The reason why a problem is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ProblemError {
    /// A target is not a point of the board.
    #[error("the target with index {0} is not on the board; select a stone")]
    OffBoard(usize),
    /// A target is an empty point.
    #[error("the target at column {0}, row {1} is empty; select a stone")]
    Empty(usize, usize),
    /// The two targets have different colours.
    #[error("the targets have different colours; select two chains of one colour")]
    DifferentColors,
    /// The two targets are the same chain.
    #[error("the targets are the same chain; select two chains")]
    SameChain,
    /// The region contains points that are not on the board.
    #[error("the region has {0} points off the board; use only points of the board")]
    RegionOffBoard(usize),
}

/// A valid problem.
///
/// Both sides play only on empty points of [`region`](Problem::region) and may pass. The answer is exact for this
/// local game. Consequently a chain with a liberty outside of the region can never be captured: reaching the outside
/// of a specified region is life. Points outside of the region stay empty when stones there are captured.
#[derive(Debug, Clone)]
pub struct Problem {
    /// Boxed, because a board is 77 kB.
    board: Box<Board>,
    ko: KoRule,
    allows_suicide: bool,
    to_play: Color,
    goal: Goal,
    region: PointSet,
    has_derived_region: bool,
    doubts_surroundings: bool,
}

impl Problem {
    /// Returns a problem on a position. A ko that `board` forbids is respected; earlier positions are not.
    ///
    /// `rules` determines ko and suicide. `region` is the set of playable points; `None` selects
    /// [`derived_region`](crate::derived_region).
    ///
    /// # Errors
    /// Returns [`ProblemError`] if the targets do not fit the goal or the region is not on the board.
    pub fn new(
        board: &Board,
        rules: &Rules,
        to_play: Color,
        goal: Goal,
        region: Option<PointSet>,
    ) -> Result<Problem, ProblemError> {
        let (size, [first, second]) = (board.size(), goal.targets());
        let full = PointSet::full(size);
        for target in [first, second] {
            let is_on_board = target.index() < tianyuan_go::MAX_WORDS * 64 && full.contains(target);
            if !is_on_board {
                return Err(ProblemError::OffBoard(target.index()));
            }
            if board.is_empty(target) {
                return Err(ProblemError::Empty(size.column(target), size.row(target)));
            }
        }
        if board.color_at(first) != board.color_at(second) {
            return Err(ProblemError::DifferentColors);
        }
        let is_pair = matches!(goal, Goal::Connect(..) | Goal::Cut(..));
        if is_pair && board.chain_at(first) == board.chain_at(second) {
            return Err(ProblemError::SameChain);
        }
        let has_derived_region = region.is_none();
        let region = region.unwrap_or_else(|| region::derived_region(board, [first, second]));
        let outside = (region - full).len();
        if outside > 0 {
            return Err(ProblemError::RegionOffBoard(outside));
        }
        let (ko, allows_suicide) = (rules.ko, rules.multi_stone_suicide);
        let board = Box::new(board.clone());
        let doubts_surroundings = false;
        Ok(Problem {
            board,
            ko,
            allows_suicide,
            to_play,
            goal,
            region,
            has_derived_region,
            doubts_surroundings,
        })
    }

    /// Returns the problem with stricter conditions for captures in a derived region: surrounding chains with liberties
    /// outside need two liberties, and the opponent may play next to the border only next to such chains. Otherwise the
    /// surrounding chains count as safe.
    pub fn with_doubtful_surroundings(self) -> Problem {
        Problem { doubts_surroundings: true, ..self }
    }

    /// Returns `true` if the surrounding chains do not count as safe.
    pub(crate) fn doubts_surroundings(&self) -> bool {
        self.doubts_surroundings
    }

    /// Returns the position.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the ko rule. Superko refers only to positions since the start of the problem.
    pub fn ko(&self) -> KoRule {
        self.ko
    }

    /// Returns `true` if suicide of several stones is legal.
    pub fn allows_suicide(&self) -> bool {
        self.allows_suicide
    }

    /// Returns the side to move first.
    pub fn to_play(&self) -> Color {
        self.to_play
    }

    /// Returns the goal.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// Returns the owner of the target chains, the defender.
    pub fn defender(&self) -> Color {
        let color = self.board.color_at(self.goal.targets()[0]);
        color.unwrap_or(self.to_play)
    }

    /// Returns the points on which both sides may play while they are empty.
    pub fn region(&self) -> &PointSet {
        &self.region
    }

    /// Returns `true` if the region was derived from the position. Then reaching its border is not life; see
    /// [`SolveStop::Border`](crate::SolveStop::Border).
    pub fn has_derived_region(&self) -> bool {
        self.has_derived_region
    }

    /// Replaces the derived region by a wider one. Returns `false` if there is none.
    pub(crate) fn widen(&mut self) -> bool {
        let wider = self.region | region::wider_region(&self.board, self.goal.targets());
        let is_wider = self.has_derived_region && wider != self.region;
        if is_wider {
            self.region = wider;
        }
        is_wider
    }
}
