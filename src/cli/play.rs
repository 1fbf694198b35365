//! The command line of `tianyuan play`, and its user interface on a terminal or a pipe.

use std::io::{self, BufReader, IsTerminal, Stdin, Stdout};
use std::num::NonZero;
use std::thread::available_parallelism;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::exit_status::SUCCESS;
use super::human_options::HumanOptions;
use super::language::LanguageOption;
use super::match_command::komi;
use super::net_options::NetChoice;
use super::signals::{end_now, exit_on_interrupt};
use super::terminal::{
    Entry, LineEditor, are_colors_wanted, is_interactive, raw_mode, supports_ansi,
};
use super::value_parsers::{board_size, level, rules, threads};
use crate::engine::{Engine, Level, Settings};
use crate::go::{BoardSize, Color, Komi, Rules};
use crate::job_error::JobError;
use crate::line_reader::{Line, next_line};
use crate::protocol::ProtocolContext;
use crate::records::charset::{self, Charset};
use crate::records::storage::io_message;
use crate::stdio::{Blocking, Closed, Output};
use crate::terminal_play::{self, PlaySession, PlayerOptions, UserIo};

/// The default komi of an even game: 7.5 points, 3¾ 子.
const KOMI: Komi = Komi::from_half_points(15).expect("within bounds");

/// Erases a temporary message at the end of the screen.
const ERASE: &str = "\r\u{1b}[K";

/// The arguments of `tianyuan play`.
#[derive(Debug, Args)]
pub struct PlayArguments {
    /// Board size, 2 to 25
    #[arg(long, value_name = "N", default_value = "19", value_parser = board_size)]
    size: BoardSize,

    /// Komi in points [default: 7.5, or 0 with handicap stones]
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true, value_parser = komi)]
    komi: Option<Komi>,

    /// Number of fixed handicap stones
    #[arg(long, value_name = "N", default_value_t = 0)]
    handicap: usize,

    /// Your colour
    #[arg(long, value_enum, default_value_t = ColorName::Black)]
    color: ColorName,

    /// Playing strength: 1 to 10 (full strength), or 25k to 5d
    #[arg(long, value_name = "LEVEL", default_value = "10", value_parser = level)]
    level: Level,

    #[command(flatten)]
    human: HumanOptions,

    /// Rules, such as `chinese`, `japanese` or `chinese, ko: simple`
    #[arg(long, value_name = "NAME", default_value = "chinese", value_parser = rules)]
    rules: (String, Rules),

    /// Search threads [default: number of cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,

    /// Engine time per move
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = Settings::move_time)]
    time: Duration,

    /// Playouts per move instead of a time limit [default: unlimited]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    playouts: Option<u64>,

    /// Random seed; reproducible with one thread and --playouts [default: random]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    #[command(flatten)]
    lang: LanguageOption,

    #[command(flatten)]
    net: NetChoice,
}

/// A colour name on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ColorName {
    #[value(alias = "b")]
    Black,
    #[value(alias = "w")]
    White,
}

impl PlayArguments {
    /// Plays until the user quits or the input ends. Returns the exit status.
    ///
    /// # Errors
    /// Returns [`JobError`] if the game cannot be started.
    pub fn run(&self, output: &mut Output<Blocking<Stdout>>) -> Result<u8, JobError> {
        let mut table = self.table()?;
        raw_mode::keep();
        exit_on_interrupt();
        let mut person = Standard::new(output);
        // An output error is reported when the output ends.
        let _ = terminal_play::play(&mut table, &mut person);
        Ok(SUCCESS)
    }

    /// Creates the session with the initial game.
    fn table(&self) -> Result<PlaySession, JobError> {
        let (name, rules) = &self.rules;
        let komi = self.komi.unwrap_or(if self.handicap == 0 { KOMI } else { Komi::default() });
        let mut engine = Engine::new(self.settings()?, self.size, Rules { komi, ..*rules });
        engine.set_rules_name(name);
        if self.handicap > 0 {
            let placed = engine.place_handicap(self.handicap);
            let most = self.size.area() / 2;
            placed.map_err(|_| {
                JobError::Usage(format!("--handicap: expected an integer from 2 to {most}"))
            })?;
        }
        let seat = PlayerOptions {
            person: match self.color {
                ColorName::Black => Color::Black,
                ColorName::White => Color::White,
            },
            rules: name.clone(),
            language: self.lang.language(),
            in_color: are_colors_wanted(&io::stdout()),
        };
        Ok(PlaySession::new(engine, ProtocolContext::default(), seat))
    }

