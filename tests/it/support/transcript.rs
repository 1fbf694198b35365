//! A transcript: a dialogue in a file that can be played against a session and updated.
//!
//! `protocol-transcripts/README.md` describes the format.

use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, io, thread};

use tianyuan::conform::dialogue::{Dialogue, Entry};
use tianyuan::conform::dialogue_runner::{DialogueRunner, OnMismatch};
use tianyuan::conform::engine_io::Strictness;
use tianyuan::engine::{Engine, Settings};
use tianyuan::go::{BoardSize, Rules};
use tianyuan::nn::Nets;
use tianyuan::protocol::{GTP, ProtocolContext, WTP};
use tianyuan::records::record::Time;
use tianyuan::session::{self, Options, ProtocolChoice};
use tianyuan::wall_clock::WallClock;

use super::line_client::{PATIENCE, Talk};

/// The start time of every game in a dialogue.
const DATE: &str = "2026-01-31T12:00:00Z";

/// A dialogue.
pub struct Transcript {
    pub path: PathBuf,
    dialogue: Dialogue,
}

/// The outcome of a dialogue.
pub enum Outcome {
    /// It matched.
    Passed,
    /// It did not match, as expected.
    KnownFailure,
    /// It did not match; the message contains the location.
    Failed(String),
}

impl Transcript {
    /// Reads a file of the folder `gtp` or `wtp`.
    pub fn read(path: &Path) -> Transcript {
        let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        Transcript::parse(path, &text)
    }

    /// Parses the transcript of a file with this name.
    pub fn parse(path: &Path, text: &str) -> Transcript {
        let is_wtp = path.parent().is_some_and(|folder| folder.ends_with("wtp"));
        let dialogue = Dialogue::parse(text.lines(), 1, if is_wtp { &WTP } else { &GTP });
        let dialogue = dialogue.unwrap_or_else(|what| panic!("{}: {what}", path.display()));
        Transcript { path: path.into(), dialogue }
    }

    /// Returns the sent lines as text, without repetitions.
    pub fn sent(&self) -> impl Iterator<Item = &str> {
        self.dialogue.sent()
    }

    /// Returns all sent bytes.
    #[allow(dead_code)] // not every test that reads dialogues sends them its own way
    pub fn input(&self) -> Vec<u8> {
        self.dialogue.input()
    }

    /// Returns `true` if the dialogue has a description.
    pub fn begins_with_prose(&self) -> bool {
        matches!(&self.dialogue.entries[..], [Entry::Prose(line), ..] if line.len() > 20)
    }

    /// Plays the dialogue.
    pub fn play(&self) -> Outcome {
        let mut entries = self.dialogue.entries.iter();
        let known = entries.any(|entry| matches!(entry, Entry::KnownFailure(_)));
        match (self.run(&mut |_, _| false), known) {
            (Ok(()), false) => Outcome::Passed,
            (Err(_), true) => Outcome::KnownFailure,
            (Ok(()), true) => {
                Outcome::Failed(format!("{}: it passes: take the ! away", self.path.display()))
            }
            (Err(message), false) => Outcome::Failed(message),
        }
    }

    /// Plays the dialogue and replaces responses that do not match.
    pub fn bless(&mut self) {
        let mut replaced = Vec::new();
        let result = self.run(&mut |range, lines| {
            replaced.push((range, lines));
            true
        });
        for (range, lines) in replaced.into_iter().rev() {
            self.dialogue.replace(range, lines);
        }
        fs::write(&self.path, self.dialogue.written()).expect("the transcripts can be written");
        if let Err(message) = result {
            eprintln!("{message}");
        }
    }

    /// Plays the dialogue over an existing connection.
    #[allow(dead_code)] // only one test has other engines
    pub fn play_over(&self, talk: Talk) -> Result<(), String> {
        self.run_over(talk, &mut |_, _| false)
    }

    fn run(&self, on_mismatch: &mut OnMismatch) -> Result<(), String> {
        let (choice, settings, rules) = self.options();
        self.run_over(talk(choice, settings, rules), on_mismatch)
    }

    fn run_over(&self, mut talk: Talk, on_mismatch: &mut OnMismatch) -> Result<(), String> {
        let mut player =
            DialogueRunner::new(&self.dialogue, &mut talk, Strictness::Literal, PATIENCE);
        let played = player.play(on_mismatch).and_then(|()| player.end());
        played.map_err(|trouble| format!("{}:{trouble}", self.path.display()))
    }

    fn options(&self) -> (ProtocolChoice, Settings, Rules) {
        let mut choice = ProtocolChoice::Auto;
        let mut rules = Rules::CHINESE;
        let mut settings = Settings {
            threads: 1,
            playouts: Some(100),
            seed: Some(1),
            memory: 16,
            ..Settings::default()
        };
        for pair in self.option_words().chunks(2) {
            match *pair {
                ["--net", "built-in"] => settings.nets = Nets::embedded().clone(),
                ["--protocol", "gtp"] => choice = ProtocolChoice::Gtp,
                ["--protocol", "wtp"] => choice = ProtocolChoice::Wtp,
                ["--playouts", n] => settings.playouts = Some(n.parse().expect("playouts")),
                ["--seed", n] => settings.seed = Some(n.parse().expect("a seed")),
                ["--resign-after", n] => settings.resign_after = n.parse().expect("moves"),
                ["--rules", name] => {
                    rules = Rules::from_name(name, rules.komi).expect("the name of rules");
                }
                ["--time", n] => {
                    settings.playouts = None;
                    settings.move_time = Duration::from_secs_f64(n.parse().expect("seconds"));
                }
                _ => panic!("{}: unknown option {pair:?}", self.path.display()),
            }
        }
        (choice, settings, rules)
    }

    /// Returns the engine's options.
    pub fn option_words(&self) -> Vec<&str> {
        self.dialogue.headers().flat_map(|text| text.split_whitespace()).collect()
    }
}

/// Connects to a session on a thread of this process.
pub fn talk(choice: ProtocolChoice, settings: Settings, rules: Rules) -> Talk {
    let (input, to_session) = io::pipe().expect("a pipe");
    let (from_session, output) = io::pipe().expect("a pipe");
    thread::spawn(move || {
        let mut engine = Engine::new(settings, BoardSize::STANDARD, rules);
        let calendar = WallClock::Fixed(Time::parse(DATE).expect("a time"));
        let environment = ProtocolContext { calendar, ..ProtocolContext::default() };
        let options = Options { protocol: choice, environment, observer: None };
        session::run(input, output, options, &mut engine).expect("the pipe holds");
    });
    Talk::over(to_session, from_session)
}
