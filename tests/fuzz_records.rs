//! Spoilt game records: whatever the bytes are, a reader neither panics nor hangs nor takes memory
//! out of proportion, and what it reads is a record like any other.
//!
//! Inputs are made of the examples in `tests/data`; what is said and read of one is what shows.
//! `TIANYUAN_FUZZ_SECONDS=7200 cargo test --release --test fuzz_records -- --nocapture` tries each
//! reader for half an hour and says how far it came. Put an input that goes wrong into
//! `tests/data/fuzz-records`, where it is tried every time.

mod support {
    pub mod mutation;
    pub mod seeded;
    pub mod trial;
}

use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, SHIFT_JIS, WINDOWS_1252};
use support::mutation::Grammar;
use support::trial::{Features, Tried, files, try_kept, try_spoilt};
use tianyuan::charset::{Charset, guess};
use tianyuan::format::{self, Format};
use tianyuan::record::{Event, Findings, Info, Language, Player, Record, Size};

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
    pieces: include_str!("data/pieces/sgf.txt"),
    brackets: &[(b'(', b')'), (b'[', b']')],
    longest: LONGEST,
};

const JSON: Grammar = Grammar {
    pieces: include_str!("data/pieces/wei7-json.txt"),
    brackets: &[(b'{', b'}'), (b'[', b']')],
    longest: LONGEST,
};

const XML: Grammar = Grammar {
    pieces: include_str!("data/pieces/wei7-xml.txt"),
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
        let folder = if self.format.is_some() { self.name } else { "sgf" };
        let kinds = ["valid", "invalid"].map(|kind| files(&format!("{folder}/{kind}")));
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

    fn examine(&self, bytes: &[u8]) -> Features {
        match self.format {
            Some(format) => examine_records(bytes, format),
            None => examine_charset(bytes),
        }
    }
}

const CHARSETS: [&Encoding; 6] = [GB18030, BIG5, SHIFT_JIS, EUC_KR, EUC_JP, WINDOWS_1252];

/// Reads records and writes them in every format.
fn examine_records(bytes: &[u8], format: Format) -> Features {
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

/// Guesses a charset.
fn examine_charset(bytes: &[u8]) -> Features {
    let guessed = guess::guess(bytes);
    let text = guessed.decode_without_bom_handling(bytes).0;
    assert_eq!(guess::guess(text.as_bytes()).name(), "UTF-8");
    let chinese = Charset::Gb18030.encode(&text);
    let again = Charset::Gb18030.decode(&chinese);
    assert_eq!(Charset::Gb18030.encode(&again), chinese);
    guess::named(&text.chars().take(20).collect::<String>());
    let wide = guess::is_wide(bytes) || guess::marked(bytes).is_some();
    Features::from([guessed.name().into(), format!("wide {wide}")])
}

/// What was read comes back as it is when it is written; in wei7 only where nothing was wrong with
/// it, and else from then on.
fn comes_back(records: &[Record], format: Format, clean: bool) {
    let Some((once, text)) = through(records, format) else { return };
    if clean || format == Format::Sgf {
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
        let forks = tree.forks(id);
        let said = [
            notes.title.is_some(),
            notes.comment.is_some(),
            !notes.marks.is_empty(),
            notes.set_apart,
        ];
        features.insert(format!("{event} {forks} {said:?}"));
    }
}

fn readers() -> [&'static dyn Tried; 4] {
    READERS.each_ref().map(|reader| reader as &dyn Tried)
}

#[test]
fn spoilt_files_are_read_and_written_like_any() {
    try_spoilt(&readers(), 1000);
}

#[test]
fn what_once_went_wrong_does_not_again() {
    try_kept(&readers(), "fuzz-records");
}
