//! Review: every move of a game, or of all games in a folder, compared with the engine's choice;
//! written as records, tables and pages.
//!
//! Data flows one way: a record becomes a list of situations, the engine assesses each, and all that
//! is written is a function of the record and these assessments.
//!
//! ```text
//! files -> input -> course -> assessment -> move_review -> summary -> output
//!                                |
//!                             journal
//! ```
//!
//! - An `input` is one record of one file, and the name of what is written of it.
//! - Its `course` has the situations to assess and the moves that lead from one to the next.
//! - An `assessment` is the engine's analysis of a situation; the `journal` keeps it, so that a review
//!   that was cut off can go on.
//! - Situations are assessed in two `passes`: `sharing` says from the first which get how much of the rest.
//! - A `move_review` has the value before and after a move, its `grade` and `mistake_kind`; the `summary`
//!   adds them up by player and phase, with the `accuracy`, and has the `turning_point`; a `game_review`
//!   holds all that is known of a game.
//! - A `game_digest` is what the pages of all games need of one: `player_history` has the games of each
//!   player, `problem` the positions with one clear move (a `problem_of_game` with its game,
//!   `problem_files` names the files); a `collection` is what is written of all games together.
//! - `output` has a file for each form: annotated records, CSV, JSON lines, pages. A page is put
//!   together from `page.html`, `page.css`, `page*.js`, drawings and tables.
//! - A `live_page` is the page of a game that is being played; `served` makes pages what a server gives to browsers.
//! - A shard of a review keeps a `game_list` of what it has finished; `merge` puts shards together.
//! - The `job` assesses the situations of all games on several threads and writes each game; `claimed` does
//!   so with games that are claimed from a database.

mod accuracy;
mod assessment;
#[cfg(feature = "postgres")]
mod claimed;
mod collection;
mod course;
mod game_digest;
mod game_job;
mod game_list;
mod game_report;
mod game_review;
mod grade;
mod input;
mod job;
mod journal;
mod live_page;
mod merge;
mod mistake_kind;
mod move_review;
mod options;
mod output;
mod passes;
mod player_history;
mod problem;
mod problem_files;
mod problem_of_game;
mod served;
mod sharing;
mod single;
mod summary;
mod tasks;
mod turning_point;
mod value;
mod words;
mod written;

#[cfg(feature = "postgres")]
pub use claimed::merge_claimed;
pub use live_page::{Thought, live_page};
pub use merge::merge_reviews;
pub use options::{AfterCut, Form, PlayoutAllocation, ReviewOptions, SearchLimit, SearchOptions};
pub use served::{NoPage, Service, served};
pub use single::{ReviewError, ReviewedMove, review_record};
