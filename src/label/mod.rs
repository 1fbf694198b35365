//! Training targets: evaluates positions of games with a net, for the training of another net.
//!
//! Data flows in one direction: games are read, positions are sampled and evaluated, and chunks are written.
//!
//! | module | contents |
//! | --- | --- |
//! | `input`, `game_line`, `game` | games from records and lines |
//! | `plan`, `sampling` | which positions of which games belong to which chunk |
//! | `labeller` | evaluates positions with a net or a search, or writes net inputs |
//! | `job` | evaluates positions in several threads and writes finished chunks |
//! | `chunk_store` | finished chunks, from which an interrupted run resumes |
//! | `options` | options of the job |
//! | `row_kind`, `row_layout`, `teacher_file`, `input_file` | the rows of output files |

mod sampling;
mod chunk_store;
mod game;
mod input;
mod input_file;
mod job;
mod labeller;
mod game_line;
mod options;
mod plan;
mod row_layout;
mod row_kind;
mod teacher_file;

pub use options::{KomiChoice, KomiOptions, LabelOptions, Symmetries};
pub use row_kind::RowKind;
