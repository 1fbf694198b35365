//! Requests to solve a problem: targets, goal and region, each optional.

use std::str::FromStr;

use crate::go::{Board, BoardSize, Color, Point, PointSet, Rules};
use crate::records::record::{self, Size};
use crate::solver::{
    BorderRule, Goal, Problem, ProblemError, TargetError, closed_region, likely_target,
};

/// The name of a goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GoalName {
    /// The owner of the target makes it live.
    Live,
    /// The opponent kills the target.
    Kill,
    /// The owner joins two targets.
    Connect,
    /// The opponent separates two targets.
    Cut,
    /// The opponent captures the target; seki is not distinguished from life.
    Capture,
}

impl GoalName {
    /// All goals.
    pub(crate) const ALL: [GoalName; 5] =
        [GoalName::Live, GoalName::Kill, GoalName::Connect, GoalName::Cut, GoalName::Capture];

    /// Returns the name in lower case.
    pub(crate) fn name(self) -> &'static str {
        match self {
            GoalName::Live => "live",
            GoalName::Kill => "kill",
            GoalName::Connect => "connect",
            GoalName::Cut => "cut",
            GoalName::Capture => "capture",
        }
    }

    fn needs_two_targets(self) -> bool {
        matches!(self, GoalName::Connect | GoalName::Cut)
    }
}

impl FromStr for GoalName {
    type Err = RequestError;

    fn from_str(name: &str) -> Result<GoalName, RequestError> {
        let found = GoalName::ALL.into_iter().find(|goal| goal.name() == name);
        found.ok_or_else(|| RequestError::Goal(name.into()))
    }
}

/// The border rules by name.
pub(crate) const BORDER_RULES: [(&str, BorderRule); 3] =
    [("both", BorderRule::Both), ("escape", BorderRule::Escape), ("strict", BorderRule::Strict)];

/// Returns the border rule with a name.
///
/// # Errors
/// Returns [`RequestError::Border`] if the name is unknown.
pub(crate) fn border_rule(name: &str) -> Result<BorderRule, RequestError> {
    let found = BORDER_RULES.iter().find(|(known, _)| *known == name);
    found.map(|(_, rule)| *rule).ok_or_else(|| RequestError::Border(name.into()))
}

