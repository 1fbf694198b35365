//! The output of a review: annotated records, CSV, JSON lines and pages.
//!
//! | file | contents |
//! | --- | --- |
//! | `form` | a review in each form |
//! | `annotated`, `csv`, `json_lines` | records, tables, JSON lines |
//! | `page`, `page_data`, `markup`, `drawing`, `charts`, `tables` | the page of a game and its parts |
//! | `live_page`, `served` | the page of a game in progress; pages as a server sends them |
//! | `index`, `index_lines`, `overview`, `players`, `tally_line` | the index of all games, with its lines |
//! | `problem_page`, `problem_records` | problems as pages and as records |
//! | `words` | texts in Chinese and English |

pub(super) mod annotated;
pub(super) mod charts;
pub(super) mod csv;
pub(super) mod drawing;
mod form;
pub(super) mod index;
pub(super) mod index_lines;
pub(super) mod json_lines;
pub(super) mod live_page;
mod markup;
mod overview;
pub(super) mod page;
pub(super) mod page_data;
mod players;
pub(super) mod problem_page;
pub(super) mod problem_records;
pub(super) mod served;
pub(super) mod tables;
mod tally_line;
pub(super) mod words;
