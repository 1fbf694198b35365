//! Every charset: declared, undeclared and under every other declaration, with complete and with truncated comments.
//! The table contains the expected reading of each file. No file loses a move.

use encoding_rs::{self as standard, Encoding};
use tianyuan::records::charset::FileCharset;
use tianyuan::records::record::{Event, Reading};
use tianyuan::records::sgf;

/// The encoding of a text.
#[derive(Clone, Copy, PartialEq)]
enum Writer {
    Standard(&'static Encoding),
    /// Big5 with the Hong Kong character of the text.
    HongKong,
    Utf8WithMark,
    Utf16 {
        is_big_endian: bool,
    },
    Hz,
}

use Writer::{HongKong, Hz, Standard, Utf8WithMark, Utf16};

/// The text of a file.
struct Text {
    names: [&'static str; 2],
    event: &'static str,
    comment: &'static str,
}

const SIMPLIFIED: Text =
    Text {
        names: ["柯洁", "芈昱廷"], event: "第十届名人战", comment: "黑棋先行，这步棋很大"
    };
const TRADITIONAL: Text =
    Text {
        names: ["許家元", "王立誠"], event: "第十屆名人戰", comment: "黑棋先行，這步棋很大"
    };
const RARE: Text = Text {
    names: ["柯洁", "申真谞"], event: "第十届名人战", comment: "黑棋𠮷先行"
};
/// The last character has two units in UTF-16.
const ASTRAL: Text = Text { comment: "黑棋先行𠮷", ..RARE };
const HONG_KONG: Text =
    Text {
        names: ["許家元", "王立誠"], event: "第十屆名人戰", comment: "黑棋行啲"
    };
const JAPANESE: Text = Text {
    names: ["井山裕太", "一力遼"],
    event: "第十期名人戦",
    comment: "黒の先番です。コミは六目半",
};
const JAPANESE_OF_WINDOWS: Text = Text { event: "第①期名人戦", ..JAPANESE };
const KOREAN: Text =
    Text {
        names: ["이창호", "박정환"], event: "제십회명인전", comment: "흑이 먼저 두었다"
    };
const KOREAN_OF_WINDOWS: Text = Text { names: ["이창호", "똠방각"], ..KOREAN };
const WESTERN: Text =
    Text {
        names: ["André", "Müller"], event: "Zürich", comment: "très bon coup, schöner Zug où"
    };
const POLISH: Text = Text {
    names: ["Łukasz", "Świątek"],
    event: "Kraków",
    comment: "bardzo dobry ruch, zła odpowiedź",
};
const RUSSIAN: Text =
    Text {
        names: ["Иванов", "Лазарев"], event: "Кубок Москвы", comment: "хороший ход чёрных"
    };
const UKRAINIAN: Text =
    Text {
        names: ["Їжакевич", "Лисенко"], event: "Кубок Києва", comment: "добрий хід чорних"
    };

/// A charset by its declared name, with a text and its expected reading.
struct Row {
    label: &'static str,
    writer: Writer,
    text: Text,
    /// The charset in which the text is read without a declaration. If it differs, the text is ambiguous and only its
    /// moves are correct.
    undeclared: &'static str,
    /// Wrong declarations against which the evidence is too weak.
    believed: &'static [&'static str],
    /// The same for truncated comments.
    believed_if_truncated: &'static [&'static str],
}

const fn row(
    label: &'static str,
    writer: Writer,
    text: Text,
    undeclared: &'static str,
    believed: &'static [&'static str],
    believed_if_truncated: &'static [&'static str],
) -> Row {
    Row { label, writer, text, undeclared, believed, believed_if_truncated }
}

