//! Violations and remarks about a client's lines.

use crate::protocol::{Protocol, WTP};
use crate::records::record::Language;

/// A violation of the protocol by the client, or a remark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Violation {
    /// The first line was not the greeting.
    NoGreeting,
    /// Bytes that are invalid in the charset.
    BadBytes,
    /// A control character, such as the CR of a CRLF line ending.
    Control,
    /// Not exactly one space between words.
    Blanks,
    /// The command name has invalid characters.
    Name,
    /// The line was sent before the response to the previous one.
    TooEarly,
    /// The argument has the wrong type.
    Argument,
    /// The point is off the board, or the board size is unsupported.
    OffBoard,
    /// An argument for a command that takes none.
    NeedlessArgument,
    /// The input ended without `quit`.
    NoQuit,
    /// The line is longer than recommended.
    Long,
    /// The command is not listed by this engine.
    Unknown,
    /// The engine returned an error.
    Refused,
    /// An analysis was ended by a line other than `stop`.
    EndedAnalysis,
}

impl Violation {
    /// Returns `true` if the protocol forbids it; otherwise it is only a remark.
    pub fn is_violation(self, protocol: &Protocol) -> bool {
        match self {
            Violation::Long | Violation::Unknown | Violation::Refused => false,
            Violation::EndedAnalysis => false,
            // GTP permits pipelined commands, ignores control characters and allows any number of spaces.
            Violation::TooEarly | Violation::Control | Violation::Blanks => is_wtp(protocol),
            Violation::NeedlessArgument | Violation::NoQuit => is_wtp(protocol),
            _ => true,
        }
    }

    /// Returns the clause of the specification.
    pub fn clause(self, protocol: &Protocol) -> &'static str {
        let (wtp, gtp) = match self {
            Violation::NoGreeting => ("1.1", "1.3"),
            Violation::BadBytes => ("1.2", "2.1"),
            Violation::Control => ("2.1.2", "3.1"),
            Violation::Blanks | Violation::Name => ("2.1.2", "2.5"),
            Violation::TooEarly => ("2.1.2", "2.8"),
            Violation::Argument | Violation::Refused => ("5.1", "6.3"),
            Violation::OffBoard => ("3.6", "2.11"),
            Violation::NeedlessArgument => ("5.1", "6.3"),
            Violation::NoQuit => ("5.1.1.5", "6.3.1"),
            Violation::Long => ("3.11", "2.5"),
            Violation::Unknown => ("5.1.1.4", "6.3.1"),
            Violation::EndedAnalysis => ("5.1.3.5", "2.13"),
        };
        if is_wtp(protocol) { wtp } else { gtp }
    }

    /// Returns the message in a language.
    pub fn text(self, language: Language) -> &'static str {
        let (chinese, english) = match self {
            Violation::NoGreeting => ("首行不是WTP", "the first line is not WTP"),
            Violation::BadBytes => ("有无效字节", "invalid bytes for the charset"),
            Violation::Control => ("有控制字符", "a control character"),
            Violation::Blanks => ("应用一个空格符分隔", "arguments must be separated by one space"),
            Violation::Name => ("命令名称有误", "invalid command name"),
            Violation::TooEarly => ("前一命令尚未响应", "the previous command has no response yet"),
            Violation::Argument => ("参数格式错误", "wrong argument type"),
            Violation::OffBoard => {
                ("不在棋盘上或没有此路数", "off the board, or invalid board size")
            }
            Violation::NeedlessArgument => ("此命令没有参数", "the command takes no argument"),
            Violation::NoQuit => ("没有用quit退出", "the input ended without quit"),
            Violation::Long => ("超过1024字节", "more than 1024 bytes"),
            Violation::Unknown => ("命令列表中没有此命令", "not in the engine's command list"),
            Violation::Refused => ("程序拒绝了", "rejected by the engine"),
            Violation::EndedAnalysis => ("没有用stop停止分析", "an analysis was not ended by stop"),
        };
        if language == Language::Chinese { chinese } else { english }
    }
}

pub(super) fn is_wtp(protocol: &Protocol) -> bool {
    protocol.version == WTP.version
}
