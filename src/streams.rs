//! The standard streams: one that is set not to block is waited for, what is not ours is printed so
//! that no terminal obeys it, and a failure of the output is kept until the job is done.
//!
//! It does not know what is read and written.

use std::io::{self, Read, Write};
#[cfg(all(unix, feature = "cli"))]
use std::os::fd::AsFd;
use std::thread;
use std::time::Duration;

use crate::printable::{printable, printable_line};

/// How long to wait for a stream where the system cannot say when it is ready.
const LOOK: Duration = Duration::from_millis(5);

/// Something that may be waited for.
#[cfg(not(all(unix, feature = "cli")))]
pub trait AsFd {}
#[cfg(not(all(unix, feature = "cli")))]
impl<S> AsFd for S {}

/// A stream that never says that it would block: it is waited for then. Whether it blocks is set for
/// all programs that share a pipe or terminal, by any of them.
#[derive(Debug)]
pub struct Patient<S>(S);

impl<S> Patient<S> {
    /// The stream with patience.
    pub fn new(stream: S) -> Patient<S> {
        Patient(stream)
    }
}

impl<S: AsFd> Patient<S> {
    /// Does something as soon as that is possible.
    fn patiently<T>(
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

impl<S: Read + AsFd> Read for Patient<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.patiently(Direction::In, |stream| stream.read(buffer))
    }
}

impl<S: Write + AsFd> Write for Patient<S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.patiently(Direction::Out, |stream| stream.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.patiently(Direction::Out, Write::flush)
    }
}

/// Which way bytes are to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Direction {
    In,
    Out,
}

/// Waits until a stream is ready, or has failed.
#[cfg(all(unix, feature = "cli"))]
fn wait(stream: &impl AsFd, direction: Direction) {
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    let ready = match direction {
        Direction::In => PollFlags::POLLIN,
        Direction::Out => PollFlags::POLLOUT,
    };
    let waited = poll(&mut [PollFd::new(stream.as_fd(), ready)], PollTimeout::NONE);
    if waited.is_err() {
        thread::sleep(LOOK);
    }
}

#[cfg(not(all(unix, feature = "cli")))]
fn wait(_: &impl AsFd, _: Direction) {
    thread::sleep(LOOK);
}

/// Nothing can be printed any more. [`Output::end`] says why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Closed;

/// What a job prints. After a failure nothing more is: a job may end then, or go on without it.
#[derive(Debug)]
pub struct Output<W> {
    stream: W,
    failure: Option<io::Error>,
}

impl<W: Write> Output<W> {
    /// Nothing printed yet.
    pub fn new(stream: W) -> Output<W> {
        Output { stream, failure: None }
    }

    /// Prints a line. What a terminal would obey in it is made visible, a line break too.
    ///
    /// # Errors
    /// Where it has failed, now or before.
    pub fn line(&mut self, line: &str) -> Result<(), Closed> {
        self.exactly(format!("{}\n", printable_line(line)).as_bytes())
    }

    /// Prints bytes as they are, such as those of a file.
    ///
    /// # Errors
    /// Where it has failed, now or before.
    pub fn exactly(&mut self, bytes: &[u8]) -> Result<(), Closed> {
        if self.failure.is_none() {
            let written = self.stream.write_all(bytes).and_then(|()| self.stream.flush());
            self.failure = written.err();
        }
        if self.failure.is_some() { Err(Closed) } else { Ok(()) }
    }

    /// Prints a line for a job that goes on in any case.
    pub fn tell(&mut self, line: &str) {
        let _ = self.line(line);
    }

    /// Ends it. A reader that went away is no failure: it has had what it wanted.
    ///
    /// # Errors
    /// Why something could not be printed.
    pub fn end(self) -> io::Result<()> {
        match self.failure {
            Some(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
            _ => Ok(()),
        }
    }
}

/// Prints a message of any number of lines on the standard error, with what a terminal would obey made
/// visible. Nobody has to read it: a failure ends nothing.
pub fn print_error(message: &str) {
    let line = format!("{}\n", printable(message));
    let _ = Patient::new(io::stderr()).write_all(line.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stream that takes so many bytes and then fails.
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
    fn a_failure_is_kept_and_a_reader_that_went_away_is_none() {
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
    fn a_line_stays_one() {
        let mut printed = Vec::new();
        let mut output = Output::new(&mut printed);
        assert_eq!(output.line("a\nb\u{1b}c"), Ok(()));
        assert_eq!(output.exactly(b"\x1b\n"), Ok(()));
        assert_eq!(printed, b"a\\nb\\u{1b}c\n\x1b\n");
    }
}
