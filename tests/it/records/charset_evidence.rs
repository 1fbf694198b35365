//! The structure of SGF as evidence of the charset: contradicted declarations, truncated characters, short headers,
//! and the limits of `--fix`.

use std::fs;

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, ISO_2022_JP, KOI8_R, SHIFT_JIS, WINDOWS_1251,
    WINDOWS_1252,
};
use rand::distr::{Distribution, Uniform};
use tianyuan::records::record::{Event, Language, Reading, Record};
use tianyuan::records::sgf;

use super::commands::tianyuan;
use crate::support::folder::empty_folder;
use crate::support::seeded::with_seed;

/// UTF-8 that declares GB 2312.
const CONTRADICTED: &str = "(;GM[1]FF[4]CA[GB2312]SZ[9]PB[柯洁]PW[申真谞];B[aa]C[棋];W[bb];B[cc])";

fn moves(record: &Record) -> usize {
    let is_move = |id: &_| matches!(record.tree.node(*id).event, Event::Move { .. });
    record.tree.ids().filter(is_move).count()
}

fn names(record: &Record) -> [&str; 2] {
    [0, 1]
        .map(|i| record.info.participants.get(i).and_then(|one| one.name.as_deref()).unwrap_or(""))
}

fn comments(record: &Record) -> Vec<&str> {
    let comment = |id| record.tree.node(id).notes().comment.as_deref();
    record.tree.ids().filter_map(comment).collect()
}

/// Returns the names of the rules with findings.
fn rules(reading: &Reading) -> Vec<String> {
    reading.findings.iter().map(|finding| finding.rule.name()).collect()
}

fn encoded(text: &str, encoding: &'static Encoding) -> Vec<u8> {
    let (bytes, _, unmappable) = encoding.encode(text);
    assert!(!unmappable, "{text} in {}", encoding.name());
    bytes.into_owned()
}

#[test]
fn utf8_with_wrong_declaration_is_read_as_utf8() {
    for label in ["GB2312", "GBK", "Big5", "Shift_JIS", "EUC-KR", "KOI8-R", "ISO-8859-1", "HZ"] {
        let reading = sgf::check(CONTRADICTED.replace("GB2312", label).as_bytes());
        let record = &reading.records[0];
        assert_eq!((names(record), moves(record)), (["柯洁", "申真谞"], 3), "{label}");
        assert_eq!((comments(record), rules(&reading)), (vec!["棋"], vec!["wrong-charset".into()]));
        let message = reading.findings.iter().next().expect("one").text(Language::English);
        let expected =
            format!("line 1, column 13: the text is not in `{label}`: read as UTF-8 [CA]");
        assert_eq!(message, expected);
    }
    // A single character.
    for text in
        ["(;FF[4]CA[GB2312]SZ[9];B[aa]C[棋];W[bb])", "(;FF[4]CA[GBK]SZ[9]PB[柯洁];B[aa];W[bb])"]
    {
        let reading = sgf::check(text.as_bytes());
        assert_eq!(
            (moves(&reading.records[0]), rules(&reading)),
            (2, vec!["wrong-charset".into()])
        );
    }
}

#[test]
fn latin_1_declaration_is_trusted() {
    let file =
        |text: &[u8]| [b"(;GM[1]FF[4]CA[ISO-8859-1]SZ[9];B[aa]C[", text, b"];W[bb])"].concat();
    let check = |text: &[u8]| {
        let reading = sgf::check(&file(text));
        let expected = WINDOWS_1252.decode_without_bom_handling(text).0;
        assert_eq!(comments(&reading.records[0]), [&*expected], "{}", text.escape_ascii());
        assert_eq!(rules(&reading), [""; 0], "{expected}");
    };
    for text in [
        "äöü",
        "ÄÖÜ",
        "äöüÄÖÜß",
        "é",
        "naïve",
        "¿Qué?",
        "Ñandú",
        "ÆØÅ æøå",
        "à è ì ò ù",
        "ça va",
        "10°",
        "½",
    ] {
        check(&encoded(text, WINDOWS_1252));
    }
    for byte in 0xA1..=0xFF {
        check(&[byte]);
        check(&[b'a', byte, b'b']);
    }
}

