//! The output of a review, a file for each form: annotated records, CSV, lines of JSON and pages.

pub(super) mod annotated;
pub(super) mod charts;
pub(super) mod csv;
pub(super) mod drawing;
mod form;
pub(super) mod index;
pub(super) mod index_lines;
pub(super) mod json_lines;
mod markup;
mod overview;
pub(super) mod page;
pub(super) mod page_data;
mod players;
pub(super) mod problem_page;
pub(super) mod problem_records;
pub(super) mod tables;
mod tally_line;
