//! `tianyuan match` on the command line, with engines that play badly or misbehave.
//!
//! This test has its own harness: with `--dumb-engine KIND` it is one of the engines, so that nothing else must be
//! built or installed. `tianyuan bridge` is tested with the same engines.

mod bridge;
mod fake_engine;
mod faults;
mod files;
mod games;
mod playing;
mod shards;
mod support;

use libtest_mimic::{Arguments, Trial};

/// Tests that are too slow unless optimised.
const SLOW: [&str; 11] = [
    "hanging_engine_loses_game",
    "bridge::unresponsive_engine_is_lost",
    "bridge::games_over_bridges_are_equal",
    "bridge::engine_exits_with_bridge",
    "agreement_adjudicates_game",
    "noise_and_lingering_processes_are_handled",
    "merged_shards_equal_unsharded_match",
    "match_seed_determines_games",
    "timeout_loses_game",
    "twenty_games_are_counted_once",
    "killed_match_resumes",
];

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, option, kind] = &arguments[..]
        && option == "--dumb-engine"
    {
        return fake_engine::play(kind);
    }
    // Without the default harness the tests are listed explicitly.
    let tests = [games::TESTS, faults::TESTS, files::TESTS, shards::TESTS, bridge::TESTS].concat();
    let trials = tests.into_iter().map(|(name, test)| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
        .with_ignored_flag(cfg!(not(optimised)) && SLOW.contains(&name))
    });
    let latency = Trial::test("bridge::latency", || {
        bridge::latency_of_a_bridge();
        Ok(())
    });
    let trials = trials.chain([latency.with_ignored_flag(true)]);
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}
