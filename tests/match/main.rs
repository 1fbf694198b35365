//! `tianyuan match` as its users see it, with engines that play badly or misbehave.
//!
//! This test has no harness of its own: started with `--dumb-engine KIND` it is one of those engines,
//! so that nothing else has to be built or installed for it. `tianyuan bridge` is tested with the same ones.

mod bridge;
mod dumb_engine;
mod faults;
mod games;
mod playing;
mod shards;
mod support;

use libtest_mimic::{Arguments, Trial};

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, option, kind] = &arguments[..]
        && option == "--dumb-engine"
    {
        return dumb_engine::play(kind);
    }
    // Without the usual harness nobody else collects the tests.
    let tests = [games::TESTS, faults::TESTS, shards::TESTS, bridge::TESTS].concat();
    let trials = tests.into_iter().map(|(name, test)| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    });
    let latency = Trial::test("bridge::latency", || {
        bridge::latency_of_a_bridge();
        Ok(())
    });
    let trials = trials.chain([latency.with_ignored_flag(true)]);
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}
