//! What stands beside the samples of a chunk, a row for each.

use crate::go::BoardSize;

use super::row_form::RowForm;
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

    /// The form of their file.
    pub(super) fn form(self, size: BoardSize) -> RowForm {
        match self {
            Rows::Opinions => teacher_file::form(size),
            Rows::Inputs => input_file::form(size),
        }
    }
}
