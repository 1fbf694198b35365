//! A transcript: a dialogue in a file, which can be played against a session and written anew.
//!
//! The form is described for readers in `protocol-transcripts/README.md`.

use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, io, thread};

use tianyuan::calendar::Calendar;
use tianyuan::charset::Charset;
use tianyuan::engine::{Engine, Settings};
use tianyuan::go::{BoardSize, Rules};
use tianyuan::net::Nets;
use tianyuan::protocol::Environment;
use tianyuan::record::Time;
use tianyuan::session::{self, Options, ProtocolChoice};

use super::pattern::{Words, lines_match};
use super::talk::Talk;

const END: &str = "<EOF>";

/// When every game of a dialogue begins.
const DATE: &str = "2026-01-31T12:00:00Z";

/// A line of the file.
#[derive(Debug, Clone)]
enum Entry {
    /// For readers only.
    Prose(String),
    /// `@`: options of the engine.
    Options(String),
    /// `!`: why the dialogue is known to fail.
    KnownFailure(String),
    /// `>`: what is sent.
    Send(String),
    /// `<`: what comes back.
    Expect(String),
    /// `<~`: what comes back before the response is complete.
    Piece(String),
}

/// A dialogue.
pub struct Transcript {
    pub path: PathBuf,
    entries: Vec<Entry>,
    words: Words,
    charset: Charset,
}

/// What became of a dialogue.
pub enum Outcome {
    /// It went as written.
    Passed,
    /// It did not, and that is known.
    KnownFailure,
    /// It did not; the message names the place.
    Failed(String),
}

impl Transcript {
    /// Reads a file of the folder `gtp` or `wtp`.
    pub fn read(path: &Path) -> Transcript {
        let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        Transcript::parse(path, &text)
    }

    /// The transcript that a file of that name would hold.
    pub fn parse(path: &Path, text: &str) -> Transcript {
        let is_wtp = path.parent().is_some_and(|folder| folder.ends_with("wtp"));
        let (words, charset) =
            if is_wtp { (Words::Wtp, Charset::Gb18030) } else { (Words::Gtp, Charset::Utf8) };
        let entries = text.lines().map(entry).collect();
        Transcript { path: path.into(), entries, words, charset }
    }

    /// The lines that are sent, as text, their repetition left out.
    pub fn sent(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().filter_map(|entry| match entry {
            Entry::Send(text) => Some(repetition(text).1),
            _ => None,
        })
    }

    /// All that is sent, as bytes.
    #[allow(dead_code)] // not every test that reads dialogues sends them its own way
    pub fn input(&self) -> Vec<u8> {
        self.sent_bytes(0..self.entries.len()).0
    }

    /// Whether a reader is told what the dialogue shows.
    pub fn begins_with_prose(&self) -> bool {
        matches!(&self.entries[..], [Entry::Prose(line), ..] if line.len() > 20)
    }

    /// Plays the dialogue.
    pub fn play(&self) -> Outcome {
        let known = self.entries.iter().any(|entry| matches!(entry, Entry::KnownFailure(_)));
        match (self.run(&mut |_, _| Replaced::No), known) {
            (Ok(()), false) => Outcome::Passed,
            (Err(_), true) => Outcome::KnownFailure,
            (Ok(()), true) => Outcome::Failed(self.message(0, "it passes: take the ! away")),
            (Err(message), false) => Outcome::Failed(message),
        }
    }

    /// Plays the dialogue and puts what came back in the place of what did not match.
    pub fn bless(&mut self) {
        let mut replaced = Vec::new();
        let result = self.run(&mut |range, lines| {
            replaced.push((range, lines));
            Replaced::Yes
        });
        for (range, lines) in replaced.into_iter().rev() {
            self.entries.splice(range, lines.into_iter().map(Entry::Expect));
        }
        let text: String = self.entries.iter().map(|entry| written(entry) + "\n").collect();
        fs::write(&self.path, text).expect("the transcripts can be written");
        if let Err(message) = result {
            eprintln!("{message}");
        }
    }

    fn message(&self, entry: usize, what: &str) -> String {
        format!("{}:{}: {what}", self.path.display(), entry + 1)
    }

    /// Plays the dialogue over a talk that was begun elsewhere.
    #[allow(dead_code)] // only one test has other engines
    pub fn play_over(&self, talk: Talk) -> Result<(), String> {
        self.run_over(talk, &mut |_, _| Replaced::No)
    }

    fn run(&self, on_mismatch: &mut OnMismatch) -> Result<(), String> {
        self.run_over(talk(self.options()), on_mismatch)
    }

