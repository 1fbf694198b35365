//! A solution as a JSON object.

use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::go::{BoardSize, Color};
use crate::solver::{Condition, Goal, GroupStatus, LocalMove, Problem, Solution, SolveStop};

use super::request::vertex;

/// A problem with its solution.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Answer<'a> {
    /// The problem.
    pub(crate) problem: &'a Problem,
    /// The solution.
    pub(crate) solution: &'a Solution,
}

/// Returns the name of a status in protocols: `alive`, `dead`, `seki`, `ko` or `unknown`.
fn status_name(status: GroupStatus) -> &'static str {
    match status {
        GroupStatus::Alive => "alive",
        GroupStatus::Dead => "dead",
        GroupStatus::Seki => "seki",
        GroupStatus::Ko { .. } => "ko",
        GroupStatus::Unknown => "unknown",
    }
}

impl Answer<'_> {
    fn size(&self) -> BoardSize {
        self.problem.board().size()
    }

    /// Returns the text of a move: a vertex, `pass` or `threat`.
    pub(super) fn move_name(&self, mv: LocalMove) -> String {
        match mv {
            LocalMove::Play(point) => vertex(self.size(), point),
            LocalMove::Pass => "pass".into(),
            LocalMove::Threat => "threat".into(),
        }
    }

    /// Returns the first move as a vertex or `pass`; `None` if every move fails or the status is unknown.
    pub(crate) fn first_move(&self) -> Option<String> {
        self.solution.first_move.map(|mv| self.move_name(mv))
    }

    /// Returns the names of the moves of the principal variation: vertices, `pass`, and `threat` for a ko threat with
    /// its answer, after which the same side is to move.
    pub(crate) fn variation(&self) -> Vec<String> {
        self.solution.variation.iter().map(|&(_, mv)| self.move_name(mv)).collect()
    }

    /// Returns the JSON object of the answer, as documented for `tianyuan solve --json`.
    pub(crate) fn json(&self) -> Map<String, Value> {
        let Solution { status, nodes, time, stop, defender_succeeds, condition, .. } =
            *self.solution;
        let mut object = Map::new();
        object.insert("status".into(), status_name(status).into());
        object.insert("move".into(), self.first_move().into());
        object.insert("pv".into(), self.variation().into());
        object.insert("nodes".into(), nodes.into());
        object.insert("seconds".into(), milliseconds(time).into());
        if let GroupStatus::Ko { takes_first, threats } = status {
            let ko = json!({"takesFirst": color_letter(takes_first), "threats": threats});
            object.insert("ko".into(), ko);
        }
        match condition {
            None => {}
            Some(Condition::Escape) => {
                object.insert("condition".into(), "escape".into());
                object.insert("exits".into(), self.exits().into());
            }
            Some(Condition::Surroundings) => {
                object.insert("condition".into(), "surroundings".into());
            }
        }
        if status == GroupStatus::Unknown {
            object.insert("stop".into(), stop.map(stop_name).into());
            object.insert("defenderSucceeds".into(), defender_succeeds.into());
        }
        object.insert("goal".into(), goal_name(self.problem.goal()).into());
        object.insert("target".into(), self.targets().into());
        object.insert("toPlay".into(), color_letter(self.problem.to_play()).into());
        let region = self.problem.region().iter().map(|point| vertex(self.size(), point));
        object.insert("region".into(), region.collect::<Vec<_>>().into());
        object
    }

    /// Returns the vertices of the points by which the target can leave the region.
    pub(super) fn exits(&self) -> Vec<String> {
        self.problem.exits().iter().map(|point| vertex(self.size(), point)).collect()
    }

    /// Returns the vertices of the targets.
    fn targets(&self) -> Vec<String> {
        let [first, last] = self.problem.goal().targets();
        let all = if first == last { vec![first] } else { vec![first, last] };
        all.into_iter().map(|point| vertex(self.size(), point)).collect()
    }
}

fn goal_name(goal: Goal) -> &'static str {
    match goal {
        Goal::Kill(_) => "kill",
        Goal::Live(_) => "live",
        Goal::Capture(_) => "capture",
        Goal::Connect(..) => "connect",
        Goal::Cut(..) => "cut",
        Goal::Eye(_) => "eye",
    }
}

fn stop_name(stop: SolveStop) -> &'static str {
    match stop {
        SolveStop::Nodes => "nodes",
        SolveStop::Time => "time",
        SolveStop::Cancelled => "cancelled",
        SolveStop::Depth => "depth",
        SolveStop::Border => "border",
    }
}

fn color_letter(color: Color) -> String {
    color.letter().to_string()
}

/// Returns seconds with three decimals.
fn milliseconds(time: Duration) -> f64 {
    time.as_millis() as f64 / 1000.0
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::go::{Diagram, Rules};
    use crate::solver::{SolveLimits, Solver};

    pub(crate) const BENT_THREE: &str = "
        . . X O .
        . X X O .
        X X O O .
        O O O . .
        . . . . .";

    pub(crate) const CORNER_SIX: &str = "
            . a . X . O .
            . . . X O O .
            X X X X O O .
            O O O O O . .
            . . . . . . .
            . . . . . . .
            . . . . . . .";

    pub(crate) fn answered<T>(
        text: &str,
        to_play: Color,
        nodes: u64,
        read: impl FnOnce(&Answer<'_>) -> T,
    ) -> T {
        let diagram = Diagram::parse(text);
        let target = diagram.stones.iter().find(|(color, _)| *color == Color::Black);
        let goal = Goal::Kill(target.expect("a black stone").1);
        let problem = Problem::new(&diagram.board(), &Rules::CHINESE, to_play, goal, None);
        let problem = problem.expect("a problem");
        let limits = SolveLimits { nodes, ..SolveLimits::default() };
        let solution = Solver::new(problem.clone(), 1 << 20).solve(&limits);
        read(&Answer { problem: &problem, solution: &solution })
    }

    #[test]
    fn ko_has_side_and_threats() {
        answered(CORNER_SIX, Color::White, 10_000_000, |answer| {
            let GroupStatus::Ko { takes_first, threats } = answer.solution.status else {
                panic!("{:?}", answer.solution);
            };
            let json = answer.json();
            assert_eq!(json["status"], "ko");
            assert_eq!(json["ko"]["threats"], threats);
            assert_eq!(json["ko"]["takesFirst"], color_letter(takes_first));
        });
    }

    #[test]
    fn json_has_status_move_and_variation() {
        answered(BENT_THREE, Color::White, 100_000, |answer| {
            let json = answer.json();
            assert_eq!((&json["status"], &json["move"]), (&json!("dead"), &json!("A5")));
            assert_eq!(json["pv"][0], "A5");
            assert_eq!(json["nodes"], answer.solution.nodes);
            assert_eq!((&json["goal"], &json["toPlay"]), (&json!("kill"), &json!("W")));
            assert!(json["seconds"].is_f64() && !json.contains_key("ko"));
            let region = json["region"].as_array().expect("a list");
            assert!(region.contains(&json!("A5")) && !region.contains(&json!("E1")));
        });
        answered(BENT_THREE, Color::White, 1, |answer| {
            let json = answer.json();
            assert_eq!((&json["status"], &json["stop"]), (&json!("unknown"), &json!("nodes")));
            assert_eq!((&json["move"], &json["pv"]), (&Value::Null, &json!([])));
        });
    }
}
