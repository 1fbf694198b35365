//! Properties of all bytes read as game records: the result is a regular record, and can be written and read again in
//! every format.

use std::collections::BTreeSet;

use tianyuan::records::charset::Charset;
use tianyuan::records::format::{self, Format};
use tianyuan::records::record::{Event, Findings, Info, Language, Player, Record, Size};

/// The features of an input, as short descriptions.
type Features = BTreeSet<String>;

/// Reads records and writes them in every format. Returns the features.
///
/// # Panics
/// Panics if it detects an error.
pub fn examine_records(bytes: &[u8], format: Format) -> Features {
    let mut features = Features::new();
    let reading = format::check(bytes, format);
    say(&mut features, "read", &reading.findings);
    let clean = !reading.findings.has_errors();
    if let [record] = &reading.records[..] {
        describe(&mut features, record);
    }
    comes_back(&reading.records, format, clean);
    if let Some(record) = reading.records.first() {
        for other in Format::ALL {
            say(&mut features, other.name(), &is_written_well(record, other));
        }
    }
    features
}

/// A record round-trips through its format; in wei7 only if it had no findings, and otherwise from then on.
/// Characters that the charset lacks are reported and do not round-trip.
fn comes_back(records: &[Record], format: Format, clean: bool) {
    let Some((once, text)) = through(records, format) else { return };
    if (clean || format == Format::Sgf) && has_bytes(records, format) {
        assert!(once == records, "{text}\n{}", difference(records, &once));
    }
    stays(&once, format, &text);
}

/// Written records round-trip, and their main content does at once if no loss was reported.
fn is_written_well(record: &Record, format: Format) -> Findings {
    let record = std::slice::from_ref(record);
    let findings = format::write(record, format, Charset::Gb18030).findings;
    if let Some((once, text)) = through(record, format) {
        assert_eq!(once.len(), 1, "{text}");
        if format == Format::Wei7Xml {
            let findings = format::check(text.as_bytes(), format).findings;
            assert!(!findings.has_errors(), "{text}\n{findings:#?}");
        }
        if findings.is_empty() {
            assert_eq!(gist(&once[0]), gist(&record[0]), "{text}");
        }
        stays(&once, format, &text);
    }
    findings
}

/// The content that every format must represent: size, information, moves and texts in order. Nodes without content
/// depend on the format.
fn gist(record: &Record) -> (Size, Info, Vec<String>, Vec<Event>, Vec<String>) {
    let nodes = || record.tree.preorder().map(|id| record.tree.node(id));
    let moves = nodes().map(|node| node.event.clone());
    let moves = moves.filter(|event| matches!(event, Event::Move { .. })).collect();
    let comments = nodes().filter_map(|node| node.notes().comment.clone()).collect();
    let mut info = record.info.clone();
    // A handicap of 0 is equal to none, and only SGF can state it.
    info.handicap = info.handicap.filter(|stones| *stones > 0);
    info.states_no_handicap = false;
    // The same moment in any time zone.
    info.time = info.time.map(|time| time.in_utc());
    // One format lists Black first among the participants, others use any order.
    info.participants.sort_by_key(|one| format!("{one:?}"));
    let plays = |one: &Player| record.info.participants.get(one.participant as usize);
    let who = |one: &Player| format!("{:?} {:?}", one.color, plays(one));
    let mut players: Vec<String> = info.players.drain(..).map(|one| who(&one)).collect();
    players.sort();
    (record.size, info, players, moves, comments)
}

/// Returns records after a round trip and the text between; `None` if the format cannot represent them.
fn through(records: &[Record], format: Format) -> Option<(Vec<Record>, String)> {
    const PROGRAM: &[u8] = b"AP[Tianyuan:";
    let mut charset = if format == Format::Sgf { Charset::Gb18030 } else { Charset::Utf8 };
    let mut bytes = format::write(records, format, charset).bytes;
    // The declarations of other programs are not always believed: unlikely text in GB 18030 may be read as Big5.
    if format == Format::Sgf && !bytes.windows(PROGRAM.len()).any(|part| part == PROGRAM) {
        charset = Charset::Utf8;
        bytes = format::write(records, format, charset).bytes;
    }
    let written = !bytes.is_empty();
    written.then(|| (format::read(&bytes, format).records, charset.decode(&bytes).into_owned()))
}

/// Returns `true` if the charset of written files can encode all characters of the records.
fn has_bytes(records: &[Record], format: Format) -> bool {
    let findings = format::write(records, format, Charset::Gb18030).findings;
    findings.iter().all(|finding| finding.rule.constant != "NO_BYTES")
}

fn stays(once: &[Record], format: Format, text: &str) {
    let (twice, again) = through(once, format).expect("it was written before");
    assert!(twice == once, "{text}\n{again}\n{}", difference(once, &twice));
}

/// Returns the first difference between two lists of records.
fn difference(was: &[Record], is: &[Record]) -> String {
    let [was, is] = [was, is].map(|records| format!("{records:#?}"));
    let same = was.lines().zip(is.lines()).take_while(|(was, is)| was == is).count();
    let from = |text: &str| -> Vec<String> {
        text.lines().skip(same.saturating_sub(12)).take(25).map(String::from).collect()
    };
    format!("line {same}\n{}\n---\n{}", from(&was).join("\n"), from(&is).join("\n"))
}

fn say(features: &mut Features, what: &str, findings: &Findings) {
    for finding in findings.iter() {
        let text = finding.text(Language::Chinese);
        assert!(text.len() < 1000, "{text}");
    }
    features.extend(findings.iter().map(|finding| format!("{what} {}", finding.rule.constant)));
}

fn describe(features: &mut Features, record: &Record) {
    let tree = &record.tree;
    features.insert(format!("nodes {}", tree.len().ilog2()));
    for id in tree.preorder().take(1000) {
        let node = tree.node(id);
        let event = match &node.event {
            Event::Nothing => "nothing",
            Event::Setup(_) => "setup",
            Event::Move { point: Some(_), .. } => "move",
            Event::Move { point: None, .. } => "pass",
            Event::Takeback(_) => "takeback",
            Event::Claim(_) => "claim",
            Event::Mark(_) => "mark",
            Event::Message(_) => "message",
        };
        let notes = node.notes();
        let forks = tree.has_variations(id);
        let said = [
            notes.title.is_some(),
            notes.comment.is_some(),
            !notes.marks.is_empty(),
            notes.set_apart,
        ];
        features.insert(format!("{event} {forks} {said:?}"));
    }
}
