//! Findings: what is wrong or lost in a record, where, and against which clause; in Chinese and
//! English.
//!
//! It does not know any format. Each format has a table of [`DiagnosticRule`]s, made with [`rules!`], with an
//! entry for each sentence that it may report. A [`Diagnostic`] is such a rule at a place.

use super::Path;
use super::diagnostic_rule::{DiagnosticRule, Language, Severity};
use super::line_index::LineIndex;
use std::fmt;

/// The maximum number of characters that a message quotes from a file.
const LONGEST_DETAIL: usize = 200;

/// The maximum length of a path in a message, in bytes.
const LONGEST_PATH: usize = 400;

/// The place of a finding in a file or record. Places are ordered as in the file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default, Hash)]
pub struct SourceLocation {
    /// The line, from 1; 0 if there is none.
    pub line: usize,
    /// The column: the character in the line, from 1.
    pub column: usize,
    /// The byte offset in the text, until [`Findings::locate`] has made a line and column of it.
    offset: Option<usize>,
    /// The path of the member, element or node, if there is one. That of the root of a JSON text is
    /// an empty string.
    pub path: Option<String>,
    /// Whether the path is that of a node.
    is_node: bool,
}

impl SourceLocation {
    /// A place by its byte offset. [`Findings::locate`] makes a line and column of it.
    pub fn offset(offset: usize) -> SourceLocation {
        SourceLocation { offset: Some(offset), ..SourceLocation::default() }
    }

    /// A place by the path of a member or element.
    pub fn path(path: impl fmt::Display) -> SourceLocation {
        SourceLocation { path: Some(without_middle(path.to_string())), ..SourceLocation::default() }
    }

    /// The start of a text, with the path of its root.
    pub fn start(root: &str) -> SourceLocation {
        SourceLocation { line: 1, column: 1, ..SourceLocation::path(root) }
    }

    /// A place by the path of a node.
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

/// Something that was found: a rule, a place, and details.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The rule that was broken or applied.
    pub rule: &'static DiagnosticRule,
    /// The clause of the format's specification: that of the rule, or for a rule that serves many
    /// clauses the one that was broken here. Empty where there is none.
    pub clause: &'static str,
    /// The place in the file or record.
    pub place: SourceLocation,
    /// The texts for `{0}`, `{1}`... in the sentence of the rule.
    pub details: Vec<String>,
}

impl Diagnostic {
    /// The sentence with its details, without the place.
    pub fn message(&self, language: Language) -> String {
        let sentence = language.choose(self.rule.english, self.rule.chinese);
        let mut text = String::new();
        let mut rest = sentence;
        while let Some((before, after)) = rest.split_once('{') {
            let (number, behind) = after.split_once('}').unwrap_or((after, ""));
            let detail = number.parse().ok().and_then(|i: usize| self.details.get(i));
            text.push_str(before);
            text.push_str(detail.map_or("", String::as_str));
            rest = behind;
        }
        text + rest
    }

    /// The sentence with its place before it and its clause behind.
    pub fn text(&self, language: Language) -> String {
        let (place, message) = (self.place.text(language), self.message(language));
        let message = if place.is_empty() { message } else { format!("{place}: {message}") };
        match self.clause {
            "" => message,
            clause => format!("{message} [{clause}]"),
        }
    }
}

/// The findings in a file, in the order in which they were made.
///
/// At most [`KEPT`](Findings::KEPT) findings of a rule are kept, since a broken file could have
/// millions. The others are counted.
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
    /// The number of findings of each rule, those that are not kept among them.
    counts: Vec<(&'static DiagnosticRule, usize)>,
}

impl Findings {
    /// The maximum number of findings of one rule that are kept.
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

    /// Adds a finding whose place takes time to compute. `place` is called only if the finding is
    /// kept.
    pub fn add_at<const N: usize>(
        &mut self,
        rule: &'static DiagnosticRule,
        place: impl FnOnce() -> SourceLocation,
        details: [&str; N],
    ) {
        self.add_in(rule.clause, rule, place, details);
    }

