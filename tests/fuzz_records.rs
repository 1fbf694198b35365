//! Spoilt game records: whatever the bytes are, a reader neither panics nor hangs nor takes memory
//! out of proportion, and what it reads is a record like any other.
//!
//! Inputs are made of the examples in `tests/data`. An input of which something is said or read that
//! was not before joins them, so that chance goes on from there. `TIANYUAN_FUZZ_SECONDS=7200 cargo
//! test --release --test fuzz_records -- --nocapture` tries each reader for half an hour and says how
//! far it came. An input that goes wrong is left in `target/tmp`; put it into
//! `tests/data/fuzz-records`, where it is tried every time.

mod support {
    pub mod mutation;
    pub mod seeded;
}

use std::collections::BTreeSet;
use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex};
use std::time::{Duration, Instant};

use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, SHIFT_JIS, WINDOWS_1252};
use peak_alloc::PeakAlloc;
use rand::SeedableRng;
use rand::rngs::StdRng;
use support::mutation::{Grammar, spoilt};
use support::seeded::with_seeds;
use tianyuan::charset::{Charset, guess};
use tianyuan::cpu_time;
use tianyuan::format::{self, Format};
use tianyuan::record::{Event, Findings, Language, Record};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Only one input at a time is measured.
static ONE_BY_ONE: Mutex<()> = Mutex::new(());

/// What an input may take: bytes of memory and of time, for each of its own and to begin with.
const MEMORY_EACH: usize = 400;
const MEMORY_FIRST: usize = 64 << 20;
const TIME_EACH: Duration = Duration::from_micros(100);
const TIME_FIRST: Duration = Duration::from_secs(10);

/// How often a long run tells how far it is.
const ROUNDS: u32 = 20;

/// The longest input that joins the examples.
const LONGEST: usize = 1 << 14;

/// Something that reads bytes.
struct Reader {
    name: &'static str,
    /// The format that it reads; none where it is the charset that is guessed.
    format: Option<Format>,
    grammar: Grammar,
}

const READERS: [Reader; 4] = [
    Reader { name: "sgf", format: Some(Format::Sgf), grammar: SGF },
    Reader { name: "wei7-json", format: Some(Format::Wei7), grammar: JSON },
    Reader { name: "wei7-xml", format: Some(Format::Wei7Xml), grammar: XML },
    Reader { name: "charset", format: None, grammar: SGF },
];

const SGF: Grammar = Grammar {
    pieces: include_str!("data/pieces/sgf.txt"),
    brackets: &[(b'(', b')'), (b'[', b']')],
};

const JSON: Grammar = Grammar {
    pieces: include_str!("data/pieces/wei7-json.txt"),
    brackets: &[(b'{', b'}'), (b'[', b']')],
};

const XML: Grammar =
    Grammar { pieces: include_str!("data/pieces/wei7-xml.txt"), brackets: &[(b'<', b'>')] };

/// The examples of a reader.
fn examples(reader: &Reader) -> Vec<Vec<u8>> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let folder = if reader.format.is_some() { reader.name } else { "sgf" };
    let mut files = Vec::new();
    for kind in ["valid", "invalid"] {
        let entries = fs::read_dir(data.join(folder).join(kind)).expect("there are examples");
        let mut paths: Vec<PathBuf> =
            entries.map(|entry| entry.expect("an entry").path()).collect();
        paths.sort();
        files.extend(paths.iter().map(|path| fs::read(path).expect("readable")));
    }
    if reader.format.is_none() {
        let texts: Vec<String> =
            files.iter().map(|file| String::from_utf8_lossy(file).into()).collect();
        for encoding in CHARSETS {
            files.extend(texts.iter().map(|text| encoding.encode(text).0.into_owned()));
        }
    }
    files
}

const CHARSETS: [&Encoding; 6] = [GB18030, BIG5, SHIFT_JIS, EUC_KR, EUC_JP, WINDOWS_1252];

/// Everything that is said or read of an input, in short.
type Features = BTreeSet<String>;