#[test]
fn default_declaration_is_overridden_by_evidence() {
    for (text, encoding) in [
        ("第十届名人战", GB18030),
        ("第十屆名人戰", BIG5),
        ("第十期名人戦", SHIFT_JIS),
        ("Чемпионат Москвы", WINDOWS_1251),
        ("Чемпионат Москвы", KOI8_R),
    ] {
        let bytes = encoded(&format!("(;FF[4]CA[ISO-8859-1]SZ[9]GN[{text}];B[aa])"), encoding);
        let reading = sgf::read(&bytes);
        assert_eq!(reading.records[0].info.name.as_deref(), Some(text));
        assert_eq!(rules(&reading), ["wrong-charset"], "{text}");
    }
}

/// The charsets with multi-byte characters, each with a text.
const DOUBLE_BYTE: [(&str, &Encoding, &str); 7] = [
    ("GB2312", GB18030, "黑棋先行"),
    ("GB18030", GB18030, "𠮷棋"),
    ("Big5", BIG5, "黑棋先行"),
    ("Shift_JIS", SHIFT_JIS, "黒の先番"),
    ("EUC-JP", EUC_JP, "黒の先番"),
    ("EUC-KR", EUC_KR, "흑이먼저"),
    ("ISO-2022-JP", ISO_2022_JP, "黒の先番"),
];

#[test]
fn truncated_character_does_not_remove_node() {
    // Text after a comment, and the number of moves in it.
    const BEHIND: [(&str, usize); 12] = [
        (";W[bb];B[cc])", 2),
        ("\n;W[bb]\n;B[cc])", 2),
        ("N[title];W[bb];B[cc])", 2),
        (" TR[aa];W[bb];B[cc])", 2),
        ("(;W[bb])(;W[cc];B[dd]))", 3),
        (";W[bb](;B[cc])(;B[dd]))", 3),
        (";White[bb];Black[cc])", 2),
        (";W[];B[cc])", 2),
        (";AW[bb][cc];B[dd])", 1),
        (")", 0),
        (")\n(;GM[1]SZ[9];B[aa])", 0),
        (";W[bb];B[cc]C[a\\]b])", 2),
    ];
    for (label, encoding, text) in DOUBLE_BYTE {
        let whole = encoded(text, encoding);
        // ISO-2022-JP returns to ASCII at the end.
        let whole = whole.strip_suffix(b"\x1B(B").unwrap_or(&whole);
        for declared in [format!("CA[{label}]"), String::new()] {
            for (behind, more) in BEHIND {
                for length in 1..whole.len() {
                    let head = format!("(;GM[1]FF[4]{declared}SZ[9]PB[a];B[aa]C[");
                    let file =
                        [head.as_bytes(), &whole[..length], b"]", behind.as_bytes()].concat();
                    let reading = sgf::read(&file);
                    let found = moves(&reading.records[0]);
                    assert_eq!(found, 1 + more, "{declared}: {}", file.escape_ascii());
                }
            }
        }
    }
}

