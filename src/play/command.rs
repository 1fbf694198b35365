//! What a person wants: a line as a command.

use super::complaint::Complaint;
use crate::engine::Level;
use crate::go::{BoardSize, Move, Point};
use crate::printable::printable_line;
use crate::protocol::{Failure, vertex};

/// What a person wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Command {
    /// Play a stone or pass.
    Play(Move),
    Resign,
    /// Take back the last move of the person, and what the engine answered.
    Undo,
    Hint,
    /// Estimate the result, or count it.
    Score,
    /// Set the level, or tell it.
    Level(Option<Level>),
    Save {
        file: String,
        /// Whether a file that is there may be replaced.
        overwrite: bool,
    },
    /// Take the chains on these points for dead, or for alive again.
    Dead(Vec<Point>),
    /// Count with the stones that are taken for dead.
    Agree,
    Board,
    Help,
    Quit,
}

/// A command without its argument.
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
    Help,
    Quit,
}

/// The names of the commands, which all are understood in either language; the English one first.
const NAMES: [(Name, &[&str]); 13] = [
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
    (Name::Help, &["help", "帮助", "?"]),
    (Name::Quit, &["quit", "退出", "exit"]),
];

/// The most characters of a line that a complaint shows.
const LONGEST_SHOWN: usize = 40;

/// The names of all commands, for completion.
pub fn names() -> impl Iterator<Item = &'static str> {
    NAMES.iter().flat_map(|(_, names)| names.iter().copied())
}

impl Command {
    /// Reads a line; `None` for a blank one.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub(super) fn read(line: &str, size: BoardSize) -> Result<Option<Command>, Complaint> {
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
    /// The command with an argument. `word` is the name as it was written.
    fn with(self, argument: &str, word: &str, size: BoardSize) -> Result<Command, Complaint> {
        let narrow = &half_width(argument);
        let command = match self {
            Name::Level if argument.is_empty() => return Ok(Command::Level(None)),
            Name::Level => {
                let level = narrow.parse().map_err(|_| Complaint::NoLevel(shown(argument)))?;
                return Ok(Command::Level(Some(level)));
            }
            Name::Save | Name::Overwrite if argument.is_empty() => {
                return Err(Complaint::NoFileName(word.into()));
            }
            Name::Save | Name::Overwrite => {
                let overwrite = self == Name::Overwrite;
                return Ok(Command::Save { file: argument.into(), overwrite });
            }
            Name::Dead if argument.is_empty() => return Err(Complaint::NoPoints),
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
            Name::Help => Command::Help,
            Name::Quit => Command::Quit,
        };
        alone(command, argument, word)
    }
}

/// Returns the text with full-width letters, digits and signs as ASCII, as Chinese and Japanese input
/// methods type them.
fn half_width(text: &str) -> String {
    const OFFSET: u32 = 0xFF01 - 0x21;
    let narrow = |c: char| match c {
        '！'..='～' => char::from_u32(u32::from(c) - OFFSET).unwrap_or(c),
        other => other,
    };
    text.chars().map(narrow).collect()
}

/// What stands alone in its line.
fn alone<T>(what: T, argument: &str, word: &str) -> Result<T, Complaint> {
    match argument {
        "" => Ok(what),
        _ => Err(Complaint::TooMuch { word: shown(word), rest: shown(argument) }),
    }
}

fn read_point(word: &str, size: BoardSize) -> Result<Point, Complaint> {
    vertex::point(size, word).map_err(|failure| match failure {
        Failure::IllegalMove => Complaint::OffBoard { word: shown(word), lines: size.lines() },
        _ => Complaint::Unknown(shown(word)),
    })
}

/// A part of a line as a complaint shows it: the start of it, without what a terminal would obey.
fn shown(text: &str) -> String {
    let start: String = text.chars().take(LONGEST_SHOWN).collect();
    let rest = if start.len() < text.len() { "…" } else { "" };
    printable_line(&start).into_owned() + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Option<Command>, Complaint> {
        Command::read(line, BoardSize::new(9).expect("a size"))
    }

    #[test]
    fn both_languages_are_understood() {
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
    fn what_is_wrong_is_named() {
        let off = |word: &str| Err(Complaint::OffBoard { word: word.into(), lines: 9 });
        assert_eq!(read("k10"), off("k10"));
        assert_eq!(read("dead C3 Z1"), off("Z1"));
        assert_eq!(read("dead"), Err(Complaint::NoPoints));
        assert_eq!(read("围棋"), Err(Complaint::Unknown("围棋".into())));
        assert_eq!(read("level 11"), Err(Complaint::NoLevel("11".into())));
        let more = |word: &str, rest: &str| {
            Err(Complaint::TooMuch { word: word.into(), rest: rest.into() })
        };
        assert_eq!(read("pass now"), more("pass", "now"));
        assert_eq!(read("C3 D4"), more("C3", "D4"));
        assert_eq!(read("save"), Err(Complaint::NoFileName("save".into())));
    }

    #[test]
    fn no_name_is_a_point_or_stands_twice() {
        let size = BoardSize::new(25).expect("a size");
        let all: Vec<&str> = names().collect();
        for (i, name) in all.iter().enumerate() {
            assert!(!all[..i].contains(name) && vertex::point(size, name).is_err(), "{name}");
        }
    }
}