// Charsets that differ in letters only.
const CHINESE: &[&str] = &["GB2312", "GBK", "GB18030"];
const OTHER_KOI8: &[&str] = &["KOI8-U"];
const FOR_RUSSIAN: &[&str] = &["KOI8-R", "KOI8-U"];
const FOR_UKRAINIAN: &[&str] = &["windows-1251", "KOI8-R"];
const FOR_DOS: &[&str] = &["Shift_JIS", "windows-31j", "windows-1251", "KOI8-R", "KOI8-U"];
const FOR_WESTERN: &[&str] = &["windows-1250", "ISO-8859-2", "ISO-8859-15"];
const FOR_EURO: &[&str] = &["windows-1250", "windows-1252", "ISO-8859-1", "ISO-8859-2"];
#[rustfmt::skip]
const FOR_MACINTOSH: &[&str] =
    &["windows-1250", "windows-1252", "ISO-8859-1", "ISO-8859-2", "ISO-8859-15", "KOI8-R", "KOI8-U"];
// Few non-ASCII letters, which are plausible in many charsets.
#[rustfmt::skip]
const FOR_POLISH: [&[&str]; 4] = [
    &["windows-1252", "ISO-8859-1", "ISO-8859-2", "ISO-8859-15", "KOI8-R", "KOI8-U", "IBM866", "macintosh"],
    &["Big5", "Big5-HKSCS", "Shift_JIS", "windows-31j", "windows-1252", "ISO-8859-1", "ISO-8859-2", "ISO-8859-15", "IBM866", "macintosh"],
    &["Shift_JIS", "windows-31j", "windows-1250", "windows-1252", "ISO-8859-1", "ISO-8859-15", "KOI8-R", "IBM866", "macintosh"],
    &["Big5", "Big5-HKSCS", "Shift_JIS", "windows-31j", "windows-1250", "windows-1251", "windows-1252", "ISO-8859-1", "ISO-8859-15", "IBM866", "macintosh"],
];

#[rustfmt::skip]
const ROWS: [Row; 26] = [
    row("UTF-8", Standard(standard::UTF_8), SIMPLIFIED, "UTF-8", &[], &[]),
    row("UTF-8", Utf8WithMark, SIMPLIFIED, "UTF-8", &[], &[]),
    row("UTF-16LE", Utf16 { is_big_endian: false }, ASTRAL, "UTF-16LE", &[], &[]),
    row("UTF-16BE", Utf16 { is_big_endian: true }, ASTRAL, "UTF-16BE", &[], &[]),
    row("GB2312", Standard(standard::GBK), SIMPLIFIED, "gb18030", &[], &[]),
    row("GBK", Standard(standard::GBK), TRADITIONAL, "gb18030", &[], &[]),
    row("GB18030", Standard(standard::GB18030), RARE, "gb18030", &[], &[]),
    row("Big5", Standard(standard::BIG5), TRADITIONAL, "Big5", &[], &[]),
    row("Big5-HKSCS", HongKong, HONG_KONG, "Big5", &[], &[]),
    row("Shift_JIS", Standard(standard::SHIFT_JIS), JAPANESE, "Shift_JIS", &[], &[]),
    row("windows-31j", Standard(standard::SHIFT_JIS), JAPANESE_OF_WINDOWS, "Shift_JIS", &[], &[]),
    row("EUC-JP", Standard(standard::EUC_JP), JAPANESE, "EUC-JP", &[], &[]),
    row("ISO-2022-JP", Standard(standard::ISO_2022_JP), JAPANESE, "ISO-2022-JP", &[], &[]),
    row("HZ-GB-2312", Hz, SIMPLIFIED, "HZ-GB-2312", &[], &[]),
    row("EUC-KR", Standard(standard::EUC_KR), KOREAN, "EUC-KR", CHINESE, &[]),
    row("windows-949", Standard(standard::EUC_KR), KOREAN_OF_WINDOWS, "EUC-KR", CHINESE, &[]),
    row("windows-1250", Standard(standard::WINDOWS_1250), POLISH, "windows-1252", FOR_POLISH[0], FOR_POLISH[1]),
    row("windows-1251", Standard(standard::WINDOWS_1251), RUSSIAN, "windows-1251", FOR_RUSSIAN, FOR_RUSSIAN),
    row("windows-1252", Standard(standard::WINDOWS_1252), WESTERN, "windows-1252", FOR_WESTERN, FOR_WESTERN),
    row("ISO-8859-1", Standard(standard::WINDOWS_1252), WESTERN, "windows-1252", FOR_WESTERN, FOR_WESTERN),
    row("ISO-8859-2", Standard(standard::ISO_8859_2), POLISH, "windows-1252", FOR_POLISH[2], FOR_POLISH[3]),
    row("ISO-8859-15", Standard(standard::ISO_8859_15), WESTERN, "windows-1252", FOR_EURO, FOR_EURO),
    row("KOI8-R", Standard(standard::KOI8_R), RUSSIAN, "KOI8-R", OTHER_KOI8, OTHER_KOI8),
    row("KOI8-U", Standard(standard::KOI8_U), UKRAINIAN, "KOI8-R", FOR_UKRAINIAN, FOR_UKRAINIAN),
    row("IBM866", Standard(standard::IBM866), RUSSIAN, "Shift_JIS", FOR_DOS, FOR_DOS),
    row("macintosh", Standard(standard::MACINTOSH), WESTERN, "windows-1252", FOR_MACINTOSH, FOR_MACINTOSH),
];

