//! A problem: a position, a goal, and the region in which both sides may play.

use tianyuan_go::{Board, Color, KoRule, Point, PointSet, Rules};

use crate::region::{self, Surroundings};

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

/// The statuses that a solver searches. No stones are played outside of the region, but a status may depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BorderRule {
    /// The owner of the target lives by reaching an [exit](Problem::exits), and surrounding chains are safe. This is
    /// the default in a specified region.
    Escape,
    /// An unconditional status if possible, at first in the region, then in a wider one if the region is derived.
    /// Otherwise as with [`Escape`](BorderRule::Escape). This is the default in a derived region.
    Both,
    /// Only unconditional statuses: the owner uses no exits, or the opponent captures the target before moves outside
    /// could endanger its surrounding chains.
    Strict,
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
/// local game. Consequently a chain with a liberty outside of the region can never be captured; [`BorderRule`]
/// determines whether this is life. Points outside of the region stay empty when stones there are captured.
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
    border_rule: BorderRule,
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
        let border_rule = if has_derived_region { BorderRule::Both } else { BorderRule::Escape };
        Ok(Problem {
            board,
            ko,
            allows_suicide,
            to_play,
            goal,
            region,
            has_derived_region,
            border_rule,
        })
    }

    /// Returns the problem with another border rule.
    pub fn with_border_rule(self, border_rule: BorderRule) -> Problem {
        Problem { border_rule, ..self }
    }

    /// Returns the border rule.
    pub fn border_rule(&self) -> BorderRule {
        self.border_rule
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

    /// Returns the points outside of the region that are next to it, to a target, or to chains of the target's owner
    /// that are in it or next to it. They are empty, or belong to chains that can be captured inside of the region. The
    /// target escapes by getting one of them as a liberty.
    pub fn exits(&self) -> PointSet {
        region::exits(&self.board, &self.region, self.goal.targets())
    }

    /// Returns the surrounding stones that [`Condition::Surroundings`](crate::Condition::Surroundings) assumes to be safe:
    /// chains of the opponent of the target's owner that rely on liberties outside of the region. They are next to the
    /// region or to chains of the owner there.
    pub fn surrounding_stones(&self) -> PointSet {
        self.surroundings(!self.defender()).stones
    }

    /// Returns the chains of a side around the region.
    pub(crate) fn surroundings(&self, side: Color) -> Surroundings {
        Surroundings::new(&self.board, &self.region, self.goal.targets(), side)
    }

    /// Returns `true` if no stones outside of the region can be captured.
    pub(crate) fn has_closed_region(&self) -> bool {
        region::closed_region(&self.board, self.region) == self.region
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
