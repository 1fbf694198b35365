//! Fuzzes sessions in both protocols: for all input bytes, each command gets one response, in order and in the
//! correct format, nothing panics, and failing commands change nothing.
//!
//! Inputs derive from the dialogues in `protocol-transcripts/` and from random lines; the features are pairs of
//! command and response. `TIANYUAN_FUZZ_SECONDS=1800 cargo test --release --test isolated fuzz::sessions --
//! --nocapture`
//! tests each protocol for a quarter of an hour. Add failing inputs to `tests/data/fuzz-sessions`, whose files are
//! tested in every run.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use std::{fs, panic};

use rand::SeedableRng;
use rand::rngs::StdRng;
use tianyuan::engine::{Engine, Settings};
use tianyuan::go::{BoardSize, Rules};
use tianyuan::nn::{Nets, NumberType};
use tianyuan::protocol::{Files, Folder, GTP, Protocol, ProtocolContext, WTP};
use tianyuan::session::{self, Options, ProtocolChoice};

use super::harness::{Features, Tried, try_kept, try_spoilt};
use super::mutation::Grammar;
use super::random_session::{WORDS, random_session};
use crate::support::random_net::{self, random_net};
use crate::support::session_properties::{Answered, Asked, answered, asked, protocol};
use crate::support::transcript::Transcript;

/// The maximum length of an initial input, in bytes.
const LONGEST: usize = 1 << 13;

/// The sessions of one protocol.
struct Sessions {
    protocol: &'static Protocol,
    choice: ProtocolChoice,
    name: &'static str,
}

static BOTH: [&dyn Tried; 2] = [
    &Sessions { protocol: &GTP, choice: ProtocolChoice::Gtp, name: "gtp" },
    &Sessions { protocol: &WTP, choice: ProtocolChoice::Wtp, name: "wtp" },
];

impl Tried for Sessions {
    fn name(&self) -> &'static str {
        self.name
    }

    fn grammar(&self) -> Grammar {
        static PIECES: LazyLock<String> = LazyLock::new(pieces);
        Grammar { pieces: &PIECES, brackets: &[(b'\n', b'\n'), (b' ', b' ')], longest: 1 << 10 }
    }

    fn examples(&self) -> Vec<Vec<u8>> {
        let folder = root().join("protocol-transcripts").join(self.name);
        let entries = fs::read_dir(folder).expect("there are dialogues");
        let mut paths: Vec<PathBuf> =
            entries.map(|entry| entry.expect("an entry").path()).collect();
        paths.sort();
        let mut random = StdRng::seed_from_u64(1);
        let dialogues = paths.iter().map(|path| Transcript::read(path).input());
        let random = (0..5).map(|_| random_session(self.protocol, 200, &mut random));
        dialogues.chain(random).filter(|input| input.len() <= LONGEST).collect()
    }

    /// Before it starts a thread, the engine checks that the system has address space for it.
    fn memory(&self) -> usize {
        256 << 20
    }

    fn examine(&self, bytes: &[u8]) -> Features {
        let input = ended(bytes);
        let mut features = Features::new();
        let (asked, answered) = talk(&input, ProtocolChoice::Auto);
        let names = [""].into_iter().chain(asked.iter().map(|asked| asked.name.as_str()));
        for ((asked, answered), before) in asked.iter().zip(&answered).zip(names) {
            if self.protocol.command(&asked.name).is_some() {
                features.insert(format!("{} {}", asked.name, shape(answered)));
                features.insert(format!("{before}, {} {}", asked.name, answered.well));
            }
        }
        self.changes_only_what_it_should(&input);
        features
    }
}

impl Sessions {
    /// Inspects the game after every line. Only commands that may change it do so, and only if they succeed.
    fn changes_only_what_it_should(&self, input: &[u8]) {
        let looks: &[u8] = match self.choice {
            ProtocolChoice::Gtp => b"\nshowboard\nkata-get-rules\nprint_game sgf\n",
            _ => b"\nshowboard\nget_rule\nprint_game sgf\n",
        };
        let lines: Vec<&[u8]> = input.split(|&byte| byte == b'\n').collect();
        let watched = lines.iter().flat_map(|line| [line, looks].concat()).collect::<Vec<u8>>();
        let (asked, answered) = talk(&watched, self.choice);
        let mut last_look = None;
        let mut may_change = true;
        let mut looked = Vec::new();
        for (asked, answered) in asked.into_iter().zip(answered) {
            if asked.line % 4 == 0 {
                may_change = answered.well && CHANGING.split(' ').any(|name| name == asked.name);
                continue;
            }
            looked.push(answered.text);
            if asked.line % 4 == 3 {
                let look = std::mem::take(&mut looked);
                if !may_change && let Some(before) = &last_look {
                    let line = lines[asked.line / 4].escape_ascii();
                    assert_eq!(*before, look, "after {line}");
                }
                last_look = Some(look);
                may_change = false;
            }
        }
    }
}

