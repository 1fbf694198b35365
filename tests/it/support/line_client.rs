//! One side of a connection: sends bytes, receives lines, and never waits forever.

use std::io::{BufRead, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use tianyuan::conform::transport::{Transport, TransportError};

/// Only prevents hanging; far beyond any response time.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// A connection to an engine.
pub struct Talk {
    input: Option<Box<dyn Write + Send>>,
    lines: Receiver<Vec<u8>>,
}

impl Talk {
    /// Creates a connection over the ends of two pipes.
    pub fn over(input: impl Write + Send + 'static, output: impl Read + Send + 'static) -> Talk {
        let (sender, lines) = channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let mut line = Vec::new();
                let got = output.read_until(b'\n', &mut line).unwrap_or(0);
                if got == 0 || sender.send(line).is_err() {
                    return;
                }
            }
        });
        Talk { input: Some(Box::new(input)), lines }
    }

    /// Sends bytes in one write. A session that has ended ignores them.
    pub fn send(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        let _ = input.write_all(bytes).and_then(|()| input.flush());
    }

    /// Ends the input.
    pub fn close(&mut self) {
        self.input = None;
    }

    /// Returns the next line without its line break; `None` at the end of the output.
    pub fn line(&mut self) -> Option<Vec<u8>> {
        match self.line_before(Instant::now() + PATIENCE) {
            Ok(line) => Some(line),
            Err(TransportError::Ended) => None,
            Err(_) => panic!("no line within {PATIENCE:?}"),
        }
    }

    fn line_before(&mut self, deadline: Instant) -> Result<Vec<u8>, TransportError> {
        let left = deadline.saturating_duration_since(Instant::now());
        match self.lines.recv_timeout(left) {
            Ok(mut line) => {
                assert_eq!(line.pop(), Some(b'\n'), "the output ends within a line");
                Ok(line)
            }
            Err(RecvTimeoutError::Disconnected) => Err(TransportError::Ended),
            Err(RecvTimeoutError::Timeout) => Err(TransportError::Late),
        }
    }

    /// Returns the lines of the next response, or the rest of a started one.
    pub fn response(&mut self) -> Option<Vec<Vec<u8>>> {
        let mut response = Vec::new();
        loop {
            let line = self.line()?;
            if line.is_empty() {
                return Some(response);
            }
            response.push(line);
        }
    }
}

impl Transport for Talk {
    fn send(&mut self, bytes: &[u8]) {
        Talk::send(self, bytes);
    }

    fn close(&mut self) {
        Talk::close(self);
    }

    fn line(&mut self, deadline: Instant) -> Result<Vec<u8>, TransportError> {
        self.line_before(deadline)
    }
}
