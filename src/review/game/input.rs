//! The input of a review: the records of files, and the base names of the output files.
//!
//! Base names are unique even on case-insensitive file systems.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use crate::go::Color;
use crate::progress::Progress;
use crate::record_file::Source;
use crate::records::format;
use crate::records::record::{Findings, Language, Participant, Record};
use crate::records::storage::Storage;
use crate::review::game::game_positions::GamePositions;
use crate::review::options::ReviewOptions;
use crate::review::output::messages;

/// The base name of the index page, without extension.
pub(in crate::review) const INDEX_STEM: &str = "index";

/// One record to review.
#[derive(Debug)]
pub(in crate::review) struct ReviewInput {
    /// The name in messages: the file, with the record's number if the file has several.
    pub name: String,
    /// The base name of the output files, without extension.
    pub stem: String,
    /// The record.
    pub record: Record,
    /// The positions and moves to review.
    pub course: GamePositions,
}

/// The records of files, and the inputs that cannot be reviewed.
#[derive(Debug, Default)]
pub(in crate::review) struct ReviewInputs {
    /// The records to review.
    pub list: Vec<ReviewInput>,
    /// A message for each file or game that cannot be reviewed.
    pub faults: Vec<String>,
    /// Findings in the files that could be read, by file name.
    pub findings: Vec<(String, Findings)>,
}

impl ReviewInput {
    /// Reports the moves that are illegal under every ruleset and therefore not reviewed.
    pub(in crate::review) fn report_unjudged(&self, language: Language, progress: &dyn Progress) {
        for &played in &self.course.unjudged {
            let message = messages::unjudged(played, self.record.size, language);
            progress.message(&format!("tianyuan review: {}: {message}", self.name));
        }
    }

    /// Returns the names of a colour's players, with their ranks.
    pub(in crate::review) fn player(&self, color: Color) -> Option<String> {
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

impl ReviewInputs {
    /// Reads the records of files and directories.
    pub(in crate::review) fn read(
        storage: &Storage,
        files: &[PathBuf],
        options: &ReviewOptions,
    ) -> ReviewInputs {
        let mut inputs = ReviewInputs::default();
        let mut stems = HashSet::from([INDEX_STEM.to_string()]);
        if !options.problems.is_empty() {
            stems.extend(SIZES.map(problems_stem));
        }
        for file in files {
            match Source::read(storage, file) {
                Ok(source) => inputs.add(file, &source, options, &mut stems),
                Err(error) => inputs.faults.push(error.to_string()),
            }
        }
        inputs
    }

    fn add(
        &mut self,
        file: &Path,
        source: &Source,
        options: &ReviewOptions,
        stems: &mut HashSet<String>,
    ) {
        let reading = format::check(&source.bytes, source.format);
        if reading.records.is_empty() {
            self.faults.push(format!("{}: no game could be read", source.name));
        }
        self.findings.push((source.name.clone(), reading.findings));
        let count = reading.records.len();
        for (i, mut record) in reading.records.into_iter().enumerate() {
            // `tianyuan convert --preserve comment` stores rules there if the format has no field for them.
            record.take_terms_from_comment();
            let (of, behind) = match count {
                1 => (String::new(), String::new()),
                _ => (format!(", game {}", i + 1), format!("-{}", i + 1)),
            };
            let name = format!("{}{of}", source.name);
            let course =
                match GamePositions::of(&record, options.variations, options.moves.as_ref()) {
                    Ok(course) => course,
                    Err(why) => {
                        self.faults.push(format!("{name}: {why}"));
                        continue;
                    }
                };
            if let Some((_, why)) = &course.broken {
                self.faults.push(format!("{name}: {why}; reviewing the moves before it"));
            }
            let stem = free(&(stem_of(file) + &behind), stems);
            self.list.push(ReviewInput { name, stem, record, course });
        }
    }
}

/// Returns the name of a file without its extension.
fn stem_of(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    if stem == "-" { "game".into() } else { stem }
}

/// Returns a base name not in `taken`, compared case-insensitively.
fn free(stem: &str, taken: &mut HashSet<String>) -> String {
    let numbered = (2..).map(|number| format!("{stem}-{number}"));
    let mut names = std::iter::once(stem.to_string()).chain(numbered);
    let name = names.find(|name| taken.insert(name.to_lowercase()));
    name.expect("numbers are unlimited")
}

/// The supported board sizes, in lines.
pub(in crate::review) const SIZES: RangeInclusive<usize> = 2..=25;

/// Returns the base name of a problem file for a board size, without extension.
pub(in crate::review) fn problems_stem(lines: usize) -> String {
    format!("problems-{lines}x{lines}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_names_are_unique_ignoring_case() {
        let mut taken = HashSet::new();
        let names = ["a", "A", "a-2", "a", "b"].map(|stem| free(stem, &mut taken));
        assert_eq!(names, ["a", "A-2", "a-2-2", "a-3", "b"]);
        assert_eq!(stem_of(Path::new("x/-")), "game");
        assert_eq!(stem_of(Path::new("x/天元.v1.sgf")), "天元.v1");
    }
}
