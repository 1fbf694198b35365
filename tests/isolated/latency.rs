//! The time until an analysis stops, and its memory during a long run: measurements for a quiet machine with separate
//! commands, not part of the normal tests.
//!
//! `cargo test --release --test isolated latency -- --ignored --nocapture` makes 200 requests; with
//! `TIANYUAN_SOAK_SECONDS=7200` it runs for two hours.

#![cfg(unix)]
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tianyuan::resource_usage::{self, Usage};

use crate::serial::alone;
use crate::support::line_client::Talk;

/// The number of requests if no time is given.
const TIMES: usize = 200;

/// The number of moves before a new game.
const GAME: usize = 200;

/// The number of requests before memory is measured: the tree is full by then.
const WARM: usize = 100;

/// Commands that end an analysis, and the lines of their own responses.
const STOPS: [(&[u8], usize); 3] = [(b"\n", 0), (b"stop\n", 2), (b"protocol_version\n", 2)];

#[test]
#[ignore = "a measurement, for a quiet machine"]
fn analysis_stops_within_50_ms() {
    let _alone = alone();
    let mut child = Command::new(env!("CARGO_BIN_EXE_tianyuan"))
        .args(["--threads", "2", "--seed", "1"])
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let input = child.stdin.take().expect("a pipe");
    let mut talk = Talk::over(input, child.stdout.take().expect("a pipe"));
    let soak = std::env::var("TIANYUAN_SOAK_SECONDS").ok();
    let soak = soak.map(|text| Duration::from_secs(text.parse().expect("a number of seconds")));
    let (mut rng, start) = (StdRng::seed_from_u64(1), Instant::now());
    let (mut times, mut held) = (Vec::new(), Vec::new());
    while soak.map_or(times.len() < TIMES, |soak| start.elapsed() < soak) {
        if times.len() % GAME == 0 {
            talk.send(b"boardsize 19\n");
            talk.response().expect("a response");
        }
        change_position(&mut talk, times.len() % GAME, &mut rng);
        talk.send(b"kata-analyze 5\n");
        // At any point of the analysis, including its start.
        std::thread::sleep(Duration::from_millis(rng.random_range(0..500)));
        held.extend(resource_usage::of_group(child.id()));
        let (stop, lines) = STOPS[times.len() % STOPS.len()];
        let asked = Instant::now();
        talk.send(stop);
        talk.response().expect("the end of the analysis");
        times.push(asked.elapsed());
        (0..lines).for_each(|_| drop(talk.line()));
    }
    talk.close();
    child.wait().expect("it ends");
    tell_held(&held);
    times.sort();
    let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
    let seconds = start.elapsed().as_secs();
    println!("{} requests in {seconds} s: median {median:.1?}, worst {worst:.1?}", times.len());
    let slowest = &times[times.len().saturating_sub(10)..];
    assert!(worst < Duration::from_millis(50), "the slowest: {slowest:?}");
}

/// Plays a move, and sometimes takes some back, so that trees are reused and discarded. An illegal move changes
/// nothing.
fn change_position(talk: &mut Talk, moves: usize, rng: &mut StdRng) {
    let column = (b'A'..=b'T').filter(|letter| *letter != b'I').nth(rng.random_range(0..19));
    let point = format!("{}{}", char::from(column.expect("a column")), rng.random_range(1..=19));
    let color = ["b", "w"][moves % 2];
    let change = if moves % 7 == 6 { "undo".into() } else { format!("play {color} {point}") };
    talk.send(format!("{change}\n").as_bytes());
    talk.response().expect("a response");
}

fn tell_held(held: &[Usage]) {
    let (Some(first), Some(last)) = (held.get(WARM), held.last()) else { return };
    let most = held.iter().map(|usage| usage.memory).max().unwrap_or_default();
    let megabytes = |bytes: u64| bytes as f64 / 1e6;
    println!(
        "memory: {:.0} MB after {WARM} requests, {:.0} MB at the end, at most {:.0} MB; \
         open files: {} and {}",
        megabytes(first.memory),
        megabytes(last.memory),
        megabytes(most),
        first.files,
        last.files
    );
}
