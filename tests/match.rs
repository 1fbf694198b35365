//! `tianyuan match` as its users see it, with engines that play badly or misbehave.
//!
//! This test has no harness of its own: started with `--dumb-engine KIND` it is one of those engines,
//! so that nothing else has to be built or installed for it.

mod support {
    pub mod dumb_engine;
    pub mod random_player;
}

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use libtest_mimic::{Arguments, Trial};
use serde_json::Value;
use support::dumb_engine;
use tianyuan::engine::Judgement;
use tianyuan::format::{self, Format};
use tianyuan::go::{BoardSize, Game, Komi, PointSet, Rules};
use tianyuan::protocol::vertex;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, option, kind] = &arguments[..]
        && option == "--dumb-engine"
    {
        return dumb_engine::play(kind);
    }
    let trials = TESTS.iter().map(|&(name, test)| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}

/// All tests by their names: without the usual harness nobody else collects them.
const TESTS: &[(&str, fn())] = &[
    ("games_are_whole_legal_and_counted", games_are_whole_legal_and_counted),
    ("every_fault_loses_and_is_named", every_fault_loses_and_is_named),
    ("time_that_runs_out_loses", time_that_runs_out_loses),
    ("an_engine_that_hangs_is_given_up", an_engine_that_hangs_is_given_up),
    ("a_liar_does_not_decide_the_score", a_liar_does_not_decide_the_score),
    ("who_says_nothing_of_dead_stones_is_judged", who_says_nothing_of_dead_stones_is_judged),
    ("noise_and_clinging_do_no_harm", noise_and_clinging_do_no_harm),
    ("both_languages_play_each_other", both_languages_play_each_other),
    ("a_decided_test_ends_the_match", a_decided_test_ends_the_match),
    ("openings_are_played_by_both_sides", openings_are_played_by_both_sides),
    ("games_without_end_are_drawn", games_without_end_are_drawn),
    ("what_cannot_be_played_is_said", what_cannot_be_played_is_said),
    ("games_that_repeat_others_are_no_evidence", games_that_repeat_others_are_no_evidence),
    #[cfg(target_os = "linux")]
    ("what_an_engine_started_ends_with_the_match", what_an_engine_started_ends_with_the_match),
    #[cfg(unix)]
    (
        "an_interrupt_reports_and_leaves_nobody_behind",
        an_interrupt_reports_and_leaves_nobody_behind,
    ),
];

/// The command line of a dumb engine.
fn dumb(kind: &str) -> String {
    let this = std::env::current_exe().expect("the test knows where it is");
    format!("'{}' --dumb-engine {kind}", this.display())
}

/// An empty folder for the files of a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("match").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

/// A match that was played.
struct Match {
    status: Option<i32>,
    report: String,
    errors: String,
    games: Vec<Value>,
}

