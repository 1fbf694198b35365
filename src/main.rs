//! The program: parses the command line, starts the log, runs one job.

use std::process::ExitCode;

use tianyuan::cli::arguments::Arguments;
use tianyuan::cli::{exit_status, logging, program};
use tianyuan::nn::missing_instructions;
use tianyuan::records::storage;
use tianyuan::stdio::print_error;

/// The allocator, since musl's gives memory back to the system and takes it again at nearly every leaf of a search.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

fn main() -> ExitCode {
    if let Some(instructions) = missing_instructions() {
        let reason = format!("this build needs a processor with {instructions}");
        print_error(&format!("tianyuan: {reason}; see docs/reference/limits.md"));
        return ExitCode::from(exit_status::FAILURE);
    }
    storage::make_size_limits_errors();
    let words = Arguments::words_of_process();
    ExitCode::from(match Arguments::of(words.clone()) {
        Ok(arguments) => {
            logging::start(arguments.log);
            program::run(&arguments)
        }
        Err(answer) => program::print_usage(&words, &answer),
    })
}
