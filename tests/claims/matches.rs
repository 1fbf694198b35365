//! Matches with claimed pairs.

use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use tianyuan::distributed::work_queue::{RunOptions, results};

use crate::postgres::Postgres;

pub const TESTS: &[(&str, fn())] = &[
    ("match_result_is_independent_of_workers", match_result_is_independent_of_workers),
    ("unsupported_database_options_are_rejected", unsupported_database_options_are_rejected),
];

/// Engines that are deterministic for a seed.
const OPTIONS: [&str; 8] = ["--size", "5", "--games", "15", "--seed", "7", "--random-opening", "2"];

pub fn tianyuan(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tianyuan"));
    command
        .args(arguments)
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn play(arguments: &[&str]) -> Command {
    let mut command = tianyuan(&["match"]);
    for playouts in [200, 100] {
        let ours = env!("CARGO_BIN_EXE_tianyuan");
        let engine = format!("'{ours}' --no-net --threads 1 --playouts {playouts} --memory 16");
        command.args(["--engine", &engine]);
    }
    command.args(OPTIONS).args(arguments);
    command
}

pub fn output(mut command: Command) -> (Option<i32>, String, String) {
    said(command.output().expect("it runs"))
}

pub fn said(Output { status, stdout, stderr }: Output) -> (Option<i32>, String, String) {
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (status.code(), text(stdout), text(stderr))
}

pub fn done(options: &RunOptions) -> usize {
    results(options).map_or(0, |found| found.done.len())
}

fn match_result_is_independent_of_workers() {
    let Some(server) = Postgres::start() else { return };
    let (status, report, errors) = output(play(&[]));
    assert_eq!(status, Some(0), "{errors}");
    let options = server.run_options("match");
    let claims = ["--claims", &*options.address, "--lease", "2"];
    let work = || play(&claims).args(["--concurrency", "2"]).spawn().expect("it starts");
    // One worker is killed while it holds a pair, another is interrupted.
    for signal in ["-KILL", "-TERM"] {
        let before = done(&options);
        let mut worker = work();
        while done(&options) == before && worker.try_wait().expect("ours").is_none() {
            sleep(Duration::from_millis(5));
        }
        crate::runs::signal(signal, worker.id());
        let (status, ..) = said(worker.wait_with_output().expect("it ends"));
        assert!(status.is_none() || status == Some(130), "{signal}: {status:?}");
    }
    assert!((2..8).contains(&done(&options)), "pairs are left: {}", done(&options));
    let partly = output(tianyuan(&[&["match", "merge"], &claims[..]].concat()));
    assert!(partly.1.contains(" of 8 pairs are not finished\n"), "{partly:?}");
    let workers = [work(), work()].map(|worker| said(worker.wait_with_output().expect("it ends")));
    for (status, said, errors) in workers {
        assert!(status == Some(0) && said.starts_with("games of run "), "{said}{errors}");
    }
    let (status, merged, errors) = output(tianyuan(&[&["match", "merge"], &claims[..]].concat()));
    assert_eq!((status, merged), (Some(0), report), "{errors}");
    let (status, _, errors) = output(play(&[&claims[..], &["--komi", "6.5"]].concat()));
    assert_eq!(status, Some(2));
    assert!(
        errors.contains(r#"run match: the game is from another match: komi is "7.5""#),
        "{errors}"
    );
}

fn unsupported_database_options_are_rejected() {
    let away = "postgres://anna:secret@127.0.0.1:1/go";
    for (arguments, due) in [
        (&["--claims", away][..], "cannot connect to the database go at 127.0.0.1:1"),
        (&["--claims", "anna:secret"], "the address of the database has another form than"),
        (&["--claims", away, "--shard", "0/2"], "--shard, --json and --save are for matches"),
        (&["--claims", away, "--sprt", "0", "9"], "match merge has --sprt"),
        (&["--claims", away, "--lease", "0"], "expected 1 to 86400 s"),
        (&["--run", "x"], "--claims <URL>"),
    ] {
        let (status, said, errors) = output(play(arguments));
        assert_eq!((status, &*said), (Some(2), ""), "{errors}");
        assert!(errors.contains(due) && !errors.contains("secret"), "{errors}");
    }
    let (_, _, errors) = output(tianyuan(&["match", "merge", "x", "--claims", away]));
    assert!(errors.contains("not from both"), "{errors}");
}
