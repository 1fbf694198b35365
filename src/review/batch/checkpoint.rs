//! The journal: assessments in a file beside the outputs, from which a review that was cut off goes on.
//!
//! It has a line of JSON for each situation, appended as soon as it is assessed. The key of a situation
//! is a hash of all that its assessment depends on, so that an assessment is never used for another
//! game, seed or number of playouts.

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

/// The file's name, in front of its suffix and that of a shard.
const NAME: &str = ".tianyuan-review";

/// How often lines are forced onto the disk; before that they survive the end of the program, but
/// not that of the machine.
const SYNC: Duration = Duration::from_secs(1);

/// The key of a situation: a hash of all that its assessment depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::review) struct Key(u64);

impl Key {
    /// The key of several situations.
    pub(in crate::review) fn of_all(keys: &[Key]) -> Key {
        let mut sum = Fnv(Fnv::START);
        keys.iter().for_each(|key| sum.note(format_args!("{} ", key.0)));
        Key(sum.0)
    }

    /// The key of a situation that is searched by these options.
    pub(in crate::review) fn of(
        record: &Record,
        course: &GamePositions,
        situation: ReviewPosition,
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
        Key(sum.0)
    }
}

/// Sixteen hexadecimal digits.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// The 64-bit hash of Fowler, Noll and Vo (FNV-1a). Unlike the standard library's it never changes.
struct Fnv(u64);

impl Fnv {
    const START: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;

    fn note(&mut self, text: fmt::Arguments<'_>) {
        self.write_fmt(text).expect("sums take any text");
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

/// A line of the journal.
#[derive(Serialize, Deserialize)]
struct JournalLine {
    key: String,
    assessment: PositionEvaluation,
}

/// The reason why a journal is not opened.
#[derive(Debug, thiserror::Error)]
pub(in crate::review) enum CheckpointError {
    /// Another process has it.
    #[error("another review is at work in this folder")]
    Busy,
    /// The journal has assessments, and the options do not say whether to use or drop them.
    #[error(
        "a review was cut off here ({NAME}.jsonl): --resume goes on with it, --restart begins anew"
    )]
    CutOff,
    /// The journal cannot be read or written.
    #[error("the journal: {0}")]
    Unusable(#[from] io::Error),
}

impl CheckpointError {
    /// Converts to the error of a review that writes into `folder`.
    pub(in crate::review) fn in_folder(self, folder: &Path) -> JobError {
        let folder = folder.display();
        match self {
            CheckpointError::Unusable(error) => {
                JobError::io(format!("{folder}: the journal"))(error)
            }
            error => JobError::Usage(format!("{folder}: {error}")),
        }
    }
}

/// The assessments so far, and the file for more. No other process has the file open meanwhile.
#[derive(Debug)]
pub(in crate::review) struct Checkpoint {
    known: HashMap<u64, PositionEvaluation>,
    /// The keys of those that were found there.
    used: Mutex<HashSet<u64>>,
    /// The numbers of the first damaged lines, from 1.
    bad: Vec<usize>,
    /// The number of damaged lines.
    bad_count: usize,
    lines: Mutex<(LineLog, Instant)>,
}

/// The maximum number of damaged lines that are named.
const MOST_NAMED: usize = 5;

impl Checkpoint {
    /// Opens the journal of a folder or of a shard there: to go on with it, or to begin anew.
    ///
    /// # Errors
    /// Where another review has it, it has assessments that the options refuse, or it cannot be read or
    /// written.
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
            // Who starts a shard again wants to go on: a scheduler cannot be asked.
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
                    // A torn line is expected after a crash, and its position is searched again.
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

    /// Sentences about lines that cannot be used, or that nothing has used so far.
    pub(in crate::review) fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if self.bad_count > 0 {
            let mut numbers: Vec<String> = self.bad.iter().map(ToString::to_string).collect();
            if self.bad_count > self.bad.len() {
                numbers.push("...".into());
            }
            let (count, numbers) = (self.bad_count, numbers.join(", "));
            faults.push(format!(
                "{NAME}.jsonl: lines that are spoilt and not used: {count} ({numbers})"
            ));
        }
        let used = self.used.lock().unwrap_or_else(PoisonError::into_inner).len();
        let others = self.known.len() - used;
        if others > 0 {
            let all = self.known.len();
            faults.push(format!(
                "{NAME}.jsonl: {others} of {all} positions are of other games, playouts, seeds or versions \
                 and not used"
            ));
        }
        faults
    }

    /// The assessment of a situation on a board with so many points, if it is there.
    pub(in crate::review) fn find(&self, key: Key, area: usize) -> Option<&PositionEvaluation> {
        let found = self.known.get(&key.0).filter(|assessment| assessment.fits(area))?;
        self.used.lock().unwrap_or_else(PoisonError::into_inner).insert(key.0);
        Some(found)
    }

    /// Adds the assessment of a situation.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub(in crate::review) fn note(
        &self,
        key: Key,
        assessment: &PositionEvaluation,
    ) -> io::Result<()> {
        let line = JournalLine { key: key.to_string(), assessment: assessment.clone() };
        let mut line = serde_json::to_vec(&line).expect("numbers are JSON");
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

    /// Deletes the file, once all outputs are written.
    pub(in crate::review) fn remove(self) {
        let (lines, _) = self.lines.into_inner().unwrap_or_else(PoisonError::into_inner);
        let path = lines.path().to_path_buf();
        if let Err(error) = lines.remove() {
            log::warn!("{}: {error}", path.display());
        }
    }
}

/// The content of a line; `None` where it is incomplete or damaged.
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
            ownership: vec![-100, 7],
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
        assert!(said[0].ends_with("lines that are spoilt and not used: 3 (1, 2, 4)"), "{said:?}");
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
