//! The reader puts lines into the inbox, on a thread of its own, so that they are seen while the
//! engine thinks.

use std::io::{BufReader, Read};

use super::inbox::{Arrival, Inbox};
use crate::lines::{Line, read_lines};

/// Reads lines until the input ends or fails.
pub(super) fn read(input: impl Read, inbox: &Inbox) {
    let input = BufReader::with_capacity(1 << 16, input);
    let push = |line| {
        inbox.push(match line {
            Line::Bytes(bytes) => Arrival::Line(bytes),
            Line::TooLong => Arrival::TooLong,
        });
        Ok(())
    };
    if let Err(error) = read_lines(input, push) {
        log::warn!("the input failed: {error}");
    }
    inbox.push(Arrival::End);
}
