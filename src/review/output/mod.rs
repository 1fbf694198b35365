//! The output of a review: annotated records, CSV, JSON lines and pages.
//!
//! | file | contents |
//! | --- | --- |
//! | `format` | a review in each format |
//! | `annotated`, `csv`, `json_lines`, `group_lines` | records, tables, JSON lines, with proofs about groups |
//! | `page`, `page_data`, `charts`, `tables` | the page of a game and its parts |
//! | `endgame`, `reason_text` | values of moves; sentences about mistakes |
//! | `reader_section` | the parts for a reader's level |
//! | `live_page`, `served_page` | the page of a game in progress; pages as sent by a server |
//! | `index`, `index_lines`, `overview`, `players`, `stats_json` | the index of all games, with its JSON lines |
//! | `problem_page`, `problem_records` | problems as pages and as records |
//! | `messages`, `proof_messages` | texts in Chinese and English; texts about proofs |

pub(super) mod annotated;
pub(super) mod charts;
pub(super) mod csv;
mod endgame;
mod format;
pub(super) mod index;
pub(super) mod index_lines;
pub(super) mod json_lines;
pub(super) mod live_page;
mod group_lines;
mod overview;
pub(super) mod page;
pub(super) mod page_data;
mod players;
pub(super) mod problem_page;
pub(super) mod problem_records;
mod reader_section;
pub(super) mod reason_text;
pub(super) mod served_page;
pub(super) mod tables;
mod stats_json;
pub(super) mod messages;
mod proof_messages;
