//! WTP v22 (围棋文本协议): the command table and the syntax.
//!
//! The specification leaves some points open. They are interpreted as follows:
//!
//! - The greeting `WTP` or `wtp` is answered like a command, at the start and later. Communication consists of
//!   commands and responses (1.3), and other programs would answer it too.
//! - Runs of spaces separate words like a single space. Lower-case letters, `black` and `white` are accepted where
//!   the specification requires capitals (3.5, 3.6). Responses follow the specification.
//! - Arguments of commands without parameters are ignored, since these commands never fail (5.1.1).
//! - A vertex off the board is an illegal move; text that is not a vertex is a syntax error.
//! - RESIGN is a move of the game (3.7), including the engine's own resignation: `undo` takes it back.
//! - A blank line is not a command and has no response, but it ends an analysis like any line. A line that contains
//!   only a comment does not (2.3).
//! - `stop` takes effect when it arrives, even if earlier lines are waiting (5.1.3.5). It ends an analysis, and a
//!   `genmove`, which then plays the best move found. All other commands wait.
//! - Commands that are not in the specification follow those that are, and redefine none of them (5.2).
//!
//! | module | contents |
//! | --- | --- |
//! | `rule`, `time` | `rule` (3.9, 5.1.2.4) and `time_settings` (3.10, 5.1.2.5) |
//! | `move_sequence` | `set_position`: a sequence of moves (3.7, 5.1.2.3) |
//! | `stone_count` | `shuzi`: the count in stones (子) |

mod game;
pub(super) mod rule;
pub(super) mod move_sequence;
mod time;
pub(super) mod stone_count;

use self::game::{analyze, get_position, komi, play};
use self::move_sequence::set_position;
use self::rule::{get_rule, rule};
use self::stone_count::stone_count;
use self::time::time_settings;
use super::admin::{
    game_result, help, known_command, list_commands, name, nothing, player_name, protocol_version,
    quit, version,
};
use super::command::{Command, Protocol};
use super::game::{boardsize, clear_board, showboard, undo};
use super::game_file::{load_game, print_game, save_game};
use super::line::Line;
use super::player::{
    fixed_handicap, genmove, level, place_free_handicap, random_seed, set_free_handicap,
    set_random_seed, time_left,
};
use super::score::{final_score, final_status_list};
use super::solve::solve;
use super::vertex::MoveKeywords;
use crate::go::Komi;
use crate::records::charset::Charset;

/// WTP version 22 of 2024-01-12.
pub static WTP: Protocol = Protocol {
    version: 22,
    commands: COMMANDS,
    sizes: 5..=25,
    komi: Komi::from_half_points(0).expect("within bounds"),
    // Clause 1.2.
    charset: Charset::Gb18030,
    words: MoveKeywords { pass: "PASS", resign: "RESIGN" },
    resigning_is_a_turn: true,
    tab_parts_words: false,
    no_value: "",
    ends_thinking: |line| matches!(line, Line::Command { name, .. } if name == "stop"),
    ends_analysis: |line| !matches!(line, Line::Comment(_)),
};

