//! SGF files in all charsets: declared, detected, several in one file, and chosen by the user.

use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, SHIFT_JIS, WINDOWS_1252};
use tianyuan::records::charset::FileCharset;
use tianyuan::records::record::Reading;
use tianyuan::records::sgf::{self, ReadOptions};

use super::commands::tianyuan;

/// Returns the names of the games.
fn names(reading: &Reading) -> Vec<&str> {
    reading.records.iter().map(|record| record.info.name.as_deref().unwrap_or("")).collect()
}

/// Returns the names of the rules with findings.
fn rules(reading: &Reading) -> Vec<String> {
    reading.findings.iter().map(|finding| finding.rule.name()).collect()
}

/// Returns a tree that declares a charset and uses another one.
fn tree(declared: &str, name: &str, encoding: &'static Encoding) -> Vec<u8> {
    let text = format!("(;{declared}SZ[9]GN[{name}];B[ee])\n");
    encoding.encode(&text).0.into_owned()
}

#[test]
fn each_game_tree_uses_its_declared_charset() {
    // The second bytes of 揮 and 運 in GB 18030, ソ and 表 in Shift_JIS, 功 and 許 in Big5 are ASCII.
    let file = [
        tree("CA[GB18030]", "揮運)(", GB18030),
        tree("CA[Shift_JIS]", "ソ表(;", SHIFT_JIS),
        tree("CA[Big5]", "功許)", BIG5),
        tree("", "Café, Zürich", WINDOWS_1252),
        b"(;CA[HZ-GB-2312]GN[~{F]=\\~}])(;CA[ISO-2022-JP]GN[\x1B$B=]0O\x1B(B])".to_vec(),
        tree("CA[UTF-8]", "围棋", encoding_rs::UTF_8),
        tree("CA[EUC-KR]", "바둑[", EUC_KR),
    ]
    .concat();
    let reading = sgf::read(&file);
    let expected = ["揮運)(", "ソ表(;", "功許)", "Café, Zürich", "戚杰", "楯囲", "围棋", "바둑["];
    assert_eq!(names(&reading), expected);
    assert_eq!(rules(&reading), ["guessed-charset"]);
}

#[test]
fn findings_have_locations_in_mixed_charset_files() {
    let mut file = tree("CA[GB18030]", "揮運", GB18030);
    file.extend(tree("GC[名]CA[ISO-8859-1]", "第十届名人战决赛", GB18030));
    file.extend(b"(;CA[EUC-JP]SZ[9]GN[\xB0\xCF\xFF];W[zz])");
    let reading = sgf::read(&file);
    assert_eq!(names(&reading), ["揮運", "第十届名人战决赛", "囲\u{FFFD}"]);
    let places = reading
        .findings
        .iter()
        .map(|finding| (finding.rule.name(), finding.place.line, finding.place.column));
    let places = places.collect::<Vec<_>>();
    assert_eq!(places[0], ("wrong-charset".to_owned(), 2, 8));
    assert_eq!(places[1], ("bad-bytes".to_owned(), 3, 22));
    assert_eq!(places[2].1, 3, "{places:?}");
}

#[test]
fn escaped_bytes_are_unescaped_per_tree() {
    // 揮 with its second byte escaped, as FF[4] literally requires.
    let mut file = b"(;CA[GBK]SZ[9]GN[\x93\\\x5D\xDF\\\\];B[ee])".to_vec();
    file.extend(tree("CA[UTF-8]", "a\\\\é", encoding_rs::UTF_8));
    let reading = sgf::read(&file);
    assert_eq!(names(&reading), ["揮運", "a\\é"]);
    assert_eq!(rules(&reading), ["escaped-bytes"]);
}

#[test]
fn single_charset_file_is_not_split() {
    // Two declarations of one charset by two names, and a declaration inside a comment.
    let one = [tree("CA[gb2312]", "揮", GB18030), tree("CA[GBK]C[CA [Big5\\]]", "運", GB18030)];
    let reading = sgf::read(&one.concat());
    assert_eq!((names(&reading), reading.findings.is_empty()), (vec!["揮", "運"], true));
    let utf8 = "(;CA[UTF-8]GN[围棋])(;CA[GBK]GN[围棋])";
    assert_eq!(names(&sgf::read(utf8.as_bytes())), ["围棋", "围棋"]);
}

