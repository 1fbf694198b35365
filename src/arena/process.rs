//! An engine's process: lines in, lines out, and its end.
//!
//! It does not know what the lines say. A thread reads the process's output, so that waiting for a
//! line can end in time; another one follows its standard error. The process stands in a group of its
//! own: an interrupt at the terminal is for the referee alone. What it started ends with it.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::usage::{self, Usage};

#[cfg(unix)]
use super::descendants;
use super::journal::Journal;
use crate::cancel::Cancellation;

/// A running engine. Dropping it kills it.
#[derive(Debug)]
pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Line>,
}

#[derive(Debug)]
enum Line {
    Bytes(Vec<u8>),
    TooLong,
}

/// Why there is no line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Silence {
    /// The output has ended.
    Ended,
    /// The line was too long to be kept.
    TooLong,
    /// The time for it is over.
    Late,
    /// The match is to end.
    Cancelled,
}

/// The most bytes of a line, 1 MiB: an engine that writes without end must not fill the memory.
const LONGEST_LINE: usize = 1 << 20;

/// Lines that are read ahead before the engine has to wait.
const AHEAD: usize = 256;

/// How often somebody who waits looks whether the match is to end.
const LOOK: Duration = Duration::from_millis(50);

/// How long an engine may take to end by itself.
const FAREWELL: Duration = Duration::from_secs(3);

impl Process {
    /// Starts a program with its arguments.
    ///
    /// # Errors
    /// Where the system cannot start it.
    pub fn start(command: &[String], journal: &Journal) -> io::Result<Process> {
        let (program, arguments) = command.split_first().ok_or(io::ErrorKind::NotFound)?;
        let errors = if journal.wants_errors() { Stdio::piped() } else { Stdio::null() };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(errors);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (sender, lines) = sync_channel(AHEAD);
        let output = child.stdout.take().expect("it is piped");
        thread::spawn(move || read_lines(BufReader::new(output), &sender));
        if let Some(errors) = child.stderr.take() {
            let journal = journal.clone();
            thread::spawn(move || journal.follow(errors));
        }
        Ok(Process { input: child.stdin.take(), child, lines })
    }

    /// Sends bytes. A process that does not listen any more is found out when its answer is missing.
    pub fn send(&mut self, bytes: &[u8]) {
        if let Some(input) = &mut self.input
            && let Err(error) = input.write_all(bytes).and_then(|()| input.flush())
        {
            log::debug!("an engine does not listen: {error}");
        }
    }

    /// The next line without its LF, as soon as there is one.
    ///
    /// # Errors
    /// Why there is none.
    pub fn line(&self, deadline: Instant, cancellation: &Cancellation) -> Result<Vec<u8>, Silence> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(LOOK)) {
                Ok(Line::Bytes(bytes)) => return Ok(bytes),
                Ok(Line::TooLong) => return Err(Silence::TooLong),
                Err(RecvTimeoutError::Disconnected) if cancellation.is_cancelled() => {
                    return Err(Silence::Cancelled);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Ended),
                Err(RecvTimeoutError::Timeout) if cancellation.is_cancelled() => {
                    return Err(Silence::Cancelled);
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(Silence::Late),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// What it and what it started use, where the system tells.
    pub fn usage(&self) -> Option<Usage> {
        usage::of_group(self.child.id())
    }

    /// Ends its input and lets it end by itself for a while; says how it ended.
    pub fn ended(&mut self) -> String {
        self.input = None;
        let start = Instant::now();
        while start.elapsed() < FAREWELL {
            match self.child.try_wait() {
                Ok(Some(status)) => return status.to_string(),
                Ok(None) => thread::sleep(Duration::from_millis(5)),
                Err(error) => return error.to_string(),
            }
        }
        "its output ended, but it did not".into()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        kill(&mut self.child);
        if let Err(error) = self.child.wait() {
            log::warn!("an engine may still run: {error}");
        }
    }
}

/// Kills a process and what it started. That there is nothing to kill any more is no error.
#[cfg(unix)]
fn kill(child: &mut Child) {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    let family = descendants::of(child.id());
    if let Ok(group) = child.id().try_into() {
        let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
    }
    descendants::kill(&family);
}

/// Kills a process.
#[cfg(not(unix))]
fn kill(child: &mut Child) {
    let _ = child.kill();
}

/// Sends line after line until there are no more or nobody wants them.
fn read_lines(mut output: impl BufRead, lines: &SyncSender<Line>) {
    loop {
        let mut line = Vec::new();
        let got = output.by_ref().take(LONGEST_LINE as u64).read_until(b'\n', &mut line);
        let line = match (got.unwrap_or(0), line.pop()) {
            (0, _) => return,
            (_, Some(b'\n')) => Line::Bytes(line),
            (LONGEST_LINE, _) => Line::TooLong,
            // The output ended within a line, which is then no whole answer.
            _ => return,
        };
        if lines.send(line).is_err() {
            return;
        }
    }
}
