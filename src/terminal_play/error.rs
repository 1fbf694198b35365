//! Errors of commands, in both languages.

use std::io::ErrorKind;

use super::messages::rank_in_chinese;
use crate::engine::{GameLengthError, InternalError, Level, PlayError};
use crate::go::IllegalMove;
use crate::protocol::SaveError;
use crate::records::record::Language;
use crate::sanitize::printable_line;

/// The reason why a command failed. The state is unchanged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TerminalPlayError {
    /// Neither a command nor a point.
    Unknown(String),
    /// The point is off the board.
    OffBoard { word: String, lines: usize },
    /// Unexpected argument.
    TooMuch { word: String, rest: String },
    /// Illegal move.
    Illegal { vertex: String, rule: IllegalMove },
    /// It is the engine's turn.
    NotYourTurn,
    /// The game is over.
    Over,
    /// Both players have passed; only scoring commands are allowed.
    Agreeing,
    /// Dead stones can be marked only after two passes.
    NotAgreeing,
    /// `dead` has no points.
    NoPoints,
    /// The point is empty.
    NoStone(String),
    /// There is no move to undo.
    NothingToUndo,
    /// Unknown level.
    NoLevel(String),
    /// The command requires a file name.
    NoFileName(String),
    /// The file exists.
    Exists(String),
    /// The file cannot be saved; the reason in English and Chinese.
    NotSaved { file: String, english: String, chinese: String },
    /// The game has reached the maximum length.
    TooLong,
    /// Internal error.
    Internal,
    /// The game has unsaved moves.
    Unsaved,
}

impl From<GameLengthError> for TerminalPlayError {
    fn from(_: GameLengthError) -> TerminalPlayError {
        TerminalPlayError::TooLong
    }
}

impl From<InternalError> for TerminalPlayError {
    fn from(_: InternalError) -> TerminalPlayError {
        TerminalPlayError::Internal
    }
}

impl TerminalPlayError {
    /// Returns the reason why a move is illegal.
    pub(super) fn of_move(vertex: String, reason: PlayError) -> TerminalPlayError {
        match reason {
            PlayError::Illegal(rule) => TerminalPlayError::Illegal { vertex, rule },
            PlayError::TooLong(too_long) => too_long.into(),
        }
    }

    /// Returns the reason why a file cannot be saved.
    pub(super) fn of_saving(file: &str, reason: &SaveError) -> TerminalPlayError {
        let english = reason.to_string();
        let chinese = match reason {
            SaveError::Forbidden(_) => "不得使用该文件".into(),
            SaveError::NoFormat => "文件名应以.wei7或.sgf结尾".into(),
            SaveError::NoFile => "不是普通文件".into(),
            SaveError::Invalid(why) => format!("此格式无法记录本局（{why}）"),
            SaveError::Unwritable(error) => format!("无法写入（{}）", of_disk(error.kind())),
        };
        TerminalPlayError::NotSaved { file: printable_line(file).into_owned(), english, chinese }
    }

    /// Returns the message in a language.
    pub(super) fn text(&self, language: Language) -> String {
        match language {
            Language::English => self.english(),
            Language::Chinese => self.chinese(),
        }
    }