    fn settings(&self) -> Result<Settings, JobError> {
        let cores = available_parallelism().map_or(1, NonZero::get);
        let mut settings = Settings {
            threads: self.threads.unwrap_or(cores),
            move_time: self.time,
            playouts: self.playouts,
            level: self.level,
            seed: self.seed,
            nets: self.net.nets()?,
            ..Settings::default()
        };
        self.human.apply(&mut settings, &self.net)?;
        Ok(settings)
    }
}

/// The user on the standard streams.
struct Standard<'a> {
    output: &'a mut Output<Blocking<Stdout>>,
    source: Source,
    /// Whether the user is at a terminal.
    is_present: bool,
    /// Whether temporary messages can be shown and erased.
    takes_notes: bool,
    has_note: bool,
    /// `true` if the echo of typed characters is off because the engine is thinking.
    is_quiet: bool,
}

/// The source of input lines.
enum Source {
    Editor(Box<LineEditor>),
    Stream(BufReader<Blocking<Stdin>>),
}

impl Standard<'_> {
    fn new(output: &mut Output<Blocking<Stdout>>) -> Standard<'_> {
        let is_present = is_interactive();
        let names = || terminal_play::names().map(String::from).collect();
        let editor = if is_present { LineEditor::open(names()) } else { None };
        let source = match editor {
            Some(editor) => Source::Editor(Box::new(editor)),
            None => Source::Stream(BufReader::new(Blocking::new(io::stdin()))),
        };
        let takes_notes = is_present && supports_ansi(&io::stdout());
        Standard { output, source, is_present, takes_notes, has_note: false, is_quiet: false }
    }
}

impl Standard<'_> {
    /// Switches the echo on again after the engine has thought.
    fn end_quiet(&mut self) {
        if std::mem::take(&mut self.is_quiet) {
            raw_mode::set_echo(true);
        }
    }
}

impl UserIo for Standard<'_> {
    fn line(&mut self, prompt: &str) -> Option<String> {
        self.end_quiet();
        match &mut self.source {
            Source::Editor(editor) => match editor.line(prompt) {
                Entry::Line(line) => Some(line),
                Entry::Interrupt => end_now(),
                Entry::End => None,
            },
            Source::Stream(stream) => {
                if self.is_present && io::stdout().is_terminal() {
                    self.output.write_bytes(prompt.as_bytes()).ok()?;
                }
                match next_line(stream) {
                    Ok(Some(Line::Bytes(bytes))) => {
                        Some(Charset::Utf8.decode(charset::strip_bom(&bytes)).into_owned())
                    }
                    // A placeholder that is not a command.
                    Ok(Some(Line::TooLong)) => Some("\u{2026}".into()),
                    Ok(None) => None,
                    Err(error) => {
                        log::warn!(target: "tianyuan", "cannot read the input: {}", io_message(&error));
                        None
                    }
                }
            }
        }
    }

    fn show(&mut self, text: &str) -> Result<(), Closed> {
        self.end_quiet();
        let before = if std::mem::take(&mut self.has_note) { ERASE } else { "" };
        self.output.write_bytes(format!("{before}{text}\n").as_bytes())
    }

    fn note(&mut self, note: &str) {
        if self.is_present {
            // The line that the user types while the engine thinks appears at the next prompt.
            raw_mode::set_echo(false);
            self.is_quiet = true;
        }
        if self.takes_notes {
            // A write error occurs again with the next output.
            self.has_note = self.output.write_bytes(note.as_bytes()).is_ok();
        }
    }

    fn is_present(&self) -> bool {
        self.is_present
    }
}
