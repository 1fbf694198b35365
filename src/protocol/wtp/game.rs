//! Commands for the game that only WTP has: moves including RESIGN, the position, and komi.

use crate::engine::{AnalysisRequest, Report};
use crate::go::Color;
use crate::protocol::analysis_keys::{Dialect, Keys};
use crate::protocol::command::{Answer, CommandContext};
use crate::protocol::response::{CommandResponse, Failure};
use crate::protocol::vertex::Notation;
use crate::protocol::{analysis, game, parse_number, vertex};
use std::cell::RefCell;
use std::time::Duration;

/// Plays a move (WTP 5.1.3.1). RESIGN is a move too (3.7): it ends the game, and `undo` takes it back.
pub(super) fn play(call: &mut CommandContext) -> Answer {
    let [color, word] = call.expect_args()?;
    let color = vertex::color(color)?;
    if word.eq_ignore_ascii_case("resign") {
        call.engine.resign(color)?;
        return Ok(CommandResponse::Done);
    }
    let mv = vertex::read_move(call.engine.game().size(), word)?;
    game::play(call, color, mv)
}

/// Returns the position (局面, 3.8): a line of `B`, `W` and `E` per row from the top, without separators. WTP does not
/// specify order and separators.
pub(super) fn get_position(call: &mut CommandContext) -> Answer {
    let board = call.engine.game().board();
    let letters: Vec<char> = board
        .size()
        .points_from_top()
        .map(|point| board.color_at(point).map_or('E', Color::letter))
        .collect();
    Ok(CommandResponse::lines(letters.chunks(board.size().lines()).map(|row| row.iter().collect())))
}

/// Sets or returns the komi in points.
pub(super) fn komi(call: &mut CommandContext) -> Answer {
    if call.argument.is_empty() {
        return game::current_komi(call);
    }
    let [points] = call.expect_args()?;
    game::set_komi(call, parse_number::decimal(points)?)
}

/// The default interval between reports.
const INTERVAL: Duration = Duration::from_secs(1);

/// `analyze`: reports the candidates of a colour (`analyze B`). Further arguments are as in other analysis commands.
pub(super) fn analyze(call: &mut CommandContext) -> Answer {
    let notation = Notation { size: call.engine.game().size(), words: &call.protocol.words };
    let keys = Keys::read(&call.args(), notation.size, Dialect::Wtp)?;
    let color = keys.color.ok_or(Failure::Syntax)?;
    let interval = Some(keys.interval.unwrap_or(INTERVAL));
    let root = call.engine.settings().root;
    let request = AnalysisRequest { interval, root, ..keys.request(color) };
    let channel = call.channel;
    let head = RefCell::new(Some(format!("={} ", call.id)));
    let mut send = |report: &Report| {
        let lines = analysis::wtp(report, &keys, notation);
        if !lines.is_empty() {
            let head = head.borrow_mut().take().unwrap_or_default();
            channel.send(&(head + &lines));
        }
    };
    let mut is_stopped = false;
    let stop = &mut || {
        is_stopped = channel.must_stop();
        is_stopped
    };
    let last = call.engine.analyze(&request, stop, &mut send);
    if head.borrow().is_some() || !is_stopped {
        send(&last);
    }
    let is_sent = head.borrow().is_none();
    Ok(if is_sent { CommandResponse::Sent } else { CommandResponse::Done })
}
