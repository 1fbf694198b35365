//! What is written of a review: annotated records, tables, lines of JSON and pages.

pub mod annotated;
pub mod charts;
pub mod csv;
pub mod drawing;
mod form;
pub mod index;
pub mod json_lines;
mod markup;
pub mod page;
pub mod page_data;
pub mod tables;