impl Row {
    fn bytes(&self, text: &str) -> Vec<u8> {
        match self.writer {
            Standard(encoding) => {
                let (bytes, _, unmappable) = encoding.encode(text);
                assert!(!unmappable, "{text} in {}", encoding.name());
                bytes.into_owned()
            }
            HongKong => {
                let parts: Vec<_> =
                    text.split('啲').map(|part| standard::BIG5.encode(part).0).collect();
                parts.join(&b"\x9D\xF8"[..])
            }
            Utf8WithMark => text.as_bytes().to_vec(),
            Utf16 { is_big_endian } => {
                let bytes =
                    |unit: u16| if is_big_endian { unit.to_be_bytes() } else { unit.to_le_bytes() };
                text.encode_utf16().flat_map(bytes).collect()
            }
            Hz => hz(text),
        }
    }

    /// The bytes of the comment without the last byte that starts or ends a character.
    fn truncated(&self) -> Vec<u8> {
        let mut bytes = self.bytes(self.text.comment);
        let cut = match self.writer {
            Utf16 { .. } => 2,
            Hz => 3,
            Standard(encoding) if encoding == standard::ISO_2022_JP => 4,
            _ => 1,
        };
        bytes.truncate(bytes.len() - cut);
        bytes
    }

    fn file(&self, declared: &str, is_truncated: bool) -> Vec<u8> {
        let Text { names: [black, white], event, comment } = self.text;
        let comment = if is_truncated { self.truncated() } else { self.bytes(comment) };
        let mark = if matches!(self.writer, Utf8WithMark | Utf16 { .. }) { "\u{FEFF}" } else { "" };
        let declared = if declared.is_empty() { "".into() } else { format!("CA[{declared}]") };
        let head =
            format!("{mark}(;GM[1]FF[4]{declared}SZ[9]PB[{black}]PW[{white}]GN[{event}];B[aa]C[");
        [
            self.bytes(&head),
            comment.clone(),
            self.bytes("];W[bb](;B[cc]C["),
            comment,
            self.bytes("])(;B[dd]))"),
        ]
        .concat()
    }

    /// The expected text of the comment.
    fn comment(&self, is_truncated: bool) -> String {
        let mut comment = self.text.comment.to_owned();
        if is_truncated {
            comment.pop();
            comment += if self.has_single_bytes() { "" } else { "\u{FFFD}" };
        }
        comment
    }

    fn has_single_bytes(&self) -> bool {
        matches!(self.writer, Standard(encoding) if encoding.is_single_byte())
    }

    fn charset(&self) -> FileCharset {
        FileCharset::from_name(self.label).expect("a known name")
    }

    fn has_mark(&self) -> bool {
        matches!(self.writer, Utf8WithMark | Utf16 { .. })
    }

    /// Returns `true` if the text is detected without a declaration.
    fn is_recognised(&self) -> bool {
        let read = FileCharset::from_name(self.undeclared).expect("a known name");
        let means_same = |text: &str| read.decode(&self.bytes(text)).0 == text;
        self.has_mark() || [self.text.event, self.text.comment].into_iter().all(means_same)
    }

