//! Standard streams: blocking access, escaped output, and output errors.

use std::io::{self, Read, Write};
#[cfg(all(unix, feature = "cli"))]
use std::os::fd::AsFd;
use std::thread;
use std::time::Duration;

use crate::sanitize::{printable, printable_line};

/// The polling interval if the system cannot report when a stream is ready.
const RETRY_INTERVAL: Duration = Duration::from_millis(5);

/// Stand-in for `std::os::fd::AsFd` on other platforms. Every type implements it.
#[cfg(not(all(unix, feature = "cli")))]
pub trait AsFd {}
#[cfg(not(all(unix, feature = "cli")))]
impl<S> AsFd for S {}

/// A stream that blocks even if it is in non-blocking mode.
///
/// Any program that shares a pipe or terminal can set that mode for all of them. Reads and writes wait until the
/// stream is ready instead of failing with [`WouldBlock`](io::ErrorKind::WouldBlock).
#[derive(Debug)]
pub struct Blocking<S>(S);

impl<S> Blocking<S> {
    /// Wraps a stream.
    pub fn new(stream: S) -> Blocking<S> {
        Blocking(stream)
    }
}

impl<S: AsFd> Blocking<S> {
    /// Repeats `act` until it does not fail with `WouldBlock`.
    fn retry<T>(
        &mut self,
        direction: Direction,
        mut act: impl FnMut(&mut S) -> io::Result<T>,
    ) -> io::Result<T> {
        loop {
            match act(&mut self.0) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => wait(&self.0, direction),
                result => return result,
            }
        }
    }
}

impl<S: Read + AsFd> Read for Blocking<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.retry(Direction::In, |stream| stream.read(buffer))
    }
}

impl<S: Write + AsFd> Write for Blocking<S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.retry(Direction::Out, |stream| stream.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.retry(Direction::Out, Write::flush)
    }
}

/// The direction of a transfer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Direction {
    In,
    Out,
}

/// Waits until a stream is ready or has failed.
#[cfg(all(unix, feature = "cli"))]
fn wait(stream: &impl AsFd, direction: Direction) {
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    let ready = match direction {
        Direction::In => PollFlags::POLLIN,
        Direction::Out => PollFlags::POLLOUT,
    };
    let waited = poll(&mut [PollFd::new(stream.as_fd(), ready)], PollTimeout::NONE);
    if waited.is_err() {
        thread::sleep(RETRY_INTERVAL);
    }
}

#[cfg(not(all(unix, feature = "cli")))]
fn wait(_: &impl AsFd, _: Direction) {
    thread::sleep(RETRY_INTERVAL);
}

/// Waits until the reader of a pipe or socket has closed its end, or a terminal is gone.
///
/// Returns `false` if the system cannot report it. For a file it never returns.
#[cfg(feature = "cli")]
pub(crate) fn wait_until_unread(stream: &impl AsFd) -> bool {
    #[cfg(unix)]
    return poll_reader(stream, nix::poll::PollTimeout::NONE);
    #[cfg(not(unix))]
    return is_unread(stream);
}

/// Returns `true` if the reader of a pipe or socket has closed its end, or a terminal is gone, as far as the system
/// can report it.
#[cfg(feature = "cli")]
pub(crate) fn is_unread(stream: &impl AsFd) -> bool {
    #[cfg(unix)]
    return poll_reader(stream, nix::poll::PollTimeout::ZERO);
    #[cfg(not(unix))]
    {
        let _ = stream;
        false
    }
}

#[cfg(all(unix, feature = "cli"))]
fn poll_reader(stream: &impl AsFd, timeout: nix::poll::PollTimeout) -> bool {
    use nix::errno::Errno;
    use nix::poll::{PollFd, PollFlags, poll};
    let gone = PollFlags::POLLERR | PollFlags::POLLHUP;
    loop {
        // Errors and hang-ups are reported without being requested.
        let mut watched = [PollFd::new(stream.as_fd(), PollFlags::empty())];
        match poll(&mut watched, timeout) {
            Ok(_) => return watched[0].revents().is_some_and(|events| events.intersects(gone)),
            Err(Errno::EINTR) => {}
            Err(_) => return false,
        }
    }
}

