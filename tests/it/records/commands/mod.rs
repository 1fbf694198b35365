//! Game records on the command line: `tianyuan convert`, `check`, `show` and `solve`.

mod check_and_show;
mod convert;
mod convert_meaning;
mod convert_status;
mod many;
mod solve;
use std::path::Path;

use crate::support::process::{Said, program_in, run};

/// Runs a command in the folder of the examples, with bytes on its standard input.
pub fn tianyuan(arguments: &[&str], input: &[u8]) -> Said {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    run(&mut program_in(&examples, arguments), input)
}
