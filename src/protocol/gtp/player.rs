//! Commands for the player that only GTP has: moves, short analyses, and information about the engine.

use std::time::Duration;

use crate::engine::{AnalysisRequest, Report};
use crate::go::{Action, Color, Move};
use crate::protocol::command::{Answer, CommandContext};
use crate::protocol::response::CommandResponse;
use crate::protocol::{player, vertex};

/// The maximum time of a short analysis.
const SHORT_ANALYSIS: Duration = Duration::from_secs(1);

/// The maximum number of moves of `top_moves`.
const TOP_MOVES: usize = 10;

/// `reg_genmove`: searches and returns the move without playing it.
pub(super) fn reg_genmove(call: &mut CommandContext) -> Answer {
    let [color] = call.expect_args()?;
    let (color, channel) = (vertex::color(color)?, call.channel);
    let action = call.engine.choose(color, &mut || channel.must_move());
    Ok(player::action(call, action))
}

/// The win rate from which the engine claims a win, if the controller accepts claims.
const CLAIM: f64 = 0.995;

/// `gomill-genmove_ex`: `genmove` with keywords. With `claim` the engine may claim a win instead of a move. Without
/// arguments it returns the supported keywords. Unknown keywords are ignored, as gomill requires.
pub(super) fn genmove_ex(call: &mut CommandContext) -> Answer {
    const KEYWORD: &str = "claim";
    let words = call.args();
    let Some((color, keywords)) = words.split_first() else {
        return Ok(CommandResponse::Text(KEYWORD.into()));
    };
    let (color, channel) = (vertex::color(color)?, call.channel);
    call.engine.can_add_turn()?;
    let action = call.engine.genmove(color, &mut || channel.must_move());
    let is_won = call.engine.last_winrate().is_some_and(|winrate| winrate >= CLAIM);
    if keywords.contains(&KEYWORD) && is_won && matches!(action, Action::Move(Move::Play(_))) {
        // The claim replaces the move.
        call.engine.undo(1)?;
        return Ok(CommandResponse::Text(KEYWORD.into()));
    }
    Ok(player::action(call, action))
}

/// `kgs-genmove_cleanup`: searches and plays, but passes only after all dead stones are captured.
pub(super) fn cleanup(call: &mut CommandContext) -> Answer {
    let [color] = call.expect_args()?;
    let (color, channel) = (vertex::color(color)?, call.channel);
    call.engine.can_add_turn()?;
    let action = call.engine.genmove_cleanup(color, &mut || channel.must_move());
    Ok(player::action(call, action))
}

/// `top_moves`: returns the best moves with their winrates in percent: `D4 52.10 Q16 51.93`.
pub(super) fn top_moves(call: &mut CommandContext, color: Option<Color>) -> Answer {
    let color = color.unwrap_or(call.engine.game().to_play());
    let (report, size) = (short_analysis(call, color), call.engine.game().size());
    let points = report.candidates.iter().filter(|candidate| candidate.mv.point().is_some());
    Ok(CommandResponse::words(points.take(TOP_MOVES).map(|candidate| {
        let vertex = call.protocol.words.of_move(size, candidate.mv);
        format!("{vertex} {:.2}", 100.0 * candidate.winrate)
    })))
}

/// Returns the best moves of a colour with their winrates in percent.
pub(super) fn top_moves_of(call: &mut CommandContext, color: &str) -> Answer {
    let color = vertex::color(color)?;
    top_moves(call, Some(color))
}

/// `estimate_score`: returns the expected result in GNU Go's format, with bounds of one standard deviation, positive
/// for White. After the end of the game it is the actual result.
pub(super) fn estimate_score(call: &mut CommandContext) -> Answer {
    let (white, spread) = if call.engine.game().is_over() {
        (-0.5 * f64::from(call.engine.final_score().0), 0.0)
    } else {
        let report = short_analysis(call, Color::White);
        (report.score_lead, report.score_stdev)
    };
    let winner = if white >= 0.0 { Color::White } else { Color::Black };
    Ok(CommandResponse::Text(format!(
        "{}+{:.1} (upper bound: {:.1}, lower: {:.1})",
        winner.letter(),
        white.abs(),
        white + spread,
        white - spread
    )))
}

/// Returns the report of a short analysis for a colour.
pub(super) fn short_analysis(call: &mut CommandContext, color: Color) -> Report {
    let time = Some(call.engine.settings().move_time.min(SHORT_ANALYSIS));
    let request = AnalysisRequest { time, ..AnalysisRequest::of(color) };
    let channel = call.channel;
    call.engine.analyze(&request, &mut || channel.must_move(), &mut |_| {})
}

/// `kgs-chat`: answers a message on KGS with the name of the program and its last win rate.
pub(super) fn chat(call: &mut CommandContext) -> Answer {
    let name = &call.environment.name;
    Ok(CommandResponse::Text(match call.engine.last_winrate() {
        Some(winrate) => format!("I am {name}; my win rate is {:.0} %.", 100.0 * winrate),
        None => format!("I am {name}."),
    }))
}

/// Clears the search tree, so that the next search starts from scratch.
pub(super) fn clear_cache(call: &mut CommandContext) -> Answer {
    call.engine.clear_tree();
    Ok(CommandResponse::Done)
}

/// Returns the CPU time in seconds.
pub(super) fn cputime(call: &mut CommandContext) -> Answer {
    Ok(CommandResponse::Text(format!("{:.3}", call.engine.cpu_seconds())))
}

/// Returns a description of the program and its settings, for match records.
pub(super) fn describe_engine(call: &mut CommandContext) -> Answer {
    let settings = call.engine.settings();
    let effort = match (settings.playouts, settings.visits) {
        (Some(playouts), _) => format!("{playouts} playouts per move"),
        (None, Some(visits)) => format!("{visits} visits per move"),
        (None, None) => format!("{} s per move without a clock", settings.move_time.as_secs_f64()),
    };
    Ok(CommandResponse::lines([
        format!("Tianyuan {}, Monte-Carlo tree search", env!("CARGO_PKG_VERSION")),
        format!(
            "threads: {}, tree: {} MiB, {effort}, level {}",
            settings.threads, settings.memory, settings.level
        ),
    ]))
}

/// Returns the winrate, the lead in points and the playouts of the last move search.
pub(super) fn explain_last_move(call: &mut CommandContext) -> Answer {
    Ok(CommandResponse::Text(match call.engine.last_winrate() {
        Some(winrate) => {
            let playouts = call.engine.last_playouts();
            let score = call.engine.last_score_lead().map(|lead| format!(", score {lead:.1}"));
            let score = score.unwrap_or_default();
            format!("winrate {:.1}%{score}, {playouts} playouts", 100.0 * winrate)
        }
        None => "no search yet".into(),
    }))
}
