//! The errors of files of dialogues and checks.

/// The reason why a dialogue or a check cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// A line is invalid.
    #[error("line {line}: {error}")]
    Line {
        /// The number of the line in the file, from 1.
        line: usize,
        /// The reason.
        error: LineError,
    },
    /// The check with this number names no clause.
    #[error("check {0} names no clause")]
    NoClause(u32),
}

/// The reason why a line is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// The line has another sign at the start.
    #[error("{0:?} does not begin with one of # @ ! > ~ <")]
    Sign(String),
    /// A repetition has another form.
    #[error("a repetition is {{repeat TIMES TEXT}}")]
    Repetition,
    /// An escaped byte has no two hexadecimal digits.
    #[error("\\x needs two hexadecimal digits behind it")]
    Hexadecimal,
    /// The text is not a time of at most an hour.
    #[error("it needs seconds, 0 to 3600")]
    Seconds,
    /// The text is not a number.
    #[error("{0:?} is no number")]
    Number(String),
    /// No header has that name.
    #[error("there is no header {0:?}")]
    Header(String),
}
