//! `tianyuan bridge` with misbehaving engines, and matches over it.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::playing::{dumb, play};
use crate::support::line_client::Talk;

/// The tests of this file by name.
pub const TESTS: &[(&str, fn())] = &[
    ("bridge::crashed_engine_is_restarted", crashed_engine_is_restarted),
    (
        "bridge::engine_crashing_at_start_is_not_restarted",
        engine_crashing_at_start_is_not_restarted,
    ),
    ("bridge::illegal_moves_are_not_sent_to_client", illegal_moves_are_not_sent_to_client),
    ("bridge::rejected_command_has_no_effect", rejected_command_has_no_effect),
    ("bridge::unresponsive_engine_is_lost", unresponsive_engine_is_lost),
    ("bridge::undo_replays_game_without_engine_support", undo_replays_game_without_engine_support),
    ("bridge::positions_are_set_up_by_loadsgf", positions_are_set_up_by_loadsgf),
    ("bridge::lz_analysis_is_converted", lz_analysis_is_converted),
    ("bridge::superko_is_enforced_by_bridge", superko_is_enforced_by_bridge),
    ("bridge::engine_noise_is_filtered", engine_noise_is_filtered),
    ("bridge::endless_response_ends_engine", endless_response_ends_engine),
    ("bridge::endless_analysis_ends_engine", endless_analysis_ends_engine),
    ("bridge::engine_exits_with_bridge", engine_exits_with_bridge),
    ("bridge::start_errors_are_reported", start_errors_are_reported),
    ("bridge::games_over_bridges_are_equal", games_over_bridges_are_equal),
];

/// A bridge to a fake engine, on 5x5.
struct Bridge {
    child: Child,
    talk: Talk,
}

impl Bridge {
    fn to(kind: &str, options: &[&str]) -> Bridge {
        let mut bridge = Bridge::with(kind, options);
        assert_eq!(bridge.ask("WTP"), "=", "{kind}");
        bridge
    }

    fn with(kind: &str, options: &[&str]) -> Bridge {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tianyuan"));
        command.args(["bridge", &dumb(kind)]).args(options);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let talk = Talk::over(input.expect("a pipe"), output.expect("a pipe"));
        Bridge { child, talk }
    }

    fn ask(&mut self, command: &str) -> String {
        self.talk.send(format!("{command}\n").as_bytes());
        let response = self.talk.response().unwrap_or_else(|| panic!("no response to {command}"));
        String::from_utf8_lossy(&response.join(&b'\n')).into_owned()
    }

    /// Sends all commands, which must succeed without a value.
    fn tell(&mut self, commands: &[&str]) {
        for command in commands {
            assert_eq!(self.ask(command), "=", "{command}");
        }
    }

    /// Returns the board, from the top.
    fn position(&mut self) -> String {
        self.ask("get_position")
    }

    fn end(mut self) {
        assert_eq!(self.ask("quit"), "=");
        assert!(self.talk.line().is_none());
        assert!(self.child.wait().expect("it ends").success());
    }
}

fn crashed_engine_is_restarted() {
    let mut bridge = Bridge::to("crasher", &[]);
    bridge.tell(&["boardsize 5", "rule Komi: 3.5", "play B A1"]);
    for _ in 0..2 {
        assert!(bridge.ask("genmove W").starts_with("= "));
        assert!(bridge.ask("genmove B").starts_with("= "));
        let before = bridge.position();
        let answer = bridge.ask("7 genmove W");
        assert!(answer.starts_with("?7 lost the engine: crash (at genmove w"), "{answer}");
        assert!(answer.ends_with("; it was restarted"), "{answer}");
        assert_eq!(bridge.position(), before);
    }
    // The engine has the whole game: an occupied point is illegal.
    assert!(bridge.ask("genmove W").starts_with("= "));
    assert_eq!(bridge.ask("komi"), "= 3.5");
    bridge.end();
}

