//! GTP version 2: the command table and the syntax.
//!
//! In addition to the standard commands, there are commands for game servers (`kgs-`, `cgos-`), GoGui (`gogui-`,
//! `gg-`), gomill (`gomill-`), analysis clients (`lz-`, `kata-`), and older programs that expect GNU Go. Responses
//! are ASCII, except for texts of game records. Clients rely on the following:
//!
//! - `protocol_version` is the first entry of the list, because some clients read names from there on.
//! - `pass` and `resign` are lower-case, points upper-case. A success without a value is `= `.
//! - Incoming lines do not interrupt `genmove`, since clients send commands ahead. GoGui's comment line `# interrupt`
//!   does. Every line ends an analysis, including blank lines and comments.
//! - `play` accepts consecutive moves of one colour. The response to an illegal move is `illegal move`.
//! - A `genmove` that returns `resign` plays nothing: the next `undo` takes back the previous move.
//! - Arguments of commands without parameters are ignored. They are a syntax error if ignoring them could lose work
//!   (`undo 5`).
//!
//! | module | contents |
//! | --- | --- |
//! | `player` | moves, short analyses, information about the engine |
//! | `katago` | models, searches without reports, options of Leela Zero |
//! | `analyze` | `lz-analyze`, `kata-analyze` and related commands |
//! | `raw_net` | `kata-raw-nn` and heat maps |
//! | `params`, `rules`, `time` | settings, rules and time settings |

mod analyze;
mod game;
mod gogui;
mod katago;
pub(super) mod params;
mod player;
mod raw_net;
pub(super) mod rules;
mod time;

use self::analyze::{
    kata_analyze, kata_genmove_analyze, lz_analyze, lz_genmove_analyze, search_analyze,
    search_analyze_cancellable,
};
use self::game::{
    all_legal, boardsize, captures, is_legal, komi, move_history, play, query_boardsize,
    set_position, undo,
};
use self::gogui::{
    analyze_commands, genmove, ownership, play_sequence, playout_policy, setup, setup_player, tree,
    variation,
};
use self::katago::{
    benchmark, genmove_debug, get_models, memory_report, search, search_cancellable, search_debug,
    set_option,
};
use self::params::{get_param, get_params, gogui_param, list_params, set_param, set_params};
use self::player::{
    chat, cleanup, clear_cache, cputime, describe_engine, estimate_score, explain_last_move,
    genmove_ex, reg_genmove, top_moves, top_moves_of,
};
use self::raw_net::{heatmap, raw_human_nn, raw_nn};
use self::rules::{get_rules, kgs_rules, set_rule, set_rules};
use self::time::{
    game_over, kata_time_settings, kgs_time_settings, list_time_settings, opponent_name,
    opponent_rating, time_settings,
};
use super::admin::{
    game_result, help, known_command, list_commands, name, nothing, player_name, protocol_version,
    quit, version,
};
use super::command::{Command, Protocol};
use super::game::{
    clear_board, current_komi, describe, list_stones, showboard, undo as undo_moves,
};
use super::game_file::{load_game, print_game, print_sgf, save_game};
use super::line::Line;
use super::player::{
    current_handicap, fixed_handicap, level, place_free_handicap, random_seed, set_free_handicap,
    set_random_seed, time_left,
};
use super::score::{final_score, final_status, final_status_list};
use super::solve::solve;
use super::vertex::MoveKeywords;
use crate::go::Komi;
use crate::records::charset::Charset;

/// GTP version 2.
pub static GTP: Protocol = Protocol {
    version: 2,
    commands: COMMANDS,
    sizes: 2..=25,
    komi: Komi::from_half_points(15).expect("within bounds"),
    // Not specified by GTP. Clients write UTF-8.
    charset: Charset::Utf8,
    words: MoveKeywords { pass: "pass", resign: "resign" },
    resigning_is_a_turn: false,
    tab_parts_words: true,
    no_value: " ",
    ends_thinking: |line| matches!(line, Line::Comment(text) if text == "interrupt"),
    ends_analysis: |_| true,
};

