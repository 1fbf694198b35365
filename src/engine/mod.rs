//! The engine: one game, one search, settings and clocks. This is the API behind every protocol.
//!
//! It never writes to standard output, opens no files, and does not depend on the protocols.
//!
//! | module | contents |
//! | --- | --- |
//! | `level`, `settings` | what the user can set |
//! | `request` | what an analysis reports, and when |
//! | `dead_stones`, `settled_points` | dead stones; whether the game is decided |
//! | `decision` | chooses a move, a pass or a resignation after a search; captures dead stones |
//! | `territory_pass` | the decision for or against a pass under territory scoring |
//! | `human`, `move_choice` | play in the style of humans; the choice among searched moves |
//! | `move_sampling` | random moves of the lower levels |
//! | `game_info` | information about the game other than its moves |
//! | `state`, `snapshot` | the state of the engine; the part that is restored after an error |
//! | `game`, `time`, `game_record`, `analysis`, `genmove` | the operations of the engine |
//! | `panic_guard` | restores the engine after a panic |
//! | `dynamic_komi` | dynamic komi for handicap games |
//! | `errors` | errors of changes to the game |

mod analysis;
mod decision;
mod move_sampling;
mod dynamic_komi;
mod errors;
mod game;
mod game_record;
mod panic_guard;
mod dead_stones;
mod level;
mod request;
mod settings;
mod settled_points;
mod game_info;
// Only the bridge restores games.
#[cfg(feature = "cli")]
mod snapshot;
mod state;
mod territory_pass;
mod genmove;
mod human;
mod move_choice;
mod time;

pub use crate::nn::Symmetry;
pub use crate::nn::katago::{HumanProfile, UnknownProfile};
pub use crate::search::clock::{Clock, TimeControl};
pub use crate::search::{
    Candidate, HumanGuide, HumanParams, MoveBan, MoveFilter, RawEvaluation, RawNetOutput, Report,
    RootOptions, ownership_stdev,
};
pub use crate::settings::{HandicapParams, MoveChoiceParams, PlayStyle, PlayerParams};
pub use dead_stones::DeadStones;
pub use errors::{GameLengthError, HandicapError, PlayError, UndoError};
pub use game_record::{RecordError, Uncounted};
pub use level::{Level, ParseLevelError};
pub use panic_guard::InternalError;
pub use request::{AnalysisRequest, OnReport, Stop};
pub use settings::{HumanSettings, Settings};
pub use state::Engine;
pub use time::time_record as time_facts;
