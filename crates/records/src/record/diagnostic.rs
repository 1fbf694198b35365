//! Findings: errors and losses in a record, each with its location and specification clause, in Chinese and English.
//!
//! This module does not depend on any format. Each format defines a table of [`DiagnosticRule`]s with [`rules!`],
//! one entry per message. A [`Diagnostic`] is an occurrence of a rule.

use super::Path;
use super::diagnostic_rule::{DiagnosticRule, Language, Severity};
use super::line_index::LineIndex;
use std::fmt;

/// The maximum number of characters of a file that a message quotes.
const LONGEST_DETAIL: usize = 200;

/// The maximum length of a path in a message, in bytes.
const LONGEST_PATH: usize = 400;

/// Location of a finding in a file or record. Locations are ordered as in the file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default, Hash)]
pub struct SourceLocation {
    /// The line, starting at 1; 0 if unknown.
    pub line: usize,
    /// The column in characters, starting at 1.
    pub column: usize,
    /// The byte offset in the text, until [`Findings::locate`] converts it to line and column.
    offset: Option<usize>,
    /// The path of the member, element or node, if known. The path of a JSON root is an empty string.
    pub path: Option<String>,
    /// `true` if the path refers to a node.
    is_node: bool,
}

impl SourceLocation {
    /// Creates a location from a byte offset. [`Findings::locate`] converts it to line and column.
    pub fn offset(offset: usize) -> SourceLocation {
        SourceLocation { offset: Some(offset), ..SourceLocation::default() }
    }

    /// Creates a location from the path of a member or element.
    pub fn path(path: impl fmt::Display) -> SourceLocation {
        SourceLocation { path: Some(without_middle(path.to_string())), ..SourceLocation::default() }
    }

    /// Creates a location at the start of a text, with the path of its root.
    pub fn start(root: &str) -> SourceLocation {
        SourceLocation { line: 1, column: 1, ..SourceLocation::path(root) }
    }

    /// Creates a location from the path of a node.
    pub fn node(path: &Path) -> SourceLocation {
        SourceLocation { is_node: true, ..SourceLocation::path(path) }
    }

    fn text(&self, language: Language) -> String {
        let lines = match (self.line, language) {
            (0, _) => String::new(),
            (line, Language::Chinese) => format!("第{line}行第{}列", self.column),
            (line, Language::English) => format!("line {line}, column {}", self.column),
        };
        let path = self.path.as_deref().unwrap_or("");
        let path = match (self.is_node, language) {
            (false, _) => path.to_string(),
            (true, Language::Chinese) => format!("节点{path}"),
            (true, Language::English) => format!("node {path}"),
        };
        let between = if lines.is_empty() || path.is_empty() { "" } else { " " };
        lines + between + &path
    }
}

/// A finding: a rule, a location and details.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The rule that was broken or applied.
    pub rule: &'static DiagnosticRule,
    /// The violated clause of the format's specification; empty if there is none. Some rules cover several clauses.
    pub clause: &'static str,
    /// The location in the file or record.
    pub place: SourceLocation,
    /// The values of `{0}`, `{1}`... in the rule's message.
    pub details: Vec<String>,
}

impl Diagnostic {
    /// Returns the message with its details, without the location.
    pub fn message(&self, language: Language) -> String {
        let template = language.choose(self.rule.english, self.rule.chinese);
        let mut text = String::new();
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('{') {
            let (number, behind) = after.split_once('}').unwrap_or((after, ""));
            let detail = number.parse().ok().and_then(|i: usize| self.details.get(i));
            text.push_str(before);
            text.push_str(detail.map_or("", String::as_str));
            rest = behind;
        }
        text + rest
    }

    /// Returns the message, preceded by the location and followed by the clause.
    pub fn text(&self, language: Language) -> String {
        let (place, message) = (self.place.text(language), self.message(language));
        let message = if place.is_empty() { message } else { format!("{place}: {message}") };
        match self.clause {
            "" => message,
            clause => format!("{message} [{clause}]"),
        }
    }
}