const COMMANDS: &[Command] = &[
    Command::new("protocol_version", protocol_version, "print the protocol version"),
    Command::new("name", name, "print the engine's name"),
    Command::new("version", version, "print the engine's version"),
    Command::new("known_command", known_command, "NAME: print true if the command exists"),
    Command::new("list_commands", list_commands, "list all commands"),
    Command::new("help", help, "[NAME]: describe commands"),
    Command::new("quit", quit, "end the session"),
    Command::new("boardsize", boardsize, "N: set the board size (2 to 25) and clear the board"),
    Command::new("rectangular_boardsize", boardsize, "N N: like boardsize, for square boards only"),
    Command::new("query_boardsize", query_boardsize, "print the board size"),
    Command::new(
        "clear_board",
        clear_board,
        "clear the board; preserves size, komi, rules and time settings",
    ),
    Command::new("komi", komi, "POINTS: set the komi"),
    Command::new("get_komi", current_komi, "print the komi"),
    Command::new("play", play, "COLOR VERTEX|pass: play a move"),
    Command::new("genmove", genmove, "COLOR: generate and play a move"),
    Command::new("reg_genmove", reg_genmove, "COLOR: generate a move without playing it"),
    Command::new("undo", undo, "take back the last move"),
    Command::new("gg-undo", undo_moves, "[N]: take back the last N moves"),
    Command::new("set_position", set_position, "{COLOR VERTEX}: set up a position, Black to play"),
    Command::new(
        "is_legal",
        is_legal,
        "COLOR VERTEX|pass: print 1 if the move is legal, 0 otherwise",
    ),
    Command::new("all_legal", all_legal, "COLOR: list the legal points of a colour"),
    Command::new("move_history", move_history, "list the moves, last move first"),
    Command::new("list_stones", list_stones, "COLOR: list the stones of a colour"),
    Command::new("captures", captures, "COLOR: print the number of stones captured by a colour"),
    Command::new("showboard", showboard, "print the board"),
    Command::new("tianyuan-describe", describe, "describe the position in sentences"),
    Command::new(
        "loadsgf",
        load_game,
        "FILE [N]: load a game record up to the position before move N",
    ),
    Command::new("printsgf", print_sgf, "[-|FILE]: print the game as SGF or write it to a file"),
    Command::new("load_game", load_game, "like loadsgf"),
    Command::new(
        "save_game",
        save_game,
        "FILE: save the game as wei7 or SGF, depending on the extension",
    ),
    Command::new(
        "print_game",
        print_game,
        "[wei7|wei7-2.2|sgf]: print the game in a record format",
    ),
    Command::new(
        "player_name",
        player_name,
        "COLOR [NAME]: set or print a player's name for the record",
    ),
    Command::new(
        "game_result",
        game_result,
        "[RESULT]: set or print the result for the record: B+T, W+R, B+2.5, 0",
    ),
    Command::new(
        "fixed_handicap",
        fixed_handicap,
        "N: place 2 to 9 stones on the fixed handicap points",
    ),
    Command::new("place_free_handicap", place_free_handicap, "N: choose and place handicap stones"),
    Command::new(
        "set_free_handicap",
        set_free_handicap,
        "{VERTEX}: place the given handicap stones",
    ),
    Command::new("get_handicap", current_handicap, "print the number of handicap stones"),
    Command::new(
        "time_settings",
        time_settings,
        "MAIN PERIOD STONES: set main time and Canadian byo-yomi in \
                                                  seconds",
    ),
    Command::new("time_left", time_left, "COLOR SECONDS [STONES|PERIODS]: set the remaining time"),
    Command::new(
        "kgs-time_settings",
        kgs_time_settings,
        "none|absolute M|byoyomi M T N|canadian M T N: set the time system",
    ),
    Command::new(
        "kata-time_settings",
        kata_time_settings,
        "like kgs-time_settings, also fischer M I|fischer-capped M I CAP MOVECAP",
    ),
    Command::new(
        "kata-list_time_settings",
        list_time_settings,
        "list the time systems of kata-time_settings",
    ),
    Command::new("final_score", final_score, "print the final score, such as B+3.5, W+0.5 or 0"),
    Command::new(
        "final_status_list",
        final_status_list,
        "alive|dead|seki: list chains; black_territory|white_territory|dame: list points",
    ),
    Command::new(
        "final_status",
        final_status,
        "VERTEX: print alive, dead, seki, black_territory, white_territory or dame",
    ),
    Command::new("estimate_score", estimate_score, "estimate the current score and its bounds"),
    Command::new("kata-get-rules", get_rules, "print the rules as JSON"),
    Command::new("kata-set-rules", set_rules, "NAME|JSON: set the rules; preserves the komi"),
    Command::new("kata-set-rule", set_rule, "OPTION VALUE: change one rule option"),
    Command::new("kgs-rules", kgs_rules, "chinese|aga|japanese|new_zealand: set the rules"),
    Command::new(
        "kgs-genmove_cleanup",
        cleanup,
        "COLOR: like genmove, but captures all dead stones before passing",
    ),
    // Not listed, because KGS posts the responses of engines that list it as chat messages.
    Command::new("kgs-chat", chat, "game|private NAME TEXT: answer a message").hidden(),
    Command::new("kgs-game_over", nothing, "end the server's game"),
    Command::new("cgos-opponent_name", opponent_name, "NAME: set the opponent's name"),
    Command::new("cgos-opponent_rating", opponent_rating, "RATING: set the opponent's rating"),
    Command::new("cgos-gameover", game_over, "RESULT: set the result, like game_result"),
    Command::new(
        "lz-analyze",
        lz_analyze,
        "[COLOR] [INTERVAL] {KEY VALUE}: analyze until the next command, integer values; keys: interval (1/100 \
         s) minmoves maxmoves, avoid|allow COLOR MOVE,MOVE DEPTH",
    ),
    Command::new(
        "lz-genmove_analyze",
        lz_genmove_analyze,
        "like lz-analyze for the time of genmove, then plays the move",
    ),
    Command::new(
        "kata-analyze",
        kata_analyze,
        "like lz-analyze with decimal values; also the keys (true or false): ownership ownershipStdev \
         movesOwnership movesOwnershipStdev pvVisits pvEdgeVisits rootInfo noResultValue",
    ),
    Command::new(
        "kata-genmove_analyze",
        kata_genmove_analyze,
        "like kata-analyze for the time of genmove, then plays the move",
    ),
    Command::new(
        "kata-search_analyze",
        search_analyze,
        "like kata-genmove_analyze without playing the move",
    ),
    Command::new(
        "kata-search_analyze_cancellable",
        search_analyze_cancellable,
        "like kata-search_analyze, cancelled by the next command",
    ),
    Command::new("kata-search", search, "[COLOR]: like reg_genmove"),
    Command::new(
        "kata-search_cancellable",
        search_cancellable,
        "[COLOR]: like kata-search, cancelled by the next command",
    ),
    Command::new(
        "kata-search_debug",
        search_debug,
        "[COLOR]: like kata-search; prints the result of the search to standard error",
    ),
    Command::new(
        "genmove_debug",
        genmove_debug,
        "COLOR: like genmove; prints the result of the search to standard error",
    ),
    Command::new(
        "kata-benchmark",
        benchmark,
        "[VISITS]: measure the speed of a search of the position [800]",
    ),
    // Sabaki would prefer these to all others and misread them.
    Command::new("analyze", lz_analyze, "like lz-analyze").hidden(),
    Command::new("genmove_analyze", lz_genmove_analyze, "like lz-genmove_analyze").hidden(),
    Command::new("stop", nothing, "stop an analysis, as any other command does"),
    Command::new(
        "top_moves",
        |call| top_moves(call, None),
        "list good moves for the player to move with win rates",
    ),
    Command::new(
        "top_moves_black",
        |call| top_moves_of(call, "black"),
        "list good moves for Black with win rates",
    ),
    Command::new(
        "top_moves_white",
        |call| top_moves_of(call, "white"),
        "list good moves for White with win rates",
    ),
    Command::new(
        "kata-raw-nn",
        raw_nn,
        "[COLOR] 0-7|all [OPTIMISM]: print the net's raw output for a symmetry",
    ),
    Command::new(
        "kata-raw-human-nn",
        raw_human_nn,
        "[COLOR] 0-7|all: print the human net's raw output for a symmetry",
    ),
    Command::new(
        "heatmap",
        heatmap,
        "[0-7|all|average]: print the policy in thousandths and the win rate",
    ),
    Command::new(
        "tianyuan-solve",
        solve,
        "COLOR VERTEX[,VERTEX] [REGION]: solve a life-and-death problem exactly, print JSON",
    ),
    Command::new(
        "level",
        level,
        "LEVEL: set the level, 1 to 10 or a rank such as 12k; 10 is full strength",
    ),
    Command::new(
        "set_random_seed",
        set_random_seed,
        "N: set the seed of this game and later games",
    ),
    Command::new("get_random_seed", random_seed, "print the seed of this game"),
    Command::new("clear_cache", clear_cache, "clear the search tree and the cache"),
    Command::new("kata-list-params", list_params, "list all parameters"),
    Command::new("kata-get-param", get_param, "NAME: print the value of a parameter"),
    Command::new("kata-set-param", set_param, "NAME VALUE: set a parameter"),
    Command::new("kata-get-params", get_params, "print all parameters as JSON"),
    Command::new("kata-set-params", set_params, "JSON: set several parameters, all or none"),
    Command::new("kata-get-models", get_models, "list the loaded nets as JSON"),
    Command::new(
        "lz-setoption",
        set_option,
        "name NAME value N|true|false: set visits, playouts, lagbuffer, pondering or resign percentage",
    ),
    Command::new("lz-memory_report", memory_report, "print the memory limits of the search"),
    Command::new("cputime", cputime, "print the CPU time of the process in seconds"),
    Command::new("gomill-cpu_time", cputime, "like cputime"),
    Command::new("gomill-describe_engine", describe_engine, "describe the engine and its settings"),
    Command::new(
        "gomill-genmove_ex",
        genmove_ex,
        "[COLOR [claim]]: like genmove, or claim a won game; alone, list the keywords",
    ),
    Command::new("gomill-explain_last_move", explain_last_move, "describe the last search"),
    Command::new("gogui-analyze_commands", analyze_commands, "list the analyze commands of GoGui"),
    Command::new(
        "gogui-play_sequence",
        play_sequence,
        "{COLOR VERTEX|pass}: play several moves, all or none",
    ),
    Command::new("gogui-setup", setup, "{COLOR VERTEX}: set up a position"),
    Command::new("gogui-setup_player", setup_player, "COLOR: set the player to move"),
    Command::new(
        "gogui-ownership",
        ownership,
        "print the expected owner of each point, 1 for Black",
    ),
    Command::new("gogui-variation", variation, "draw the principal variation and other good moves"),
    Command::new("gogui-tree", tree, "list the most visited moves with their variations"),
    Command::new(
        "gogui-playout_policy",
        playout_policy,
        "draw how often playouts start at each point",
    ),
    Command::new("gogui-param", gogui_param, "[NAME VALUE]: list all parameters or set one"),
    Command::new(
        "gogui-interrupt",
        nothing,
        "report support for '# interrupt', which ends a genmove",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn protocol_version_is_listed_first() {
        assert_eq!(GTP.listed().next().map(|command| command.name), Some("protocol_version"));
    }

    #[test]
    fn commands_that_clients_misread_are_not_listed() {
        for name in ["analyze", "genmove_analyze", "kgs-chat"] {
            assert!(GTP.listed().all(|command| command.name != name), "{name}");
        }
    }
}
