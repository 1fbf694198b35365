//! `tianyuan convert`: converts game records between formats.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::charset_options::{CharsetOptions, ThreadsOption};
use super::conversion::{Conversion, Outcome, Part};
use super::ordered_map::parallel_map_ordered;
use super::output::{Output, Target};
use super::summary::Summary;

use crate::cli::exit_status::Status;
use crate::cli::language::LanguageOption;
use crate::cli::progress_bar::ProgressBar;
use crate::job_error::JobError;
use crate::progress::Progress;
use crate::record_file::{expand_folders, format_named};
use crate::records::adapt::embed::Shapes;
use crate::records::charset::Charset;
use crate::records::format::Format;
use crate::records::record::{Findings, Record};
use crate::records::storage::Storage;

/// The arguments of `tianyuan convert`.
#[derive(Debug, Args)]
#[command(override_usage = "tianyuan convert [OPTIONS] <IN>... <OUT>")]
pub struct ConvertArguments {
    /// Input files or folders (- for standard input), then the output (- for standard output)
    #[arg(required = true, num_args = 2.., value_names = ["IN", "OUT"])]
    files: Vec<PathBuf>,
    /// Output format: wei7 (3.0), wei7-2.2 or sgf [default: by file extension]
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,
    /// Charset of SGF output: utf-8 or gb18030 [default: utf-8]
    #[arg(long, value_name = "NAME", value_parser = charset)]
    charset: Option<Charset>,
    #[command(flatten)]
    charset_options: CharsetOptions,
    /// Where to store data that wei7 cannot represent, to restore it later
    #[arg(long, alias = "keep", value_enum, value_name = "PLACE")]
    preserve: Option<Keep>,
    /// Convert circles and other marks to wei7 labels (@ # $ & *)
    #[arg(long, value_enum, value_name = "HOW")]
    marks: Option<Marks>,
    /// Start a new wei7 record at setup stones in mid-game
    #[arg(long)]
    rebase: bool,
    /// Write each game of a collection to its own file
    #[arg(long)]
    split: bool,
    /// Exit with status 1 if data is lost
    #[arg(long)]
    strict: bool,
    /// Print every diagnostic of every file [default for one file]
    #[arg(long, short)]
    verbose: bool,
    #[command(flatten)]
    threads: ThreadsOption,
    #[command(flatten)]
    lang: LanguageOption,
}

/// What is kept of that for which a format has no field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Keep {
    /// Game-level data, in the root comment
    Comment,
    /// All data, node-level data in the comment of its node
    All,
}

/// The ways to write marks that are no characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Marks {
    /// Labels
    Map,
}

fn charset(name: &str) -> Result<Charset, String> {
    match name.to_ascii_lowercase().replace(['-', '_'], "").as_str() {
        "utf8" => Ok(Charset::Utf8),
        "gb18030" | "gbk" | "gb2312" => Ok(Charset::Gb18030),
        _ => Err("output charsets: utf-8 or gb18030".into()),
    }
}

impl ConvertArguments {
    /// Converts the files, and reports losses to standard error.
    ///
    /// Output for standard output is passed to `print`, byte for byte.
    ///
    /// # Errors
    /// Returns [`JobError`] if an option is invalid, an input or output file would be overwritten, or a directory
    /// cannot be read or created.
    pub fn run(&self, print: &mut dyn FnMut(&[u8])) -> Result<Status, JobError> {
        self.run_on(&Storage::default(), print)
    }

    /// Converts the files like [`run`](Self::run), with a given storage.
    ///
    /// # Errors
    /// The same as [`run`](Self::run).
    pub fn run_on(
        &self,
        storage: &Storage,
        print: &mut dyn FnMut(&[u8]),
    ) -> Result<Status, JobError> {
        let (out, inputs) = self.files.split_last().expect("an input and an output are required");
        let inputs_are_many = inputs.len() > 1 || inputs.iter().any(|input| input.is_dir());
        let target = self.target(out, inputs_are_many)?;
        let format = self.format(&target)?;
        let inputs = expand_folders(inputs)?;
        let bar = ProgressBar::new("{bar:12} {pos}/{len} [{elapsed}] {per_sec}");
        let complain = |reason: &str| bar.message(&format!("tianyuan convert: {reason}"));
        let mut output =
            Output::new(target, format, self.split, &inputs, storage, print, &complain)?;
        if inputs.len() > 1 {
            bar.begin(inputs.len() as u64, 0);
        }
        let conversion = Conversion {
            format,
            charset: self.charset.unwrap_or(Charset::Utf8),
            charset_options: self.charset_options,
            adapt: &|from, records, findings| self.adapted((from, format), records, findings),
            names: output.names(),
            storage,
        };
        let mut report = Report::new(self, inputs.len());
        let mut status = Status::Clean;
        let take = |part| match part {
            Part::Begin(name) => report.name = name,
            Part::Game(bytes) => output.game(bytes),
            Part::File(file) => output.file(file),
            Part::End(outcome) => {
                report.add(&outcome, &bar);
                status = status.max(outcome.status);
                bar.advance();
            }
        };
        let threads = self.threads.count();
        parallel_map_ordered(inputs, threads, |input, send| conversion.convert(input, send), take);
        status = status.max(output.finish());
        bar.end();
        report.end(&bar);
        Ok(if status == Status::Lossy && !self.strict { Status::Clean } else { status })
    }

