//! Results of commands and their text in responses.
//!
//! Independent of commands. Each error is one message, worded as clients expect it.

use crate::engine::{GameLengthError, HandicapError, InternalError, UndoError};

/// The result of a successful command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CommandResponse {
    /// A success without a value.
    Done,
    /// A value of one or more lines. Control characters and blank lines are removed.
    Text(String),
    /// Lines that are sent unchanged. Blank lines are only allowed if clients of another program expect them.
    Lines(Vec<String>),
    /// A response whose lines were already sent, except for its end.
    Sent,
    /// A success without a value, after which the session ends.
    Quit,
}

impl CommandResponse {
    /// Creates a value of several lines.
    pub fn lines(lines: impl IntoIterator<Item = String>) -> CommandResponse {
        CommandResponse::Text(lines.into_iter().collect::<Vec<_>>().join("\n"))
    }

    /// Creates a value of several words on one line.
    pub fn words(words: impl IntoIterator<Item = String>) -> CommandResponse {
        CommandResponse::Text(words.into_iter().collect::<Vec<_>>().join(" "))
    }
}

/// The reason why a command failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// A line with an id and without a command.
    #[error("empty command")]
    EmptyCommand,
    /// The protocol has no command with this name.
    #[error("unknown command")]
    UnknownCommand,
    /// The line exceeds the length limit of a session.
    #[error("line too long")]
    LineTooLong,
    /// The argument does not have the required form.
    #[error("syntax error")]
    Syntax,
    /// An argument is invalid. The text names it and the reason.
    #[error("syntax error: {0}")]
    Word(String),
    /// The protocol, the engine or the format does not support this board size.
    #[error("unacceptable size")]
    Size,
    /// The komi is not a multiple of half a point, or is out of range.
    #[error("unacceptable komi")]
    Komi,
    /// The point is occupied or off the board, or the rules forbid the move.
    #[error("illegal move")]
    IllegalMove,
    /// The stones do not form a legal position.
    #[error("illegal position")]
    IllegalPosition,
    /// There are fewer turns than should be taken back.
    #[error("cannot undo")]
    CannotUndo,
    /// The board size does not allow this number of handicap stones.
    #[error("invalid number of stones")]
    NumberOfStones,
    /// Handicap stones require an empty board.
    #[error("board not empty")]
    BoardNotEmpty,
    /// The points of handicap stones contain duplicates or are off the board.
    #[error("bad vertex list")]
    BadVertexList,
    /// The engine does not support rules with this name, or the option.
    #[error("unsupported rule")]
    UnsupportedRule,
    /// The game cannot be loaded. The text contains the reason.
    #[error("cannot load file: {0}")]
    CannotLoad(String),
    /// The game cannot be saved. The text contains the reason.
    #[error("cannot save file: {0}")]
    CannotSave(String),
    /// The arguments do not describe a problem of the position. The text contains the reason.
    #[error("cannot solve: {0}")]
    CannotSolve(String),
    /// An argument is invalid. The text is the message of the program from which clients know the command.
    #[error("{0}")]
    Argument(String),
    /// The command requires a net, and none is loaded for this board size.
    #[error("no net is loaded for boards of {0} lines")]
    NoNet(usize),
    /// There is no parameter with this name.
    #[error("unknown parameter")]
    UnknownParameter,
    /// The value is not allowed for the parameter.
    #[error("unacceptable value")]
    Value,
    /// The game has reached the maximum number of turns.
    #[error(transparent)]
    TooLong(#[from] GameLengthError),
    /// The command panicked, which is a bug.
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

/// Formats a response, from its status to the final blank line.
///
/// The value contains no blank lines, which would end the response, and no control characters.
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

/// Removes control characters, blank lines and trailing spaces.
pub(super) fn sanitize(text: &str) -> String {
    let printable = |line: &str| line.chars().filter(|c| !c.is_control()).collect::<String>();
    let lines: Vec<String> = text.lines().map(|line| printable(line).trim_end().into()).collect();
    lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn response_formats() {
        let text = |answer| response("7", &answer, "");
        assert_eq!(text(Ok(CommandResponse::Done)), "=7\n\n");
        assert_eq!(text(Ok(CommandResponse::Text("D4".into()))), "=7 D4\n\n");
        assert_eq!(text(Ok(CommandResponse::Text("a\nb".into()))), "=7 a\nb\n\n");
        assert_eq!(text(Err(Failure::Syntax)), "?7 syntax error\n\n");
        assert_eq!(response("", &Ok(CommandResponse::Text(String::new())), " "), "= \n\n");
    }

    #[test]
    fn sanitize_removes_blank_lines_and_controls() {
        assert_eq!(sanitize("\na\0b \r\n\n \nc\x7F\td\n"), "ab\ncd");
    }
}
