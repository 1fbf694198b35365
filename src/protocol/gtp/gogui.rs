//! Commands of GoGui: set up a position, replay a game in one command, and show what is known.

use std::time::Duration;

use super::{game as gtp_game, player as gtp_player};
use crate::engine::{AnalysisRequest, Report};
use crate::go::{Color, Move, Point};
use crate::protocol::analysis::Place;
use crate::protocol::command::Answer;
use crate::protocol::{Call, Failure, Reply, game, player, vertex};

/// What GoGui's analysis window offers: the type of the answer, a label and the command.
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

/// The most moves that are drawn or told of.
const SHOWN: usize = 8;

/// Time between drawings while a move is thought of.
const DRAWN_EVERY: Duration = Duration::from_millis(500);

/// Draws from the playout policy.
const DRAWS: u32 = 2000;

/// The analysis commands, one a line.
pub fn analyze_commands(_: &mut Call) -> Answer {
    Ok(Reply::lines(ANALYZE_COMMANDS.iter().map(|&line| line.into())))
}

/// Plays a sequence of moves; none of them where one is illegal.
pub fn play_sequence(call: &mut Call) -> Answer {
    for (played, (color, mv)) in moves(call)?.into_iter().enumerate() {
        if let Err(reason) = call.engine.play(color, mv) {
            log::info!("move {} of the sequence", played + 1);
            call.engine.undo(played)?;
            return Err(game::refused(reason));
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

/// Who will own each point, a row a line from the top, 1 for Black and -1 for White.
pub fn ownership(call: &mut Call) -> Answer {
    let report = gtp_player::opinion(call, Color::Black);
    Ok(board(call, &report.ownership))
}

/// How often a playout of whoever is to play begins on each point, a row a line from the top.
pub fn playout_policy(call: &mut Call) -> Answer {
    let game = call.engine.game();
    let shares = call.engine.first_moves(game.to_play(), DRAWS);
    Ok(board(call, &shares))
}

/// The best line drawn on the board, with the winrates in percent of the moves beside its first one.
pub fn variation(call: &mut Call) -> Answer {
    let color = call.engine.game().to_play();
    let report = gtp_player::opinion(call, color);
    Ok(drawing(&report, color, place(call)).map_or(Reply::Done, Reply::lines))
}

/// Thinks, plays and says the move; where that is wanted, GoGui is shown on the way what
/// [`variation`] shows, by the lines of the standard error that it takes for live graphics.
pub fn genmove(call: &mut Call) -> Answer {
    if !call.engine.settings().live_graphics {
        return player::genmove(call);
    }
    let [color] = call.exactly()?;
    let (color, channel, place) = (vertex::color(color)?, call.channel, place(call));
    let request = AnalysisRequest { interval: Some(DRAWN_EVERY), ..AnalysisRequest::of(color) };
    let mut show = |report: &Report| {
        if let Some(lines) = drawing(report, color, place) {
            channel.show(&format!("gogui-gfx:\n{}\n\n", lines.join("\n")));
        }
    };
    call.engine.may_go_on()?;
    let answer = call.engine.genmove_telling(&request, &mut || channel.must_move(), &mut show);
    Ok(player::said(call, answer))
}

fn place(call: &Call) -> Place {
    Place { size: call.engine.game().size(), words: &call.protocol.words }
}

/// What a colour thinks of, in GoGui's words for drawings; none where nothing was searched.
fn drawing(report: &Report, color: Color, place: Place) -> Option<[String; 3]> {
    let Place { size, words } = place;
    let letters = [color, !color].map(|color| color.letter().to_ascii_lowercase());
    let line = report.best()?.pv.iter().zip(letters.iter().cycle());
    let line = line.map(|(&mv, letter)| format!(" {letter} {}", words.of_move(size, mv)));
    let others = report.candidates.iter().skip(1).take(SHOWN);
    let labels = others.filter_map(|other| {
        let vertex = vertex::vertex(size, other.mv.point()?);
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

/// The moves that were searched most, each with the line that it leads to and its visits.
pub fn tree(call: &mut Call) -> Answer {
    let color = call.engine.game().to_play();
    let report = gtp_player::opinion(call, color);
    let (size, words) = (call.engine.game().size(), &call.protocol.words);
    let moves = report.candidates.iter().take(SHOWN).map(|candidate| {
        let line = candidate.pv.iter().zip(&candidate.pv_visits);
        let line = line.map(|(&mv, visits)| format!(" {} ({visits})", words.of_move(size, mv)));
        format!("{:.2}%:{}", 100.0 * candidate.winrate, line.collect::<String>())
    });
    Ok(Reply::lines([format!("Visits: {}", report.visits)].into_iter().chain(moves)))
}

/// A number for each point, as GoGui reads boards.
fn board(call: &Call, shares: &[(Point, f64)]) -> Reply {
    let rows = shares.chunks(call.engine.game().size().lines()).rev();
    Reply::lines(rows.map(|row| {
        row.iter().map(|(_, share)| format!("{share:.3}")).collect::<Vec<_>>().join(" ")
    }))
}
