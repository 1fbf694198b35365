//! A command whose client exits or closes its end, at a random time and in every state: the command and its engines
//! exit within two seconds.
//!
//! Each state is tested once; `TIANYUAN_CLIENT_TRIALS=200` runs 200 trials of all states together.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use std::{fs, thread};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::serial::alone;
use crate::support::folder::empty_folder;

/// The maximum time until the command exits.
const MOST: Duration = Duration::from_secs(2);

/// Additional time for a loaded machine.
const SLACK: Duration = Duration::from_millis(if cfg!(optimised) { 200 } else { 2000 });

/// The maximum time until the client exits.
const LONGEST_LIFE: Duration = Duration::from_millis(1500);

/// The number of parallel trials, which mostly wait.
const AT_ONCE: usize = 3;

/// A command and the client's input before it exits.
#[derive(Debug, Clone)]
struct State {
    arguments: Vec<String>,
    input: String,
}

/// The way in which a client disconnects.
#[derive(Debug, Clone, Copy)]
enum Death {
    /// The system closes both pipes.
    Killed,
    /// It stops reading and continues sending.
    ReadsNoMore,
    /// It stops sending, and stops reading a little later.
    SendsNoMore,
    /// The program that started the engines is killed.
    ParentKilled,
}

fn state(line: &str, input: &str) -> State {
    let program = env!("CARGO_BIN_EXE_tianyuan");
    let engine = format!("'{program}' --protocol gtp --threads 1 --no-net --time 3600");
    let words = line.split_whitespace().map(|word| match word {
        "ENGINE" => engine.clone(),
        "MUTE" => String::from("sleep 1000"),
        word => word.into(),
    });
    State { arguments: words.collect(), input: input.into() }
}

/// Queries of the analysis engine; none reports before it is finished.
fn queries(count: usize, more: &str) -> String {
    let query = |number| {
        format!(
            "{{\"id\":\"{number}\",\"moves\":[],\"rules\":\"chinese\",\"boardXSize\":9,\"boardYSize\":9,\
             \"maxVisits\":1000000000{more}}}\n"
        )
    };
    (0..count).map(query).collect()
}

fn states() -> Vec<State> {
    let long = "--threads 1 --no-net --time 3600";
    let session = |more: &str, input: &str| state(&format!("{long} {more}"), input);
    vec![
        session("", ""),
        session("", "name\n"),
        session("", "boardsize 9\ngenmove b\n"),
        session("", "boardsize 9\ntime_settings 0 3600 1\ngenmove b\nname\n"),
        session("", "boardsize 9\nkata-analyze b 1\n"),
        session("", "boardsize 9\nlz-analyze b 100000\n"),
        session("", "boardsize 9\nkata-search_analyze b\n"),
        session("--ponder --live", "boardsize 9\nplay b e5\n"),
        session("", "WTP\nboardsize 9\ngenmove B\n"),
        session("", "WTP\nboardsize 9\nanalyze B interval 1\n"),
        session("", "WTP\nboardsize 9\nanalyze B interval 100000\n"),
        state("analysis --no-net --threads 1", ""),
        state("analysis --no-net --threads 1", &queries(1, "")),
        state("analysis --no-net --threads 2", &queries(300, "")),
        state("analysis --no-net --threads 1", &queries(1, ",\"reportDuringSearchEvery\":0.01")),
        state("analysis --no-net --threads 1 --quit-without-waiting", &queries(2, "")),
        state("bridge ENGINE", ""),
        state("bridge ENGINE", "WTP\nboardsize 9\ngenmove B\n"),
        state("bridge ENGINE", "WTP\nboardsize 9\nanalyze B interval 1\n"),
        state("bridge MUTE --limit 3600", "WTP\n"),
        state("conform MUTE --limit 3600", ""),
        state("conform ENGINE --gtp --limit 3600", ""),
        state("conform --client", ""),
        state("conform --client", "WTP\nboardsize 9\nanalyze B interval 1\n"),
        state("play --size 9 --time 600 --threads 1 --no-net", ""),
        state("play --size 9 --time 600 --threads 1 --no-net", "e5\n"),
        state("perft 9 9", ""),
        state("speed --seconds 600", ""),
    ]
}

/// Commands without a client, whose engines have this program as their client.
fn parents() -> Vec<State> {
    vec![
        state("match --size 9 --games 2 --engine ENGINE --engine ENGINE", ""),
        state("match --size 9 --games 2 --engine ENGINE --engine ENGINE --concurrency 2", ""),
        state("bridge ENGINE", "WTP\nboardsize 9\ngenmove B\n"),
        state("conform ENGINE --gtp --limit 3600", ""),
    ]
}

