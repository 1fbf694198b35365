//! The action `solve`: life-and-death problems.

use serde_json::{Value, json};

use crate::support::analysis_client::{Client, options};
use crate::support::json_schema::check;

/// Returns a request with a bent three in the corner: White kills at A7.
fn bent_three(id: &str, fields: Value) -> Value {
    let mut request = json!({
        "id": id,
        "action": "solve",
        "boardXSize": 7,
        "boardYSize": 7,
        "rules": "chinese",
        "initialStones": [
            ["B", "C7"], ["B", "B6"], ["B", "C6"], ["B", "A5"], ["B", "B5"],
            ["W", "D7"], ["W", "D6"], ["W", "C5"], ["W", "A4"], ["W", "B4"], ["W", "C4"],
        ],
        "moves": [],
        "toPlay": "W",
        "target": "C7",
    });
    let object = request.as_object_mut().expect("an object");
    let Value::Object(fields) = fields else { panic!("fields are an object") };
    object.extend(fields);
    request
}

/// Returns a request that cannot be solved quickly.
fn endless(id: &str) -> Value {
    let region: Vec<String> = (1..=7)
        .flat_map(|row| "ABCDEFG".chars().map(move |column| format!("{column}{row}")))
        .collect();
    let stones = json!([["B", "D4"]]);
    bent_three(id, json!({"initialStones": stones, "target": "D4", "region": region}))
}

#[test]
fn problem_is_solved_like_on_the_command_line() {
    let mut client = Client::start(options(1));
    let answer = client.ask(&bent_three("a", json!({})));
    assert_eq!((&answer["id"], &answer["action"]), (&json!("a"), &json!("solve")));
    assert_eq!((&answer["status"], &answer["move"]), (&json!("dead"), &json!("A7")));
    assert_eq!((&answer["goal"], &answer["pv"][0]), (&json!("kill"), &json!("A7")));
    let schema = include_str!("../../../docs/analysis-answer.schema.json");
    check(&serde_json::from_str(schema).expect("JSON"), &answer).expect("it matches the schema");
    let answer = client.ask(&bent_three("b", json!({"toPlay": "B", "region": ["A7", "B7", "A6"]})));
    assert_eq!((&answer["status"], &answer["goal"]), (&json!("alive"), &json!("live")));
    let pair = json!({"target": ["D7", "A4"], "goal": "connect"});
    let answer = client.ask(&bent_three("c", pair));
    assert_eq!((&answer["status"], &answer["target"]), (&json!("alive"), &json!(["D7", "A4"])));
    assert!(client.end().is_empty());
}

#[test]
fn escape_is_a_condition() {
    let open = |id, fields: Value| {
        let mut request = json!({
            "initialStones": [
                ["B", "B7"], ["B", "B6"], ["B", "C6"],
                ["W", "A7"], ["W", "A6"], ["W", "A5"], ["W", "B5"], ["W", "C5"],
            ],
            "target": "C6",
            "toPlay": "B",
            "region": ["C7", "D7", "D6"],
        });
        request
            .as_object_mut()
            .expect("an object")
            .extend(fields.as_object().expect("one").clone());
        bent_three(id, request)
    };
    let mut client = Client::start(options(1));
    let answer = client.ask(&open("a", json!({})));
    assert_eq!((&answer["status"], &answer["condition"]), (&json!("alive"), &json!("escape")));
    assert_eq!(answer["exits"], json!(["D5", "E6", "E7"]));
    let schema = include_str!("../../../docs/analysis-answer.schema.json");
    check(&serde_json::from_str(schema).expect("JSON"), &answer).expect("it matches the schema");
    let answer = client.ask(&open("b", json!({"border": "strict"})));
    assert_eq!((&answer["status"], &answer["stop"]), (&json!("unknown"), &json!("border")));
}

#[test]
fn limits_end_the_search() {
    let mut client = Client::start(options(1));
    let answer = client.ask(&bent_three("a", json!({"maxNodes": 1})));
    assert_eq!((&answer["status"], &answer["stop"]), (&json!("unknown"), &json!("nodes")));
    let mut slow = endless("b");
    slow["maxTime"] = json!(0.05);
    let answer = client.ask(&slow);
    assert_eq!((&answer["status"], &answer["stop"]), (&json!("unknown"), &json!("time")));
}

#[test]
fn terminate_ends_running_and_waiting_problems() {
    let mut client = Client::start(options(1));
    client.send(&endless("running"));
    client.send(&endless("waiting"));
    client.send(&json!({"id": "t", "action": "terminate", "terminateId": "waiting"}));
    client.send(&json!({"id": "t", "action": "terminate", "terminateId": "running"}));
    let answers = client.end();
    let schema = include_str!("../../../docs/analysis-answer.schema.json");
    let schema = serde_json::from_str(schema).expect("JSON");
    answers.iter().for_each(|answer| check(&schema, answer).expect("it matches the schema"));
    let problems: Vec<_> = answers.iter().filter(|answer| answer["action"] == "solve").collect();
    let ids: Vec<_> = problems.iter().map(|answer| &answer["id"]).collect();
    assert_eq!(ids, [&json!("running"), &json!("waiting")]);
    assert!(problems.iter().all(|answer| answer["stop"] == "cancelled"), "{problems:?}");
}

#[test]
fn invalid_problems_are_refused_with_their_field() {
    let mut client = Client::start(options(1));
    for (fields, field, message) in [
        (json!({"target": "D1"}), "target", "the target D1 is empty; select a stone"),
        (json!({"target": "pass"}), "target", "Must be a vertex or an array of vertices"),
        (
            json!({"goal": "win"}),
            "goal",
            "unknown goal win (expected live, kill, connect, cut or capture)",
        ),
        (
            json!({"border": "open"}),
            "border",
            "unknown border rule open (expected both, escape or strict)",
        ),
        (json!({"toPlay": 3}), "toPlay", "Must be \"B\" or \"W\""),
        (json!({"maxNodes": 0}), "maxNodes", "Must be an integer from 1 to 1000000000000"),
    ] {
        let answer = client.ask(&bent_three("a", fields));
        assert_eq!((&answer["field"], &answer["error"]), (&json!(field), &json!(message)));
    }
    let warning = client.ask(&bent_three("a", json!({"maxVisits": 3})));
    assert_eq!((&warning["field"], warning["warning"].is_string()), (&json!("maxVisits"), true));
    assert_eq!(client.next()["status"], "dead");
}
