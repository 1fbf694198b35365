//! A query to solve a life-and-death problem.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde_json::Value;

use super::coordinates::{places, player};
use super::game_moves::GameMoves;
use super::json_fields::{FieldError, Fields};
use crate::go::{BoardSize, Point};
use crate::local_problem::{ProblemRequest, border_rule};
use crate::solver::{Problem, SolveLimits};

/// The default time limit in seconds.
const DEFAULT_TIME: f64 = 60.0;

/// The fields of a query.
const FIELDS: [&str; 17] = [
    "id",
    "action",
    "moves",
    "rules",
    "boardXSize",
    "boardYSize",
    "komi",
    "whiteHandicapBonus",
    "initialStones",
    "initialPlayer",
    "target",
    "region",
    "border",
    "goal",
    "toPlay",
    "maxTime",
    "maxNodes",
];

/// A problem to solve.
#[derive(Debug)]
pub(super) struct SolveQuery {
    pub(super) id: String,
    pub(super) problem: Problem,
    pub(super) limits: SolveLimits<'static>,
    pub(super) is_terminated: Arc<AtomicBool>,
}

impl SolveQuery {
    /// Parses a query. Returns it with warnings.
    pub(super) fn read(
        id: &str,
        fields: Fields,
    ) -> Result<(SolveQuery, Vec<FieldError>), FieldError> {
        let (moves, mut warnings) = GameMoves::read(fields)?;
        let game = moves.game_at(moves.turns());
        let to_play = fields.get("toPlay").map(|value| {
            player(value).ok_or_else(|| FieldError::new("toPlay", "Must be \"B\" or \"W\""))
        });
        let goal = fields.text("goal")?.map(str::parse).transpose();
        let goal = goal.map_err(|error| FieldError::new("goal", format!("{error}")))?;
        let border = fields.text("border")?.map(border_rule).transpose();
        let border = border.map_err(|error| FieldError::new("border", error.to_string()))?;
        let targets = points(fields, "target", game.size())?.unwrap_or_default();
        let region = points(fields, "region", game.size())?;
        let request = ProblemRequest {
            targets,
            goal,
            region: region.map(|points| points.into_iter().collect()),
            border,
            last_move: game.last_points()[0],
        };
        let to_play = to_play.transpose()?.unwrap_or(game.to_play());
        let problem = request.problem(game.board(), game.rules(), to_play);
        let problem = problem.map_err(|error| FieldError::new("target", error.to_string()))?;
        let seconds = fields.number("maxTime", 0.001..=86_400.0)?.unwrap_or(DEFAULT_TIME);
        let nodes = fields.integer("maxNodes", 1..=1_000_000_000_000)?;
        let defaults = SolveLimits::default();
        let limits = SolveLimits {
            nodes: nodes.map_or(defaults.nodes, |nodes| nodes as u64),
            time: Some(Duration::from_secs_f64(seconds)),
            ..defaults
        };
        for key in fields.0.keys().filter(|key| !FIELDS.contains(&key.as_str())) {
            warnings.push(FieldError::new(key, "Unexpected or unused field"));
        }
        let is_terminated = Arc::default();
        Ok((SolveQuery { id: id.into(), problem, limits, is_terminated }, warnings))
    }
}

/// Returns the points of a vertex or a list of vertices.
fn points(fields: Fields, field: &str, size: BoardSize) -> Result<Option<Vec<Point>>, FieldError> {
    let form = || FieldError::new(field, "Must be a vertex or an array of vertices");
    let list = match fields.get(field) {
        None => return Ok(None),
        Some(Value::Array(list)) => list.as_slice(),
        Some(value) => std::slice::from_ref(value),
    };
    let moves = places(size, field, list)?;
    moves.into_iter().map(|mv| mv.point().ok_or_else(form)).collect::<Result<_, _>>().map(Some)
}
