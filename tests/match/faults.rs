//! Misbehaving engines, and matches that cannot be played or are interrupted.

use std::fs;

use crate::playing::{command, dumb, folder, play, played, replayed};

/// The tests of this file by name.
pub const TESTS: &[(&str, fn())] = &[
    ("every_engine_error_loses_and_is_reported", every_engine_error_loses_and_is_reported),
    ("timeout_loses_game", timeout_loses_game),
    ("hanging_engine_loses_game", hanging_engine_loses_game),
    ("noise_and_lingering_processes_are_handled", noise_and_lingering_processes_are_handled),
    ("unplayable_match_is_reported", unplayable_match_is_reported),
    #[cfg(target_os = "linux")]
    ("child_processes_of_engines_exit_with_match", child_processes_of_engines_exit_with_match),
    #[cfg(unix)]
    ("interrupt_prints_report_and_ends_engines", interrupt_prints_report_and_ends_engines),
];

fn every_engine_error_loses_and_is_reported() {
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

fn timeout_loses_game() {
    let engines = [&*dumb("sleeper"), &*dumb("random")];
    let result = play("time", engines, &["--games", "2", "--byo", "1", "--untimed", "B"]);
    assert_eq!((result.status, result.games.len()), (Some(1), 2), "{}", result.errors);
    for line in &result.games {
        assert_eq!(line["fault"]["kind"], "lost on time");
        assert_eq!((&line["winner"], line["costs"]["A"]["moves"].as_u64()), (&"B".into(), Some(3)));
        assert!(line["result"].as_str().expect("a result").ends_with("+T"));
    }
    let forgiven =
        play("time-margin", engines, &["--games", "1", "--byo", "1", "--time-tolerance", "60"]);
    assert_eq!(forgiven.status, Some(0), "{}", forgiven.report);
}

fn hanging_engine_loses_game() {
    let engines = [&*dumb("random"), &*dumb("hanger")];
    let patience = ["--games", "2", "--timeout", "4"];
    let result = play("hang", engines, &patience);
    assert_eq!((result.status, result.games.len()), (Some(1), 2), "{}", result.errors);
    assert!(result.report.contains("2 no answer (games 1, 2)"), "{}", result.report);
    let clock = ["--byo", "1", "--untimed", "A"];
    let result = play("hang-clock", engines, &[&patience[..], &clock].concat());
    assert!(result.report.contains("2 lost on time (games 1, 2)"), "{}", result.report);
}

fn noise_and_lingering_processes_are_handled() {
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

fn unplayable_match_is_reported() {
    let random = dumb("random");
    let absent = play("absent", [&random, "no-such-engine-here"], &[]);
    assert_eq!(absent.status, Some(2));
    assert!(absent.errors.contains("cannot start no-such-engine-here"), "{}", absent.errors);
    let (saved, open) = (folder("absent-saved"), folder("absent"));
    let nested = saved.join("new/games");
    let save = ["--save", nested.to_str().expect("a path")];
    for options in [&save[..], &["--save", "/dev/null/games"]] {
        assert_eq!(play("absent", [&random, "no-such-engine-here"], options).status, Some(2));
        let left = [&saved, &open].map(|it| fs::read_dir(it).expect("a folder").count());
        assert_eq!(left, [0, 0], "neither folders nor files without games: {options:?}");
    }
    fs::write(open.join("games.json"), "").expect("a file");
    let kept = command(&open, &[&random, "no-such-engine-here"], &[]).output().expect("it runs");
    assert!(kept.status.code() == Some(2) && open.join("games.json").exists(), "it was there");
    let stickler = play("stickler", [&random, &dumb("stickler")], &[]);
    assert_eq!(stickler.status, Some(2));
    assert!(stickler.errors.contains("rejected boardsize 5: unacceptable size"));
    let stillborn = play("stillborn", [&random, &dumb("stillborn")], &[]);
    assert_eq!((stillborn.status, stillborn.games.len()), (Some(2), 0));
    assert!(stillborn.errors.contains(": crash (at list_commands: exit status: 4)"));
    let init = play("init", [&random, &random], &["--init", "A:level 1"]);
    assert!(init.errors.contains("rejected level 1: unknown command"), "{}", init.errors);
    let greeting = play("greeting", [&format!("wtp:{random}"), &random], &[]);
    assert!(greeting.errors.contains("rejected the greeting WTP"), "{}", greeting.errors);
    let full = folder("full");
    fs::write(full.join("mine.sgf"), "(;)").expect("a file");
    let saved = play("saved", [&random, &random], &["--save", full.to_str().expect("a path")]);
    assert_eq!((saved.status, saved.games.len()), (Some(2), 0));
    assert_eq!(fs::read_to_string(full.join("mine.sgf")).expect("untouched"), "(;)");
}

#[cfg(target_os = "linux")]
fn child_processes_of_engines_exit_with_match() {
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
fn interrupt_prints_report_and_ends_engines() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    let (folder, start) = (folder("interrupt"), Instant::now());
    let options = ["--games", "5", "--logs", folder.to_str().expect("a path")];
    let engines = [&*dumb("random"), &*dumb("hanger")];
    let child = command(&folder, &engines, &options).spawn().expect("the program runs");
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
