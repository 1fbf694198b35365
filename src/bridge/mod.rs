//! A bridge between the two protocols: a client of one drives an engine of the other.
//!
//! The bridge keeps a game of its own, by the engine of this program, which never thinks here: every
//! command about the game is answered by it, in its words and by its rules. After each the engine behind
//! the bridge, which runs as a process, is told what has changed. So superko holds though it may not know it,
//! and it can be started again where it was.
//!
//! ```text
//! client -> session -> bridged_session -> engine_sync -> setup, time -> engine_client -> the engine's process
//!                         |        |
//!                         |     genmove, analyze, passthrough -> engine_client
//!                      commands                  analysis_parser <- engine_client
//! ```
//!
//! - `commands` says which commands a bridge has; `game_state` is what an engine is told of a game.
//! - `engine_sync` keeps the engine at that state; `setup` has the positions that games begin with, `time` the
//!   time controls.
//! - `genmove` and `analyze` have the engine think; `analysis_parser` reads what it reports; `passthrough` has commands that
//!   both protocols have.
//! - `engine_client` is the engine's process, with the errors of its commands.

mod analyze;
mod bridged_session;
mod genmove;
mod passthrough;
mod engine_sync;
mod engine_client;
mod analysis_parser;
mod setup;
mod game_state;
mod commands;
mod time;

use std::io::{Read, Write};
use std::path::PathBuf;
use std::time::Duration;

use crate::engine_process::command_line;
use crate::engine_process::gtp_log::GtpLog;
use crate::engine_process::protocol_kind::ProtocolKind;
use crate::job_error::JobError;
use crate::protocol::Files;
use crate::records::storage::Storage;
use crate::session::{self, ProtocolChoice};

use bridged_session::BridgeSession;
use engine_client::EngineClient;
use engine_sync::EngineSync;

/// The options of a bridge.
///
/// ```no_run
/// use tianyuan::bridge::Options;
///
/// let options = Options { engine: "gnugo --mode gtp".into(), ..Options::default() };
/// options.run(std::io::stdin(), std::io::stdout())?;
/// # Ok::<(), tianyuan::job_error::JobError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Options {
    /// The command line of the engine. Quotation marks keep blanks together.
    pub engine: String,
    /// Whether the engine speaks WTP and the bridge GTP, rather than the other way round.
    pub is_wtp_engine: bool,
    /// How long any answer of the engine is waited for, but that to a command that makes it think.
    pub limit: Duration,
    /// The files that commands may read and write.
    pub files: Files,
    /// A file for what bridge and engine say to each other.
    pub log: Option<PathBuf>,
    /// Whether the standard error of the engine is copied to that of this program.
    pub verbose: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            engine: String::new(),
            is_wtp_engine: false,
            limit: Duration::from_secs(60),
            files: Files::default(),
            log: None,
            verbose: false,
        }
    }
}

impl Options {
    /// Starts the engine and answers the lines of `input` on `output` until the input ends, the client says
    /// `quit`, or nobody reads the output any more. Then the engine is ended.
    ///
    /// # Errors
    /// Returns [`JobError`] if the engine cannot be started or violates its protocol, or the output fails.
    pub fn run(
        &self,
        input: impl Read + Send + 'static,
        output: impl Write,
    ) -> Result<(), JobError> {
        let command = command_line::parse(&self.engine)?;
        let (kind, choice) = match self.is_wtp_engine {
            true => (ProtocolKind::Wtp, ProtocolChoice::Gtp),
            false => (ProtocolKind::Gtp, ProtocolChoice::Wtp),
        };
        let echo = self.verbose.then(|| command[0].clone());
        let log = GtpLog::new(&Storage::default(), self.log.as_deref(), echo);
        let log = log.map_err(JobError::io("the log cannot be written"))?;
        let remote = EngineClient::start(command, kind, self.limit, log);
        let hint = "see --verbose for what it says";
        let remote = remote.map_err(|trouble| JobError::Engine(format!("{trouble}; {hint}")))?;
        let mut bridged = BridgeSession::new(EngineSync::new(remote), self.files.clone());
        let ended = session::serve(input, output, choice, &mut bridged);
        bridged.quit();
        ended.map_err(JobError::io("the output failed"))
    }
}
