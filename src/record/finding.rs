//! What is found wrong or lost in a record: where, against which clause, in Chinese and in English.
//!
//! It does not know any format. A format has a table of [`Rule`]s, made with [`rules!`], with one
//! entry for each sentence that it may say; a [`Finding`] is such a rule at a place.

use std::fmt;

use super::Path;

/// However long what stands in a file is, a message says no more of it than so many characters.
const LONGEST_DETAIL: usize = 200;

/// The most bytes of a way that are told.
const LONGEST_PATH: usize = 400;

/// What a finding means for the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// It does not conform to its format.
    Error,
    /// It conforms, or was read as if it did; something is odd all the same.
    Warning,
    /// Something was left out, since the other format cannot say it.
    Dropped,
    /// Something went into a comment, since the other format has no place for it.
    Folded,
    /// Something was replaced by the nearest thing that the other format can say.
    Approximated,
    /// Something that the record does not say was taken to be so.
    Assumed,
}

/// The language of messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Language {
    /// 中文.
    Chinese,
    /// English.
    English,
}

/// One sentence that a format may say of a record.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// The constant's name, from which [`Rule::name`] is made.
    pub constant: &'static str,
    /// What it means for the record.
    pub kind: Kind,
    /// The clause of the format's specification, empty where there is none.
    pub clause: &'static str,
    /// The sentence in Chinese; `{0}` and `{1}` are details.
    pub chinese: &'static str,
    /// The sentence in English, with the same details.
    pub english: &'static str,
}

impl Rule {
    /// The name that programs go by: `missing-semicolon`.
    pub fn name(&self) -> String {
        self.constant.to_ascii_lowercase().replace('_', "-")
    }
}

/// Makes a table of rules: constants, and `RULES` with all of them.
macro_rules! rules {
    ($($name:ident = $kind:ident($clause:literal, $chinese:literal, $english:literal $(,)?);)+) => {
        $(
            pub(crate) const $name: $crate::record::Rule = $crate::record::Rule {
                constant: stringify!($name),
                kind: $crate::record::Kind::$kind,
                clause: $clause,
                chinese: $chinese,
                english: $english,
            };
        )+

        /// Everything that may be said here.
        #[allow(dead_code, unreachable_pub, reason = "not every table is public")]
        pub const RULES: &[&$crate::record::Rule] = &[$(&$name),+];
    };
}
pub(crate) use rules;

/// Where in a file or record something was found. Places are in the order of the file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default, Hash)]
pub struct Place {
    /// The line, from 1; 0 where there is none.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// The byte in the text, while the line is not counted yet.
    offset: Option<usize>,
    /// The member, element or node; empty where there is none.
    pub path: String,
    /// Whether the path is that of a node.
    is_node: bool,
}

impl Place {
    /// A byte of the text. [`Findings::locate`] makes a line and column of it.
    pub fn offset(offset: usize) -> Place {
        Place { offset: Some(offset), ..Place::default() }
    }

    /// A member or element.
    pub fn path(path: impl fmt::Display) -> Place {
        Place { path: without_middle(path.to_string()), ..Place::default() }
    }

    /// A node of a tree.
    pub fn node(path: &Path) -> Place {
        Place { is_node: true, ..Place::path(path) }
    }

    /// A member or element, and the byte where it stands in the text.
    pub fn path_at(path: impl fmt::Display, offset: usize) -> Place {
        Place { offset: Some(offset), ..Place::path(path) }
    }

    fn text(&self, language: Language) -> String {
        let lines = match (self.line, language) {
            (0, _) => String::new(),
            (line, Language::Chinese) => format!("第{line}行第{}列", self.column),
            (line, Language::English) => format!("line {line}, column {}", self.column),
        };
        let path = match (self.is_node, language) {
            (false, _) => self.path.clone(),
            (true, Language::Chinese) => format!("节点{}", self.path),
            (true, Language::English) => format!("node {}", self.path),
        };
        let between = if lines.is_empty() || path.is_empty() { "" } else { " " };
        lines + between + &path
    }
}

/// A rule at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What is said.
    pub rule: &'static Rule,
    /// Of what.
    pub place: Place,
    /// What stands for `{0}`, `{1}`... in the sentence.
    pub details: Vec<String>,
}

impl Finding {
    /// The sentence.
    pub fn message(&self, language: Language) -> String {
        let sentence = match language {
            Language::Chinese => self.rule.chinese,
            Language::English => self.rule.english,
        };
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
        match self.rule.clause {
            "" => message,
            clause => format!("{message} [{clause}]"),
        }
    }
}

/// All that was found in a file, in the order in which it was found.
///
/// Only so many findings of one rule are kept, since a broken file could have millions: the others
/// are counted.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Findings {
    list: Vec<Finding>,
    /// How often each rule was broken.
    counts: Vec<(&'static Rule, usize)>,
}

impl Findings {
    /// The findings of one rule that are kept.
    pub const KEPT: usize = 100;

    /// Notes that a rule speaks at a place.
    pub fn add<const N: usize>(&mut self, rule: &'static Rule, place: Place, details: [&str; N]) {
        self.add_at(rule, || place, details);
    }

