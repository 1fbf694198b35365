//! XML as a series of elements and texts, by way of quick-xml. What is not well-formed becomes a finding here.
//!
//! It does not know what elements mean but for one thing: a line break that stands as it is in an
//! attribute is a blank to XML, but in one called `comment` it stays, since the authors of such
//! files mean it.

use std::borrow::Cow;

use quick_xml::Reader;
use quick_xml::errors::{Error, IllFormedError};
use quick_xml::events::{BytesDecl, BytesStart, Event};

use super::rules::*;
use super::text::{is_xml, resolved, shortened};
use crate::record::Rule;
use crate::record::finding::{Findings, Place};

/// A part of a document.
#[derive(Debug)]
pub(super) enum Piece<'t> {
    /// A start tag. Every one has its [`Close`](Piece::Close), unless the document breaks off.
    Open(Element<'t>),
    /// The end of the last element that is open.
    Close,
    /// Text within an element, and where it stands.
    Text(usize, Cow<'t, str>),
}

/// A start tag.
#[derive(Debug)]
pub(super) struct Element<'t> {
    pub(super) name: &'t str,
    /// The byte where it stands.
    pub(super) at: usize,
    /// In the order of the file, each name once.
    pub(super) attributes: Vec<Attribute<'t>>,
}

impl Element<'_> {
    /// Reports that the element breaks a rule that has no details.
    pub(super) fn breaks(&self, rule: &'static Rule, findings: &mut Findings) {
        findings.add_at(rule, || Place::path_at(shortened(self.name), self.at), []);
    }
}

/// An attribute with its value, references resolved.
#[derive(Debug)]
pub(super) struct Attribute<'t> {
    pub(super) name: &'t str,
    /// The byte where it stands.
    pub(super) at: usize,
    pub(super) value: Cow<'t, str>,
}

/// The parts of a document in their order.
pub(super) struct Pieces<'t> {
    text: &'t str,
    /// The bytes before what the reader was given.
    skipped: usize,
    reader: Reader<&'t [u8]>,
    /// The elements that are open.
    depth: usize,
    had_root: bool,
}

impl<'t> Pieces<'t> {
    /// The parts of a text behind its byte order mark; a second mark is an error.
    pub(super) fn new(text: &'t str, findings: &mut Findings) -> Pieces<'t> {
        for (at, c) in text.char_indices().filter(|(_, c)| !is_xml(*c)) {
            let place = || Place::offset(at);
            findings.add_at(&BAD_CHARACTER, place, [&format!("U+{:04X}", c as u32)]);
        }
        // quick-xml leaves such a mark out and counts bytes from behind it.
        let markup = text.trim_start_matches('\u{FEFF}');
        let skipped = text.len() - markup.len();
        if skipped > 0 {
            findings.add(&OUTSIDE_ROOT, Place::offset(0), ["U+FEFF"]);
        }
        let mut reader = Reader::from_str(markup);
        reader.config_mut().expand_empty_elements = true;
        reader.config_mut().check_comments = true;
        Pieces { text, skipped, reader, depth: 0, had_root: false }
    }

    /// The next part; `None` at the end, and after an error behind which nothing can be read.
    pub(super) fn next(&mut self, findings: &mut Findings) -> Option<Piece<'t>> {
        loop {
            let start = self.position();
            let event = match self.reader.read_event() {
                Ok(event) => event,
                Err(error) => {
                    self.broken(&error, findings)?;
                    continue;
                }
            };
            match event {
                Event::Start(tag) if self.depth == 0 && self.had_root => {
                    let name = format!("<{}>", shortened(tag.name().as_ref()));
                    findings.add(&OUTSIDE_ROOT, Place::offset(start), [&name]);
                    return None;
                }
                Event::Start(tag) => {
                    self.depth += 1;
                    self.had_root = true;
                    return Some(Piece::Open(self.element(start, &tag, findings)));
                }
                Event::End(_) => {
                    self.depth -= 1;
                    return Some(Piece::Close);
                }
                Event::Text(_) | Event::CData(_) | Event::GeneralRef(_) => {
                    let raw = &self.text[start..self.position()];
                    let at = start + raw.len() - raw.trim_ascii_start().len();
                    let text = match raw.strip_prefix("<![CDATA[") {
                        Some(data) => Cow::Borrowed(data.strip_suffix("]]>").unwrap_or(data)),
                        None => resolved(raw, start, "\n", findings),
                    };
                    if self.depth > 0 {
                        return Some(Piece::Text(at, text));
                    }
                    if !text.trim_ascii().is_empty() {
                        findings.add(&OUTSIDE_ROOT, Place::offset(at), [&shortened(&text)]);
                    }
                }
                Event::Decl(declaration) => declared(&declaration, start, findings),
                Event::DocType(_) => {
                    findings.add(&DTD, Place::offset(start), []);
                    return None;
                }
                Event::Empty(_) | Event::Comment(_) | Event::PI(_) => {}
                Event::Eof => {
                    if self.depth > 0 {
                        let missing = self.depth.to_string();
                        findings.add(&NO_END_TAG, Place::offset(start), [&missing]);
                    }
                    return None;
                }
            }
        }
    }

    /// The byte behind the last part.
    pub(super) fn position(&self) -> usize {
        self.skipped + self.reader.buffer_position() as usize
    }

