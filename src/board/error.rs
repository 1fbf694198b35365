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
    /// The comments of the record have reached the maximum length.
    TooManyComments,
    /// The file contains no game record.
    NoRecord,
    /// The engine does not support the game of the record.
    NotPlayable(NotPlayableError),
    /// The position is not a problem; the reason in English.
    NoProblem(String),
    /// No loaded net imitates humans on a board with this number of lines.
    NoHumanNet(usize),
    /// The program was started without problems.
    NoProblems,
    /// No problem is open.
    NoOpenProblem,
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
            BoardError::TooManyComments => "the comments of the record are too long (4 MiB)".into(),
            BoardError::NoRecord => "not a game record (neither wei7 nor SGF)".into(),
            BoardError::NotPlayable(reason) => format!("the record is not playable: {reason}"),
            BoardError::NoProblem(reason) => format!("no problem to solve: {reason}"),
            BoardError::NoHumanNet(lines) => {
                format!("no human net for {lines} lines; start the program with --human-net")
            }
            BoardError::NoProblems => "no problems; start the program with --problems".into(),
            BoardError::NoOpenProblem => "no problem is open".into(),
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
                let accepted = accepted.replace(" to ", " 至 ").replace(", ", "，");
                format!("{}“{value}”无效（{accepted}）", field(name))
            }
            BoardError::Illegal(vertex, rule) => format!("{vertex}：{}", illegal(*rule)),
            BoardError::NotYourTurn => "现在轮到引擎".into(),
            BoardError::Over => "棋局已结束".into(),
            BoardError::Agreeing => "双方均已虚着，请先确认死子".into(),
            BoardError::NotAgreeing => "双方连续虚着之后才确认死子".into(),
            BoardError::NoStone(vertex) => format!("{vertex} 处无子"),
            BoardError::NothingToUndo => "无可悔之棋".into(),
            BoardError::TooLong => "本局手数已达上限".into(),
            BoardError::TooManyComments => "棋谱中的注释过长（4 MiB）".into(),
            BoardError::NoRecord => "不是棋谱（wei7 或 SGF）".into(),
            BoardError::NotPlayable(reason) => format!("棋谱无法摆出：{reason}"),
            BoardError::NoProblem(reason) => format!("没有可解的死活题：{reason}"),
            BoardError::NoHumanNet(lines) => {
                format!("没有适合 {lines} 路棋盘的人类棋风网络，请用 --human-net 启动程序")
            }
            BoardError::NoProblems => "没有题目，请用 --problems 启动程序".into(),
            BoardError::NoOpenProblem => "没有打开题目".into(),
            BoardError::NoLesson => "没有待确认的着手".into(),
            BoardError::Internal => "内部错误，棋局未变".into(),
            BoardError::TooManyBoards(most) => format!("已打开 {most} 个棋盘，请关闭一页后重试"),
        }
    }
}

/// Returns the Chinese name of a field.
fn field(name: &'static str) -> &'static str {
    match name {
        "size" => "路数",
        "komi" => "贴目",
        "rules" => "规则",
        "handicap" => "让子数",
        "level" => "级别",
        "profile" => "模仿的棋手",
        "seconds" => "每手秒数",
        "teaching" => "指导棋的目数",
        "main time" => "基本用时（秒）",
        "period" => "每次读秒",
        "periods" => "读秒次数",
        "increment" => "每手加秒",
        "problem" => "题号",
        "comment length" => "注释字数",
        "point" => "位置",
        "node" => "节点",
        name => name,
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