/// Tries an input.
fn examine(reader: &Reader, bytes: &[u8]) -> Features {
    let mut features = Features::new();
    match reader.format {
        Some(format) => {
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
        }
        None => {
            let guessed = guess::guess(bytes);
            features.insert(guessed.name().into());
            let text = guessed.decode_without_bom_handling(bytes).0;
            assert_eq!(guess::guess(text.as_bytes()).name(), "UTF-8");
            let chinese = Charset::Gb18030.encode(&text);
            let again = Charset::Gb18030.decode(&chinese);
            assert_eq!(Charset::Gb18030.encode(&again), chinese);
            guess::named(&text.chars().take(20).collect::<String>());
            let wide = guess::is_wide(bytes) || guess::marked(bytes).is_some();
            features.insert(format!("wide {wide}"));
        }
    }
    features
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

/// What is written of a record comes back when it is written again.
fn is_written_well(record: &Record, format: Format) -> Findings {
    let record = std::slice::from_ref(record);
    if let Some((once, text)) = through(record, format) {
        assert_eq!(once.len(), 1, "{text}");
        if format == Format::Wei7Xml {
            let findings = format::check(text.as_bytes(), format).findings;
            assert!(!findings.has_errors(), "{text}\n{findings:#?}");
        }
        stays(&once, format, &text);
    }
    format::write(record, format, Charset::Gb18030).findings
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

/// CPU time, since a machine may have other things to do; in steps, which add up all the same.
fn time_used() -> Duration {
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    cpu_time::seconds().map_or_else(|| BEGUN.elapsed(), Duration::from_secs_f64)
}

/// What one reader came to.
struct Run {
    reader: &'static Reader,
    files: Vec<Vec<u8>>,
    known: Features,
    inputs: u64,
    bytes: u64,
    most_memory: f64,
    time: Duration,
    failed: u64,
}

impl Run {
    fn new(reader: &'static Reader) -> Run {
        let files = examples(reader);
        let mut run = Run {
            reader,
            files: Vec::new(),
            known: Features::new(),
            inputs: 0,
            bytes: 0,
            most_memory: 0.0,
            time: Duration::ZERO,
            failed: 0,
        };
        for file in files {
            run.try_input(&file);
            run.files.push(file);
        }
        run
    }

    fn tell(&self) {
        println!(
            "{}: {} inputs, {} failed, {} MB, {:.0} s, {} examples, {} features, at most {:.0} \
             bytes a byte",
            self.reader.name,
            self.inputs,
            self.failed,
            self.bytes / 1_000_000,
            self.time.as_secs_f64(),
            self.files.len(),
            self.known.len(),
            self.most_memory
        );
    }

    fn try_spoilt(&mut self, rng: &mut StdRng) {
        let input = spoilt(&self.files, &self.reader.grammar, rng);
        let features = self.try_input(&input);
        let before = self.known.len();
        self.known.extend(features);
        if self.known.len() > before && input.len() <= LONGEST {
            self.files.push(input);
        }
    }

    fn try_input(&mut self, input: &[u8]) -> Features {
        let (memory, start) = (MEMORY.current_usage(), time_used());
        MEMORY.reset_peak_usage();
        let features = panic::catch_unwind(AssertUnwindSafe(|| examine(self.reader, input)));
        let taken = MEMORY.peak_usage().saturating_sub(memory);
        let time = time_used().saturating_sub(start);
        let fits = taken <= MEMORY_FIRST + MEMORY_EACH * input.len()
            && time <= TIME_FIRST + TIME_EACH * input.len() as u32;
        self.inputs += 1;
        self.bytes += input.len() as u64;
        self.time += time;
        if input.len() > 10_000 {
            self.most_memory = self.most_memory.max(taken as f64 / input.len() as f64);
        }
        match features {
            Ok(features) if fits => features,
            _ => {
                self.failed += 1;
                let file = format!("{}-{:x}", self.reader.name, rand::random::<u32>());
                let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(file);
                fs::write(&file, input).expect("writable");
                eprintln!("{}: {taken} bytes and {time:?} for {}", file.display(), input.len());
                Features::new()
            }
        }
    }
}

#[test]
fn spoilt_files_are_read_and_written_like_any() {
    let _one = ONE_BY_ONE.lock();
    let seconds = std::env::var("TIANYUAN_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    let Some(seconds) = seconds else {
        with_seeds(|rng| {
            for reader in &READERS {
                let mut run = Run::new(reader);
                (0..1000).for_each(|_| run.try_spoilt(rng));
                assert_eq!(run.failed, 0, "inputs of {}", reader.name);
            }
        });
        return;
    };
    let seed = rand::random();
    println!("seed {seed}");
    let mut rng = StdRng::seed_from_u64(seed);
    let share = Duration::from_secs(seconds) / READERS.len() as u32;
    let mut runs: Vec<Run> = READERS.iter().map(Run::new).collect();
    // In a few rounds, so that it is known how far they are.
    for round in 1..=ROUNDS {
        for run in &mut runs {
            while run.time < share * round / ROUNDS {
                run.try_spoilt(&mut rng);
            }
            run.tell();
        }
    }
    assert!(runs.iter().all(|run| run.failed == 0));
}

#[test]
fn what_once_went_wrong_does_not_again() {
    let _one = ONE_BY_ONE.lock();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/fuzz-records");
    for reader in &READERS {
        let mut run = Run::new(reader);
        for file in fs::read_dir(&folder).into_iter().flatten() {
            let file = file.expect("the folder can be read").path();
            run.try_input(&fs::read(&file).expect("the file can be read"));
        }
        assert_eq!(run.failed, 0, "inputs of {}", reader.name);
    }
}
