//! Labels: what a net thinks of positions of games, for the training of another net.
//!
//! Data flows one way: games are read, all that is drawn is drawn, and positions are labelled, which are written
//! in chunks.
//!
//! | module | contents |
//! | --- | --- |
//! | `input`, `game_line`, `game` | games from records and lines |
//! | `plan`, `sampling` | which positions of which games belong to which chunk |
//! | `labeller` | evaluates positions with a net or a search, or writes net inputs |
//! | `job` | evaluates positions in several threads and writes finished chunks |
//! | `chunk_store` | finished chunks, from which an interrupted run resumes |
//! | `row_kind`, `row_layout`, `teacher_file`, `input_file` | the rows of output files |
//!
//! - An `input` has the games of files of records and of lines.
//! - The `plan` says which positions of which game are in which chunk; it depends on the games, the options and
//!   the seed alone.
//! - A `labeller` asks a net about positions, or searches them; threads have one each.
//!   Or it writes what a net of KataGo's would be asked, for a program that asks many at a time.
//! - The `chunk_store` knows which chunks are whole, so that a run that was cut off goes on.

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
