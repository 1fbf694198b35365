//! `tianyuan match` as its users see it, with engines that play badly or misbehave.
//!
//! This test has no harness of its own: started with `--dumb-engine KIND` it is one of those engines,
//! so that nothing else has to be built or installed for it. `tianyuan bridge` is tested with the same ones.

mod bridge;
mod fake_engine;
mod faults;
mod files;
mod games;
mod playing;
mod shards;
mod support;

use libtest_mimic::{Arguments, Trial};

/// What is too slow unless optimised.
const SLOW: [&str; 11] = [
    "an_engine_that_hangs_is_given_up",
    "bridge::an_engine_that_says_nothing_is_lost",
    "bridge::games_over_bridges_are_the_same",
    "bridge::the_engine_ends_with_the_bridge",
    "engines_that_agree_end_a_game",
    "noise_and_clinging_do_no_harm",
    "shards_together_are_one_run",
    "the_seed_of_a_match_makes_its_games",
    "time_that_runs_out_loses",
    "twenty_games_are_twenty_games",
    "what_is_killed_goes_on_where_it_was",
];

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, option, kind] = &arguments[..]
        && option == "--dumb-engine"
    {
        return fake_engine::play(kind);
    }
    // Without the usual harness nobody else collects the tests.
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
