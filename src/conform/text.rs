//! The text of a dialogue line and the bytes that it represents: escapes and repetitions.

use crate::records::charset::Charset;

/// Splits a line such as `*1000 name` into its repetition count and text; other lines have count 1.
pub fn repetition(text: &str) -> (usize, &str) {
    let counted = text.strip_prefix('*').and_then(|rest| rest.split_once(' '));
    match counted.and_then(|(times, line)| Some((times.parse().ok()?, line))) {
        Some((times, line)) => (times, line),
        None => (1, text),
    }
}

/// Returns the bytes that a line represents, with escapes and repetitions resolved and the text encoded.
///
/// # Errors
/// Returns [`LineError`] for the first invalid escape.
pub fn bytes(line: &str, charset: Charset) -> Result<Vec<u8>, LineError> {
    let mut bytes = Vec::new();
    let mut rest = line;
    while let Some(at) = rest.find(['\\', '{']) {
        bytes.extend(&*charset.encode(&rest[..at]));
        let (piece, after) = escape(&rest[at..], charset)?;
        bytes.extend(piece);
        rest = after;
    }
    bytes.extend(&*charset.encode(rest));
    Ok(bytes)
}

/// Returns the bytes of an escape at the start, and the text after it.
fn escape(text: &str, charset: Charset) -> Result<(Vec<u8>, &str), LineError> {
    if let Some((repeat, after)) = text.strip_prefix("{repeat ").and_then(|t| t.split_once('}')) {
        let parts = repeat.split_once(' ');
        let parts = parts.and_then(|(times, piece)| Some((times.parse::<usize>().ok()?, piece)));
        let (times, piece) = parts.ok_or(LineError::Repetition)?;
        return Ok((charset.encode(piece).repeat(times), after));
    }
    let byte = match text.as_bytes() {
        [b'\\', b'r', ..] => b'\r',
        [b'\\', b't', ..] => b'\t',
        [b'\\', b's', ..] => b' ',
        [b'\\', b'\\', ..] => b'\\',
        [b'\\', b'x', ..] => {
            let digits = text.get(2..4).and_then(|digits| u8::from_str_radix(digits, 16).ok());
            let byte = digits.ok_or(LineError::Hexadecimal)?;
            return Ok((vec![byte], &text[4..]));
        }
        _ => return Ok((text.as_bytes()[..1].to_vec(), &text[1..])),
    };
    Ok((vec![byte], &text[2..]))
}

/// The reason why a dialogue or a check cannot be parsed.
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
    /// The check with this number states no clause.
    #[error("check {0} has no clause")]
    NoClause(u32),
}

/// The reason why a line is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// The line starts with an unknown character.
    #[error("{0:?} does not start with one of # @ ! > ~ <")]
    Sign(String),
    /// A malformed repetition.
    #[error("expected {{repeat TIMES TEXT}}")]
    Repetition,
    /// An escaped byte lacks its two hexadecimal digits.
    #[error("\\x requires two hexadecimal digits")]
    Hexadecimal,
    /// The text is not a time of at most an hour.
    #[error("expected seconds from 0 to 3600")]
    Seconds,
    /// The text is not a number.
    #[error("{0:?} is not a number")]
    Number(String),
    /// An unknown header name.
    #[error("unknown header {0:?}")]
    Header(String),
}
