//! Engines that play badly, and engines with every misbehaviour that a referee must survive.
//!
//! They implement the minimum of GTP. All play random moves; each misbehaves at its third move unless documented
//! otherwise.

use std::io::{self, BufRead, Write};
use std::process::{Command, Stdio, exit};
use std::thread::sleep;
use std::time::Duration;

use rand::SeedableRng;
use rand::rngs::StdRng;
use tianyuan::go::{BoardSize, Color, Game, Move, Rules};
use tianyuan::protocol::{GTP, vertex};

use crate::support::random_player::random_move;

/// The misbehaviour of an engine.
const KINDS: &[&str] = &[
    "random",    // nothing
    "resigner",  // resigns
    "crasher",   // ends with the status 3
    "cheater",   // plays on a stone
    "nonsense",  // answers what is no move
    "quitter",   // refuses to make a move
    "refuser",   // refuses the opponent's third move
    "sleeper",   // takes two seconds
    "hanger",    // takes for ever
    "flooder",   // answers without end
    "babbler",   // answers with lines without end
    "mutterer",  // writes comments without end in place of an answer
    "chatterer", // has an analysis that nothing ends
    "liar",      // calls all stones of the opponent dead, and all it has alive
    "laconic",   // knows nothing of dead stones
    "passer",    // passes, always
    "analyst",   // reports with its moves that White wins by 30 points
    "noisy",     // chatters on both outputs, and ends its lines as Windows does
    "clinger",   // does not end when it is asked to
    "stickler",  // has no board of any size
    "stillborn", // ends at once
    "parrot",    // plays the same in every game
    "parent",    // starts another process, in a session of its own
    "stray",     // is that process: it speaks to nobody and does not end
    "mortal",    // ends at every move with the status 5
    "mute",      // does not answer to komi
    "observer",  // has one analysis, that of Leela Zero, and reports the same all the time
    "novice",    // plays the first point that is empty, suicide and ko or not
    "rigid",     // has Black and White by turns only, and loads records
];

/// An engine.
struct DumbEngine {
    kind: String,
    game: Game,
    own: Color,
    rng: StdRng,
    moves: usize,
    told: usize,
}

/// Runs an engine of this kind until the input ends.
pub fn play(kind: &str) {
    assert!(KINDS.contains(&kind), "there is no dumb engine {kind}");
    if kind == "stillborn" {
        exit(4);
    }
    #[cfg(unix)]
    match kind {
        "parent" => start_stray(),
        "stray" => {
            nix::unistd::setsid().expect("it leads no group");
            sleep(Duration::from_secs(300));
            return;
        }
        _ => {}
    }
    // Identifies the process for a test.
    eprintln!("process {}", std::process::id());
    let game = Game::new(BoardSize::STANDARD, Rules::CHINESE);
    let rng = StdRng::seed_from_u64(kind.len() as u64);
    let mut engine =
        DumbEngine { kind: kind.into(), game, own: Color::Black, rng, moves: 0, told: 0 };
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_analyst = engine.is("observer") || engine.is("chatterer");
        if let (["lz-analyze", color, ..], true) = (&words[..], is_analyst) {
            engine.analyze(color);
            continue;
        }
        let response = match engine.answer(&words) {
            Ok(text) => format!("= {text}\n\n"),
            Err(text) => format!("? {text}\n\n"),
        };
        engine.say(&response);
        if words == ["quit"] && !engine.is("clinger") {
            return;
        }
    }
    while engine.is("clinger") {
        sleep(Duration::from_secs(1));
    }
}

/// Starts a process that is never awaited, and prints its id.
#[cfg(unix)]
#[allow(clippy::zombie_processes, reason = "that nobody waits is what is tested")]
fn start_stray() {
    let this = std::env::current_exe().expect("the test knows where it is");
    let mut command = Command::new(this);
    command.args(["--dumb-engine", "stray"]).stdin(Stdio::null()).stdout(Stdio::null());
    let stray = command.stderr(Stdio::null()).spawn().expect("the test can be started");
    eprintln!("stray {}", stray.id());
}

impl DumbEngine {
    fn is(&self, kind: &str) -> bool {
        self.kind == kind
    }

    fn say(&self, response: &str) {
        let text = if self.is("noisy") {
            eprint!("{}", "thinking, thinking\n".repeat(5000));
            format!("hello\n\n{response}good bye\n").replace('\n', "\r\n")
        } else {
            response.to_owned()
        };
        let _ = io::stdout().write_all(text.as_bytes()).and_then(|()| io::stdout().flush());
    }

    /// Writes a line until no process reads it.
    fn repeat(&self, line: &[u8]) -> ! {
        while io::stdout().write_all(&line.repeat(100)).is_ok() {}
        exit(0)
    }

