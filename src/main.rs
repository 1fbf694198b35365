//! The program: parses the command line, initialises the log and runs a command.

use std::process::ExitCode;

use tianyuan::cli::arguments::Arguments;
use tianyuan::cli::{exit_status, logging, program};
use tianyuan::nn::missing_instructions;
use tianyuan::records::storage;
use tianyuan::stdio::print_error;

/// The allocator: musl's allocator returns memory to the system and requests it again at nearly every leaf of a
/// search.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

fn main() -> ExitCode {
    if let Some(instructions) = missing_instructions() {
        let reason = format!("this build requires a processor with {instructions}");
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