    fn run_over(&self, mut talk: Talk, on_mismatch: &mut OnMismatch) -> Result<(), String> {
        let mut at = 0;
        let mut ended = false;
        while at < self.entries.len() {
            let from = at;
            let same = |entry: &Entry| {
                std::mem::discriminant(entry) == std::mem::discriminant(&self.entries[from])
            };
            at += self.entries[from..].iter().take_while(|entry| same(entry)).count();
            match self.entries[from] {
                Entry::Send(_) => self.send(from..at, &mut talk),
                Entry::Expect(_) => ended |= self.expect(from..at, &mut talk, on_mismatch)?,
                Entry::Piece(_) => self.expect_pieces(from..at, &mut talk)?,
                Entry::Prose(_) | Entry::Options(_) | Entry::KnownFailure(_) => {}
            }
        }
        talk.close();
        match talk.line() {
            Some(line) if !ended => {
                let line = self.charset.decode(&line).into_owned();
                Err(self.message(at - 1, &format!("more comes back: {line:?}")))
            }
            _ => Ok(()),
        }
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
                    rules = Rules::named(name, rules.komi).expect("the name of rules");
                }
                ["--time", n] => {
                    settings.playouts = None;
                    settings.move_time = Duration::from_secs_f64(n.parse().expect("seconds"));
                }
                _ => panic!("{}", self.message(0, &format!("unknown option {pair:?}"))),
            }
        }
        (choice, settings, rules)
    }

    pub fn option_words(&self) -> Vec<&str> {
        let words = self.entries.iter().filter_map(|entry| match entry {
            Entry::Options(text) => Some(text.split_whitespace()),
            _ => None,
        });
        words.flatten().collect()
    }

    /// Sends lines that follow each other in one write.
    fn send(&self, range: std::ops::Range<usize>, talk: &mut Talk) {
        let (bytes, last) = self.sent_bytes(range);
        talk.send(&bytes);
        if last {
            talk.close();
        }
    }

    /// What the lines of a range send as bytes, and whether the input ends with them.
    fn sent_bytes(&self, range: std::ops::Range<usize>) -> (Vec<u8>, bool) {
        let mut bytes = Vec::new();
        let mut last = false;
        for entry in &self.entries[range] {
            let Entry::Send(text) = entry else { continue };
            let (times, text) = repetition(text);
            let text = text.strip_suffix(END).inspect(|_| last = true).unwrap_or(text);
            let mut line = self.bytes(text);
            if !last {
                line.push(b'\n');
            }
            bytes.extend(line.repeat(times));
        }
        (bytes, last)
    }

    /// Compares whole responses; answers whether the end of the output was among them.
    fn expect(
        &self,
        range: std::ops::Range<usize>,
        talk: &mut Talk,
        on_mismatch: &mut OnMismatch,
    ) -> Result<bool, String> {
        let mut at = range.start;
        while at < range.end {
            let from = at;
            let (times, first) = repetition(self.expected(from));
            at += 1;
            if first == END {
                return match talk.line() {
                    None => Ok(true),
                    Some(_) => Err(self.message(from, "the output goes on")),
                };
            }
            while at < range.end && !begins_response(self.expected(at)) {
                at += 1;
            }
            let rest = (from + 1..at).map(|line| self.expected(line));
            let patterns: Vec<String> =
                [first].into_iter().chain(rest).map(|line| self.text(line)).collect();
            for _ in 0..times {
                let Some(lines) = talk.response() else {
                    return Err(self.message(from, "the output has ended"));
                };
                let lines: Vec<String> =
                    lines.iter().map(|line| self.charset.decode(line).into_owned()).collect();
                if lines_match(&patterns, &lines, self.words) {
                    continue;
                }
                let message = format!("expected {patterns:#?}\ncame {lines:#?}");
                if let Replaced::No = on_mismatch(from..at, lines) {
                    return Err(self.message(from, &message));
                }
            }
        }
        Ok(false)
    }

    /// Compares lines of a response that goes on.
    fn expect_pieces(&self, range: std::ops::Range<usize>, talk: &mut Talk) -> Result<(), String> {
        for at in range {
            let line = talk.line().ok_or_else(|| self.message(at, "the output has ended"))?;
            let line = self.charset.decode(&line).into_owned();
            if !lines_match(
                &[self.text(self.expected(at))],
                std::slice::from_ref(&line),
                self.words,
            ) {
                return Err(self.message(at, &format!("came {line:?}")));
            }
        }
        Ok(())
    }

    fn expected(&self, at: usize) -> &str {
        match &self.entries[at] {
            Entry::Expect(text) | Entry::Piece(text) => text,
            _ => "",
        }
    }

    fn text(&self, line: &str) -> String {
        self.charset.decode(&self.bytes(line)).into_owned()
    }

    /// The bytes that a line stands for: escapes and repetitions carried out, the text encoded.
    fn bytes(&self, line: &str) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut rest = line;
        while let Some(at) = rest.find(['\\', '{']) {
            bytes.extend(&*self.charset.encode(&rest[..at]));
            let (piece, after) = self.escape(&rest[at..]);
            bytes.extend(piece);
            rest = after;
        }
        bytes.extend(&*self.charset.encode(rest));
        bytes
    }

    /// What an escape at the start stands for, and the text after it.
    fn escape<'a>(&self, text: &'a str) -> (Vec<u8>, &'a str) {
        if let Some((repeat, after)) = text.strip_prefix("{repeat ").and_then(|t| t.split_once('}'))
        {
            let (times, piece) = repeat.split_once(' ').expect("{repeat TIMES TEXT}");
            let times = times.parse().expect("a number of times");
            return (self.charset.encode(piece).repeat(times), after);
        }
        match text.as_bytes() {
            [b'\\', b'r', ..] => (b"\r".into(), &text[2..]),
            [b'\\', b't', ..] => (b"\t".into(), &text[2..]),
            [b'\\', b's', ..] => (b" ".into(), &text[2..]),
            [b'\\', b'\\', ..] => (b"\\".into(), &text[2..]),
            [b'\\', b'x', ..] => {
                let byte = u8::from_str_radix(&text[2..4], 16).expect("two digits after \\x");
                (vec![byte], &text[4..])
            }
            [first, ..] => (vec![*first], &text[1..]),
            [] => (Vec::new(), text),
        }
    }
}

