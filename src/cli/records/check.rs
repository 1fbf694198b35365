//! `tianyuan check`: the diagnostics of game records, sorted by location.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use super::charset_options::{CharsetOptions, ThreadsOption};
use super::ordered_map::parallel_map_ordered;
use super::summary::Summary;

use crate::cli::exit_status::Status;
use crate::cli::language::LanguageOption;
use crate::cli::progress_bar::ProgressBar;
use crate::job_error::JobError;
use crate::progress::Progress;
use crate::record_file::{Input, Source, expand_folders};
use crate::records::format::{self, Format};
use crate::records::record::{Diagnostic, DiagnosticRule, Findings, Language, Severity};
use crate::records::storage::Storage;
use crate::sanitize::printable_json;

/// The arguments of `tianyuan check`.
#[derive(Debug, Args)]
pub struct CheckArguments {
    /// Files or folders; - reads standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print a line of JSON per file
    #[arg(long)]
    json: bool,
    /// Treat warnings as errors (exit status 1)
    #[arg(long)]
    strict: bool,
    /// Fix SGF files without loss and rewrite them as FF[4] in UTF-8
    #[arg(long, conflicts_with = "json")]
    fix: bool,
    /// Print only the number of diagnostics per rule
    #[arg(long, conflicts_with_all = ["json", "fix"])]
    summary: bool,
    #[command(flatten)]
    threads: ThreadsOption,
    #[command(flatten)]
    charset_options: CharsetOptions,
    #[command(flatten)]
    lang: LanguageOption,
}

/// The report on a file as a JSON line.
#[derive(Serialize)]
struct FileReport<'a> {
    file: &'a str,
    format: &'static str,
    records: usize,
    /// Null if the file exceeds the limits of this program, so that its validity is unknown.
    valid: Option<bool>,
    findings: Vec<JsonFinding<'a>>,
    /// The number of findings not in the list.
    left_out: usize,
}

#[derive(Serialize)]
struct JsonFinding<'a> {
    kind: &'static str,
    rule: String,
    clause: &'static str,
    /// Line and column, from 1, or 0 if the finding has no location.
    line: usize,
    column: usize,
    /// A JSON pointer in wei7 3.0 (empty for the root), an XPath in wei7 2.2, or a node path in SGF; null if the
    /// finding has none.
    path: Option<&'a str>,
    message: String,
}

/// The report on a file.
struct CheckedFile {
    /// The lines for standard output.
    lines: Vec<String>,
    /// A message for standard error.
    fault: Option<String>,
    name: String,
    findings: Findings,
    verdict: FileStatus,
}

/// The status of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FileStatus {
    Valid,
    NotValid,
    /// The file exceeds the limits of this program, so that its validity is unknown.
    TooLarge,
    Unreadable,
}

impl CheckArguments {
    /// Checks the files and passes the report lines to `print`, in file order.
    ///
    /// # Errors
    /// Returns [`JobError`] if a directory cannot be read, or `--fix` is used with standard input.
    pub fn run(&self, print: &mut dyn FnMut(&str)) -> Result<Status, JobError> {
        let language = self.lang.language();
        let inputs = expand_folders(&self.files)?;
        if self.fix && inputs.iter().any(|input| input.path == Path::new("-")) {
            return Err(JobError::Usage("--fix needs a file argument".into()));
        }
        let bar = ProgressBar::new("{bar:12} {pos}/{len} [{elapsed}] {per_sec}");
        if inputs.len() > 1 {
            bar.begin(inputs.len() as u64, 0);
        }
        let (mut status, mut summary, mut verdicts) =
            (Status::Clean, Summary::default(), Vec::new());
        let work =
            |input: Input, send: &mut dyn FnMut(CheckedFile)| send(self.check(&input, language));
        parallel_map_ordered(inputs, self.threads.count(), work, |report| {
            status = status.max(self.status(&report));
            if let Some(fault) = &report.fault {
                bar.message(&format!("tianyuan check: {fault}"));
            }
            if self.summary {
                summary.add(&report.name, &[&report.findings], language);
                verdicts.push(report.verdict);
            } else {
                bar.while_hidden(&mut || report.lines.iter().for_each(|line| print(line)));
            }
            bar.advance();
        });
        bar.end();
        if self.summary {
            summary.lines(language).iter().for_each(|line| print(line));
            print(&total(&verdicts, language));
        }
        Ok(status)
    }

    fn status(&self, report: &CheckedFile) -> Status {
        match report.verdict {
            _ if report.fault.is_some() => Status::Faulty,
            FileStatus::Valid => Status::Clean,
            // Only warnings, which count only with `--strict`.
            FileStatus::NotValid if !report.findings.has_errors() => Status::Lossy,
            _ => Status::Faulty,
        }
    }

    fn check(&self, input: &Input, language: Language) -> CheckedFile {
        match Source::read(&Storage::default(), &input.path) {
            Ok(source) => self.check_source(&source, &input.path, language),
            Err(error) => CheckedFile {
                lines: Vec::new(),
                fault: Some(error.to_string()),
                name: input.path.display().to_string(),
                findings: Findings::default(),
                verdict: FileStatus::Unreadable,
            },
        }
    }

