//! An engine with one fault: a session of this program, whose input or output is spoilt on the way.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use tianyuan::conform::transport::{Transport, TransportError};
use tianyuan::engine::Settings;
use tianyuan::go::Rules;
use tianyuan::session::ProtocolChoice;

use crate::support::line_client::Talk;
use crate::support::transcript::talk;

/// What an engine does wrong.
#[derive(Clone, Copy)]
pub struct Fault {
    /// What it is.
    pub name: &'static str,
    /// The class of the checks that find it.
    pub class: &'static str,
    /// What the session hears in the place of a line, which has no LF.
    pub hears: fn(&Memory, &[u8]) -> Heard,
    /// What is said in the place of a line of the session, after the command that it answers.
    pub says: fn(&Memory, &str, Vec<u8>) -> Vec<Vec<u8>>,
}

/// What becomes of a line.
pub enum Heard {
    /// The session hears this.
    Line(Vec<u8>),
    /// The session hears this first, whose response nobody does, and then the line.
    After(&'static str),
    /// Nothing is heard.
    Nothing,
    /// The session ends.
    End,
}

/// The lines that were heard, as text as far as it is ASCII.
#[derive(Default)]
pub struct Memory {
    pub lines: Vec<String>,
}

impl Memory {
    /// The line before the last one.
    pub fn before(&self) -> &str {
        self.lines.len().checked_sub(2).map_or("", |at| &self.lines[at])
    }
}

/// Hears all as it is.
pub fn hears_well(_: &Memory, line: &[u8]) -> Heard {
    Heard::Line(line.into())
}

/// Says all as it is.
pub fn says_well(_: &Memory, _: &str, line: Vec<u8>) -> Vec<Vec<u8>> {
    vec![line]
}

/// A running engine with a fault.
pub struct Faulty {
    talk: Talk,
    fault: Fault,
    memory: Memory,
    /// The commands that are not answered yet; `None` for one whose response nobody hears.
    asked: VecDeque<Option<String>>,
    ready: VecDeque<Vec<u8>>,
}

impl Faulty {
    /// Starts an engine that thinks by time, not by playouts: otherwise none would ever be stopped.
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
