//! Judges the lines of a client by the text of the protocol, more strictly than an engine does.

use super::argument::argument;
use super::complaint::{Complaint, is_wtp};
use crate::protocol::{Line, Protocol, asked_for};

/// The longest line that is recommended (3.11 of WTP), in bytes.
const LONGEST_LINE: usize = 1024;

/// What is remembered of a client's lines.
#[derive(Debug)]
pub(super) struct Judge {
    protocol: &'static Protocol,
    /// Whether no command has come yet.
    is_first: bool,
    /// The lines of the board.
    size: usize,
}

impl Judge {
    pub(super) fn new(protocol: &'static Protocol) -> Judge {
        Judge { protocol, is_first: true, size: 19 }
    }

    /// What there is to say against a line without its LF.
    pub(super) fn complaints(&mut self, bytes: &[u8]) -> Vec<Complaint> {
        let text = self.protocol.charset.decode(bytes);
        let mut found = self.of_text(&text);
        found.extend((bytes.len() > LONGEST_LINE).then_some(Complaint::Long));
        if let Line::Command { name, argument, .. } = self.protocol.read(&text) {
            let was_first = std::mem::take(&mut self.is_first);
            if !(is_wtp(self.protocol) && asked_for(&text).is_some_and(is_wtp)) {
                let ungreeted = was_first && is_wtp(self.protocol);
                found.extend(ungreeted.then_some(Complaint::NoGreeting));
                found.extend(self.of_command(&name, &argument));
            }
        }
        found
    }

    /// What there is to say against the characters of a line, comments aside.
    fn of_text(&self, text: &str) -> Vec<Complaint> {
        let (command, has_comment) = match text.split_once('#') {
            Some((command, _)) => (command.trim_end_matches(' '), true),
            None => (text, false),
        };
        let is_tab = |c| c == '\t' && self.protocol.tab_parts_words;
        let is_blank = has_comment && command.is_empty() || text.trim().is_empty();
        let checks = [
            (text.contains(char::REPLACEMENT_CHARACTER), Complaint::BadBytes),
            (command.chars().any(|c| c.is_ascii_control() && !is_tab(c)), Complaint::Control),
            (!is_blank && command.split(' ').any(str::is_empty), Complaint::Blanks),
        ];
        checks.into_iter().filter_map(|(is_so, complaint)| is_so.then_some(complaint)).collect()
    }

    /// What there is to say against a command, which sets the board if it is one that does.
    fn of_command(&mut self, name: &str, text: &str) -> Vec<Complaint> {
        if !self.is_name(name) {
            return vec![Complaint::Name];
        }
        let words: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
        let unknown = self.protocol.command(name).is_none().then_some(Complaint::Unknown);
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

    fn said(protocol: &'static Protocol, lines: &[&str]) -> Vec<Complaint> {
        let mut judge = Judge::new(protocol);
        let bytes = lines.iter().map(|line| protocol.charset.encode(line));
        let complaints = bytes.map(|line| judge.complaints(&line));
        complaints.last().unwrap_or_default()
    }

    #[test]
    fn a_client_of_wtp_may_say_what_the_text_allows() {
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
            assert_eq!(said(&WTP, &["WTP", line]), [], "{line}");
        }
    }

    #[test]
    fn each_fault_of_a_client_of_wtp_is_named() {
        for (line, complaint) in [
            ("play b D4", Complaint::Argument),
            ("play B d4", Complaint::Argument),
            ("play B I4", Complaint::Argument),
            ("play B U4", Complaint::OffBoard),
            ("play B D4\r", Complaint::Control),
            ("play  B D4", Complaint::Blanks),
            ("play B D4 ", Complaint::Blanks),
            ("Play B D4", Complaint::Name),
            ("genmove", Complaint::Argument),
            ("boardsize 4", Complaint::OffBoard),
            ("boardsize x", Complaint::Argument),
            ("time_settings 600 30", Complaint::Argument),
            ("time_settings 600 30 0", Complaint::Argument),
            ("set_position D4", Complaint::Argument),
            ("rule", Complaint::Argument),
            ("undo 0", Complaint::Argument),
            ("name please", Complaint::NeedlessArgument),
            ("make_coffee", Complaint::Unknown),
        ] {
            assert_eq!(said(&WTP, &["WTP", line]), [complaint], "{line}");
        }
        assert_eq!(said(&WTP, &["name"]), [Complaint::NoGreeting]);
        assert_eq!(said(&WTP, &["WTP", "boardsize 9", "play B K1"]), [Complaint::OffBoard]);
    }

    #[test]
    fn gtp_is_written_less_strictly() {
        for line in ["7 play black d4", "play W pass", "play\tb\tq16", "komi 6.5", "genmove white"]
        {
            assert_eq!(said(&GTP, &[line]), [], "{line}");
        }
        assert_eq!(said(&GTP, &["play B resign"]), [Complaint::Argument]);
        assert_eq!(said(&GTP, &["play D4"]), [Complaint::Argument]);
        assert_eq!(said(&GTP, &["komi many"]), [Complaint::Argument]);
    }
}