#[test]
fn engines_exit_with_their_clients() {
    let _alone = alone();
    let trials = std::env::var("TIANYUAN_CLIENT_TRIALS").ok().and_then(|text| text.parse().ok());
    let (states, parents) = (states(), parents());
    let all: usize = trials.unwrap_or(states.len() + parents.len());
    let next = AtomicUsize::new(0);
    let results = Mutex::new((Duration::ZERO, Vec::new()));
    thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= all {
                        return;
                    }
                    let mut rng = StdRng::seed_from_u64(number as u64);
                    let kind = number % (states.len() + parents.len());
                    let (state, death) = match states.get(kind) {
                        Some(state) => (state, drawn_death(&mut rng)),
                        None => (&parents[kind - states.len()], Death::ParentKilled),
                    };
                    let result = try_death(state, death, number, &mut rng);
                    let (slowest, failures) = &mut *results.lock().expect("no panic");
                    match result {
                        Ok(time) => *slowest = time.max(*slowest),
                        Err(failure) => {
                            failures.push(format!("{number}, {death:?} {state:?}: {failure}"));
                        }
                    }
                }
            });
        }
    });
    let (slowest, failures) = results.into_inner().expect("no panic");
    assert!(failures.is_empty(), "of {all}: {failures:#?}");
    println!("{all} clients died, the slowest command ended after {slowest:?}");
}

fn drawn_death(rng: &mut StdRng) -> Death {
    [Death::Killed, Death::Killed, Death::ReadsNoMore, Death::SendsNoMore][rng.random_range(0..4)]
}

/// Runs a trial: starts a command, ends its client, and returns the time until the command and its engines have
/// exited.
fn try_death(
    state: &State,
    death: Death,
    number: usize,
    rng: &mut StdRng,
) -> Result<Duration, String> {
    let folder = empty_folder(format!("client-dies/{number}"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_tianyuan"));
    command.args(&state.arguments).current_dir(folder).env("LC_ALL", "C");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("it starts");
    let (input, output) = (child.stdin.take(), child.stdout.take());
    let (mut input, output) = (input.expect("a pipe"), output.expect("a pipe"));
    // A command that has exited reads nothing.
    let _ = input.write_all(state.input.as_bytes());
    thread::sleep(LONGEST_LIFE.mul_f64(rng.random()));
    let left = descendants(child.id());
    let died = Instant::now();
    let held = die(death, &mut child, input, output);
    let end = died + MOST + SLACK;
    let result = wait(&mut child, end).and_then(|()| wait_for_all(&left, end));
    let time = died.elapsed();
    drop(held);
    let _ = child.kill();
    let _ = child.wait();
    left.iter().for_each(kill);
    result.map(|()| time)
}

/// Ends the client; returns the streams that stay open.
fn die(
    death: Death,
    child: &mut Child,
    input: ChildStdin,
    output: ChildStdout,
) -> (Option<ChildStdin>, Option<ChildStdout>) {
    match death {
        Death::Killed => (None, None),
        Death::ReadsNoMore => (Some(input), None),
        Death::SendsNoMore => {
            drop(input);
            thread::sleep(Duration::from_millis(100));
            (None, None)
        }
        Death::ParentKilled => {
            let _ = child.kill();
            (Some(input), Some(output))
        }
    }
}

fn wait(child: &mut Child, end: Instant) -> Result<(), String> {
    while child.try_wait().expect("it is ours").is_none() {
        if Instant::now() > end {
            return Err("the command still runs".into());
        }
        thread::sleep(Duration::from_millis(5));
    }
    Ok(())
}

fn wait_for_all(processes: &[Process], end: Instant) -> Result<(), String> {
    while let Some(process) = processes.iter().find(|process| process.runs()) {
        if Instant::now() > end {
            return Err(format!("the engine {} still runs", process.id));
        }
        thread::sleep(Duration::from_millis(5));
    }
    Ok(())
}

/// A process; process ids are reused, but not with the same start time.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Process {
    id: u32,
    begun: String,
}

impl Process {
    fn runs(&self) -> bool {
        stat(self.id).is_some_and(|(_, begun, is_zombie)| begun == self.begun && !is_zombie)
    }
}

/// Returns the parent of a process, its start time, and whether it is a zombie.
fn stat(id: u32) -> Option<(u32, String, bool)> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    Some((fields[1].parse().ok()?, fields[19].into(), fields[0] == "Z"))
}

/// Returns all descendants of a process.
fn descendants(of: u32) -> Vec<Process> {
    let entries = fs::read_dir("/proc").expect("Linux has it").flatten();
    let ids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let all: BTreeMap<u32, (u32, String, bool)> =
        ids.filter_map(|id| Some((id, stat(id)?))).collect();
    let (mut parents, mut found) = (vec![of], Vec::new());
    while let Some(parent) = parents.pop() {
        for (&id, (_, begun, _)) in all.iter().filter(|(_, (of, ..))| *of == parent) {
            parents.push(id);
            found.push(Process { id, begun: begun.clone() });
        }
    }
    found
}

fn kill(process: &Process) {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    if process.runs() {
        let _ = kill(Pid::from_raw(process.id as i32), Signal::SIGKILL);
    }
}