#[test]
fn seven_bit_charsets_are_detected() {
    for (name, bytes) in [
        ("戚杰杯", &b"~{F]=\\1-~}"[..]),
        ("囲碁の大会", b"\x1B$B0O8k$NBg2q\x1B(B"),
        ("第2回 囲碁", b"\x1B$@Bh\x1B(J2\x1B$B2s\x1B(B \x1B$B0O8k\x1B(J"),
    ] {
        let charset = if bytes[0] == b'~' { "HZ" } else { "iso-2022-jp" };
        for declared in [&format!("CA[{charset}]"), "", "CA[what]", "CA[US-ASCII]"] {
            let file = [b"(;", declared.as_bytes(), b"GN[", bytes, b"];B[aa])"].concat();
            let reading = sgf::read(&file);
            assert_eq!(names(&reading), [name], "{declared}");
            let expected: &[&str] = match declared {
                "" => &["guessed-charset"],
                "CA[what]" => &["unknown-charset"],
                "CA[US-ASCII]" => &["wrong-charset"],
                _ => &[],
            };
            assert_eq!(rules(&reading), expected, "{declared}");
        }
    }
    for plain in ["a set ~{1, 2~} or so", "~{HELP~}", "~~ home ~{"] {
        let reading = sgf::read(format!("(;GN[{plain}])").as_bytes());
        assert_eq!((names(&reading), reading.findings.is_empty()), (vec![plain], true));
    }
}

#[test]
fn encoding_options_override_or_default_declaration() {
    let read = |declared: &str, options| {
        let bytes = tree(declared, "囲碁", EUC_JP);
        let reading = sgf::read_with(&bytes, &options);
        (names(&reading) == ["囲碁"], rules(&reading))
    };
    let known = ReadOptions { charset: Some(FileCharset::EUC_JP), ..ReadOptions::default() };
    for declared in ["", "CA[GBK]", "CA[UTF-8]", "CA[what]"] {
        assert_eq!(read(declared, known), (true, vec![]), "{declared}");
    }
    let default =
        ReadOptions { default_charset: Some(FileCharset::EUC_JP), ..ReadOptions::default() };
    assert_eq!(read("", default), (true, vec!["guessed-charset".to_owned()]));
    assert_eq!(read("CA[what]", default), (true, vec!["unknown-charset".to_owned()]));
    assert!(!read("CA[GBK]", default).0);
    assert!(!read("CA[UTF-8]", default).0);
}

#[test]
fn ambiguous_charset_is_reported() {
    let reading = sgf::read(b"(;GN[\xB9\xC5\xC1\xA6])");
    assert_eq!(names(&reading), ["古力"]);
    assert_eq!(rules(&reading), ["guessed-charset", "ambiguous-charset"]);
    let reading = sgf::read(&tree("CA[ISO-8859-1]", "Café", WINDOWS_1252));
    assert_eq!((names(&reading), reading.findings.is_empty()), (vec!["Café"], true));
}

#[test]
fn commands_accept_charset_options() {
    let korean = tree("CA[GBK]", "바둑", EUC_KR);
    let japanese = tree("", "囲碁", EUC_JP);
    for command in ["check", "show", "convert"] {
        let rest: &[&str] = if command == "convert" { &["-", "--to", "sgf"] } else { &[] };
        let run = |options: &[&str], input: &[u8]| {
            tianyuan(&[&[command, "-"], rest, options].concat(), input)
        };
        let said = run(&["--encoding", "cp949"], &korean);
        assert_eq!(said.status, 0, "{command}: {}", said.errors);
        assert!(command == "check" || said.text().contains("바둑"), "{command}");
        let said = run(&["--default-encoding", "euc-jp"], &japanese);
        assert!(command == "check" || said.text().contains("囲碁"), "{command}");
        let all = said.text().to_owned() + &said.errors;
        assert!(command == "show" || all.contains("read as EUC-JP"), "{command}: {all}");
        let said = run(&["--default-encoding", "euc-jp"], &korean);
        assert!(!said.text().contains("바둑"), "{command}");
        for option in ["--encoding", "--default-encoding"] {
            let said = run(&[option, "klingon"], &korean);
            assert_eq!((said.status, said.text()), (2, ""), "{command}");
            let known = ["unknown charset `klingon`", "GB18030", "HZ-GB-2312", "windows-1251"];
            assert!(known.iter().all(|name| said.errors.contains(name)), "{}", said.errors);
        }
    }
}
