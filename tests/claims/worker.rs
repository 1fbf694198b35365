//! A worker whose job sleeps.

use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use tianyuan::cancellation::Cancellation;
use tianyuan::distributed::work_queue::{QueueJob, RunOptions};

/// The settings of all runs of this job.
pub const TERMS: &str = "squares";

/// Returns the result of a unit, which depends only on its number.
pub fn result(unit: usize) -> String {
    format!("{unit} x {unit} = {}", unit * unit)
}

/// Works on a run until nothing is left. Returns the number of finished units and of units lost to other workers.
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

/// The worker process of [`start`].
pub fn work(arguments: &[String]) {
    let [address, name, units, milliseconds] = arguments else { panic!("{arguments:?}") };
    let lease = Duration::from_secs(2);
    let options = RunOptions { address: address.clone(), name: name.clone(), lease };
    let time = Duration::from_millis(milliseconds.parse().expect("a number"));
    let (_, lost) = work_at(&options, units.parse().expect("a number"), time);
    print!("lost {lost:?}");
}

/// Starts a worker process.
pub fn start(options: &RunOptions, units: usize, milliseconds: u64) -> Child {
    let mut command = Command::new(std::env::current_exe().expect("the test knows where it is"));
    command.args(["--worker", &options.address, &options.name]);
    command.args([units.to_string(), milliseconds.to_string()]);
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    command.spawn().expect("it starts")
}
