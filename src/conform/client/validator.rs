//! Checks a client's lines against the specification, more strictly than an engine does.

use super::argument::argument;
use super::violation::{Violation, is_wtp};
use crate::protocol::{Line, Protocol, detect_protocol};

/// The recommended maximum line length, in bytes (WTP 3.11).
const LONGEST_LINE: usize = 1024;

/// The state of a client's session.
#[derive(Debug)]
pub(super) struct ClientValidator {
    protocol: &'static Protocol,
    /// Whether the first command is still to come.
    is_first: bool,
    /// The board size in lines.
    size: usize,
}

impl ClientValidator {
    pub(super) fn new(protocol: &'static Protocol) -> ClientValidator {
        ClientValidator { protocol, is_first: true, size: 19 }
    }

    /// Returns the violations in a line, given without LF.
    pub(super) fn complaints(&mut self, bytes: &[u8]) -> Vec<Violation> {
        let text = self.protocol.charset.decode(bytes);
        let mut found = self.of_text(&text);
        found.extend((bytes.len() > LONGEST_LINE).then_some(Violation::Long));
        if let Line::Command { name, argument, .. } = self.protocol.read(&text) {
            let was_first = std::mem::take(&mut self.is_first);
            if !(is_wtp(self.protocol) && detect_protocol(&text).is_some_and(is_wtp)) {
                let ungreeted = was_first && is_wtp(self.protocol);
                found.extend(ungreeted.then_some(Violation::NoGreeting));
                found.extend(self.of_command(&name, &argument));
            }
        }
        found
    }

    /// Returns the violations in a line's characters, outside comments.
    fn of_text(&self, text: &str) -> Vec<Violation> {
        let (command, has_comment) = match text.split_once('#') {
            Some((command, _)) => (command.trim_end_matches(' '), true),
            None => (text, false),
        };
        let is_tab = |c| c == '\t' && self.protocol.tab_parts_words;
        let is_blank = has_comment && command.is_empty() || text.trim().is_empty();
        let checks = [
            (text.contains(char::REPLACEMENT_CHARACTER), Violation::BadBytes),
            (command.chars().any(|c| c.is_ascii_control() && !is_tab(c)), Violation::Control),
            (!is_blank && command.split(' ').any(str::is_empty), Violation::Blanks),
        ];
        checks.into_iter().filter_map(|(is_so, complaint)| is_so.then_some(complaint)).collect()
    }

    /// Returns the violations in a command, and tracks changes of the board size.
    fn of_command(&mut self, name: &str, text: &str) -> Vec<Violation> {
        if !self.is_name(name) {
            return vec![Violation::Name];
        }
        let words: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
        let unknown = self.protocol.command(name).is_none().then_some(Violation::Unknown);
        let argument = argument(self.protocol, name, &words, self.size);
        if name == "boardsize" {
            let size = text.parse().ok().filter(|size| self.protocol.sizes.contains(size));
            self.size = size.unwrap_or(self.size);
        }
        unknown.into_iter().chain(argument).collect()
    }

    fn is_name(&self, name: &str) -> bool {
        let fits = |c: char| c.is_ascii_lowercase() || matches!(c, '_' | '-');
        match is_wtp(self.protocol) {
            true => name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(fits),
            false => !name.is_empty(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{GTP, WTP};

    fn violations(protocol: &'static Protocol, lines: &[&str]) -> Vec<Violation> {
        let mut judge = ClientValidator::new(protocol);
        let bytes = lines.iter().map(|line| protocol.charset.encode(line));
        let complaints = bytes.map(|line| judge.complaints(&line));
        complaints.last().unwrap_or_default()
    }

    #[test]
    fn valid_wtp_lines_have_no_violations() {
        for line in [
            "7 play B D4",
            "play W PASS",
            "play B RESIGN",
            "genmove W # 想",
            "analyze B",
            "undo",
            "undo 2",
            "boardsize 9",
            "rule Chinese",
            "time_settings 600 30 5",
            "",
            "# only",
            "set_position B D4 Q16 PASS Q4",
            "time_settings 0 0 0",
            "stop",
            "list_commands",
        ] {
            assert_eq!(violations(&WTP, &["WTP", line]), [], "{line}");
        }
    }

    #[test]
    fn wtp_violations_are_detected() {
        for (line, complaint) in [
            ("play b D4", Violation::Argument),
            ("play B d4", Violation::Argument),
            ("play B I4", Violation::Argument),
            ("play B U4", Violation::OffBoard),
            ("play B D4\r", Violation::Control),
            ("play  B D4", Violation::Blanks),
            ("play B D4 ", Violation::Blanks),
            ("Play B D4", Violation::Name),
            ("genmove", Violation::Argument),
            ("boardsize 4", Violation::OffBoard),
            ("boardsize x", Violation::Argument),
            ("time_settings 600 30", Violation::Argument),
            ("time_settings 600 30 0", Violation::Argument),
            ("set_position D4", Violation::Argument),
            ("rule", Violation::Argument),
            ("undo 0", Violation::Argument),
            ("name please", Violation::NeedlessArgument),
            ("make_coffee", Violation::Unknown),
        ] {
            assert_eq!(violations(&WTP, &["WTP", line]), [complaint], "{line}");
        }
        assert_eq!(violations(&WTP, &["name"]), [Violation::NoGreeting]);
        assert_eq!(violations(&WTP, &["WTP", "boardsize 9", "play B K1"]), [Violation::OffBoard]);
    }

    #[test]
    fn gtp_validation_is_more_lenient() {
        for line in ["7 play black d4", "play W pass", "play\tb\tq16", "komi 6.5", "genmove white"]
        {
            assert_eq!(violations(&GTP, &[line]), [], "{line}");
        }
        assert_eq!(violations(&GTP, &["play B resign"]), [Violation::Argument]);
        assert_eq!(violations(&GTP, &["play D4"]), [Violation::Argument]);
        assert_eq!(violations(&GTP, &["komi many"]), [Violation::Argument]);
    }
}
