//! Detection of the protocol by the first line of a session.

use super::command::Protocol;
use super::gtp::GTP;
use super::line::Line;
use super::wtp::{self, WTP};

/// Returns the protocol that a first line requests: WTP for its greeting (WTP 1.1), GTP for any other command.
/// Returns `None` for a blank line or a comment.
pub fn detect_protocol(text: &str) -> Option<&'static Protocol> {
    match WTP.read(text) {
        Line::Blank | Line::Comment(_) => None,
        // The line must contain nothing else, since `WTP` may be part of a file name in a GTP command.
        Line::Command { name, argument, .. } if argument.is_empty() && wtp::is_greeting(&name) => {
            Some(&WTP)
        }
        Line::Command { .. } => Some(&GTP),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greeting_must_be_whole_line() {
        let version = |text| detect_protocol(text).map(|protocol| protocol.version);
        for greeting in ["WTP", "wtp", " wtp ", "WTP # hello", "12 WTP", "WTP\r"] {
            assert_eq!(version(greeting), Some(22), "{greeting:?}");
        }
        for other in ["Wtp", "WTP 22", "loadsgf games/wtp/a.sgf", "name", "1", "wtpx"] {
            assert_eq!(version(other), Some(2), "{other:?}");
        }
        for nothing in ["", "  ", "\t\r", "# WTP"] {
            assert_eq!(version(nothing), None, "{nothing:?}");
        }
    }
}
