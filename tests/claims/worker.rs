//! A worker with a job that sleeps.

use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use tianyuan::cancellation::Cancellation;
use tianyuan::distributed::work_queue::{QueueJob, RunOptions};

/// The terms of all runs with this job.
pub const TERMS: &str = "squares";

/// The result of a unit, which depends on its number alone.
pub fn result(unit: usize) -> String {
    format!("{unit} x {unit} = {}", unit * unit)
}

/// Works at a run until nothing is left. Answers how many units it has done, and those that it lost to others.
pub fn work_at(options: &RunOptions, units: usize, time: Duration) -> (usize, Vec<usize>) {
    let run = QueueJob::open(options, TERMS, units, &Cancellation::default()).expect("a run");
    let (mut done, mut lost) = (0, Vec::new());
    while let Some(claim) = run.take().expect("a server") {
        sleep(time);
        if run.finish(&claim, &result(claim.unit())).expect("a server") {
            done += 1;
        } else {
            lost.push(claim.unit());
        }
    }
    (done, lost)
}

/// The worker that [`start`] starts.
pub fn work(arguments: &[String]) {
    let [address, name, units, milliseconds] = arguments else { panic!("{arguments:?}") };
    let lease = Duration::from_secs(2);
    let options = RunOptions { address: address.clone(), name: name.clone(), lease };
    let time = Duration::from_millis(milliseconds.parse().expect("a number"));
    let (_, lost) = work_at(&options, units.parse().expect("a number"), time);
    print!("lost {lost:?}");
}

/// Starts a worker as a process of its own.
pub fn start(options: &RunOptions, units: usize, milliseconds: u64) -> Child {
    let mut command = Command::new(std::env::current_exe().expect("the test knows where it is"));
    command.args(["--worker", &options.address, &options.name]);
    command.args([units.to_string(), milliseconds.to_string()]);
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    command.spawn().expect("it starts")
}