/// The command of a match between two engines, on 5x5 where the options say nothing else, its games
/// as JSON in a file of the folder.
fn command(folder: &Path, engines: [&str; 2], options: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tianyuan"));
    command.args(["match", "--engine", engines[0], "--engine", engines[1]]);
    command.arg("--json").arg(folder.join("games.json")).args(options);
    if !options.contains(&"--size") {
        command.args(["--size", "5"]);
    }
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn played(folder: &Path, output: Output) -> Match {
    let json = fs::read_to_string(folder.join("games.json")).unwrap_or_default();
    let game = |line| serde_json::from_str(line).expect("a line is JSON");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Match {
        status: output.status.code(),
        report: text(output.stdout),
        errors: text(output.stderr),
        games: json.lines().map(game).collect(),
    }
}

/// Plays a match in a folder of its own.
fn play(name: &str, engines: [&str; 2], options: &[&str]) -> Match {
    let folder = folder(name);
    let output = command(&folder, engines, options).output().expect("the program runs");
    played(&folder, output)
}

/// The final position of a game, every move of which must be legal.
fn replayed(line: &Value) -> Game {
    let size = BoardSize::new(line["size"].as_u64().expect("a size") as usize).expect("a size");
    let komi = Komi::from_half_points(15).expect("7.5");
    assert_eq!(line["komi"], "7.5");
    let mut game = Game::new(size, Rules { komi, ..Rules::CHINESE });
    for place in line["moves"].as_array().expect("moves") {
        let mv = vertex::read_move(size, place.as_str().expect("a vertex")).expect("a move");
        game.play(game.to_play(), mv).expect("the referee saw to it");
    }
    game
}

fn games_are_whole_legal_and_counted() {
    let saved = folder("whole-sgf");
    let options = ["--games", "10", "--concurrency", "2", "--random-opening", "3", "--seed", "7"];
    let save = ["--save", saved.to_str().expect("a path")];
    let engines = [&*dumb("random"), &*dumb("resigner")];
    let result = play("whole", engines, &[&options[..], &save].concat());
    assert_eq!((result.status, result.games.len()), (Some(0), 10), "{}", result.errors);
    let mut openings = vec![Vec::new(); 5];
    for line in &result.games {
        let number = line["game"].as_u64().expect("a number");
        assert_eq!(line["black_side"], if number % 2 == 1 { "A" } else { "B" });
        let game = replayed(line);
        assert_eq!(
            (line["ending"].as_str(), line["winner"].as_str()),
            (Some("resignation"), Some("A"))
        );
        let pair = line["opening"].as_u64().expect("a number") as usize - 1;
        openings[pair].push(line["moves"].as_array().expect("moves")[..3].to_vec());
        assert_eq!(line["given"], 3);
        let sgf = fs::read_to_string(saved.join(format!("game-{number:04}.sgf"))).expect("saved");
        assert_eq!(sgf.matches(";B[").count() + sgf.matches(";W[").count(), game.turns().len());
        assert!(sgf.starts_with("(;FF[4]GM[1]") && sgf.ends_with(")\n"), "{sgf}");
        assert!(sgf.contains("RU[Chinese]KM[7.5]RE[") && sgf.contains("+R]"), "{sgf}");
        let wei7 = fs::read(saved.join(format!("game-{number:04}.wei7"))).expect("saved");
        let reading = format::check(&wei7, Format::Wei7);
        assert!(reading.findings.is_empty() && reading.records.len() == 1);
        assert_eq!(reading.records[0].tree.len(), 1 + game.turns().len());
    }
    assert!(openings.iter().all(|pair| pair.len() == 2 && pair[0] == pair[1]), "{openings:?}");
    assert!(openings[0] != openings[1] || openings[1] != openings[2]);
    assert_eq!(fs::read_dir(saved).expect("the folder").count(), 20, "nothing unfinished");
    for said in [
        "random 1 10 - resigner 1 0, 0 drawn, 10 games: 100.0 %",
        "random 1: 5 won as Black, 5 as White",
        "5 pairs [0 0 0 0 5]",
        "3 random moves of seed 7",
    ] {
        assert!(result.report.contains(said), "{said}: {}", result.report);
    }
}

fn every_fault_loses_and_is_named() {
    for (kind, name, suffix) in [
        ("crasher", "crash", "F"),
        ("cheater", "illegal move", "F"),
        ("nonsense", "illegal move", "F"),
        ("quitter", "no move", "F"),
        ("refuser", "refused a legal move", "F"),
        ("flooder", "garbled answer", "F"),
    ] {
        let engines = [&*dumb("random"), &*dumb(kind)];
        let result = play(&format!("fault-{kind}"), engines, &["--games", "4"]);
        assert_eq!((result.status, result.games.len()), (Some(1), 4), "{kind}: {}", result.errors);
        for line in &result.games {
            assert_eq!(
                (&line["fault"]["kind"], &line["fault"]["side"]),
                (&name.into(), &"B".into())
            );
            assert_eq!(line["winner"], "A", "{kind}");
            assert!(line["result"].as_str().expect("a result").ends_with(suffix), "{line}");
            replayed(line);
        }
        let named = format!("4 {name} (games 1, 2, 3, 4)");
        assert!(result.report.contains(&named), "{kind}: {}", result.report);
    }
}

fn time_that_runs_out_loses() {
    let engines = [&*dumb("sleeper"), &*dumb("random")];
    let result = play("time", engines, &["--games", "2", "--byo", "1", "--untimed", "B"]);
    assert_eq!((result.status, result.games.len()), (Some(1), 2), "{}", result.errors);
    for line in &result.games {
        assert_eq!(line["fault"]["kind"], "lost on time");
        assert_eq!((&line["winner"], line["a"]["moves"].as_u64()), (&"B".into(), Some(3)));
        assert!(line["result"].as_str().expect("a result").ends_with("+T"));
    }
    let forgiven = play("time-margin", engines, &["--games", "1", "--byo", "1", "--margin", "60"]);
    assert_eq!(forgiven.status, Some(0), "{}", forgiven.report);
}

fn an_engine_that_hangs_is_given_up() {
    let engines = [&*dumb("random"), &*dumb("hanger")];
    let patience = ["--games", "2", "--patience", "4"];
    let result = play("hang", engines, &patience);
    assert_eq!((result.status, result.games.len()), (Some(1), 2), "{}", result.errors);
    assert!(result.report.contains("2 no answer (games 1, 2)"), "{}", result.report);
    let clock = ["--byo", "1", "--untimed", "A"];
    let result = play("hang-clock", engines, &[&patience[..], &clock].concat());
    assert!(result.report.contains("2 lost on time (games 1, 2)"), "{}", result.report);
}

fn a_liar_does_not_decide_the_score() {
    let result = play("liar", [&dumb("random"), &dumb("liar")], &["--games", "4", "--size", "9"]);
    assert_eq!((result.status, result.games.len()), (Some(0), 4), "{}", result.errors);
    for line in &result.games {
        let game = replayed(line);
        let dead = Judgement::by_playouts(&game).dead;
        assert_eq!(line["result"], game.score(&dead).to_string());
        let words = line["words"].as_str().expect("words");
        assert!(words.contains("the engines disagreed"), "{words}");
    }
    assert!(result.report.contains("in 4 the engines disagreed"), "{}", result.report);
    let result = play("honest", [&dumb("random"), &dumb("random")], &["--games", "2"]);
    for line in &result.games {
        assert_eq!(line["result"], replayed(line).score(&PointSet::EMPTY).to_string());
        assert!(line["words"].as_str().expect("words").contains("the engines agreed"));
    }
    assert!(result.report.contains("random 1 (B): "), "who is who: {}", result.report);
}

fn who_says_nothing_of_dead_stones_is_judged() {
    let result = play("laconic", [&dumb("random"), &dumb("laconic")], &["--games", "2"]);
    assert_eq!(result.status, Some(0), "{}", result.errors);
    for line in &result.games {
        let words = line["words"].as_str().expect("words");
        assert!(words.contains("not both engines named the dead stones"), "{words}");
        let game = replayed(line);
        assert_eq!(line["result"], game.score(&Judgement::by_playouts(&game).dead).to_string());
    }
}

fn noise_and_clinging_do_no_harm() {
    let result = play("noise", [&dumb("noisy"), &dumb("clinger")], &["--games", "2"]);
    assert_eq!((result.status, result.games.len()), (Some(0), 2), "{}", result.errors);
    assert_eq!(result.errors, "", "what engines write to their standard error is not for ours");
    let logs = folder("noise-logs");
    let options = ["--games", "1", "--logs", logs.to_str().expect("a path"), "-v"];
    let result = play("noise-told", [&dumb("random"), &dumb("noisy")], &options);
    assert!(result.errors.contains("game 1, random 1 (A)"), "{}", result.errors);
    assert!(result.errors.contains("B: thinking"), "it is wished for now");
    let log = fs::read_to_string(logs.join("B-1.log")).expect("a log");
    for said in ["> boardsize 5\n", "< =\n", "< hello\n", "! thinking, thinking\n"] {
        assert!(log.contains(said), "{said:?}");
    }
}

fn both_languages_play_each_other() {
    let tianyuan = format!("'{}' --threads 1 --memory 16", env!("CARGO_BIN_EXE_tianyuan"));
    let engines =
        [&*format!("wtp:{tianyuan} --playouts 60"), &*format!("{tianyuan} --playouts 30")];
    let options = ["--games", "4", "--name", "wtp", "--init", "B:komi 7.5"];
    let result = play("languages", engines, &[&options[..], &["--byo", "60"]].concat());
    assert_eq!((result.status, result.games.len()), (Some(0), 4), "{}", result.errors);
    let version = format!("Tianyuan {}", env!("CARGO_PKG_VERSION"));
    for line in &result.games {
        replayed(line);
        let (black, white) = (line["black"].as_str(), line["white"].as_str());
        assert_eq!(
            if line["black_side"] == "A" { (black, white) } else { (white, black) },
            (Some("wtp"), Some(&*version))
        );
        assert_thoughts(line);
        let told = line["b"]["playouts"].as_u64().expect("ours tells in GTP");
        assert!(told > 0 && told <= 30 * line["b"]["moves"].as_u64().expect("moves"));
    }
    #[cfg(target_os = "linux")]
    assert!(result.report.contains("CPU time"), "{}", result.report);
}

/// That each move tells its time, and those of B in GTP their playouts and winrates.
fn assert_thoughts(line: &Value) {
    let thoughts = line["thoughts"].as_array().expect("a list");
    assert_eq!(Some(thoughts.len()), line["moves"].as_array().map(Vec::len));
    let (mut by_b, mut seconds) = (line["black_side"] == "B", 0.0);
    for thought in thoughts {
        let winrate = thought["winrate"].as_f64();
        assert_eq!((winrate.is_some(), thought["playouts"].is_u64()), (by_b, by_b), "{thought}");
        assert!(winrate.is_none_or(|share| (0.0..=1.0).contains(&share)));
        seconds += thought["seconds"].as_f64().expect("a number");
        by_b = !by_b;
    }
    let all = ["a", "b"].map(|side| line[side]["seconds"].as_f64().expect("a number"));
    // The last question may have been answered by a resignation.
    assert!(seconds > 0.0 && seconds <= all[0] + all[1] + 0.001 * thoughts.len() as f64);
}

fn games_that_repeat_others_are_no_evidence() {
    let parrots = [&*dumb("parrot"), &*dumb("parrot")];
    let result = play("repeats", parrots, &["--games", "7"]);
    let of = |key: &str| result.games.iter().map(|line| line[key].as_u64()).collect::<Vec<_>>();
    assert_eq!(of("repeats"), [None, None, Some(1), Some(2), Some(1), Some(2), Some(1)]);
    assert_eq!(of("distinct"), [1, 2, 2, 2, 2, 2, 2].map(Some));
    assert!(result.report.contains("7 games") && result.report.contains(" 1 pair ["));
    assert!(result.report.contains("2 distinct games of 7: 5 repeated"), "{}", result.report);
    assert_eq!(result.errors.matches("game 3 is game 1 again").count(), 1, "{}", result.errors);
    assert_eq!(result.errors.lines().count(), 1, "it is told once");
    let sprt = ["--sprt", "0", "100", "--games", "30", "--no-alternate"];
    let result = play("repeats-sprt", parrots, &sprt);
    assert!(result.report.contains("1 distinct game of 30"), "{}", result.report);
    assert!(result.report.contains("undecided"), "{}", result.report);
    let result = play("repeats-none", [&dumb("random"), &dumb("parrot")], &["--games", "4"]);
    assert!(result.report.contains("\n  4 distinct games\n"), "{}", result.report);
    assert_eq!(result.errors, "");
}

fn a_decided_test_ends_the_match() {
    let options = ["--sprt", "0", "100", "--games", "1000", "--concurrency", "2"];
    let result = play("sprt", [&dumb("random"), &dumb("resigner")], &options);
    assert_eq!(result.status, Some(0), "{}", result.errors);
    assert!(result.games.len() < 100, "{} games", result.games.len());
    assert!(result.report.contains("H1 accepted"), "{}", result.report);
    assert!(!result.report.contains("ended early"), "{}", result.report);
    let result = play("sprt-lost", [&dumb("resigner"), &dumb("random")], &options);
    assert!(result.report.contains("H0 accepted"), "{}", result.report);
}

fn openings_are_played_by_both_sides() {
    let file = folder("openings-file").join("openings.txt");
    fs::write(&file, "# two\nC3 D4\nB B2 B D2 # a handicap\n").expect("a file");
    let path = file.to_str().expect("a path");
    let engines = [&*dumb("random"), &*dumb("passer")];
    let result = play("openings", engines, &["--openings", path, "--games", "6"]);
    assert_eq!((result.status, result.games.len()), (Some(0), 6), "{}", result.errors);
    let begun = |line: &Value| {
        let moves = line["moves"].as_array().expect("moves");
        moves[..2].iter().map(|mv| mv.as_str().expect("a vertex").to_owned()).collect::<Vec<_>>()
    };
    let begun: Vec<String> = result.games.iter().map(|line| begun(line).join(" ")).collect();
    assert_eq!(begun, ["C3 D4", "C3 D4", "B2 D2", "B2 D2", "C3 D4", "C3 D4"]);
    let kept =
        play("openings-kept", engines, &["--openings", path, "--games", "3", "--no-alternate"]);
    assert!(kept.games.iter().all(|line| line["black_side"] == "A"));
    assert!(kept.report.contains("3 games ["), "{}", kept.report);
    fs::write(&file, "C3 C3\n").expect("a file");
    let result = play("openings-wrong", engines, &["--openings", path]);
    assert_eq!(result.status, Some(2));
    assert!(result.errors.contains("openings.txt: line 1: C3: the point is occupied"));
}

fn games_without_end_are_drawn() {
    let options = ["--games", "2", "--max-moves", "6"];
    let result = play("long", [&dumb("random"), &dumb("random")], &options);
    assert_eq!(result.status, Some(0), "{}", result.errors);
    for line in &result.games {
        assert_eq!((&line["result"], &line["winner"]), (&"0".into(), &Value::Null));
        assert_eq!(line["moves"].as_array().map(Vec::len), Some(6));
    }
    assert!(result.report.contains("2 drawn") && result.report.contains("2 too long"));
}

fn what_cannot_be_played_is_said() {
    let random = dumb("random");
    let absent = play("absent", [&random, "no-such-engine-here"], &[]);
    assert_eq!(absent.status, Some(2));
    assert!(absent.errors.contains("no-such-engine-here cannot be started"), "{}", absent.errors);
    let (saved, open) = (folder("absent-saved"), folder("absent"));
    let nested = saved.join("new/games");
    let save = ["--save", nested.to_str().expect("a path")];
    for options in [&save[..], &["--save", "/dev/null/games"]] {
        assert_eq!(play("absent", [&random, "no-such-engine-here"], options).status, Some(2));
        let left = [&saved, &open].map(|it| fs::read_dir(it).expect("a folder").count());
        assert_eq!(left, [0, 0], "neither folders nor files without games: {options:?}");
    }
    fs::write(open.join("games.json"), "").expect("a file");
    let kept = command(&open, [&random, "no-such-engine-here"], &[]).output().expect("it runs");
    assert!(kept.status.code() == Some(2) && open.join("games.json").exists(), "it was there");
    let stickler = play("stickler", [&random, &dumb("stickler")], &[]);
    assert_eq!(stickler.status, Some(2));
    assert!(stickler.errors.contains("refuses boardsize 5: unacceptable size"));
    let stillborn = play("stillborn", [&random, &dumb("stillborn")], &[]);
    assert_eq!((stillborn.status, stillborn.games.len()), (Some(2), 0));
    assert!(stillborn.errors.contains("does not start: crash (at list_commands: exit status: 4)"));
    let init = play("init", [&random, &random], &["--init", "A:level 1"]);
    assert!(init.errors.contains("refuses level 1: unknown command"), "{}", init.errors);
    let greeting = play("greeting", [&format!("wtp:{random}"), &random], &[]);
    assert!(greeting.errors.contains("refuses the greeting WTP"), "{}", greeting.errors);
    let full = folder("full");
    fs::write(full.join("mine.sgf"), "(;)").expect("a file");
    let saved = play("saved", [&random, &random], &["--save", full.to_str().expect("a path")]);
    assert_eq!((saved.status, saved.games.len()), (Some(2), 0));
    assert_eq!(fs::read_to_string(full.join("mine.sgf")).expect("untouched"), "(;)");
}

#[cfg(target_os = "linux")]
fn what_an_engine_started_ends_with_the_match() {
    use nix::sys::signal::kill;
    use nix::unistd::Pid;

    let logs = folder("stray");
    let options = ["--games", "2", "--logs", logs.to_str().expect("a path")];
    play("stray", [&dumb("random"), &dumb("parent")], &options);
    let log = fs::read_to_string(logs.join("B-1.log")).expect("a log");
    let stray = log.lines().find_map(|line| line.strip_prefix("! stray ")?.parse().ok());
    let stray = Pid::from_raw(stray.expect("it told its process"));
    assert!(kill(stray, None).is_err(), "{stray} still runs");
}

#[cfg(unix)]
fn an_interrupt_reports_and_leaves_nobody_behind() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    let (folder, start) = (folder("interrupt"), Instant::now());
    let options = ["--games", "5", "--logs", folder.to_str().expect("a path")];
    let engines = [&*dumb("random"), &*dumb("hanger")];
    let child = command(&folder, engines, &options).spawn().expect("the program runs");
    let log = || fs::read_to_string(folder.join("B-1.log")).unwrap_or_default();
    while log().matches("> genmove").count() < 3 {
        assert!(start.elapsed() < Duration::from_secs(120), "it does not play: {}", log());
        sleep(Duration::from_millis(20));
    }
    kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).expect("the program runs");
    let result = played(&folder, child.wait_with_output().expect("it ends"));
    assert!(start.elapsed() < Duration::from_secs(120), "it waited for the engine");
    assert_eq!(result.status, Some(130), "{}", result.errors);
    assert!(result.report.contains("ended early, after 0 of 5 games"), "{}", result.report);
    let log = log();
    let told = log.split_once("! process ").expect("it told its process").1;
    let process = told.split('\n').next().and_then(|id| id.parse().ok()).expect("a number");
    assert!(kill(Pid::from_raw(process), None).is_err(), "the engine still runs");
}
