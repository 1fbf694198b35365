//! What was found so far, in a file beside the outputs: a run that was cut off goes on from there.
//!
//! It is a line of JSON for each situation, appended as soon as it is assessed. A situation goes by a
//! key of all that its assessment depends on, so that a journal can never answer for another game,
//! seed or effort. It does not know what assessments say.

use std::collections::HashMap;
use std::fmt::{self, Write as _};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::assessment::Assessment;
use super::course::{Course, Situation};
use super::effort::Look;
use crate::record::{Event, Record, replay};

/// The file's name.
const NAME: &str = ".tianyuan-review.jsonl";

/// How often lines are forced onto the disk; before that they survive the end of the program, but
/// not that of the machine.
const SYNC: Duration = Duration::from_secs(1);

/// What a situation goes by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key(u64);

impl Key {
    /// The key of a situation that is looked at in some way.
    pub fn of(record: &Record, course: &Course, situation: Situation, look: &Look) -> Key {
        let mut sum = Fnv(Fnv::START);
        let version = env!("CARGO_PKG_VERSION");
        let rules = course.rules;
        let color = situation.color;
        sum.note(format_args!("{version} {look} {} {rules:?} {color}", record.size));
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

/// The sum of Fowler, Noll and Vo (FNV-1a), of 64 bits: the same in every version of everything.
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

/// A line.
#[derive(Serialize, Deserialize)]
struct Entry {
    key: String,
    assessment: Assessment,
}

/// What is known, and where more goes.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    known: HashMap<u64, Assessment>,
    file: Mutex<(File, Instant)>,
}

impl Journal {
    /// Opens the journal of a folder: to go on with it, or to begin anew.
    ///
    /// # Errors
    /// Where it cannot be read or written.
    pub fn open(folder: &Path, goes_on: bool) -> io::Result<Journal> {
        let path = folder.join(NAME);
        let bytes = match goes_on {
            true if path.exists() => fs::read(&path)?,
            _ => Vec::new(),
        };
        let mut known = HashMap::new();
        let mut whole = 0;
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            // The last line may be torn, and what is torn was not finished.
            let Ok(Entry { key, assessment }) = serde_json::from_slice(line) else { break };
            let Ok(key) = u64::from_str_radix(&key, 16) else { break };
            if !line.ends_with(b"\n") {
                break;
            }
            known.insert(key, assessment);
            whole += line.len();
        }
        let mut file = File::options().create(true).write(true).truncate(false).open(&path)?;
        file.set_len(whole as u64)?;
        io::Seek::seek(&mut file, io::SeekFrom::End(0))?;
        Ok(Journal { path, known, file: Mutex::new((file, Instant::now())) })
    }

    /// What is known of a situation on a board with so many points.
    pub fn find(&self, key: Key, area: usize) -> Option<&Assessment> {
        self.known.get(&key.0).filter(|assessment| assessment.fits(area))
    }

    /// Notes what was found of a situation.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn note(&self, key: Key, assessment: &Assessment) -> io::Result<()> {
        let entry = Entry { key: format!("{:016x}", key.0), assessment: assessment.clone() };
        let mut line = serde_json::to_vec(&entry).expect("numbers are JSON");
        line.push(b'\n');
        let mut guard = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let (file, synced) = &mut *guard;
        file.write_all(&line)?;
        if synced.elapsed() > SYNC {
            file.sync_data()?;
            *synced = Instant::now();
        }
        Ok(())
    }

    /// Takes the file away: all that it was for is written.
    pub fn remove(self) {
        if let Err(error) = fs::remove_file(&self.path) {
            log::warn!("{}: {error}", self.path.display());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::value::Value;

    fn assessment(playouts: u64) -> Assessment {
        Assessment {
            playouts,
            value: Value::new(0.5, -1.0),
            choices: Vec::new(),
            ranking: vec![None, Some(1)],
            ownership: vec![-100, 7],
        }
    }

    #[test]
    fn a_torn_line_is_cut_off_and_the_rest_goes_on() {
        let folder = std::env::temp_dir().join(format!("tianyuan-journal-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let journal = Journal::open(&folder, true).expect("none is there yet");
        for number in [1, 2] {
            journal.note(Key(number), &assessment(number)).expect("written");
        }
        drop(journal);
        let path = folder.join(NAME);
        let whole = fs::read(&path).expect("there");
        fs::write(&path, &whole[..whole.len() - 5]).expect("torn");
        let journal = Journal::open(&folder, true).expect("read");
        assert_eq!(journal.find(Key(1), 2), Some(&assessment(1)));
        assert_eq!(journal.find(Key(1), 3), None, "it is of another board");
        assert_eq!(journal.find(Key(2), 2), None);
        journal.note(Key(2), &assessment(2)).expect("written");
        assert_eq!(fs::read(&path).expect("there"), whole);
        let journal = Journal::open(&folder, false).expect("begun anew");
        assert_eq!(journal.find(Key(1), 2), None);
        journal.remove();
        assert!(!path.exists());
        fs::remove_dir_all(folder).expect("it is ours");
    }
}