    /// Notes that a rule speaks at a place that takes time to find: it is not asked for where so
    /// many findings are there already that this one is only counted.
    pub fn add_at<const N: usize>(
        &mut self,
        rule: &'static Rule,
        place: impl FnOnce() -> Place,
        details: [&str; N],
    ) {
        let known = self.counts.iter().position(|(counted, _)| *counted == rule);
        let known = known.unwrap_or_else(|| {
            self.counts.push((rule, 0));
            self.counts.len() - 1
        });
        self.counts[known].1 += 1;
        if self.counts[known].1 <= Findings::KEPT {
            let details = details.map(|detail| cut(detail, LONGEST_DETAIL)).to_vec();
            self.list.push(Finding { rule, place: place(), details });
        }
    }

    /// Adds what was found elsewhere.
    pub fn append(&mut self, other: Findings) {
        for (rule, count) in &other.counts {
            match self.counts.iter_mut().find(|(counted, _)| counted == rule) {
                Some((_, sum)) => *sum += count,
                None => self.counts.push((rule, *count)),
            }
        }
        self.list.extend(other.list);
    }

    /// The findings that were kept.
    pub fn iter(&self) -> impl Iterator<Item = &Finding> {
        self.list.iter()
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether any of them is an error.
    pub fn has_errors(&self) -> bool {
        self.counts.iter().any(|(rule, _)| rule.kind == Kind::Error)
    }

    /// The errors alone.
    pub fn errors(mut self) -> Findings {
        self.list.retain(|found| found.rule.kind == Kind::Error);
        self.counts.retain(|(rule, _)| rule.kind == Kind::Error);
        self
    }

    /// How many there were beyond those that were kept.
    pub fn left_out(&self) -> usize {
        self.counts.iter().map(|(_, count)| count).sum::<usize>() - self.list.len()
    }

    /// How often a rule spoke.
    pub fn count(&self, rule: &Rule) -> usize {
        self.counts.iter().find(|(counted, _)| *counted == rule).map_or(0, |(_, count)| *count)
    }

    /// Sorts by place, those of one place in the order in which they were found.
    pub fn sort(&mut self) {
        self.list.sort_by_key(|found| (found.place.line, found.place.column));
    }

    /// Gives the bytes that places name their ways, which are looked up for all at once, in order.
    pub fn name_paths(&mut self, paths: impl FnOnce(&[usize]) -> Vec<String>) {
        let mut places: Vec<&mut Place> = self.list.iter_mut().map(|f| &mut f.place).collect();
        places.retain(|place| place.offset.is_some());
        places.sort_by_key(|place| place.offset);
        let offsets: Vec<usize> = places.iter().filter_map(|place| place.offset).collect();
        for (place, path) in places.into_iter().zip(paths(&offsets)) {
            place.path = path;
        }
    }

    /// Gives the bytes of the text that places name their lines and columns.
    pub fn locate(&mut self, text: &str) {
        let mut places: Vec<&mut Place> = self.list.iter_mut().map(|f| &mut f.place).collect();
        places.retain(|place| place.offset.is_some());
        places.sort_by_key(|place| place.offset);
        let (mut line, mut column, mut counted) = (1, 1, 0);
        for place in places {
            let offset = place.offset.take().unwrap_or(0).clamp(counted, text.len());
            for &byte in &text.as_bytes()[counted..offset] {
                let goes_on_with_char = byte & 0xC0 == 0x80;
                match byte {
                    b'\n' => (line, column) = (line + 1, 1),
                    _ => column += usize::from(!goes_on_with_char),
                }
            }
            counted = offset;
            (place.line, place.column) = (line, column);
        }
    }
}

/// The start of a text, for a message.
pub(crate) fn shortened(text: &str) -> String {
    cut(text, 40)
}

/// A way of which the middle is left out where it is very long.
fn without_middle(path: String) -> String {
    if path.len() <= LONGEST_PATH {
        return path;
    }
    let boundary = |from: usize| (from..).find(|&at| path.is_char_boundary(at));
    let start = boundary(LONGEST_PATH / 2).unwrap_or(path.len());
    let end = boundary(path.len() - LONGEST_PATH / 2).unwrap_or(path.len());
    format!("{}…{}", &path[..start], &path[end..])
}

/// The first characters of a text.
fn cut(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        None => text.to_string(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    mod table {
        super::super::rules! {
            TOO_LONG = Error("3.4", "超过{1}个字符(现{0}个)", "is {0} characters long, more than {1}");
            ODD = Warning("", "奇怪", "is odd");
        }
    }

    #[test]
    fn findings_speak_both_languages() {
        let mut findings = Findings::default();
        findings.add(&table::TOO_LONG, Place::path_at("/info/name", 6), ["130", "128"]);
        findings.add(&table::ODD, Place::offset(1), []);
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
            findings.add(&table::ODD, Place::offset(offset), []);
        }
        assert_eq!(findings.iter().count(), Findings::KEPT);
        assert_eq!(findings.left_out(), 900);
        assert_eq!(findings.count(&table::ODD), 1000);
        assert!(!findings.has_errors());
    }
}
