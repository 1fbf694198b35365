//! The list of commands. The English names stand first, so that the columns are even whatever the characters.

use crate::records::record::Language;

/// The commands: what is typed, and what it does, in English and Chinese.
const COMMANDS: [(&str, &str, &str); 14] = [
    ("D4", "play a stone there", "在此落子"),
    ("pass", "pass", "虚着（弃着）"),
    ("resign", "give the game up", "认输"),
    ("undo", "take back your last move and its answer", "悔棋：退回您的上一手"),
    ("hint", "show what the engine would play", "提示：显示天元的选点"),
    ("score", "estimate the result; count it at the end", "形势：估计胜负；终局后为数子"),
    ("board", "draw the board again", "棋盘：重画棋盘"),
    (
        "level N",
        "set the level, 1 to 10 or a rank such as 12k; alone it tells it",
        "级别 N：设为1至10，或级位段位，如12级；不带则显示",
    ),
    ("save FILE", "write the record, .sgf or .wei7", "存盘 文件：写棋谱，.sgf或.wei7"),
    ("overwrite FILE", "the same, over a file that is there", "覆盖 文件：同上，替换已有的文件"),
    (
        "dead C3",
        "after two passes: change a chain, dead or alive",
        "死子 C3：双方虚着后，更改一块棋的死活",
    ),
    ("agree", "after two passes: count", "同意：双方虚着后，数子"),
    ("help", "list the commands", "帮助：列出命令"),
    ("quit", "end", "退出"),
];

/// The list in a language, a command on each line.
pub(super) fn text(language: Language) -> String {
    let line = |(typed, english, chinese): &(&str, &str, &str)| {
        let what = if language == Language::Chinese { chinese } else { english };
        format!("  {typed:<14}  {what}")
    };
    COMMANDS.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::super::command::{Command, names};
    use super::*;
    use crate::go::BoardSize;

    #[test]
    fn every_command_is_listed_in_both_languages() {
        let listed =
            |name: &str| COMMANDS.iter().any(|(typed, ..)| typed.split(' ').next() == Some(name));
        let chinese = text(Language::Chinese);
        for name in names().filter(|name| *name != "?" && *name != "exit") {
            assert!(if name.is_ascii() { listed(name) } else { chinese.contains(name) }, "{name}");
        }
        let size = BoardSize::STANDARD;
        for (typed, ..) in COMMANDS {
            let typed = typed.replace('N', "5");
            assert!(matches!(Command::read(&typed, size), Ok(Some(_))), "{typed}");
        }
    }
}
