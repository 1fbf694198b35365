//! Fuzzes arguments: if a command for rules, komi, time or parameters accepts a value, its output sets the same value
//! again; otherwise nothing changes.
//!
//! `TIANYUAN_FUZZ_SECONDS=300 cargo test --release --test isolated fuzz::words -- --nocapture` runs for five minutes.
//! Add failing inputs to `tests/data/fuzz-words`, whose files are tested in every run.

use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Duration;

use tianyuan::engine::{Engine, Settings, TimeControl};
use tianyuan::go::{BoardSize, Rules};
use tianyuan::protocol::{
    Channel, GTP, Line, Protocol, ProtocolContext, WTP, parse_number, vertex,
};
use tianyuan::records::record::Time;

use super::harness::{Features, Tried, try_kept, try_spoilt};
use super::mutation::Grammar;

/// A command that sets a value, and the way to query it.
struct Setting {
    protocol: &'static Protocol,
    name: &'static str,
    /// The command that sets the same value from the result of `words`.
    again: &'static str,
    words: fn(&mut Engine, &str) -> String,
}

const SETTINGS: &[Setting] = &[
    Setting {
        protocol: &WTP,
        name: "rule",
        again: "rule",
        words: |e, _| asked(&WTP, e, "get_rule"),
    },
    Setting { protocol: &GTP, name: "kata-set-rules", again: "kata-set-rules", words: rules },
    Setting { protocol: &GTP, name: "kata-set-rule", again: "kata-set-rules", words: rules },
    Setting { protocol: &GTP, name: "kgs-rules", again: "kata-set-rules", words: rules },
    Setting {
        protocol: &GTP,
        name: "komi",
        again: "komi",
        words: |e, _| asked(&GTP, e, "get_komi"),
    },
    Setting { protocol: &WTP, name: "komi", again: "komi", words: |e, _| asked(&WTP, e, "komi") },
    Setting { protocol: &GTP, name: "time_settings", again: "kata-time_settings", words: time },
    Setting { protocol: &GTP, name: "kgs-time_settings", again: "kata-time_settings", words: time },
    Setting {
        protocol: &GTP,
        name: "kata-time_settings",
        again: "kata-time_settings",
        words: time,
    },
    Setting { protocol: &WTP, name: "time_settings", again: "kata-time_settings", words: time },
    Setting { protocol: &GTP, name: "kata-set-param", again: "kata-set-param", words: param },
    Setting { protocol: &GTP, name: "gogui-param", again: "kata-set-param", words: param },
    Setting { protocol: &WTP, name: "level", again: "level", words: level },
    Setting { protocol: &GTP, name: "time_left", again: "kata-time_settings", words: time },
];

fn rules(engine: &mut Engine, _: &str) -> String {
    asked(&GTP, engine, "kata-get-rules")
}

fn level(engine: &mut Engine, _: &str) -> String {
    asked(&GTP, engine, "kata-get-param level")
}

/// The first word of an argument is the name of the parameter.
fn param(engine: &mut Engine, argument: &str) -> String {
    let Some(name) = argument.split_whitespace().next() else { return "level 10".into() };
    let value = asked(&GTP, engine, &format!("kata-get-param {name}"));
    format!("{name} {value}")
}

/// Returns the time control in the syntax of `kata-time_settings`.
fn time(engine: &mut Engine, _: &str) -> String {
    let seconds = |time: Duration| format!("{}.{:09}", time.as_secs(), time.subsec_nanos());
    let cap = |time: Option<Duration>| time.map_or("-1".into(), seconds);
    match engine.time_control() {
        TimeControl::Unlimited => "none".into(),
        TimeControl::Absolute { main } => format!("absolute {}", seconds(main)),
        TimeControl::ByoYomi { main, period, periods } => {
            format!("byoyomi {} {} {periods}", seconds(main), seconds(period))
        }
        TimeControl::Canadian { main, period, stones } => {
            format!("canadian {} {} {stones}", seconds(main), seconds(period))
        }
        TimeControl::Fischer { main, increment, cap: most, move_cap } => format!(
            "fischer-capped {} {} {} {}",
            seconds(main),
            seconds(increment),
            cap(most),
            cap(move_cap)
        ),
    }
}

/// A channel without a client or waiting lines.
struct Nobody;

impl Channel for Nobody {
    fn send(&self, _: &str) {}
    fn show(&self, _: &str) {}
    fn has_sent(&self) -> bool {
        false
    }
    fn must_move(&self) -> bool {
        true
    }
    fn must_stop(&self) -> bool {
        true
    }
}

/// Returns the response to a line that is a command.
fn response(protocol: &'static Protocol, engine: &mut Engine, line: &str) -> Option<String> {
    let response = protocol.respond(line, engine, &mut ProtocolContext::default(), &Nobody)?.text;
    assert!(!response.contains("internal error"), "{line}: {response}");
    Some(response)
}

/// Returns the value of a command that must succeed.
fn asked(protocol: &'static Protocol, engine: &mut Engine, line: &str) -> String {
    let response = response(protocol, engine, line).expect("a command");
    let value = response.strip_prefix('=').unwrap_or_else(|| panic!("{line}: {response}"));
    value.trim().into()
}

/// The state that these commands can change.
type State = (Rules, TimeControl, Settings);

fn state(engine: &Engine) -> State {
    (*engine.game().rules(), engine.time_control(), engine.settings().clone())
}

fn restore(engine: &mut Engine, (rules, time, settings): &State) {
    engine.set_rules(*rules);
    engine.set_time_control(*time);
    *engine.settings_mut() = settings.clone();
}

/// Commands with arguments.
struct Commands;

