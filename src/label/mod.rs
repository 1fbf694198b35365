//! Labels: what a net thinks of positions of games, for the training of another net.
//!
//! Data flows one way: games are read, all that is drawn is drawn, and positions are labelled, which are written
//! in chunks.
//!
//! ```text
//! files -> input (line) -> game -> plan (draw) -> labeller -> folder
//!                                                                      |
//!                                                                     rows -> teacher_file, input_file -> row_form
//! ```
//!
//! - An `input` has the games of files of records and of lines.
//! - The `plan` says which positions of which game are in which chunk; it depends on the games, the options and
//!   the seed alone.
//! - A `labeller` asks a net about positions, or searches them; threads have one each.
//!   Or it writes what a net of KataGo's would be asked, for a program that asks many at a time.
//! - The `folder` knows which chunks are whole, so that a run that was cut off goes on.
//!
//! | module | contents |
//! | --- | --- |
//! | `job` | labels positions in several threads and writes finished chunks |

mod draw;
mod folder;
mod game;
mod input;
mod input_file;
mod job;
mod labeller;
mod line;
mod options;
mod plan;
mod row_form;
mod rows;
mod teacher_file;

pub use options::{KomiChoice, KomiOptions, LabelOptions, Symmetries};
pub use rows::Rows;
