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
//! | module | contents |
//! | --- | --- |
//! | `position` | the assessment of a position, the value and the grade of a move |
//! | `game` | a game: its input, the positions to assess, the reviews of its moves, the summary, problems |
//! | `batch` | the job over many games: threads, journal, shards, workers, files about all games |
//! | `output` | annotated records, CSV, JSON lines, pages |
//! | `options` | what to read and write, and how long each position is searched |
//! | `record_review` | the review of one record as data |

mod batch;
mod game;
mod options;
mod output;
mod position;
mod record_review;

#[cfg(feature = "postgres")]
pub use batch::distributed::merge_claimed;
pub use batch::merge::merge_reviews;
pub use options::{Form, PlayoutAllocation, ResumeMode, ReviewOptions, SearchLimit, SearchOptions};
pub use output::live_page::{ShownEvaluation, live_page};
pub use output::served_page::{PageError, Service, render_served_page};
pub use record_review::{ReviewError, ReviewedMove, review_record};
