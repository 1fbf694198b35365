//! `tianyuan convert`, `check` and `show`: game records on the command line.
//!
//! It does not know formats; [`record`](crate::record) does. Here is what the commands share, and
//! [`review`](crate::review) with them: where they read, and how they tell of what was found.

mod check;
mod convert;
mod convert_plan;
mod drawing;
mod show;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use crate::format::Format;
use crate::record::{Findings, Kind, Language};
use crate::record_file;
use crate::storage::Storage;
use crate::streams::Patient;

pub use check::CheckArguments;
pub use convert::ConvertArguments;
pub use show::ShowArguments;

/// What has come of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing is wrong.
    Clean,
    /// A record has errors, or cannot be read or written.
    Faulty,
}

impl Outcome {
    /// What has come of two things.
    pub(crate) fn and(self, other: Outcome) -> Outcome {
        if self == Outcome::Clean { other } else { self }
    }
}

/// Why a file is of no use at all.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NoSource {
    /// It cannot be read.
    #[error("{0}: {1}")]
    Unreadable(String, io::Error),
    /// It is none of ours.
    #[error("{0}: this is no game record: neither wei7 nor SGF")]
    NoRecord(String),
}

/// A file that was read.
pub(crate) struct Source {
    pub name: String,
    pub bytes: Vec<u8>,
    pub format: Format,
}

impl Source {
    /// Reads a file, or the standard input where it is called `-`.
    pub fn read(storage: &Storage, path: &Path) -> Result<Source, NoSource> {
        let is_input = path == Path::new("-");
        let name = path.display().to_string();
        let bytes = match is_input {
            true => record_file::read_from(Patient::new(io::stdin())),
            false => record_file::read(storage, path),
        };
        let bytes = match bytes {
            Ok(bytes) => bytes,
            Err(error) => return Err(NoSource::Unreadable(name, error)),
        };
        match record_file::format_of(path, &bytes) {
            Some(format) => Ok(Source { name, bytes, format }),
            None => Err(NoSource::NoRecord(name)),
        }
    }
}

/// The language of what is said of records, by its name on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Tongue {
    /// 中文.
    Zh,
    /// English.
    En,
}

impl Tongue {
    /// What was asked for, or else what the environment speaks.
    pub(crate) fn or_of_environment(chosen: Option<Tongue>) -> Language {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"];
        let locale =
            names.iter().find_map(|name| std::env::var(name).ok().filter(|l| !l.is_empty()));
        let of_environment = match locale {
            Some(locale) if locale.starts_with("zh") => Language::Chinese,
            _ => Language::English,
        };
        chosen.map_or(of_environment, |tongue| match tongue {
            Tongue::Zh => Language::Chinese,
            Tongue::En => Language::English,
        })
    }
}

/// What a kind of finding is called.
fn kind_name(kind: Kind, language: Language) -> &'static str {
    let (chinese, english) = match kind {
        Kind::Error => ("错误", "error"),
        Kind::Warning => ("警告", "warning"),
        Kind::Dropped => ("略去", "dropped"),
        Kind::Folded => ("归并", "folded"),
        Kind::Approximated => ("近似", "approximated"),
        Kind::Assumed => ("推定", "assumed"),
    };
    match language {
        Language::Chinese => chinese,
        Language::English => english,
    }
}

/// What was found in a file, a line for each finding.
pub(crate) fn lines(name: &str, findings: &Findings, language: Language) -> Vec<String> {
    let line = |kind: &str, text: &dyn fmt::Display| format!("{name}: {kind}: {text}");
    let mut lines: Vec<String> = findings
        .iter()
        .map(|found| line(kind_name(found.rule.kind, language), &found.text(language)))
        .collect();
    if findings.left_out() > 0 {
        let count = findings.left_out();
        lines.push(match language {
            Language::Chinese => format!("{name}: 同类的另有{count}处"),
            Language::English => format!("{name}: {count} more of these"),
        });
    }
    lines
}

/// The records in folders in place of the folders.
///
/// # Errors
/// Where a folder cannot be read.
pub(crate) fn with_folders_opened(paths: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let cannot = |error: io::Error| format!("{}: {error}", path.display());
        let mut inside = Vec::new();
        for entry in path.read_dir().map_err(cannot)? {
            inside.push(entry.map_err(cannot)?.path());
        }
        inside.retain(|file| record_file::format_named(file).is_some() && file.is_file());
        inside.sort();
        files.extend(inside);
    }
    Ok(files)
}
