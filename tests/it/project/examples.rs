//! The programs in `examples/`, run from the command line.

use std::env;
use std::io::Write;
use std::process::{Command, Stdio};

use tianyuan::nn::katago::{self, Summary};

/// Returns the standard output and the standard error of an example.
fn run(example: &str, arguments: &[&str], input: &str) -> (String, String) {
    let profile = match (cfg!(debug_assertions), cfg!(optimised)) {
        (false, _) => "release",
        (true, true) => "checked",
        (true, false) => "dev",
    };
    // Cargo builds the examples with all tests, but not for a single test target.
    let mut child = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--profile", profile, "--example", example, "--"])
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("cargo starts");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let [out, err] =
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("UTF-8"));
    assert!(output.status.success(), "{example}: {err}");
    (out, err)
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn play_example_ends_with_result() {
    let (game, _) = run("play_game", &["7"], "");
    assert!(game.starts_with("  1. black "), "{game}");
    assert!(game.lines().any(|line| line.starts_with("  2. white ")), "{game}");
    assert!(
        game.trim_end().lines().last().is_some_and(|line| line.starts_with("result: ")),
        "{game}"
    );
    assert_eq!(run("play_game", &["7"], "").0, game, "a seed decides the game");
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn analysis_example_prints_moves() {
    let (analysis, _) = run("analyse_position", &[], "");
    assert!(analysis.contains("White wins "), "{analysis}");
    let candidates = analysis.lines().filter(|line| line.contains(" visits, win rate ")).count();
    assert!((1..=5).contains(&candidates), "{analysis}");
}

#[test]
fn conversion_example_writes_record() {
    let sgf = "(;GM[1]FF[4]SZ[9]PB[Black Player];B[ee];W[zz])";
    let (wei7, errors) = run("convert_record", &["wei7"], sgf);
    assert!(wei7.contains("Black Player"), "{wei7}");
    assert!(errors.contains("read: "), "a move off the board is reported: {errors}");
    let (back, _) = run("convert_record", &["sgf"], &wei7);
    assert!(back.contains("B[ee]"), "{back}");
}

#[test]
fn perft_example_counts_positions() {
    // Known counts: simple ko, without pass and suicide.
    assert_eq!(run("perft", &["9", "3"], "").0, "1 81\n2 6480\n3 511920\n");
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn synthetic_net_example_writes_published_shape() {
    let folder = crate::support::folder::empty_folder("synthetic-net");
    let path = folder.join("net.bin");
    let (text, _) = run("synthetic_net", &["tf2-b10c384", path.to_str().expect("UTF-8")], "");
    let weights: u64 = text.split_whitespace().nth(1).and_then(|it| it.parse().ok()).expect("text");
    let model = katago::read(&std::fs::read(path).expect("a file")[..]).expect("a net");
    assert_eq!(Summary::of(&model).shape.to_string(), "b10c384h6nbttf");
    // The count of the file includes two numbers for each norm that the model folds into others.
    assert!((10_500_000..=10_700_000).contains(&weights) && model.parameters() <= weights);
}
