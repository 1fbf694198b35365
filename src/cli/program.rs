//! Runs the engine or the subcommand selected by the command line.

use std::borrow::Cow;
use std::ffi::OsString;
use std::io::{self, BufReader, IsTerminal, Stdin, Stdout, Write};
use std::sync::Arc;

use crate::engine::Engine;
use crate::go::BoardSize;
use crate::job_error::JobError;
use crate::records::record::Language;
use crate::records::storage::io_message;
use crate::sanitize::printable;
use crate::serve::{LiveGame, serve_live};
use crate::session::{Observer, Options};
use crate::stdio::{Blocking, Closed, Output, print_error};

use clap::CommandFactory;
use clap::error::ErrorKind;

use super::arguments::{Arguments, CliCommand, completions, manual};
use super::exit_status::{FAILURE, SUCCESS, USAGE_ERROR, of_error, of_match, of_records};
use super::language::{language, localized};
use super::mpi::with_ranks;
use super::signals::{end_engines_when_unread, exit_on_interrupt, exit_when_unread};
use super::{help, review_offer, session};

/// Runs the program. Returns its exit status.
pub fn run(arguments: &Arguments) -> u8 {
    match &arguments.job {
        None => play(arguments),
        Some(job) => run_job(job),
    }
}

/// Prints a command-line error or the requested help. Returns the exit status.
pub fn print_usage(words: &[OsString], answer: &clap::Error) -> u8 {
    if let Some(record) = review_offer::record_of(words, answer) {
        let review = review_offer::offer(record).map(Arguments::of);
        return match review {
            Ok(Ok(arguments)) => run(&arguments),
            Ok(Err(error)) => print_usage(&[], &error),
            Err(status) => status,
        };
    }
    let language = language(None);
    let text = match language {
        Language::Chinese => help::answer(Arguments::command(), words, answer),
        Language::English => {
            let invalid = matches!(answer.kind(), ErrorKind::ValueValidation);
            let message = invalid.then(|| help::usage_error::invalid_value(answer)).flatten();
            message.unwrap_or_else(|| answer.render().to_string())
        }
    };
    let status = u8::try_from(answer.exit_code()).unwrap_or(USAGE_ERROR);
    let is_error = answer.use_stderr();
    let is_terminal =
        if is_error { io::stderr().is_terminal() } else { io::stdout().is_terminal() };
    let is_of_clap = language == Language::English && answer.kind() != ErrorKind::ValueValidation;
    if is_terminal && is_of_clap && matches!(printable(&text), Cow::Borrowed(_)) {
        // With clap's colours. If writing to the terminal fails, there is no other place to report it.
        let _ = answer.print();
        return status;
    }
    if is_error {
        print_error(text.trim_end());
        return status;
    }
    let mut output = output();
    let _ = output.write_bytes(text.as_bytes());
    end("--help", status, output)
}

/// Runs the GTP or WTP engine until the input ends or the client quits.
fn play(arguments: &Arguments) -> u8 {
    // Before loading a net, which takes a while.
    exit_when_unread();
    let settings = match arguments.settings() {
        Ok(settings) => settings,
        Err(error) => return failed("tianyuan", &error),
    };
    exit_on_interrupt();
    let mut engine = Engine::new(settings, BoardSize::STANDARD, arguments.rules.1);
    engine.set_rules_name(&arguments.rules.0);
    let session = |engine: &mut Engine| run_session(arguments, engine);
    match with_ranks(arguments.ranks, &mut engine, session) {
        Ok(status) => status.unwrap_or(SUCCESS),
        Err(error) => failed("tianyuan", &error),
    }
}

/// Prints a command's error. Returns the exit status.
fn failed(command: &str, error: &JobError) -> u8 {
    print_error(&localized(&format!("{command}: {error}")));
    of_error(error)
}

/// Runs a protocol session on standard input and output. Returns the exit status.
fn run_session(arguments: &Arguments, engine: &mut Engine) -> u8 {
    let observer = match arguments.live.map(|port| live(port, engine)).transpose() {
        Ok(observer) => observer,
        Err(error) => return failed("tianyuan", &JobError::io("the live page")(error)),
    };
    let options =
        Options { protocol: arguments.choice(), environment: arguments.environment(), observer };
    match session::run(options, arguments.show_board, engine) {
        Ok(()) => SUCCESS,
        Err(error) => {
            log::error!(target: "tianyuan", "cannot write the output: {}", io_message(&error));
            FAILURE
        }
    }
}

/// Serves the page of the game on a local port and prints its URL to standard error. Returns the observer that keeps
/// the page up to date.
fn live(port: u16, engine: &Engine) -> io::Result<Observer> {
    let game = Arc::new(LiveGame::new(engine));
    let address = serve_live(port, &game)?;
    print_error(&format!("open {address}"));
    Ok(Observer::new(move |engine| game.observe(engine)))
}

