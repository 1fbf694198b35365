//! Workers killed at any time, and the distribution of the work among the others.

use std::process::Child;
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use tianyuan::distributed::work_queue::results;

use crate::postgres::Postgres;
use crate::runs::all;
use crate::worker::{start, work_at};

pub const TESTS: &[(&str, fn())] =
    &[("killed_workers_lose_no_results", killed_workers_lose_no_results)];

pub const MEASUREMENTS: &[(&str, fn())] = &[("scaling", scaling)];

/// The duration of a unit in milliseconds while workers are killed.
const UNIT: u64 = 250;

const WORKERS: usize = 8;

/// Kills one of eight workers every second, for `TIANYUAN_KILL_SECONDS` or a minute.
fn killed_workers_lose_no_results() {
    let Some(server) = Postgres::start() else { return };
    let seconds = std::env::var("TIANYUAN_KILL_SECONDS").ok();
    let seconds = seconds.map_or(60, |seconds| seconds.parse().expect("a number of seconds"));
    // More units than eight workers can finish in this time: the last ones are done without kills.
    let units = seconds * WORKERS * 1250 / UNIT as usize;
    let options = server.run_options("kills");
    let begin = || start(&options, units, UNIT);
    let mut workers: Vec<Child> = (0..WORKERS).map(|_| begin()).collect();
    let (first, mut kills) = (Instant::now(), 0);
    while first.elapsed() < Duration::from_secs(seconds as u64) {
        sleep(Duration::from_millis(1000));
        let worker = &mut workers[rand::random_range(0..WORKERS)];
        worker.kill().expect("ours");
        worker.wait().expect("ours");
        *worker = begin();
        kills += 1;
    }
    let done = results(&options).expect("a run").done.len();
    for worker in workers {
        let output = worker.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{output:?}");
    }
    println!("{kills} kills in {seconds} s; {done} of {units} units were done until then");
    assert!(kills >= seconds / 2 && done > 0 && done < units, "{kills} kills, {done} of {units}");
    let found = results(&options).expect("a run");
    assert_eq!(found.done, all(units), "each unit once, as one worker does them");
    assert_eq!(found.failed, []);
}

/// The time for 64 units of a second with 1 to 8 workers, relative to the ideal time.
fn scaling() {
    let Some(server) = Postgres::start() else { return };
    const UNITS: usize = 64;
    for workers in [1, 2, 4, 8] {
        let options = server.run_options(&format!("scaling-{workers}"));
        let begin = Instant::now();
        thread::scope(|scope| {
            for _ in 0..workers {
                scope.spawn(|| work_at(&options, UNITS, Duration::from_secs(1)));
            }
        });
        let seconds = begin.elapsed().as_secs_f64();
        let share = 100.0 * UNITS as f64 / workers as f64 / seconds;
        println!("{workers} workers: {seconds:.2} s, {share:.1} % of linear");
        assert_eq!(results(&options).expect("a run").done, all(UNITS));
    }
}