    fn is_right(&self, reading: &Reading, is_truncated: bool) -> bool {
        let record = &reading.records[0];
        let names = record.info.participants.iter().map(|one| one.name.as_deref());
        let comment = |id| record.tree.node(id).notes().comment.as_deref();
        names.eq(self.text.names.map(Some))
            && record.info.name.as_deref() == Some(self.text.event)
            && record.tree.ids().filter_map(comment).eq([&*self.comment(is_truncated); 2])
    }
}

/// Returns a text in HZ, with a run for each sequence of hanzi.
fn hz(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut in_run = false;
    for c in text.chars() {
        if c.is_ascii() == in_run {
            bytes.extend(if in_run { b"~}" } else { b"~{" });
            in_run = !in_run;
        }
        let pair = standard::GBK.encode(c.encode_utf8(&mut [0; 4])).0.into_owned();
        bytes.extend(pair.iter().map(|byte| byte & 0x7F));
    }
    if in_run {
        bytes.extend(b"~}");
    }
    bytes
}

/// The reading of a file: whether it is correct, and the charset of an overridden declaration.
fn outcome(row: &Row, declared: &str, is_truncated: bool) -> (bool, Option<String>) {
    let file = row.file(declared, is_truncated);
    let reading = sgf::read(&file);
    let case = format!("{} as `{declared}`: {}", row.label, file.escape_ascii());
    let tree = &reading.records[0].tree;
    let is_move = |id: &_| matches!(tree.node(*id).event, Event::Move { .. });
    assert_eq!(tree.ids().filter(is_move).count(), 4, "{case}");
    let found = |rule: &str| reading.findings.iter().find(|found| found.rule.name() == rule);
    let used = found("wrong-charset").map(|found| found.details[1].clone());
    let used = used.or(found("guessed-charset").map(|found| found.details[0].clone()));
    let is_right = row.is_right(&reading, is_truncated);
    if is_truncated && is_right && !row.has_single_bytes() {
        assert!(found("bad-bytes").is_some(), "{case}");
    }
    (is_right, used)
}

#[test]
fn correct_declaration_is_not_overridden() {
    for row in &ROWS {
        for is_truncated in [false, true] {
            assert_eq!(outcome(row, row.label, is_truncated), (true, None), "{}", row.label);
        }
    }
}

#[test]
fn undeclared_charset_matches_table() {
    for row in &ROWS {
        for is_truncated in [false, true] {
            let used = (!row.has_mark()).then(|| row.undeclared.to_owned());
            let expected = (row.is_recognised(), used);
            assert_eq!(outcome(row, "", is_truncated), expected, "{} {is_truncated}", row.label);
        }
    }
}

#[test]
fn wrong_declaration_is_overridden_or_listed() {
    for row in &ROWS {
        for (is_truncated, expected) in [(false, row.believed), (true, row.believed_if_truncated)] {
            let labels = ROWS.iter().map(|other| other.label).filter(|label| {
                FileCharset::from_name(label) != Some(row.charset()) && !label.starts_with("UTF-16")
            });
            let mut believed = Vec::new();
            for label in labels {
                match outcome(row, label, is_truncated) {
                    (_, None) => believed.push(label),
                    (is_right, Some(used)) => {
                        let as_expected = (row.is_recognised(), row.undeclared.to_owned());
                        assert_eq!((is_right, used), as_expected, "{} as {label}", row.label);
                    }
                }
            }
            believed.dedup();
            assert_eq!(believed, expected, "{} {is_truncated}", row.label);
        }
    }
}

#[test]
fn utf16_without_bom_is_an_error() {
    let text: Vec<u8> = "(;GM[1]SZ[9];B[aa])".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let wider: Vec<u8> =
        "\u{FEFF}(;GM[1]SZ[9])".chars().flat_map(|c| u32::from(c).to_le_bytes()).collect();
    for bytes in [text, wider] {
        let reading = sgf::read(&bytes);
        let rules: Vec<_> = reading.findings.iter().map(|found| found.rule.name()).collect();
        assert_eq!((reading.records.len(), rules), (0, vec!["wide-charset".to_owned()]));
    }
}
