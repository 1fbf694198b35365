//! What is reviewed: one record of one file, and the names of what is written of it.
//!
//! It does not know what is written. No two records have the same name, and none the name of a file
//! that is read.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::course::Course;
use crate::format;
use crate::go::Color;
use crate::record::{Findings, NoGame, Participant, Record};
use crate::record_file::Source;
use crate::storage::Storage;

/// The name of the page that leads to all others, without its extension.
pub(super) const INDEX_STEM: &str = "index";

/// One game to review.
#[derive(Debug)]
pub(super) struct Subject {
    /// The file, with the number of the record where it has several: for messages.
    pub name: String,
    /// The name of what is written, without its end.
    pub stem: String,
    /// The game.
    pub record: Record,
    /// What of it is looked at.
    pub course: Course,
}

/// What files hold, and what of them cannot be reviewed.
#[derive(Debug, Default)]
pub(super) struct Subjects {
    /// The games.
    pub list: Vec<Subject>,
    /// A sentence for each file or game that is of no use.
    pub faults: Vec<String>,
    /// What was found wrong in files that are, by their names.
    pub findings: Vec<(String, Findings)>,
}

impl Subject {
    /// The names of those who play a colour, with their ranks.
    pub(super) fn player(&self, color: Color) -> Option<String> {
        let named = |participant: &Participant| {
            let texts = [&participant.name, &participant.rank].into_iter().flatten();
            let texts: Vec<&str> =
                texts.map(|text| text.trim()).filter(|t| !t.is_empty()).collect();
            (!texts.is_empty()).then(|| texts.join(" "))
        };
        let names: Vec<String> = self.record.info.players_of(color).filter_map(named).collect();
        (!names.is_empty()).then(|| names.join(", "))
    }
}

impl Subjects {
    /// Reads files.
    pub(super) fn read(storage: &Storage, files: &[PathBuf], variations: bool) -> Subjects {
        let mut subjects = Subjects::default();
        let mut stems = HashSet::from([INDEX_STEM.to_string()]);
        for file in files {
            match Source::read(storage, file) {
                Ok(source) => subjects.add(file, &source, variations, &mut stems),
                Err(error) => subjects.faults.push(error.to_string()),
            }
        }
        subjects
    }

    fn add(&mut self, file: &Path, source: &Source, variations: bool, stems: &mut HashSet<String>) {
        let reading = format::check(&source.bytes, source.format);
        if reading.records.is_empty() {
            self.faults.push(format!("{}: no game could be read", source.name));
        }
        self.findings.push((source.name.clone(), reading.findings));
        let count = reading.records.len();
        for (i, mut record) in reading.records.into_iter().enumerate() {
            record.take_rules_from_comment();
            let (of, behind) = match count {
                1 => (String::new(), String::new()),
                _ => (format!(", game {}", i + 1), format!("-{}", i + 1)),
            };
            let name = format!("{}{of}", source.name);
            let course = match Course::of(&record, variations) {
                Ok(course) => course,
                Err(why) => {
                    self.faults.push(format!("{name}: {why}"));
                    continue;
                }
            };
            if let Some((_, why)) = &course.broken {
                self.faults.push(format!("{name}: {}", told(why)));
            }
            let stem = free(&(stem_of(file) + &behind), stems);
            self.list.push(Subject { name, stem, record, course });
        }
    }
}

fn told(why: &NoGame) -> String {
    format!("{why}; the game is reviewed up to there")
}

/// The name of a file without its end.
fn stem_of(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    if stem == "-" { "game".into() } else { stem }
}

/// A name that is not taken, whether or not a file system tells `a` from `A`.
fn free(stem: &str, taken: &mut HashSet<String>) -> String {
    let numbered = (2..).map(|number| format!("{stem}-{number}"));
    let mut names = std::iter::once(stem.to_string()).chain(numbered);
    let name = names.find(|name| taken.insert(name.to_lowercase()));
    name.expect("there is always another number")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_once() {
        let mut taken = HashSet::new();
        let names = ["a", "A", "a-2", "a", "b"].map(|stem| free(stem, &mut taken));
        assert_eq!(names, ["a", "A-2", "a-2-2", "a-3", "b"]);
        assert_eq!(stem_of(Path::new("x/-")), "game");
        assert_eq!(stem_of(Path::new("x/天元.v1.sgf")), "天元.v1");
    }
}
