//! Parses the commands of the user.

use super::error::TerminalPlayError;
use crate::engine::Level;
use crate::go::{BoardSize, Move, Point};
use crate::protocol::{Failure, vertex};
use crate::records::record::Language;
use crate::sanitize::printable_line;

/// A command of the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Command {
    /// Play a stone or pass.
    Play(Move),
    Resign,
    /// Undo the user's last move and the engine's reply.
    Undo,
    Hint,
    /// Estimate or count the result.
    Score,
    /// Set or print the level.
    Level(Option<Level>),
    Save {
        file: String,
        /// Overwrite an existing file.
        overwrite: bool,
    },
    /// Toggle chains at these points between dead and alive.
    Dead(Vec<Point>),
    /// Count the score without the marked dead stones.
    Agree,
    Board,
    /// Describe the position in sentences.
    Describe,
    Help,
    Quit,
}

/// The name of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Name {
    Pass,
    Resign,
    Undo,
    Hint,
    Score,
    Level,
    Save,
    Overwrite,
    Dead,
    Agree,
    Board,
    Describe,
    Help,
    Quit,
}

/// The command names in both languages; both are always accepted. English comes first.
const NAMES: [(Name, &[&str]); 14] = [
    (Name::Pass, &["pass", "虚着", "弃着"]),
    (Name::Resign, &["resign", "认输"]),
    (Name::Undo, &["undo", "悔棋"]),
    (Name::Hint, &["hint", "提示"]),
    (Name::Score, &["score", "形势", "数子"]),
    (Name::Level, &["level", "级别"]),
    (Name::Save, &["save", "存盘"]),
    (Name::Overwrite, &["overwrite", "覆盖"]),
    (Name::Dead, &["dead", "死子"]),
    (Name::Agree, &["agree", "同意"]),
    (Name::Board, &["board", "棋盘"]),
    (Name::Describe, &["describe", "描述"]),
    (Name::Help, &["help", "帮助", "?"]),
    (Name::Quit, &["quit", "退出", "exit"]),
];

/// The maximum number of characters of a line in an error message.
const LONGEST_SHOWN: usize = 40;

/// Returns all command names, for completion.
pub fn names() -> impl Iterator<Item = &'static str> {
    NAMES.iter().flat_map(|(_, names)| names.iter().copied())
}

impl Command {
    /// Parses a line. Returns `None` for a blank line.
    ///
    /// # Errors
    /// Returns an error that names the invalid part.
    pub(super) fn read(line: &str, size: BoardSize) -> Result<Option<Command>, TerminalPlayError> {
        let line = line.trim();
        let (word, argument) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if word.is_empty() {
            return Ok(None);
        }
        let argument = argument.trim();
        let word = &half_width(word);
        let lower = word.to_lowercase();
        let known = NAMES.iter().find(|(_, names)| names.contains(&&*lower));
        let command = match known {
            Some((name, _)) => name.with(argument, word, size)?,
            None => Command::Play(Move::Play(alone(read_point(word, size)?, argument, word)?)),
        };
        Ok(Some(command))
    }
}

impl Name {
    /// Returns the command with its argument. `word` is the name as typed.
    fn with(
        self,
        argument: &str,
        word: &str,
        size: BoardSize,
    ) -> Result<Command, TerminalPlayError> {
        let narrow = &half_width(argument);
        let command = match self {
            Name::Level if argument.is_empty() => return Ok(Command::Level(None)),
            Name::Level => {
                let level =
                    narrow.parse().map_err(|_| TerminalPlayError::NoLevel(shown(argument)))?;
                return Ok(Command::Level(Some(level)));
            }
            Name::Save | Name::Overwrite if argument.is_empty() => {
                return Err(TerminalPlayError::NoFileName(word.into()));
            }
            Name::Save | Name::Overwrite => {
                let overwrite = self == Name::Overwrite;
                return Ok(Command::Save { file: argument.into(), overwrite });
            }
            Name::Dead if argument.is_empty() => return Err(TerminalPlayError::NoPoints),
            Name::Dead => {
                let points = narrow.split_whitespace().map(|word| read_point(word, size));
                return Ok(Command::Dead(points.collect::<Result<_, _>>()?));
            }
            Name::Pass => Command::Play(Move::Pass),
            Name::Resign => Command::Resign,
            Name::Undo => Command::Undo,
            Name::Hint => Command::Hint,
            Name::Score => Command::Score,
            Name::Agree => Command::Agree,
            Name::Board => Command::Board,
            Name::Describe => Command::Describe,
            Name::Help => Command::Help,
            Name::Quit => Command::Quit,
        };
        alone(command, argument, word)
    }
}

/// Converts full-width letters, digits and punctuation of Chinese and Japanese input methods to ASCII.
fn half_width(text: &str) -> String {
    const OFFSET: u32 = 0xFF01 - 0x21;
    let narrow = |c: char| match c {
        '！'..='～' => char::from_u32(u32::from(c) - OFFSET).unwrap_or(c),
        other => other,
    };
    text.chars().map(narrow).collect()
}

/// Checks that a command has no argument.
fn alone<T>(what: T, argument: &str, word: &str) -> Result<T, TerminalPlayError> {
    match argument {
        "" => Ok(what),
        _ => Err(TerminalPlayError::TooMuch { word: shown(word), rest: shown(argument) }),
    }
}

