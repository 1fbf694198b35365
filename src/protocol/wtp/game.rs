//! WTP's own commands about the game: moves with RESIGN, the position, komi.

use crate::go::Color;
use crate::protocol::command::{Answer, Call};
use crate::protocol::reply::Reply;
use crate::protocol::{game, number, vertex};

/// Plays a move (5.1.3.1). RESIGN is a move too (3.7): it ends the game, the stones stay, and undo
/// takes it back.
pub(super) fn play(call: &mut Call) -> Answer {
    let [color, word] = call.exactly()?;
    let color = vertex::color(color)?;
    if word.eq_ignore_ascii_case("resign") {
        call.engine.resign(color)?;
        return Ok(Reply::Done);
    }
    let mv = vertex::read_move(call.engine.game().size(), word)?;
    game::play(call, color, mv)
}

/// The position (局面, 3.8): a line of `B`, `W` and `E` for each row, the top row first, nothing
/// between the letters. The text leaves order and separators open; this is how a board is read.
pub(super) fn get_position(call: &mut Call) -> Answer {
    let board = call.engine.game().board();
    let letters: Vec<char> = board
        .size()
        .points_from_top()
        .map(|point| board.color_at(point).map_or('E', Color::letter))
        .collect();
    Ok(Reply::lines(letters.chunks(board.size().lines()).map(|row| row.iter().collect())))
}

/// Sets White's compensation in points, or says it.
pub(super) fn komi(call: &mut Call) -> Answer {
    if call.argument.is_empty() {
        return game::current_komi(call);
    }
    let [points] = call.exactly()?;
    game::set_komi(call, number::decimal(points)?)
}
