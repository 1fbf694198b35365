//! `tianyuan convert`: game records from one format into another.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::charset_options::CharsetOptions;
use super::convert_plan::{Planned, Target, plan};

use crate::charset::Charset;
use crate::cli::language::LanguageName;
use crate::cli::progress_bar::Bar;
use crate::cli::status::Status;
use crate::format::{self, Format};
use crate::progress::Progress;
use crate::record::{Findings, Language, Reading, Record};
use crate::record_file;
use crate::record_file::{Source, with_folders_opened};
use crate::storage::Storage;

/// The command line of `tianyuan convert`.
#[derive(Debug, Args)]
#[command(override_usage = "tianyuan convert [OPTIONS] <IN>... <OUT>")]
pub struct ConvertArguments {
    /// What to read (files, folders of them, or - for the standard input), and last where to write:
    /// a file, a folder, or - for the standard output
    #[arg(required = true, num_args = 2.., value_names = ["IN", "OUT"])]
    files: Vec<PathBuf>,
    /// The format to write: wei7 (3.0), wei7-2.2 or sgf [default: by the name of OUT]
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,
    /// The charset of SGF that is written: utf-8 or gb18030 [default: utf-8]
    #[arg(long, value_name = "NAME", value_parser = charset)]
    charset: Option<Charset>,
    #[command(flatten)]
    charset_options: CharsetOptions,
    /// Where what wei7 has no field for goes: into comments, from which it comes back when the record
    /// is converted to SGF in the same way
    #[arg(long, value_enum, value_name = "PLACE")]
    keep: Option<Keep>,
    /// What becomes of circles and the like in wei7: signs that stand for them (@ # $ & *)
    #[arg(long, value_enum, value_name = "HOW")]
    marks: Option<Marks>,
    /// Where stones are set up in the middle of a game, which wei7 cannot say, begin a record there
    #[arg(long)]
    rebase: bool,
    /// The language of the messages [default: that of the environment]
    #[arg(long, value_enum)]
    lang: Option<LanguageName>,
}

/// What is kept of that for which a format has no field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Keep {
    /// What belongs to the game, in the comment at the root
    Comment,
    /// Everything, also what belongs to a node, in its own comment
    All,
}

/// The ways to write marks that are no characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Marks {
    /// Signs
    Map,
}

fn charset(name: &str) -> Result<Charset, String> {
    match name.to_ascii_lowercase().replace(['-', '_'], "").as_str() {
        "utf8" => Ok(Charset::Utf8),
        "gb18030" | "gbk" | "gb2312" => Ok(Charset::Gb18030),
        _ => Err("records are written in utf-8 or gb18030".into()),
    }
}

/// A conversion under way.
struct Conversion<'a> {
    arguments: &'a ConvertArguments,
    storage: &'a Storage,
    target: Target<'a>,
    format: Format,
    charset: Charset,
    language: Language,
    /// Writes bytes to the standard output.
    print: &'a mut dyn FnMut(&[u8]),
    progress: &'a dyn Progress,
}

impl ConvertArguments {
    /// Converts the files one by one, and reports on the standard error what was lost.
    ///
    /// Files that go to the standard output are passed to `print`, byte for byte.
    ///
    /// # Errors
    /// One sentence, where the command line makes no sense, a file that is read or written would be written over, or a
    /// folder cannot be read or made.
    pub fn run(&self, print: &mut dyn FnMut(&[u8])) -> Result<Status, String> {
        self.run_on(&Storage::default(), print)
    }

    /// Converts the files as [`run`](Self::run) does, by way of a given storage.
    ///
    /// # Errors
    /// Those of [`run`](Self::run).
    pub fn run_on(
        &self,
        storage: &Storage,
        print: &mut dyn FnMut(&[u8]),
    ) -> Result<Status, String> {
        let (out, inputs) = self.files.split_last().expect("two files at least");
        let inputs_are_many = inputs.len() > 1 || inputs.iter().any(|input| input.is_dir());
        let target = self.target(out, inputs_are_many)?;
        let format = self.format(&target)?;
        let inputs = with_folders_opened(inputs)?;
        let bar = Bar::new("{bar:12} {pos}/{len} [{elapsed}] {per_sec}");
        if inputs.len() > 1 {
            bar.begin(inputs.len() as u64, 0);
        }
        let mut conversion = Conversion {
            arguments: self,
            storage,
            target,
            format,
            charset: self.charset.unwrap_or(Charset::Utf8),
            language: LanguageName::or_of_environment(self.lang),
            print,
            progress: &bar,
        };
        let planned = plan(&conversion.target, format, inputs, storage, &|source| {
            let options = self.charset_options.read_options();
            let records = format::read_with(&source.bytes, source.format, &options).records;
            conversion.adapted(source.format, records, &mut Findings::default()).len()
        })?;
        if let Target::Folder(folder) = conversion.target {
            let made = storage.make_folder(folder);
            made.map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        let mut status = Status::Clean;
        for file in planned {
            status = status.and(conversion.convert(file));
            conversion.progress.advance();
        }
        conversion.progress.end();
        Ok(status)
    }

    fn target<'a>(&self, out: &'a Path, inputs_are_many: bool) -> Result<Target<'a>, String> {
        let is_folder = out.is_dir() || out.as_os_str().to_string_lossy().ends_with('/');
        if out == Path::new("-") {
            if inputs_are_many {
                return Err("only one file can be written to the standard output".into());
            }
            return Ok(Target::Output);
        }
        if !inputs_are_many && !is_folder {
            return Ok(Target::File(out));
        }
        Ok(Target::Folder(out))
    }

    fn format(&self, target: &Target<'_>) -> Result<Format, String> {
        let format = match (self.to, target) {
            (Some(format), _) => format,
            (None, Target::File(path)) => record_file::format_named(path).ok_or_else(|| {
                format!("{}: its name tells no format: say --to FORMAT", path.display())
            })?,
            (None, _) => return Err("say --to FORMAT: no name tells it".into()),
        };
        if format != Format::Sgf && self.charset == Some(Charset::Gb18030) {
            return Err("wei7 is written in UTF-8 only".into());
        }
        Ok(format)
    }
}

