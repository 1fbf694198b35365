//! What a command answers, and the text of the response that says so.
//!
//! It does not know commands. One error is one sentence, in the words that clients compare with.

use crate::engine::{GameLengthError, HandicapError, InternalError, UndoError};

/// The answer of a command that succeeded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CommandResponse {
    /// A success without a value.
    Done,
    /// A value of one or more lines, which is cleaned of control characters and blank lines.
    Text(String),
    /// Lines that are sent as they are; none may be blank, but where clients of another program
    /// expect it so.
    Lines(Vec<String>),
    /// A response whose lines were sent already; only its end is missing.
    Sent,
    /// A success without a value, after which the session ends.
    Quit,
}

impl CommandResponse {
    /// A value of several lines.
    pub fn lines(lines: impl IntoIterator<Item = String>) -> CommandResponse {
        CommandResponse::Text(lines.into_iter().collect::<Vec<_>>().join("\n"))
    }

    /// A value of several words on one line.
    pub fn words(words: impl IntoIterator<Item = String>) -> CommandResponse {
        CommandResponse::Text(words.into_iter().collect::<Vec<_>>().join(" "))
    }
}

/// The reason why a command failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// A line with an id and no command.
    #[error("empty command")]
    EmptyCommand,
    /// The protocol has no command of that name.
    #[error("unknown command")]
    UnknownCommand,
    /// The line has more bytes than a session reads.
    #[error("line too long")]
    LineTooLong,
    /// The argument is not of the form that the command takes.
    #[error("syntax error")]
    Syntax,
    /// The argument has a wrong word; the text names it and says why.
    #[error("syntax error: {0}")]
    Word(String),
    /// The protocol, the engine or the format has no board of that size.
    #[error("unacceptable size")]
    Size,
    /// The komi is no multiple of half a point, or is larger than any board.
    #[error("unacceptable komi")]
    Komi,
    /// The point is occupied or off the board, or the rules forbid the move.
    #[error("illegal move")]
    IllegalMove,
    /// The stones do not make a legal position.
    #[error("illegal position")]
    IllegalPosition,
    /// Fewer turns were played than should be taken back.
    #[error("cannot undo")]
    CannotUndo,
    /// The board size has no points for so many handicap stones.
    #[error("invalid number of stones")]
    NumberOfStones,
    /// The board is not empty, as handicap stones need it.
    #[error("board not empty")]
    BoardNotEmpty,
    /// The points of handicap stones are named twice or are not on the board.
    #[error("bad vertex list")]
    BadVertexList,
    /// The engine has no rules of that name, or no such option.
    #[error("unsupported rule")]
    UnsupportedRule,
    /// The game cannot be loaded; the text says why.
    #[error("cannot load file: {0}")]
    CannotLoad(String),
    /// The game cannot be saved; the text says why.
    #[error("cannot save file: {0}")]
    CannotSave(String),
    /// The argument is wrong; the text is what clients know from the program that has the command too.
    #[error("{0}")]
    Argument(String),
    /// The command asks a net, and none is for boards of so many lines.
    #[error("no net is loaded for boards of {0} lines")]
    NoNet(usize),
    /// There is no parameter of that name.
    #[error("unknown parameter")]
    UnknownParameter,
    /// The parameter cannot have that value.
    #[error("unacceptable value")]
    Value,
    /// The game may have no more turns.
    #[error(transparent)]
    TooLong(#[from] GameLengthError),
    /// The command panicked, which is a defect of the program.
    #[error(transparent)]
    Internal(#[from] InternalError),
}

impl From<UndoError> for Failure {
    fn from(_: UndoError) -> Failure {
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
pub(super) fn response(
    id: &str,
    answer: &Result<CommandResponse, Failure>,
    no_value: &str,
) -> String {
    let (status, text) = match answer {
        Ok(CommandResponse::Sent) => return "\n".into(),
        Ok(CommandResponse::Done | CommandResponse::Quit) => ('=', String::new()),
        Ok(CommandResponse::Text(text)) => ('=', sanitize(text)),
        Ok(CommandResponse::Lines(lines)) => ('=', lines.join("\n")),
        Err(failure) => ('?', sanitize(&failure.to_string())),
    };
    let (space, text) = if text.is_empty() { ("", no_value) } else { (" ", text.as_str()) };
    format!("{status}{id}{space}{text}\n\n")
}

/// The text without control characters, blank lines and spaces at the ends of lines.
pub(super) fn sanitize(text: &str) -> String {
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
        assert_eq!(text(Ok(CommandResponse::Done)), "=7\n\n");
        assert_eq!(text(Ok(CommandResponse::Text("D4".into()))), "=7 D4\n\n");
        assert_eq!(text(Ok(CommandResponse::Text("a\nb".into()))), "=7 a\nb\n\n");
        assert_eq!(text(Err(Failure::Syntax)), "?7 syntax error\n\n");
        assert_eq!(response("", &Ok(CommandResponse::Text(String::new())), " "), "= \n\n");
    }

    #[test]
    fn nothing_inside_a_value_ends_the_response() {
        assert_eq!(sanitize("\na\0b \r\n\n \nc\x7F\td\n"), "ab\ncd");
    }
}
