//! The program: reads the command line, starts the log on the standard error, does one job.

mod arguments;
mod processor;

use std::io;
use std::process::ExitCode;

use clap::Parser;
use tianyuan::bench;
use tianyuan::engine::Engine;
use tianyuan::go::{BoardSize, Rules};
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

/// Does one of the jobs beside playing.
fn run(job: &Job) -> ExitCode {
    let mut tell = |line: &str| println!("{line}");
    match job {
        Job::Bench => tell(&bench::signature().to_string()),
        Job::Perft(arguments) => arguments.run(&mut tell),
        Job::Speed(arguments) => arguments.run(&mut tell),
    }
    ExitCode::SUCCESS
}

/// Talks until the other side has had enough.
fn play(arguments: &Arguments) -> ExitCode {
    let mut engine = Engine::new(arguments.settings(), BoardSize::STANDARD, Rules::CHINESE);
    match session::run(io::stdin(), io::stdout(), arguments.choice(), &mut engine) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            log::error!("the output failed: {error}");
            ExitCode::FAILURE
        }
    }
}