impl Tried for Commands {
    fn name(&self) -> &'static str {
        "words"
    }

    fn grammar(&self) -> Grammar {
        GRAMMAR
    }

    fn examples(&self) -> Vec<Vec<u8>> {
        examples()
    }

    fn examine(&self, bytes: &[u8]) -> Features {
        static ENGINE: LazyLock<Mutex<Engine>> = LazyLock::new(|| {
            let settings = Settings { seed: Some(1), memory: 1, ..Settings::default() };
            Mutex::new(Engine::new(settings, BoardSize::STANDARD, Rules::CHINESE))
        });
        let mut engine = ENGINE.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(bytes);
        let begin =
            (Rules::CHINESE, TimeControl::Unlimited, Settings { memory: 1, ..Settings::default() });
        let mut features = Features::new();
        for setting in SETTINGS {
            restore(&mut engine, &begin);
            features.insert(setting.comes_back(&mut engine, &text));
        }
        features
    }
}

impl Setting {
    /// Sets a value and sets it again from its text form. Returns a description of the outcome.
    fn comes_back(&self, engine: &mut Engine, text: &str) -> String {
        let begin = state(engine);
        let line = format!("{} {text}", self.name);
        let response = response(self.protocol, engine, &line).expect("it names a command");
        let set = state(engine);
        if response.starts_with('?') {
            assert_eq!(set, begin, "{line}");
            return format!("{} {response}", self.name);
        }
        let Line::Command { argument, .. } = self.protocol.read(&line) else {
            return String::new();
        };
        let words = (self.words)(engine, &argument);
        restore(engine, &begin);
        let protocol = if self.again == self.name { self.protocol } else { &GTP };
        asked(protocol, engine, &format!("{} {words}", self.again));
        assert_eq!(state(engine), set, "{line}: {words}");
        let kinds = words.replace(|c: char| c.is_ascii_digit(), "0").replace("00", "0");
        format!("{} {}", self.name, kinds.chars().take(200).collect::<String>())
    }
}

/// Parsers of single values.
struct Values;

impl Tried for Values {
    fn name(&self) -> &'static str {
        "values"
    }

    fn grammar(&self) -> Grammar {
        GRAMMAR
    }

    fn examples(&self) -> Vec<Vec<u8>> {
        examples()
    }

    fn examine(&self, bytes: &[u8]) -> Features {
        let text = String::from_utf8_lossy(bytes);
        let mut features = Features::new();
        for word in text.split(' ') {
            let read = [
                parse_number::integer(word)
                    .map(|n| assert_eq!(parse_number::integer(&n.to_string()), Ok(n)))
                    .is_ok(),
                parse_number::count(word)
                    .is_ok_and(|n| parse_number::count(&n.to_string()) == Ok(n)),
                parse_number::seconds(word)
                    .is_ok_and(|time| time <= Duration::from_secs(1_000_000_000)),
                parse_number::decimal(word)
                    .is_ok_and(|n| parse_number::float(word) == Ok(n) || n.is_infinite()),
                vertex::color(word)
                    .is_ok_and(|color| vertex::color(&color.to_string()) == Ok(color)),
                is_point(word),
                is_komi(word),
                is_time(word),
            ];
            features.insert(format!("{read:?} {}", word.len().min(20)));
        }
        features.insert(line_comes_back(&text));
        features
    }
}

/// Returns `true` if the word is a point, which must then round-trip.
fn is_point(word: &str) -> bool {
    (2..=25).filter_map(BoardSize::new).any(|size| {
        let point = vertex::point(size, word);
        point.is_ok_and(|point| {
            assert_eq!(vertex::point(size, &vertex::vertex(size, point)), Ok(point));
            true
        })
    })
}

fn is_komi(word: &str) -> bool {
    let komi = parse_number::float(word).and_then(parse_number::komi);
    komi.is_ok_and(|komi| {
        let again = parse_number::decimal(&komi.to_string()).and_then(parse_number::komi);
        assert_eq!(again, Ok(komi), "{word}");
        true
    })
}

fn is_time(word: &str) -> bool {
    Time::parse(word).is_some_and(|time| {
        assert_eq!(Time::parse(&time.to_string()), Some(time.clone()), "{word}");
        let utc = time.in_utc();
        assert_eq!(Time::parse(&utc.to_string()), Some(utc), "{word}");
        true
    })
}

/// A line must be equivalent to the line without skipped characters.
fn line_comes_back(text: &str) -> String {
    let mut features = Vec::new();
    for protocol in [&GTP, &WTP] {
        let line = protocol.read(text);
        features.push(match &line {
            Line::Command { id, name, argument } => {
                // Without an id, a numeric name would be read as the id.
                let is_number = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
                if !(id.is_empty() && is_number) {
                    assert_eq!(protocol.read(&format!("{id} {name} {argument}")), line);
                }
                format!("{} {} {}", !id.is_empty(), !name.is_empty(), !argument.is_empty())
            }
            Line::Comment(_) => "comment".into(),
            Line::Blank => "blank".into(),
        });
    }
    features.join(", ")
}

const GRAMMAR: Grammar = Grammar {
    pieces: include_str!("../../data/pieces/words.txt"),
    brackets: &[(b' ', b' '), (b',', b','), (b'"', b'"')],
    longest: 1 << 10,
};

/// Returns each piece as an input.
fn examples() -> Vec<Vec<u8>> {
    GRAMMAR.pieces.lines().map(|piece| piece.into()).collect()
}

static BOTH: [&dyn Tried; 2] = [&Commands, &Values];

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn mutated_values_are_read_or_change_nothing() {
    try_spoilt(&BOTH, 5000);
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn regression_inputs_pass() {
    try_kept(&BOTH, "fuzz-words");
}