    fn answer(&mut self, words: &[&str]) -> Result<String, String> {
        match *words {
            ["name"] => Ok(self.kind.clone()),
            ["version"] => Ok("1".into()),
            ["list_commands"] if self.is("laconic") => Ok("genmove\nplay".into()),
            ["list_commands"] if self.is("analyst") => Ok("genmove\nkata-genmove_analyze".into()),
            ["WTP" | "rule", ..] if self.is("mutterer") => Ok(String::new()),
            ["list_commands"] if self.is("chatterer") => Ok("genmove\nplay\nlz-analyze".into()),
            ["list_commands"] if self.is("observer") => Ok("genmove\nplay\nlz-analyze".into()),
            ["list_commands"] if self.is("rigid") => Ok("genmove\nplay\nloadsgf".into()),
            ["list_commands"] => Ok("genmove\nplay\nfinal_status_list\ntime_left".into()),
            ["loadsgf", file] if self.is("rigid") => self.load(file),
            ["komi", _] if self.is("mute") => {
                sleep(Duration::from_secs(3600));
                Ok(String::new())
            }
            ["boardsize", _] if self.is("stickler") => Err("unacceptable size".into()),
            ["boardsize", lines] => {
                let size = lines.parse().ok().and_then(BoardSize::new).ok_or("size")?;
                self.game = Game::new(size, Rules::CHINESE);
                Ok(String::new())
            }
            ["clear_board"] => {
                self.game = Game::new(self.game.size(), Rules::CHINESE);
                (self.moves, self.told) = (0, 0);
                if self.is("parrot") {
                    self.rng = StdRng::seed_from_u64(1);
                }
                Ok(String::new())
            }
            ["play", color, place] => self.take(color, place),
            ["genmove", color] => self.genmove(vertex::color(color).map_err(|e| e.to_string())?),
            ["kata-genmove_analyze", color, _] if self.is("analyst") => self.analysis(color),
            ["final_status_list", "dead"] => Ok(self.dead_stones()),
            ["komi" | "time_settings" | "time_left" | "quit", ..] => Ok(String::new()),
            _ => Err("unknown command".into()),
        }
    }

    /// Reports one candidate for a while.
    fn analyze(&self, color: &str) {
        let color = vertex::color(color).expect("a colour");
        let winrate = if color == Color::Black { 5213 } else { 4787 };
        self.say("=\n");
        let reports = if self.is("chatterer") { usize::MAX } else { 20 };
        for _ in 0..reports {
            self.say(&format!(
                "info move A1 visits 120 winrate {winrate} prior 2211 order 0 pv A1 pass\n"
            ));
            if !self.is("chatterer") {
                sleep(Duration::from_millis(10));
            }
        }
        self.say("\n");
    }

    fn load(&mut self, file: &str) -> Result<String, String> {
        let bytes = std::fs::read(file).map_err(|error| error.to_string())?;
        let reading =
            tianyuan::records::format::read(&bytes, tianyuan::records::format::Format::Sgf);
        let record = reading.records.first().ok_or("no record")?;
        let game = record.game_to(record.tree.root(), *self.game.rules());
        self.game = game.map_err(|error| error.to_string())?;
        Ok(String::new())
    }

    fn take(&mut self, color: &str, place: &str) -> Result<String, String> {
        self.told += 1;
        if self.is("refuser") && self.told == 3 {
            return Err("illegal move".into());
        }
        let color = vertex::color(color).map_err(|error| error.to_string())?;
        if self.is("rigid") && color != self.game.to_play() {
            return Err("it is not your turn".into());
        }
        let mv = vertex::read_move(self.game.size(), place).map_err(|error| error.to_string())?;
        self.game.play(color, mv).map(|()| String::new()).map_err(|_| "illegal move".into())
    }

    fn genmove(&mut self, color: Color) -> Result<String, String> {
        self.own = color;
        self.moves += 1;
        if self.is("mortal") {
            exit(5);
        }
        if self.moves == 3 {
            match self.kind.as_str() {
                "resigner" => return Ok("resign".into()),
                "crasher" => exit(3),
                "cheater" => {
                    let stone = self.game.board().stones().next().expect("a stone").1;
                    return Ok(vertex::vertex(self.game.size(), stone));
                }
                "nonsense" => return Ok("Q99 or so".into()),
                "quitter" => return Err("no idea".into()),
                "sleeper" => sleep(Duration::from_secs(2)),
                "hanger" => sleep(Duration::from_secs(3600)),
                "babbler" => {
                    self.say("= A1\n");
                    self.repeat(b"and so on\n");
                }
                "mutterer" => self.repeat(b"# thinking\n"),
                "flooder" => loop {
                    let _ = io::stdout().write_all(&[b'='; 1 << 16]);
                },
                _ => {}
            }
        }
        if self.is("novice") {
            let empty = self.game.size().points().find(|&it| self.game.board().is_empty(it));
            return Ok(GTP.words.of_move(self.game.size(), empty.map_or(Move::Pass, Move::Play)));
        }
        let mv = match self.is("passer") {
            true => Move::Pass,
            false => random_move(&self.game, color, &mut self.rng),
        };
        self.game.play(color, mv).map_err(|illegal| illegal.to_string())?;
        Ok(GTP.words.of_move(self.game.size(), mv))
    }

    fn analysis(&mut self, color: &str) -> Result<String, String> {
        let color = vertex::color(color).map_err(|error| error.to_string())?;
        let mv = self.genmove(color)?;
        let (winrate, score) = if color == Color::White { (0.99, 30) } else { (0.01, -30) };
        let report = |visits| {
            format!(
                "info move {mv} visits {visits} winrate {winrate} scoreLead {score} order 0 pv {mv}"
            )
        };
        Ok(format!("\n{}\n{}\nplay {mv}", report(1), report(7)))
    }

    fn dead_stones(&self) -> String {
        let size = self.game.size();
        let theirs = self.game.board().stones().filter(|stone| stone.0 != self.own);
        let vertices = theirs.map(|(_, point)| vertex::vertex(size, point));
        if self.is("liar") { vertices.collect::<Vec<_>>().join(" ") } else { String::new() }
    }
}
