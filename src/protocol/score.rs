//! The result, and which stones are dead, alive or in seki; at the end of a game or before it.

use super::command::Answer;
use super::{Call, Failure, Reply, vertex};
use crate::engine::Judgement;
use crate::go::PointSet;

/// The result after the dead stones are off.
pub fn final_score(call: &mut Call) -> Answer {
    Ok(Reply::Text(call.engine.final_score().to_string()))
}

/// The stones of a status, a chain a line.
pub fn final_status_list(call: &mut Call) -> Answer {
    let [status] = call.exactly()?;
    let pick: fn(&Judgement) -> PointSet = match status.to_ascii_lowercase().as_str() {
        "alive" => |judgement| judgement.alive,
        "dead" => |judgement| judgement.dead,
        "seki" => |judgement| judgement.seki,
        _ => return Err(Failure::Syntax),
    };
    let stones = pick(&call.engine.judge());
    Ok(chains(call, stones))
}

fn chains(call: &Call, mut stones: PointSet) -> Reply {
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
    Reply::lines(lines)
}
