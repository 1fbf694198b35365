//! `tianyuan solve`: answers in words and JSON, marks, proofs and invalid input.

use std::fs;

use serde_json::Value;
use tianyuan::records::format::{self, Format};
use tianyuan::records::record::Record;

use super::tianyuan;
use crate::support::folder::empty_folder;
use crate::support::process::Said;

/// A bent three in the corner: White to play kills at A7.
const BENT_THREE: &str =
    "(;GM[1]SZ[7]AB[ca][bb][cb][ac][bc]AW[da][db][cc][dc][ad][bd][cd]PL[W];W[aa])";

/// Two enclosed groups and marks for the right one.
const MARKED: &str = "(;SZ[9]AB[ba][ab][bb][ha][hb][ib]AW[ca][cb][cc][ac][bc][ga][gb][gc][hc][ic]\
                      TR[hb]SQ[ia])";

fn solve(options: &[&str], record: &str) -> Said {
    tianyuan(&[&["solve", "-", "--lang", "en"], options].concat(), record.as_bytes())
}

fn solved_json(options: &[&str], record: &str) -> Value {
    let said = solve(&[&["--json"], options].concat(), record);
    assert_eq!(said.lines().len(), 1, "{}", said.errors);
    serde_json::from_str(said.lines()[0]).expect("JSON")
}

#[test]
fn problem_is_solved_in_words_of_both_languages() {
    let said = solve(&[], BENT_THREE);
    assert_eq!(said.status, 0, "{}", said.errors);
    let lines = said.lines();
    assert!(lines[0].starts_with("White to play kills: W A7 (proof of "), "{lines:?}");
    assert!(lines[1].starts_with("variation: W A7 "), "{lines:?}");
    let chinese = tianyuan(&["solve", "-", "--lang", "zh"], BENT_THREE.as_bytes());
    assert!(chinese.lines()[0].starts_with("白先杀：A7（证明用 "), "{:?}", chinese.lines());
}

#[test]
fn json_answer_has_documented_fields() {
    let answer = solved_json(&[], BENT_THREE);
    assert_eq!((&answer["status"], &answer["move"]), (&"dead".into(), &"A7".into()));
    assert_eq!((&answer["goal"], &answer["toPlay"]), (&"kill".into(), &"W".into()));
    assert_eq!(answer["pv"][0], "A7");
    assert!(answer["nodes"].is_u64() && answer["seconds"].is_f64());
    let alive = solved_json(&["--to-play", "black"], BENT_THREE);
    assert_eq!((&alive["status"], &alive["goal"]), (&"alive".into(), &"live".into()));
}

#[test]
fn move_option_selects_the_position() {
    let after = solved_json(&["--move", "1", "--target", "C7"], BENT_THREE);
    assert_eq!((&after["status"], &after["toPlay"]), (&"dead".into(), &"B".into()));
    let said = solve(&["--move", "7"], BENT_THREE);
    assert_eq!(said.status, 2);
    assert!(said.errors.contains("-: the main line has no position after 7 moves"));
}

#[test]
fn marks_select_target_and_region() {
    let answer = solved_json(&["--to-play", "white"], MARKED);
    assert_eq!(answer["target"][0], "H8");
    // The only playable point is suicide for White.
    assert_eq!((&answer["status"], &answer["move"]), (&"dead".into(), &"J9".into()));
    let unmarked = MARKED.replace("TR[hb]SQ[ia]", "");
    let said = solve(&["--to-play", "white"], &unmarked);
    assert_eq!(said.status, 2);
    assert!(said.errors.contains("several groups are enclosed ("), "{}", said.errors);
    let named = solved_json(&["--to-play", "white", "--target", "B8", "--region", "A9"], &unmarked);
    assert_eq!((&named["target"][0], &named["move"]), (&"B8".into(), &"A9".into()));
}

/// A black group at the side that can escape, but has no room for eyes in its derived region.
const OPEN: &str = "(;SZ[9]AB[ba][bb][cb]AW[aa][ab][ac][bc][cc]PL[B])";

#[test]
fn border_option_selects_conditional_results() {
    let options = ["--target", "C8", "--seconds", "0.3"];
    let with = |rule| solved_json(&[&options[..], &["--border", rule]].concat(), OPEN);
    for answer in [solved_json(&options, OPEN), with("both"), with("escape")] {
        assert_eq!((&answer["status"], &answer["condition"]), (&"alive".into(), &"escape".into()));
        let exits = answer["exits"].as_array().expect("a list");
        let region = answer["region"].as_array().expect("a list");
        assert!(!exits.is_empty() && exits.iter().all(|exit| !region.contains(exit)), "{answer}");
        assert!(answer["move"].is_string() && answer.get("stop").is_none());
    }
    let strict = with("strict");
    assert_eq!(strict["status"], "unknown");
    assert!(strict.get("condition").is_none() && strict["move"].is_string(), "{strict}");
    let words = |language| {
        let args =
            [&["solve", "-", "--border", "escape", "--lang", language], &options[..]].concat();
        tianyuan(&args, OPEN.as_bytes()).lines().join("\n")
    };
    let (english, chinese) = (words("en"), words("zh"));
    assert!(english.starts_with("Black to play lives if Black can escape: B "), "{english}");
    assert!(english.contains("\nexits: "), "{english}");
    assert!(chinese.starts_with("黑先活（条件：黑能逃出）："), "{chinese}");
    assert!(chinese.contains("\n出口："), "{chinese}");
}

