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
//! | `analyze` | `lz-analyze`, `kata-analyze` and related commands |
//! | `raw_net` | `kata-raw-nn` and heat maps |
//! | `params`, `rules`, `time` | settings, rules and time settings |

mod analyze;
mod game;
mod gogui;
mod params;
mod player;
mod raw_net;
pub(super) mod rules;
mod time;

use self::analyze::{
    kata_analyze, kata_genmove_analyze, lz_analyze, lz_genmove_analyze, search_analyze,
    search_analyze_cancellable,
};
use self::game::{
    boardsize, captures, is_legal, komi, move_history, play, query_boardsize, set_position, undo,
};
use self::gogui::{
    analyze_commands, genmove, ownership, play_sequence, playout_policy, setup, setup_player, tree,
    variation,
};
use self::params::{get_param, gogui_param, list_params, set_param};
use self::player::{
    cleanup, clear_cache, cputime, describe_engine, estimate_score, explain_last_move, reg_genmove,
    top_moves, top_moves_of,
};
use self::raw_net::{heatmap, raw_nn};
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
use super::game::{clear_board, current_komi, list_stones, showboard, undo as undo_moves};
use super::game_file::{load_game, print_game, print_sgf, save_game};
use super::line::Line;
use super::player::{
    current_handicap, fixed_handicap, level, place_free_handicap, random_seed, set_free_handicap,
    set_random_seed, time_left,
};
use super::score::{final_score, final_status_list};
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
    Command::new("protocol_version", protocol_version, "the version of the protocol"),
    Command::new("name", name, "the name of the program"),
    Command::new("version", version, "the version of the program"),
    Command::new("known_command", known_command, "NAME: whether there is such a command"),
    Command::new("list_commands", list_commands, "the names of all commands"),
    Command::new("help", help, "[NAME]: what a command does"),
    Command::new("quit", quit, "end the session"),
    Command::new("boardsize", boardsize, "N: begin on a board of 2 to 25 lines"),
    Command::new("rectangular_boardsize", boardsize, "N N: as boardsize; only squares are known"),
    Command::new("query_boardsize", query_boardsize, "the number of lines"),
    Command::new("clear_board", clear_board, "begin again; size, komi, rules and time stay"),
    Command::new("komi", komi, "POINTS: set White's compensation"),
    Command::new("get_komi", current_komi, "White's compensation in points"),
    Command::new("play", play, "COLOR VERTEX|pass: play a move"),
    Command::new("genmove", genmove, "COLOR: think, play, and say the move"),
    Command::new("reg_genmove", reg_genmove, "COLOR: think and say the move without playing it"),
    Command::new("undo", undo, "take back the last move"),
    Command::new("gg-undo", undo_moves, "[N]: take back the last N moves"),
    Command::new(
        "set_position",
        set_position,
        "{COLOR VERTEX}: begin from these stones, Black to play",
    ),
    Command::new("is_legal", is_legal, "COLOR VERTEX|pass: 1 where the move is legal, else 0"),
    Command::new("move_history", move_history, "the moves of the game, the last one first"),
    Command::new("list_stones", list_stones, "COLOR: where the stones of a colour are"),
    Command::new("captures", captures, "COLOR: the number of stones that a colour has captured"),
    Command::new("showboard", showboard, "the board as text"),
    Command::new("loadsgf", load_game, "FILE [N]: load a game record, up to before move N"),
    Command::new("printsgf", print_sgf, "[FILE]: the game as SGF, or save it in a file"),
    Command::new("load_game", load_game, "as loadsgf"),
    Command::new("save_game", save_game, "FILE: save the game as wei7 or SGF, by the name's end"),
    Command::new("print_game", print_game, "[wei7|wei7-2.2|sgf]: the game in a format"),
    Command::new("player_name", player_name, "COLOR [NAME]: set or say who plays, for the record"),
    Command::new(
        "game_result",
        game_result,
        "[RESULT]: set or say how the game ended, for the record: B+T, W+R, B+2.5, 0",
    ),
    Command::new("fixed_handicap", fixed_handicap, "N: place 2 to 9 stones on the handicap points"),
    Command::new("place_free_handicap", place_free_handicap, "N: place handicap stones anywhere"),
    Command::new("set_free_handicap", set_free_handicap, "{VERTEX}: place these handicap stones"),
    Command::new("get_handicap", current_handicap, "the number of handicap stones"),
    Command::new("time_settings", time_settings, "MAIN PERIOD STONES: Canadian byo-yomi, seconds"),
    Command::new("time_left", time_left, "COLOR SECONDS [STONES|PERIODS]: set a clock"),
    Command::new(
        "kgs-time_settings",
        kgs_time_settings,
        "none|absolute M|byoyomi M T N|canadian M T N",
    ),
    Command::new(
        "kata-time_settings",
        kata_time_settings,
        "as kgs-, and fischer M I|fischer-capped M I CAP MOVECAP",
    ),
    Command::new("kata-list_time_settings", list_time_settings, "the kinds of kata-time_settings"),
    Command::new("final_score", final_score, "the result as B+3.5, W+0.5 or 0"),
    Command::new(
        "final_status_list",
        final_status_list,
        "alive|dead|seki: the chains; black_territory|white_territory|dame: the points",
    ),
    Command::new("estimate_score", estimate_score, "the result as it looks now, and its bounds"),
    Command::new("kata-get-rules", get_rules, "the rules in force as JSON"),
    Command::new("kata-set-rules", set_rules, "NAME|JSON: put rules in force; komi stays"),
    Command::new("kata-set-rule", set_rule, "OPTION VALUE: change one rule"),
    Command::new("kgs-rules", kgs_rules, "chinese|aga|japanese|new_zealand: put rules in force"),
    Command::new(
        "kgs-genmove_cleanup",
        cleanup,
        "COLOR: as genmove, capturing all dead stones before a pass",
    ),
    Command::new("kgs-game_over", nothing, "the server's game has ended"),
    Command::new("cgos-opponent_name", opponent_name, "NAME: who plays against the engine"),
    Command::new("cgos-opponent_rating", opponent_rating, "RATING: the rating of the opponent"),
    Command::new("cgos-gameover", game_over, "RESULT: how the server's game ended, as game_result"),
    Command::new(
        "lz-analyze",
        lz_analyze,
        "[COLOR] [INTERVAL] {KEY VALUE}: reports in integers until a line arrives; keys: interval \
         (1/100 s) minmoves maxmoves, avoid|allow COLOR MOVE,MOVE DEPTH",
    ),
    Command::new(
        "lz-genmove_analyze",
        lz_genmove_analyze,
        "as lz-analyze, for as long as genmove thinks: plays, and says the move",
    ),
    Command::new(
        "kata-analyze",
        kata_analyze,
        "as lz-analyze in decimals; more keys, true or false: ownership ownershipStdev \
         movesOwnership movesOwnershipStdev pvVisits pvEdgeVisits rootInfo noResultValue",
    ),
    Command::new(
        "kata-genmove_analyze",
        kata_genmove_analyze,
        "as kata-analyze, for as long as genmove thinks: plays, and says the move",
    ),
    Command::new(
        "kata-search_analyze",
        search_analyze,
        "as kata-genmove_analyze without playing the move",
    ),
    Command::new(
        "kata-search_analyze_cancellable",
        search_analyze_cancellable,
        "the same, given up where a line arrives",
    ),
    // Sabaki would prefer these to all others and misread them.
    Command::new("analyze", lz_analyze, "as lz-analyze").hidden(),
    Command::new("genmove_analyze", lz_genmove_analyze, "as lz-genmove_analyze").hidden(),
    Command::new("stop", nothing, "end an analysis, as any line does"),
    Command::new(
        "top_moves",
        |call| top_moves(call, None),
        "good moves for who is to play, with winrates",
    ),
    Command::new(
        "top_moves_black",
        |call| top_moves_of(call, "black"),
        "good moves for Black, with winrates",
    ),
    Command::new(
        "top_moves_white",
        |call| top_moves_of(call, "white"),
        "good moves for White, with winrates",
    ),
    Command::new(
        "kata-raw-nn",
        raw_nn,
        "[COLOR] 0-7|all [OPTIMISM]: what the net says without a search, the board turned",
    ),
    Command::new(
        "heatmap",
        heatmap,
        "[0-7|all|average]: the net's policy in thousandths, and its winrate",
    ),
    Command::new(
        "level",
        level,
        "1 to 10, or a rank such as 12k: how strong to play; 10 is as strong as time allows",
    ),
    Command::new("set_random_seed", set_random_seed, "N: the seed of this game and of later ones"),
    Command::new("get_random_seed", random_seed, "the seed of this game"),
    Command::new("clear_cache", clear_cache, "forget what earlier searches found"),
    Command::new("kata-list-params", list_params, "the names of all parameters"),
    Command::new("kata-get-param", get_param, "NAME: the value of a parameter"),
    Command::new("kata-set-param", set_param, "NAME VALUE: change a parameter"),
    Command::new("cputime", cputime, "seconds of CPU time that the program took"),
    Command::new("gomill-cpu_time", cputime, "as cputime"),
    Command::new("gomill-describe_engine", describe_engine, "what plays here"),
    Command::new("gomill-explain_last_move", explain_last_move, "what the last search found"),
    Command::new("gogui-analyze_commands", analyze_commands, "what GoGui can show"),
    Command::new(
        "gogui-play_sequence",
        play_sequence,
        "{COLOR VERTEX|pass}: play all moves or none",
    ),
    Command::new("gogui-setup", setup, "{COLOR VERTEX}: begin from these stones"),
    Command::new("gogui-setup_player", setup_player, "COLOR: who is to play"),
    Command::new("gogui-ownership", ownership, "who will own each point, 1 for Black"),
    Command::new("gogui-variation", variation, "the best line and other good moves, to be drawn"),
    Command::new("gogui-tree", tree, "the moves that were searched most, and their lines"),
    Command::new("gogui-playout_policy", playout_policy, "how often playouts begin on each point"),
    Command::new("gogui-param", gogui_param, "[NAME VALUE]: all parameters, or change one"),
    Command::new("gogui-interrupt", nothing, "the line '# interrupt' makes a genmove answer now"),
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
