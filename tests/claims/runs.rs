//! The behaviour of one or a few workers of a run.

use std::process::Command;
use std::thread::{self, sleep};
use std::time::Duration;

use tianyuan::cancellation::Cancellation;
use tianyuan::distributed::work_queue::{QueueError, QueueJob, RunOptions, results};

use crate::postgres::Postgres;
use crate::worker::{TERMS, result, start, work_at};

pub const TESTS: &[(&str, fn())] = &[
    ("every_unit_is_done_once", every_unit_is_done_once),
    ("run_rejects_other_settings", run_rejects_other_settings),
    ("failed_unit_is_retried_and_given_up", failed_unit_is_retried_and_given_up),
    ("expired_worker_cannot_write_result", expired_worker_cannot_write_result),
    ("server_may_restart", server_may_restart),
];

fn open(options: &RunOptions, terms: &str, units: usize) -> Result<QueueJob, QueueError> {
    QueueJob::open(options, terms, units, &Cancellation::default())
}

/// Returns the results of a finished run.
pub fn all(units: usize) -> Vec<(usize, String)> {
    (0..units).map(|unit| (unit, result(unit))).collect()
}

fn every_unit_is_done_once() {
    let Some(server) = Postgres::start() else { return };
    let options = server.run_options("once");
    let done: usize = thread::scope(|scope| {
        let work = || work_at(&options, 300, Duration::ZERO);
        let workers: Vec<_> = (0..8).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join().expect("no panic").0).sum()
    });
    assert_eq!(done, 300);
    let found = results(&options).expect("a run");
    assert_eq!((found.units, found.done), (300, all(300)));
}

fn run_rejects_other_settings() {
    let Some(server) = Postgres::start() else { return };
    let options = server.run_options("terms");
    let none = results(&options).expect_err("there are not even tables").to_string();
    assert_eq!(none, "no run terms in the database");
    open(&options, "chess", 7).expect("a new run");
    let refused = |terms, units| open(&options, terms, units).err().expect("it is refused");
    assert_eq!(refused("go", 7).to_string(), "run terms has different settings: chess");
    assert_eq!(refused("chess", 8).to_string(), "run terms has 7 units, expected 8");
    let found = results(&options).expect("a run");
    assert_eq!((&*found.terms, found.units, found.done.len()), ("chess", 7, 0));
    open(&server.run_options("other"), "go", 1).expect("a database has many runs");
}

fn failed_unit_is_retried_and_given_up() {
    let Some(server) = Postgres::start() else { return };
    let options = server.run_options("failures");
    let run = open(&options, TERMS, 2).expect("a run");
    let take = || run.take().expect("a server").expect("a unit");
    for _ in 0..9 {
        let claim = take();
        assert_eq!(claim.unit(), 0, "an end is no attempt");
        run.release(&claim, None).expect("a server");
    }
    for attempt in 0..5 {
        let claim = take();
        assert_eq!(claim.unit(), 0, "attempt {attempt}");
        run.release(&claim, Some("the engine is ill")).expect("a server");
    }
    let claim = take();
    assert_eq!(claim.unit(), 1, "after five attempts it is given up");
    assert!(run.finish(&claim, "one").expect("a server"));
    assert!(run.finish(&claim, "one").expect("a server"), "a lost answer is asked for again");
    assert!(!run.finish(&claim, "two").expect("a server"), "a result stays");
    assert_eq!(run.take().expect("a server"), None);
    let found = results(&options).expect("a run");
    assert_eq!(found.done, [(1, String::from("one"))]);
    assert_eq!(found.failed, [(0, String::from("the engine is ill"))]);
}

/// Sends a signal to a process.
pub fn signal(name: &str, process: u32) {
    let status = Command::new("kill").args([name, &process.to_string()]).status();
    assert!(status.expect("kill is there").success());
}

fn expired_worker_cannot_write_result() {
    let Some(server) = Postgres::start() else { return };
    let options = server.run_options("lost");
    let run = open(&options, TERMS, 2).expect("a run");
    let slow = start(&options, 2, 500);
    // The worker has the first unit if the next unit here is the second.
    let second = loop {
        let claim = run.take().expect("a server").expect("a unit");
        if claim.unit() == 1 {
            break claim;
        }
        run.release(&claim, None).expect("a server");
        sleep(Duration::from_millis(20));
    };
    signal("-STOP", slow.id());
    let first = run.take().expect("a server").expect("its lease ends");
    assert_eq!(first.unit(), 0);
    assert!(run.finish(&first, "ours").expect("a server"));
    signal("-CONT", slow.id());
    assert!(run.finish(&second, "ours too").expect("a server"), "its lease was renewed");
    let output = slow.wait_with_output().expect("it ends");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "lost [0]");
    let due = [(0, String::from("ours")), (1, String::from("ours too"))];
    assert_eq!(results(&options).expect("a run").done, due);
}

fn server_may_restart() {
    let Some(server) = Postgres::start() else { return };
    let options = server.run_options("away");
    thread::scope(|scope| {
        let work = || work_at(&options, 80, Duration::from_millis(50));
        let workers: Vec<_> = (0..2).map(|_| scope.spawn(work)).collect();
        for _ in 0..2 {
            sleep(Duration::from_millis(700));
            server.crash();
            sleep(Duration::from_millis(300));
            server.resume();
        }
        workers.into_iter().for_each(|worker| {
            worker.join().expect("no panic");
        });
    });
    assert_eq!(results(&options).expect("a run").done, all(80));
    server.crash();
    let error = results(&options).expect_err("it is away").to_string();
    assert!(error.contains(": error connecting to server: "), "{error}");
    server.resume();
}
