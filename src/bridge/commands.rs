//! The commands that a bridge supports in each protocol.

use super::engine_client::EngineClient;
use crate::engine_process::protocol_kind::ProtocolKind;
use crate::protocol::{Command, GTP, Protocol, WTP};

/// Commands of both protocols that only affect the game; the bridge answers them itself.
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
    // WTP only.
    "rule",
    "get_rule",
    "get_position",
    "WTP",
    "wtp",
    // GTP only.
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

/// Commands that the engine answers; WTP always lists them.
const OF_THE_ENGINE: &[&str] = &["name", "version", "quit", "genmove"];

/// Commands of both protocols that start an analysis.
const OF_ANALYSIS: &[&str] = &["analyze", "lz-analyze", "kata-analyze"];

/// Commands that are passed through to the engine if it has a command of the same name.
const HANDED_ON: &[&str] =
    &["set_random_seed", "get_random_seed", "level", "final_score", "final_status_list"];

/// Returns `true` if a command starts a new game, so that the engine must be sent the whole game.
pub(super) fn starts_new_game(name: &str) -> bool {
    matches!(name, "boardsize" | "rectangular_boardsize" | "clear_board")
}

/// Returns `true` if a command sets a time control, which resets the clocks.
pub(super) fn sets_time(name: &str) -> bool {
    name.ends_with("time_settings")
}

/// Returns `true` if a command is passed through to the engine.
pub(super) fn is_forwarded(name: &str) -> bool {
    HANDED_ON.contains(&name)
}

/// Returns the protocol on the client side, with the commands that a bridge to this engine supports.
///
/// WTP lists `analyze` for every engine, since it is one of the fifteen mandatory commands.
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
    // A process has a single bridge, and the protocol lives as long as the process.
    Protocol { commands: commands.leak(), ..whole.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_list_existing_commands() {
        let all = [OF_THE_GAME, OF_THE_ENGINE, OF_ANALYSIS, HANDED_ON].concat();
        for name in all {
            assert!(GTP.command(name).or(WTP.command(name)).is_some(), "{name}");
        }
    }
}
