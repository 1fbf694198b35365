//! One side of a talk: sends bytes, receives lines, never waits for ever.

use std::io::{BufRead, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// A guard against hanging, far beyond what any answer takes.
const PATIENCE: Duration = Duration::from_secs(120);

/// A talk with an engine, wherever it runs.
pub struct Talk {
    input: Option<Box<dyn Write + Send>>,
    lines: Receiver<Vec<u8>>,
}

impl Talk {
    /// A talk over two ends of pipes.
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

    /// Sends bytes in one write. A session that has ended does not hear them.
    pub fn send(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        let _ = input.write_all(bytes).and_then(|()| input.flush());
    }

    /// Ends the input.
    pub fn close(&mut self) {
        self.input = None;
    }

    /// The next line without its end; `None` where the output has ended.
    pub fn line(&mut self) -> Option<Vec<u8>> {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(mut line) => {
                assert_eq!(line.pop(), Some(b'\n'), "the output ends within a line");
                Some(line)
            }
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("no line within {PATIENCE:?}"),
        }
    }

    /// The lines of the next response, or of the rest of one that was begun.
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
