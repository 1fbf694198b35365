//! Commands for the game, in both protocols.

use super::command::{Answer, CommandContext};
use super::response::{CommandResponse, Failure};
use super::{parse_number, position_text, vertex};
use crate::engine::PlayError;
use crate::go::{BoardSize, Color, Game, Move, diagram};
use crate::records::record::Language;

/// `boardsize`: starts a game with another board size. Rules, komi and time settings are retained, since some clients
/// send komi first.
pub(super) fn boardsize(call: &mut CommandContext) -> Answer {
    let [lines] = call.expect_args()?;
    new_game(call, parse_number::integer(lines)?)
}

/// Starts a game with this board size. Fails if the protocol does not support it.
pub(super) fn new_game(call: &mut CommandContext, lines: usize) -> Answer {
    let known = Some(lines).filter(|lines| call.protocol.sizes.contains(lines));
    let size = known.and_then(BoardSize::new).ok_or(Failure::Size)?;
    call.engine.set_size(size);
    Ok(CommandResponse::Done)
}

/// Starts a game. Rules, komi, board size and time settings are retained.
pub(super) fn clear_board(call: &mut CommandContext) -> Answer {
    call.engine.clear();
    Ok(CommandResponse::Done)
}

/// Plays a move.
pub(super) fn play(call: &mut CommandContext, color: Color, mv: Move) -> Answer {
    call.engine.play(color, mv).map_err(play_error)?;
    Ok(CommandResponse::Done)
}

/// Converts the error for a move that cannot be played. The log names the violated rule.
pub(super) fn play_error(reason: PlayError) -> Failure {
    match reason {
        PlayError::Illegal(rule) => {
            log::info!("{rule}");
            Failure::IllegalMove
        }
        PlayError::TooLong(too_long) => too_long.into(),
    }
}

/// `undo`: takes back one turn, or the given number of turns. If there are fewer, none is taken back.
pub(super) fn undo(call: &mut CommandContext) -> Answer {
    let turns = match call.args()[..] {
        [] => 1,
        [turns] => parse_number::integer(turns)?,
        _ => return Err(Failure::Syntax),
    };
    call.engine.undo(turns)?;
    Ok(CommandResponse::Done)
}

/// Sets the komi, in points.
pub(super) fn set_komi(call: &mut CommandContext, points: f64) -> Answer {
    call.engine.set_komi(parse_number::komi(points)?);
    Ok(CommandResponse::Done)
}

/// Returns the komi in points.
pub(super) fn current_komi(call: &mut CommandContext) -> Answer {
    Ok(CommandResponse::Text(call.engine.game().rules().komi.to_string()))
}

/// `tianyuan-describe`: returns the position in sentences, for screen readers.
pub(super) fn describe(call: &mut CommandContext) -> Answer {
    let lines = position_text::describe(call.engine.game(), Language::English);
    Ok(CommandResponse::lines(lines))
}

/// `showboard`: returns a diagram of the board, after a line with the player to move, komi and prisoners.
pub(super) fn showboard(call: &mut CommandContext) -> Answer {
    let game = call.engine.game();
    let next = match end(game) {
        Some(end) => end,
        None => format!("{} (X) to play", name(game.to_play())).replace("White (X)", "White (O)"),
    };
    let lost = Color::BOTH.map(|color| game.prisoners(color));
    let facts = format!(
        "{next}, {} turns played, komi {}, prisoners: {} black, {} white",
        game.turns().len(),
        game.rules().komi,
        lost[0],
        lost[1]
    );
    // The diagram comes last, because the status shifts the first line of a response.
    Ok(CommandResponse::lines([facts, diagram::draw(game.board())]))
}

/// Returns the end of the game as text, or `None` if the game continues.
fn end(game: &Game) -> Option<String> {
    let resigned = game.resigned().map(|color| format!("{} has resigned", name(color)));
    resigned.or_else(|| game.is_over().then(|| "Both have passed".into()))
}

fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// Returns the stones of a colour as vertices.
pub(super) fn list_stones(call: &mut CommandContext) -> Answer {
    let [color] = call.expect_args()?;
    let (game, color) = (call.engine.game(), vertex::color(color)?);
    let own = game.board().stones().filter(|&(owner, _)| owner == color);
    Ok(CommandResponse::words(own.map(|(_, point)| vertex::vertex(game.size(), point))))
}