/// The commands of the specification in its order, followed by extensions.
const COMMANDS: &[Command] = &[
    Command::new("protocol_version", protocol_version, "协议版本。参数：无。输出：整数"),
    Command::new("name", name, "程序名称。参数：无。输出：普通文本"),
    Command::new("version", version, "程序版本。参数：无。输出：普通文本"),
    Command::new(
        "list_commands",
        list_commands,
        "命令列表，每行一个。参数：无。输出：普通文本，多行",
    ),
    Command::new("quit", quit, "退出。参数：无。输出：无"),
    Command::new("boardsize", boardsize, "设置路数，并清空棋盘。参数：5 至 25 的整数。输出：无"),
    Command::new("clear_board", clear_board, "清空棋盘；规则、贴子、时限不变。参数：无。输出：无"),
    Command::new(
        "set_position",
        set_position,
        "设置局面。参数：着手系列，如 B D4 Q16 D16。输出：无",
    ),
    Command::new("rule", rule, "设置规则。参数：规则，如 Chinese, Komi: 7.5。输出：无"),
    Command::new(
        "time_settings",
        time_settings,
        "设置时限。参数：基本时间 读秒时间 读秒次数。输出：无",
    ),
    Command::new("play", play, "下子。参数：着手，如 B D4。输出：无"),
    Command::new("genmove", genmove, "生成着手并下子。参数：颜色。输出：着点"),
    Command::new("undo", undo, "悔棋。参数：无或手数。输出：无"),
    Command::new(
        "analyze",
        analyze,
        "分析，至 stop 或任一输入行为止。参数：颜色 [interval 厘秒] [maxmoves 数]。输出：每行一个候选着点",
    ),
    Command::new("stop", nothing, "停止思考或分析。参数：无。输出：无"),
    Command::new("known_command", known_command, "是否支持某命令。参数：命令名称。输出：真假"),
    Command::new("help", help, "命令说明。参数：无或命令名称。输出：普通文本"),
    Command::new("komi", komi, "设置或查询贴目，单位为目。参数：无或小数。输出：无或小数"),
    Command::new("get_rule", get_rule, "当前规则。参数：无。输出：规则"),
    Command::new("time_left", time_left, "设置剩余时间。参数：颜色 秒数 [剩余读秒次数]。输出：无"),
    Command::new(
        "fixed_handicap",
        fixed_handicap,
        "让子，于固定星位。参数：2 至 9 的整数。输出：着点系列",
    ),
    Command::new(
        "place_free_handicap",
        place_free_handicap,
        "让子，位置由程序决定。参数：整数。输出：着点系列",
    ),
    Command::new(
        "set_free_handicap",
        set_free_handicap,
        "让子，于指定位置。参数：着点系列。输出：无",
    ),
    Command::new("get_position", get_position, "当前局面，自上而下每行一路。参数：无。输出：局面"),
    Command::new("showboard", showboard, "棋盘图。参数：无。输出：普通文本，多行"),
    Command::new(
        "final_score",
        final_score,
        "终局胜负，单位为目，如 B+3.5。参数：无。输出：普通文本",
    ),
    Command::new(
        "final_status_list",
        final_status_list,
        "终局死活，每行一串棋，或某方的空点。参数：alive、dead、seki、black_territory、white_territory 或 dame。输出：着点系列，多行",
    ),
    Command::new(
        "shuzi",
        stone_count,
        "数子：双方子数、归本数、贴子、胜负。参数：无。输出：普通文本，多行",
    ),
    Command::new("load_game", load_game, "读取棋谱，至某手之前。参数：文件名 [手数]。输出：无"),
    Command::new(
        "save_game",
        save_game,
        "保存棋谱，格式依后缀名（.wei7 或 .sgf）。参数：文件名。输出：无",
    ),
    Command::new(
        "print_game",
        print_game,
        "输出棋谱。参数：无或格式（wei7、wei7-2.2、sgf）。输出：普通文本，多行",
    ),
    Command::new(
        "player_name",
        player_name,
        "设置或查询棋谱中对局者的姓名。参数：颜色 [姓名]。输出：无或普通文本",
    ),
    Command::new(
        "game_result",
        game_result,
        "设置或查询棋谱中的对局结果，如 B+T 为白方超时。参数：无或结果。输出：无或普通文本",
    ),
    Command::new(
        "level",
        level,
        "设置棋力。参数：1 至 10 的整数，10 为最强；或级位段位，如 12k。输出：无",
    ),
    Command::new("set_random_seed", set_random_seed, "设置随机种子。参数：自然数。输出：无"),
    Command::new("get_random_seed", random_seed, "查询随机种子。参数：无。输出：自然数"),
    Command::new(
        "tianyuan-solve",
        solve,
        "求解死活题，至多 60 秒，stop 可中断。参数：颜色 棋子[,棋子] [区域，如 A1-F5,G1]。输出：JSON",
    ),
    Command::new("WTP", nothing, "请求使用本协议").hidden(),
    Command::new("wtp", nothing, "请求使用本协议").hidden(),
];

/// Returns `true` if the name is the greeting that requests the protocol (1.1).
pub(super) fn is_greeting(name: &str) -> bool {
    matches!(name, "WTP" | "wtp")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specified_commands_are_listed_first_in_order() {
        let first: Vec<_> = WTP.listed().take(15).map(|command| command.name).collect();
        let text = "protocol_version name version list_commands quit boardsize clear_board \
                    set_position rule time_settings play genmove undo analyze stop";
        assert_eq!(first, text.split_whitespace().collect::<Vec<_>>());
    }

    #[test]
    fn command_names_follow_specification() {
        for command in WTP.listed() {
            let mut letters = command.name.chars();
            assert!(letters.next().is_some_and(|c| c.is_ascii_lowercase()), "{}", command.name);
            assert!(
                letters.all(|c| c.is_ascii_lowercase() || "_-".contains(c)),
                "{}",
                command.name
            );
        }
    }

    #[test]
    fn help_texts_contain_no_comment_sign() {
        assert!(WTP.commands.iter().all(|command| !command.help.contains('#')));
    }
}