impl Conversion<'_> {
    fn convert(&mut self, file: Planned) -> Status {
        let source = file.source.map_or_else(|| Source::read(self.storage, &file.input), Ok);
        let Source { name, bytes, format } = match source {
            Ok(source) => source,
            Err(error) => {
                self.message(&format!("tianyuan convert: {error}"));
                return Status::Faulty;
            }
        };
        let options = self.arguments.charset_options.read_options();
        // SGF is taken as it is: what matters of it is what is lost.
        let Reading { records, findings } = match format {
            Format::Sgf => format::read_with(&bytes, format, &options),
            Format::Wei7 | Format::Wei7Xml => format::check_with(&bytes, format, &options),
        };
        self.report(&name, &findings);
        let is_good = format == Format::Sgf || !findings.has_errors();
        let is_read = is_good && !records.is_empty();
        let mut adapting = Findings::default();
        let records = self.adapted(format, records, &mut adapting);
        self.report(&name, &adapting);
        let mut status =
            if is_read && !adapting.has_errors() { Status::Clean } else { Status::Faulty };
        let places = file.places.len();
        if places != 1 && places != records.len() {
            self.message(&format!("tianyuan convert: {name}: it changed while it was read"));
            return Status::Faulty;
        }
        let parts = records.chunks(if places == 1 { records.len().max(1) } else { 1 });
        for (place, records) in file.places.iter().zip(parts) {
            let writing = format::write(records, self.format, self.charset);
            self.report(&name, &writing.findings);
            if !writing.is_valid() {
                status = Status::Faulty;
            } else if let Err(reason) = self.write(place, &writing.bytes) {
                self.message(&format!("tianyuan convert: {}: {reason}", place.display()));
                status = Status::Faulty;
            }
        }
        status
    }

    /// The records, adapted to the format as the options say.
    fn adapted(
        &self,
        from: Format,
        mut records: Vec<Record>,
        findings: &mut Findings,
    ) -> Vec<Record> {
        let ConvertArguments { keep, marks, rebase, .. } = *self.arguments;
        let to_sgf = self.format == Format::Sgf;
        let is_xml = self.format == Format::Wei7Xml;
        // What an earlier conversion kept comes back first, so that nothing is kept twice. Lines in the
        // comments of SGF are text, unless they are to become more than that.
        if keep.is_some() && (to_sgf || from != Format::Sgf) {
            records.iter_mut().for_each(Record::take_from_comments);
        }
        // What is kept goes into the comments of the new records.
        if rebase && !to_sgf {
            records = records.iter().flat_map(|record| record.rebased(findings)).collect();
        }
        for record in records.iter_mut().filter(|_| !to_sgf) {
            match keep {
                Some(Keep::Comment) => record.keep_in_comment(is_xml, findings),
                Some(Keep::All) => record.keep_in_comments(is_xml, marks.is_some(), findings),
                None => {}
            }
            if marks.is_some() {
                record.map_shapes(findings);
            }
        }
        records
    }

    fn write(&mut self, place: &Path, bytes: &[u8]) -> Result<(), String> {
        let written = match self.target {
            Target::Output => {
                (self.print)(bytes);
                Ok(())
            }
            _ => self.storage.write(place, bytes),
        };
        written.map_err(|error| error.to_string())
    }

    fn report(&self, name: &str, findings: &Findings) {
        findings.lines(name, self.language).iter().for_each(|line| self.message(line));
    }

    /// Writes a line to the standard error, above the progress bar where there is one.
    fn message(&self, line: &str) {
        self.progress.message(line);
    }
}
