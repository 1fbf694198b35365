//! Spoilt game records: whatever the bytes are, a reader neither panics nor hangs nor takes memory
//! out of proportion, and what it reads is a record like any other.
//!
//! Inputs are made of the examples in `tests/data`; what is said and read of one is what shows.
//! `TIANYUAN_FUZZ_SECONDS=7200 cargo test --release --test isolated fuzz::records -- --nocapture` tries each
//! reader for half an hour and says how far it came. Put an input that goes wrong into
//! `tests/data/fuzz-records`, where it is tried every time.

use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, SHIFT_JIS, WINDOWS_1252};
use tianyuan::records::charset::{Charset, FileCharset, detect};
use tianyuan::records::format::Format;

use super::harness::{Features, Tried, files, try_kept, try_spoilt};
use super::mutation::Grammar;
use crate::support::record_properties::examine_records;

/// Something that reads bytes.
struct Reader {
    name: &'static str,
    /// The format that it reads; none where it is the charset that is guessed.
    format: Option<Format>,
    grammar: Grammar,
}

static READERS: [Reader; 4] = [
    Reader { name: "sgf", format: Some(Format::Sgf), grammar: SGF },
    Reader { name: "wei7-json", format: Some(Format::Wei7), grammar: JSON },
    Reader { name: "wei7-xml", format: Some(Format::Wei7Xml), grammar: XML },
    Reader { name: "charset", format: None, grammar: SGF },
];

/// The longest that repeating makes of a file.
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
        // Rectangles name all the points that a reader takes in few bytes. Where wei7 is written, moves on
        // stones begin branches, each with all stones that stand then.
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

/// Guesses a charset.
fn examine_charset(bytes: &[u8]) -> Features {
    let guessed = detect::guess(bytes).charset;
    let text = guessed.decode(bytes).0;
    // A few rare characters of UTF-8 may as well be hanzi of another charset.
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
