//! A bridge between GTP and WTP: a client of one protocol drives an engine of the other.
//!
//! The bridge maintains its own game in an internal engine, which never thinks. This engine answers all
//! commands about the game, with its own messages and rules. After each command, the changes are sent to the
//! engine behind the bridge, which runs as a process. Superko therefore holds even if that engine does not
//! support it, and it can be restarted in the same position.
//!
//! ```text
//! client -> session -> bridged_session -> engine_sync -> setup, time -> engine_client -> the engine's process
//!                         |        |
//!                         |     genmove, analyze, passthrough -> engine_client
//!                      commands                  analysis_parser <- engine_client
//! ```
//!
//! - `commands` lists the supported commands; `game_state` is the state of a game that is sent to an engine.
//! - `engine_sync` synchronises the engine with that state; `setup` handles initial positions, `time` the time
//!   controls.
//! - `genmove` and `analyze` make the engine think; `analysis_parser` parses its reports; `passthrough` handles
//!   commands that both protocols share.
//! - `engine_client` is the engine process, with the errors of its commands.

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
    /// The command line of the engine. Quotation marks preserve blanks.
    pub engine: String,
    /// `true` if the engine speaks WTP and the bridge GTP; `false` for the reverse.
    pub is_wtp_engine: bool,
    /// The timeout of engine responses, except to commands that make the engine think.
    pub limit: Duration,
    /// The files that commands may read and write.
    pub files: Files,
    /// A log file for the traffic between bridge and engine.
    pub log: Option<PathBuf>,
    /// Whether the standard error of the engine is copied to the standard error of this program.
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
    /// Starts the engine and answers the lines of `input` on `output`. Ends when the input ends, the client
    /// sends `quit`, or the output is closed; the engine is then terminated.
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
        let log = log.map_err(JobError::io("cannot write the log"))?;
        let remote = EngineClient::start(command, kind, self.limit, log);
        let hint = "--verbose shows its output";
        let remote = remote.map_err(|trouble| JobError::Engine(format!("{trouble}; {hint}")))?;
        let mut bridged = BridgeSession::new(EngineSync::new(remote), self.files.clone());
        let ended = session::serve(input, output, choice, &mut bridged);
        bridged.quit();
        ended.map_err(JobError::io("cannot write the output"))
    }
}
