//! Commands about what a game's record says beside its moves, which both protocols have: who plays, and
//! how the game ended where the board does not show it.

use super::command::{Answer, Call};
use super::reply::{Failure, Reply};
use super::vertex;

/// `player_name`: sets the name of who plays a colour, or says it. The name may have blanks.
pub(super) fn player_name(call: &mut Call) -> Answer {
    let (color, name) = call.argument.split_once(' ').unwrap_or((call.argument, ""));
    let color = vertex::color(color)?;
    match name.trim() {
        "" => Ok(call.engine.player_name(color).map_or(Reply::Done, Reply::Text)),
        name => {
            call.engine.set_player_name(color, name);
            Ok(Reply::Done)
        }
    }
}

/// `game_result`: sets the result of the game, such as `B+T` if White has lost on time, or answers it; the
/// result of a record that was loaded too. It holds for the present position.
pub(super) fn game_result(call: &mut Call) -> Answer {
    match call.words()[..] {
        [] => Ok(call.engine.result().map_or(Reply::Done, |end| Reply::Text(end.to_string()))),
        [result] => {
            call.engine.note_ending(result.parse().map_err(|_| Failure::Syntax)?);
            Ok(Reply::Done)
        }
        _ => Err(Failure::Syntax),
    }
}
