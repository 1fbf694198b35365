//! Runs all checks, each with a newly started engine, and determines the verdicts.

use std::io;
use std::time::{Duration, Instant};

use super::check::{Check, SpecClause};
use super::dialogue_runner::{DialogueRunner, Mismatch, Received};
use super::engine_io::{EngineIo, LogLine, Strictness};
use super::handshake::{EngineInfo, Greeting, open};
use super::transport::{Transport, TransportError};
use crate::cancellation::Cancellation;
use crate::job_error::JobError;
use crate::protocol::Protocol;

/// The verdict of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The engine behaves as the check expects.
    Holds,
    /// The engine behaves differently.
    Fails,
    /// The engine behaves differently, but the specification is ambiguous.
    ReadsOtherwise,
    /// The engine lacks a command or a board size that is optional in the protocol.
    NotSupported,
}

/// The result of a check.
#[derive(Debug, Clone)]
pub struct CheckResult<'a> {
    /// The check.
    pub check: &'a Check,
    /// The verdict.
    pub verdict: Verdict,
    /// The first difference, if any.
    pub trouble: Option<Mismatch>,
    /// The log of the session.
    pub log: Vec<LogLine>,
    /// The longest response time.
    pub slowest: Duration,
}

/// Starts an engine.
pub type Start<'a> = dyn FnMut() -> io::Result<Box<dyn Transport>> + 'a;

/// The checks and how they are run.
#[derive(Debug, Clone, Copy)]
pub struct Runner<'a> {
    /// The checks, in the order in which they are run.
    pub checks: &'a [Check],
    /// The protocol of all of them.
    pub protocol: &'static Protocol,
    /// The response timeout.
    pub limit: Duration,
}

impl<'a> Runner<'a> {
    /// Queries the engine's name and commands.
    ///
    /// # Errors
    /// Returns [`JobError`] if it cannot be started or does not support the protocol.
    pub fn about(&self, start: &mut Start) -> Result<EngineInfo, JobError> {
        let mut wire = start().map_err(JobError::io("cannot start the engine"))?;
        let mut hearing = EngineIo::new(&mut *wire, self.protocol, Strictness::Lenient);
        EngineInfo::query_engine(&mut hearing, self.protocol, self.limit)
    }

    /// Runs the checks and passes each result to the callback.
    ///
    /// # Errors
    /// Returns [`JobError`] if the engine can no longer be started, or the user interrupts the checks.
    pub fn run(
        &self,
        about: &EngineInfo,
        start: &mut Start,
        cancellation: &Cancellation,
        report: &mut dyn FnMut(&CheckResult),
    ) -> Result<Vec<CheckResult<'a>>, JobError> {
        let mut findings = Vec::new();
        for check in self.checks {
            let finding = self.play(check, about, start)?;
            // The interrupt ended the dialogue, so the result is not about the engine.
            if cancellation.is_cancelled() {
                return Err(JobError::Interrupted("interrupted".into()));
            }
            report(&finding);
            findings.push(finding);
        }
        Ok(findings)
    }

    fn play(
        &self,
        check: &'a Check,
        about: &EngineInfo,
        start: &mut Start,
    ) -> Result<CheckResult<'a>, JobError> {
        let known = |name: &String| about.commands.contains(name);
        if !check.needs.iter().all(known) {
            return Ok(CheckResult::not_supported(check));
        }
        let mut wire = start().map_err(JobError::io("cannot start the engine"))?;
        match self.opened(check, about.greeting, &mut *wire) {
            Opened::No(why) => {
                return Ok(CheckResult::of(check, Some(why), Vec::new(), Duration::ZERO));
            }
            Opened::WithoutSize => return Ok(CheckResult::not_supported(check)),
            Opened::Yes => {}
        }
        let limit = check.limit.unwrap_or(self.limit);
        let mut player = DialogueRunner::new(&check.dialogue, &mut *wire, check.manner, limit);
        let trouble = player.play(&mut |_, _| false).err();
        let DialogueRunner { hearing, .. } = player;
        Ok(CheckResult::of(check, trouble, hearing.log, hearing.slowest))
    }

    fn opened(&self, check: &Check, greeting: Greeting, wire: &mut dyn Transport) -> Opened {
        let deadline = Instant::now() + self.limit;
        let mut hearing = EngineIo::new(wire, self.protocol, check.manner);
        let trouble = |came| {
            Opened::No(Mismatch { line: check.dialogue.first_line, expected: Vec::new(), came })
        };
        let begins = |lines: &[String], signs: &[char]| {
            lines.first().is_some_and(|line| line.starts_with(signs))
        };
        if let Some(line) = &check.greeting {
            match open(&mut hearing, line, greeting, deadline) {
                Err(why) => return trouble(Received::Nothing(why)),
                Ok(Some(lines)) if !begins(&lines, &['=', '?']) => {
                    return trouble(Received::Lines(lines));
                }
                Ok(_) => {}
            }
        }
        let Some(size) = check.size else { return Opened::Yes };
        match hearing.ask(&format!("boardsize {size}"), deadline) {
            Err(why) => trouble(Received::Nothing(why)),
            Ok(lines) if begins(&lines, &['=']) => Opened::Yes,
            Ok(_) => Opened::WithoutSize,
        }
    }
}

/// Whether a session was opened.
enum Opened {
    Yes,
    /// The engine does not support the check's board size.
    WithoutSize,
    No(Mismatch),
}

impl<'a> CheckResult<'a> {
    fn of(
        check: &'a Check,
        trouble: Option<Mismatch>,
        log: Vec<LogLine>,
        slowest: Duration,
    ) -> Self {
        let verdict = match (&trouble, check.basis) {
            (None, _) => Verdict::Holds,
            // No interpretation of a clause permits the engine to exit.
            (Some(Mismatch { came: Received::Nothing(TransportError::Ended), .. }), _) => {
                Verdict::Fails
            }
            (Some(_), SpecClause::Text) => Verdict::Fails,
            (Some(_), SpecClause::Reading(_)) => Verdict::ReadsOtherwise,
        };
        CheckResult { check, verdict, trouble, log, slowest }
    }

    fn not_supported(check: &'a Check) -> Self {
        let verdict = Verdict::NotSupported;
        CheckResult { check, verdict, trouble: None, log: Vec::new(), slowest: Duration::ZERO }
    }
}