/// The reason why a request is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum RequestError {
    /// The goal has an unknown name.
    #[error("unknown goal {0} (expected live, kill, connect, cut or capture)")]
    Goal(String),
    /// The border rule has an unknown name.
    #[error("unknown border rule {0} (expected both, escape or strict)")]
    Border(String),
    /// The goal needs a single target.
    #[error("the goal {0} needs one target, not {1}")]
    OneTarget(&'static str, usize),
    /// The goal needs two targets.
    #[error("the goal {0} needs two targets, not {1}")]
    TwoTargets(&'static str, usize),
    /// A target is an empty point.
    #[error("the target {0} is empty; select a stone")]
    Empty(String),
    /// The targets have different colours.
    #[error("the targets {0} and {1} have different colours")]
    DifferentColors(String, String),
    /// The targets belong to one chain.
    #[error("the targets {0} and {1} are already connected")]
    SameChain(String, String),
    /// No target was specified, and no group is enclosed.
    #[error("no enclosed group; specify the target")]
    NotEnclosed,
    /// No target was specified, and several groups are enclosed.
    #[error("several groups are enclosed ({0}); specify the target")]
    Ambiguous(String),
    /// A problem that the solver rejects for another reason.
    #[error(transparent)]
    Problem(ProblemError),
}

/// A request to solve a problem.
#[derive(Debug, Clone, Default)]
pub(crate) struct ProblemRequest {
    /// Stones of the target chains; empty to select the enclosed group.
    pub(crate) targets: Vec<Point>,
    /// The goal; `None` to kill or live, or to connect or cut with two targets, depending on the side to move.
    pub(crate) goal: Option<GoalName>,
    /// The playable points; `None` to derive them. Chains whose liberties are all in the region are added.
    pub(crate) region: Option<PointSet>,
    /// The statuses that are searched; `None` for the default of the region.
    pub(crate) border: Option<BorderRule>,
    /// The last move, near which an unspecified target is selected.
    pub(crate) last_move: Option<Point>,
}

impl ProblemRequest {
    /// Returns the problem of the request.
    ///
    /// # Errors
    /// Returns [`RequestError`] if targets and goal do not fit the position, or no target can be selected.
    pub(crate) fn problem(
        &self,
        board: &Board,
        rules: &Rules,
        to_play: Color,
    ) -> Result<Problem, RequestError> {
        let size = board.size();
        let targets = self.selected_targets(board)?;
        for &target in &targets {
            if board.is_empty(target) {
                return Err(RequestError::Empty(vertex(size, target)));
            }
        }
        let is_of_owner = board.color_at(targets[0]) == Some(to_play);
        let goal = self.goal.unwrap_or(match (targets.len(), is_of_owner) {
            (1, true) => GoalName::Live,
            (1, false) => GoalName::Kill,
            (_, true) => GoalName::Connect,
            (_, false) => GoalName::Cut,
        });
        match (targets.len(), goal.needs_two_targets()) {
            (1, false) | (2, true) => {}
            (count, false) => return Err(RequestError::OneTarget(goal.name(), count)),
            (count, true) => return Err(RequestError::TwoTargets(goal.name(), count)),
        }
        let (first, last) = (targets[0], targets[targets.len() - 1]);
        let goal = match goal {
            GoalName::Live => Goal::Live(first),
            GoalName::Kill => Goal::Kill(first),
            GoalName::Capture => Goal::Capture(first),
            GoalName::Connect => Goal::Connect(first, last),
            GoalName::Cut => Goal::Cut(first, last),
        };
        let region = self.region.map(|region| closed_region(board, region));
        let names = || (vertex(size, first), vertex(size, last));
        let problem = Problem::new(board, rules, to_play, goal, region);
        let problem = problem.map(|problem| match self.border {
            Some(border) => problem.with_border_rule(border),
            None => problem,
        });
        problem.map_err(|error| match error {
            ProblemError::DifferentColors => {
                let (first, last) = names();
                RequestError::DifferentColors(first, last)
            }
            ProblemError::SameChain => {
                let (first, last) = names();
                RequestError::SameChain(first, last)
            }
            error => RequestError::Problem(error),
        })
    }

    fn selected_targets(&self, board: &Board) -> Result<Vec<Point>, RequestError> {
        if !self.targets.is_empty() {
            return Ok(self.targets.clone());
        }
        match likely_target(board, self.last_move) {
            Ok(target) => Ok(vec![target]),
            Err(TargetError::NotEnclosed) => Err(RequestError::NotEnclosed),
            Err(TargetError::Ambiguous(stones)) => {
                let names = stones.into_iter().map(|stone| vertex(board.size(), stone));
                Err(RequestError::Ambiguous(names.collect::<Vec<_>>().join(", ")))
            }
        }
    }
}

/// Returns the vertex of a point, such as `D4`.
pub(super) fn vertex(size: BoardSize, point: Point) -> String {
    let lines = Size::new(size.lines(), size.lines()).expect("records have more lines");
    record::Point::of(point, size).vertex(lines)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Diagram;

    const CUT: &str = "
        . . O . .
        X X . X X
        O O O O O
        . . . . .
        . . . . .";

    fn request(targets: &[(usize, usize)], goal: Option<&str>) -> Result<Goal, String> {
        let diagram = Diagram::parse(CUT);
        let targets = targets.iter().map(|&(x, y)| diagram.size.point(x, y)).collect();
        let goal =
            goal.map(str::parse).transpose().map_err(|error: RequestError| error.to_string())?;
        let request = ProblemRequest { targets, goal, ..ProblemRequest::default() };
        let problem = request.problem(&diagram.board(), &Rules::CHINESE, Color::White);
        problem.map(|problem| problem.goal()).map_err(|error| error.to_string())
    }

    #[test]
    fn goal_depends_on_targets_and_side_to_move() {
        let (left, right) = ((0, 3), (4, 3));
        assert!(matches!(request(&[left], None), Ok(Goal::Kill(_))));
        assert!(matches!(request(&[(0, 2)], None), Ok(Goal::Live(_))));
        assert!(matches!(request(&[left, right], None), Ok(Goal::Cut(..))));
        assert!(matches!(request(&[left], Some("capture")), Ok(Goal::Capture(_))));
        assert!(matches!(request(&[left, right], Some("connect")), Ok(Goal::Connect(..))));
    }

    #[test]
    fn invalid_requests_name_the_input() {
        let (left, right) = ((0, 3), (4, 3));
        for (targets, goal, message) in [
            (
                vec![left],
                Some("win"),
                "unknown goal win (expected live, kill, connect, cut or capture)",
            ),
            (vec![left], Some("cut"), "the goal cut needs two targets, not 1"),
            (vec![left, right], Some("kill"), "the goal kill needs one target, not 2"),
            (vec![(0, 0)], None, "the target A1 is empty; select a stone"),
            (vec![left, (2, 4)], None, "the targets A4 and C5 have different colours"),
            (vec![left, (1, 3)], None, "the targets A4 and B4 are already connected"),
        ] {
            assert_eq!(request(&targets, goal), Err(message.into()), "{targets:?}");
        }
    }
}
