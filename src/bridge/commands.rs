//! The commands that a bridge has of a protocol: data.

use super::engine_client::EngineClient;
use crate::engine_process::protocol_kind::ProtocolKind;
use crate::protocol::{Command, GTP, Protocol, WTP};

/// The commands of both protocols that concern the game alone: the bridge keeps it.
const OF_THE_GAME: &[&str] = &[
    "protocol_version",
    "known_command",
    "list_commands",
    "help",
    "boardsize",
    "clear_board",
    "set_position",
    "play",
    "undo",
    "time_settings",
    "time_left",
    "komi",
    "fixed_handicap",
    "set_free_handicap",
    "showboard",
    "load_game",
    "save_game",
    "print_game",
    "player_name",
    "game_result",
    "stop",
    // Of WTP alone.
    "rule",
    "get_rule",
    "get_position",
    "WTP",
    "wtp",
    // Of GTP alone.
    "rectangular_boardsize",
    "query_boardsize",
    "get_komi",
    "gg-undo",
    "is_legal",
    "move_history",
    "list_stones",
    "captures",
    "loadsgf",
    "printsgf",
    "get_handicap",
    "kgs-time_settings",
    "kata-time_settings",
    "kata-list_time_settings",
    "kata-get-rules",
    "kata-set-rules",
    "kata-set-rule",
    "kgs-rules",
    "kgs-game_over",
    "cgos-opponent_name",
    "cgos-opponent_rating",
    "cgos-gameover",
    "gogui-play_sequence",
    "gogui-setup",
    "gogui-setup_player",
    "gogui-interrupt",
];

/// The commands that the engine answers, and that WTP always has.
const OF_THE_ENGINE: &[&str] = &["name", "version", "quit", "genmove"];

/// The commands that begin an analysis, of both protocols.
const OF_ANALYSIS: &[&str] = &["analyze", "lz-analyze", "kata-analyze"];

/// The commands that the engine answers by itself, if it has them under the same name.
const HANDED_ON: &[&str] =
    &["set_random_seed", "get_random_seed", "level", "final_score", "final_status_list"];

/// Whether a command begins a new game, so that an engine is told all of it.
pub(super) fn starts_new_game(name: &str) -> bool {
    matches!(name, "boardsize" | "rectangular_boardsize" | "clear_board")
}

/// Whether a command agrees on a time control, so that clocks start again.
pub(super) fn sets_time(name: &str) -> bool {
    name.ends_with("time_settings")
}

/// Whether the engine answers the command by itself.
pub(super) fn is_forwarded(name: &str) -> bool {
    HANDED_ON.contains(&name)
}

/// The protocol on the client's side, with the commands that a bridge to this engine has.
///
/// WTP lists `analyze` for every engine, since it is one of the fifteen that a program must have.
pub(super) fn protocol(remote: &EngineClient, has_analysis: bool) -> Protocol {
    let whole = match remote.kind {
        ProtocolKind::Gtp => &WTP,
        ProtocolKind::Wtp => &GTP,
    };
    let has = |command: &Command| {
        let name = command.name;
        let is_basic = OF_THE_GAME.contains(&name) || OF_THE_ENGINE.contains(&name);
        let analyses =
            OF_ANALYSIS.contains(&name) && (has_analysis || remote.kind == ProtocolKind::Gtp);
        is_basic || analyses || (is_forwarded(name) && remote.supports(name))
    };
    let commands: Vec<Command> = whole.commands.iter().copied().filter(has).collect();
    // A process has one bridge, and a protocol lives as long as the process.
    Protocol { commands: commands.leak(), ..whole.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_name_commands_that_there_are() {
        let all = [OF_THE_GAME, OF_THE_ENGINE, OF_ANALYSIS, HANDED_ON].concat();
        for name in all {
            assert!(GTP.command(name).or(WTP.command(name)).is_some(), "{name}");
        }
    }
}
