//! What stands beside the samples of a chunk, a row for each.

use crate::go::BoardSize;

use super::row_layout::RowLayout;
use super::{input_file, teacher_file};

/// What the rows beside samples are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum RowKind {
    /// What a net thinks of each sample.
    #[default]
    Opinions,
    /// What a net of KataGo's would be asked.
    Inputs,
}

impl RowKind {
    /// The suffix of their file.
    pub(super) fn suffix(self) -> &'static str {
        match self {
            RowKind::Opinions => ".tch",
            RowKind::Inputs => ".inp",
        }
    }

    /// The form of their file.
    pub(super) fn form(self, size: BoardSize) -> RowLayout {
        match self {
            RowKind::Opinions => teacher_file::form(size),
            RowKind::Inputs => input_file::form(size),
        }
    }
}