fn read_point(word: &str, size: BoardSize) -> Result<Point, TerminalPlayError> {
    vertex::point(size, word).map_err(|failure| match failure {
        Failure::IllegalMove => {
            TerminalPlayError::OffBoard { word: shown(word), lines: size.lines() }
        }
        _ => TerminalPlayError::Unknown(shown(word)),
    })
}

/// Returns the start of a text for an error message, without control characters.
fn shown(text: &str) -> String {
    let start: String = text.chars().take(LONGEST_SHOWN).collect();
    let rest = if start.len() < text.len() { "…" } else { "" };
    printable_line(&start).into_owned() + rest
}

/// The help of the commands in English and Chinese.
const COMMANDS: [(&str, &str, &str); 15] = [
    ("D4", "play a stone at a point", "在此落子"),
    ("pass", "pass", "虚着（弃着）"),
    ("resign", "resign the game", "认输"),
    ("undo", "take back your last move and the reply", "悔棋：退回您的上一手"),
    ("hint", "show the engine's move for you", "提示：显示天元的选点"),
    ("score", "estimate the score, or count it at the end", "形势：估计胜负；终局后为数子"),
    ("board", "redraw the board", "棋盘：重画棋盘"),
    ("describe", "describe the position in sentences", "描述：用文字说明局面"),
    (
        "level N",
        "print or set the level, 1 to 10 or a rank such as 12k",
        "级别 N：设为1至10，或级位段位，如12级；不带则显示",
    ),
    ("save FILE", "save the record as .sgf or .wei7", "存盘 文件：写棋谱，.sgf或.wei7"),
    (
        "overwrite FILE",
        "save the record and replace an existing file",
        "覆盖 文件：同上，替换已有的文件",
    ),
    (
        "dead C3",
        "after two passes: switch a chain between dead and alive",
        "死子 C3：双方虚着后，更改一块棋的死活",
    ),
    ("agree", "after two passes: count the score", "同意：双方虚着后，数子"),
    ("help", "list the commands", "帮助：列出命令"),
    ("quit", "end", "退出"),
];

/// Returns the list of commands in a language, one per line.
pub(super) fn help_text(language: Language) -> String {
    let line = |(typed, english, chinese): &(&str, &str, &str)| {
        let what = if language == Language::Chinese { chinese } else { english };
        format!("  {typed:<14}  {what}")
    };
    COMMANDS.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Option<Command>, TerminalPlayError> {
        Command::read(line, BoardSize::new(9).expect("a size"))
    }

    #[test]
    fn commands_are_accepted_in_both_languages() {
        for (english, chinese) in
            [("pass", "虚着"), ("undo", " 悔棋 "), ("Quit", "退出"), ("?", "帮助")]
        {
            assert_eq!(read(english), read(chinese), "{english}");
        }
        assert_eq!(read("level 3"), read("级别　3"), "blanks may be wide");
        let save = Command::Save { file: "a b.sgf".into(), overwrite: false };
        assert_eq!(read("存盘 a b.sgf"), Ok(Some(save)));
        assert_eq!(read("  \t"), Ok(None));
    }

    #[test]
    fn full_width_letters_and_digits_are_read_as_ascii() {
        for (wide, narrow) in [
            ("Ｃ３", "C3"),
            ("ｌｅｖｅｌ　３", "level 3"),
            ("死子　Ｃ３　ｄ４", "dead C3 D4"),
            ("？", "?"),
        ] {
            assert_eq!(read(wide), read(narrow), "{wide}");
            assert!(matches!(read(wide), Ok(Some(_))), "{wide}");
        }
        let save = Command::Save { file: "Ａ.sgf".into(), overwrite: false };
        assert_eq!(read("ｓａｖｅ Ａ.sgf"), Ok(Some(save)), "file names stay as they are");
    }

    #[test]
    fn errors_name_invalid_argument() {
        let off = |word: &str| Err(TerminalPlayError::OffBoard { word: word.into(), lines: 9 });
        assert_eq!(read("k10"), off("k10"));
        assert_eq!(read("dead C3 Z1"), off("Z1"));
        assert_eq!(read("dead"), Err(TerminalPlayError::NoPoints));
        assert_eq!(read("围棋"), Err(TerminalPlayError::Unknown("围棋".into())));
        assert_eq!(read("level 11"), Err(TerminalPlayError::NoLevel("11".into())));
        let more = |word: &str, rest: &str| {
            Err(TerminalPlayError::TooMuch { word: word.into(), rest: rest.into() })
        };
        assert_eq!(read("pass now"), more("pass", "now"));
        assert_eq!(read("C3 D4"), more("C3", "D4"));
        assert_eq!(read("save"), Err(TerminalPlayError::NoFileName("save".into())));
    }

    #[test]
    fn command_names_are_unique_and_not_vertices() {
        let size = BoardSize::new(25).expect("a size");
        let all: Vec<&str> = names().collect();
        for (i, name) in all.iter().enumerate() {
            assert!(!all[..i].contains(name) && vertex::point(size, name).is_err(), "{name}");
        }
    }
}

#[cfg(test)]
mod help_tests {
    use super::super::command::{Command, names};
    use super::*;
    use crate::go::BoardSize;

    #[test]
    fn every_command_is_listed_in_both_languages() {
        let listed =
            |name: &str| COMMANDS.iter().any(|(typed, ..)| typed.split(' ').next() == Some(name));
        let chinese = help_text(Language::Chinese);
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
