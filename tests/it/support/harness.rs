//! The fuzz targets of `fuzz/`, which the corpus test uses too.
//!
//! Each target accepts any bytes and panics if it detects an error.

use std::time::Duration;

use tianyuan::analysis::{self, AnalysisSettings};
use tianyuan::engine::{Engine, Settings};
use tianyuan::go::{BoardSize, Color, Rules};
use tianyuan::nn::{AnyNetFile, Net, PLANES, PREPARED, Planes, crc_32, katago};
use tianyuan::protocol::{Files, ProtocolContext};
use tianyuan::records::format::Format;
use tianyuan::session::{self, Options, ProtocolChoice};

use super::record_properties::examine_records;
use super::session_properties::{answered, asked, protocol};

/// A fuzz target.
#[allow(dead_code)] // a fuzzer knows its own
pub type Examine = fn(&[u8]);

/// The targets by name.
#[allow(dead_code)]
pub const TARGETS: [(&str, Examine); 9] = [
    ("sgf", sgf),
    ("wei7_json", wei7_json),
    ("wei7_xml", wei7_xml),
    ("net_file", net_file),
    ("katago_net", katago_net),
    ("prepared_net", prepared_net),
    ("gtp_session", gtp_session),
    ("wtp_session", wtp_session),
    ("analysis_lines", analysis_lines),
];

/// An SGF file.
pub fn sgf(bytes: &[u8]) {
    examine_records(bytes, Format::Sgf);
}

/// A wei7 3.0 file.
pub fn wei7_json(bytes: &[u8]) {
    examine_records(bytes, Format::Wei7);
}

/// A wei7 2.0 to 2.2 file.
pub fn wei7_xml(bytes: &[u8]) {
    examine_records(bytes, Format::Wei7Xml);
}

/// A Tianyuan net file, unmodified and with a corrected checksum, since otherwise only the checksum would be tested.
/// Valid nets evaluate a position.
pub fn net_file(bytes: &[u8]) {
    let _ = Net::decode(bytes);
    let Some((weights, _)) = bytes.split_last_chunk::<4>() else { return };
    let mended = [weights, &crc_32(weights).to_le_bytes()].concat();
    let Ok(net) = Net::decode(&mended) else { return };
    let size = BoardSize::new(*net.shape().sizes.start()).expect("nets are for boards");
    let points: Vec<_> = (0..size.area()).map(|at| [u8::from(at % 3 == 0); PLANES]).collect();
    let planes = Planes::from_parts(size, &points, [0.5, 0.0, 1.0, 1.0]).expect("so many points");
    net.evaluator().evaluate(&planes).expect("the net is for boards of this size");
}

/// A KataGo net file. Valid nets evaluate an empty board.
pub fn katago_net(bytes: &[u8]) {
    const LINES: usize = 3;
    if let Ok(net) = katago::read(bytes) {
        let size = BoardSize::new(LINES).expect("a size");
        let (planes, globals) = (vec![1.0; size.area() * katago::PLANES], [0.5; katago::GLOBALS]);
        let profile = "rank_5k".parse().ok().map(|profile| (profile, Color::White));
        katago::evaluate(&net, &katago::Inputs { size, planes, globals, profile });
    }
}

/// A prepared file, unmodified and with corrected length and checksums, since otherwise only these would be tested.
/// Valid nets evaluate a position.
pub fn prepared_net(bytes: &[u8]) {
    const START: usize = 24;
    let _ = AnyNetFile::read(bytes);
    let Some(start) = bytes.first_chunk::<START>().filter(|it| it.starts_with(PREPARED)) else {
        return;
    };
    let mut file = bytes.to_vec();
    file[16..START].copy_from_slice(&(bytes.len() as u64).to_le_bytes());
    let [.., a, b, c, d, _, _, _, _, _, _, _, _] = *start;
    let head = START.saturating_add(u32::from_le_bytes([a, b, c, d]) as usize);
    if head.saturating_add(8) > file.len() {
        return;
    }
    let checksum = crc_32(&file[..head]);
    file[head..head + 4].copy_from_slice(&checksum.to_le_bytes());
    let end = file.len() - 4;
    let checksum = crc_32(&file[..end]);
    file[end..].copy_from_slice(&checksum.to_le_bytes());
    let Ok(AnyNetFile::Prepared(net)) = AnyNetFile::read(&file) else { return };
    let sizes: Vec<usize> = net.sizes().into_iter().flatten().collect();
    for size in sizes.into_iter().take(1).filter_map(BoardSize::new) {
        net.evaluator().evaluate(&katago::positions(size, 1)[0]);
    }
}

/// A GTP session.
pub fn gtp_session(bytes: &[u8]) {
    session(bytes, ProtocolChoice::Gtp);
}

/// A WTP session.
pub fn wtp_session(bytes: &[u8]) {
    session(bytes, ProtocolChoice::Wtp);
}

/// Commands whose duration depends on the input: unlimited searches, a thousand threads.
const LONG: [&[u8]; 3] = [b"max", b"Threads", b"gogui-param"];

/// Request lines for the analysis engine: its output is one JSON object per line.
pub fn analysis_lines(bytes: &[u8]) {
    // The duration of a search depends on the input.
    let quit_without_waiting = bytes.windows(3).any(|part| part == b"max");
    let conditions = AnalysisSettings { visits: 2, ..AnalysisSettings::default() };
    let options = analysis::Options {
        memory: 4,
        seed: Some(1),
        conditions,
        quit_without_waiting,
        ..analysis::Options::default()
    };
    let mut output = Vec::new();
    analysis::run(bytes, &mut output, &options, || {}).expect("it can write");
    for line in output.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
        let answer: serde_json::Value = serde_json::from_slice(line).expect("JSON");
        let error = answer.get("error").and_then(serde_json::Value::as_str);
        assert_ne!(error, Some("Internal error during the analysis"));
    }
}

fn session(bytes: &[u8], choice: ProtocolChoice) {
    if LONG.iter().any(|word| bytes.windows(word.len()).any(|part| part == *word)) {
        return;
    }
    let settings = Settings {
        threads: 1,
        playouts: Some(2),
        move_time: Duration::from_millis(1),
        seed: Some(1),
        memory: 1,
        ..Settings::default()
    };
    // On larger boards scoring takes a while and finds nothing more.
    let size = BoardSize::new(5).expect("a size");
    let mut engine = Engine::new(settings, size, Rules::CHINESE);
    let environment = ProtocolContext { files: Files::None, ..ProtocolContext::default() };
    let options = Options { protocol: choice, environment, observer: None };
    let mut output = Vec::new();
    let input = std::io::Cursor::new(bytes.to_vec());
    session::run(input, &mut output, options, &mut engine).expect("it can write");
    let protocol = protocol(bytes, choice);
    for answer in answered(&output, &asked(bytes, protocol), protocol) {
        assert!(!answer.text.contains("internal error"), "something panicked");
    }
}
