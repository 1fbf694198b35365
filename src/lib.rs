//! Tianyuan (天元), a Go engine: board, tree search, nets, text protocols and game records.
//!
//! The program `tianyuan` implements GTP 2 and WTP v22, plays matches, reviews games and converts records. This
//! library contains everything except `main`. The default feature `cli` adds the command line and its packages; other
//! programs do not need it:
//!
//! ```toml
//! [dependencies]
//! tianyuan = { version = "0.2", default-features = false }
//! ```
//!
//! # Play a game
//!
//! A [`Game`](go::Game) holds a position, its history and the rules:
//!
//! ```
//! use tianyuan::go::{BoardSize, Color, Game, Move, Rules};
//! use tianyuan::protocol::vertex;
//!
//! let size = BoardSize::new(9).expect("a board has 2 to 25 lines");
//! let mut game = Game::new(size, Rules::CHINESE);
//! for (color, name) in [(Color::Black, "E5"), (Color::White, "E6"), (Color::Black, "D6")] {
//!     game.play(color, vertex::read_move(size, name)?)?;
//! }
//! assert_eq!(game.board().liberty_count(size.point(4, 5)), 2, "E6 has two liberties left");
//! assert!(game.play(Color::White, Move::Play(size.point(4, 4))).is_err(), "E5 is occupied");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Search
//!
//! An [`Engine`](engine::Engine) plays moves and analyses positions. Without nets it searches with playouts;
//! [`Nets::embedded`](nn::Nets::embedded) provides the built-in nets:
//!
//! ```
//! use tianyuan::engine::{AnalysisRequest, Engine, Settings};
//! use tianyuan::go::{BoardSize, Color, Rules};
//! use tianyuan::nn::Nets;
//!
//! let nets = Nets::embedded().clone();
//! let settings = Settings { seed: Some(1), memory: 16, nets, ..Settings::default() };
//! let size = BoardSize::new(9).expect("a board has 2 to 25 lines");
//! let mut engine = Engine::new(settings, size, Rules::CHINESE);
//!
//! let request = AnalysisRequest { playouts: Some(50), ..AnalysisRequest::of(Color::Black) };
//! let report = engine.analyze(&request, &mut || false, &mut |_| {});
//! let best = report.best().expect("an empty board has moves");
//! assert!(best.visits > 0 && (0.0..=1.0).contains(&best.winrate));
//! ```
//!
//! # Read and write records
//!
//! SGF, wei7 3.0 (JSON) and wei7 2.2 (XML) are read as a neutral [`Record`](records::record::Record). Invalid
//! content, and data that a format cannot represent, becomes a [`Diagnostic`](records::record::Diagnostic), not a
//! failure:
//!
//! ```
//! use tianyuan::records::charset::Charset;
//! use tianyuan::records::format::{self, Format};
//!
//! let reading = format::read(b"(;GM[1]FF[4]SZ[9];B[ee];W[ec])", Format::Sgf);
//! let writing = format::write(&reading.records, Format::Wei7, Charset::Utf8);
//! assert!(!writing.findings.has_errors());
//! assert_eq!(Format::detect(&writing.bytes), Some(Format::Wei7));
//! ```
//!
//! # Review a game
//!
//! [`review::review_record`] searches every position of a record and compares each move with the engine's choice: win
//! rate before and after the move, loss, rank, and a better variation.
//!
//! `serve` (feature `cli`) shows reviews in a local browser with live analysis.
//!
//! # Protocols
//!
//! [`session::run`] serves GTP or WTP on any byte stream, [`analysis::run`] KataGo's JSON analysis protocol.
//!
//! # Play in a terminal
//!
//! [`terminal_play::play`] is a game between the engine and a user, with input and output through
//! [`UserIo`](terminal_play::UserIo).
//!
//! # Distributed search
//!
//! With the feature `mpi` (off by default) the program searches with all processes of an MPI job. The
//! [`cluster`](distributed::cluster) module works with any message transport.
//!
//! # Distributed jobs
//!
//! A [`Shard`](distributed::shard::Shard) is a fixed part of a job. With the feature `postgres` (off by default)
//! workers claim the units of a job from a database; see `distributed::work_queue`.
//!
//! # Structure
//!
//! Five crates hold what does not need an engine, a process or a terminal: [`go`], [`nn`], [`search`], [`records`] and
//! [`solver`]. This package re-exports them. Data flows from bytes to the board and back; each module uses only
//! modules to its right:
//!
//! ```text
//! bytes -> session -> line -> protocol -> command -> engine -> search -> go
//! bytes <- session <- line <- protocol <- reply   <- engine <- search <- go
//!          charset
//!
//! bytes <-> lines <-> analysis <-> search <-> go
//!
//! files <-> record_file <-> records <-> go
//! ```
//!
//! | module | contents |
//! | --- | --- |
//! | `settings` | names, types, ranges and defaults of all settings |
//! | `net_models` | the loaded nets, for clients |
//! | `engine` | one game, one search, clocks: the API behind every protocol |
//! | `local_problem` | requests to solve life-and-death problems, and their answers |
//! | `protocol`, `session` | commands and responses of GTP and WTP; a stream of commands |
//! | `analysis`, `line_reader` | KataGo's JSON protocol; lines of input with a limit |
//! | `terminal_play` | games against a person |
//! | `engine_process` | other engines as processes |
//! | `tournament`, `conform`, `bridge` | matches, the conformance kit, translation between GTP and WTP |
//! | `page`, `review`, `serve` | parts of pages; reviews and their pages; a local HTTP server |
//! | `board` | the sessions of a board in a browser |
//! | `training`, `label` | weights of the move model and training samples; training targets of nets |
//! | `distributed` | shards, work queues in PostgreSQL, MPI search |
//! | `gui_settings` | settings files of Go GUIs |
//! | `record_file`, `wall_clock` | files of records; dates |
//! | `stdio`, `sanitize`, `progress`, `cancellation`, `resource_usage`, `job_error` | standard streams, safe text, progress, cancellation, CPU time, errors of jobs |
//! | `cli` | arguments, subcommands, the terminal |
//!
//! Tests check the dependencies between modules and find import cycles between files.

#![warn(unreachable_pub)]

pub use tianyuan_go as go;
pub use tianyuan_nn as nn;
pub use tianyuan_records as records;
pub use tianyuan_search as search;
pub use tianyuan_solver as solver;

pub mod settings;
pub mod net_models;
pub mod sanitize;
pub mod stdio;
pub mod cancellation;
mod line_reader;
pub mod job_error;
pub mod progress;
pub mod resource_usage;
pub mod wall_clock;
pub mod record_file;
pub mod distributed;
pub mod engine;
mod local_problem;
pub mod protocol;
pub mod session;
pub mod terminal_play;
pub mod analysis;
#[cfg(feature = "cli")]
mod engine_process;
#[cfg(feature = "cli")]
pub mod tournament;
#[cfg(feature = "cli")]
pub mod conform;
#[cfg(feature = "cli")]
pub mod bridge;
pub mod training;
pub mod label;
mod page;
#[cfg(feature = "cli")]
pub mod board;
pub mod review;
#[cfg(feature = "cli")]
pub mod gui_settings;
#[cfg(feature = "cli")]
pub mod serve;
#[cfg(feature = "cli")]
pub mod cli;
