//! The findings of many files, by rule.

use crate::records::record::{DiagnosticRule, Findings, Language, Severity};

/// The findings of a rule in all files.
struct Count {
    rule: &'static DiagnosticRule,
    findings: usize,
    files: usize,
    /// The first finding, as a line.
    example: String,
}

/// Counts the findings of many files.
#[derive(Default)]
pub(super) struct Summary {
    counts: Vec<Count>,
    files: usize,
}

impl Summary {
    /// Adds the findings of a file, given in several parts.
    pub(super) fn add(&mut self, name: &str, parts: &[&Findings], language: Language) {
        self.files += 1;
        let mut of_file: Vec<&'static DiagnosticRule> = Vec::new();
        for found in parts.iter().flat_map(|findings| findings.iter()) {
            let rule = found.rule;
            if of_file.contains(&rule) {
                continue;
            }
            of_file.push(rule);
            let findings = parts.iter().map(|findings| findings.count(rule)).sum();
            match self.counts.iter_mut().find(|count| count.rule == rule) {
                Some(count) => {
                    count.findings += findings;
                    count.files += 1;
                }
                None => {
                    let example = format!("{name}: {}", found.text(language));
                    self.counts.push(Count { rule, findings, files: 1, example });
                }
            }
        }
    }

    /// Returns a line with an example for each rule, most severe first.
    pub(super) fn lines(mut self, language: Language) -> Vec<String> {
        const ORDER: [Severity; 7] = [
            Severity::Error,
            Severity::Limit,
            Severity::Dropped,
            Severity::Folded,
            Severity::Approximated,
            Severity::Assumed,
            Severity::Warning,
        ];
        let order = |kind: Severity| ORDER.iter().position(|other| *other == kind);
        self.counts.sort_by(|a, b| {
            order(a.rule.kind).cmp(&order(b.rule.kind)).then(b.files.cmp(&a.files))
        });
        let line = |count: &Count| {
            let kind = count.rule.kind.name(language);
            let Count { rule, findings, files, example } = count;
            let name = rule.name();
            language.choose(
                format!("{kind}: {name}: {findings} in {files} files, as in {example}"),
                format!("{kind}: {name}: {files}个文件中{findings}处，如 {example}"),
            )
        };
        self.counts.iter().map(line).collect()
    }
}
