//! The game of Go: boards, rules, scoring and ladders, without I/O or clocks.
//!
//! [`Board`] is a fast position with simple ko. [`Game`] adds history, superko and the other [`Rules`]. [`PointSet`]
//! is a bitboard; code outside playouts uses its set operations.
//!
//! ```
//! use tianyuan_go::{BoardSize, Color, Game, Move, Rules};
//!
//! let size = BoardSize::new(9).expect("boards have 2 to 25 lines");
//! let mut game = Game::new(size, Rules::CHINESE);
//! game.play(Color::Black, Move::Play(size.point(4, 4)))?;
//! game.play(Color::White, Move::Pass)?;
//! assert_eq!(game.board().liberty_count(size.point(4, 4)), 4);
//! assert_eq!(game.turns().len(), 2);
//! # Ok::<(), tianyuan_go::IllegalMove>(())
//! ```
//!
//! | module | contents |
//! | --- | --- |
//! | `point`, `color`, `point_set`, `neighbourhood` | board sizes, points, moves, colours; bitboards; the 8 points around a point |
//! | `board`, `chain`, `chains`, `empty_points`, `play`, `self_atari` | the fast position: chains and their liberties, playing and undoing moves |
//! | `zobrist` | hash keys of positions |
//! | `game`, `history` | a game with its turns and superko |
//! | `rules`, `rules_names`, `compact_rules` | rules, their names, KataGo's compact form |
//! | `score`, `handicap` | scoring by area and territory; handicap points |
//! | `ladder` | the ladder reader |
//! | `diagram` | boards as text |
//! | `perft` | counts of move sequences, to test rules |
//! | `rng` | the seeded random numbers of playouts |

#![warn(unreachable_pub)]

mod board;
mod chain;
mod chains;
mod color;
mod compact_rules;
pub mod diagram;
mod empty_points;
mod game;
pub mod handicap;
mod history;
pub mod ladder;
mod neighbourhood;
pub mod perft;
mod play;
mod point;
mod point_set;
pub mod rng;
mod rules;
mod rules_names;
pub mod score;
mod self_atari;
pub mod zobrist;

pub use board::{Board, ChainId};
pub use color::Color;
pub use diagram::Diagram;
pub use game::{Game, IllegalMove, SetupError};
pub use history::{Action, Turn, Turns};
pub use neighbourhood::Neighbourhood;
pub use point::{BoardSize, Move, Point};
pub use point_set::{MAX_WORDS, PointMap, PointSet};
pub use rules::{HandicapBonus, KoRule, Komi, NO_BUTTON, Nearest, Rules, Scoring, Tax};
pub use score::Score;
