//! A generated grammar of values in words: each text and its meaning are built from the same parts. The value that is
//! read must have this meaning, also after writing and fixing the file.

mod dates;
mod handicaps;
mod komi;
mod margins;
mod not_understood;
mod results;
mod rules;
mod times;

use tianyuan::records::charset::Charset;
use tianyuan::records::format::{self, Format};
use tianyuan::records::record::Record;
use tianyuan::records::sgf;

/// A value in words with its FF\[4\] form.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Form {
    text: String,
    meaning: String,
    /// `true` if `--fix` writes the FF\[4\] form, because it covers the whole text.
    is_certain: bool,
}

impl Form {
    fn new(text: impl Into<String>, meaning: impl Into<String>) -> Form {
        Form { text: text.into(), meaning: meaning.into(), is_certain: true }
    }

    fn doubtful(self) -> Form {
        Form { is_certain: false, ..self }
    }
}

/// The only record of a file.
fn only_record(sgf: &[u8]) -> Record {
    let mut records = format::read(sgf, Format::Sgf).records;
    assert_eq!(records.len(), 1, "{}", String::from_utf8_lossy(sgf));
    records.remove(0)
}

/// Returns an FF\[4\] file with a property that has this text.
fn file(name: &str, text: &str, rest: &str) -> String {
    format!("(;FF[4]GM[1]CA[UTF-8]SZ[19]{name}[{text}]{rest};W[qd])")
}

/// Returns the value of a property after writing the file as SGF.
fn converted(sgf: &str, name: &str) -> Option<String> {
    let bytes = format::write(&[only_record(sgf.as_bytes())], Format::Sgf, Charset::Utf8).bytes;
    value(&bytes, name)
}

/// Returns the value of a property after fixing the file.
fn fixed(sgf: &str, name: &str) -> Option<String> {
    value(&sgf::fix(sgf.as_bytes()).bytes, name)
}

fn value(sgf: &[u8], name: &str) -> Option<String> {
    let text = String::from_utf8(sgf.to_vec()).expect("UTF-8");
    let start = [']', '\n'].iter().find_map(|before| text.split_once(&format!("{before}{name}[")));
    let (_, rest) = start?;
    let end = rest.match_indices(']').find(|(at, _)| !rest[..*at].ends_with('\\'))?.0;
    Some(rest[..end].replace("\\]", "]"))
}

/// Asserts that a property of each form has the expected meaning, that written SGF preserves the text, and that fixed
/// SGF has the meaning if it is certain, and otherwise the same text.
fn assert_meanings(
    name: &str,
    rest: &str,
    forms: &[Form],
    meaning: impl Fn(&Record) -> Option<String>,
) {
    let mut wrong = Vec::new();
    for form in forms {
        let sgf = file(name, &form.text, rest);
        let read = meaning(&only_record(sgf.as_bytes()));
        let [written, fixed] = [converted(&sgf, name), fixed(&sgf, name)];
        let of_fixed = fixed.as_ref().map(|text| file(name, text, rest));
        let again = of_fixed.and_then(|sgf| meaning(&only_record(sgf.as_bytes())));
        let allowed = if form.is_certain { &form.meaning } else { &form.text };
        let is_right = read.as_ref() == Some(&form.meaning)
            && written.as_ref() == Some(&form.text)
            && fixed.as_ref() == Some(allowed)
            && again.as_ref() == Some(&form.meaning);
        if !is_right {
            wrong.push((form.clone(), read, written, fixed, again));
        }
    }
    let shown = &wrong[..wrong.len().min(20)];
    assert!(wrong.is_empty(), "{} of {} are wrong: {shown:#?}", wrong.len(), forms.len());
}

/// A text in full-width characters, as input methods produce digits and signs.
fn full_width(text: &str) -> String {
    let wide = |c: char| match c {
        '!'..='~' if c != '/' => char::from_u32(u32::from(c) + 0xFEE0).expect("a character"),
        ' ' => '\u{3000}',
        c => c,
    };
    text.chars().map(wide).collect()
}

/// A Chinese text in traditional characters.
fn traditional(text: &str) -> String {
    const PAIRS: [(char, char); 17] = [
        ('胜', '勝'),
        ('负', '負'),
        ('败', '敗'),
        ('盘', '盤'),
        ('点', '點'),
        ('时', '時'),
        ('间', '間'),
        ('认', '認'),
        ('输', '輸'),
        ('赢', '贏'),
        ('获', '獲'),
        ('计', '計'),
        ('弃', '棄'),
        ('权', '權'),
        ('战', '戰'),
        ('贴', '貼'),
        ('让', '讓'),
    ];
    let other = |c| PAIRS.iter().find(|(one, _)| *one == c).map_or(c, |(_, other)| *other);
    text.chars().map(other).collect()
}

/// Removes duplicate forms.
fn distinct(mut forms: Vec<Form>) -> Vec<Form> {
    forms.sort();
    forms.dedup();
    forms
}

/// A number from 1 to 99 in Chinese numerals.
fn numerals(number: u32) -> String {
    const DIGITS: [&str; 10] = ["", "一", "二", "三", "四", "五", "六", "七", "八", "九"];
    let [tens, ones] = [number / 10, number % 10].map(|digit| DIGITS[digit as usize]);
    match number / 10 {
        0 => ones.into(),
        1 => format!("十{ones}"),
        _ => format!("{tens}十{ones}"),
    }
}