/// The findings in a file, in order of detection.
///
/// At most [`KEPT`](Findings::KEPT) findings per rule are stored, since a corrupt file may produce millions.
/// Further findings are only counted.
///
/// ```
/// use tianyuan_records::record::{Language, Record};
///
/// let reading = Record::read(b"(;GM[1]FF[4]SZ[9];B[ee];W[zz])").expect("it looks like SGF");
/// let findings: Vec<String> =
///     reading.findings.iter().map(|finding| finding.text(Language::English)).collect();
/// assert_eq!(findings.len(), 1, "zz is not on the board: {findings:?}");
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Findings {
    list: Vec<Diagnostic>,
    /// The number of findings per rule, including those that are not stored.
    counts: Vec<(&'static DiagnosticRule, usize)>,
}

impl Findings {
    /// The maximum number of stored findings per rule.
    pub const KEPT: usize = 100;

    /// Adds a finding.
    pub fn add<const N: usize>(
        &mut self,
        rule: &'static DiagnosticRule,
        place: SourceLocation,
        details: [&str; N],
    ) {
        self.add_at(rule, || place, details);
    }

    /// Adds a finding whose location is expensive to compute. `place` is called only if the finding is stored.
    pub fn add_at<const N: usize>(
        &mut self,
        rule: &'static DiagnosticRule,
        place: impl FnOnce() -> SourceLocation,
        details: [&str; N],
    ) {
        self.add_in(rule.clause, rule, place, details);
    }

    /// Adds a finding of a rule that covers several clauses, with the violated clause.
    pub fn add_in<const N: usize>(
        &mut self,
        clause: &'static str,
        rule: &'static DiagnosticRule,
        place: impl FnOnce() -> SourceLocation,
        details: [&str; N],
    ) {
        let known = self.counts.iter().position(|(counted, _)| *counted == rule);
        let known = known.unwrap_or_else(|| {
            self.counts.push((rule, 0));
            self.counts.len() - 1
        });
        self.counts[known].1 += 1;
        if self.counts[known].1 <= Findings::KEPT {
            let details = details.map(|detail| truncated(detail, LONGEST_DETAIL)).to_vec();
            self.list.push(Diagnostic { rule, clause, place: place(), details });
        }
    }

    /// Appends the findings of another list.
    pub fn append(&mut self, other: Findings) {
        for (rule, count) in &other.counts {
            match self.counts.iter_mut().find(|(counted, _)| counted == rule) {
                Some((_, sum)) => *sum += count,
                None => self.counts.push((rule, *count)),
            }
        }
        self.list.extend(other.list);
        // Each list may hold the maximum per rule, so the limit is applied again.
        let mut kept: Vec<(&'static DiagnosticRule, usize)> = Vec::new();
        if self.list.len() > Findings::KEPT {
            self.list.retain(|found| {
                let known = kept.iter().position(|(rule, _)| *rule == found.rule);
                let index = known.unwrap_or(kept.len());
                if known.is_none() {
                    kept.push((found.rule, 0));
                }
                kept[index].1 += 1;
                kept[index].1 <= Findings::KEPT
            });
        }
    }

    /// Iterates over the stored findings.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter()
    }

    /// Returns `true` if there are no findings.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns `true` if any finding is an error or a limit of this program.
    pub fn has_errors(&self) -> bool {
        self.counts.iter().any(|(rule, _)| rule.kind.is_fault())
    }

    /// Returns only the errors, including limits of this program.
    pub fn errors(self) -> Findings {
        self.only(|rule| rule.kind.is_fault())
    }

    /// Returns only the findings whose rule satisfies the predicate.
    pub fn only(mut self, is_wanted: impl Fn(&DiagnosticRule) -> bool) -> Findings {
        self.list.retain(|found| is_wanted(found.rule));
        self.counts.retain(|(rule, _)| is_wanted(rule));
        self
    }

    /// Returns the findings with the same location for all of them.
    pub fn placed(mut self, place: &SourceLocation) -> Findings {
        self.list.iter_mut().for_each(|found| found.place = place.clone());
        self
    }

    /// Returns the number of findings that were counted but not stored.
    pub fn omitted(&self) -> usize {
        self.counts.iter().map(|(_, count)| count).sum::<usize>() - self.list.len()
    }

    /// Returns the number of findings of a rule, including those that are not stored.
    pub fn count(&self, rule: &DiagnosticRule) -> usize {
        self.counts.iter().find(|(counted, _)| *counted == rule).map_or(0, |(_, count)| *count)
    }

    /// Sorts the findings by location; the sort is stable.
    pub fn sort(&mut self) {
        self.list.sort_by_key(|found| (found.place.line, found.place.column));
    }

    /// Sets the paths of locations from their byte offsets. `paths` is called once with all offsets in ascending order
    /// and returns one path per offset.
    pub fn name_paths(&mut self, paths: impl FnOnce(&[usize]) -> Vec<String>) {
        let mut places: Vec<&mut SourceLocation> =
            self.list.iter_mut().map(|f| &mut f.place).collect();
        places.retain(|place| place.offset.is_some());
        places.sort_by_key(|place| place.offset);
        let offsets: Vec<usize> = places.iter().filter_map(|place| place.offset).collect();
        for (place, path) in places.into_iter().zip(paths(&offsets)) {
            place.path = Some(without_middle(path));
        }
    }

    /// Sets the line and column of locations from their byte offsets in a text.
    pub fn locate(&mut self, text: &str) {
        self.locate_by(&mut LineIndex::new(text));
    }

    /// Sets the line and column like [`locate`](Findings::locate), continuing from the previous position of `locator`.
    pub fn locate_by(&mut self, locator: &mut LineIndex<'_>) {
        let mut places: Vec<&mut SourceLocation> =
            self.list.iter_mut().map(|f| &mut f.place).collect();
        places.retain(|place| place.offset.is_some());
        places.sort_by_key(|place| place.offset);
        for place in places {
            (place.line, place.column) = locator.line_and_column(place.offset.take().unwrap_or(0));
        }
    }
}

/// Returns the start of a text, for use in a message.
pub(crate) fn ellipsize(text: &str) -> String {
    truncated(text, 40)
}

/// Replaces the middle of a very long path.
fn without_middle(path: String) -> String {
    if path.len() <= LONGEST_PATH {
        return path;
    }
    let boundary = |from: usize| (from..).find(|&at| path.is_char_boundary(at));
    let start = boundary(LONGEST_PATH / 2).unwrap_or(path.len());
    let end = boundary(path.len() - LONGEST_PATH / 2).unwrap_or(path.len());
    format!("{}…{}", &path[..start], &path[end..])
}

/// Returns the first characters of a text, followed by `…` if it was truncated.
fn truncated(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        None => text.to_string(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

impl Severity {
    /// Returns the display name of this severity.
    pub fn name(self, language: Language) -> &'static str {
        match self {
            Severity::Error => language.choose("error", "错误"),
            Severity::Limit => language.choose("limit", "超限"),
            Severity::Warning => language.choose("warning", "警告"),
            Severity::Dropped => language.choose("dropped", "略去"),
            Severity::Folded => language.choose("folded", "归并"),
            Severity::Approximated => language.choose("approximated", "近似"),
            Severity::Assumed => language.choose("assumed", "推定"),
        }
    }
}

impl Findings {
    /// Formats the findings of a file with the given name, one line each.
    pub fn lines(&self, name: &str, language: Language) -> Vec<String> {
        let line = |kind: &str, text: &dyn fmt::Display| format!("{name}: {kind}: {text}");
        let mut lines: Vec<String> = self
            .iter()
            .map(|found| line(found.rule.kind.name(language), &found.text(language)))
            .collect();
        if self.omitted() > 0 {
            let count = self.omitted();
            lines.push(language.choose(
                format!("{name}: {count} more of these"),
                format!("{name}: 同类的另有{count}处"),
            ));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    mod table {
        crate::record::diagnostic_rule::rules! {
            TOO_LONG = Error("3.4", "超过{1}个字符（现{0}个）", "is {0} characters long, more than {1}");
            ODD = Warning("", "奇怪", "is odd");
        }
    }

    #[test]
    fn finding_text_supports_both_languages() {
        let mut findings = Findings::default();
        findings.add(
            &table::TOO_LONG,
            SourceLocation { offset: Some(6), ..SourceLocation::path("/info/name") },
            ["130", "128"],
        );
        findings.add(&table::ODD, SourceLocation::offset(1), []);
        findings.locate("ab\n围棋x");
        findings.sort();
        let texts = |language| findings.iter().map(|f| f.text(language)).collect::<Vec<_>>();
        assert_eq!(
            texts(Language::English),
            [
                "line 1, column 2: is odd",
                "line 2, column 2 /info/name: is 130 characters long, more than 128 [3.4]"
            ]
        );
        assert_eq!(
            texts(Language::Chinese)[1],
            "第2行第2列 /info/name: 超过128个字符（现130个） [3.4]"
        );
        assert_eq!(table::RULES.len(), 2);
        assert_eq!(table::TOO_LONG.name(), "too-long");
        assert!(findings.has_errors());
    }

    #[test]
    fn excess_findings_of_one_rule_are_only_counted() {
        let mut findings = Findings::default();
        for offset in 0..1000 {
            findings.add(&table::ODD, SourceLocation::offset(offset), []);
        }
        assert_eq!(findings.iter().count(), Findings::KEPT);
        assert_eq!(findings.omitted(), 900);
        assert_eq!(findings.count(&table::ODD), 1000);
        assert!(!findings.has_errors());
    }
}
