//! Review: a whole game, or a folder of them, looked at move by move, and told in records, tables
//! and pages.
//!
//! It does not know how the engine comes by its judgement, nor what the formats of records look
//! like. Its way is one of data: a record becomes a list of situations, each of which the engine
//! assesses; all that is written is a function of the record and these assessments.
//!
//! ```text
//! arguments -> subject -> course -> assessment <-> journal
//!     run   ->                      findings -> summary -> annotated, json_lines, csv, page
//! ```
//!
//! - A `subject` is one record of one file, and where its outputs go.
//! - Its `course` has the situations to assess and the moves that lead from one to the next.
//! - An `assessment` is what the engine says of a situation; the `journal` keeps it.
//! - `findings` say what each move did; the `summary` adds them up by player and phase.
//! - The `page` is put together from `page.html`, `page.css`, `page*.js`, drawings and
//!   tables; the `index` leads to the pages of many games.

mod assessment;
mod course;
mod findings;
mod game_review;
mod journal;
mod options;
mod output;
mod run;
mod subject;
mod summary;
mod value;
mod words;

pub use options::{AfterCut, Form, ReviewOptions, SearchLimit, SearchOptions};
