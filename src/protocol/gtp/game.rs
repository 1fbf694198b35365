//! GTP's own commands about the game.

use crate::go::{Color, Move};
use crate::protocol::command::{Answer, CommandContext};
use crate::protocol::response::{CommandResponse, Failure};
use crate::protocol::{game, parse_number, vertex};

/// `boardsize`: begins a game on a board with this number of lines.
///
/// Clients with oblong boards name both sides, which is accepted for a square.
pub(super) fn boardsize(call: &mut CommandContext) -> Answer {
    let sides: Vec<usize> =
        call.args().into_iter().map(parse_number::integer).collect::<Result<_, _>>()?;
    match sides[..] {
        [lines] => game::new_game(call, lines),
        [columns, rows] if columns == rows => game::new_game(call, columns),
        [_, _] => Err(Failure::Size),
        _ => Err(Failure::Syntax),
    }
}

/// The number of lines.
pub(super) fn query_boardsize(call: &mut CommandContext) -> Answer {
    Ok(CommandResponse::Text(call.engine.game().size().lines().to_string()))
}

/// Sets White's compensation.
pub(super) fn komi(call: &mut CommandContext) -> Answer {
    let [points] = call.expect_args()?;
    game::set_komi(call, parse_number::float(points)?)
}

/// Plays a move.
pub(super) fn play(call: &mut CommandContext) -> Answer {
    let (color, mv) = turn(call)?;
    game::play(call, color, mv)
}

/// Whether a move is legal, as 1 or 0.
pub(super) fn is_legal(call: &mut CommandContext) -> Answer {
    let legal = match turn(call) {
        Ok((color, Move::Play(point))) => call.engine.game().is_legal(color, point).is_ok(),
        Ok((_, Move::Pass)) => true,
        Err(Failure::IllegalMove) => false,
        Err(failure) => return Err(failure),
    };
    Ok(CommandResponse::Text(u8::from(legal).to_string()))
}

fn turn(call: &CommandContext) -> Result<(Color, Move), Failure> {
    let [color, vertex] = call.expect_args()?;
    Ok((vertex::color(color)?, vertex::read_move(call.engine.game().size(), vertex)?))
}

/// Takes one move back. A number is no argument of this command, and must not be taken for one.
pub(super) fn undo(call: &mut CommandContext) -> Answer {
    let [] = call.expect_args()?;
    game::undo(call)
}

/// The turns, the last one first: `black D4`.
pub(super) fn move_history(call: &mut CommandContext) -> Answer {
    let (game, words) = (call.engine.game(), &call.protocol.words);
    Ok(CommandResponse::lines(
        game.turns()
            .iter()
            .rev()
            .map(|turn| format!("{} {}", turn.color, words.of_action(game.size(), turn.action))),
    ))
}

/// The number of stones that a colour has captured.
pub(super) fn captures(call: &mut CommandContext) -> Answer {
    let [color] = call.expect_args()?;
    let taken = call.engine.game().prisoners(!vertex::color(color)?);
    Ok(CommandResponse::Text(taken.to_string()))
}

/// Begins from stones that are put down at once, without captures, Black to play; without arguments
/// from the empty board. (In WTP the command of this name plays a series of moves.)
pub(super) fn set_position(call: &mut CommandContext) -> Answer {
    let stones = vertex::stones(call.engine.game().size(), &call.args())?;
    call.engine.setup(&stones, Color::Black).map_err(|reason| {
        log::info!("{reason}");
        Failure::IllegalPosition
    })?;
    Ok(CommandResponse::Done)
}
