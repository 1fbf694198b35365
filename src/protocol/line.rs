//! Parser for a line: an id, a command name and its argument.
//!
//! It follows GTP 2 (section 2.5) and WTP (2.1, 2.3), which differ only in the TAB: GTP converts it to a space, WTP
//! drops it like all control characters. Runs of spaces are accepted in both, since some clients send them.

/// A parsed line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// A blank line.
    Blank,
    /// A comment: the text after the `#`, without surrounding spaces.
    Comment(String),
    /// A command with its argument.
    Command {
        /// The digits of the id; empty if there is none. It is text, so that `007` and ids of any length are returned
        /// unchanged.
        id: String,
        /// The name of the command; empty if there is only an id.
        name: String,
        /// The rest of the line without surrounding spaces; empty if there is none.
        argument: String,
    },
}

impl Line {
    /// Parses a line without its line break. A TAB becomes a space if `tab_parts_words`, otherwise it is dropped like
    /// other control characters.
    pub fn read(text: &str, tab_parts_words: bool) -> Line {
        let (text, comment) = match text.split_once('#') {
            Some((before, after)) => (before, Some(after)),
            None => (text, None),
        };
        let clean: String = text.chars().filter_map(|c| kept(c, tab_parts_words)).collect();
        let (first, rest) = first_word(&clean);
        let is_id = !first.is_empty() && first.bytes().all(|byte| byte.is_ascii_digit());
        let (id, (name, argument)) =
            if is_id { (first, first_word(rest)) } else { ("", (first, rest)) };
        match comment {
            _ if !first.is_empty() => {
                let [id, name, argument] = [id, name, argument].map(String::from);
                Line::Command { id, name, argument }
            }
            Some(comment) => Line::Comment(comment.trim().to_string()),
            None => Line::Blank,
        }
    }
}

/// Returns the character, a space in its place, or `None` if it is dropped.
fn kept(c: char, tab_parts_words: bool) -> Option<char> {
    match c {
        '\t' if tab_parts_words => Some(' '),
        '\0'..' ' | '\x7F' => None,
        _ => Some(c),
    }
}

/// Splits off the first word. Both parts have no surrounding spaces.
fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim_matches(' ');
    let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
    (first, rest.trim_start_matches(' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(id: &str, name: &str, argument: &str) -> Line {
        let [id, name, argument] = [id, name, argument].map(String::from);
        Line::Command { id, name, argument }
    }

    #[test]
    fn line_splits_into_id_name_and_argument() {
        assert_eq!(Line::read("play B D4", true), command("", "play", "B D4"));
        assert_eq!(Line::read("  007   play  B  D4 \r", true), command("007", "play", "B  D4"));
        assert_eq!(Line::read("5", true), command("5", "", ""));
        assert_eq!(Line::read("-5 name", true), command("", "-5", "name"));
        assert_eq!(Line::read("name#D4", true), command("", "name", ""));
    }

    #[test]
    fn tab_separates_words_or_is_dropped() {
        assert_eq!(Line::read("play\tB\tD4", true), command("", "play", "B D4"));
        assert_eq!(Line::read("pl\tay B\0 D\x7F4", false), command("", "play", "B D4"));
    }

    #[test]
    fn blank_lines_and_comments_are_recognized() {
        assert_eq!(Line::read(" \t\r", false), Line::Blank);
        assert_eq!(Line::read(" # interrupt\r", true), Line::Comment("interrupt".into()));
    }
}