    fn check_source(&self, source: &Source, path: &Path, language: Language) -> CheckedFile {
        let Source { name, bytes, format } = source;
        let mut checked = self.checked(name, bytes, *format);
        let (mut lines, mut fault) = (Vec::new(), None);
        if self.fix && *format == Format::Sgf && !checked.findings.is_empty() {
            match self.fix_file(path, bytes, &checked) {
                Ok(Some(after_fix)) => {
                    let done = |rule: &DiagnosticRule| {
                        after_fix.findings.count(rule) < checked.findings.count(rule)
                    };
                    let done = checked.findings.clone().only(done);
                    lines.extend(done.lines(&fixed_name(name, language), language));
                    checked = after_fix;
                }
                Ok(None) => {}
                Err(reason) => fault = Some(format!("{name}: {reason}")),
            }
        }
        let verdict = self.verdict(&checked.findings);
        if self.json {
            lines.push(json(name, *format, &checked, verdict, language));
        } else {
            lines.extend(checked.findings.lines(name, language));
            lines.push(verdict_line(name, *format, verdict, language));
        }
        CheckedFile { lines, fault, name: name.clone(), findings: checked.findings, verdict }
    }

    /// Returns all findings in a file, game by game.
    fn checked(&self, name: &str, bytes: &[u8], format: Format) -> Checked {
        let options = self.charset_options.read_options();
        let mut checked = Checked { records: 0, findings: Findings::default() };
        format::read_each(bytes, format, &options, true, &mut |reading| {
            checked.records += reading.records.len();
            checked.findings.append(reading.findings);
        });
        if name != "-" {
            format::check_name(name, format, &mut checked.findings);
        }
        checked
    }

    /// Rewrites the file with all fixes that lose no data. Returns `None` if there is nothing to fix.
    ///
    /// # Errors
    /// Returns [`FixError`] if the file is left unchanged.
    fn fix_file(
        &self,
        path: &Path,
        bytes: &[u8],
        checked: &Checked,
    ) -> Result<Option<Checked>, FixError> {
        let fixed = format::fix_sgf(bytes, &self.charset_options.read_options());
        let language = self.lang.language();
        if let Some(doubt) = fixed.doubts.iter().next() {
            let doubt = doubt.text(language);
            return Err(FixError::Refused(language.choose(
                format!("not fixed: the charset is ambiguous (specify --encoding): {doubt}"),
                format!("未改动，因为字符集有疑问（请用 --encoding 指定）：{doubt}"),
            )));
        }
        if let Some(loss) = fixed.losses.iter().next() {
            let loss = loss.text(language);
            return Err(FixError::Refused(language.choose(
                format!("not fixed: the fix would lose data: {loss}"),
                format!("未改动，否则有所失：{loss}"),
            )));
        }
        let after_fix = self.checked(&path.display().to_string(), &fixed.bytes, Format::Sgf);
        let is_better = checked
            .findings
            .iter()
            .any(|found| after_fix.findings.count(found.rule) < checked.findings.count(found.rule));
        if !is_better {
            return Ok(None);
        }
        Storage::default().write(path, &fixed.bytes)?;
        Ok(Some(after_fix))
    }

    /// Returns the status of a file with these findings.
    fn verdict(&self, findings: &Findings) -> FileStatus {
        let is_wrong = |found: &Diagnostic| match found.rule.kind {
            Severity::Limit => false,
            kind => kind == Severity::Error || self.strict,
        };
        let is_beyond = |found: &Diagnostic| found.rule.kind == Severity::Limit;
        match () {
            () if findings.iter().any(is_wrong) => FileStatus::NotValid,
            () if findings.iter().any(is_beyond) => FileStatus::TooLarge,
            () => FileStatus::Valid,
        }
    }
}

/// The reason why a file is not fixed.
#[derive(Debug, thiserror::Error)]
enum FixError {
    /// A fix would be unsafe; the text is in the language of the report.
    #[error("{0}")]
    Refused(String),
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The data read from a file.
struct Checked {
    records: usize,
    findings: Findings,
}

fn fixed_name(name: &str, language: Language) -> String {
    format!("{name}: {}", language.choose("fixed", "已改正"))
}

fn verdict_line(name: &str, format: Format, verdict: FileStatus, language: Language) -> String {
    format!("{name}: {format}: {}", verdict.word(language))
}

/// Returns the number of files by status, as text.
fn total(verdicts: &[FileStatus], language: Language) -> String {
    const ALL: [FileStatus; 4] =
        [FileStatus::Valid, FileStatus::NotValid, FileStatus::TooLarge, FileStatus::Unreadable];
    let counts = ALL.map(|verdict| (verdict, verdicts.iter().filter(|&&it| it == verdict).count()));
    let counts = counts.iter().filter(|(_, count)| *count > 0);
    let words: Vec<String> =
        counts.map(|(verdict, count)| format!("{count} {}", verdict.word(language))).collect();
    let (files, words) = (verdicts.len(), words.join(", "));
    language.choose(format!("{files} files: {words}"), format!("共{files}个文件：{words}"))
}

impl FileStatus {
    fn word(self, language: Language) -> &'static str {
        match self {
            FileStatus::Valid => language.choose("valid", "合格"),
            FileStatus::NotValid => language.choose("not valid", "不合格"),
            FileStatus::TooLarge => language.choose("larger than supported", "超出本程序上限"),
            FileStatus::Unreadable => language.choose("unreadable", "读不出"),
        }
    }
}

fn json(
    name: &str,
    format: Format,
    checked: &Checked,
    verdict: FileStatus,
    language: Language,
) -> String {
    let findings = checked.findings.iter().map(|found| JsonFinding {
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
        records: checked.records,
        valid: (verdict != FileStatus::TooLarge).then_some(verdict == FileStatus::Valid),
        findings: findings.collect(),
        left_out: checked.findings.omitted(),
    };
    let json = serde_json::to_string(&report).expect("strings and numbers are valid JSON");
    printable_json(&json).into_owned()
}
