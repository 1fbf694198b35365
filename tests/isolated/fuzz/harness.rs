//! A fuzz trial with mutated inputs: the subject must accept all bytes within limits of memory and time.
//!
//! Inputs derive from examples. An input with a new feature is added to the examples, so that further mutations start
//! from it. The subject reports the features and panics if it detects an error.
//!
//! By default a trial is short and is repeated with each seed. `TIANYUAN_FUZZ_SECONDS` sets the total time of all
//! trials of a test, and `TIANYUAN_FUZZ_ONLY=sgf,words` selects subjects in this case. Failing inputs are written to
//! `target/tmp`.

use std::collections::BTreeSet;
use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::rngs::StdRng;
use tianyuan::resource_usage;

use super::mutation::{Grammar, spoilt};
use crate::serial::{MEMORY, alone};
use crate::support::seeded::with_seeds;

/// The limits of memory and time per byte of an input, and the additional time per input.
const MEMORY_EACH: usize = 400;
const TIME_EACH: Duration = Duration::from_micros(100);
const TIME_FIRST: Duration = Duration::from_secs(10);

/// The number of progress reports of a long trial.
const ROUNDS: u32 = 20;

/// The maximum length of an input that is added to the examples, in bytes.
const LONGEST: usize = 1 << 14;

/// The features of an input, as short descriptions.
pub type Features = BTreeSet<String>;

/// The subject of a trial.
pub trait Tried: Sync {
    /// Its name.
    fn name(&self) -> &'static str;
    /// What inputs are made of.
    fn grammar(&self) -> Grammar;
    /// The inputs to begin with.
    fn examples(&self) -> Vec<Vec<u8>>;
    /// Returns the memory limit for an empty input, in bytes.
    fn memory(&self) -> usize {
        64 << 20
    }
    /// Processes an input and returns its features.
    ///
    /// # Panics
    /// Panics if it detects an error.
    fn examine(&self, bytes: &[u8]) -> Features;
}

/// Tests each subject with this number of mutated inputs per seed, or for the time that the user sets.
pub fn try_spoilt(all: &[&dyn Tried], inputs: usize) {
    let _alone = alone();
    let seconds = std::env::var("TIANYUAN_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    match seconds {
        Some(seconds) => try_for(&wanted(all), Duration::from_secs(seconds)),
        None => with_seeds(|rng| {
            for tried in all {
                let mut trial = Trial::new(*tried);
                (0..inputs).for_each(|_| trial.try_spoilt(rng));
                assert_eq!(trial.failed, 0, "inputs of {}", tried.name());
            }
        }),
    }
}

/// Returns the subjects that the user selects, or all of them.
fn wanted<'t>(all: &[&'t dyn Tried]) -> Vec<&'t dyn Tried> {
    let names = std::env::var("TIANYUAN_FUZZ_ONLY").unwrap_or_default();
    let is_named = |tried: &&dyn Tried| names.split(',').any(|name| name == tried.name());
    let named: Vec<_> = all.iter().copied().filter(is_named).collect();
    if named.is_empty() { all.to_vec() } else { named }
}

fn try_for(all: &[&dyn Tried], time: Duration) {
    let seed = rand::random();
    println!("seed {seed}");
    let mut rng = StdRng::seed_from_u64(seed);
    let share = time / all.len() as u32;
    let mut trials: Vec<Trial> = all.iter().map(|tried| Trial::new(*tried)).collect();
    // In several rounds, so that progress is printed.
    for round in 1..=ROUNDS {
        for trial in &mut trials {
            while trial.time < share * round / ROUNDS {
                trial.try_spoilt(&mut rng);
            }
            trial.tell();
        }
    }
    assert!(trials.iter().all(|trial| trial.failed == 0));
}

/// Tests each subject with all files of a folder in `tests/data`.
pub fn try_kept(all: &[&dyn Tried], folder: &str) {
    let _alone = alone();
    for tried in all {
        let mut trial = Trial::begun(*tried);
        for file in files(folder) {
            trial.try_input(&file);
        }
        assert_eq!(trial.failed, 0, "inputs of {}", tried.name());
    }
}

/// Returns the files of a folder in `tests/data`, sorted by name; empty if it does not exist.
pub fn files(folder: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(folder);
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("readable")).collect()
}

/// Returns the CPU time used, which other load does not affect. Its resolution is coarse, but sums are accurate.
fn time_used() -> Duration {
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    resource_usage::cpu_seconds().map_or_else(|| BEGUN.elapsed(), Duration::from_secs_f64)
}

/// The state and statistics of a trial.
struct Trial<'t> {
    tried: &'t dyn Tried,
    grammar: Grammar,
    files: Vec<Vec<u8>>,
    known: Features,
    inputs: u64,
    bytes: u64,
    most_memory: f64,
    time: Duration,
    failed: u64,
}

impl<'t> Trial<'t> {
    fn new(tried: &'t dyn Tried) -> Self {
        let mut trial = Trial::begun(tried);
        for file in tried.examples() {
            let features = trial.try_input(&file);
            trial.known.extend(features);
            trial.files.push(file);
        }
        trial
    }

    fn begun(tried: &'t dyn Tried) -> Self {
        Trial {
            tried,
            grammar: tried.grammar(),
            files: Vec::new(),
            known: Features::new(),
            inputs: 0,
            bytes: 0,
            most_memory: 0.0,
            time: Duration::ZERO,
            failed: 0,
        }
    }

    fn tell(&self) {
        println!(
            "{}: {} inputs, {} failed, {} MB, {:.0} s, {} examples, {} features, at most {:.0} \
             bytes a byte",
            self.tried.name(),
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
        let input = spoilt(&self.files, &self.grammar, rng);
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
        let features = panic::catch_unwind(AssertUnwindSafe(|| self.tried.examine(input)));
        let taken = MEMORY.peak_usage().saturating_sub(memory);
        let time = time_used().saturating_sub(start);
        let fits = taken <= self.tried.memory() + MEMORY_EACH * input.len()
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
                let file = format!("{}-{:x}", self.tried.name(), rand::random::<u32>());
                let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(file);
                fs::write(&file, input).expect("writable");
                eprintln!("{}: {taken} bytes and {time:?} for {}", file.display(), input.len());
                Features::new()
            }
        }
    }
}
