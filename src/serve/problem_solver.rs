//! Solves one life-and-death problem at a time: the last one that a page requested.
//!
//! The problems use the analysis engine of [`PositionAnalyzer`], which solves them in a thread of its own.

use serde_json::json;

use super::pending_problem::problem_id;
use super::position_analyzer::{AnalysisUpdate, PositionAnalyzer, QueryError, fields};

/// The part of a request that is not a position.
const FIELDS: [&str; 3] = ["target", "region", "toPlay"];

/// The maximum time of a problem in seconds.
const LONGEST: f64 = 60.0;

impl PositionAnalyzer {
    /// Starts to solve the problem of a request, replacing the previous one. Returns its number.
    ///
    /// # Errors
    /// Returns [`QueryError`] if the request is not an object with the fields of a problem.
    pub(super) fn solve(&self, body: &[u8]) -> Result<u64, QueryError> {
        let mut query = fields(body, &FIELDS)?;
        self.stop_solving();
        let number = self.problem.begin();
        query.insert("id".into(), problem_id(number).into());
        query.insert("action".into(), "solve".into());
        query.insert("maxTime".into(), LONGEST.into());
        self.send(&query.into());
        Ok(number)
    }

    /// Returns the answer to a problem. If the problem was stopped, its status is unknown.
    pub(super) fn solved(&self, number: u64) -> AnalysisUpdate {
        if self.problem.number() != number {
            return AnalysisUpdate::Replaced;
        }
        self.problem.answer().map_or(AnalysisUpdate::Nothing, AnalysisUpdate::Line)
    }

    /// Stops the current problem.
    pub(super) fn stop_solving(&self) {
        let id = problem_id(self.problem.number());
        self.send(&json!({ "id": "", "action": "terminate", "terminateId": id }));
    }
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::{Duration, Instant};

    use serde_json::{Map, Value};

    use super::*;
    use crate::serve::position_analyzer::tests::{analyzer, position};

    /// Returns a request about a stone on a board with one black stone, with additional fields.
    fn request(target: &str, more: Value) -> Vec<u8> {
        let body = position(&json!([["B", "E5"]]));
        let mut query: Map<String, Value> = serde_json::from_slice(&body).expect("an object");
        query.insert("target".into(), target.into());
        if let Value::Object(more) = more {
            query.extend(more);
        }
        serde_json::to_vec(&query).expect("JSON")
    }

    fn answer(analyzer: &PositionAnalyzer, number: u64) -> Value {
        let start = Instant::now();
        loop {
            match analyzer.solved(number) {
                AnalysisUpdate::Line(line) => return serde_json::from_slice(&line).expect("JSON"),
                other => assert_eq!(other, AnalysisUpdate::Nothing),
            }
            assert!(start.elapsed() < Duration::from_secs(60), "no answer");
            thread::sleep(Duration::from_millis(10));
        }
    }

    #[test]
    fn problem_is_solved_in_its_region() {
        let analyzer = analyzer();
        let region = json!({ "region": ["E4", "E6", "D5", "F5"] });
        let number = analyzer.solve(&request("E5", region)).expect("a problem");
        let found = answer(&analyzer, number);
        assert_eq!((&found["status"], &found["target"]), (&json!("alive"), &json!(["E5"])));
    }

    #[test]
    fn problem_is_stopped_and_replaced() {
        let analyzer = analyzer();
        let whole = |row| "ABCDEFGHJ".chars().map(move |column| format!("{column}{row}"));
        let points: Vec<String> = (1..=9).flat_map(whole).collect();
        let first = analyzer.solve(&request("E5", json!({ "region": points }))).expect("a problem");
        analyzer.stop_solving();
        let found = answer(&analyzer, first);
        assert_eq!((&found["status"], &found["stop"]), (&json!("unknown"), &json!("cancelled")));
        let second = analyzer.solve(&request("D4", Value::Null)).expect("a request");
        assert_eq!(analyzer.solved(first), AnalysisUpdate::Replaced);
        let error = answer(&analyzer, second)["error"].to_string();
        assert!(error.contains("the target D4 is empty"), "{error}");
    }

    #[test]
    fn unknown_field_is_refused() {
        let error = analyzer().solve(br#"{"maxNodes":1}"#).expect_err("a field");
        assert_eq!(error.to_string(), "unknown field 'maxNodes'");
    }
}
