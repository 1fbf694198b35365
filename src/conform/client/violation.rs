//! What can be said against the lines of a client.

use crate::protocol::{Protocol, WTP};
use crate::records::record::Language;

/// Something that a client did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Violation {
    /// The first line was not the greeting.
    NoGreeting,
    /// Bytes that mean nothing in the charset.
    BadBytes,
    /// A control character, as the CR of other systems' lines.
    Control,
    /// Other than one blank between words.
    Blanks,
    /// The name of the command has characters that names do not have.
    Name,
    /// The line was sent before the last one was answered.
    TooEarly,
    /// The argument is not of the type that the command takes.
    Argument,
    /// The point is not on the board, or the board has no such size.
    OffBoard,
    /// A command without an argument has one.
    NeedlessArgument,
    /// The input ended without quit.
    NoQuit,
    /// The line is longer than recommended.
    Long,
    /// The command is not one of those that this engine lists.
    Unknown,
    /// The engine refused it.
    Refused,
    /// An analysis was ended by another line than stop.
    EndedAnalysis,
}

impl Violation {
    /// Whether the protocol does not allow it; else it is only worth knowing.
    pub fn is_violation(self, protocol: &Protocol) -> bool {
        match self {
            Violation::Long | Violation::Unknown | Violation::Refused => false,
            Violation::EndedAnalysis => false,
            // GTP lets lines wait, skips control characters and has words apart by any number of blanks.
            Violation::TooEarly | Violation::Control | Violation::Blanks => is_wtp(protocol),
            Violation::NeedlessArgument | Violation::NoQuit => is_wtp(protocol),
            _ => true,
        }
    }

    /// The clause of the protocol's text.
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

    /// What is said, in a language.
    pub fn text(self, language: Language) -> &'static str {
        let (chinese, english) = match self {
            Violation::NoGreeting => ("首行不是WTP", "the first line is not WTP"),
            Violation::BadBytes => ("有无效字节", "bytes that mean nothing in the charset"),
            Violation::Control => ("有控制符", "a control character"),
            Violation::Blanks => ("应用一个空格符分隔", "words are parted by one blank"),
            Violation::Name => ("命令名称有误", "this is no name of a command"),
            Violation::TooEarly => ("前一命令尚未响应", "the line before is not answered yet"),
            Violation::Argument => {
                ("参数格式错误", "the argument is not of the type of the command")
            }
            Violation::OffBoard => {
                ("不在棋盘上或没有此路数", "not on the board, or no size of one")
            }
            Violation::NeedlessArgument => ("此命令没有参数", "the command takes no argument"),
            Violation::NoQuit => ("没有用quit退出", "the input ended without quit"),
            Violation::Long => ("超过1024字节", "more than 1024 bytes"),
            Violation::Unknown => ("命令列表中没有此命令", "the engine does not list this command"),
            Violation::Refused => ("程序拒绝了", "the engine refused it"),
            Violation::EndedAnalysis => ("没有用stop停止分析", "an analysis was not ended by stop"),
        };
        if language == Language::Chinese { chinese } else { english }
    }
}

pub(super) fn is_wtp(protocol: &Protocol) -> bool {
    protocol.version == WTP.version
}
