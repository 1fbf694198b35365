//! Commands of GoGui: set up a position, replay a game in one command, and show what is known.

use super::command::Answer;
use super::{Call, Failure, Reply, gtp_game, vertex};
use crate::go::{Color, Move};

/// What GoGui's analysis window offers: the type of the answer, a label and the command.
const ANALYZE_COMMANDS: &[&str] = &[
    "string/Final Score/final_score",
    "string/Estimated Score/estimate_score",
    "plist/Dead Stones/final_status_list dead",
    "plist/Stones in Seki/final_status_list seki",
    "pspairs/Top Moves/top_moves",
    "hstring/Last Search/gomill-explain_last_move",
    "hstring/Rules/kata-get-rules",
    "hstring/Board/showboard",
    "string/CPU Time/cputime",
];

/// The analysis commands, one a line.
pub fn analyze_commands(_: &mut Call) -> Answer {
    Ok(Reply::lines(ANALYZE_COMMANDS.iter().map(|&line| line.into())))
}

/// Plays a sequence of moves; none of them where one is illegal.
pub fn play_sequence(call: &mut Call) -> Answer {
    for (played, (color, mv)) in moves(call)?.into_iter().enumerate() {
        if let Err(reason) = call.engine.play(color, mv) {
            log::info!("move {} of the sequence: {reason}", played + 1);
            call.engine.undo(played)?;
            return Err(Failure::IllegalMove);
        }
    }
    Ok(Reply::Done)
}

fn moves(call: &Call) -> Result<Vec<(Color, Move)>, Failure> {
    let size = call.engine.game().size();
    let read = |pair: &[&str]| match *pair {
        [color, place] => Ok((vertex::color(color)?, vertex::read_move(size, place)?)),
        _ => Err(Failure::Syntax),
    };
    call.words().chunks(2).map(read).collect()
}

/// Begins from stones that are put down at once.
pub fn setup(call: &mut Call) -> Answer {
    gtp_game::set_position(call)
}

/// Says whose turn it is.
pub fn setup_player(call: &mut Call) -> Answer {
    let [color] = call.exactly()?;
    call.engine.set_to_play(vertex::color(color)?);
    Ok(Reply::Done)
}
