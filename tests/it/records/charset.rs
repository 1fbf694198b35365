//! GB 18030 in both directions, whole texts and byte by byte.
//!
//! The vectors are those of the reference, if available, and some of this project.

use std::fs;
use std::io::{Cursor, Read, Result};
use std::path::Path;

use encoding_rs::GB18030;
use tianyuan::engine::{Engine, Settings};
use tianyuan::go::{BoardSize, Rules};
use tianyuan::records::charset::Charset;
use tianyuan::session::{self, ProtocolChoice};

use crate::support::folder::empty_folder;

/// Bytes, their text, and whether some bytes are invalid.
struct Vector {
    bytes: Vec<u8>,
    text: String,
    flag: bool,
}

/// In the format of the table, separated by TABs: decode, A8 BC, 1E3F, false.
fn vectors(table: &str, kind: &str) -> Vec<Vector> {
    let number = |text: &str| u32::from_str_radix(text, 16).expect("hexadecimal");
    let rows = table.lines().filter(|row| !row.starts_with('#'));
    let rows = rows.map(|row| row.split('\t').collect::<Vec<_>>());
    rows.filter(|row| row[0] == kind)
        .map(|row| Vector {
            bytes: row[1].split(' ').map(|byte| number(byte) as u8).collect(),
            text: row[2].split(',').filter_map(|code| char::from_u32(number(code))).collect(),
            flag: row[3] == "true",
        })
        .collect()
}

const OWN: &str = "\
decode	CE A7 C6 E5	56F4,68CB	false
decode	95 34 B2 35 41	20BB7,41	false
decode	81 20	FFFD,20	true
decode	D6 0A	FFFD,A	true
decode	81 30 61	FFFD,30,61	true
decode	80	20AC	false
encode	CE A7	56F4	false
encode	9B 5D	6C92	false
encode	94 39 FC 36	1F600	false";

/// Returns the text of bytes that arrive one at a time, and whether some are invalid.
fn decoded_byte_by_byte(bytes: &[u8]) -> (String, bool) {
    let mut decoder = GB18030.new_decoder_without_bom_handling();
    let (mut text, mut had_errors) = (String::with_capacity(64), false);
    for (at, byte) in bytes.iter().enumerate() {
        let last = at + 1 == bytes.len();
        let (_, _, errors) = decoder.decode_to_string(&[*byte], &mut text, last);
        had_errors |= errors;
    }
    (text, had_errors)
}

fn check(table: &str) -> usize {
    let decode = vectors(table, "decode");
    for Vector { bytes, text, flag } in &decode {
        assert_eq!(Charset::Gb18030.decode(bytes), *text, "{bytes:02X?}");
        assert_eq!(decoded_byte_by_byte(bytes), (text.clone(), *flag), "{bytes:02X?}");
    }
    let encode = vectors(table, "encode");
    let (mut all_bytes, mut all_text) = (Vec::new(), String::new());
    for Vector { bytes, text, flag } in &encode {
        // Characters without bytes are written as U+FFFD.
        let bytes = if *flag { &b"\x84\x31\xA4\x37"[..] } else { bytes };
        assert_eq!(*Charset::Gb18030.encode(text), *bytes, "{text}");
        all_bytes.extend_from_slice(bytes);
        all_text += text;
    }
    assert_eq!(*Charset::Gb18030.encode(&all_text), all_bytes);
    decode.len() + encode.len()
}

#[test]
fn builtin_gb18030_vectors_match() {
    assert_eq!(check(OWN), 9);
}

#[test]
fn reference_gb18030_vectors_match() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/specs/gb18030-vectors.tsv");
    let Ok(table) = fs::read_to_string(&file) else {
        eprintln!("skipped: {} is missing", file.display());
        return;
    };
    assert_eq!(check(&table), 157);
}

/// A reader that returns its bytes one at a time.
struct Drop<R>(R);

impl<R: Read> Read for Drop<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let most = buffer.len().min(1);
        self.0.read(&mut buffer[..most])
    }
}

/// The session's responses to command names with every character of the table.
fn session(input: impl Read + Send + 'static) -> Vec<u8> {
    let settings = Settings { seed: Some(1), threads: 1, memory: 1, ..Settings::default() };
    let mut engine = Engine::new(settings, BoardSize::STANDARD, Rules::CHINESE);
    let mut output = Vec::new();
    session::run(input, &mut output, ProtocolChoice::Wtp, &mut engine).expect("it talks");
    output
}

#[test]
fn input_split_into_bytes_gets_same_responses() {
    let folder = empty_folder("沒𠮷");
    let file = folder.join("誠.sgf");
    fs::write(&file, "(;SZ[9]PB[運𠮷]C[馾A];B[ee])").expect("written");
    let lines = format!("# 揮\nload_game {}\nprint_game sgf\n围\n", file.display());
    let mut input = Charset::Gb18030.encode(&lines).into_owned();
    input.extend(b"# \x95\x34\n1 name \xD6\n");
    let whole = session(Cursor::new(input.clone()));
    assert_eq!(session(Drop(Cursor::new(input))), whole);
    let text = Charset::Gb18030.decode(&whole);
    let has = |part| text.contains(part);
    assert!(has("PB[運𠮷]") && has("C[馾A]") && has("=1 "), "{text}");
}
