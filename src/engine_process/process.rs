//! The process of an engine: writes and reads lines, and terminates the process.
//!
//! One thread reads standard output, so that waiting for a line can time out; another one reads standard error.
//! The process has its own process group, so that an interrupt at the terminal only reaches the referee. All
//! its descendants are killed with it.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

#[cfg(unix)]
use super::child_processes;
use super::gtp_log::GtpLog;
use crate::cancellation::Cancellation;
use crate::resource_usage::{self, Usage};

/// A running engine, which is killed on drop.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Line>,
}

#[derive(Debug)]
enum Line {
    Bytes(Vec<u8>),
    TooLong,
}

/// The reason why no line was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReadLineError {
    /// The output has ended.
    Ended,
    /// The line was too long.
    TooLong,
    /// The deadline has passed.
    Late,
    /// The match was cancelled.
    Cancelled,
}

/// The maximum length of a line, 1 MiB. An engine that writes without end must not fill the memory.
const LONGEST_LINE: usize = 1 << 20;

/// The number of lines that are buffered before the engine has to wait.
const LINES_AHEAD: usize = 256;

/// The interval at which the cancellation flag is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The time after a deadline in which buffered lines are still accepted. An engine that writes without end must
/// not block its reader forever.
const LENIENCE: Duration = Duration::from_secs(1);

/// The maximum time to wait for an engine to exit on its own.
const END_TIMEOUT: Duration = Duration::from_secs(3);

impl Process {
    /// Starts a program with its arguments.
    ///
    /// # Errors
    /// Returns an error if the system cannot start the program.
    pub(crate) fn start(command: &[String], talk_log: &GtpLog) -> io::Result<Process> {
        let (program, arguments) = command.split_first().ok_or(io::ErrorKind::NotFound)?;
        let errors = if talk_log.logs_stderr() { Stdio::piped() } else { Stdio::null() };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(errors);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (sender, lines) = sync_channel(LINES_AHEAD);
        let output = child.stdout.take().expect("the stream is piped");
        thread::spawn(move || read_lines(BufReader::new(output), &sender));
        if let Some(errors) = child.stderr.take() {
            let talk_log = talk_log.clone();
            thread::spawn(move || talk_log.copy_errors(errors));
        }
        Ok(Process { input: child.stdin.take(), child, lines })
    }

    /// Sends bytes. An error is only logged: the missing response reveals it.
    pub(crate) fn send(&mut self, bytes: &[u8]) {
        if let Some(input) = &mut self.input
            && let Err(error) = input.write_all(bytes).and_then(|()| input.flush())
        {
            log::debug!("cannot write to an engine: {error}");
        }
    }

    /// Closes the standard input of the engine.
    pub(crate) fn close(&mut self) {
        self.input = None;
    }

    /// Waits for the next line and returns it without its LF.
    ///
    /// # Errors
    /// Returns the reason if no line was read.
    pub(crate) fn line(
        &self,
        deadline: Instant,
        cancellation: &Cancellation,
    ) -> Result<Vec<u8>, ReadLineError> {
        loop {
            let now = Instant::now();
            if now.saturating_duration_since(deadline) > LENIENCE {
                return Err(ReadLineError::Late);
            }
            let left = deadline.saturating_duration_since(now);
            match self.lines.recv_timeout(left.min(POLL_INTERVAL)) {
                Ok(Line::Bytes(bytes)) => return Ok(bytes),
                Ok(Line::TooLong) => return Err(ReadLineError::TooLong),
                Err(RecvTimeoutError::Disconnected) if cancellation.is_cancelled() => {
                    return Err(ReadLineError::Cancelled);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(ReadLineError::Ended),
                Err(RecvTimeoutError::Timeout) if cancellation.is_cancelled() => {
                    return Err(ReadLineError::Cancelled);
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    return Err(ReadLineError::Late);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Returns CPU time, memory and files of the process group. Returns `None` if the system does not report
    /// them.
    pub(crate) fn usage(&self) -> Option<Usage> {
        resource_usage::of_group(self.child.id())
    }

    /// Closes the input, waits for the process to exit, and describes how it ended.
    pub(crate) fn wait_for_end(&mut self) -> String {
        self.close();
        let start = Instant::now();
        while start.elapsed() < END_TIMEOUT {
            match self.child.try_wait() {
                Ok(Some(status)) => return status.to_string(),
                Ok(None) => thread::sleep(Duration::from_millis(5)),
                Err(error) => return error.to_string(),
            }
        }
        "its output ended, but the process did not exit".into()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        kill(&mut self.child);
        if let Err(error) = self.child.wait() {
            log::warn!("an engine may still be running: {error}");
        }
    }
}

/// Kills a process, its group and its descendants. A process that has already terminated is not an error.
#[cfg(unix)]
fn kill(child: &mut Child) {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    let descendants = child_processes::of(child.id());
    if let Ok(group) = child.id().try_into() {
        let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
    }
    child_processes::kill(&descendants);
}

/// Kills a process.
#[cfg(not(unix))]
fn kill(child: &mut Child) {
    let _ = child.kill();
}

/// Forwards lines until the output ends or the receiver is dropped.
fn read_lines(mut output: impl BufRead, lines: &SyncSender<Line>) {
    loop {
        let mut line = Vec::new();
        let got = output.by_ref().take(LONGEST_LINE as u64).read_until(b'\n', &mut line);
        let line = match (got.unwrap_or(0), line.pop()) {
            (0, _) => return,
            (_, Some(b'\n')) => Line::Bytes(line),
            (LONGEST_LINE, _) => Line::TooLong,
            // The output ended within a line, so the response is incomplete.
            _ => return,
        };
        if lines.send(line).is_err() {
            return;
        }
    }
}
