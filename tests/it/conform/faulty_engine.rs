//! An engine with one error: a session of this program with modified input or output.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use tianyuan::conform::transport::{Transport, TransportError};
use tianyuan::engine::Settings;
use tianyuan::go::Rules;
use tianyuan::session::ProtocolChoice;

use crate::support::line_client::Talk;
use crate::support::transcript::talk;

/// The error of an engine.
#[derive(Clone, Copy)]
pub struct Fault {
    /// A description.
    pub name: &'static str,
    /// The class of the checks that find it.
    pub class: &'static str,
    /// Returns the input that the session receives instead of a line, without LF.
    pub hears: fn(&Memory, &[u8]) -> Heard,
    /// Returns the output instead of a session's line, given the command of the response.
    pub says: fn(&Memory, &str, Vec<u8>) -> Vec<Vec<u8>>,
}

/// The replacement of a line.
pub enum Heard {
    /// The session receives this line.
    Line(Vec<u8>),
    /// The session receives this line first, whose response is discarded, and then the original line.
    After(&'static str),
    /// The line is dropped.
    Nothing,
    /// The session ends.
    End,
}

/// The received lines, as text as far as they are ASCII.
#[derive(Default)]
pub struct Memory {
    pub lines: Vec<String>,
}

impl Memory {
    /// Returns the second to last line.
    pub fn before(&self) -> &str {
        self.lines.len().checked_sub(2).map_or("", |at| &self.lines[at])
    }
}

/// Leaves the input unchanged.
pub fn hears_well(_: &Memory, line: &[u8]) -> Heard {
    Heard::Line(line.into())
}

/// Leaves the output unchanged.
pub fn says_well(_: &Memory, _: &str, line: Vec<u8>) -> Vec<Vec<u8>> {
    vec![line]
}

/// A running engine with an error.
pub struct Faulty {
    talk: Talk,
    fault: Fault,
    memory: Memory,
    /// The commands without a response; `None` if the response is discarded.
    asked: VecDeque<Option<String>>,
    ready: VecDeque<Vec<u8>>,
}

impl Faulty {
    /// Starts an engine limited by time instead of playouts, so that it can be stopped.
    pub fn start(fault: Fault, choice: ProtocolChoice) -> Faulty {
        let settings = Settings {
            threads: 1,
            move_time: Duration::from_millis(20),
            seed: Some(1),
            memory: 16,
            ..Settings::default()
        };
        let talk = talk(choice, settings, Rules::CHINESE);
        let (memory, asked, ready) = Default::default();
        Faulty { talk, fault, memory, asked, ready }
    }

    fn hear(&mut self, line: &[u8]) {
        let text = String::from_utf8_lossy(line).into_owned();
        self.memory.lines.push(text.clone());
        let heard = match (self.fault.hears)(&self.memory, line) {
            Heard::Line(heard) => heard,
            Heard::After(first) => {
                self.asked.push_back(None);
                self.talk.send(format!("{first}\n").as_bytes());
                line.into()
            }
            Heard::Nothing => return,
            Heard::End => return self.talk.close(),
        };
        let command = String::from_utf8_lossy(&heard).into_owned();
        let is_command = !command.split('#').next().unwrap_or_default().trim().is_empty();
        if is_command {
            self.asked.push_back(Some(text));
        }
        self.talk.send(&[&heard[..], b"\n"].concat());
    }
}

impl Transport for Faulty {
    fn send(&mut self, bytes: &[u8]) {
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.hear(line.strip_suffix(b"\n").unwrap_or(line));
        }
    }

    fn close(&mut self) {
        self.talk.close();
    }

    fn line(&mut self, deadline: Instant) -> Result<Vec<u8>, TransportError> {
        loop {
            if let Some(line) = self.ready.pop_front() {
                return Ok(line);
            }
            let line = Transport::line(&mut self.talk, deadline)?;
            let asked = self.asked.front().cloned().flatten();
            if line.is_empty() && asked.is_none() {
                self.asked.pop_front();
                continue;
            }
            let Some(asked) = asked else { continue };
            if line.is_empty() {
                self.asked.pop_front();
            }
            self.ready.extend((self.fault.says)(&self.memory, &asked, line));
        }
    }
}
