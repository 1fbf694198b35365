//! How soon an analysis ends: a measurement for a quiet machine, with a command of its own, not part
//! of the ordinary tests.

mod support {
    pub mod talk;
}

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use support::talk::Talk;

/// Requests that are measured.
const TIMES: usize = 200;

/// Commands that end an analysis, and the lines of their own responses.
const STOPS: [(&[u8], usize); 3] = [(b"\n", 0), (b"stop\n", 2), (b"protocol_version\n", 2)];

#[test]
#[ignore = "a measurement, for a quiet machine"]
fn an_analysis_ends_within_50_ms() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tianyuan"))
        .args(["--threads", "2", "--seed", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let input = child.stdin.take().expect("a pipe");
    let mut talk = Talk::over(input, child.stdout.take().expect("a pipe"));
    talk.send(b"boardsize 19\n");
    talk.response().expect("a response");
    let mut times: Vec<Duration> = (0..TIMES)
        .map(|time| {
            // Moves in between, so that there are trees to carry over and to set aside.
            let moves = ["play b D4", "play w Q16", "undo", "undo"];
            talk.send(format!("{}\nkata-analyze 5\n", moves[time % moves.len()]).as_bytes());
            talk.response().expect("a response");
            // At any point of the analysis, the very start too.
            std::thread::sleep(Duration::from_millis(37 * (time as u64 % 12)));
            let (stop, lines) = STOPS[time % STOPS.len()];
            let start = Instant::now();
            talk.send(stop);
            talk.response().expect("the end of the analysis");
            let taken = start.elapsed();
            (0..lines).for_each(|_| drop(talk.line()));
            taken
        })
        .collect();
    talk.close();
    child.wait().expect("it ends");
    times.sort();
    let (median, worst) = (times[TIMES / 2], times[TIMES - 1]);
    println!("{TIMES} requests: median {median:.1?}, worst {worst:.1?}");
    assert!(worst < Duration::from_millis(50), "the slowest: {:?}", &times[TIMES - 10..]);
}
