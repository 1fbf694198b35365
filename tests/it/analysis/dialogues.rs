//! Recorded client queries: every response matches the schema, and every position has one final response.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tianyuan::analysis::Options;
use tianyuan::nn::Nets;

use super::is_final;
use crate::support::analysis_client::{Client, options};
use crate::support::json_schema::check;

/// The maximum number of visits of a query in these tests; clients request more.
const MOST_VISITS: u64 = 30;

fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the request of a line with fewer visits; `None` if the line has none.
fn shortened(line: &str) -> Option<Value> {
    let mut request: Value = serde_json::from_str(line).ok()?;
    let visits = request.get("maxVisits").and_then(Value::as_u64);
    if request.get("moves").is_some() {
        request["maxVisits"] = json!(visits.unwrap_or(MOST_VISITS).min(MOST_VISITS));
    }
    Some(request)
}

/// Sends the client's lines. Returns the responses and the positions to be answered.
fn replay(name: &str) {
    let schema: Value =
        serde_json::from_str(&read("docs/analysis-answer.schema.json")).expect("JSON");
    let dialogue = read(&format!("tests/data/analysis/{name}"));
    let mut client = Client::start(Options { nets: Nets::embedded().clone(), ..options(2) });
    let mut due = BTreeMap::<(String, u64), i32>::new();
    let mut asked = BTreeMap::<String, BTreeSet<u64>>::new();
    for line in dialogue.lines() {
        let Some(request) = shortened(line) else {
            client.send_line(line.as_bytes());
            continue;
        };
        client.send(&request);
        if let (None, Some(id)) = (request.get("action"), request["id"].as_str()) {
            let id = id.to_owned();
            let last = request["moves"].as_array().map_or(0, Vec::len) as u64;
            let turns = request.get("analyzeTurns").and_then(Value::as_array);
            let turns = turns.map(|turns| turns.iter().filter_map(Value::as_u64).collect());
            asked.entry(id).or_default().extend(turns.unwrap_or_else(|| BTreeSet::from([last])));
        }
    }
    let answers = client.end();
    assert!(!answers.is_empty(), "{name}");
    for answer in &answers {
        check(&schema, answer).unwrap_or_else(|error| panic!("{name}: {error}"));
        if answer.get("error").is_some() {
            // A rejected query has no positions.
            answer["id"].as_str().map(|id| asked.remove(id));
        }
    }
    for (id, turns) in asked {
        for turn in turns {
            *due.entry((id.clone(), turn)).or_default() += 1;
        }
    }
    for answer in answers.iter().filter(|it| is_final(it)) {
        let id = answer["id"].as_str().expect("a text").to_owned();
        *due.entry((id, answer["turnNumber"].as_u64().expect("a turn"))).or_default() -= 1;
    }
    assert!(due.values().all(|&missing| missing == 0), "{name}: {due:?}");
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn katrain_queries_are_answered() {
    replay("katrain.jsonl");
}

#[test]
fn ogatak_queries_are_answered() {
    replay("ogatak.jsonl");
}

#[test]
fn every_field_is_accepted() {
    replay("every-field.jsonl");
}
