//! The checkpoint: evaluations in a file in the output directory, from which an interrupted review resumes.
//!
//! Each evaluation is appended as a JSON line as soon as it is available. The key of a search is a hash of everything
//! that its result depends on, so that an evaluation is never used for another game, seed or playout count.

use std::collections::{HashMap, HashSet};
use std::fmt::{self, Write as _};
use std::io;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::distributed::shard::Shard;
use crate::job_error::JobError;
use crate::records::record::{Event, Record, replay};
use crate::records::storage::{LineLog, Storage};
use crate::review::game::game_positions::{GamePositions, ReviewPosition};
use crate::review::options::{ResumeMode, SearchOptions};
use crate::review::position::evaluation::PositionEvaluation;
use crate::review::position::pending_search::Variant;

/// The base file name, before the shard and the extension.
const NAME: &str = ".tianyuan-review";

/// The interval between syncs to disk. Lines written since then survive a crash of the program but not of the
/// machine.
const SYNC: Duration = Duration::from_secs(1);

/// The key of a search: a hash of everything that its result depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::review) struct Key(u64);

impl Key {
    /// Combines several keys.
    pub(in crate::review) fn of_all(keys: &[Key]) -> Key {
        let mut sum = Fnv(Fnv::START);
        keys.iter().for_each(|key| sum.note(format_args!("{} ", key.0)));
        Key(sum.0)
    }

    /// Returns the key of a search of a position, or of its variant, with these options.
    pub(in crate::review) fn of(
        record: &Record,
        course: &GamePositions,
        situation: ReviewPosition,
        variant: Variant,
        search: &SearchOptions,
    ) -> Key {
        let mut sum = Fnv(Fnv::START);
        let version = env!("CARGO_PKG_VERSION");
        let rules = course.rules;
        let color = situation.color;
        sum.note(format_args!("{version} {search} {} {rules:?} {color}", record.size));
        for id in course.line_to(situation) {
            match record.tree.node(id).event {
                Event::Move { color, point } => sum.note(format_args!(" {color}{point:?}")),
                _ => {
                    for (point, color) in replay::position_at(record, id).stones() {
                        sum.note(format_args!(" ={color}{point}"));
                    }
                }
            }
        }
        if variant != Variant::Itself {
            sum.note(format_args!(" {variant:?}"));
        }
        Key(sum.0)
    }
}

/// Formats as 16 hexadecimal digits.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// The 64-bit Fowler-Noll-Vo hash (FNV-1a), which is stable across Rust versions unlike the standard library's
/// hasher.
struct Fnv(u64);

impl Fnv {
    const START: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;

    fn note(&mut self, text: fmt::Arguments<'_>) {
        self.write_fmt(text).expect("checksums accept any text");
    }
}

impl fmt::Write for Fnv {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(Fnv::PRIME);
        }
        Ok(())
    }
}

/// A line of the checkpoint file.
#[derive(Serialize, Deserialize)]
struct JournalLine {
    key: String,
    assessment: PositionEvaluation,
}

/// The reason why a checkpoint cannot be opened.
#[derive(Debug, thiserror::Error)]
pub(in crate::review) enum CheckpointError {
    /// Another process holds the file.
    #[error("another review is running in this folder")]
    Busy,
    /// The file has evaluations, and the options do not specify whether to use or discard them.
    #[error(
        "an interrupted review exists ({NAME}.jsonl): use --resume to continue it or --restart to start over"
    )]
    CutOff,
    /// The file cannot be read or written.
    #[error("checkpoint: {0}")]
    Unusable(#[from] io::Error),
}

impl CheckpointError {
    /// Converts to the error of a review with output directory `folder`.
    pub(in crate::review) fn in_folder(self, folder: &Path) -> JobError {
        let folder = folder.display();
        match self {
            CheckpointError::Unusable(error) => {
                JobError::io(format!("{folder}: checkpoint"))(error)
            }
            error => JobError::Usage(format!("{folder}: {error}")),
        }
    }
}

/// The stored evaluations, and the exclusively locked file for new ones.
#[derive(Debug)]
pub(in crate::review) struct Checkpoint {
    known: HashMap<u64, PositionEvaluation>,
    /// The keys of the evaluations that were used.
    used: Mutex<HashSet<u64>>,
    /// The numbers of the first malformed lines, from 1.
    bad: Vec<usize>,
    /// The number of malformed lines.
    bad_count: usize,
    lines: Mutex<(LineLog, Instant)>,
}

/// The maximum number of malformed lines listed in a message.
const MOST_NAMED: usize = 5;

