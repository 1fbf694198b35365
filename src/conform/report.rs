//! The report on an engine as text, in English or Chinese.

use std::time::Duration;

use super::check::{Check, SpecClause};
use super::dialogue_runner::{Mismatch, Received};
use super::handshake::{EngineInfo, Greeting};
use super::runner::{CheckResult, Verdict};
use super::transport::TransportError;
use crate::records::record::Language;

/// The maximum number of log lines shown before a difference.
const MOST_SHOWN: usize = 12;

/// The number of checks by verdict.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Passed checks.
    pub holds: usize,
    /// Failed checks.
    pub fails: usize,
    /// Ambiguous clauses that the engine interprets differently.
    pub reads_otherwise: usize,
    /// Checks that were not run.
    pub not_supported: usize,
}

impl Counts {
    /// Counts verdicts.
    pub fn of(findings: &[CheckResult]) -> Counts {
        let count = |verdict| findings.iter().filter(|it| it.verdict == verdict).count();
        Counts {
            holds: count(Verdict::Holds),
            fails: count(Verdict::Fails),
            reads_otherwise: count(Verdict::ReadsOtherwise),
            not_supported: count(Verdict::NotSupported),
        }
    }
}

impl Check {
    /// Returns the title in a language.
    pub fn title_in(&self, language: Language) -> &str {
        let is_chinese = language == Language::Chinese && !self.chinese.is_empty();
        if is_chinese { &self.chinese } else { &self.title }
    }

    /// Formats a line of the list of checks: `12  5.1.3.1  moves  Title`.
    pub fn line(&self, language: Language) -> String {
        let Check { number, clause, class, .. } = self;
        format!("{number:>4}  {clause:<8} {class:<12} {}", self.title_in(language))
    }
}

impl Verdict {
    /// Returns its name in a language.
    pub fn word(self, language: Language) -> &'static str {
        match self {
            Verdict::Holds => language.choose("passed", "符合"),
            Verdict::Fails => language.choose("FAILED", "不符合"),
            Verdict::ReadsOtherwise => language.choose("other interpretation", "另解"),
            Verdict::NotSupported => language.choose("not supported", "不支持"),
        }
    }
}

/// Returns the first lines, about the engine.
pub fn head(about: &EngineInfo, language: Language) -> Vec<String> {
    let (name, commands) = (&about.name, about.commands.len());
    let mut lines = vec![language.choose(
        format!("{name}: lists {commands} commands"),
        format!("{name}: 列出{commands}个命令"),
    )];
    if about.greeting == Greeting::Silent {
        let silent = language.choose(
            "no response to the greeting WTP (interpretation 2)",
            "首次输入WTP没有响应（解释2）",
        );
        lines.push(silent.into());
    }
    lines
}

/// Returns the lines about a check: one, or more if it did not pass.
pub fn lines(finding: &CheckResult, language: Language) -> Vec<String> {
    let word = finding.verdict.word(language);
    let mut lines = vec![format!("{}: {word}", finding.check.line(language))];
    let Some(trouble) = &finding.trouble else { return lines };
    if let SpecClause::Reading(Some(number)) = finding.check.basis {
        lines.push(language.choose(
            format!(" the specification is ambiguous; interpretation {number}:"),
            format!("      本文未定，按解释{number}:"),
        ));
    }
    let entries = finding.log.iter().filter(|entry| entry.sent || !entry.text.is_empty());
    let entries: Vec<_> = entries.collect();
    for entry in &entries[entries.len().saturating_sub(MOST_SHOWN)..] {
        lines.push(format!("      {} {}", if entry.sent { '>' } else { '<' }, entry.text));
    }
    lines.extend(of_trouble(trouble, language));
    lines
}

fn of_trouble(trouble: &Mismatch, language: Language) -> Vec<String> {
    let (expected, came, line) =
        language.choose(("expected", "came", "line"), ("应为", "实为", "行"));
    let mut lines = Vec::new();
    for text in &trouble.expected {
        lines.push(format!("      {expected}: {text}"));
    }
    let what = match &trouble.came {
        Received::Lines(lines) => lines.join(" ⏎ "),
        Received::More(line) => line.clone(),
        Received::Nothing(why) => nothing(*why, language).into(),
    };
    lines.push(format!("      {came}: {what} ({line} {})", trouble.line));
    lines
}

fn nothing(why: TransportError, language: Language) -> &'static str {
    match why {
        TransportError::Ended => language.choose("the output has ended", "输出已终止"),
        TransportError::TooLong => language.choose("endless line", "一行无尽的输出"),
        TransportError::Late => language.choose("no response in time", "限时内没有响应"),
    }
}

/// Returns the last lines: the number of passed checks and the longest response time.
pub fn tail(findings: &[CheckResult], language: Language) -> Vec<String> {
    let Counts { holds, fails, reads_otherwise, not_supported } = Counts::of(findings);
    let slowest = findings.iter().max_by_key(|finding| finding.slowest);
    let (number, time) = slowest.map_or((0, Duration::ZERO), |it| (it.check.number, it.slowest));
    let time = time.as_secs_f64();
    let all = findings.len();
    match language {
        Language::Chinese => vec![
            format!(
                "共{all}项：{holds}项符合，{fails}项不符合，{reads_otherwise}项另解，{not_supported}项不支持"
            ),
            format!("最慢的响应：{time:.3}秒，第{number}项"),
        ],
        Language::English => vec![
            format!(
                "{all} checks: {holds} passed, {fails} failed, {reads_otherwise} other interpretation, \
                 {not_supported} not supported"
            ),
            format!("slowest response: {time:.3} s in check {number}"),
        ],
    }
}
