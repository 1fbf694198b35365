//! A talk with an engine: one command out, one response in, in the forms that GTP and WTP share.
//!
//! It does not know what any command means. Lines that an engine writes without being asked are
//! skipped.

use std::io;
use std::time::{Duration, Instant};

use crate::charset::Charset;

use super::fault::{Fault, FaultKind};
use super::journal::Journal;
use super::process::{Process, Silence};
use crate::cancel::Cancellation;

/// What an engine speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// GTP 2, in UTF-8.
    Gtp,
    /// WTP v22, in GB 18030.
    Wtp,
}

impl Language {
    fn charset(self) -> Charset {
        match self {
            Language::Gtp => Charset::Utf8,
            Language::Wtp => Charset::Gb18030,
        }
    }
}

/// A running engine that answers.
#[derive(Debug)]
pub struct Talk {
    process: Process,
    language: Language,
    journal: Journal,
    cancellation: Cancellation,
}

/// A response: its value, or why the command failed.
pub type Response = Result<String, String>;

/// Why there is no response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Silent {
    /// The engine is at fault.
    Fault(Fault),
    /// The match is to end.
    Cancelled,
}

impl From<Fault> for Silent {
    fn from(fault: Fault) -> Silent {
        Silent::Fault(fault)
    }
}

/// The most lines of a response, and of noise before one.
const MOST_LINES: usize = 10_000;

impl Talk {
    /// Starts an engine to talk with.
    ///
    /// # Errors
    /// Where the system cannot start it.
    pub fn start(
        command: &[String],
        language: Language,
        journal: Journal,
        cancellation: Cancellation,
    ) -> io::Result<Talk> {
        let process = Process::start(command, &journal)?;
        Ok(Talk { process, language, journal, cancellation })
    }

    /// The process.
    pub fn process(&self) -> &Process {
        &self.process
    }

    /// Sends a command and waits for the response, so long at most.
    ///
    /// # Errors
    /// Where none comes, or none that is one. There is no use in talking on then: what still came
    /// would be taken for the answer to something else.
    pub fn ask(&mut self, command: &str, patience: Duration) -> Result<Response, Silent> {
        self.journal.note(">", command);
        let bytes = self.language.charset().encode(command).into_owned();
        self.process.send(&[&bytes[..], b"\n"].concat());
        let response = self.response(Instant::now() + patience);
        response.map_err(|silence| match silence {
            Silence::Cancelled => Silent::Cancelled,
            Silence::Late => {
                let what = format!("no word in {:.1} s after {command}", patience.as_secs_f64());
                Fault::new(FaultKind::NoAnswer, what).into()
            }
            Silence::TooLong => {
                Fault::new(FaultKind::Garbage, format!("endless, to {command}")).into()
            }
            Silence::Ended => {
                let what = format!("at {command}: {}", self.process.ended());
                Fault::new(FaultKind::Crash, what).into()
            }
        })
    }

    /// The next response: its first line begins with its status, a blank line ends it.
    fn response(&self, deadline: Instant) -> Result<Response, Silence> {
        let mut text = String::new();
        let mut status = None;
        for _ in 0..MOST_LINES {
            let line = self.line(deadline)?;
            match status {
                None => {
                    let rest = line.strip_prefix(['=', '?']);
                    status = rest.and(line.chars().next());
                    text.push_str(rest.unwrap_or_default().trim());
                }
                Some(status) if line.is_empty() => {
                    return Ok(if status == '=' { Ok(text) } else { Err(text) });
                }
                Some(_) => {
                    text.push('\n');
                    text.push_str(&line);
                }
            }
        }
        Err(Silence::TooLong)
    }

    /// The next line as text. In WTP a `#` begins a comment anywhere (2.3 of WTP), and a line that is
    /// nothing else is none.
    fn line(&self, deadline: Instant) -> Result<String, Silence> {
        loop {
            let bytes = self.process.line(deadline, &self.cancellation)?;
            let decoded = self.language.charset().decode(&bytes);
            self.journal.note("<", decoded.trim_end());
            let whole: String = decoded.chars().filter(|c| *c == '\t' || !c.is_control()).collect();
            let said = match (self.language, whole.split_once('#')) {
                (Language::Wtp, Some((said, _))) if said.trim().is_empty() => continue,
                (Language::Wtp, Some((said, _))) => said,
                _ => &whole,
            };
            return Ok(said.trim_end().to_owned());
        }
    }

    /// Says goodbye and lets the engine end; it is killed where it does not.
    pub fn quit(mut self) {
        const PATIENCE: Duration = Duration::from_secs(2);
        self.cancellation = Cancellation::default();
        let _ = self.ask("quit", PATIENCE);
        self.process.ended();
    }
}
