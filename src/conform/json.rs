//! The report on an engine as JSON.

use serde::Serialize;

use super::check::SpecClause;
use super::dialogue_runner::Received;
use super::handshake::{EngineInfo, Greeting};
use super::report::Counts;
use super::runner::{CheckResult, Verdict};
use crate::records::record::Language;

#[derive(Serialize)]
struct Report<'a> {
    command: &'a str,
    protocol_version: u32,
    engine: &'a str,
    greeting_answered: bool,
    commands: &'a [String],
    holds: usize,
    fails: usize,
    reads_otherwise: usize,
    not_supported: usize,
    checks: Vec<CheckReport<'a>>,
}

#[derive(Serialize)]
struct CheckReport<'a> {
    number: u32,
    class: &'a str,
    clause: &'a str,
    title: &'a str,
    verdict: &'static str,
    /// Whether the clause is ambiguous.
    open: bool,
    /// The number of the interpretation on which the check of an ambiguous clause is based, if it has one.
    reading: Option<u32>,
    slowest_seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    trouble: Option<TroubleReport<'a>>,
    talk: Vec<SaidReport<'a>>,
}

#[derive(Serialize)]
struct TroubleReport<'a> {
    line: usize,
    expected: &'a [String],
    came: Option<Vec<&'a str>>,
    why: Option<String>,
}

#[derive(Serialize)]
struct SaidReport<'a> {
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    sent: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    came: Option<&'a str>,
}

/// Formats the report as one line of JSON.
pub fn json(
    command: &str,
    protocol_version: u32,
    about: &EngineInfo,
    findings: &[CheckResult],
    language: Language,
) -> String {
    let counts = Counts::of(findings);
    let report = Report {
        command,
        protocol_version,
        engine: &about.name,
        greeting_answered: about.greeting == Greeting::Answered,
        commands: &about.commands,
        holds: counts.holds,
        fails: counts.fails,
        reads_otherwise: counts.reads_otherwise,
        not_supported: counts.not_supported,
        checks: findings.iter().map(|finding| of(finding, language)).collect(),
    };
    serde_json::to_string(&report).expect("strings and numbers are valid JSON")
}

fn of<'a>(finding: &'a CheckResult, language: Language) -> CheckReport<'a> {
    let check = finding.check;
    CheckReport {
        number: check.number,
        class: &check.class,
        clause: &check.clause,
        title: check.title_in(language),
        verdict: match finding.verdict {
            Verdict::Holds => "holds",
            Verdict::Fails => "fails",
            Verdict::ReadsOtherwise => "reads otherwise",
            Verdict::NotSupported => "not supported",
        },
        open: check.basis != SpecClause::Text,
        reading: match check.basis {
            SpecClause::Reading(number) => number,
            SpecClause::Text => None,
        },
        slowest_seconds: finding.slowest.as_secs_f64(),
        trouble: finding.trouble.as_ref().map(|trouble| TroubleReport {
            line: trouble.line,
            expected: &trouble.expected,
            came: match &trouble.came {
                Received::Lines(lines) => Some(lines.iter().map(|line| &**line).collect()),
                Received::More(line) => Some(vec![line]),
                Received::Nothing(_) => None,
            },
            why: matches!(trouble.came, Received::Nothing(_)).then(|| trouble.came.to_string()),
        }),
        talk: finding.log.iter().map(said).collect(),
    }
}

fn said(said: &super::engine_io::LogLine) -> SaidReport<'_> {
    let text = Some(&*said.text);
    let (sent, came) = if said.sent { (text, None) } else { (None, text) };
    SaidReport { seconds: said.at.as_secs_f64(), sent, came }
}
