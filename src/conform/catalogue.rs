//! The built-in checks, and checks read from a directory.

use std::path::Path;

use super::check::{Check, checks};
use crate::job_error::JobError;
use crate::protocol::{Protocol, WTP};
use crate::records::storage::Storage;

/// Check files: their names, which are the classes of their checks, and their texts.
type Files = &'static [(&'static str, &'static str)];

macro_rules! files {
    ($folder:literal, $($class:literal)*) => {
        &[$(($class, include_str!(concat!("checks/", $folder, "/", $class, ".txt")))),*]
    };
}

/// The maximum size of a check file, in bytes.
const LONGEST_FILE: usize = 1 << 24;

const FOR_WTP: Files = files!("wtp",
    "handshake" "responses" "ids" "text" "lines" "about" "sizes" "moves" "clear" "ko" "suicide"
    "position" "rules" "time" "genmove" "undo" "analysis" "stop" "errors" "speed" "end");

const FOR_GTP: Files = files!("gtp",
    "about" "responses" "ids" "lines" "sizes" "moves" "clear" "ko" "komi" "handicap" "undo" "time"
    "genmove" "score" "errors" "speed" "end");

/// Returns the built-in checks of a protocol.
///
/// # Panics
/// Panics if a built-in check is malformed; a test excludes this.
pub fn builtin_checks(protocol: &'static Protocol) -> Vec<Check> {
    let files = if protocol.version == WTP.version { FOR_WTP } else { FOR_GTP };
    let read = |(class, text): &(&str, &str)| checks(text, class, protocol);
    files.iter().flat_map(|file| read(file).expect("a test reads every check")).collect()
}

/// Reads the checks of all `.txt` files in a directory, in name order.
///
/// # Errors
/// Returns [`JobError`] if the directory or a file cannot be read, or two checks have the same number.
pub fn of_folder(folder: &Path, protocol: &'static Protocol) -> Result<Vec<Check>, JobError> {
    let entries = std::fs::read_dir(folder).map_err(JobError::file(folder))?;
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "txt"));
    paths.sort();
    let mut all: Vec<Check> = Vec::new();
    for path in &paths {
        let text = Storage::default().read_text(path, LONGEST_FILE);
        let text = text.map_err(JobError::file(path))?;
        let class = path.file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default();
        let found = checks(&text, &class, protocol).map_err(JobError::invalid(path))?;
        all.extend(found);
    }
    match twice(&all) {
        Some(number) => Err(JobError::invalid(folder)(format!("duplicate check number {number}"))),
        None if all.is_empty() => Err(JobError::invalid(folder)("no checks")),
        None => Ok(all),
    }
}

/// Returns a number shared by two checks, if any.
fn twice(checks: &[Check]) -> Option<u32> {
    let mut numbers: Vec<u32> = checks.iter().map(|check| check.number).collect();
    numbers.sort_unstable();
    numbers.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::GTP;

    #[test]
    fn builtin_checks_parse_and_have_unique_numbers() {
        for (protocol, files) in [(&WTP, FOR_WTP), (&GTP, FOR_GTP)] {
            for (class, text) in files {
                let found =
                    checks(text, class, protocol).unwrap_or_else(|why| panic!("{class}: {why}"));
                assert!(!found.is_empty(), "{class} has no checks");
                assert!(found.iter().all(|check| !check.chinese.is_empty()), "{class} in Chinese");
            }
            assert_eq!(twice(&builtin_checks(protocol)), None);
        }
    }
}