    /// Adds a finding of a rule that serves many clauses, with the clause that was broken.
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

    /// Adds the findings of another list.
    pub fn append(&mut self, other: Findings) {
        for (rule, count) in &other.counts {
            match self.counts.iter_mut().find(|(counted, _)| counted == rule) {
                Some((_, sum)) => *sum += count,
                None => self.counts.push((rule, *count)),
            }
        }
        self.list.extend(other.list);
        // Each list kept as many of a rule as one may.
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

    /// The findings that were kept.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter()
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether any of them is an error, or a limit of this program.
    pub fn has_errors(&self) -> bool {
        self.counts.iter().any(|(rule, _)| rule.kind.is_fault())
    }

    /// The errors alone, with the limits of this program.
    pub fn errors(self) -> Findings {
        self.only(|rule| rule.kind.is_fault())
    }

    /// The findings of some rules alone.
    pub fn only(mut self, is_wanted: impl Fn(&DiagnosticRule) -> bool) -> Findings {
        self.list.retain(|found| is_wanted(found.rule));
        self.counts.retain(|(rule, _)| is_wanted(rule));
        self
    }

    /// The findings with one place for all of them.
    pub fn placed(mut self, place: &SourceLocation) -> Findings {
        self.list.iter_mut().for_each(|found| found.place = place.clone());
        self
    }

    /// The number of findings that were counted but not kept.
    pub fn omitted(&self) -> usize {
        self.counts.iter().map(|(_, count)| count).sum::<usize>() - self.list.len()
    }

    /// The number of findings of a rule, those that are not kept among them.
    pub fn count(&self, rule: &DiagnosticRule) -> usize {
        self.counts.iter().find(|(counted, _)| *counted == rule).map_or(0, |(_, count)| *count)
    }

    /// Sorts findings by place; those of one place keep their order.
    pub fn sort(&mut self) {
        self.list.sort_by_key(|found| (found.place.line, found.place.column));
    }

    /// Sets the paths of places from their byte offsets. `paths` is called once with all offsets in
    /// ascending order and returns a path for each.
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

    /// Sets line and column of places from their byte offsets in a text.
    pub fn locate(&mut self, text: &str) {
        self.locate_by(&mut LineIndex::new(text));
    }

    /// Sets line and column of places as [`locate`](Findings::locate) does, from where the last ones were.
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

/// The start of a text, for a message.
pub(crate) fn ellipsize(text: &str) -> String {
    truncated(text, 40)
}

/// A path without its middle if it is very long.
fn without_middle(path: String) -> String {
    if path.len() <= LONGEST_PATH {
        return path;
    }
    let boundary = |from: usize| (from..).find(|&at| path.is_char_boundary(at));
    let start = boundary(LONGEST_PATH / 2).unwrap_or(path.len());
    let end = boundary(path.len() - LONGEST_PATH / 2).unwrap_or(path.len());
    format!("{}…{}", &path[..start], &path[end..])
}

/// The first characters of a text, with `…` where more follow.
fn truncated(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        None => text.to_string(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

impl Severity {
    /// The word for this kind of finding.
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
    /// The findings of a file of this name, one line each.
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
            TOO_LONG = Error("3.4", "超过{1}个字符(现{0}个)", "is {0} characters long, more than {1}");
            ODD = Warning("", "奇怪", "is odd");
        }
    }

    #[test]
    fn findings_speak_both_languages() {
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
            "第2行第2列 /info/name: 超过128个字符(现130个) [3.4]"
        );
        assert_eq!(table::RULES.len(), 2);
        assert_eq!(table::TOO_LONG.name(), "too-long");
        assert!(findings.has_errors());
    }

    #[test]
    fn many_findings_of_one_rule_are_counted() {
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
