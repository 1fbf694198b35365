//! `tianyuan check`: the findings in game records, sorted by place.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::charset_options::CharsetOptions;

use crate::cli::language::LanguageName;
use crate::cli::status::Status;
use crate::format::{self, Format};
use crate::printable::printable_json;
use crate::record::{Finding, Findings, Kind, Language, Reading};
use crate::record_file::{Source, with_folders_opened};
use crate::storage::Storage;
use crate::streams::print_error;

/// The command line of `tianyuan check`.
#[derive(Debug, Args)]
pub struct CheckArguments {
    /// Files, folders of them, or - for the standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print a line of JSON for each file
    #[arg(long)]
    json: bool,
    /// Take warnings for errors
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    charset_options: CharsetOptions,
    /// The language of the messages [default: that of the environment]
    #[arg(long, value_enum)]
    lang: Option<LanguageName>,
}

/// The report on a file as a line of JSON.
#[derive(Serialize)]
struct FileReport<'a> {
    file: &'a str,
    format: &'static str,
    records: usize,
    /// Null where the file goes beyond what this program supports, so that it cannot be said.
    valid: Option<bool>,
    findings: Vec<JsonFinding<'a>>,
    /// The number of findings beyond those in the list.
    left_out: usize,
}

#[derive(Serialize)]
struct JsonFinding<'a> {
    kind: &'static str,
    rule: String,
    clause: &'static str,
    /// Line and column are from 1, or 0 where the finding has no place.
    line: usize,
    column: usize,
    /// A JSON pointer in wei7 3.0, where that of the root is an empty string, an XPath in wei7 2.2,
    /// the path of a node in SGF; null where the finding has none.
    path: Option<&'a str>,
    message: String,
}

impl CheckArguments {
    /// Checks the files one by one and passes the lines of the report to `print`.
    ///
    /// # Errors
    /// One sentence, where a folder cannot be read.
    pub fn run(&self, print: &mut dyn FnMut(&str)) -> Result<Status, String> {
        let language = LanguageName::or_of_environment(self.lang);
        let mut status = Status::Clean;
        for file in with_folders_opened(&self.files)? {
            status = status.and(match Source::read(&Storage::default(), &file) {
                Ok(source) => self.check(&source, language, print),
                Err(error) => {
                    print_error(&format!("tianyuan check: {error}"));
                    Status::Faulty
                }
            });
        }
        Ok(status)
    }

    fn check(&self, source: &Source, language: Language, print: &mut dyn FnMut(&str)) -> Status {
        let Source { name, bytes, format } = source;
        let options = self.charset_options.read_options();
        let mut reading = format::check_with(bytes, *format, &options);
        if name != "-" {
            format::check_name(name, *format, &mut reading.findings);
        }
        let valid = self.verdict(&reading.findings);
        if self.json {
            print(&json(name, *format, &reading, valid, language));
        } else {
            reading.findings.lines(name, language).iter().for_each(|line| print(line));
            print(&verdict(name, *format, valid, language));
        }
        if valid == Some(true) { Status::Clean } else { Status::Faulty }
    }

    /// Whether a file is valid; `None` where it goes beyond what this program supports, and nothing
    /// else is wrong with it.
    fn verdict(&self, findings: &Findings) -> Option<bool> {
        let is_wrong = |found: &Finding| match found.rule.kind {
            Kind::Limit => false,
            kind => kind == Kind::Error || self.strict,
        };
        let is_beyond = |found: &Finding| found.rule.kind == Kind::Limit;
        match findings.iter().any(is_wrong) {
            false if findings.iter().any(is_beyond) => None,
            wrong => Some(!wrong),
        }
    }
}

fn verdict(name: &str, format: Format, valid: Option<bool>, language: Language) -> String {
    let verdict = match (language, valid) {
        (Language::Chinese, Some(true)) => "合格",
        (Language::Chinese, Some(false)) => "不合格",
        (Language::Chinese, None) => "超出本程序上限",
        (Language::English, Some(true)) => "valid",
        (Language::English, Some(false)) => "not valid",
        (Language::English, None) => "larger than supported",
    };
    format!("{name}: {format}: {verdict}")
}

fn json(
    name: &str,
    format: Format,
    reading: &Reading,
    valid: Option<bool>,
    language: Language,
) -> String {
    let findings = reading.findings.iter().map(|found| JsonFinding {
        kind: found.rule.kind.name(Language::English),
        rule: found.rule.name(),
        clause: found.clause,
        line: found.place.line,
        column: found.place.column,
        path: found.place.path.as_deref(),
        message: found.message(language),
    });
    let report = FileReport {
        file: name,
        format: format.name(),
        records: reading.records.len(),
        valid,
        findings: findings.collect(),
        left_out: reading.findings.left_out(),
    };
    let json = serde_json::to_string(&report).expect("texts and numbers are JSON");
    printable_json(&json).into_owned()
}
