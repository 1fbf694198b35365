//! Game reviews: compares every move of a game, or of all games in a directory, with the engine's choice.
//!
//! A record becomes a list of positions, the engine evaluates each one, and every output is a function of the record
//! and these evaluations.
//!
//! ```text
//! files -> input -> game_positions -> evaluation -> move_review -> summary -> output
//!                                         |
//!                                     checkpoint
//! ```
//!
//! | module | contents |
//! | --- | --- |
//! | `position` | the evaluation of a position, the value and the grade of a move |
//! | `game` | one game: input, positions to evaluate, move reviews, summary, problems |
//! | `batch` | many games: threads, checkpoint, shards, workers, outputs over all games |
//! | `output` | annotated records, CSV, JSON lines, pages |
//! | `options` | inputs, outputs and search limits |
//! | `move_explanation` | the explanation of a single move |
//! | `record_review` | the review of one record as data, for library users |

mod batch;
mod game;
#[cfg(feature = "cli")]
mod move_explanation;
mod options;
mod output;
mod position;
mod record_review;

#[cfg(feature = "postgres")]
pub use batch::distributed::merge_claimed;
pub use batch::merge::merge_reviews;
pub use batch::outcome::ReviewOutcome;
#[cfg(feature = "cli")]
pub(crate) use move_explanation::{MoveExplanation, explain_move};
pub use options::{
    Form, PlayoutAllocation, ResumeMode, ReviewOptions, SOLVE_NODES, SearchLimit, SearchOptions,
};
#[cfg(feature = "cli")]
pub(crate) use output::charts::draw_curve;
pub use output::live_page::{ShownEvaluation, live_page};
#[cfg(feature = "cli")]
pub(crate) use output::messages::outcome;
pub use output::served_page::{PageError, Service, render_served_page};
pub use record_review::{ReviewError, ReviewedMove, review_page, review_record};
