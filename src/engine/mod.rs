//! The engine: one game, one search, settings and clocks; whatever any protocol may ask of it.
//!
//! It never prints, opens no files, and does not know which protocol is speaking.
//!
//! ```text
//! level settings                  what the user may set
//! request                         what an analysis is asked for, and when reports are due
//! judgement seki settled          which stones are dead, and whether the game is decided
//! decision                        from a search to a move, a pass or a resignation
//! drawing                         moves of the lower levels, drawn without looking ahead
//! sheet                           what is known of the game beside its moves
//! state                           the engine itself
//! standing                        what a client can set, to be put back
//! game time game_record analysis thinking guard       what it can do
//! ```
//!
//! | module | contents |
//! | --- | --- |
//! | `dynamic_komi` | dynamic komi for handicap games |
//! | `errors` | errors of changes to the game |

mod analysis;
mod decision;
mod drawing;
mod dynamic_komi;
mod errors;
mod game;
mod game_record;
mod guard;
mod judgement;
mod level;
mod request;
mod seki;
mod settings;
mod settled;
mod sheet;
// Only the bridge puts games back.
#[cfg(feature = "cli")]
mod standing;
mod state;
mod thinking;
mod time;

pub use crate::nn::Symmetry;
pub use crate::search::clock::{Clock, TimeControl};
pub use crate::search::{
    Ban, Candidate, NetAnswer, RawEvaluation, Report, Restriction, RootOptions, ownership_stdev,
};
pub use crate::settings::{HandicapParams, PlayerParams};
pub use errors::{CannotPlay, CannotUndo, HandicapError, TooLong};
pub use game_record::{RecordError, Uncounted};
pub use guard::InternalError;
pub use judgement::Judgement;
pub use level::{Level, NoLevel};
pub use request::{AnalysisRequest, OnReport, Stop};
pub use settings::Settings;
pub use state::Engine;
pub use time::facts as time_facts;