fn endless_response_ends_engine() {
    let mut bridge = Bridge::to("babbler", &[]);
    bridge.tell(&["boardsize 5"]);
    let answers: Vec<String> = (0..3).map(|_| bridge.ask("genmove B")).collect();
    assert!(answers[2].starts_with("? lost the engine: garbled answer (endless"), "{answers:?}");
    bridge.end();
    // WTP allows comments, which are ignored.
    let mut bridge = Bridge::with("mutterer", &["--wtp"]);
    assert_eq!(bridge.ask("boardsize 5"), "= ");
    let answers: Vec<String> = (0..3).map(|_| bridge.ask("genmove b")).collect();
    assert!(answers[2].starts_with("? lost the engine: garbled answer (endless"), "{answers:?}");
}

fn endless_analysis_ends_engine() {
    let mut bridge = Bridge::to("chatterer", &["--limit", "1"]);
    bridge.tell(&["boardsize 5"]);
    let start = Instant::now();
    bridge.talk.send(b"analyze B\nboardsize 5\n");
    let mut line = bridge.talk.line().expect("a report");
    while line != b"=" {
        line = bridge.talk.line().expect("the answer to the next command");
    }
    assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
}

fn engine_crashing_at_start_is_not_restarted() {
    let mut bridge = Bridge::to("mortal", &[]);
    bridge.tell(&["boardsize 5", "play B A1"]);
    assert!(bridge.ask("genmove W").ends_with("; it was restarted"));
    let answer = bridge.ask("genmove W");
    assert!(answer.ends_with("; not restarted before the next boardsize or clear_board"));
    for command in ["genmove W", "play W B2", "undo", "analyze B"] {
        let answer = bridge.ask(command);
        assert_eq!(
            answer, "? the engine is not running; boardsize or clear_board restarts it",
            "{command}"
        );
    }
    assert!(bridge.position().ends_with("BEEEE"), "the game is kept");
    bridge.tell(&["clear_board", "play B A1"]);
    assert!(bridge.ask("genmove W").contains("crash"));
    bridge.end();
}

fn illegal_moves_are_not_sent_to_client() {
    for (kind, reason) in [("cheater", "the point is occupied"), ("nonsense", "not a move")] {
        let mut bridge = Bridge::to(kind, &[]);
        bridge.tell(&["boardsize 5"]);
        assert!(bridge.ask("genmove B").starts_with("= "));
        assert!(bridge.ask("genmove W").starts_with("= "));
        let before = bridge.position();
        let answer = bridge.ask("genmove B");
        assert!(answer.starts_with("? invalid response "), "{answer}");
        assert!(answer.ends_with(reason), "{answer}");
        assert_eq!(bridge.position(), before);
        // The engine received the game again and continues.
        assert!(bridge.ask("genmove B").starts_with("= "));
        bridge.end();
    }
    let mut bridge = Bridge::to("quitter", &[]);
    for color in ["B", "W"] {
        assert!(bridge.ask(&format!("genmove {color}")).starts_with("= "));
    }
    assert_eq!(bridge.ask("genmove B"), "? the engine rejected genmove b: no idea");
    bridge.end();
}

fn rejected_command_has_no_effect() {
    let mut bridge = Bridge::to("stickler", &[]);
    let refusal = "? the engine rejected boardsize 9: unacceptable size";
    assert_eq!(bridge.ask("boardsize 9"), refusal);
    assert_eq!(bridge.position().lines().count(), 19);
    bridge.end();
    let mut bridge = Bridge::to("refuser", &[]);
    bridge.tell(&["boardsize 5", "play B A1", "play W B1"]);
    let before = bridge.position();
    // It receives the game again before the second attempt, and rejects its third move again.
    for _ in 0..2 {
        assert_eq!(bridge.ask("play B C1"), "? the engine rejected play b C1: illegal move");
        assert_eq!(bridge.position(), before);
    }
    bridge.end();
}

