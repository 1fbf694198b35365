//! Commands for the game that only GTP has.

use crate::go::{Color, Move};
use crate::protocol::command::{Answer, CommandContext};
use crate::protocol::response::{CommandResponse, Failure};
use crate::protocol::{game, parse_number, vertex};

/// `boardsize`: starts a game with this board size.
///
/// Clients that support rectangular boards may specify both dimensions, which must be equal.
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

/// Returns the board size in lines.
pub(super) fn query_boardsize(call: &mut CommandContext) -> Answer {
    Ok(CommandResponse::Text(call.engine.game().size().lines().to_string()))
}

/// Sets the komi.
pub(super) fn komi(call: &mut CommandContext) -> Answer {
    let [points] = call.expect_args()?;
    game::set_komi(call, parse_number::float(points)?)
}

/// Plays a move.
pub(super) fn play(call: &mut CommandContext) -> Answer {
    let (color, mv) = turn(call)?;
    game::play(call, color, mv)
}

/// Returns 1 if a move is legal, otherwise 0.
pub(super) fn is_legal(call: &mut CommandContext) -> Answer {
    let legal = match turn(call) {
        Ok((color, Move::Play(point))) => call.engine.game().is_legal(color, point).is_ok(),
        Ok((_, Move::Pass)) => true,
        Err(Failure::IllegalMove) => false,
        Err(failure) => return Err(failure),
    };
    Ok(CommandResponse::Text(u8::from(legal).to_string()))
}

/// `all_legal`: returns the legal points of a colour.
pub(super) fn all_legal(call: &mut CommandContext) -> Answer {
    let [color] = call.expect_args()?;
    let (color, game) = (vertex::color(color)?, call.engine.game());
    let legal = game.size().points().filter(|&point| game.is_legal(color, point).is_ok());
    Ok(CommandResponse::words(legal.map(|point| vertex::vertex(game.size(), point))))
}

fn turn(call: &CommandContext) -> Result<(Color, Move), Failure> {
    let [color, vertex] = call.expect_args()?;
    Ok((vertex::color(color)?, vertex::read_move(call.engine.game().size(), vertex)?))
}

/// Takes back one move. An argument is rejected, because ignoring a number would take back fewer moves than expected.
pub(super) fn undo(call: &mut CommandContext) -> Answer {
    let [] = call.expect_args()?;
    game::undo(call)
}

/// Returns the turns, latest first: `black D4`.
pub(super) fn move_history(call: &mut CommandContext) -> Answer {
    let (game, words) = (call.engine.game(), &call.protocol.words);
    Ok(CommandResponse::lines(
        game.turns()
            .iter()
            .rev()
            .map(|turn| format!("{} {}", turn.color, words.of_action(game.size(), turn.action))),
    ))
}

/// Returns the number of stones that a colour has captured.
pub(super) fn captures(call: &mut CommandContext) -> Answer {
    let [color] = call.expect_args()?;
    let taken = call.engine.game().prisoners(!vertex::color(color)?);
    Ok(CommandResponse::Text(taken.to_string()))
}

/// Starts from a position given as stones, placed without captures, with Black to play. Without arguments the board
/// is empty. (The WTP command of this name plays a sequence of moves.)
pub(super) fn set_position(call: &mut CommandContext) -> Answer {
    let stones = vertex::stones(call.engine.game().size(), &call.args())?;
    call.engine.setup(&stones, Color::Black).map_err(|reason| {
        log::info!("{reason}");
        Failure::IllegalPosition
    })?;
    Ok(CommandResponse::Done)
}
