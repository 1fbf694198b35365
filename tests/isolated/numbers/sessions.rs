//! Numbers in commands and in queries of the analysis engine.

use std::fs;

use serde_json::Value;

use super::{LONG, report, run, values_for, with_each_number_replaced};
use crate::serial::alone;
use crate::support::folder::empty_folder;

/// GTP commands with numbers.
const GTP: &[&str] = &[
    "boardsize 9",
    "rectangular_boardsize 9 9",
    "komi 6.5",
    "play b E5",
    "undo 2",
    "gg-undo 2",
    "fixed_handicap 2",
    "place_free_handicap 2",
    "set_free_handicap C3 G7",
    "time_settings 60 10 5",
    "kgs-time_settings byoyomi 60 10 5",
    "kgs-time_settings canadian 60 10 5",
    "kata-time_settings fischer 60 5",
    "kata-time_settings fischer-capped 60 5 100 10",
    "kata-time_settings byoyomi 60 10 5",
    "time_left b 10 5",
    "level 3",
    "set_random_seed 5",
    "loadsgf a.sgf 3",
    "load_game a.sgf 3",
    "genmove b",
    "lz-genmove_analyze b 10",
    "kata-genmove_analyze b 10 maxmoves 3",
    "kata-analyze b 10 maxmoves 3 minmoves 1 ownership true",
    "lz-analyze b 10 avoid b E5 3",
    "kata-search_analyze b 10",
    "kata-raw-nn 0",
    "kata-set-param maxVisits 5",
    "kata-set-param maxPlayouts 5",
    "kata-set-param maxTime 5",
    "kata-set-param numSearchThreads 1",
    "kata-set-param analysisWideRootNoise 0.5",
    "kata-set-param playoutDoublingAdvantage 0.5",
    "kata-set-param rootPolicyTemperature 1.5",
    "gogui-param threads 1",
    "gogui-param playouts 1",
    "gomill-explain_last_move",
    "reg_genmove b",
    "top_moves 5",
    "cgos-genmove_analyze b 10",
    "protocol_version",
];

/// WTP commands with numbers.
const WTP: &[&str] = &[
    "boardsize 9",
    "rule Komi: 6.5",
    "komi 6.5",
    "play B E5",
    "undo 2",
    "handicap 2",
    "set_handicap 2",
    "time_settings 60 10 5",
    "settime 60 10 5",
    "time_left B 10 5",
    "level 3",
    "set_random_seed 5",
    "load_game a.sgf 3",
    "genmove B",
    "analyze B interval 10",
    "analyze B maxvisits 3 interval 5",
    "set_position B E5 W C3",
];

fn try_commands(name: &str, protocol: &str, commands: &[&str]) {
    let _alone = alone();
    let folder = empty_folder(format!("numbers/{name}"));
    fs::write(folder.join("a.sgf"), "(;SZ[9];B[ee];W[cc];B[gg])").expect("written");
    let changed: Vec<String> =
        commands.iter().flat_map(|command| with_each_number_replaced(command)).collect();
    // A command's setting must not slow down later commands, so a new game follows each.
    let lines: String = changed.iter().map(|line| format!("{line}\nboardsize 9\n")).collect();
    let greeting = if protocol == "wtp" { "WTP\n" } else { "" };
    let options = ["--no-net", "--threads", "1", "--memory", "16", "--playouts", "5"];
    let options = [&options[..], &["--protocol", protocol]].concat();
    let said = run(&folder, &options, format!("{greeting}{lines}").as_bytes(), LONG * 5);
    let failures: Vec<String> = said.defect().into_iter().collect();
    let answers = said.output.matches("\n\n").count();
    assert_eq!(answers, 2 * changed.len() + greeting.len().min(1), "{}", said.output);
    report(&failures, changed.len());
}

#[test]
fn extreme_numbers_in_gtp_commands() {
    try_commands("gtp", "gtp", GTP);
}

#[test]
fn extreme_numbers_in_wtp_commands() {
    try_commands("wtp", "wtp", WTP);
}

#[test]
fn extreme_numbers_in_analysis_queries() {
    let _alone = alone();
    let folder = empty_folder("numbers/queries");
    // All numbers of a query. The search limits occur twice, because one is replaced.
    let queries = [
        r#"{"id":"ID","moves":[["B","E5"],["W","(2,2)"]],"rules":"chinese","komi":7.5,"boardXSize":9,
        "boardYSize":9,"analyzeTurns":[0,2],"priorities":[1,2],"maxVisits":2,"maxTime":0.05,
        "reportDuringSearchEvery":0.5,"firstReportDuringSearchAfter":0.5,"analysisPVLen":3}"#,
        r#"{"id":"ID","moves":[],"initialStones":[["B","A1"]],"initialPlayer":"W","rules":"japanese",
        "boardXSize":9,"boardYSize":9,"priority":3,"maxVisits":2,"maxTime":0.05,"wideRootNoise":0.1,
        "rootPolicyTemperature":1.1,"rootFpuReductionMax":0.2,"whiteHandicapBonus":"0",
        "avoidMoves":[{"player":"B","moves":["C3"],"untilDepth":3}],"includeOwnership":true,
        "overrideSettings":{"maxTime":0.05,"maxVisits":3,"wideRootNoise":0.1,"analysisPVLen":4,
        "playoutDoublingAdvantage":0.5,"numSearchThreads":1,"cpuctExploration":1.0}}"#,
        r#"{"id":"ID","action":"terminate","terminateId":"none","turnNumbers":[1,2]}"#,
    ];
    let mut changed = Vec::new();
    for query in queries {
        changed.extend(with_each_number_replaced(&query.replace('\n', " ")));
    }
    let changed: Vec<String> = (0..)
        .zip(changed)
        .map(|(number, query)| query.replace("\"ID\"", &format!("\"q{number}\"")))
        .collect();
    let input = changed.join("\n") + "\n";
    let options = ["analysis", "--no-net", "--threads", "1", "--memory", "16"];
    let said = run(&folder, &options, input.as_bytes(), LONG);
    let mut failures: Vec<String> = said.defect().into_iter().collect();
    let answers: Vec<Value> =
        said.output.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    for (number, query) in changed.iter().enumerate() {
        let id = format!("q{number}");
        if !said.was_ended && !answers.iter().any(|answer| answer["id"] == *id) {
            failures.push(format!("no answer to {query}"));
        }
    }
    report(&failures, changed.len());
}

#[test]
fn extreme_numbers_in_configurations() {
    let _alone = alone();
    let folder = empty_folder("numbers/configuration");
    let keys = [
        "maxVisits",
        "maxPlayouts",
        "maxTime",
        "numAnalysisThreads",
        "numSearchThreads",
        "numSearchThreadsPerAnalysisThread",
        "nnCacheSizePowerOfTwo",
        "nnMutexPoolSizePowerOfTwo",
        "analysisPVLen",
        "wideRootNoise",
        "rootPolicyTemperature",
        "nnMaxBatchSize",
    ];
    let mut failures = Vec::new();
    for (place, key) in keys.iter().enumerate() {
        for value in values_for(place) {
            fs::write(folder.join("a.cfg"), format!("{key} = {value}\n")).expect("written");
            let setting = format!("{key}={value}");
            for options in [["-config", "a.cfg"], ["-override-config", &setting]] {
                let common = ["analysis", "--no-net", "--threads", "1", "--memory", "16"];
                let said = run(&folder, &[&common[..], &options].concat(), b"", LONG);
                failures.extend(said.defect().map(|defect| format!("{key} = {value}: {defect}")));
            }
        }
    }
    report(&failures, keys.len());
}
