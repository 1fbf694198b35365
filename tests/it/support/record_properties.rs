//! What must hold of any bytes that are read as game records: what is read is a record like any
//! other, and can be written and read again in every format.

use std::collections::BTreeSet;

use tianyuan::records::charset::Charset;
use tianyuan::records::format::{self, Format};
use tianyuan::records::record::{Event, Findings, Info, Language, Player, Record, Size};

/// What shows at an input, in short.
type Features = BTreeSet<String>;

/// Reads records and writes them in every format; what showed, in short.
///
/// # Panics
/// Where something is wrong.
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

/// What was read comes back as it is when it is written; in wei7 only where nothing was wrong with
/// it, and else from then on. Characters for which the charset has no bytes are told, and do not.
fn comes_back(records: &[Record], format: Format, clean: bool) {
    let Some((once, text)) = through(records, format) else { return };
    if (clean || format == Format::Sgf) && has_bytes(records, format) {
        assert!(once == records, "{text}\n{}", difference(records, &once));
    }
    stays(&once, format, &text);
}

/// What is written of a record comes back when it is written again, and at once its gist does
/// if nothing was said to be lost.
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

/// What every format must say of a record: the size, the facts, the moves and the texts in order.
/// How nodes without any of it are told apart is each format's own.
fn gist(record: &Record) -> (Size, Info, Vec<String>, Vec<Event>, Vec<String>) {
    let nodes = || record.tree.preorder().map(|id| record.tree.node(id));
    let moves = nodes().map(|node| node.event.clone());
    let moves = moves.filter(|event| matches!(event, Event::Move { .. })).collect();
    let comments = nodes().filter_map(|node| node.notes().comment.clone()).collect();
    let mut info = record.info.clone();
    // A handicap of 0 means the same as none, and only SGF can state either.
    info.handicap = info.handicap.filter(|stones| *stones > 0);
    info.states_no_handicap = false;
    // The same moment, whatever the zone.
    info.time = info.time.map(|time| time.in_utc());
    // One format has Black first among the participants, others any order.
    info.participants.sort_by_key(|one| format!("{one:?}"));
    let plays = |one: &Player| record.info.participants.get(one.participant as usize);
    let who = |one: &Player| format!("{:?} {:?}", one.color, plays(one));
    let mut players: Vec<String> = info.players.drain(..).map(|one| who(&one)).collect();
    players.sort();
    (record.size, info, players, moves, comments)
}

/// Records as they come back, and the text between; nothing where the format cannot say them.
fn through(records: &[Record], format: Format) -> Option<(Vec<Record>, String)> {
    let bytes = format::write(records, format, Charset::Gb18030).bytes;
    let charset = if format == Format::Sgf { Charset::Gb18030 } else { Charset::Utf8 };
    let written = !bytes.is_empty();
    written.then(|| (format::read(&bytes, format).records, charset.decode(&bytes).into_owned()))
}

/// Whether the charset of files that are written has bytes for all characters of some records.
fn has_bytes(records: &[Record], format: Format) -> bool {
    let findings = format::write(records, format, Charset::Gb18030).findings;
    findings.iter().all(|finding| finding.rule.constant != "NO_BYTES")
}

fn stays(once: &[Record], format: Format, text: &str) {
    let (twice, again) = through(once, format).expect("it was written before");
    assert!(twice == once, "{text}\n{again}\n{}", difference(once, &twice));
}

/// Where two lists of records begin to differ.
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
