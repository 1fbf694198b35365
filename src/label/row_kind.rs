//! The kinds of rows that accompany the samples of a chunk.

use crate::go::BoardSize;

use super::row_layout::RowLayout;
use super::{input_file, teacher_file};

/// The kind of rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum RowKind {
    /// Targets: the evaluation of each sample.
    #[default]
    Opinions,
    /// The inputs of a KataGo net.
    Inputs,
}

impl RowKind {
    /// Returns the file extension.
    pub(super) fn suffix(self) -> &'static str {
        match self {
            RowKind::Opinions => ".tch",
            RowKind::Inputs => ".inp",
        }
    }

    /// Returns the layout of the file.
    pub(super) fn form(self, size: BoardSize) -> RowLayout {
        match self {
            RowKind::Opinions => teacher_file::form(size),
            RowKind::Inputs => input_file::form(size),
        }
    }
}
