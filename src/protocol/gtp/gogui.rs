//! GoGui commands: set up positions, replay moves in one command, and display evaluations.

use std::time::Duration;

use super::game::set_position;
use super::player::short_analysis;
use crate::engine::{AnalysisRequest, Report};
use crate::go::{Color, Move, Point};
use crate::protocol::command::{Answer, CommandContext};
use crate::protocol::response::{CommandResponse, Failure};
use crate::protocol::vertex::{Notation, rows_from_top};
use crate::protocol::{game, player, vertex};

/// The entries of GoGui's analysis window: response type, label and command.
const ANALYZE_COMMANDS: &[&str] = &[
    "string/Final Score/final_score",
    "string/Estimated Score/estimate_score",
    "plist/Dead Stones/final_status_list dead",
    "plist/Stones in Seki/final_status_list seki",
    "dboard/Ownership/gogui-ownership",
    "gfx/Best Line/gogui-variation",
    "pspairs/Top Moves/top_moves",
    "hstring/Search Tree/gogui-tree",
    "dboard/Playout Policy/gogui-playout_policy",
    "hstring/Last Search/gomill-explain_last_move",
    "hstring/Rules/kata-get-rules",
    "hstring/Board/showboard",
    "string/CPU Time/cputime",
    "param/Parameters/gogui-param",
];

/// The maximum number of moves in a drawing or list.
const SHOWN: usize = 8;

/// The interval between drawings of live graphics.
const DRAWN_EVERY: Duration = Duration::from_millis(500);

/// The number of first moves sampled to estimate the playout policy.
const DRAWS: u32 = 2000;

/// Returns the analysis commands, one per line.
pub(super) fn analyze_commands(_: &mut CommandContext) -> Answer {
    Ok(CommandResponse::lines(ANALYZE_COMMANDS.iter().map(|&line| line.into())))
}

/// Plays a sequence of moves, or none of them if one is illegal.
pub(super) fn play_sequence(call: &mut CommandContext) -> Answer {
    for (played, (color, mv)) in moves(call)?.into_iter().enumerate() {
        if let Err(reason) = call.engine.play(color, mv) {
            // The client learns that the sequence failed, but not where, so no move is retained.
            log::info!("move {} of the sequence", played + 1);
            call.engine.undo(played)?;
            return Err(game::play_error(reason));
        }
    }
    Ok(CommandResponse::Done)
}

fn moves(call: &CommandContext) -> Result<Vec<(Color, Move)>, Failure> {
    let size = call.engine.game().size();
    let read = |pair: &[&str]| match *pair {
        [color, place] => Ok((vertex::color(color)?, vertex::read_move(size, place)?)),
        _ => Err(Failure::Syntax),
    };
    call.args().chunks(2).map(read).collect()
}

/// Starts from a position given as stones.
pub(super) fn setup(call: &mut CommandContext) -> Answer {
    set_position(call)
}

/// Sets the player to move.
pub(super) fn setup_player(call: &mut CommandContext) -> Answer {
    let [color] = call.expect_args()?;
    call.engine.set_to_play(vertex::color(color)?);
    Ok(CommandResponse::Done)
}

/// Returns the ownership of each point, from 1 (Black) to -1 (White), one line per row from the top.
pub(super) fn ownership(call: &mut CommandContext) -> Answer {
    let report = short_analysis(call, Color::Black);
    Ok(board(call, &report.ownership))
}

/// Returns the fraction of playouts that begin on each point, 0 to 1, one line per row from the top.
pub(super) fn playout_policy(call: &mut CommandContext) -> Answer {
    let game = call.engine.game();
    let fractions = call.engine.first_moves(game.to_play(), DRAWS);
    Ok(board(call, &fractions))
}

/// Returns a drawing of the best line, with the winrates in percent of the alternatives to its first move.
pub(super) fn variation(call: &mut CommandContext) -> Answer {
    let color = call.engine.game().to_play();
    let report = short_analysis(call, color);
    Ok(drawing(&report, color, notation(call))
        .map_or(CommandResponse::Done, CommandResponse::lines))
}

/// Searches, plays and returns the move. With live graphics, the drawing of [`variation`] is sent to GoGui every half
/// second through standard error.
pub(super) fn genmove(call: &mut CommandContext) -> Answer {
    if !call.environment.live_graphics {
        return player::genmove(call);
    }
    let [color] = call.expect_args()?;
    let (color, channel, notation) = (vertex::color(color)?, call.channel, notation(call));
    let request = AnalysisRequest { interval: Some(DRAWN_EVERY), ..AnalysisRequest::of(color) };
    let mut show = |report: &Report| {
        if let Some(lines) = drawing(report, color, notation) {
            channel.show(&format!("gogui-gfx:\n{}\n\n", lines.join("\n")));
        }
    };
    call.engine.can_add_turn()?;
    let action = call.engine.genmove_analyze(&request, &mut || channel.must_move(), &mut show);
    Ok(player::action(call, action))
}

fn notation(call: &CommandContext) -> Notation {
    Notation { size: call.engine.game().size(), words: &call.protocol.words }
}

/// Returns the best line, the winrates of other moves and the score in GoGui's drawing syntax. Returns `None` if
/// nothing was searched.
fn drawing(report: &Report, color: Color, notation: Notation) -> Option<[String; 3]> {
    let letters = [color, !color].map(|color| color.letter().to_ascii_lowercase());
    let line = report.best()?.pv.iter().zip(letters.iter().cycle());
    let line = line.map(|(&mv, letter)| format!(" {letter} {}", notation.of_move(mv)));
    let others = report.candidates.iter().skip(1).take(SHOWN);
    let labels = others.filter_map(|other| {
        let vertex = vertex::vertex(notation.size, other.mv.point()?);
        Some(format!(" {vertex} {:.0}", 100.0 * other.winrate))
    });
    Some([
        format!("VAR{}", line.collect::<String>()),
        format!("LABEL{}", labels.collect::<String>()),
        format!(
            "TEXT winrate {:.1}%, score {:+.1}, {} visits",
            100.0 * report.winrate,
            report.score_lead,
            report.visits
        ),
    ])
}

/// Returns the most searched moves, each with its line and the visits.
pub(super) fn tree(call: &mut CommandContext) -> Answer {
    let color = call.engine.game().to_play();
    let report = short_analysis(call, color);
    let (size, words) = (call.engine.game().size(), &call.protocol.words);
    let moves = report.candidates.iter().take(SHOWN).map(|candidate| {
        let line = candidate.pv.iter().zip(&candidate.pv_visits);
        let line = line.map(|(&mv, visits)| format!(" {} ({visits})", words.of_move(size, mv)));
        format!("{:.2}%:{}", 100.0 * candidate.winrate, line.collect::<String>())
    });
    Ok(CommandResponse::lines([format!("Visits: {}", report.visits)].into_iter().chain(moves)))
}

/// Formats a number for each point as GoGui expects: one line per row from the top.
fn board(call: &CommandContext, values: &[(Point, f64)]) -> CommandResponse {
    let rows = rows_from_top(values, call.engine.game().size());
    CommandResponse::lines(rows.map(|row| {
        row.iter().map(|(_, value)| format!("{value:.3}")).collect::<Vec<_>>().join(" ")
    }))
}
