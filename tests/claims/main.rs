//! Job claims in a PostgreSQL server started by the tests; without PostgreSQL they print a message.
//!
//! With `--worker` this program is a worker that can be killed.

mod kills;
mod matches;
mod postgres;
mod reviews;
mod runs;
mod worker;

use libtest_mimic::{Arguments, Trial};

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if arguments.get(1).is_some_and(|option| option == "--worker") {
        return worker::work(&arguments[2..]);
    }
    let (tests, measurements) =
        ([runs::TESTS, kills::TESTS, matches::TESTS, reviews::TESTS].concat(), kills::MEASUREMENTS);
    let trial = |&(name, test): &(&str, fn())| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    };
    let measurements = measurements.iter().map(trial).map(|trial| trial.with_ignored_flag(true));
    let trials = tests.iter().map(trial).chain(measurements).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
