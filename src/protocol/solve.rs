//! `tianyuan-solve`: solves a life-and-death problem of the current position.

use super::command::{Answer, CommandContext};
use super::response::{CommandResponse, Failure};
use super::vertex;
use crate::local_problem::{Answer as SolvedProblem, ProblemRequest, solve_until};
use crate::solver::{SolveLimits, Solver};

/// `tianyuan-solve COLOR VERTEX [REGION]`: returns the answer as a JSON object. Two vertices, separated by a comma, ask
/// whether the chains can be connected. A line that ends thinking interrupts the search.
pub(super) fn solve(call: &mut CommandContext) -> Answer {
    let args = call.args();
    let (color, targets, region) = match args[..] {
        [color, targets] => (color, targets, None),
        [color, targets, region] => (color, targets, Some(region)),
        _ => return Err(Failure::Syntax),
    };
    let game = call.engine.game();
    let size = game.size();
    let to_play = vertex::color(color)?;
    let targets = targets.split(',').map(|text| vertex::point(size, text));
    let request = ProblemRequest {
        targets: targets.collect::<Result<_, _>>()?,
        region: region.map(|text| vertex::region(size, text)).transpose()?,
        ..ProblemRequest::default()
    };
    let problem = request.problem(game.board(), game.rules(), to_play);
    let problem = problem.map_err(|error| Failure::CannotSolve(error.to_string()))?;
    let limits = SolveLimits { time: Some(call.environment.solve_time), ..SolveLimits::default() };
    let channel = call.channel;
    let settings = call.engine.settings();
    let solver = Solver::new(problem, settings.memory << 20);
    let mut solver = solver.with_threads(settings.threads);
    let solution = solve_until(&mut solver, &limits, &mut || channel.must_move());
    let answer = SolvedProblem { problem: solver.problem(), solution: &solution };
    Ok(CommandResponse::Text(serde_json::Value::Object(answer.json()).to_string()))
}