/// The commands that may change the game.
const CHANGING: &str = "boardsize rectangular_boardsize clear_board komi play genmove genmove_debug \
    gomill-genmove_ex undo gg-undo \
    set_position loadsgf load_game fixed_handicap place_free_handicap set_free_handicap rule \
    kata-set-rules kata-set-rule kgs-rules kgs-genmove_cleanup lz-genmove_analyze \
    kata-genmove_analyze genmove_analyze gogui-play_sequence gogui-setup gogui-setup_player \
    time_settings kgs-time_settings kata-time_settings time_left player_name game_result \
    cgos-opponent_name cgos-opponent_rating cgos-gameover";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the names of all commands, each at the start of a line, and arguments for them.
fn pieces() -> String {
    let names = [&GTP, &WTP].map(|protocol| protocol.commands.iter().map(|command| command.name));
    let lines = names.into_iter().flatten().map(|name| format!("␊{name} \n"));
    let words = WORDS.iter().map(|word| format!(" {} \n", word.replace('\r', "␍")));
    lines.chain(words).collect::<String>() + include_str!("../../data/pieces/session.txt")
}

/// Appends lines that end a search if the input may have set a long thinking time.
fn ended(bytes: &[u8]) -> Vec<u8> {
    let mut input = bytes.to_vec();
    if bytes.windows(3).any(|word| word == b"max") {
        input.extend(b"\n# interrupt\nstop\n");
    }
    input
}

/// Returns the commands and responses of a session.
fn talk(input: &[u8], choice: ProtocolChoice) -> (Vec<Asked>, Vec<Answered>) {
    let protocol = protocol(input, choice);
    let asked = asked(input, protocol);
    let mut output = Vec::new();
    let before = panics();
    let input = InParts { bytes: input.to_vec(), at: 0 };
    let environment = ProtocolContext {
        files: Files::Inside(folder()),
        solve_time: Duration::from_millis(10),
        ..ProtocolContext::default()
    };
    let options = Options { protocol: choice, environment, observer: None };
    session::run(input, &mut output, options, &mut engine()).expect("it can write");
    assert_eq!(panics(), before, "something panicked");
    let answered = answered(&output, &asked, protocol);
    (asked, answered)
}

/// An input that arrives in parts of varying length.
struct InParts {
    bytes: Vec<u8>,
    at: usize,
}

impl Read for InParts {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = 1 + self.at * 7 % 61;
        let part = &self.bytes[self.at..];
        let part = &part[..length.min(part.len()).min(buffer.len())];
        buffer[..part.len()].copy_from_slice(part);
        self.at += part.len();
        Ok(part.len())
    }
}

/// Returns the number of panics in this process, on all threads.
fn panics() -> u64 {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    static COUNTING: LazyLock<()> = LazyLock::new(|| {
        let told = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            COUNT.fetch_add(1, Ordering::Relaxed);
            told(info);
        }));
    });
    LazyLock::force(&COUNTING);
    COUNT.load(Ordering::Relaxed)
}

/// A small net, so that every search uses a net without additional time.
static NETS: LazyLock<Nets> = LazyLock::new(|| {
    let shape = random_net::shape(NumberType::Integer { max: 127 }, 1, 16);
    Nets::new([random_net(&shape, &mut StdRng::seed_from_u64(1))])
});

fn engine() -> Engine {
    let settings = Settings {
        threads: 2,
        move_time: Duration::from_millis(1),
        playouts: Some(20),
        seed: Some(1),
        memory: 1,
        nets: NETS.clone(),
        ..Settings::default()
    };
    Engine::new(settings, BoardSize::STANDARD, Rules::CHINESE)
}

/// Returns a folder for the files that sessions name, with several files to load.
fn folder() -> Folder {
    static FOLDER: LazyLock<Folder> = LazyLock::new(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz-sessions");
        let _ = fs::remove_dir_all(&folder);
        for file in [
            "conformance/sgf/valid/main-line.sgf",
            "conformance/sgf/valid/rectangle.sgf",
            "conformance/wei7-2.2/valid/game.wei7",
        ] {
            let file = Path::new("tests/data").join(file);
            let copy = folder.join(&file);
            fs::create_dir_all(copy.parent().expect("a folder")).expect("writable");
            fs::copy(root().join(&file), copy).expect("an example");
        }
        Folder::open(&folder).expect("it was made")
    });
    FOLDER.clone()
}

/// Returns the constant parts of a response: the start of an error message, or the character classes of a value.
fn shape(answered: &Answered) -> String {
    if !answered.well {
        return answered.text.split(':').next().unwrap_or_default().into();
    }
    let lines = answered.text.lines().count().max(1).ilog2();
    let mut kinds: Vec<char> = answered.text.chars().take(40).map(kind).collect();
    kinds.dedup();
    kinds.truncate(12);
    format!("{lines} {}", kinds.into_iter().collect::<String>())
}

fn kind(c: char) -> char {
    match c {
        '0'..='9' => '0',
        'A'..='Z' => 'A',
        'a'..='z' => 'a',
        c if c.is_ascii() => c,
        _ => '围',
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn mutated_sessions_are_answered_in_order() {
    try_spoilt(&BOTH, 50);
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn regression_inputs_pass() {
    try_kept(&BOTH, "fuzz-sessions");
}
