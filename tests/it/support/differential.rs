//! A session and a naive game that executes the same commands.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::{fs, io, thread};

use rand::RngExt;
use rand::rngs::StdRng;
use tianyuan::engine::{Engine, Settings};
use tianyuan::go::diagram::COLUMN_LETTERS;
use tianyuan::go::{BoardSize, Color, Rules};
use tianyuan::protocol::{Protocol, rules_as_json, rules_as_words};
use tianyuan::session::{self, ProtocolChoice};

use super::line_client::Talk;
use super::naive_game::{Act, NaiveGame};

/// A saved game.
#[derive(Clone)]
pub struct Saved {
    pub file: PathBuf,
    pub game: NaiveGame,
    /// `true` if nothing follows its last turn: a loaded game continues where it was saved.
    pub is_whole: bool,
}

/// A session and its naive game.
pub struct Beside {
    pub protocol: &'static Protocol,
    pub talk: Talk,
    pub game: NaiveGame,
    pub folder: PathBuf,
    pub saved: Vec<Saved>,
    /// `true` if a loaded game may continue after its last turn.
    pub is_loaded: bool,
    /// The whole dialogue, for failure reports.
    pub log: Log,
}

/// Prints the dialogue on a panic.
pub struct Log(pub String);

impl Drop for Log {
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!("{}", self.0);
        }
    }
}

impl Beside {
    pub fn begin(protocol: &'static Protocol) -> Beside {
        static SESSIONS: AtomicU32 = AtomicU32::new(0);
        let number = SESSIONS.fetch_add(1, Ordering::Relaxed);
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("differential-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let rules = Rules { komi: protocol.komi, ..Rules::CHINESE };
        let mut beside = Beside {
            protocol,
            talk: session_of(protocol),
            game: NaiveGame::new(5, rules),
            folder,
            saved: Vec::new(),
            is_loaded: false,
            log: Log(String::new()),
        };
        beside.must("boardsize 5");
        beside
    }

    pub fn is_gtp(&self) -> bool {
        self.protocol.version == 2
    }

    /// Returns the value of a command as bytes, or an error if it fails.
    pub fn ask_bytes(&mut self, line: &str) -> Result<Vec<u8>, String> {
        self.log.0 += &format!("{line}\n");
        self.talk.send(format!("{line}\n").as_bytes());
        let response = self.talk.response().expect("a response to every command").join(&b'\n');
        match response.split_first() {
            Some((b'=', value)) => Ok(value.strip_prefix(b" ").unwrap_or(value).to_vec()),
            _ => {
                let failure = String::from_utf8_lossy(&response).into_owned();
                self.log.0 += &format!("    {failure}\n");
                Err(failure)
            }
        }
    }

    pub fn ask(&mut self, line: &str) -> Result<String, String> {
        let value = self.ask_bytes(line)?;
        Ok(String::from_utf8(value).expect("nothing but ASCII is asked for"))
    }

    pub fn must(&mut self, line: &str) -> String {
        self.ask(line).unwrap_or_else(|failure| panic!("{line}: {failure}"))
    }

    /// Sends a command that must succeed if a game is given and must fail otherwise, and continues with that game.
    pub fn becomes(&mut self, line: &str, game: Option<NaiveGame>) {
        let answer = self.ask(line);
        assert_eq!(answer.is_ok(), game.is_some(), "{line}: {answer:?}");
        self.game = game.unwrap_or_else(|| self.game.clone());
    }

    /// The same for a command that starts a game.
    pub fn begins(&mut self, line: &str, game: Option<NaiveGame>) {
        self.is_loaded &= game.is_none();
        self.becomes(line, game);
    }

    /// Compares everything that is known about the session's game.
    pub fn compare(&mut self, random: &mut StdRng) {
        let oracle = self.game.oracle();
        let board = self.must("showboard");
        let mut lines = board.lines();
        let to_play = match self.game.to_play() {
            Color::Black => "Black (X) to play",
            Color::White => "White (O) to play",
        };
        let head = format!(
            "{}, {} turns played, komi {}, prisoners: {} black, {} white",
            self.game.ending().unwrap_or(to_play),
            self.game.turns.len(),
            self.game.rules.komi,
            oracle.prisoners[0],
            oracle.prisoners[1]
        );
        assert_eq!(lines.next(), Some(head.as_str()));
        let rows: Vec<&str> = lines.skip(1).take(self.game.lines).collect();
        let cells =
            rows.iter().rev().flat_map(|row| row.split_whitespace().skip(1).take(self.game.lines));
        let stones: Vec<Option<Color>> = cells
            .map(|cell| match cell {
                "X" => Some(Color::Black),
                "O" => Some(Color::White),
                _ => None,
            })
            .collect();
        assert_eq!(stones, oracle.stones, "{board}");
        let (rules, told) = match self.is_gtp() {
            true => (rules_as_json(&self.game.rules), self.must("kata-get-rules")),
            false => (rules_as_words(&self.game.rules), self.must("get_rule")),
        };
        assert_eq!(told, rules);
        for _ in 0..8 {
            let at = random.random_range(0..stones.len());
            let color = if random.random() { Color::Black } else { Color::White };
            let legal = oracle.is_legal(color, at);
            let turn = format!("{color} {}", self.vertex(at));
            if self.is_gtp() {
                let told = self.must(&format!("is_legal {turn}"));
                assert_eq!(told, u8::from(legal).to_string(), "{turn}\n{board}");
            } else if random.random_range(0..3) == 0 {
                let played = self.ask(&format!("play {turn}")).is_ok();
                assert_eq!(played, legal, "{turn}\n{board}");
                if played {
                    self.must("undo");
                }
            }
        }
        if self.is_gtp() {
            assert_eq!(self.must("get_handicap"), self.game.handicap().to_string());
        }
    }

    // --- text -----------------------------------------------------------------------------------

    pub fn vertex(&self, at: usize) -> String {
        let letter = COLUMN_LETTERS[at % self.game.lines] as char;
        format!("{letter}{}", at / self.game.lines + 1)
    }

    pub fn point(&self, vertex: &str) -> usize {
        let column = COLUMN_LETTERS.iter().position(|&letter| letter == vertex.as_bytes()[0]);
        let row: usize = vertex[1..].parse().expect("a row");
        column.expect("a column") + (row - 1) * self.game.lines
    }

    pub fn name(&self, act: Act) -> String {
        match act {
            Act::Play(at) => self.vertex(at),
            Act::Pass => "PASS".into(),
            Act::Resign => "RESIGN".into(),
        }
    }

    pub fn act(&self, text: &str) -> Act {
        match text.to_ascii_lowercase().as_str() {
            "pass" => Act::Pass,
            "resign" => Act::Resign,
            _ => Act::Play(self.point(text)),
        }
    }
}

/// Connects to a session on a thread of this process.
fn session_of(protocol: &'static Protocol) -> Talk {
    let (input, to_session) = io::pipe().expect("a pipe");
    let (from_session, output) = io::pipe().expect("a pipe");
    let choice = if protocol.version == 2 { ProtocolChoice::Gtp } else { ProtocolChoice::Wtp };
    thread::spawn(move || {
        let settings = Settings {
            threads: 1,
            playouts: Some(8),
            seed: Some(1),
            memory: 1,
            ..Settings::default()
        };
        let mut engine = Engine::new(settings, BoardSize::STANDARD, Rules::CHINESE);
        session::run(input, output, choice, &mut engine).expect("the pipe holds");
    });
    Talk::over(to_session, from_session)
}
