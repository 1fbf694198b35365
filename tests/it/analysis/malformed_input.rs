//! Malformed input.

use rand::RngExt;
use serde_json::{Value, json};
use tianyuan::analysis::{Options, run};

use super::query;
use crate::support::analysis_client::{Client, options};
use crate::support::seeded::with_seed;

/// The lines that are mutated.
fn originals() -> Vec<Vec<u8>> {
    let settings =
        json!({"maxTime": 0.01, "wideRootNoise": 0.04, "reportAnalysisWinratesAs": "BLACK"});
    let all = json!({
        "overrideSettings": settings, "includeOwnership": true, "analyzeTurns": [0, 3],
        "priorities": [1, 2], "initialPlayer": "B", "initialStones": [["B", "A1"], ["W", "(8,8)"]],
        "avoidMoves": [{"player": "B", "moves": ["C3", "pass"], "untilDepth": 2}],
        "reportDuringSearchEvery": 0.5, "maxVisits": 2, "whiteHandicapBonus": "N-1",
        "rules": {"ko": "SIMPLE", "scoring": "AREA", "tax": "NONE", "suicide": false},
    });
    let requests = [
        query("a", json!({"maxVisits": 2})),
        query("b", all),
        json!({"id": "t", "action": "terminate", "terminateId": "a", "turnNumbers": [1, 2]}),
    ];
    requests.map(|request| request.to_string().into_bytes()).into()
}

/// Returns a line with some bytes changed, removed, duplicated or truncated.
fn mutilated(mut line: Vec<u8>, rng: &mut rand::rngs::StdRng) -> Vec<u8> {
    for _ in 0..rng.random_range(1..=4) {
        if line.is_empty() {
            break;
        }
        let at = rng.random_range(0..line.len());
        match rng.random_range(0..5) {
            0 => line[at] = rng.random(),
            1 => _ = line.remove(at),
            2 => line.insert(at, b"{}[]\",:0-e."[rng.random_range(0..11)]),
            3 => line.truncate(at),
            _ => line.swap(at, 0),
        }
    }
    line.retain(|&byte| byte != b'\n');
    line
}

#[test]
fn ten_thousand_malformed_lines_have_one_error_each() {
    with_seed(361, |rng| {
        let mut client = Client::start(options(1));
        let originals = originals();
        let mut refused = 0;
        for number in 0..10_000 {
            let line = mutilated(originals[number % originals.len()].clone(), rng);
            client.send_line(&line);
            let marker = json!({"id": format!("after {number}"), "action": "terminate_all"});
            client.send(&marker);
            let mut errors = 0;
            loop {
                let answer = client.next();
                errors += usize::from(answer.get("error").is_some());
                if answer == marker {
                    break;
                }
            }
            assert!(errors <= 1, "{}", String::from_utf8_lossy(&line));
            refused += errors;
        }
        assert!(refused > 7000, "{refused}");
        // A position requested by the last lines may be answered before the version.
        client.send(&json!({"id": "v", "action": "query_version"}));
        let answers = client.end();
        let version = answers.iter().find(|answer| answer["id"] == "v").expect("an answer");
        assert!(version["version"].is_string());
    });
}

#[test]
fn overlong_line_is_one_error() {
    let mut input = vec![b' '; 3 << 20];
    input.extend(b"\n{\"id\":\"v\",\"action\":\"query_version\"}");
    let mut output = Vec::new();
    run(&input[..], &mut output, &Options::default(), || {}).expect("memory does not fail");
    let answers: Vec<Value> = output
        .split(|&byte| byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).expect("JSON"))
        .collect();
    assert_eq!(answers.len(), 2);
    assert!(answers[0]["error"].as_str().is_some_and(|it| it.contains("1048576")));
    assert_eq!(answers[1]["id"], "v");
}

#[test]
fn blank_lines_bom_and_deep_nesting_are_handled() {
    let deep = "[".repeat(100_000);
    let version = r#"{"id":"v","action":"query_version"}"#;
    let input = format!("\u{feff}\n \r\n{version}\n{deep}\n");
    let mut output = Vec::new();
    run(input.as_bytes(), &mut output, &Options::default(), || {}).expect("memory does not fail");
    let text = String::from_utf8(output).expect("UTF-8");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 2, "{text}");
    assert!(lines[0].contains("version") && lines[1].contains("error"));
}
