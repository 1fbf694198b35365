//! What a command answers, and the text of the response that says so.
//!
//! It does not know commands. One error is one sentence, in the words that clients compare with.

use crate::engine::{CannotUndo, HandicapError, Mishap, TooLong};

/// How a command that succeeded ends its response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// Without a value.
    Done,
    /// With a value of one or more lines.
    Text(String),
    /// With lines that end as they should, none of them blank.
    Lines(Vec<String>),
    /// With what was sent already, whole lines: only the end is missing.
    Sent,
    /// Without a value, and the session ends with it.
    Quit,
}

impl Reply {
    /// A value of several lines.
    pub fn lines(lines: impl IntoIterator<Item = String>) -> Reply {
        Reply::Text(lines.into_iter().collect::<Vec<_>>().join("\n"))
    }

    /// A value of several words on one line.
    pub fn words(words: impl IntoIterator<Item = String>) -> Reply {
        Reply::Text(words.into_iter().collect::<Vec<_>>().join(" "))
    }
}

/// Why a command failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// An id, and nothing to do.
    #[error("empty command")]
    EmptyCommand,
    /// No table has that name.
    #[error("unknown command")]
    UnknownCommand,
    /// More bytes than a line may have.
    #[error("line too long")]
    LineTooLong,
    /// The argument is not of the form that the command takes.
    #[error("syntax error")]
    Syntax,
    /// The same, where it is told which word is wrong, and why.
    #[error("syntax error: {0}")]
    Word(String),
    /// The protocol or the engine has no such board.
    #[error("unacceptable size")]
    Size,
    /// Not a multiple of half a point, or absurd.
    #[error("unacceptable komi")]
    Komi,
    /// Occupied, suicide, ko, or off the board.
    #[error("illegal move")]
    IllegalMove,
    /// Stones that do not make a position.
    #[error("illegal position")]
    IllegalPosition,
    /// Fewer turns were played.
    #[error("cannot undo")]
    CannotUndo,
    /// The size has no points for so many handicap stones.
    #[error("invalid number of stones")]
    NumberOfStones,
    /// Handicap stones need an empty board.
    #[error("board not empty")]
    BoardNotEmpty,
    /// Points that are named twice or are not on the board.
    #[error("bad vertex list")]
    BadVertexList,
    /// No rules of that name, or an option that the engine does not have.
    #[error("unsupported rule")]
    UnsupportedRule,
    /// No game record can be read there, and why.
    #[error("cannot load file: {0}")]
    CannotLoad(String),
    /// No game record can be written there, and why.
    #[error("cannot save file: {0}")]
    CannotSave(String),
    /// No parameter of that name.
    #[error("unknown parameter")]
    UnknownParameter,
    /// A value that the parameter cannot have.
    #[error("unacceptable value")]
    Value,
    /// No turn can follow.
    #[error(transparent)]
    TooLong(#[from] TooLong),
    /// A defect of the engine.
    #[error(transparent)]
    Mishap(#[from] Mishap),
}

impl From<CannotUndo> for Failure {
    fn from(_: CannotUndo) -> Failure {
        Failure::CannotUndo
    }
}

impl From<HandicapError> for Failure {
    fn from(error: HandicapError) -> Failure {
        match error {
            HandicapError::BoardNotEmpty => Failure::BoardNotEmpty,
            HandicapError::NumberOfStones => Failure::NumberOfStones,
            HandicapError::BadPoints => Failure::BadVertexList,
        }
    }
}

/// The text of a response, from its status to the blank line that ends it.
///
/// No line inside is blank and no character is a control: either would be taken for the end.
pub fn response(id: &str, answer: &Result<Reply, Failure>, no_value: &str) -> String {
    let (status, text) = match answer {
        Ok(Reply::Sent) => return "\n".into(),
        Ok(Reply::Done | Reply::Quit) => ('=', String::new()),
        Ok(Reply::Text(text)) => ('=', clean(text)),
        Ok(Reply::Lines(lines)) => ('=', lines.join("\n")),
        Err(failure) => ('?', clean(&failure.to_string())),
    };
    let (space, text) = if text.is_empty() { ("", no_value) } else { (" ", text.as_str()) };
    format!("{status}{id}{space}{text}\n\n")
}

/// The text without control characters, blank lines and spaces at the ends of lines.
pub fn clean(text: &str) -> String {
    let printable = |line: &str| line.chars().filter(|c| !c.is_control()).collect::<String>();
    let lines: Vec<String> = text.lines().map(|line| printable(line).trim_end().into()).collect();
    lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn responses_have_the_form_of_their_protocol() {
        let text = |answer| response("7", &answer, "");
        assert_eq!(text(Ok(Reply::Done)), "=7\n\n");
        assert_eq!(text(Ok(Reply::Text("D4".into()))), "=7 D4\n\n");
        assert_eq!(text(Ok(Reply::Text("a\nb".into()))), "=7 a\nb\n\n");
        assert_eq!(text(Err(Failure::Syntax)), "?7 syntax error\n\n");
        assert_eq!(response("", &Ok(Reply::Text(String::new())), " "), "= \n\n");
    }

    #[test]
    fn nothing_inside_a_value_ends_the_response() {
        assert_eq!(clean("\na\0b \r\n\n \nc\x7F\td\n"), "ab\ncd");
    }
}
