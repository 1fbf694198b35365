//! Conversion of one file: reading, adapting and writing in another format.

use super::charset_options::CharsetOptions;
use super::output_files::{FileNames, Finished, PendingFiles};

use crate::cli::exit_status::Status;
use crate::record_file::{Input, Source};
use crate::records::charset::Charset;
use crate::records::format::{self, Format};
use crate::records::record::{Findings, Reading, Record, Severity, SourceLocation};
use crate::records::storage::Storage;

/// The location of errors in the output, named as on the command line.
const OUT: &str = "OUT";

/// Adapts records read from a format, and reports the losses.
pub(super) type AdaptOptions<'a> =
    dyn Fn(Format, Vec<Record>, &mut Findings) -> Vec<Record> + Sync + 'a;

/// The settings of a conversion.
pub(super) struct Conversion<'a> {
    /// The output format.
    pub(super) format: Format,
    /// The charset of SGF output.
    pub(super) charset: Charset,
    /// The charset options of SGF input.
    pub(super) charset_options: CharsetOptions,
    /// Adapts records to the output format according to the options.
    pub(super) adapt: &'a AdaptOptions<'a>,
    /// The names of the new files, if the output is a directory.
    pub(super) names: Option<FileNames<'a>>,
    pub(super) storage: &'a Storage,
}

/// A part of a file's conversion: its name, its games, its outcome.
pub(super) enum Part<'a> {
    /// The name of the next file.
    Begin(String),
    /// A converted game, unless the output is a directory.
    Game(Vec<u8>),
    /// A new file in the output directory.
    File(Finished<'a>),
    /// The findings and the outcome of the file.
    End(Outcome),
}

/// The outcome of a file.
pub(super) struct Outcome {
    /// The findings when reading, adapting and writing.
    pub(super) findings: [Findings; 3],
    /// The reason why the file could not be read, if any.
    pub(super) fault: Option<String>,
    pub(super) status: Status,
}

impl<'a> Conversion<'a> {
    /// Converts a file, game by game.
    pub(super) fn convert(&self, input: Input, send: &mut dyn FnMut(Part<'a>)) {
        let mut outcome =
            Outcome { findings: Default::default(), fault: None, status: Status::Clean };
        let source = Source::read(self.storage, &input.path);
        send(Part::Begin(input.path.display().to_string()));
        match source {
            Ok(source) => match self.names {
                Some(names) => {
                    let mut drafts = PendingFiles::new(names, input, self.storage);
                    let mut file = |finished| send(Part::File(finished));
                    self.convert_source(&source, &mut outcome, &mut |game| {
                        drafts.game(game, &mut file);
                    });
                    drafts.end(&mut file);
                }
                None => {
                    self.convert_source(&source, &mut outcome, &mut |game| send(Part::Game(game)));
                }
            },
            Err(error) => {
                outcome.fault = Some(error.to_string());
                outcome.status = Status::Faulty;
            }
        }
        send(Part::End(outcome));
    }

    /// Converts the content of a file and sends its games.
    fn convert_source(
        &self,
        source: &Source,
        outcome: &mut Outcome,
        send: &mut dyn FnMut(Vec<u8>),
    ) {
        let options = self.charset_options.read_options();
        // For SGF the output is checked instead; it has the values that were read.
        let with_checks = source.format != Format::Sgf;
        let (mut games, mut are_all_written) = (0, true);
        let [reading, adapting, writing] = &mut outcome.findings;
        let mut take = |read: Reading| {
            reading.append(read.findings);
            for record in (self.adapt)(source.format, read.records, adapting) {
                games += 1;
                let written =
                    format::write(std::slice::from_ref(&record), self.format, self.charset);
                are_all_written &= written.is_valid();
                let game = Some(written.bytes).filter(|_| !written.findings.has_errors());
                writing.append(written.findings);
                if let Some(game) = game {
                    // Errors already reported by the reader are not repeated.
                    let errors = format::errors_as_written(&game, self.format)
                        .only(|rule| reading.count(rule) == 0);
                    writing.append(errors.placed(&SourceLocation::path(OUT)));
                    send(game);
                }
            }
        };
        format::read_each(&source.bytes, source.format, &options, with_checks, &mut take);
        let has_faults = |findings: &Findings| findings.iter().any(|it| it.rule.kind.is_fault());
        let is_faulty = games == 0 || !are_all_written;
        outcome.status = match &outcome.findings {
            findings if is_faulty || findings.iter().any(has_faults) => Status::Faulty,
            findings if findings.iter().any(has_losses) => Status::Lossy,
            _ => Status::Clean,
        };
    }
}

/// Returns `true` if the new file differs in content from the old one.
fn has_losses(findings: &Findings) -> bool {
    let is_loss =
        |kind| matches!(kind, Severity::Dropped | Severity::Folded | Severity::Approximated);
    findings.iter().any(|found| is_loss(found.rule.kind))
}
