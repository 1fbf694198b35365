//! The layout of a file of rows: a header of 64 bytes and rows of equal length.
//!
//! The header has an 8-byte magic, header length, board size, row length, a number specific to the kind (32 bits
//! each), the number of rows (64 bits), and zeros. Integers are little-endian.

use crate::go::BoardSize;

/// The header length in bytes.
const HEAD: usize = 64;

/// The layout for boards of one size.
#[derive(Debug, Clone, Copy)]
pub(super) struct RowLayout {
    /// The magic bytes.
    pub(super) magic: &'static [u8; 8],
    pub(super) size: BoardSize,
    /// The row length in bytes.
    pub(super) row_length: usize,
    /// The number in the header that is specific to the kind: planes or moves.
    pub(super) parts: usize,
}

impl RowLayout {
    /// Returns the file length for a number of rows.
    pub(super) fn file_length(self, count: usize) -> u64 {
        (HEAD + count * self.row_length) as u64
    }

    /// Returns the header for a number of rows.
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