fn unresponsive_engine_is_lost() {
    let start = Instant::now();
    let mut bridge = Bridge::to("mute", &["--limit", "0.5"]);
    let answer = bridge.ask("boardsize 5");
    assert!(answer.contains("lost the engine"), "{answer}");
    assert!(start.elapsed() < Duration::from_secs(20));
    bridge.end();
    let mut bridge = Bridge::to("hanger", &["--limit", "0.5"]);
    for _ in 0..2 {
        assert!(bridge.ask("genmove B").starts_with("= "));
    }
    // It searches forever; the bridge exits when its client has exited.
    bridge.talk.send(b"genmove B\n");
    bridge.talk.close();
    let answer = bridge.talk.line().expect("a line");
    assert!(answer.starts_with(b"? lost the engine: no answer"));
    assert!(bridge.child.wait().expect("it ends").success());
}

fn undo_replays_game_without_engine_support() {
    let mut bridge = Bridge::to("random", &[]);
    bridge.tell(&["boardsize 5", "play B A1", "play W B1", "undo", "play W A2", "undo 2"]);
    assert_eq!(bridge.ask("undo"), "? cannot undo");
    bridge.tell(&["play W A1"]);
    assert!(bridge.ask("genmove B").starts_with("= "), "the engine has the same board");
    bridge.end();
}

fn positions_are_set_up_by_loadsgf() {
    let mut bridge = Bridge::to("rigid", &[]);
    bridge.tell(&["boardsize 5", "set_free_handicap A1 B2 C3"]);
    assert!(bridge.ask("genmove W").starts_with("= "));
    // Consecutive moves of one colour in the middle of a game are sent as such.
    assert_eq!(bridge.ask("play W E5"), "? the engine rejected play w E5: it is not your turn");
    bridge.tell(&["set_position B A1 B1 C1 D1"]);
    assert!(bridge.position().ends_with("BWBWE"));
    bridge.end();
}

fn lz_analysis_is_converted() {
    let mut bridge = Bridge::to("observer", &[]);
    bridge.tell(&["boardsize 5"]);
    assert_eq!(
        bridge.ask("3 analyze W interval 1 maxvisits 100"),
        "=3 info order 0 move A1 visits 120 winrate 0.478700 prior 0.221100 pv A1 PASS"
    );
    bridge.talk.send(b"analyze B\nstop\n");
    let report = bridge.talk.response().expect("a response");
    assert_eq!(report.len(), 1, "at least one report, though it was stopped at once");
    assert!(report[0].starts_with(b"= info order 0 move A1 visits 120 winrate 0.521300"));
    assert_eq!(bridge.talk.response().expect("that to stop"), [b"="]);
    assert_eq!(
        bridge.ask("analyze B ownership true"),
        "? the engine's analysis does not report ownership"
    );
    assert_eq!(bridge.ask("analyze soon"), "? syntax error: 'soon' is not a colour");
    bridge.end();
    let mut bridge = Bridge::to("random", &[]);
    assert_eq!(bridge.ask("analyze B"), "? the engine has no analysis command");
    bridge.end();
}

/// The engine plays the first empty point.
fn superko_is_enforced_by_bridge() {
    let mut bridge = Bridge::to("novice", &[]);
    // White may not retake the ko at A1, which the engine would do.
    bridge.tell(&["boardsize 5", "set_position B A2 B2 B1 C1"]);
    bridge.tell(&["play W A1"]);
    let answer = bridge.ask("genmove B");
    assert_eq!(answer, "? invalid response B1 to genmove b: the move retakes a ko");
    assert_eq!(bridge.ask("play B B1"), "? illegal move");
    bridge.end();
}

fn engine_noise_is_filtered() {
    let mut bridge = Bridge::to("noisy", &[]);
    bridge.talk.send(b"# a comment\n\n");
    bridge.tell(&["boardsize 5"]);
    assert_eq!(bridge.ask("name"), "= noisy");
    assert_eq!(bridge.ask("version"), "= 1");
    assert!(bridge.ask("9 genmove B").starts_with("=9 "));
    bridge.end();
}