    fn english(&self) -> String {
        match self {
            TerminalPlayError::Unknown(word) => {
                format!("{word}: neither a point nor a command; help lists the commands")
            }
            TerminalPlayError::OffBoard { word, lines } => {
                format!("{word}: off the {lines}x{lines} board")
            }
            TerminalPlayError::TooMuch { word, rest } => {
                format!("{rest}: unexpected after {word}")
            }
            TerminalPlayError::Illegal { vertex, rule } => format!("{vertex}: {rule}"),
            TerminalPlayError::NotYourTurn => "it is not your turn".into(),
            TerminalPlayError::Over => "the game is over; undo takes moves back".into(),
            TerminalPlayError::Agreeing => {
                "both have passed; agree counts the score, undo continues the game".into()
            }
            TerminalPlayError::NotAgreeing => "dead stones can be marked after two passes".into(),
            TerminalPlayError::NoPoints => "dead: missing points, as in dead C3".into(),
            TerminalPlayError::NoStone(vertex) => format!("{vertex}: no stone"),
            TerminalPlayError::NothingToUndo => "no move of yours to take back".into(),
            TerminalPlayError::NoLevel(word) => {
                format!("{word}: invalid level (1 to 10, or 25k to {})", Level::HIGHEST_RANK)
            }
            TerminalPlayError::NoFileName(word) => {
                format!("{word}: missing file name (.sgf or .wei7)")
            }
            TerminalPlayError::Exists(file) => {
                format!("{file}: the file exists; overwrite {file} replaces it")
            }
            TerminalPlayError::NotSaved { file, english, .. } => {
                format!("{file}: not saved: {english}")
            }
            TerminalPlayError::TooLong => GameLengthError.to_string(),
            TerminalPlayError::Internal => "internal error; the game is unchanged".into(),
            TerminalPlayError::Unsaved => "the game is not saved; repeat quit, or save FILE".into(),
        }
    }

    fn chinese(&self) -> String {
        match self {
            TerminalPlayError::Unknown(word) => {
                format!("{word}：既非落点也非命令；“帮助”列出各命令")
            }
            TerminalPlayError::OffBoard { word, lines } => format!("{word}：不在{lines}路棋盘上"),
            TerminalPlayError::TooMuch { word, rest } => format!("{rest}：{word}之后不应有内容"),
            TerminalPlayError::Illegal { vertex, rule } => format!("{vertex}：{}", illegal(*rule)),
            TerminalPlayError::NotYourTurn => "现在不轮到您".into(),
            TerminalPlayError::Over => "棋局已结束；“悔棋”可退回".into(),
            TerminalPlayError::Agreeing => "双方均已虚着；“同意”则数子，“悔棋”则续弈".into(),
            TerminalPlayError::NotAgreeing => "双方连续虚着之后才确认死子".into(),
            TerminalPlayError::NoPoints => "死子：须指明位置，如“死子 C3”".into(),
            TerminalPlayError::NoStone(vertex) => format!("{vertex}：此处无子"),
            TerminalPlayError::NothingToUndo => "您尚未落子，无可悔".into(),
            TerminalPlayError::NoLevel(word) => {
                format!("{word}：级别为1至10，或25级至{}", rank_in_chinese(Level::HIGHEST_RANK))
            }
            TerminalPlayError::NoFileName(word) => format!("{word}：须有文件名，以.sgf或.wei7结尾"),
            TerminalPlayError::Exists(file) => format!("{file}：文件已存在；“覆盖 {file}”则替换"),
            TerminalPlayError::NotSaved { file, chinese, .. } => {
                format!("{file}：未保存：{chinese}")
            }
            TerminalPlayError::TooLong => "本局手数已达上限".into(),
            TerminalPlayError::Internal => "天元内部错误；棋局未变".into(),
            TerminalPlayError::Unsaved => {
                "棋局尚未保存；再次“退出”则放弃，“存盘 文件”则保存".into()
            }
        }
    }
}

fn illegal(rule: IllegalMove) -> &'static str {
    match rule {
        IllegalMove::Occupied => "此处已有棋子",
        IllegalMove::Suicide => "禁着点，不得自杀",
        IllegalMove::Ko => "打劫，不得立即提回",
        IllegalMove::Superko => "禁止全局同形",
    }
}

fn of_disk(kind: ErrorKind) -> String {
    match kind {
        ErrorKind::NotFound => "没有该文件夹".into(),
        ErrorKind::PermissionDenied => "没有权限".into(),
        ErrorKind::StorageFull => "磁盘已满".into(),
        ErrorKind::ReadOnlyFilesystem => "文件系统只读".into(),
        other => other.to_string(),
    }
}
