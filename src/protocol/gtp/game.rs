//! GTP's own commands about the game.

use crate::go::{Color, Move};
use crate::protocol::command::{Answer, Call};
use crate::protocol::reply::{Failure, Reply};
use crate::protocol::{game, number, vertex};

/// `boardsize`: begins a game on a board with this number of lines.
///
/// Clients with oblong boards name both sides, which is accepted for a square.
pub(super) fn boardsize(call: &mut Call) -> Answer {
    let sides: Vec<usize> =
        call.words().into_iter().map(number::integer).collect::<Result<_, _>>()?;
    match sides[..] {
        [lines] => game::begin_on(call, lines),
        [columns, rows] if columns == rows => game::begin_on(call, columns),
        [_, _] => Err(Failure::Size),
        _ => Err(Failure::Syntax),
    }
}

/// The number of lines.
pub(super) fn query_boardsize(call: &mut Call) -> Answer {
    Ok(Reply::Text(call.engine.game().size().lines().to_string()))
}

/// Sets White's compensation.
pub(super) fn komi(call: &mut Call) -> Answer {
    let [points] = call.exactly()?;
    game::set_komi(call, number::float(points)?)
}

/// Plays a move.
pub(super) fn play(call: &mut Call) -> Answer {
    let (color, mv) = turn(call)?;
    game::play(call, color, mv)
}

/// Whether a move is legal, as 1 or 0.
pub(super) fn is_legal(call: &mut Call) -> Answer {
    let legal = match turn(call) {
        Ok((color, Move::Play(point))) => call.engine.game().is_legal(color, point).is_ok(),
        Ok((_, Move::Pass)) => true,
        Err(Failure::IllegalMove) => false,
        Err(failure) => return Err(failure),
    };
    Ok(Reply::Text(u8::from(legal).to_string()))
}

fn turn(call: &Call) -> Result<(Color, Move), Failure> {
    let [color, vertex] = call.exactly()?;
    Ok((vertex::color(color)?, vertex::read_move(call.engine.game().size(), vertex)?))
}

/// Takes one move back. A number is no argument of this command, and must not be taken for one.
pub(super) fn undo(call: &mut Call) -> Answer {
    let [] = call.exactly()?;
    game::undo(call)
}

/// The turns, the last one first: `black D4`.
pub(super) fn move_history(call: &mut Call) -> Answer {
    let (game, words) = (call.engine.game(), &call.protocol.words);
    Ok(Reply::lines(
        game.turns()
            .iter()
            .rev()
            .map(|turn| format!("{} {}", turn.color, words.of_action(game.size(), turn.action))),
    ))
}

/// The number of stones that a colour has captured.
pub(super) fn captures(call: &mut Call) -> Answer {
    let [color] = call.exactly()?;
    let taken = call.engine.game().prisoners(!vertex::color(color)?);
    Ok(Reply::Text(taken.to_string()))
}

/// Begins from stones that are put down at once, without captures, Black to play; without arguments
/// from the empty board. (In WTP the command of this name plays a series of moves.)
pub(super) fn set_position(call: &mut Call) -> Answer {
    let stones = vertex::stones(call.engine.game().size(), &call.words())?;
    call.engine.setup(&stones, Color::Black).map_err(|reason| {
        log::info!("{reason}");
        Failure::IllegalPosition
    })?;
    Ok(Reply::Done)
}