/// A talk with a session on a thread of this process.
fn talk((choice, settings, rules): (ProtocolChoice, Settings, Rules)) -> Talk {
    let (input, to_session) = io::pipe().expect("a pipe");
    let (from_session, output) = io::pipe().expect("a pipe");
    thread::spawn(move || {
        let mut engine = Engine::new(settings, BoardSize::STANDARD, rules);
        let calendar = Calendar::Fixed(Time::parse(DATE).expect("a time"));
        let environment = Environment { calendar, ..Environment::default() };
        let options = Options { protocol: choice, environment };
        session::run(input, output, options, &mut engine).expect("the pipe holds");
    });
    Talk::over(to_session, from_session)
}

enum Replaced {
    Yes,
    No,
}

/// Told where lines did not match and what came instead.
type OnMismatch<'a> = dyn FnMut(std::ops::Range<usize>, Vec<String>) -> Replaced + 'a;

fn entry(line: &str) -> Entry {
    let content = |rest: &str| rest.strip_prefix(' ').unwrap_or(rest).to_string();
    match line.as_bytes() {
        [b'@', ..] => Entry::Options(content(&line[1..])),
        [b'!', ..] => Entry::KnownFailure(content(&line[1..])),
        [b'>', ..] => Entry::Send(content(&line[1..])),
        [b'<', b'~', ..] => Entry::Piece(content(&line[2..])),
        [b'<', ..] => Entry::Expect(content(&line[1..])),
        [b'#', ..] | [] => Entry::Prose(line.into()),
        _ => panic!("a line of a transcript begins with one of # @ ! > <: {line:?}"),
    }
}

fn written(entry: &Entry) -> String {
    let (sign, text) = match entry {
        Entry::Prose(text) => return text.clone(),
        Entry::Options(text) => ("@", text),
        Entry::KnownFailure(text) => ("!", text),
        Entry::Send(text) => (">", text),
        Entry::Expect(text) => ("<", text),
        Entry::Piece(text) => ("<~", text),
    };
    if text.is_empty() {
        return sign.into();
    }
    let visible = match text.strip_suffix(' ') {
        Some(text) if sign != ">" => format!("{text}\\s"),
        _ => text.clone(),
    };
    if visible.starts_with('*') { sign.to_string() + &visible } else { format!("{sign} {visible}") }
}

/// `*1000 name` is a line a thousand times; any other is itself, once.
fn repetition(text: &str) -> (usize, &str) {
    let counted = text.strip_prefix('*').and_then(|rest| rest.split_once(' '));
    match counted.and_then(|(times, line)| Some((times.parse().ok()?, line))) {
        Some((times, line)) => (times, line),
        None => (1, text),
    }
}

fn begins_response(line: &str) -> bool {
    repetition(line).1.starts_with(['=', '?']) || line == END
}
