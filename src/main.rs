//! The program: reads the command line, starts the log on the standard error, does one job.

mod processor;

use std::borrow::Cow;
use std::io::{self, BufReader, IsTerminal, Stdin, Stdout, Write};
use std::panic;
use std::process::{ExitCode, exit};

use clap::Parser;
use env_logger::Target;
use log::LevelFilter;
use tianyuan::arena::MatchStatus;
use tianyuan::cli::arguments::{Arguments, Job, completions, manual};
use tianyuan::cli::status::Status;
use tianyuan::engine::Engine;
use tianyuan::go::BoardSize;
use tianyuan::printable::printable;
use tianyuan::session;
use tianyuan::storage;
use tianyuan::streams::{Closed, Output, Patient, print_error};

/// The exit status where all went well.
const WELL: u8 = 0;

/// The exit status where something is wrong with what was looked at, or could not be done.
const FAULTY: u8 = 1;

/// The exit status where a job cannot be done as the user wants it; that of a wrong command line.
const NOT_AS_ASKED: u8 = 2;

/// The exit status of a program that was interrupted.
const INTERRUPTED: u8 = 130;

fn main() -> ExitCode {
    if let Some(instructions) = processor::lacks() {
        let reason = format!("this build needs a processor with {instructions}");
        print_error(&format!("tianyuan: {reason}; see README, Limits"));
        return ExitCode::from(FAULTY);
    }
    storage::make_size_limits_errors();
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(answer) => return ExitCode::from(tell_of_arguments(&answer)),
    };
    begin_log(arguments.log);
    panic::set_hook(Box::new(|defect| {
        log::error!("a defect of Tianyuan, please report it: {defect}")
    }));
    ExitCode::from(match &arguments.job {
        None => play(&arguments),
        Some(job) => run(job),
    })
}

/// Prints what is wrong with the command line, or the help that it asks for.
fn tell_of_arguments(answer: &clap::Error) -> u8 {
    let text = answer.render().to_string();
    let status = u8::try_from(answer.exit_code()).unwrap_or(NOT_AS_ASKED);
    let is_error = answer.use_stderr();
    let for_eyes = if is_error { io::stderr().is_terminal() } else { io::stdout().is_terminal() };
    if for_eyes && matches!(printable(&text), Cow::Borrowed(_)) {
        // In colours. Where a terminal fails there is nowhere else to say so.
        let _ = answer.print();
        return status;
    }
    if is_error {
        print_error(text.trim_end());
        return status;
    }
    let mut output = output();
    let _ = output.exactly(text.as_bytes());
    ended("--help", status, output)
}

/// Logs on the standard error, with what a terminal would obey made visible.
fn begin_log(level: LevelFilter) {
    env_logger::Builder::new()
        .filter_level(level)
        .target(Target::Pipe(Box::new(Patient::new(io::stderr()))))
        .format(|line, record| {
            let text = record.args().to_string();
            let text = printable(&text).replace('\n', "\n    ");
            writeln!(line, "[{:<5} {}] {text}", record.level(), record.target())
        })
        .init();
}

fn input() -> BufReader<Patient<Stdin>> {
    BufReader::new(Patient::new(io::stdin()))
}

fn output() -> Output<Patient<Stdout>> {
    Output::new(Patient::new(io::stdout()))
}

/// Does one of the jobs beside playing. Those that only tell something end where nobody listens any
/// more; the others have a status to tell, or files to write.
fn run(job: &Job) -> u8 {
    let mut output = output();
    let (name, done) = match job {
        Job::Bench(job) => ("bench", told(job.run(&mut |line| output.line(line)))),
        Job::Perft(job) => ("perft", told(job.run(&mut |line| output.line(line)))),
        Job::Speed(job) => ("speed", told(job.run(&mut |line| output.line(line)))),
        Job::TrainPatterns(job) => {
            let done = job.run(input(), &mut |line| output.line(line));
            ("train-patterns", done.map(|()| WELL))
        }
        Job::Features(job) => {
            let done = job.run(input(), &mut |line| output.tell(line));
            ("features", done.map(|()| WELL))
        }
        Job::Match(job) => ("match", job.run(&mut |line| output.tell(line)).map(of_match)),
        Job::Convert(job) => {
            end_when_told();
            let done = job.run(&mut |bytes| {
                let _ = output.exactly(bytes);
            });
            ("convert", done.map(of_records))
        }
        Job::Check(job) => ("check", job.run(&mut |line| output.tell(line)).map(of_records)),
        Job::Show(job) => ("show", job.run(&mut |line| output.tell(line)).map(of_records)),
        Job::Review(job) => ("review", job.run(&mut |line| output.tell(line)).map(of_records)),
        Job::Completions { shell } => ("completions", told(output.exactly(&completions(*shell)))),
        Job::Man => {
            let pages = manual().map_err(|error| error.to_string());
            ("man", pages.and_then(|pages| told(output.exactly(&pages))))
        }
    };
    let status = done.unwrap_or_else(|reason| {
        print_error(&format!("tianyuan {name}: {reason}"));
        NOT_AS_ASKED
    });
    ended(name, status, output)
}

/// The status of a job that only tells something: whether that worked is known by its output.
fn told(_: Result<(), Closed>) -> Result<u8, String> {
    Ok(WELL)
}

fn of_records(status: Status) -> u8 {
    match status {
        Status::Clean => WELL,
        Status::Faulty => FAULTY,
    }
}

fn of_match(outcome: MatchStatus) -> u8 {
    match outcome {
        MatchStatus::Clean => WELL,
        MatchStatus::Faulty => FAULTY,
        MatchStatus::Interrupted => INTERRUPTED,
    }
}

/// The exit status of a job, which is no success where not all of its output could be printed.
fn ended<W: Write>(job: &str, status: u8, output: Output<W>) -> u8 {
    let Err(error) = output.end() else { return status };
    print_error(&format!("tianyuan {job}: the standard output failed: {error}"));
    if status == WELL { FAULTY } else { status }
}

/// Ends the program at once when it is told to, but not in the midst of writing a game record.
fn end_when_told() {
    let set = ctrlc::set_handler(|| {
        let _settled = storage::settled();
        exit(INTERRUPTED.into());
    });
    if let Err(error) = set {
        log::warn!("an interrupt may leave a file unfinished: {error}");
    }
}

/// Talks until the other side has had enough.
fn play(arguments: &Arguments) -> u8 {
    let settings = match arguments.settings() {
        Ok(settings) => settings,
        Err(error) => {
            print_error(&format!("tianyuan: {error}"));
            return NOT_AS_ASKED;
        }
    };
    end_when_told();
    let mut engine = Engine::new(settings, BoardSize::STANDARD, arguments.rules);
    let (input, output) = (Patient::new(io::stdin()), Patient::new(io::stdout()));
    match session::run(input, output, arguments.choice(), &mut engine) {
        Ok(()) => WELL,
        Err(error) => {
            log::error!("the output failed: {error}");
            FAULTY
        }
    }
}
