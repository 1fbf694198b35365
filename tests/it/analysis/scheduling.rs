//! The order of searches, and how searches end.

use std::collections::BTreeMap;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tianyuan::analysis::Options;

use super::{is_final, number, query};
use crate::support::analysis_client::{Client, options};
use crate::support::methods::methods;

/// A query that runs until it is terminated.
fn endless(id: &str, priority: i64) -> Value {
    query(id, json!({"maxVisits": 10_000_000, "priority": priority}))
}

/// Returns a game of this many moves on different points.
fn long_game(moves: usize) -> Value {
    let place = |at: usize| format!("({},{})", at % 19, at / 19);
    let player = |at: usize| if at.is_multiple_of(2) { "B" } else { "W" };
    (0..moves).map(|at| json!([player(at), place(at)])).collect()
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn high_priority_overtakes_queue() {
    let mut client = Client::start(options(2));
    let turns: Vec<usize> = (0..250).collect();
    for id in ["a", "b"] {
        let fields = json!({
            "moves": long_game(250), "boardXSize": 19, "boardYSize": 19, "analyzeTurns": turns,
            "maxVisits": 25,
        });
        client.send(&query(id, fields));
    }
    client.send(&query("urgent", json!({"priority": 10})));
    let answers = client.end();
    assert_eq!(answers.len(), 501);
    assert!(answers.iter().all(is_final));
    let place = answers.iter().position(|it| it["id"] == "urgent").expect("it is answered");
    // Responses before its arrival do not count.
    assert!(place < 400, "as number {place}");
}

#[test]
fn high_priority_preempts_search() {
    let mut client = Client::start(options(1));
    client.send(&endless("slow", 0));
    sleep(Duration::from_millis(50));
    let urgent = client.ask(&query("urgent", json!({"priority": 1})));
    assert_eq!((&urgent["id"], is_final(&urgent)), (&json!("urgent"), true));
    client.send(&json!({"id": "t", "action": "terminate", "terminateId": "slow"}));
    let answers = client.end();
    let slow = answers.iter().find(|it| it["id"] == "slow").expect("it goes on, and ends");
    assert!(is_final(slow) && number(&slow["rootInfo"]["visits"]) > 0.0, "{slow}");
}

#[test]
fn equal_priority_waits() {
    let mut client = Client::start(options(1));
    client.send(&endless("first", 0));
    client.send(&query("second", json!({})));
    sleep(Duration::from_millis(50));
    client.send(&json!({"id": "t", "action": "terminate", "terminateId": "first"}));
    let ids: Vec<Value> = client.end().iter().map(|answer| answer["id"].clone()).collect();
    assert_eq!(ids.last(), Some(&json!("second")), "{ids:?}");
}

#[test]
fn termination_is_answered_quickly() {
    let mut client = Client::start(options(2));
    client.send(&endless("a", 0));
    sleep(Duration::from_millis(100));
    let start = Instant::now();
    client.send(&json!({"id": "t", "action": "terminate", "terminateId": "a", "turnNumbers": [3]}));
    assert_eq!(client.next()["id"], "t");
    let answer = client.next();
    let took = start.elapsed();
    assert!(is_final(&answer) && answer["id"] == "a", "{answer}");
    assert!(number(&answer["rootInfo"]["visits"]) > 0.0);
    // The limit is a fifth of a second, because other tests may use the cores.
    assert!(took < Duration::from_secs(5), "{took:?}");
}

#[test]
fn terminated_queued_query_has_no_results() {
    let mut client = Client::start(options(1));
    client.send(&endless("a", 0));
    sleep(Duration::from_millis(20));
    client.send(&query("b", json!({"analyzeTurns": [0, 1, 2]})));
    client.send(&json!({
        "id": "t", "action": "terminate", "terminateId": "b", "turnNumbers": [0, 2],
    }));
    assert_eq!(client.next()["id"], "t");
    for turn in [0, 2] {
        let due =
            json!({"id": "b", "turnNumber": turn, "isDuringSearch": false, "noResults": true});
        assert_eq!(client.next(), due);
    }
    client.send(&json!({"id": "all", "action": "terminate_all"}));
    let answers = client.end();
    let finals: Vec<&Value> = answers.iter().filter(|it| it.get("action").is_none()).collect();
    assert_eq!(finals.len(), 2, "{answers:?}");
    assert!(finals.iter().all(|it| is_final(it)));
}

#[test]
fn partial_reports_are_sent_during_search() {
    let mut client = Client::start(options(1));
    let fields = json!({
        "maxVisits": 10_000_000, "reportDuringSearchEvery": 0.02,
        "firstReportDuringSearchAfter": 0.01,
    });
    client.send(&query("a", fields));
    let mut visits = Vec::new();
    for _ in 0..5 {
        let report = client.next();
        assert_eq!(report["isDuringSearch"], json!(true));
        visits.push(number(&report["rootInfo"]["visits"]));
    }
    assert!(visits.is_sorted() && visits[0] < visits[4], "{visits:?}");
    client.send(&json!({"id": "t", "action": "terminate_all"}));
    assert_eq!(client.end().iter().filter(|it| it["id"] == "a" && is_final(it)).count(), 1);
}

#[test]
fn max_time_ends_search() {
    let mut client = Client::start(options(2));
    let start = Instant::now();
    let fields = json!({"maxVisits": 10_000_000, "overrideSettings": {"maxTime": 0.1}});
    assert!(is_final(&client.ask(&query("a", fields))));
    assert!(start.elapsed() >= Duration::from_millis(100));
}

#[test]
fn end_of_input_finishes_or_drops_all_queries() {
    let mut client = Client::start(options(2));
    client.send(&query("a", json!({"analyzeTurns": [0, 1, 2, 3]})));
    assert_eq!(client.end().len(), 4);
    let mut client = Client::start(Options { quit_without_waiting: true, ..options(2) });
    client.send(&endless("a", 0));
    assert_eq!(client.end(), Vec::<Value>::new());
}

/// Returns the responses by query id.
fn answers(options: Options, queries: &[Value]) -> BTreeMap<String, Value> {
    let mut client = Client::start(options);
    queries.iter().for_each(|query| client.send(query));
    let answers = client.end().into_iter();
    answers.map(|it| (format!("{} {}", it["id"], it["turnNumber"]), it)).collect()
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn seeded_results_are_independent_of_order() {
    let mut queries: Vec<Value> = ["a", "b", "c", "d"]
        .map(|id| query(id, json!({"analyzeTurns": [0, 1, 2, 3], "maxVisits": 60})))
        .into();
    for (_, nets) in methods() {
        let seeded = |threads| Options { seed: Some(7), nets: nets.clone(), ..options(threads) };
        let first = answers(seeded(1), &queries);
        queries.reverse();
        assert_eq!(answers(seeded(2), &queries), first);
        assert_eq!(first.len(), 16);
    }
}

#[test]
fn requested_visits_are_made() {
    for threads in [1, 2] {
        let queries = [1, 2, 25, 100, 333]
            .map(|visits| query(&visits.to_string(), json!({"maxVisits": visits})));
        for answer in answers(Options { seed: Some(1), ..options(threads) }, &queries).values() {
            let due: f64 = answer["id"].as_str().expect("a text").parse().expect("a number");
            assert_eq!(number(&answer["rootInfo"]["visits"]), due);
        }
    }
}

#[test]
fn positions_of_one_game_reuse_tree() {
    let mut client = Client::start(options(1));
    for moves in 0..4 {
        let game = json!([["B", "E5"], ["W", "C3"], ["B", "G3"]]);
        let game = &game.as_array().expect("a list")[..moves];
        let answer = client.ask(&query("a", json!({"moves": game, "maxVisits": 200})));
        assert!(number(&answer["rootInfo"]["visits"]) >= 200.0);
    }
}

#[test]
fn max_playouts_excludes_reused_visits() {
    let mut client = Client::start(options(1));
    let first = client.ask(&query("a", json!({"moves": [], "maxVisits": 200})));
    let best = &first["moveInfos"][0];
    let next = json!({
        "moves": [["B", best["move"]]],
        "maxVisits": 10_000,
        "overrideSettings": {"maxPlayouts": 50},
    });
    let second = client.ask(&query("b", next));
    let known = number(&best["visits"]);
    let visits = number(&second["rootInfo"]["visits"]);
    assert!(visits > 50.0 && visits <= known + 50.0, "{visits} visits, {known} of them reused");
}
