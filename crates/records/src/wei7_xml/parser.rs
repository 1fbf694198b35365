//! Splits XML 1.0 without a DTD into elements and texts. Violations of well-formedness are reported as findings.
//!
//! Independent of the meaning of elements, with one exception: literal line breaks in an attribute are spaces in XML,
//! but are preserved in `comment`, as the authors of such files intend. A custom parser is needed because existing
//! ones accept much that is not well-formed.

use std::borrow::Cow;

use super::char_refs::{is_xml, resolved, shortened};
use super::declaration::declared;
use super::diagnostics::*;
use super::scanner::{Scan, is_blank};
use crate::record::DiagnosticRule;
use crate::record::diagnostic::{Findings, SourceLocation};

/// A part of a document.
#[derive(Debug)]
pub(super) enum Piece<'t> {
    /// A start tag. Each one is followed by its [`Close`](Piece::Close), unless the document is truncated.
    Open(Element<'t>),
    /// The end of the innermost open element.
    Close,
    /// Text within an element, with its byte offset.
    Text(usize, Cow<'t, str>),
}

/// A start tag.
#[derive(Debug)]
pub(super) struct Element<'t> {
    pub(super) name: &'t str,
    /// The byte offset of the tag.
    pub(super) at: usize,
    /// The attributes in file order, each name once.
    pub(super) attributes: Vec<Attribute<'t>>,
}

impl Element<'_> {
    /// Reports a violation of a rule without details.
    pub(super) fn breaks(&self, rule: &'static DiagnosticRule, findings: &mut Findings) {
        findings.add_at(rule, || SourceLocation::offset(self.at), []);
    }
}

/// An attribute with its value, with references resolved.
#[derive(Debug)]
pub(super) struct Attribute<'t> {
    pub(super) name: &'t str,
    /// The byte offset of the attribute.
    pub(super) at: usize,
    pub(super) value: Cow<'t, str>,
}

/// The number of attributes that are compared with a new one. No valid element has as many.
const LOOKED_THROUGH: usize = 16;

/// An iterator over the parts of a document.
pub(super) struct Pieces<'t> {
    scan: Scan<'t>,
    /// The names of the open elements.
    open: Vec<&'t str>,
    /// `true` if the last start tag was an empty-element tag.
    is_empty: bool,
    had_root: bool,
}

/// The document ends with an error that was reported.
struct Broken;

type Scanned<T> = Result<T, Broken>;

impl<'t> Pieces<'t> {
    /// Starts parsing a text without its byte order mark. A second mark is an error.
    pub(super) fn new(text: &'t str, findings: &mut Findings) -> Pieces<'t> {
        for (at, c) in text.char_indices().filter(|(_, c)| !is_xml(*c)) {
            let place = || SourceLocation::offset(at);
            findings.add_at(&BAD_CHARACTER, place, [&format!("U+{:04X}", c as u32)]);
        }
        let scan = Scan { text, at: 0 };
        Pieces { scan, open: Vec::new(), is_empty: false, had_root: false }
    }

    /// Returns the byte offset after the last part.
    pub(super) fn position(&self) -> usize {
        self.scan.at
    }

    /// Returns the next part, or `None` at the end and after a fatal error.
    pub(super) fn next(&mut self, findings: &mut Findings) -> Option<Piece<'t>> {
        if std::mem::take(&mut self.is_empty) {
            self.open.pop();
            return Some(Piece::Close);
        }
        loop {
            let start = self.scan.at;
            let rest = self.scan.rest();
            if rest.is_empty() {
                self.finish(start, findings);
                return None;
            }
            let read = if rest.starts_with("<!--") {
                self.comment(start, findings).map(|()| None)
            } else if rest.starts_with("<?") {
                self.instruction(start, findings).map(|()| None)
            } else if rest.starts_with("<![CDATA[") {
                self.data(start, findings)
            } else if rest.starts_with("<!DOCTYPE") {
                findings.add(&DTD, SourceLocation::offset(start), []);
                Err(Broken)
            } else if rest.starts_with("</") {
                self.end_tag(start, findings).map(Some)
            } else if rest.starts_with('<') {
                self.start_tag(start, findings).map(Some)
            } else {
                Ok(self.text(start, findings))
            };
            match read {
                Ok(None) => {}
                Ok(piece) => return piece,
                Err(Broken) => {
                    self.scan.at = self.scan.text.len();
                    self.open.clear();
                    self.had_root = true;
                    return None;
                }
            }
        }
    }

    fn finish(&mut self, at: usize, findings: &mut Findings) {
        let missing = self.open.len();
        if missing > 0 {
            findings.add(&NO_END_TAG, SourceLocation::offset(at), [&missing.to_string()]);
        }
        self.open.clear();
    }

    /// Reports markup that is not closed or not recognised.
    fn broken(at: usize, findings: &mut Findings) -> Broken {
        findings.add(&NOT_CLOSED, SourceLocation::offset(at), []);
        Broken
    }

