//! The program: reads the command line, starts the log on the standard error, does one job.

mod arguments;

use std::io;
use std::process::ExitCode;

use clap::Parser;
use tianyuan::engine::Engine;
use tianyuan::go::{BoardSize, Rules};
use tianyuan::session;

use arguments::Arguments;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    env_logger::Builder::new().filter_level(arguments.log).init();
    play(&arguments)
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
