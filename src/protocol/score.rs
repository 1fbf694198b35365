//! Commands for the result, and for dead, alive and seki stones, at any time of a game.

use super::command::{Answer, CommandContext};
use super::response::{CommandResponse, Failure};
use super::vertex;
use crate::go::score::Area;
use crate::go::{Color, PointSet};

/// `final_score`: returns the result as if the game ended now, such as `B+3.5`.
pub(super) fn final_score(call: &mut CommandContext) -> Answer {
    Ok(CommandResponse::Text(call.engine.final_score().to_string()))
}

/// `final_status_list`: returns the stones with a status, one chain per line, or the empty points with a status on
/// one line, as GNU Go does.
pub(super) fn final_status_list(call: &mut CommandContext) -> Answer {
    let [status] = call.expect_args()?;
    let judgement = call.engine.judge();
    let area = Area::of(call.engine.game().board(), &judgement.dead);
    let tax = call.engine.game().rules().tax;
    let [black, white] = Color::BOTH.map(|color| area.territory(tax, color) - judgement.dead);
    Ok(match status.to_ascii_lowercase().as_str() {
        "alive" => chains(call, judgement.alive),
        "dead" => chains(call, judgement.dead),
        "seki" => chains(call, judgement.seki),
        "black_territory" => points(call, black),
        "white_territory" => points(call, white),
        "dame" => {
            let empty: PointSet =
                call.engine.game().board().empty_points().iter().copied().collect();
            points(call, empty - black - white)
        }
        _ => return Err(Failure::Syntax),
    })
}

/// `final_status`: returns the status of a point: `alive`, `dead` or `seki` for a stone, `black_territory`,
/// `white_territory` or `dame` for an empty point.
pub(super) fn final_status(call: &mut CommandContext) -> Answer {
    let [vertex] = call.expect_args()?;
    let point = vertex::point(call.engine.game().size(), vertex)?;
    let judgement = call.engine.judge();
    let game = call.engine.game();
    let area = Area::of(game.board(), &judgement.dead);
    let owns = |color| area.territory(game.rules().tax, color).contains(point);
    let status = if judgement.dead.contains(point) {
        "dead"
    } else if judgement.seki.contains(point) {
        "seki"
    } else if !game.board().is_empty(point) {
        "alive"
    } else if owns(Color::Black) {
        "black_territory"
    } else if owns(Color::White) {
        "white_territory"
    } else {
        "dame"
    };
    Ok(CommandResponse::Text(status.into()))
}

fn points(call: &CommandContext, points: PointSet) -> CommandResponse {
    let size = call.engine.game().size();
    CommandResponse::words(points.iter().map(|point| vertex::vertex(size, point)))
}

fn chains(call: &CommandContext, mut stones: PointSet) -> CommandResponse {
    let board = call.engine.game().board();
    let mut lines = Vec::new();
    while let Some(stone) = stones.first() {
        let mut chain: Vec<_> = board.chain_stones(stone).collect();
        chain.sort();
        for &stone in &chain {
            stones.remove(stone);
        }
        let vertices = chain.into_iter().map(|stone| vertex::vertex(board.size(), stone));
        lines.push(vertices.collect::<Vec<_>>().join(" "));
    }
    CommandResponse::lines(lines)
}
