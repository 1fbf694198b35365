//! The other end of a dialogue: whatever takes bytes and gives lines.

use crate::cancellation::Cancellation;
use crate::engine_process::process::{self, Process};
use std::io;
use std::time::Instant;

/// The reason why there is no line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TransportError {
    /// The output has ended.
    Ended,
    /// The line was too long to be kept.
    TooLong,
    /// The deadline has passed.
    Late,
}

/// An engine as a dialogue sees it.
pub trait Transport {
    /// Sends bytes in one write. An engine that has ended does not hear them.
    fn send(&mut self, bytes: &[u8]);

    /// Ends the input of the engine.
    fn close(&mut self);

    /// Waits for the next line, which comes without its LF.
    ///
    /// # Errors
    /// The reason why there is no line.
    fn line(&mut self, deadline: Instant) -> Result<Vec<u8>, TransportError>;
}

/// A running engine, which is killed when this is dropped.
#[derive(Debug)]
pub struct EngineProcess {
    process: Process,
    cancellation: Cancellation,
}

impl EngineProcess {
    /// Starts a program with its arguments. With `cancellation` no line is waited for any more.
    ///
    /// # Errors
    /// Where the system cannot start it.
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