    fn comment(&mut self, start: usize, findings: &mut Findings) -> Scanned<()> {
        self.scan.at += "<!--".len();
        loop {
            let end = self.scan.after("--").ok_or_else(|| Self::broken(start, findings))?;
            if self.scan.take('>') {
                return Ok(());
            }
            findings.add_at(&DOUBLE_HYPHEN, || SourceLocation::offset(end), []);
            // The last two hyphens of `--->` end the comment.
            self.scan.at = end + 1;
        }
    }

    /// Skips a processing instruction, or parses the XML declaration at the start.
    fn instruction(&mut self, start: usize, findings: &mut Findings) -> Scanned<()> {
        self.scan.at += "<?".len();
        let name = self.scan.name();
        let begins = self.scan.at;
        let end = self.scan.after("?>").ok_or_else(|| Self::broken(start, findings))?;
        let inside = &self.scan.text[begins..end];
        if name == "xml" && start == 0 {
            declared(inside, findings);
        } else if name.eq_ignore_ascii_case("xml") {
            findings.add(&OUTSIDE_ROOT, SourceLocation::offset(start), ["<?xml?>"]);
        } else if name.is_empty() || !inside.is_empty() && !inside.starts_with(is_blank) {
            return Err(Self::broken(start, findings));
        }
        Ok(())
    }

    fn data(&mut self, start: usize, findings: &mut Findings) -> Scanned<Option<Piece<'t>>> {
        self.scan.at += "<![CDATA[".len();
        let begins = self.scan.at;
        let end = self.scan.after("]]>").ok_or_else(|| Self::broken(start, findings))?;
        if self.open.is_empty() {
            findings.add(&OUTSIDE_ROOT, SourceLocation::offset(start), ["<![CDATA["]);
            return Ok(None);
        }
        Ok(Some(Piece::Text(start, Cow::Borrowed(&self.scan.text[begins..end]))))
    }

    fn text(&mut self, start: usize, findings: &mut Findings) -> Option<Piece<'t>> {
        let raw = self.scan.until('<');
        let at = start + raw.len() - raw.trim_ascii_start().len();
        for (end, _) in raw.match_indices("]]>") {
            findings.add_at(&BARE_END, || SourceLocation::offset(start + end), []);
        }
        if !self.open.is_empty() {
            return Some(Piece::Text(at, resolved(raw, start, "\n", findings)));
        }
        if !raw.chars().all(is_blank) {
            findings.add(&OUTSIDE_ROOT, SourceLocation::offset(at), [&shortened(raw)]);
        }
        None
    }

    fn end_tag(&mut self, start: usize, findings: &mut Findings) -> Scanned<Piece<'t>> {
        self.scan.at += "</".len();
        let name = self.scan.name();
        self.scan.skip_blanks();
        if !self.scan.take('>') {
            return Err(Self::broken(start, findings));
        }
        match self.open.last() {
            Some(open) if *open == name => {
                self.open.pop();
                Ok(Piece::Close)
            }
            Some(open) => {
                findings.add(&WRONG_END_TAG, SourceLocation::offset(start), [open]);
                Err(Broken)
            }
            None => {
                let name = format!("</{}>", shortened(name));
                findings.add(&OUTSIDE_ROOT, SourceLocation::offset(start), [&name]);
                Err(Broken)
            }
        }
    }

    fn start_tag(&mut self, start: usize, findings: &mut Findings) -> Scanned<Piece<'t>> {
        self.scan.at += "<".len();
        let name = self.scan.name();
        if name.is_empty() {
            return Err(Self::broken(start, findings));
        }
        if self.open.is_empty() && self.had_root {
            let name = format!("<{}>", shortened(name));
            findings.add(&OUTSIDE_ROOT, SourceLocation::offset(start), [&name]);
            return Err(Broken);
        }
        let mut attributes: Vec<Attribute<'t>> = Vec::new();
        loop {
            let has_blank = self.scan.skip_blanks();
            if self.scan.take('>') {
                break;
            }
            if self.scan.take('/') {
                if !self.scan.take('>') {
                    return Err(Self::broken(start, findings));
                }
                self.is_empty = true;
                break;
            }
            let Some(attribute) = self.attribute(findings) else {
                let at = self.scan.at;
                let passed = self.scan.until('>');
                if !self.scan.take('>') {
                    return Err(Self::broken(start, findings));
                }
                findings.add(&BAD_ATTRIBUTE, SourceLocation::offset(at), []);
                self.is_empty = passed.ends_with('/');
                break;
            };
            if !has_blank {
                findings.add_at(&NO_BLANK, || SourceLocation::offset(attribute.at), []);
            }
            add(attribute, &mut attributes, findings);
        }
        self.open.push(name);
        self.had_root = true;
        Ok(Piece::Open(Element { name, at: start, attributes }))
    }

    /// Parses `name="value"`. Returns `None` for anything else.
    fn attribute(&mut self, findings: &mut Findings) -> Option<Attribute<'t>> {
        let at = self.scan.at;
        let name = self.scan.name();
        self.scan.skip_blanks();
        if name.is_empty() || !self.scan.take('=') {
            return None;
        }
        self.scan.skip_blanks();
        let quote = self.scan.rest().chars().next().filter(|c| matches!(c, '"' | '\''))?;
        self.scan.take(quote);
        let value_at = self.scan.at;
        let raw = self.scan.until(quote);
        if !self.scan.take(quote) {
            return None;
        }
        let line_break = if name == "comment" { "\n" } else { " " };
        let value = resolved(raw, value_at, line_break, findings);
        Some(Attribute { name, at, value })
    }
}

