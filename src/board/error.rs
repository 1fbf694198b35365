//! Rejected messages, in both languages.

use crate::go::{Game, IllegalMove};
use crate::records::record::{Language, NotPlayableError};

/// The reason why a message of the page is rejected. The state is unchanged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BoardError {
    /// Not a JSON object of a command; the message of the parser.
    Message(String),
    /// A field has an invalid value: its name, its value, and the accepted values.
    Field(&'static str, String, String),
    /// The move at this vertex is illegal.
    Illegal(String, IllegalMove),
    /// It is the engine's turn.
    NotYourTurn,
    /// The game is over.
    Over,
    /// Both players have passed.
    Agreeing,
    /// Dead stones can be marked only after two passes.
    NotAgreeing,
    /// The point is empty.
    NoStone(String),
    /// No move to undo.
    NothingToUndo,
    /// The game or its record has reached the maximum length.
    TooLong,
    /// The file contains no game record.
    NoRecord,
    /// The engine does not support the game of the record.
    NotPlayable(NotPlayableError),
    /// The position is not a problem; the reason in English.
    NoProblem(String),
    /// No lesson to accept.
    NoLesson,
    /// An internal error, which is a defect of the program.
    Internal,
    /// The maximum number of boards is open.
    TooManyBoards(usize),
}

impl From<NotPlayableError> for BoardError {
    fn from(reason: NotPlayableError) -> BoardError {
        BoardError::NotPlayable(reason)
    }
}

impl BoardError {
    /// Returns the error in a language.
    pub fn text(&self, language: Language) -> String {
        language.choose(self.english(), self.chinese())
    }

    fn english(&self) -> String {
        match self {
            BoardError::Message(reason) => format!("invalid message: {reason}"),
            BoardError::Field(name, value, accepted) => {
                format!("invalid {name} {value} ({accepted})")
            }
            BoardError::Illegal(vertex, rule) => format!("{vertex}: {rule}"),
            BoardError::NotYourTurn => "it is the engine's turn".into(),
            BoardError::Over => "the game is over".into(),
            BoardError::Agreeing => "both players have passed: agree on dead stones first".into(),
            BoardError::NotAgreeing => "dead stones are marked after two passes".into(),
            BoardError::NoStone(vertex) => format!("{vertex} is empty"),
            BoardError::NothingToUndo => "no move to undo".into(),
            BoardError::TooLong => {
                format!("the game has the maximum of {} moves", Game::MOST_TURNS)
            }
            BoardError::NoRecord => "not a game record (neither wei7 nor SGF)".into(),
            BoardError::NotPlayable(reason) => format!("the record is not playable: {reason}"),
            BoardError::NoProblem(reason) => format!("no problem to solve: {reason}"),
            BoardError::NoLesson => "no move to accept".into(),
            BoardError::Internal => "internal error; the game is unchanged".into(),
            BoardError::TooManyBoards(most) => {
                format!("{most} boards are open; close a page and try again")
            }
        }
    }

    fn chinese(&self) -> String {
        match self {
            BoardError::Message(reason) => format!("消息无效：{reason}"),
            BoardError::Field(name, value, accepted) => {
                format!("{name} 的值“{value}”无效（{accepted}）")
            }
            BoardError::Illegal(vertex, rule) => format!("{vertex}：{}", illegal(*rule)),
            BoardError::NotYourTurn => "现在轮到引擎".into(),
            BoardError::Over => "棋局已结束".into(),
            BoardError::Agreeing => "双方均已虚着，请先确认死子".into(),
            BoardError::NotAgreeing => "双方连续虚着之后才确认死子".into(),
            BoardError::NoStone(vertex) => format!("{vertex} 处无子"),
            BoardError::NothingToUndo => "无可悔之棋".into(),
            BoardError::TooLong => "本局手数已达上限".into(),
            BoardError::NoRecord => "不是棋谱（wei7 或 SGF）".into(),
            BoardError::NotPlayable(reason) => format!("棋谱无法摆出：{reason}"),
            BoardError::NoProblem(reason) => format!("没有可解的死活题：{reason}"),
            BoardError::NoLesson => "没有待确认的着手".into(),
            BoardError::Internal => "内部错误，棋局未变".into(),
            BoardError::TooManyBoards(most) => format!("已打开 {most} 个棋盘，请关闭一页后重试"),
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
