//! What the client of the server CGOS tells an engine of a game, in commands of its own. It gives up an
//! engine that answers one with an error, so that none does.

use crate::protocol::command::{Answer, Call};
use crate::protocol::reply::Reply;

/// `cgos-opponent_name`: who plays against the engine.
pub(super) fn opponent_name(call: &mut Call) -> Answer {
    call.engine.set_opponent_name(call.argument);
    Ok(Reply::Done)
}

/// `cgos-opponent_rating`: the opponent's rating on the server, as `1800` or `1800?`.
pub(super) fn opponent_rating(call: &mut Call) -> Answer {
    call.engine.set_opponent_rank(call.argument);
    Ok(Reply::Done)
}

/// `cgos-gameover`: the result as the server has it.
pub(super) fn game_over(call: &mut Call) -> Answer {
    match call.argument.parse() {
        Ok(result) => call.engine.note_ending(result),
        Err(reason) => log::info!("{}: {reason}", call.argument),
    }
    Ok(Reply::Done)
}
