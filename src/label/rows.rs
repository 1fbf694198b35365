//! What stands beside the samples of a chunk, a row for each.

use crate::go::BoardSize;

use super::{input_file, teacher_file};

/// What the rows beside samples are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Rows {
    /// What a net thinks of each sample.
    #[default]
    Opinions,
    /// What a net of KataGo's would be asked.
    Inputs,
}

impl Rows {
    /// The suffix of their file.
    pub(super) fn suffix(self) -> &'static str {
        match self {
            Rows::Opinions => ".tch",
            Rows::Inputs => ".inp",
        }
    }

    /// The length of a file of so many rows.
    pub(super) fn file_length(self, size: BoardSize, count: usize) -> u64 {
        match self {
            Rows::Opinions => teacher_file::file_length(size, count),
            Rows::Inputs => input_file::file_length(size, count),
        }
    }

    /// The head of a file of so many rows.
    pub(super) fn head(self, size: BoardSize, count: usize) -> Vec<u8> {
        match self {
            Rows::Opinions => teacher_file::head(size, count),
            Rows::Inputs => input_file::head(size, count),
        }
    }
}
