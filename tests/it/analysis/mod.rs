//! The analysis engine in KataGo's JSON protocol.

mod answers;
mod compatibility;
mod dialogues;
mod malformed_input;
#[cfg(unix)]
mod program;
mod scheduling;
mod solve;

use serde_json::{Map, Value, json};

/// Returns a query of a game on 9x9 with Chinese rules, with changed or additional fields.
fn query(id: &str, fields: Value) -> Value {
    let mut query = json!({
        "id": id,
        "moves": [["B", "E5"], ["W", "C3"], ["B", "G3"]],
        "rules": "chinese",
        "komi": 7.5,
        "boardXSize": 9,
        "boardYSize": 9,
        "maxVisits": 20,
    });
    let object: &mut Map<String, Value> = query.as_object_mut().expect("an object");
    let Value::Object(fields) = fields else { panic!("fields are an object") };
    object.extend(fields);
    query
}

/// Returns `true` for the final response about a position.
fn is_final(answer: &Value) -> bool {
    answer["isDuringSearch"] == json!(false)
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is not a number"))
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().expect("a list").iter().map(number).collect()
}