    /// Reports what is not well-formed; `None` where reading cannot go on.
    fn broken(&mut self, error: &Error, findings: &mut Findings) -> Option<()> {
        let place = Place::offset(self.skipped + self.reader.error_position() as usize);
        match error {
            Error::IllFormed(IllFormedError::DoubleHyphenInComment) => {
                findings.add(&DOUBLE_HYPHEN, place, []);
                return Some(());
            }
            Error::IllFormed(IllFormedError::UnclosedReference) => {
                findings.add(&BAD_REFERENCE, place, []);
                return Some(());
            }
            Error::IllFormed(IllFormedError::MismatchedEndTag { expected, .. }) => {
                findings.add(&WRONG_END_TAG, place, [expected]);
            }
            Error::IllFormed(IllFormedError::UnmatchedEndTag(name)) => {
                findings.add(&OUTSIDE_ROOT, place, [&format!("</{}>", shortened(name))]);
            }
            Error::IllFormed(IllFormedError::MissingDoctypeName) => {
                findings.add(&DTD, place, []);
            }
            _ => findings.add(&NOT_CLOSED, place, []),
        }
        None
    }

    fn element(&self, at: usize, tag: &BytesStart<'_>, findings: &mut Findings) -> Element<'t> {
        let part_of_text = |part: &str| {
            let from = part.as_ptr() as usize - self.text.as_ptr() as usize;
            (from, &self.text[from..from + part.len()])
        };
        let (_, name) = part_of_text(tag.name().as_ref());
        let mut attributes: Vec<Attribute<'t>> = Vec::new();
        // quick-xml would compare each with all before it, known or not.
        for attribute in tag.attributes().with_checks(false) {
            let Ok(attribute) = attribute else {
                findings.add(&BAD_ATTRIBUTE, Place::path_at(name, at), []);
                break;
            };
            let (at, key) = part_of_text(attribute.key.as_ref());
            let (value_at, raw) = part_of_text(&attribute.value);
            let line_break = if key == "comment" { "\n" } else { " " };
            let value = resolved(raw, value_at, line_break, findings);
            let attribute = Attribute { name: key, at, value };
            match attributes.iter_mut().take(LOOKED_THROUGH).find(|known| known.name == key) {
                Some(known) => {
                    findings.add(&ATTRIBUTE_TWICE, Place::path_at(format!("{name}@{key}"), at), []);
                    *known = attribute;
                }
                None => attributes.push(attribute),
            }
        }
        Element { name, at, attributes }
    }
}

/// The attributes that are looked through for one of the same name: more than any element has.
const LOOKED_THROUGH: usize = 16;

/// Reports where the XML declaration breaks the format.
fn declared(declaration: &BytesDecl<'_>, at: usize, findings: &mut Findings) {
    if at > 0 {
        findings.add(&OUTSIDE_ROOT, Place::offset(at), ["<?xml?>"]);
    }
    let version = declaration.version().unwrap_or_default();
    if version != "1.0" {
        findings.add(&OTHER_XML, Place::offset(at), [&shortened(&version)]);
    }
    if let Some(encoding) = declaration.encoding() {
        let encoding = encoding.unwrap_or_default();
        if !encoding.eq_ignore_ascii_case("utf-8") {
            findings.add(&OTHER_ENCODING, Place::offset(at), [&shortened(&encoding)]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parts of a text in short, and the names of the findings.
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
    fn elements_come_with_their_attributes() {
        let (parts, said) = parts("<?xml version='1.0'?><a b='&lt;&#x41;&#10;'><c/>x&amp;</a>\n");
        assert_eq!(parts, ["<a b=<A\n>", "<c>", "</>", "x", "&", "</>"]);
        assert_eq!(said, [""; 0]);
    }

    #[test]
    fn line_breaks_stay_in_comments_alone() {
        let (parts, said) = parts("<a comment='1\r\n\n2\r3\t4' title='1\r\n\n2'/>");
        assert_eq!(parts, ["<a comment=1\n\n2\n3 4 title=1  2>", "</>"]);
        assert_eq!(said, [""; 0]);
    }

    #[test]
    fn what_is_not_well_formed_is_told() {
        for (text, rule) in [
            ("<a b='&x;'/>", "unknown-entity"),
            ("<a b='&#1;'/>", "unknown-entity"),
            ("<a b='&#99999999999;'/>", "unknown-entity"),
            ("<a b='a&b'/>", "bad-reference"),
            ("<a>a & b</a>", "bad-reference"),
            ("<a b='<'/>", "bare-less"),
            ("<a b=c d='e'/>", "bad-attribute"),
            ("<a b='1' b='2'/>", "attribute-twice"),
            ("<a><!-- a--b --></a>", "double-hyphen"),
            ("<a b='", "not-closed"),
            ("<a><!x></a>", "not-closed"),
            ("<a><b></a>", "wrong-end-tag"),
            ("<a><b>", "no-end-tag"),
            ("</a>", "outside-root"),
            ("<a/><b/>", "outside-root"),
            ("<a/>b", "outside-root"),
            ("<a/><?xml version='1.0'?>", "outside-root"),
            ("<!DOCTYPE a><a/>", "dtd"),
            ("<a>\u{1}</a>", "bad-character"),
            ("<?xml version='1.1'?><a/>", "other-xml"),
            ("<?xml version='1.0' encoding='gbk'?><a/>", "other-encoding"),
        ] {
            assert_eq!(parts(text).1, [rule], "{text}");
        }
    }
}
