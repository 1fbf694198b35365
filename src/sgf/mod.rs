//! SGF: FF\[1\] to FF\[4\] and the dialects of programs and sites, read, checked and written.
//!
//! From bytes to records and back:
//!
//! ```text
//! charset    bytes -> text
//! tokens     text -> parentheses, names, values     (names: which value is text)
//! read       tokens -> nodes with properties
//! game       properties -> events                   (values: points and numbers)
//! notes      ... -> comments, marks, evaluations    (private: what wei7 says beyond SGF)
//! live       ... -> messages, marks and claims made while the record was on
//! info       ... -> names, rules, komi, result      (komi, result, amount, handicap)
//! upgrade    ... -> the same in FF\[4\]               (dates, seconds)
//! check      ... -> what breaks the rules            (definition: which property takes what)
//! fix        bytes -> the same without its faults
//! write      records -> text                        (write_info: the root; page: lines and escapes)
//! ```
//!
//! Every sentence that the reader may report is in [`RULES`].

mod amount;
mod charset;
mod check;
mod dates;
mod definition;
mod fix;
mod game;
mod handicap;
mod info;
mod komi;
mod live;
mod names;
mod notes;
mod page;
mod private;
mod property;
mod read;
mod result;
mod rules;
mod seconds;
mod tokens;
mod upgrade;
mod values;
mod wording;
mod write;
mod write_info;
mod writing_rules;

use std::borrow::Cow;

use crate::charset::{Charset, guess};
use crate::record::finding::{Findings, Place};
use crate::record::{Reading, Record, Writing, limits};
use rules::{
    BARE_BRACKET, ESCAPED_BYTES, EXTRA_CLOSE, JUNK, MISSING_CLOSE, NO_NAME, NO_VALUE,
    UNCLOSED_VALUE,
};

pub use fix::{Fixed, fix};
pub use rules::RULES;
pub use writing_rules::RULES as WRITING_RULES;

/// A file of SGF as text, of which the games are read one by one.
#[derive(Debug)]
pub struct Document<'b> {
    text: Cow<'b, str>,
    findings: Findings,
}

/// How a file is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Care {
    /// What can be made sense of is read, and what is lost is told.
    Read,
    /// Whatever breaks the rules of SGF is told too.
    Check,
}

impl<'b> Document<'b> {
    /// Finds out the charset of a file and makes text of it. What cannot be read has no games.
    pub fn new(bytes: &'b [u8]) -> Document<'b> {
        let mut findings = Findings::default();
        let charset = Some(bytes).filter(|bytes| limits::fits(bytes, &mut findings));
        let charset = charset.and_then(|bytes| charset::charset(bytes, &mut findings));
        let Some(charset) = charset else { return Document { text: "".into(), findings } };
        let mut decoding = Findings::default();
        let mut text = charset::decode(bytes, charset, &mut decoding);
        // Only a file that makes no sense otherwise is tried with bytes escaped.
        if guess::hides_ascii(charset)
            && let Some(undone) = charset::with_byte_escapes_undone(bytes)
            && trouble(&text) > 0
        {
            let mut decoding_undone = Findings::default();
            let again = charset::decode(&undone, charset, &mut decoding_undone).into_owned();
            if trouble(&again) < trouble(&text) {
                (text, decoding) = (again.into(), decoding_undone);
                decoding.add(&ESCAPED_BYTES, Place::default(), []);
            }
        }
        findings.locate(&text);
        findings.append(decoding);
        Document { text, findings }
    }

    /// The games, each with what was found in it; first of all what was found of the file as a whole.
    ///
    /// ```
    /// use tianyuan::sgf::Document;
    ///
    /// let document = Document::new(b"(;GM[1]SZ[9];B[ec])(;GM[1]SZ[13])");
    /// let widths: Vec<usize> =
    ///     document.games().flat_map(|game| game.records).map(|record| record.size.width()).collect();
    /// assert_eq!(widths, [9, 13]);
    /// ```
    pub fn games(&self) -> impl Iterator<Item = Reading> {
        self.readings(Care::Read)
    }

    /// The games as [`games`](Document::games) has them, with all that breaks the rules of SGF.
    pub fn checked_games(&self) -> impl Iterator<Item = Reading> {
        self.readings(Care::Check)
    }

    fn readings(&self, care: Care) -> impl Iterator<Item = Reading> {
        let whole = Reading { records: Vec::new(), findings: self.findings.clone() };
        let whole = Some(whole).filter(|whole| !whole.findings.is_empty());
        // A file that could not be decoded has no text either, of which nothing is to be said.
        let text = Some(&*self.text).filter(|text| !text.is_empty() || self.findings.is_empty());
        whole.into_iter().chain(text.into_iter().flat_map(move |text| games(text, care)))
    }
}

fn games(text: &str, care: Care) -> read::Games<'_> {
    read::Games::of(text, (care == Care::Check).then(check::Checker::new))
}

/// How broken a text is as SGF.
fn trouble(text: &str) -> usize {
    let signs = [JUNK, NO_VALUE, NO_NAME, UNCLOSED_VALUE, BARE_BRACKET, MISSING_CLOSE, EXTRA_CLOSE];
    let of = |game: Reading| signs.iter().map(|rule| game.findings.count(rule)).sum::<usize>();
    games(text, Care::Read).map(of).sum()
}

/// Reads the records of a file. What is wrong is left out and becomes a finding.
///
/// A file may hold any number of records.
///
/// ```
/// use tianyuan::go::Color;
/// use tianyuan::record::{Event, Point};
/// use tianyuan::sgf;
///
/// let reading = sgf::read(b"(;GM[1]FF[4]SZ[9]PB[Xu]PW[Hua];B[ec])");
/// let record = &reading.records[0];
/// assert_eq!(record.info.participants[0].name.as_deref(), Some("Xu"));
/// let last = record.tree.main_line(record.tree.root()).last().expect("there is a move");
/// let point = Some(Point { x: 4, y: 2 });
/// assert_eq!(record.tree.node(last).event, Event::Move { color: Color::Black, point });
/// ```
pub fn read(bytes: &[u8]) -> Reading {
    Document::new(bytes).games().collect()
}

/// Reads the records of a file as [`read`] does, and reports all that breaks the rules of SGF.
pub fn check(bytes: &[u8]) -> Reading {
    Document::new(bytes).checked_games().collect()
}

/// Writes records as one file. What SGF cannot express becomes a finding.
///
/// ```
/// use tianyuan::charset::Charset;
/// use tianyuan::record::{Record, Size};
/// use tianyuan::sgf;
///
/// let mut record = Record::new(Size::STANDARD);
/// record.info.name = Some("围棋".to_owned());
/// let writing = sgf::write(&[record], Charset::Gb18030);
/// assert!(String::from_utf8_lossy(&writing.bytes).contains("CA[GB18030]"));
/// assert_eq!(sgf::read(&writing.bytes).records[0].info.name.as_deref(), Some("围棋"));
/// ```
pub fn write(records: &[Record], charset: Charset) -> Writing {
    let mut findings = Findings::default();
    let bytes = write::write(records, charset, &mut findings);
    limits::fits(&bytes, &mut findings);
    Writing { bytes, findings }
}
