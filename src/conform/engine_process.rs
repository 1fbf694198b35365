//! An engine that is a process of its own.

use std::io;
use std::time::Instant;

use super::wire::{NoLine, Wire};
use crate::cancel::Cancellation;
use crate::engine_process::process::{self, Process};

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

impl Wire for EngineProcess {
    fn send(&mut self, bytes: &[u8]) {
        self.process.send(bytes);
    }

    fn close(&mut self) {
        self.process.close();
    }

    fn line(&mut self, deadline: Instant) -> Result<Vec<u8>, NoLine> {
        self.process.line(deadline, &self.cancellation).map_err(|why| match why {
            process::NoLine::Ended => NoLine::Ended,
            process::NoLine::TooLong => NoLine::TooLong,
            process::NoLine::Late | process::NoLine::Cancelled => NoLine::Late,
        })
    }
}
