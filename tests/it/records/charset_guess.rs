//! The accuracy of charset detection with short headers.
//!
//! The names are real and synthetic names, made from public lists of surnames and given names that were not used for
//! the tables of common characters. A line has Black, White and the event.

use std::fs;
use std::path::Path;

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, KOI8_R, SHIFT_JIS, WINDOWS_1251, WINDOWS_1252,
};
use tianyuan::records::charset::detect::guess;

/// Returns the headers of a file.
fn headers(script: &str) -> Vec<[String; 3]> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/charsets");
    let lines = fs::read_to_string(folder.join(script).with_extension("tsv")).expect("readable");
    let names = |line: &str| {
        let mut names = line.split('\t').map(str::to_owned);
        [(); 3].map(|()| names.next().expect("three names"))
    };
    lines.lines().map(names).collect()
}

/// Returns how many of a thousand texts are read correctly.
fn rate(texts: &[String], encoding: &'static Encoding) -> usize {
    assert!(texts.len() >= 200, "{}", texts.len());
    let is_right = |text: &&String| {
        let (bytes, _, unmappable) = encoding.encode(text);
        assert!(!unmappable, "{text} in {}", encoding.name());
        guess(&bytes).charset.decode(&bytes).0 == **text
    };
    1000 * texts.iter().filter(is_right).count() / texts.len()
}

const SCRIPTS: [(&str, &Encoding); 9] = [
    ("simplified", GB18030),
    ("traditional", GB18030),
    ("traditional", BIG5),
    ("japanese", SHIFT_JIS),
    ("japanese", EUC_JP),
    ("korean", EUC_KR),
    ("russian", WINDOWS_1251),
    ("russian", KOI8_R),
    ("western", WINDOWS_1252),
];

#[test]
fn charset_is_detected_from_three_names() {
    for (script, encoding) in SCRIPTS {
        let header = |[black, white, event]: &[String; 3]| {
            format!("(;GM[1]FF[4]SZ[19]PB[{black}]PW[{white}]EV[{event}];B[pd];W[dd])")
        };
        let texts: Vec<String> = headers(script).iter().map(header).collect();
        let rate = rate(&texts, encoding);
        println!("{script} in {}: {}.{} %", encoding.name(), rate / 10, rate % 10);
        assert!(rate >= 990, "{script} in {}: {rate} of 1000", encoding.name());
        let utf8 = texts.iter().all(|text| guess(text.as_bytes()).charset.name() == "UTF-8");
        assert!(utf8, "{script}");
    }
}

#[test]
fn two_names_detect_charset_in_97_percent() {
    for (script, encoding) in SCRIPTS {
        let header =
            |[black, white, _]: &[String; 3]| format!("(;SZ[19]PB[{black}]PW[{white}];B[pd])");
        let headers = headers(script);
        let texts = headers.iter().map(header).filter(|text| !text.is_ascii());
        let rate = rate(&texts.collect::<Vec<_>>(), encoding);
        assert!(rate >= 970, "{script} in {}: {rate} of 1000", encoding.name());
    }
}

#[test]
fn ambiguous_text_is_reported_as_ambiguous() {
    let rival = |bytes: &[u8]| guess(bytes).rival.map(|rival| rival.name());
    // 古力 in GB 18030, and two rarer syllables in EUC-KR.
    assert_eq!(rival(b"(;PB[\xB9\xC5\xC1\xA6])"), Some("EUC-KR"));
    let (long, _, _) = GB18030.encode("(;PB[古力]PW[常昊]EV[第十届名人战决赛])");
    assert_eq!(rival(&long), None);
}
