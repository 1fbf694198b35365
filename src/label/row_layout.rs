//! The form of a file of rows: a head of 64 bytes, then rows of one length.
//!
//! The head has eight letters, its length, the lines of the board, the length of a row, a number of the kind of
//! file (32 bits each), the number of rows (64 bits), and zeros. All numbers have their low byte first.

use crate::go::BoardSize;

/// The length of a head.
const HEAD: usize = 64;

/// The form of a file for boards of one size.
#[derive(Debug, Clone, Copy)]
pub(super) struct RowLayout {
    /// What the file begins with.
    pub(super) magic: &'static [u8; 8],
    pub(super) size: BoardSize,
    /// The length of a row.
    pub(super) row_length: usize,
    /// What of a row the head counts: planes, or moves.
    pub(super) parts: usize,
}

impl RowLayout {
    /// The length of a file of so many rows.
    pub(super) fn file_length(self, count: usize) -> u64 {
        (HEAD + count * self.row_length) as u64
    }

    /// The head of a file of so many rows.
    pub(super) fn head(self, count: usize) -> Vec<u8> {
        let mut head = self.magic.to_vec();
        for number in [HEAD, self.size.lines(), self.row_length, self.parts] {
            head.extend((number as u32).to_le_bytes());
        }
        head.extend((count as u64).to_le_bytes());
        head.resize(HEAD, 0);
        head
    }
}
