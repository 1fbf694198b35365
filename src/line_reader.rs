//! Reads lines of bounded length from a byte stream.

use std::io::{self, BufRead};

/// The maximum length of a line in bytes without its LF: 1 MiB, more than a game of 10 000 moves needs.
pub const LONGEST_LINE: usize = 1 << 20;

/// A line of the input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Line {
    /// The bytes of the line without the line break.
    Bytes(Vec<u8>),
    /// A line longer than [`LONGEST_LINE`]; its content is dropped.
    TooLong,
}

/// Calls `take` with each line until the input ends. The last line may lack its line break.
///
/// # Errors
/// Returns the error of the input or of `take`.
pub(crate) fn read_lines(
    mut input: impl BufRead,
    mut take: impl FnMut(Line) -> io::Result<()>,
) -> io::Result<()> {
    while let Some(line) = next_line(&mut input)? {
        take(line)?;
    }
    Ok(())
}

/// Returns the next line, or `None` at the end of the input. The last line may lack its line break.
///
/// # Errors
/// Returns the error of the input.
pub(crate) fn next_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut line = Some(Vec::new());
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let ended = chunk.is_empty();
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        line = line.filter(|line| line.len() + part.len() <= LONGEST_LINE);
        if let Some(line) = &mut line {
            line.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        let unfinished = line.as_ref().is_none_or(|line| !line.is_empty());
        if end.is_some() || (ended && unfinished) {
            return Ok(Some(line.map_or(Line::TooLong, Line::Bytes)));
        }
        if ended {
            return Ok(None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<Line> {
        let mut lines = Vec::new();
        let push = |line| {
            lines.push(line);
            Ok(())
        };
        read_lines(bytes, push).expect("memory does not fail");
        lines
    }

    fn line(bytes: &[u8]) -> Line {
        Line::Bytes(bytes.into())
    }

    #[test]
    fn last_line_may_lack_newline() {
        assert_eq!(lines(b"a\n\nb\r\n"), [line(b"a"), line(b""), line(b"b\r")]);
        assert_eq!(lines(b"a\nb"), [line(b"a"), line(b"b")]);
        assert_eq!(lines(b""), []);
    }

    #[test]
    fn line_longer_than_limit_is_too_long() {
        let mut bytes = vec![b'a'; LONGEST_LINE];
        assert_eq!(lines(&bytes), [line(&bytes)]);
        bytes.push(b'a');
        assert_eq!(lines(&bytes), [Line::TooLong]);
        bytes.extend(b"\nname\n");
        assert_eq!(lines(&bytes), [Line::TooLong, line(b"name")]);
    }
}
