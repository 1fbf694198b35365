//! The command line of the program and its subcommands.
//!
//! | module | contents |
//! | --- | --- |
//! | `arguments`, `value_parsers`, `language`, `human_options`, `katago_options` | options of the program and of several subcommands |
//! | `session`, `terminal`, `play` | protocol sessions, the interactive terminal, games against the user |
//! | `board`, `board_token` | `board`; the token that its pages keep over restarts |
//! | `match_command`, `match_file`, `match_merge` | `match`: options, TOML file, merging of shards |
//! | `review`, `review_offer` | `review`, and its offer for a record without subcommand |
//! | `label`, `training`, `claims` | `label`, `features`, `train-patterns`; work queue options |
//! | `records` | `convert`, `check` and `show` |
//! | `solve` | `solve` |
//! | `net`, `net_options`, `net_file`, `net_cache` | `net`; selection and reading of net files; stored preparations |
//! | `analysis`, `bridge`, `conform`, `conform_client` | `analysis`, `bridge`, `conform` |
//! | `bench`, `perft`, `speed`, `setup` | `bench`, `perft`, `speed`, `setup` |
//! | `mpi` | MPI ranks |
//! | `exit_status`, `signals`, `logging`, `progress_bar` | exit statuses, interrupts, log and progress |
//! | `help` | help in Chinese |

pub mod analysis;
pub mod arguments;
pub mod bench;
pub mod board;
mod board_token;
pub mod bridge;
#[cfg(feature = "postgres")]
mod claims;
pub mod conform;
mod conform_client;
pub mod exit_status;
mod help;
mod signals;
pub mod label;
mod human_options;
mod katago_options;
mod language;
pub mod logging;
mod match_file;
pub mod match_merge;
pub mod match_command;
pub mod net;
pub mod net_options;
mod net_cache;
mod net_file;
pub mod perft;
pub mod play;
pub mod program;
mod progress_bar;
mod mpi;
pub mod records;
pub mod review;
mod review_offer;
mod session;
pub mod setup;
pub mod solve;
pub mod speed;
mod terminal;
pub mod training;
mod value_parsers;