#[test]
fn truncated_text_preserves_complete_characters() {
    let hz = b"(;CA[HZ]SZ[9];B[aa]C[~{:ZFe];W[bb]C[~{:ZF];B[cc]C[~{:ZFe~}])";
    let reading = sgf::read(hz);
    assert_eq!(comments(&reading.records[0]), ["黑棋\u{FFFD}", "黑\u{FFFD}", "黑棋"]);
    assert_eq!((moves(&reading.records[0]), rules(&reading)), (3, vec!["bad-bytes".to_owned()]));
    for (label, encoding, text) in DOUBLE_BYTE {
        let mut comment = encoded(text, encoding);
        comment.truncate(comment.len() - if label == "ISO-2022-JP" { 4 } else { 1 });
        let head = format!("(;CA[{label}]SZ[9];B[aa]C[");
        let reading = sgf::read(&[head.as_bytes(), &comment, b"];W[bb])"].concat());
        let mut expected: String = text.chars().collect();
        expected.pop();
        expected.push('\u{FFFD}');
        assert_eq!(comments(&reading.records[0]), [expected], "{label}");
        assert_eq!(rules(&reading), ["bad-bytes"], "{label}");
    }
    // In names and labels.
    let event = encoded("第十届名人战", GB18030);
    let gb = [
        b"(;CA[GBK]SZ[9]EV[",
        &*event,
        b"]PB[\xC6\xE5\xC6]PW[\xC6\xE5\xC6];B[aa];W[bb]LB[aa:\xC6][bb:\xC6];B[cc])",
    ]
    .concat();
    let reading = sgf::read(&gb);
    let record = &reading.records[0];
    assert_eq!((names(record), moves(record)), (["棋\u{FFFD}", "棋\u{FFFD}"], 3));
    assert_eq!(rules(&reading), ["bad-bytes"]);
    let last = record.tree.ids().nth(2).expect("a second move");
    assert_eq!(record.tree.node(last).notes().marks.len(), 2);
}

#[test]
fn second_byte_of_character_does_not_end_value() {
    // 沒 is 9B 5D, 揮 is 93 5D, 運 is DF 5C.
    let text =
        "(;CA[GBK]SZ[9]PB[沒]PW[揮運]C[沒(x) 揮;好 運\\]沒 [揮[9d\\]: 沒;B[cc\\]];B[aa];W[bb])";
    let reading = sgf::read(&encoded(text, GB18030));
    let record = &reading.records[0];
    assert_eq!((names(record), moves(record)), (["沒", "揮運"], 2));
    assert_eq!(comments(record), ["沒(x) 揮;好 運]沒 [揮[9d]: 沒;B[cc]"]);
    assert_eq!(rules(&reading), [""; 0]);
}

#[test]
fn short_header_selects_charset_without_errors() {
    let text = "(;GM[1]SZ[19]PB[許誠運]PW[沒]C[乗\\]丂];B[pd]C[誡])";
    let reading = sgf::read(&encoded(text, GB18030));
    let record = &reading.records[0];
    assert_eq!((names(record), moves(record)), (["許誠運", "沒"], 1));
    assert_eq!(comments(record), ["乗]丂", "誡"]);
    let found = reading.findings.iter().find(|found| found.rule.name() == "guessed-charset");
    assert_eq!(found.expect("a guess").details, ["gb18030"]);
}

#[test]
fn hz_is_detected_in_two_character_names() {
    for (bytes, name) in [
        (&b"(;SZ[9]PB[~{?B=`~}]PW[~{9EA&~}];B[aa])"[..], "柯洁"),
        (b"(;SZ[9]PB[~{?B=`~}];B[aa])", "柯洁"),
        (b"(;SZ[9]PB[~{XBjE~}];B[aa])", "芈昱"),
    ] {
        let reading = sgf::read(bytes);
        assert_eq!(names(&reading.records[0])[0], name);
        assert_eq!(rules(&reading), ["guessed-charset"], "{name}");
    }
}

#[test]
fn declaration_written_by_tianyuan_is_trusted() {
    for charset in ["UTF-8", "GB18030"] {
        let text = format!(
            "(;CA[{charset}]AP[Tianyuan:0.2.0]SZ[9]N[~{{N'Fe~}}];B[ee]C[~{{N'Fe~}}~{{?B=`~}}])"
        );
        let reading = sgf::read(text.as_bytes());
        let tree = &reading.records[0].tree;
        assert_eq!(tree.node(tree.root()).notes().title.as_deref(), Some("~{N'Fe~}"), "{charset}");
    }
}