/// Adds an attribute to an element. A duplicate is reported and replaces the previous one.
fn add<'t>(attribute: Attribute<'t>, attributes: &mut Vec<Attribute<'t>>, findings: &mut Findings) {
    let mut known = attributes.iter_mut().take(LOOKED_THROUGH);
    match known.find(|known| known.name == attribute.name) {
        Some(known) => {
            findings.add_at(&ATTRIBUTE_TWICE, || SourceLocation::offset(attribute.at), []);
            *known = attribute;
        }
        None => attributes.push(attribute),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the parts of a text in short form, and the names of the findings.
    fn parts(text: &str) -> (Vec<String>, Vec<String>) {
        let mut findings = Findings::default();
        let mut pieces = Pieces::new(text, &mut findings);
        let mut parts = Vec::new();
        while let Some(piece) = pieces.next(&mut findings) {
            parts.push(match piece {
                Piece::Open(element) => {
                    let pair = |a: &Attribute<'_>| format!(" {}={}", a.name, a.value);
                    let pairs: String = element.attributes.iter().map(pair).collect();
                    format!("<{}{pairs}>", element.name)
                }
                Piece::Close => "</>".into(),
                Piece::Text(_, text) => text.into_owned(),
            });
        }
        (parts, findings.iter().map(|finding| finding.rule.name()).collect())
    }

    #[test]
    fn elements_and_attributes_are_parsed() {
        let (parts, said) = parts("<?xml version='1.0'?><a b='&lt;&#x41;&#10;'><c/>x&amp;</a >\n");
        assert_eq!(parts, ["<a b=<A\n>", "<c>", "</>", "x&", "</>"]);
        assert_eq!(said, [""; 0]);
    }

    #[test]
    fn line_breaks_are_preserved_in_comments_only() {
        let (parts, said) = parts("<a comment='1\r\n\n2\r3\t4' title='1\r\n\n2'/>");
        assert_eq!(parts, ["<a comment=1\n\n2\n3 4 title=1  2>", "</>"]);
        assert_eq!(said, [""; 0]);
    }

    #[test]
    fn malformed_xml_is_reported() {
        for (text, rule) in [
            ("<a b='&x;'/>", "unknown-entity"),
            ("<a b='&#1;'/>", "unknown-entity"),
            ("<a b='&#99999999999;'/>", "unknown-entity"),
            ("<a b='&#+65;'/>", "bad-reference"),
            ("<a b='a&b'/>", "bad-reference"),
            ("<a>a & b</a>", "bad-reference"),
            ("<a b='<'/>", "bare-less"),
            ("<a>]]></a>", "bare-end"),
            ("<a b=c d='e'/>", "bad-attribute"),
            ("<a 1='e'/>", "bad-attribute"),
            ("<a b=''c=''/>", "no-blank"),
            ("<a b='1' b='2'/>", "attribute-twice"),
            ("<a><!-- a--b --></a>", "double-hyphen"),
            ("<a><!-- a ---></a>", "double-hyphen"),
            ("<a b='", "not-closed"),
            ("<a / >", "not-closed"),
            ("<a><1/></a>", "not-closed"),
            ("<a></a b='1'>", "not-closed"),
            ("<a><!x></a>", "not-closed"),
            ("<a><? x?></a>", "not-closed"),
            ("<a><b></a>", "wrong-end-tag"),
            ("<a><b>", "no-end-tag"),
            ("</a>", "outside-root"),
            ("<a/><b/>", "outside-root"),
            ("<a/>b", "outside-root"),
            ("<a/>&#32;", "outside-root"),
            ("<a/><![CDATA[]]>", "outside-root"),
            (" <?xml version='1.0'?><a/>", "outside-root"),
            ("\u{FEFF}<a/>", "outside-root"),
            ("<a/><?XML version='1.0'?>", "outside-root"),
            ("<!DOCTYPE a><a/>", "dtd"),
            ("<a>\u{1}</a>", "bad-character"),
            ("<?xml version='1.1'?><a/>", "other-xml"),
            ("<?xml version='1.0' encoding='gbk'?><a/>", "other-encoding"),
            ("<?xml version='1.0' standalone='maybe'?><a/>", "bad-declaration"),
        ] {
            assert_eq!(parts(text).1, [rule], "{text}");
        }
    }
}
