//! Fuzzes game records: for all bytes, a reader must not panic, hang or use excessive memory, and each record that it
//! returns must be a regular record.
//!
//! Inputs derive from the examples in `tests/data`; the features are the findings and the content of the record.
//! `TIANYUAN_FUZZ_SECONDS=7200 cargo test --release --test isolated fuzz::records -- --nocapture` tests each reader
//! for
//! half an hour and prints its progress. Add failing inputs to `tests/data/fuzz-records`, whose files are tested in
//! every run.

use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, SHIFT_JIS, WINDOWS_1252};
use tianyuan::records::charset::{Charset, FileCharset, detect};
use tianyuan::records::format::Format;

use super::harness::{Features, Tried, files, try_kept, try_spoilt};
use super::mutation::Grammar;
use crate::support::record_properties::examine_records;

/// A reader under test.
struct Reader {
    name: &'static str,
    /// The format that it reads; `None` for charset detection.
    format: Option<Format>,
    grammar: Grammar,
}

static READERS: [Reader; 4] = [
    Reader { name: "sgf", format: Some(Format::Sgf), grammar: SGF },
    Reader { name: "wei7-json", format: Some(Format::Wei7), grammar: JSON },
    Reader { name: "wei7-xml", format: Some(Format::Wei7Xml), grammar: XML },
    Reader { name: "charset", format: None, grammar: SGF },
];

/// The maximum length of a file that is extended by repetition, in bytes.
const LONGEST: usize = 1 << 18;

const SGF: Grammar = Grammar {
    pieces: include_str!("../../data/pieces/sgf.txt"),
    brackets: &[(b'(', b')'), (b'[', b']')],
    longest: LONGEST,
};

const JSON: Grammar = Grammar {
    pieces: include_str!("../../data/pieces/wei7-json.txt"),
    brackets: &[(b'{', b'}'), (b'[', b']')],
    longest: LONGEST,
};

const XML: Grammar = Grammar {
    pieces: include_str!("../../data/pieces/wei7-xml.txt"),
    brackets: &[(b'<', b'>')],
    longest: LONGEST,
};

impl Tried for Reader {
    fn name(&self) -> &'static str {
        self.name
    }

    fn grammar(&self) -> Grammar {
        self.grammar
    }

    fn examples(&self) -> Vec<Vec<u8>> {
        let folder = match self.format {
            Some(Format::Wei7) => "conformance/wei7-3.0",
            Some(Format::Wei7Xml) => "conformance/wei7-2.2",
            Some(Format::Sgf) | None => "conformance/sgf",
        };
        let kinds = ["valid", "warning", "invalid", "limit"];
        let kinds = kinds.map(|kind| files(&format!("{folder}/{kind}")));
        let mut files = kinds.concat();
        assert!(files.len() > 20, "there are examples");
        if self.format.is_none() {
            let texts: Vec<String> =
                files.iter().map(|file| String::from_utf8_lossy(file).into()).collect();
            for encoding in CHARSETS {
                files.extend(texts.iter().map(|text| encoding.encode(text).0.into_owned()));
            }
        }
        files
    }

    fn memory(&self) -> usize {
        // Rectangles describe all points that a reader accepts in few bytes. In wei7 output, moves on occupied points
        // begin branches, each with all stones of the position.
        512 << 20
    }

    fn examine(&self, bytes: &[u8]) -> Features {
        match self.format {
            Some(format) => examine_records(bytes, format),
            None => examine_charset(bytes),
        }
    }
}

const CHARSETS: [&Encoding; 6] = [GB18030, BIG5, SHIFT_JIS, EUC_KR, EUC_JP, WINDOWS_1252];

/// Detects the charset of the input.
fn examine_charset(bytes: &[u8]) -> Features {
    let guessed = detect::guess(bytes).charset;
    let text = guessed.decode(bytes).0;
    // A few rare UTF-8 characters may be valid hanzi in another charset.
    if text.chars().filter(|c| !c.is_ascii()).count() > 8 {
        assert_eq!(detect::guess(text.as_bytes()).charset, FileCharset::UTF_8);
    }
    let chinese = Charset::Gb18030.encode(&text);
    let again = Charset::Gb18030.decode(&chinese);
    assert_eq!(Charset::Gb18030.encode(&again), chinese);
    FileCharset::from_name(&text.chars().take(20).collect::<String>());
    let wide = detect::is_wide(bytes) || FileCharset::from_bom(bytes).is_some();
    Features::from([guessed.name().into(), format!("wide {wide}")])
}

fn readers() -> [&'static dyn Tried; 4] {
    READERS.each_ref().map(|reader| reader as &dyn Tried)
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn mutated_files_satisfy_record_properties() {
    try_spoilt(&readers(), 1000);
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn regression_inputs_pass() {
    try_kept(&readers(), "fuzz-records");
}
