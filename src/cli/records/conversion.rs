//! The conversion of one file: what is read of it, adapted and written in another format.

use super::charset_options::CharsetOptions;
use super::output_files::{FileNames, Finished, PendingFiles};

use crate::cli::exit_status::Status;
use crate::record_file::{Input, Source};
use crate::records::charset::Charset;
use crate::records::format::{self, Format};
use crate::records::record::{Findings, Reading, Record, Severity, SourceLocation};
use crate::records::storage::Storage;

/// The place of errors in what is written, by its name on the command line.
const OUT: &str = "OUT";

/// Adapts records that were read of a format, and tells what becomes different.
pub(super) type AdaptOptions<'a> =
    dyn Fn(Format, Vec<Record>, &mut Findings) -> Vec<Record> + Sync + 'a;

/// How files are converted.
pub(super) struct Conversion<'a> {
    /// The format that is written.
    pub(super) format: Format,
    /// The charset of SGF that is written.
    pub(super) charset: Charset,
    /// The charset of SGF that is read.
    pub(super) charset_options: CharsetOptions,
    /// Adapts records of a format to the one that is written, as the command line says.
    pub(super) adapt: &'a AdaptOptions<'a>,
    /// The names of the new files, where they go to a folder.
    pub(super) names: Option<FileNames<'a>>,
    pub(super) storage: &'a Storage,
}

/// What comes of a file: its name, its games, what became of it.
pub(super) enum Part<'a> {
    /// The name of the file that follows.
    Begin(String),
    /// A game in the new format that goes elsewhere than to a folder.
    Game(Vec<u8>),
    /// A new file of a folder.
    File(Finished<'a>),
    /// What was found, and what became of the file.
    End(Outcome),
}

/// What became of a file.
pub(super) struct Outcome {
    /// What was found when it was read, adapted and written.
    pub(super) findings: [Findings; 3],
    /// Why nothing could be read, if so.
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

    /// Converts what was read of a file, and sends its games.
    fn convert_source(
        &self,
        source: &Source,
        outcome: &mut Outcome,
        send: &mut dyn FnMut(Vec<u8>),
    ) {
        let options = self.charset_options.read_options();
        // Of SGF, what is written is checked instead: it has the values that were read.
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
                    // What the reader reported already is not reported twice.
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

/// Whether something is not in the new file as it was in the old one.
fn has_losses(findings: &Findings) -> bool {
    let is_loss =
        |kind| matches!(kind, Severity::Dropped | Severity::Folded | Severity::Approximated);
    findings.iter().any(|found| is_loss(found.rule.kind))
}