impl Checkpoint {
    /// Opens the checkpoint of a directory, or of a shard there, to resume or to start from scratch.
    ///
    /// # Errors
    /// Returns [`CheckpointError`] if another review holds it, it has evaluations that the options refuse, or it
    /// cannot be read or written.
    pub(in crate::review) fn open(
        storage: &Storage,
        folder: &Path,
        shard: Shard,
        after: ResumeMode,
    ) -> Result<Checkpoint, CheckpointError> {
        let name = match shard {
            Shard::WHOLE => format!("{NAME}.jsonl"),
            shard => format!("{NAME}-{}.jsonl", shard.file_name_part()),
        };
        let mut lines = match storage.open_exclusive(&folder.join(name)) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                return Err(CheckpointError::Busy);
            }
            lines => lines?,
        };
        let (mut known, mut bad, mut bad_count) = (HashMap::new(), Vec::new(), 0);
        match after {
            // Restarting a shard implies resuming: a job scheduler cannot be prompted.
            ResumeMode::Refuse if shard == Shard::WHOLE && !lines.is_empty()? => {
                return Err(CheckpointError::CutOff);
            }
            ResumeMode::Forget => lines.clear()?,
            ResumeMode::Refuse | ResumeMode::GoOn => {
                let mut number = 0;
                let whole = lines.read(&mut |line| {
                    number += 1;
                    if let Some((key, assessment)) = entry(line) {
                        known.insert(key, assessment);
                        return;
                    }
                    // A truncated line is expected after a crash; its position is searched again.
                    bad_count += 1;
                    if bad.len() < MOST_NAMED {
                        bad.push(number);
                    }
                })?;
                lines.cut(whole)?;
            }
        }
        let (used, lines) = (Mutex::default(), Mutex::new((lines, Instant::now())));
        Ok(Checkpoint { known, used, bad, bad_count, lines })
    }

    /// Returns messages about malformed lines and about evaluations not used so far.
    pub(in crate::review) fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if self.bad_count > 0 {
            let mut numbers: Vec<String> = self.bad.iter().map(ToString::to_string).collect();
            if self.bad_count > self.bad.len() {
                numbers.push("...".into());
            }
            let (count, numbers) = (self.bad_count, numbers.join(", "));
            faults.push(format!("{NAME}.jsonl: malformed lines ignored: {count} ({numbers})"));
        }
        let used = self.used.lock().unwrap_or_else(PoisonError::into_inner).len();
        let others = self.known.len() - used;
        if others > 0 {
            let all = self.known.len();
            faults.push(format!(
                "{NAME}.jsonl: {others} of {all} positions ignored: other games, playouts, seeds or versions"
            ));
        }
        faults
    }

    /// Returns the stored evaluation for `key` if it fits a board of `area` points.
    pub(in crate::review) fn find(&self, key: Key, area: usize) -> Option<&PositionEvaluation> {
        let found = self.known.get(&key.0).filter(|assessment| assessment.fits(area))?;
        self.used.lock().unwrap_or_else(PoisonError::into_inner).insert(key.0);
        Some(found)
    }

    /// Appends an evaluation.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub(in crate::review) fn note(
        &self,
        key: Key,
        assessment: &PositionEvaluation,
    ) -> io::Result<()> {
        let line = JournalLine { key: key.to_string(), assessment: assessment.clone() };
        let mut line = serde_json::to_vec(&line).expect("numbers are valid JSON");
        line.push(b'\n');
        let mut guard = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        let (lines, synced) = &mut *guard;
        lines.add(&line)?;
        if synced.elapsed() > SYNC {
            lines.sync()?;
            *synced = Instant::now();
        }
        Ok(())
    }

    /// Deletes the file after all outputs are written.
    pub(in crate::review) fn remove(self) {
        let (lines, _) = self.lines.into_inner().unwrap_or_else(PoisonError::into_inner);
        let path = lines.path().to_path_buf();
        if let Err(error) = lines.remove() {
            log::warn!("{}: {error}", path.display());
        }
    }
}

/// Parses a line. Returns `None` if it is truncated or malformed.
fn entry(line: &[u8]) -> Option<(u64, PositionEvaluation)> {
    let line = line.strip_suffix(b"\n")?;
    let JournalLine { key, assessment } = serde_json::from_slice(line).ok()?;
    let key = u64::from_str_radix(&key, 16).ok()?;
    assessment.is_possible().then_some((key, assessment))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::review::position::value::Value;

    fn assessment(playouts: u64) -> PositionEvaluation {
        PositionEvaluation {
            playouts,
            value: Value::new(0.5, -1.0),
            choices: Vec::new(),
            ranking: vec![None, Some(1)],
            priors: vec![9_000, 20],
            ownership: vec![-100, 7],
            first_move: None,
        }
    }

    #[test]
    fn malformed_lines_are_reported_and_others_reused() {
        let folder = std::env::temp_dir().join(format!("tianyuan-journal-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let storage = Storage::default();
        let open = |after| Checkpoint::open(&storage, &folder, Shard::WHOLE, after);
        let journal = open(ResumeMode::GoOn).expect("none is there yet");
        assert!(matches!(open(ResumeMode::GoOn), Err(CheckpointError::Busy)));
        for number in [1, 2] {
            journal.note(Key(number), &assessment(number)).expect("written");
        }
        drop(journal);
        let path = folder.join(".tianyuan-review.jsonl");
        let whole = fs::read_to_string(&path).expect("there");
        assert!(matches!(open(ResumeMode::Refuse), Err(CheckpointError::CutOff)));

        let spoilt = whole.lines().next().expect("a line");
        let spoilt = spoilt.replace("\"winrate\":5000", "\"winrate\":-2147483648");
        let spoilt = spoilt.replace("0000000000000001", "0000000000000003");
        let text = format!("{spoilt}\nnothing\n{}", &whole[..whole.len() - 5]);
        fs::write(&path, text).expect("torn");
        let journal = open(ResumeMode::GoOn).expect("read");
        assert_eq!(journal.find(Key(1), 3), None, "it is of another board");
        assert_eq!((journal.find(Key(2), 2), journal.find(Key(3), 2)), (None, None));
        let said = journal.faults();
        assert!(said[0].ends_with("malformed lines ignored: 3 (1, 2, 4)"), "{said:?}");
        assert!(said[1].contains("1 of 1 positions"), "{said:?}");
        assert_eq!(journal.find(Key(1), 2), Some(&assessment(1)));
        assert_eq!(journal.faults().len(), 1);
        journal.note(Key(2), &assessment(2)).expect("written");
        drop(journal);
        assert!(fs::read_to_string(&path).expect("there").ends_with(&whole));

        let journal = open(ResumeMode::Forget).expect("begun anew");
        assert_eq!(journal.find(Key(1), 2), None);
        journal.remove();
        assert!(!path.exists());
        fs::remove_dir_all(folder).expect("it is ours");
    }
}
