//! Numbers in command-line options.

use std::fs;
use std::time::Duration;

use clap::{Arg, CommandFactory};
use tianyuan::cli::arguments::Arguments;

use super::nets::katago_net;
use super::{report, run, values_for};
use crate::serial::alone;
use crate::support::folder::empty_folder;

/// The time limit of a command with valid arguments, after which it counts as working.
const MOST: Duration = Duration::from_millis(1500);

/// The other required arguments of each command.
fn usual(command: &str) -> &'static [&'static str] {
    match command {
        "" | "play" => &["--no-net", "--threads", "1"],
        "analysis" => &["--no-net", "--threads", "1", "--memory", "16"],
        "bridge" => &["cat", "--limit", "0.2"],
        "conform" => &["true"],
        "perft" => &["2", "1"],
        "net" => &["a.net"],
        "features" => &["--output", "a.rec"],
        "label" => &["a.sgf", "-o", "labels", "--net", "a.net"],
        "match" => &["--engine", "true", "--engine", "true", "--size", "5"],
        "convert" => &["a.sgf", "b.sgf"],
        "check" | "show" => &["a.sgf"],
        "review" => &["a.sgf", "--no-net", "--jobs", "1", "-o", "reviewed"],
        _ => &[],
    }
}

/// Returns `true` if an option takes a value that may be a number.
fn takes_a_number(argument: &Arg) -> bool {
    argument.get_long().is_some()
        && argument.get_action().takes_values()
        && argument.get_possible_values().is_empty()
}

#[test]
fn extreme_numbers_in_options() {
    let _alone = alone();
    let folder = empty_folder("numbers/options");
    fs::write(folder.join("a.sgf"), "(;SZ[9];B[ee];W[cc];B[gg])").expect("written");
    fs::write(folder.join("a.net"), katago_net(true)).expect("written");
    let program = Arguments::command();
    let jobs = program.get_subcommands().map(|job| (job.get_name().to_owned(), job));
    let jobs = std::iter::once((String::new(), &program)).chain(jobs);
    let (mut failures, mut tried) = (Vec::new(), 0);
    for (name, job) in jobs {
        for (place, argument) in job.get_arguments().filter(|it| takes_a_number(it)).enumerate() {
            let long = argument.get_long().expect("it has one");
            for value in values_for(place) {
                let count = argument.get_num_args().map_or(1, |range| range.min_values().max(1));
                let mut arguments: Vec<&str> = Vec::new();
                arguments.extend(Some(&*name).filter(|name| !name.is_empty()));
                arguments.extend(without(usual(&name), long));
                let option = format!("--{long}");
                let joined = format!("--{long}={value}");
                if count == 1 {
                    arguments.push(&joined);
                } else {
                    arguments.push(&option);
                    arguments.extend(std::iter::repeat_n(value, count));
                }
                let said = run(&folder, &arguments, b"", MOST);
                tried += 1;
                failures.extend(said.defect().map(|defect| format!("{arguments:?}: {defect}")));
            }
        }
    }
    for place in 0..2 {
        for value in values_for(place) {
            let mut arguments = ["perft", "2", "2"];
            arguments[1 + place] = value;
            let said = run(&folder, &arguments, b"", MOST);
            tried += 1;
            failures.extend(said.defect().map(|defect| format!("{arguments:?}: {defect}")));
        }
    }
    report(&failures, tried);
}

/// Returns the arguments without this option and its value.
fn without<'a>(arguments: &[&'a str], long: &str) -> Vec<&'a str> {
    let option = format!("--{long}");
    let mut kept = Vec::new();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        if *argument == option {
            if long != "no-net" {
                rest.next();
            }
        } else {
            kept.push(*argument);
        }
    }
    kept
}