    fn target<'a>(&self, out: &'a Path, inputs_are_many: bool) -> Result<Target<'a>, JobError> {
        let is_folder = out.is_dir() || out.as_os_str().to_string_lossy().ends_with('/');
        if out == Path::new("-") {
            if inputs_are_many || self.split {
                let reason = "standard output takes a single file";
                return Err(JobError::Usage(reason.into()));
            }
            return Ok(Target::Output);
        }
        let is_file = !inputs_are_many || format_named(out).is_some();
        Ok(if is_file && !is_folder && !self.split {
            Target::File(out)
        } else {
            Target::Folder(out)
        })
    }

    fn format(&self, target: &Target<'_>) -> Result<Format, JobError> {
        let format = match (self.to, target) {
            (Some(format), _) => format,
            (None, Target::File(path)) => format_named(path).ok_or_else(|| {
                let path = path.display();
                JobError::Usage(format!(
                    "{path}: cannot infer the format from the name: use --to FORMAT"
                ))
            })?,
            (None, _) => {
                return Err(JobError::Usage("cannot infer the format: use --to FORMAT".into()));
            }
        };
        if format != Format::Sgf && self.charset == Some(Charset::Gb18030) {
            return Err(JobError::Usage("wei7 is written in UTF-8 only".into()));
        }
        Ok(format)
    }

    /// Returns the records, adapted to the output format according to the options.
    fn adapted(
        &self,
        (from, to): (Format, Format),
        mut records: Vec<Record>,
        findings: &mut Findings,
    ) -> Vec<Record> {
        let ConvertArguments { preserve, marks, rebase, .. } = *self;
        let to_sgf = to == Format::Sgf;
        let shapes = if marks.is_some() { Shapes::BecomeSigns } else { Shapes::Removed };
        // Data preserved by an earlier conversion is restored first, so that nothing is preserved twice. Comments
        // read from SGF are left as text unless the output is SGF too.
        if preserve.is_some() && (to_sgf || from != Format::Sgf) {
            records.iter_mut().for_each(Record::take_from_comments);
        }
        // Rebase first: preserved data goes into the comments of the new records.
        if rebase && !to_sgf {
            records = records.iter().flat_map(|record| record.rebase(findings)).collect();
        }
        for record in records.iter_mut().filter(|_| !to_sgf) {
            match preserve {
                Some(Keep::Comment) => record.keep_in_comment(to, findings),
                Some(Keep::All) => record.keep_in_comments(to, shapes, findings),
                None => {}
            }
            if marks.is_some() {
                record.shapes_to_labels(findings);
            }
        }
        records
    }
}

/// The report on the files: every finding, or totals over all files.
struct Report<'a> {
    arguments: &'a ConvertArguments,
    /// The current file.
    name: String,
    summary: Option<Summary>,
}

impl Report<'_> {
    fn new(arguments: &ConvertArguments, files: usize) -> Report<'_> {
        let summary = (files > 1 && !arguments.verbose).then(Summary::default);
        Report { arguments, name: String::new(), summary }
    }

    fn add(&mut self, outcome: &Outcome, progress: &dyn Progress) {
        let language = self.arguments.lang.language();
        if let Some(fault) = &outcome.fault {
            progress.message(&format!("tianyuan convert: {fault}"));
        }
        let [reading, adapting, writing] = &outcome.findings;
        match &mut self.summary {
            Some(summary) => {
                summary.add(&self.name, &[reading, adapting, writing], language);
                // Errors are listed for each file.
                if outcome.status == Status::Faulty {
                    let faults =
                        [reading, adapting, writing].map(|findings| findings.clone().errors());
                    let lines = faults.iter().flat_map(|faults| faults.lines(&self.name, language));
                    lines.for_each(|line| progress.message(&line));
                }
            }
            None => {
                for findings in [reading, adapting, writing] {
                    let lines = findings.lines(&self.name, language);
                    lines.iter().for_each(|line| progress.message(line));
                }
            }
        }
    }

    fn end(self, progress: &dyn Progress) {
        let language = self.arguments.lang.language();
        let lines = self.summary.map_or(Vec::new(), |summary| summary.lines(language));
        lines.iter().for_each(|line| progress.message(line));
    }
}