#[test]
fn invalid_options_are_named() {
    for (options, message) in [
        (&["--target", "K4"][..], "--target K4: a point is off the board"),
        (&["--target", "4D"], "--target 4D: expected points such as D4"),
        (&["--target", "E1"], "-: the target E1 is empty; select a stone"),
        (&["--target", "C7", "--goal", "cut"], "-: the goal cut needs two targets, not 1"),
        (&["--region", "A1-Z9"], "--region A1-Z9: a point is off the board"),
        (&["--game", "2"], "-: no record 2 (number of records: 1)"),
        (&["--to-play", "red"], "expected black or white"),
        (&["--border", "open"], "[possible values: both, escape, strict]"),
    ] {
        let said = solve(options, BENT_THREE);
        assert_eq!(said.status, 2, "{options:?}");
        assert!(said.errors.contains(message), "{options:?}: {}", said.errors);
    }
    let empty = solve(&[], "(;SZ[9])");
    assert!(empty.errors.contains("-: no enclosed group; specify the target"), "{}", empty.errors);
}

#[test]
fn unknown_status_exits_with_1() {
    let open = "(;SZ[19]AB[dd][pp][dp]AW[pd][qn][fc])";
    let options = ["--target", "D16", "--region", "A1-T19", "--seconds", "0.1", "--json"];
    let said = solve(&options, open);
    assert_eq!(said.status, 1, "{}", said.errors);
    let answer: Value = serde_json::from_str(said.lines()[0]).expect("JSON");
    assert_eq!((&answer["status"], &answer["stop"]), (&"unknown".into(), &"time".into()));
    assert_eq!(answer["move"], Value::Null);
}

/// Returns the record in a file.
fn record(bytes: &[u8]) -> Record {
    let reading = format::read(bytes, Format::Sgf);
    assert!(!reading.findings.has_errors());
    reading.records.into_iter().next().expect("a record")
}

#[test]
fn proof_file_contains_all_refutations_and_is_a_problem() {
    let folder = empty_folder("solve");
    let path = folder.join("proof.sgf");
    let name = path.to_str().expect("UTF-8");
    let said = solve(&["--output", name, "--region", "A6-B7"], BENT_THREE);
    assert_eq!(said.status, 0, "{}", said.errors);
    let bytes = fs::read(&path).expect("a proof");
    let proof = record(&bytes);
    let root = proof.tree.root();
    let first = proof.tree.first_child(root).expect("the first move");
    assert_eq!(proof.tree.children(root).count(), 1, "a single move of the winner");
    // Black has two points and the pass.
    assert_eq!(proof.tree.children(first).count(), 3);
    let comment = proof.tree.node(root).notes().comment.clone().expect("a comment");
    let result = "White to play kills if White's surrounding stones are safe: W A7 ";
    assert!(comment.starts_with(result), "{comment}");
    let again = solved_json(&[], std::str::from_utf8(&bytes).expect("UTF-8"));
    assert_eq!((&again["status"], &again["move"]), (&"dead".into(), &"A7".into()));
    // A proof may be replaced by a proof, but no other file.
    assert_eq!(solve(&["--output", name], BENT_THREE).status, 0);
    fs::write(&path, "notes").expect("writable");
    let refused = solve(&["--output", name], BENT_THREE);
    assert_eq!(refused.status, 2);
    assert_eq!(fs::read(&path).expect("unchanged"), b"notes");
}

#[test]
fn input_file_is_not_replaced_by_the_proof() {
    let folder = empty_folder("solve-input");
    let path = folder.join("problem.sgf");
    fs::write(&path, BENT_THREE).expect("written");
    let name = path.to_str().expect("UTF-8");
    let indirect = folder.join(".").join("problem.sgf");
    for output in [name, indirect.to_str().expect("UTF-8")] {
        let refused = tianyuan(&["solve", name, "--output", output], b"");
        assert_eq!(refused.status, 2, "{}", refused.text());
        assert!(refused.errors.contains("the output is the input file"), "{}", refused.errors);
        assert_eq!(fs::read_to_string(&path).expect("unchanged"), BENT_THREE);
    }
}