/// Runs a subcommand.
///
/// Subcommands that only print stop when the output fails. The others continue, because they also write files or
/// return a status.
fn run_job(job: &CliCommand) -> u8 {
    let mut output = output();
    if !handles_interrupts(job) {
        exit_on_interrupt();
    }
    let (name, result) = match job {
        // Uses its own streams: several threads write responses.
        CliCommand::Analysis(job) => {
            exit_when_unread();
            ("analysis", job.run())
        }
        // Uses its own streams too, for a session.
        CliCommand::Bridge(job) => {
            end_engines_when_unread();
            ("bridge", job.run())
        }
        CliCommand::Bench(job) => {
            exit_when_unread();
            ("bench", printed(job.run(&mut |line| output.line(line))))
        }
        CliCommand::Conform(job) => {
            // A report file is written even if standard output is closed.
            if !job.writes_file() {
                end_engines_when_unread();
            }
            ("conform", job.run(&mut |line| output.try_line(line)))
        }
        CliCommand::Perft(job) => {
            exit_when_unread();
            ("perft", printed(job.run(&mut |line| output.line(line))))
        }
        CliCommand::Speed(job) => {
            exit_when_unread();
            ("speed", job.run(&mut |line| output.line(line)).map(|()| SUCCESS))
        }
        CliCommand::Net(job) => ("net", job.run(&mut |line| output.line(line)).map(|()| SUCCESS)),
        CliCommand::TrainPatterns(job) => {
            let result = job.run(input(), &mut |line| output.line(line));
            ("train-patterns", result.map(|()| SUCCESS))
        }
        CliCommand::Features(job) => {
            let result = job.run(input(), &mut |line| output.try_line(line));
            ("features", result.map(|()| SUCCESS))
        }
        CliCommand::Label(job) => {
            let result = job.run(input(), &mut |line| output.try_line(line));
            ("label", result.map(|()| SUCCESS))
        }
        CliCommand::Play(job) => {
            exit_when_unread();
            ("play", job.run(&mut output))
        }
        CliCommand::Board(job) => {
            ("board", job.run(&mut |line| output.try_line(line)).map(|()| SUCCESS))
        }
        CliCommand::Match(job) => {
            ("match", job.run(&mut |line| output.try_line(line)).map(of_match))
        }
        CliCommand::Convert(job) => {
            let result = job.run(&mut |bytes| {
                let _ = output.write_bytes(bytes);
            });
            ("convert", result.map(of_records))
        }
        CliCommand::Check(job) => {
            ("check", job.run(&mut |line| output.try_line(line)).map(of_records))
        }
        CliCommand::Show(job) => {
            ("show", job.run(&mut |line| output.try_line(line)).map(of_records))
        }
        CliCommand::Review(job) => {
            ("review", job.run(&mut |line| output.try_line(line)).map(of_records))
        }
        CliCommand::Setup(job) => {
            ("setup", job.run(&mut |line| output.line(line)).map(|()| SUCCESS))
        }
        CliCommand::Solve(job) => ("solve", job.run(&mut |line| output.try_line(line))),
        CliCommand::Completions { shell } => {
            ("completions", printed(output.write_bytes(&completions(*shell))))
        }
        CliCommand::Man => {
            let pages = manual().map_err(JobError::io("the manual page"));
            ("man", pages.and_then(|pages| printed(output.write_bytes(&pages))))
        }
    };
    let status = result.unwrap_or_else(|error| failed(&format!("tianyuan {name}"), &error));
    end(name, status, output)
}

/// Returns `true` if a subcommand handles interrupts itself, to stop its threads and engines or restore the terminal.
fn handles_interrupts(job: &CliCommand) -> bool {
    matches!(
        job,
        CliCommand::Board(_)
            | CliCommand::Bridge(_)
            | CliCommand::Conform(_)
            | CliCommand::Label(_)
            | CliCommand::Match(_)
            | CliCommand::Play(_)
            | CliCommand::Review(_)
            | CliCommand::Solve(_)
    )
}

fn input() -> BufReader<Blocking<Stdin>> {
    BufReader::new(Blocking::new(io::stdin()))
}

fn output() -> Output<Blocking<Stdout>> {
    Output::new(Blocking::new(io::stdout()))
}

/// The status of a subcommand that only prints; print errors are reported when the output ends.
fn printed(_: Result<(), Closed>) -> Result<u8, JobError> {
    Ok(SUCCESS)
}

/// Ends the output. Returns the job's exit status, or a failure if the output failed.
fn end<W: Write>(job: &str, status: u8, output: Output<W>) -> u8 {
    let Err(error) = output.end() else { return status };
    let message = format!("tianyuan {job}: cannot write standard output: {}", io_message(&error));
    print_error(&localized(&message));
    if status == SUCCESS { FAILURE } else { status }
}
