//! The program: reads the command line, starts the log on the standard error, does one job.

mod arguments;
mod processor;

use std::io::{self, Write};
use std::panic;
use std::process::{ExitCode, exit};

use clap::Parser;
use tianyuan::arena::Outcome;
use tianyuan::engine::Engine;
use tianyuan::go::BoardSize;
use tianyuan::record_commands;
use tianyuan::record_file;
use tianyuan::session;

use arguments::{Arguments, Job, completions, manual};

fn main() -> ExitCode {
    if let Some(instructions) = processor::lacks() {
        eprintln!("tianyuan: this build needs a processor with {instructions}; see README, Limits");
        return ExitCode::FAILURE;
    }
    let arguments = Arguments::parse();
    env_logger::Builder::new().filter_level(arguments.log).init();
    panic::set_hook(Box::new(|defect| {
        log::error!("a defect of Tianyuan, please report it: {defect}")
    }));
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
        Job::Bench(arguments) => arguments.run(&mut tell),
        Job::Perft(arguments) => arguments.run(&mut tell),
        Job::Speed(arguments) => arguments.run(&mut tell),
        Job::TrainPatterns(arguments) => {
            let result = arguments.run(io::stdin().lock(), &mut tell);
            return ended("train-patterns", result.map(|()| true));
        }
        Job::Features(arguments) => {
            let result = arguments.run(io::stdin().lock(), &mut tell);
            return ended("features", result.map(|()| true));
        }
        Job::Match(arguments) => {
            let result = arguments.run(&mut tell);
            return ended("match", result.map(|outcome| outcome == Outcome::Clean));
        }
        Job::Convert(arguments) => {
            end_when_told();
            return ended("convert", arguments.run().map(is_clean));
        }
        Job::Check(arguments) => return ended("check", arguments.run(&mut tell).map(is_clean)),
        Job::Completions { shell } => return printed("completions", Ok(completions(*shell))),
        Job::Man => return printed("man", manual()),
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

/// Prints a text that was made whole.
fn printed(job: &str, text: io::Result<Vec<u8>>) -> ExitCode {
    let printed = text.and_then(|text| io::stdout().write_all(&text));
    ended(job, printed.map(|()| true).map_err(|error| error.to_string()))
}

/// Prints a line, and ends the program where nobody reads any more (`tianyuan perft 9 4 | head -1`):
/// the rest of the job would be for nobody.
fn tell(line: &str) {
    if writeln!(io::stdout(), "{line}").is_err() {
        exit(0);
    }
}

/// The exit status of a program that was interrupted.
const INTERRUPTED: i32 = 130;

/// Ends the program at once when it is told to, but not in the midst of writing a game record.
fn end_when_told() {
    let set = ctrlc::set_handler(|| {
        let _settled = record_file::settled();
        exit(INTERRUPTED);
    });
    if let Err(error) = set {
        log::warn!("an interrupt may leave a file unfinished: {error}");
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
    end_when_told();
    let mut engine = Engine::new(settings, BoardSize::STANDARD, arguments.rules);
    match session::run(io::stdin(), io::stdout(), arguments.choice(), &mut engine) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            log::error!("the output failed: {error}");
            ExitCode::FAILURE
        }
    }
}
