//! The reader splits bytes into lines, on a thread of its own, so that lines are seen while the
//! engine thinks.
//!
//! A line ends at its LF (in GB 18030 no other character has that byte), the last one also at the
//! end of the input. A line of more than [`LONGEST_LINE`] bytes is skipped without being kept.

use std::io::{self, BufRead, BufReader, Read};

use super::inbox::{Arrival, Inbox};

/// The most bytes of a line without its LF: 1 MiB, more than a game of 10 000 moves needs.
pub const LONGEST_LINE: usize = 1 << 20;

/// Reads lines until the input ends or fails.
pub(super) fn read(input: impl Read, inbox: &Inbox) {
    if let Err(error) = read_lines(BufReader::with_capacity(1 << 16, input), inbox) {
        log::warn!("the input failed: {error}");
    }
    inbox.push(Arrival::End);
}

fn read_lines(mut input: impl BufRead, inbox: &Inbox) -> io::Result<()> {
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
            inbox.push(line.take().map_or(Arrival::TooLong, Arrival::Line));
            line = Some(Vec::new());
        }
        if ended {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<Arrival> {
        let inbox = Inbox::default();
        read(bytes, &inbox);
        (0..inbox.count()).map(|_| inbox.pop().1).collect()
    }

    fn line(bytes: &[u8]) -> Arrival {
        Arrival::Line(bytes.into())
    }

    #[test]
    fn the_last_line_needs_no_end() {
        assert_eq!(lines(b"a\n\nb\r\n"), [line(b"a"), line(b""), line(b"b\r"), Arrival::End]);
        assert_eq!(lines(b"a\nb"), [line(b"a"), line(b"b"), Arrival::End]);
        assert_eq!(lines(b""), [Arrival::End]);
    }

    #[test]
    fn a_line_may_be_as_long_as_the_limit_and_no_longer() {
        let mut bytes = vec![b'a'; LONGEST_LINE];
        assert_eq!(lines(&bytes), [line(&bytes), Arrival::End]);
        bytes.push(b'a');
        assert_eq!(lines(&bytes), [Arrival::TooLong, Arrival::End]);
        bytes.extend(b"\nname\n");
        assert_eq!(lines(&bytes), [Arrival::TooLong, line(b"name"), Arrival::End]);
    }
}
