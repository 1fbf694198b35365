//! The program: reads the command line, starts the log on the standard error, does one job.

mod arguments;
mod processor;

use std::io::{self, Write};
use std::process::{ExitCode, exit};

use clap::Parser;
use tianyuan::arena::Outcome;
use tianyuan::bench;
use tianyuan::engine::Engine;
use tianyuan::go::{BoardSize, Rules};
use tianyuan::record_commands;
use tianyuan::session;

use arguments::{Arguments, Job};

fn main() -> ExitCode {
    if let Some(instructions) = processor::lacks() {
        eprintln!("tianyuan: this build needs a processor with {instructions}; see README, Limits");
        return ExitCode::FAILURE;
    }
    let arguments = Arguments::parse();
    env_logger::Builder::new().filter_level(arguments.log).init();
    match &arguments.job {
        None => play(&arguments),
        Some(job) => run(job),
    }
}

/// The exit status where a job cannot be done as the user wants it; that of a wrong command line.
const NOT_AS_ASKED: u8 = 2;

/// Does one of the jobs beside playing.
fn run(job: &Job) -> ExitCode {
    match job {
        Job::Bench => tell(&bench::signature().to_string()),
        Job::Perft(arguments) => arguments.run(&mut tell),
        Job::Speed(arguments) => arguments.run(&mut tell),
        Job::TrainPatterns(arguments) => {
            let result = arguments.run(io::stdin().lock(), &mut tell);
            return ended("train-patterns", result.map(|()| true));
        }
        Job::Match(arguments) => {
            let result = arguments.run(&mut tell);
            return ended("match", result.map(|outcome| outcome == Outcome::Clean));
        }
        Job::Convert(arguments) => return ended("convert", arguments.run().map(is_clean)),
        Job::Check(arguments) => return ended("check", arguments.run(&mut tell).map(is_clean)),
        Job::Review(arguments) => return ended("review", arguments.run(&mut tell).map(is_clean)),
        Job::Show(arguments) => return ended("show", arguments.run(&mut tell).map(is_clean)),
    }
    ExitCode::SUCCESS
}

fn is_clean(outcome: record_commands::Outcome) -> bool {
    outcome == record_commands::Outcome::Clean
}

/// The exit status of a job: whether all went well, or why it was not done at all.
fn ended(job: &str, result: Result<bool, String>) -> ExitCode {
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(reason) => {
            eprintln!("tianyuan {job}: {reason}");
            ExitCode::from(NOT_AS_ASKED)
        }
    }
}

/// Prints a line, and ends the program where nobody reads any more (`tianyuan perft 9 4 | head -1`):
/// the rest of the job would be for nobody.
fn tell(line: &str) {
    if writeln!(io::stdout(), "{line}").is_err() {
        exit(0);
    }
}

/// Talks until the other side has had enough.
fn play(arguments: &Arguments) -> ExitCode {
    let settings = match arguments.settings() {
        Ok(settings) => settings,
        Err(error) => {
            eprintln!("tianyuan: {error}");
            return ExitCode::from(NOT_AS_ASKED);
        }
    };
    let mut engine = Engine::new(settings, BoardSize::STANDARD, Rules::CHINESE);
    match session::run(io::stdin(), io::stdout(), arguments.choice(), &mut engine) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            log::error!("the output failed: {error}");
            ExitCode::FAILURE
        }
    }
}
