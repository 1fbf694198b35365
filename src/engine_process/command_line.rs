//! The command line of an engine: a program and its arguments.

use crate::job_error::JobError;

/// An error in the command line of an engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// The command line has no program.
    #[error("missing program name")]
    NoProgram,
    /// A quotation mark is not closed.
    #[error("unclosed quotation mark")]
    OpenQuote,
}

impl From<CommandError> for JobError {
    fn from(error: CommandError) -> JobError {
        JobError::Usage(error.to_string())
    }
}

/// Splits a command line into the program and its arguments, as [`words`] does.
///
/// # Errors
/// Returns [`CommandError`] if there is no program, or a quotation mark is not closed.
pub(crate) fn parse(line: &str) -> Result<Vec<String>, CommandError> {
    let command = words(line)?;
    if command.is_empty() { Err(CommandError::NoProgram) } else { Ok(command) }
}

/// Splits a command line at blanks. Single or double quotation marks preserve blanks.
///
/// A backslash is not an escape character, because Windows paths contain it.
///
/// # Errors
/// Returns [`CommandError::OpenQuote`] if a quotation mark is not closed.
pub(crate) fn words(line: &str) -> Result<Vec<String>, CommandError> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in line.chars() {
        match quote {
            Some(mark) if c == mark => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if matches!(c, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    if quote.is_some() { Err(CommandError::OpenQuote) } else { Ok(words) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_group_words() {
        let split = |line| words(line).expect("closed quotes");
        assert_eq!(split(" gnugo  --mode gtp "), ["gnugo", "--mode", "gtp"]);
        assert_eq!(split(r#""C:\My Go\e.exe" -n 'a "b"' x"y z"w '' "#).len(), 5);
        assert_eq!(split(r#""C:\My Go\e.exe" x"y z"w"#), [r"C:\My Go\e.exe", "xy zw"]);
        assert_eq!(words("a 'b"), Err(CommandError::OpenQuote));
    }
}
