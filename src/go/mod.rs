//! The game of Go: pure, without I/O, clocks or randomness. Uses nothing else of this crate.
//!
//! [`Board`] is the fast position, [`Game`] the slow game around it; [`PointSet`] is the set algebra
//! that everything which is not a playout is written in.

mod board;
mod chain;
mod chains;
mod color;
mod compact_rules;
pub mod diagram;
mod empties;
mod game;
pub mod handicap;
mod history;
pub mod ladder;
mod neighbourhood;
pub mod perft;
mod play;
mod point;
mod point_set;
mod rules;
mod rules_names;
pub mod score;
mod self_atari;
mod unplay;
pub mod zobrist;

pub use board::{Board, ChainId};
pub use color::Color;
pub use diagram::Diagram;
pub use game::{Game, IllegalMove, SetupError};
pub use history::{Action, Turn, Turns};
pub use neighbourhood::Neighbourhood;
pub use point::{BoardSize, Move, Point};
pub use point_set::{MAX_WORDS, PointMap, PointSet};
pub use rules::{HandicapBonus, KoRule, Komi, Nearest, Rules, Scoring, Tax};
pub use score::Score;
