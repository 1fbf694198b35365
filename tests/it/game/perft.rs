//! Compares counts of move sequences with those of other implementations.
//!
//! The deep counts take minutes: `cargo test --test it perft -- --ignored`.

use tianyuan::go::perft::Perft;
use tianyuan::go::{BoardSize, KoRule};

fn perft(lines: usize, ko: KoRule, pass: bool) -> Perft {
    let size = BoardSize::new(lines).expect("a size");
    Perft { size, ko, pass, suicide: false }
}

/// The counts for one move, two moves and so on.
fn assert_counts(perft: Perft, counts: &[u64]) {
    for (depth, &count) in (1..).zip(counts) {
        assert_eq!(perft.count(depth), count, "{perft:?}, depth {depth}");
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn perft_matches_on_9x9() {
    assert_counts(perft(9, KoRule::Simple, false), &[81, 6480, 511_920, 39_929_136]);
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn perft_matches_on_5x5() {
    let simple = [25, 600, 13_800, 303_424, 6_368_416, 127_124_176];
    assert_counts(perft(5, KoRule::Simple, false), &simple);
    let superko = [26, 651, 15_651, 361_067, 7_984_755];
    assert_counts(perft(5, KoRule::Positional, true), &superko);
}

#[test]
fn perft_matches_on_4x4() {
    assert_counts(perft(4, KoRule::Simple, false), &[16, 240, 3360, 43_576, 521_800]);
    assert_counts(perft(4, KoRule::Simple, true), &[17, 273, 4113, 58_001, 764_289]);
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn perft_matches_on_3x3_with_ko() {
    let count = |ko, pass| perft(3, ko, pass).count(7);
    assert_eq!(count(KoRule::Simple, false), 168_144);
    assert_eq!(count(KoRule::Simple, true), 848_019);
    assert_eq!(count(KoRule::Positional, false), 168_112);
    assert_eq!(count(KoRule::Positional, true), 847_987);
}

#[test]
fn perft_matches_on_2x2_with_repetition() {
    let count = |ko, pass| perft(2, ko, pass).count(7);
    assert_eq!(count(KoRule::Simple, false), 32);
    assert_eq!(count(KoRule::Simple, true), 1329);
    assert_eq!(count(KoRule::Positional, false), 16);
    assert_eq!(count(KoRule::Positional, true), 1249);
}

#[test]
#[ignore = "takes a minute"]
fn deep_perft_matches_recorded_counts() {
    assert_eq!(perft(9, KoRule::Simple, false).count(5), 3_074_496_080);
    assert_eq!(perft(5, KoRule::Simple, false).count(7), 2_411_088_112);
    assert_eq!(perft(4, KoRule::Positional, true).count(6), 9_327_985);
}