fn engine_exits_with_bridge() {
    for kind in ["clinger", "random"] {
        let mut bridge = Bridge::to(kind, &[]);
        bridge.tell(&["boardsize 5"]);
        bridge.talk.close();
        assert!(bridge.talk.line().is_none());
        assert!(bridge.child.wait().expect("it ends").success(), "{kind}");
    }
}

fn start_errors_are_reported() {
    let errors = |engine: &str, options: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tianyuan"));
        command.args(["bridge", engine]).args(options).stdin(Stdio::null());
        let output = command.output().expect("the program runs");
        assert_eq!(output.status.code(), Some(2), "{engine}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(errors("no-such-program", &[]).contains("cannot start no-such-program"));
    assert!(errors("", &[]).contains("missing program name"));
    assert!(errors("'open", &[]).contains("unclosed quotation mark"));
    assert!(errors(&dumb("stillborn"), &[]).contains("crash (at list_commands"));
    assert!(
        errors(&dumb("random"), &["--wtp"]).contains("the engine rejected WTP: unknown command")
    );
}

/// Returns the moves of a match of this program against itself, with a command line for each side.
fn moves(name: &str, engines: [&str; 2]) -> Vec<Value> {
    let options = ["--games", "2", "--seed", "5", "--size", "7"];
    let result = play(name, engines, &options);
    assert_eq!(
        (result.status, result.games.len()),
        (Some(0), 2),
        "{}{}",
        result.report,
        result.errors
    );
    result.games.into_iter().map(|game| game["moves"].clone()).collect()
}

fn games_over_bridges_are_equal() {
    let program = env!("CARGO_BIN_EXE_tianyuan");
    let engine = format!("\"{program}\" --no-net --threads 1 --memory 16 --playouts 60");
    let gtp = format!("{engine} --protocol gtp");
    let wtp = format!("{engine} --protocol wtp");
    let over_bridge = format!("wtp:\"{program}\" bridge '{gtp}'");
    let over_back = format!("\"{program}\" bridge --wtp '{wtp}'");
    let straight = moves("bridge-straight", [&gtp, &gtp]);
    assert_eq!(moves("bridge-wtp", [&over_bridge, &over_bridge]), straight);
    assert_eq!(moves("bridge-gtp", [&over_back, &gtp]), straight);
}

/// The additional response time over a bridge in a game of 300 turns: a measurement for a quiet machine. `cargo test
/// --release --test match -- --ignored --nocapture`.
pub fn latency_of_a_bridge() {
    let straight = {
        let engine = dumb("random");
        let (program, kind) = engine.split_once(' ').expect("options");
        let mut command = Command::new(program.trim_matches('\''));
        median(command.args(kind.split(' ')), "")
    };
    let program = env!("CARGO_BIN_EXE_tianyuan");
    let over = median(Command::new(program).args(["bridge", &dumb("random")]), "WTP\n");
    let added = over.saturating_sub(straight);
    println!("median of 1000 commands: {straight:?} straight, {over:?} over the bridge");
    assert!(added < Duration::from_millis(1), "{added:?}");
}

/// Returns the median response time of `komi`, which is forwarded each time.
fn median(command: &mut Command, greeting: &str) -> Duration {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let (input, output) = (child.stdin.take(), child.stdout.take());
    let mut talk = Talk::over(input.expect("a pipe"), output.expect("a pipe"));
    let turns = "play B PASS\nplay W PASS\n".repeat(150);
    talk.send(format!("{greeting}{turns}").as_bytes());
    let responses = turns.lines().chain(greeting.lines()).count();
    (0..responses).for_each(|_| drop(talk.response().expect("a response")));
    let mut times: Vec<Duration> = (0..1000)
        .map(|number| {
            let asked = Instant::now();
            talk.send(format!("komi {}\n", number % 7).as_bytes());
            let response = talk.response().expect("a response");
            assert!(response[0].starts_with(b"="));
            asked.elapsed()
        })
        .collect();
    talk.send(b"quit\n");
    child.wait().expect("it ends");
    times.sort();
    times[times.len() / 2]
}