/// The output has failed and accepts no more data. [`Output::end`] returns the error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Closed;

/// The output of a job.
///
/// After a failure nothing more is printed; the job may end or continue.
///
/// ```
/// use tianyuan::stdio::Output;
///
/// let mut bytes = Vec::new();
/// let mut output = Output::new(&mut bytes);
/// output.line("one line\u{1b}[2J").expect("memory does not fail");
/// assert_eq!(bytes, b"one line\\u{1b}[2J\n");
/// ```
#[derive(Debug)]
pub struct Output<W> {
    stream: W,
    failure: Option<io::Error>,
}

impl<W: Write> Output<W> {
    /// Creates an output for a stream.
    pub fn new(stream: W) -> Output<W> {
        Output { stream, failure: None }
    }

    /// Prints a line with control characters and line breaks escaped.
    ///
    /// # Errors
    /// Returns [`Closed`] if the output fails or has failed before.
    pub fn line(&mut self, line: &str) -> Result<(), Closed> {
        self.write_bytes(format!("{}\n", printable_line(line)).as_bytes())
    }

    /// Prints bytes unchanged, such as those of a file.
    ///
    /// # Errors
    /// Returns [`Closed`] if the output fails or has failed before.
    pub fn write_bytes(&mut self, bytes: &[u8]) -> Result<(), Closed> {
        if self.failure.is_none() {
            let written = self.stream.write_all(bytes).and_then(|()| self.stream.flush());
            self.failure = written.err();
        }
        if self.failure.is_some() { Err(Closed) } else { Ok(()) }
    }

    /// Prints a line; failures are reported by [`end`](Self::end) only.
    pub fn try_line(&mut self, line: &str) {
        let _ = self.line(line);
    }

    /// Ends the output. A closed pipe is not an error: its reader has read what it needed.
    ///
    /// # Errors
    /// Returns the error of the output.
    pub fn end(self) -> io::Result<()> {
        match self.failure {
            Some(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
            _ => Ok(()),
        }
    }
}

/// Prints a message on standard error with control characters escaped. Failures are ignored: there is no other place
/// to report them.
pub fn print_error(message: &str) {
    let line = format!("{}\n", printable(message));
    let _ = Blocking::new(io::stderr()).write_all(line.as_bytes());
}

/// Prints a question to standard error, without a line break.
pub fn print_prompt(question: &str) {
    let _ = Blocking::new(io::stderr()).write_all(printable(question).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stream that accepts a number of bytes and then fails.
    struct Failing(usize, io::ErrorKind);

    impl Write for Failing {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let taken = bytes.len().min(self.0);
            self.0 -= taken;
            if taken == 0 { Err(self.1.into()) } else { Ok(taken) }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn output_failure_is_reported_except_broken_pipe() {
        for (kind, is_failure) in
            [(io::ErrorKind::BrokenPipe, false), (io::ErrorKind::StorageFull, true)]
        {
            let mut output = Output::new(Failing(4, kind));
            assert_eq!(output.line("one"), Ok(()));
            assert_eq!(output.line("two"), Err(Closed));
            assert_eq!(output.line("three"), Err(Closed));
            assert_eq!(output.end().is_err(), is_failure);
        }
    }

    #[test]
    fn output_line_escapes_newlines_and_controls() {
        let mut printed = Vec::new();
        let mut output = Output::new(&mut printed);
        assert_eq!(output.line("a\nb\u{1b}c"), Ok(()));
        assert_eq!(output.write_bytes(b"\x1b\n"), Ok(()));
        assert_eq!(printed, b"a\\nb\\u{1b}c\n\x1b\n");
    }
}