#[test]
fn declaration_inside_text_is_ignored() {
    for text in [
        "(;SZ[9]C[say CA[Big5\\] here]PB[古力];B[aa])",
        "(;SZ[9]C[CA[Big5\\]]PB[古力];B[aa])",
        "(;SZ[9]PB[古力]GC[x CA[Big5];B[aa])",
        "(;SZ[9]PB[古力];B[aa]C[CA[Big5\\] 第十届名人战决赛])",
    ] {
        let reading = sgf::read(&encoded(text, GB18030));
        assert_eq!(names(&reading.records[0])[0], "古力", "{text}");
        assert!(rules(&reading).contains(&"guessed-charset".to_owned()), "{text}");
    }
    let text = "(;SZ[9]C[CA[Big5\\]]CA[GBK]PB[古力];B[aa])";
    let reading = sgf::read(&encoded(text, GB18030));
    assert_eq!((names(&reading.records[0])[0], rules(&reading)), ("古力", vec![]));
}

#[test]
fn correct_declaration_of_rare_characters_is_trusted() {
    for (label, encoding, _) in DOUBLE_BYTE {
        let is_encodable = |c: &char| !encoding.encode(c.encode_utf8(&mut [0; 4])).2;
        let hanzi = ('\u{4E00}'..='\u{9FFF}').step_by(11);
        let all = hanzi.chain(('\u{AC00}'..='\u{D7A3}').step_by(11));
        let repertoire: Vec<char> = all.filter(is_encodable).collect();
        let letters = Uniform::new(0, repertoire.len()).expect("there are letters");
        with_seed(7, |rng| {
            for length in 1..25 {
                let [black, white] = [(); 2].map(|()| {
                    (0..length).map(|_| repertoire[letters.sample(rng)]).collect::<String>()
                });
                let text = format!("(;CA[{label}]SZ[9]PB[{black}]PW[{white}];B[aa];W[bb])");
                let reading = sgf::read(&encoded(&text, encoding));
                assert_eq!(rules(&reading), [""; 0], "{text}");
                assert_eq!(names(&reading.records[0]), [black, white]);
            }
        });
    }
}

#[test]
fn overridden_charset_preserves_text_and_moves() {
    let said = tianyuan(&["convert", "-", "-", "--to", "sgf"], CONTRADICTED.as_bytes());
    let text = String::from_utf8(said.output).expect("UTF-8");
    for part in ["CA[UTF-8]", "PB[柯洁]", "PW[申真谞]", ";B[aa]C[棋]", ";W[bb];B[cc]"] {
        assert!(text.contains(part), "{text}");
    }
    assert!(said.errors.contains("the text is not in `GB2312`: read as UTF-8"), "{}", said.errors);
}

#[test]
fn fix_rejects_ambiguous_charset() {
    let folder = empty_folder("charset-fix");
    let check = |bytes: &[u8], expected: Result<&str, &str>| {
        let path = folder.join("game.sgf");
        fs::write(&path, bytes).expect("written");
        let said = tianyuan(&["check", "--fix", &path.display().to_string()], b"");
        let written = fs::read(&path).expect("readable");
        match expected {
            Ok(part) => {
                let text = String::from_utf8(written).expect("UTF-8");
                assert!(
                    text.contains("CA[UTF-8]") && text.contains(part),
                    "{text} {}",
                    said.errors
                );
            }
            Err(reason) => {
                assert!(said.errors.contains(reason), "{}", said.errors);
                assert_eq!(written, bytes, "{}", bytes.escape_ascii());
            }
        }
    };
    check(CONTRADICTED.as_bytes(), Ok("PB[柯洁]PW[申真谞]"));
    let long = "(;FF[4]CA[ISO-8859-1]SZ[9]PB[古力]PW[常昊]EV[第十届名人战决赛];B[aa])";
    check(&encoded(long, GB18030), Ok("EV[第十届名人战决赛]"));
    const DOUBT: &str = "not fixed: the charset is ambiguous (specify --encoding)";
    check(b"(;FF[4]SZ[9]GN[\xB9\xC5\xC1\xA6];B[aa])", Err(DOUBT));
    let korean = "(;FF[4]CA[windows-1250]SZ[9]PB[이창호]PW[박정환]EV[제십회명인전결승];B[aa])";
    check(&encoded(korean, EUC_KR), Err(DOUBT));
    check(b"(;FF[4]CA[GBK]SZ[9];B[aa]C[\xC6\xE5\xC6];W[bb]DT[6 May 1996])", Err("would lose data"));
}
