//! Numbers in game records, match files and review files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::{LONG, are_all_wanted, report, run, with_each_number_replaced, write_all};
use crate::serial::alone;
use crate::support::folder::empty_folder;

/// A record with a number for every numeric property of SGF.
const SGF: &str = "(;FF[4]GM[1]SZ[9]CA[UTF-8]ST[2]AP[a:1]HA[2]KM[6.5]TM[3600]OT[5x30 byo-yomi]RE[B+3.5]\
    RO[1]DT[2024-01-02]BR[3d]WR[9k]RU[Japanese]MULTIGOGM[1]AB[cc][gg];W[ee]WL[100.5]OW[3]MN[5]PM[1];\
    B[dd]BL[99]OB[2]BM[1]DO[]V[3.5]N[4]LB[aa:1]FG[257:9];W[]GB[1]HO[2]DM[1]UC[2]TE[1])";

/// The example files of a format; a fifth of them unless all trials are requested.
fn examples(format: &str, extension: &str) -> Vec<String> {
    let mut files: Vec<PathBuf> = ["valid", "warning", "invalid"]
        .iter()
        .filter_map(|kind| {
            fs::read_dir(Path::new("tests/data/conformance").join(format).join(kind)).ok()
        })
        .flatten()
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|it| it == extension))
        .collect();
    files.sort();
    let step = if are_all_wanted() { 1 } else { 5 };
    files.iter().step_by(step).filter_map(|path| fs::read_to_string(path).ok()).collect()
}

fn try_records(name: &str, texts: &[String], extension: &str, others: &[&str]) {
    let _alone = alone();
    let folder = empty_folder(format!("numbers/{name}"));
    let texts: Vec<String> =
        texts.iter().flat_map(|text| with_each_number_replaced(text)).collect();
    write_all(&folder.join("in"), &texts, extension);
    let mut failures = Vec::new();
    let mut jobs = vec![vec!["check", "in", "--threads", "1"]];
    for other in others {
        jobs.push(vec!["convert", "in", other, "--to", other, "--threads", "1"]);
    }
    for job in jobs {
        let said = run(&folder, &job, b"", LONG * 5);
        failures.extend(said.defect().map(|defect| format!("{job:?}: {defect}")));
    }
    let load = |number: usize| format!("loadsgf in/{number:05}.{extension}\n");
    let commands: String = (0..texts.len()).map(load).collect();
    let said = run(&folder, &["--threads", "1", "--memory", "16"], commands.as_bytes(), LONG * 5);
    failures.extend(said.defect().map(|defect| format!("loadsgf: {defect}")));
    assert_eq!(said.output.matches("\n\n").count(), texts.len(), "each gets an answer");
    report(&failures, texts.len());
}

#[test]
fn extreme_numbers_in_sgf() {
    let texts = [vec![SGF.to_owned()], examples("sgf", "sgf")].concat();
    try_records("sgf", &texts, "sgf", &["wei7", "wei7-2.2", "sgf"]);
}

#[test]
fn extreme_numbers_in_wei7_json() {
    try_records("wei7-json", &examples("wei7-3.0", "wei7"), "wei7", &["sgf"]);
}

#[test]
fn extreme_numbers_in_wei7_xml() {
    try_records("wei7-xml", &examples("wei7-2.2", "wei7"), "wei7", &["sgf"]);
}

#[test]
fn extreme_numbers_in_match_files() {
    let _alone = alone();
    let folder = empty_folder("numbers/match");
    let program = env!("CARGO_BIN_EXE_tianyuan");
    let engine = format!("'{program}' --protocol gtp --threads 1 --memory 4 --no-net --playouts 5");
    let played = Command::new(program)
        .args(["match", "--engine", &engine, "--engine", &engine, "--size", "5", "--games", "2"])
        .args(["--max-moves", "6", "--seed", "1", "--json", "games.json"])
        .current_dir(&folder)
        .output();
    let played = played.expect("it runs");
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
    let games = fs::read_to_string(folder.join("games.json")).expect("games");
    let (first, second) = games.split_once('\n').expect("two lines");
    let (mut failures, texts) = (Vec::new(), with_each_number_replaced(second));
    for text in &texts {
        fs::write(folder.join("changed.json"), format!("{first}\n{text}")).expect("written");
        let said = run(&folder, &["match", "merge", "changed.json"], b"", LONG);
        failures.extend(said.defect().map(|defect| format!("{text}: {defect}")));
        let names_game = ["changed.json: line 2", "changed.json: game 2", "game 2: "];
        let is_clear =
            said.status == Some(0) || names_game.iter().any(|it| said.errors.contains(it));
        if !is_clear {
            failures.push(format!("{text}: {}", said.errors));
        }
    }
    report(&failures, texts.len());
}

#[test]
fn extreme_numbers_in_review_files() {
    let _alone = alone();
    let folder = empty_folder("numbers/review");
    fs::write(folder.join("a.sgf"), "(;SZ[5]KM[3.5];B[cc];W[cb];B[bb];W[dd])").expect("written");
    let review = ["review", "a.sgf", "--no-net", "--jobs", "1", "--playouts"];
    // A review killed during a search leaves its checkpoint.
    let mut command = Command::new(env!("CARGO_BIN_EXE_tianyuan"));
    command.args(review).args(["3000", "--even", "-o", "out"]).current_dir(&folder);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    let journal = folder.join("out/.tianyuan-review.jsonl");
    let start = Instant::now();
    let lines = loop {
        let text = fs::read_to_string(&journal).unwrap_or_default();
        if text.matches('\n').count() >= 1 {
            break text;
        }
        assert!(start.elapsed() < LONG, "the journal is missing");
        sleep(Duration::from_millis(1));
    };
    let _ = child.kill();
    let _ = child.wait();
    let line = lines.lines().next().expect("a line");
    let texts = with_each_number_replaced(line);
    fs::write(&journal, texts.join("\n") + "\n").expect("written");
    let resumed = [&review[..], &["3000", "--even", "-o", "out", "--resume"]].concat();
    let said = run(&folder, &resumed, b"", LONG);
    let mut failures: Vec<String> = said.defect().into_iter().collect();

    let shard = [&review[..], &["20", "-o", "part", "--shard", "0/2"]].concat();
    let said = run(&folder, &shard, b"", LONG);
    assert_eq!(said.status, Some(0), "{}", said.errors);
    let list = folder.join("part/.tianyuan-reviewed-0-of-2.jsonl");
    let entry = fs::read_to_string(&list).expect("a list");
    let entries = with_each_number_replaced(&entry);
    for text in &entries {
        fs::write(&list, text).expect("written");
        for job in [&["review", "merge", "part", "-o", "merged"][..], &shard] {
            let said = run(&folder, job, b"", LONG);
            failures.extend(said.defect().map(|defect| format!("{job:?} {text}: {defect}")));
        }
    }
    report(&failures, texts.len() + entries.len());
}
