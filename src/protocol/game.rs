//! Commands about the game, which both protocols have.

use super::command::{Answer, Call};
use super::reply::{Failure, Reply};
use super::{number, vertex};
use crate::engine::CannotPlay;
use crate::go::{BoardSize, Color, Game, Move, Rules, diagram};

/// Begins a game on a board of so many lines, where the protocol has them. Rules, komi and time stay:
/// some clients send komi first.
pub fn boardsize(call: &mut Call) -> Answer {
    let [lines] = call.exactly()?;
    begin_on(call, number::integer(lines)?)
}

/// As [`boardsize`], for a number that was read.
pub fn begin_on(call: &mut Call, lines: usize) -> Answer {
    let known = Some(lines).filter(|lines| call.protocol.sizes.contains(lines));
    let size = known.and_then(BoardSize::new).ok_or(Failure::Size)?;
    call.engine.set_size(size);
    Ok(Reply::Done)
}

/// Begins a game; rules, komi, size and time settings stay.
pub fn clear_board(call: &mut Call) -> Answer {
    call.engine.clear();
    Ok(Reply::Done)
}

/// Plays a move.
pub fn play(call: &mut Call, color: Color, mv: Move) -> Answer {
    call.engine.play(color, mv).map_err(refused)?;
    Ok(Reply::Done)
}

/// The failure of a move that cannot be played; whoever reads the log is told of the rule.
pub fn refused(reason: CannotPlay) -> Failure {
    match reason {
        CannotPlay::Illegal(rule) => {
            log::info!("{rule}");
            Failure::IllegalMove
        }
        CannotPlay::TooLong(too_long) => too_long.into(),
    }
}

/// Takes back one turn, or as many as are asked for: all of them or none.
pub fn undo(call: &mut Call) -> Answer {
    let turns = match call.words()[..] {
        [] => 1,
        [turns] => number::integer(turns)?,
        _ => return Err(Failure::Syntax),
    };
    call.engine.undo(turns)?;
    Ok(Reply::Done)
}

/// Sets White's compensation to so many points.
pub fn set_komi(call: &mut Call, points: f64) -> Answer {
    let rules = Rules { komi: number::komi(points)?, ..*call.engine.game().rules() };
    call.engine.set_rules(rules);
    Ok(Reply::Done)
}

/// White's compensation in points.
pub fn current_komi(call: &mut Call) -> Answer {
    Ok(Reply::Text(call.engine.game().rules().komi.to_string()))
}

/// The board as people read it, under a line that says whose turn it is: the diagram begins on a
/// line of its own, so that its first row is not shifted by what a response begins with.
pub fn showboard(call: &mut Call) -> Answer {
    let game = call.engine.game();
    let next = match outcome(game) {
        Some(outcome) => outcome,
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
    Ok(Reply::lines([facts, diagram::draw(game.board())]))
}

/// How the game ended, if it did.
fn outcome(game: &Game) -> Option<String> {
    let resigned = game.resigned().map(|color| format!("{} has resigned", name(color)));
    resigned.or_else(|| game.is_over().then(|| "Both have passed".into()))
}

fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// The stones of one colour as vertices.
pub fn list_stones(call: &mut Call) -> Answer {
    let [color] = call.exactly()?;
    let (game, color) = (call.engine.game(), vertex::color(color)?);
    let own = game.board().stones().filter(|&(owner, _)| owner == color);
    Ok(Reply::words(own.map(|(_, point)| vertex::vertex(game.size(), point))))
}
