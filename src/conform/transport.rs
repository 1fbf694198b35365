//! The connection to an engine: sends bytes and receives lines.

use crate::cancellation::Cancellation;
use crate::engine_process::process::{self, Process};
use std::io;
use std::time::Instant;

/// The reason why no line was received.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TransportError {
    /// The output has ended.
    Ended,
    /// The line was too long.
    TooLong,
    /// The deadline has passed.
    Late,
}

/// The connection of a dialogue to an engine.
pub trait Transport {
    /// Sends bytes in one write; ignored if the engine has exited.
    fn send(&mut self, bytes: &[u8]);

    /// Closes the engine's input.
    fn close(&mut self);

    /// Waits for the next line and returns it without LF.
    ///
    /// # Errors
    /// Returns [`TransportError`] if no line is received.
    fn line(&mut self, deadline: Instant) -> Result<Vec<u8>, TransportError>;
}

/// A running engine, which is killed when this is dropped.
#[derive(Debug)]
pub struct EngineProcess {
    process: Process,
    cancellation: Cancellation,
}

impl EngineProcess {
    /// Starts a program with its arguments. Once `cancellation` is set, waiting for lines ends at once.
    ///
    /// # Errors
    /// Returns an error if the process cannot be started.
    pub fn start(command: &[String], cancellation: &Cancellation) -> io::Result<EngineProcess> {
        let process = Process::start(command, &Default::default())?;
        Ok(EngineProcess { process, cancellation: cancellation.clone() })
    }
}

impl Transport for EngineProcess {
    fn send(&mut self, bytes: &[u8]) {
        self.process.send(bytes);
    }

    fn close(&mut self) {
        self.process.close();
    }

    fn line(&mut self, deadline: Instant) -> Result<Vec<u8>, TransportError> {
        self.process.line(deadline, &self.cancellation).map_err(|why| match why {
            process::ReadLineError::Ended => TransportError::Ended,
            process::ReadLineError::TooLong => TransportError::TooLong,
            process::ReadLineError::Late | process::ReadLineError::Cancelled => {
                TransportError::Late
            }
        })
    }
}
