//! Requests: parses a line of JSON as a query or an action.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::coordinates::shown;
use super::json_fields::{FieldError, Fields, integer};
use super::query::{ParsedQuery, Query};
use super::settings::AnalysisSettings;
use super::solve_query::SolveQuery;

/// A request.
#[derive(Debug)]
pub(super) enum Request {
    /// Positions to analyse.
    Query(Box<ParsedQuery>),
    /// A problem to solve, with warnings.
    Solve(Box<SolveQuery>, Vec<FieldError>),
    /// An action; the response is the request object with additional fields.
    Action { action: Action, object: Map<String, Value> },
}

/// The kind of an action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Action {
    QueryVersion,
    QueryModels,
    ClearCache,
    Terminate(Termination),
}

/// The positions to terminate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Termination {
    /// The id of the queries; `None` for all queries.
    pub(super) id: Option<String>,
    /// The turns; `None` for all turns.
    pub(super) turns: Option<BTreeSet<usize>>,
}

impl Termination {
    /// Returns `true` if it matches a turn of the query with this id.
    pub(super) fn is_about(&self, id: &str, turn: usize) -> bool {
        self.id.as_ref().is_none_or(|it| it == id) && self.has_turn(turn)
    }

    /// Returns `true` if it is about all turns.
    pub(super) fn has_no_turns(&self) -> bool {
        self.turns.is_none()
    }

    /// Returns `true` if it is about a turn of its queries.
    pub(super) fn has_turn(&self, turn: usize) -> bool {
        self.turns.as_ref().is_none_or(|turns| turns.contains(&turn))
    }
}

/// The error of a rejected line, with the id of the request if it has one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RequestError {
    pub(super) id: Option<String>,
    pub(super) fault: FieldError,
}

impl RequestError {
    fn of_line(message: impl Into<String>) -> RequestError {
        RequestError { id: None, fault: FieldError::new("", message) }
    }
}

/// Parses a line.
pub(super) fn read(line: &[u8], defaults: &AnalysisSettings) -> Result<Request, RequestError> {
    let value: Value = serde_json::from_slice(line).map_err(|error| {
        let (text, _) = encoding_rs::UTF_8.decode_without_bom_handling(line);
        RequestError::of_line(format!(
            "{error}: could not parse as JSON: {}",
            shown(&(*text).into())
        ))
    })?;
    let Value::Object(object) = value else {
        return Err(RequestError::of_line(format!("Not a JSON object: {}", shown(&value))));
    };
    let Some(id) = object.get("id").and_then(Value::as_str).map(str::to_owned) else {
        return Err(RequestError::of_line("Request must have a string \"id\" field"));
    };
    let fields = Fields(&object);
    let read = match object.get("action") {
        Some(action) if action == "solve" => SolveQuery::read(&id, fields)
            .map(|(query, warnings)| Request::Solve(Box::new(query), warnings)),
        None => {
            let reading = Query::read(&id, fields, defaults);
            reading.map(|reading| Request::Query(Box::new(reading)))
        }
        Some(action) => {
            Action::read(action, fields).map(|action| Request::Action { action, object })
        }
    };
    read.map_err(|fault| RequestError { id: Some(id), fault })
}

impl Action {
    fn read(action: &Value, fields: Fields) -> Result<Action, FieldError> {
        const NAMES: &str =
            "query_version, query_models, clear_cache, terminate, terminate_all or solve";
        match action.as_str() {
            Some("query_version") => Ok(Action::QueryVersion),
            Some("query_models") => Ok(Action::QueryModels),
            Some("clear_cache") => Ok(Action::ClearCache),
            Some("terminate") => {
                let id = fields.text("terminateId")?;
                let id = id.ok_or_else(|| FieldError::new("terminateId", "Must be a string"))?;
                Ok(Action::Terminate(Termination { id: Some(id.into()), turns: turns(fields)? }))
            }
            Some("terminate_all") => {
                Ok(Action::Terminate(Termination { id: None, turns: turns(fields)? }))
            }
            _ => Err(FieldError::new("action", format!("Must be {NAMES}"))),
        }
    }
}

/// Parses the turns of a termination.
fn turns(fields: Fields) -> Result<Option<BTreeSet<usize>>, FieldError> {
    const FIELD: &str = "turnNumbers";
    let turn = |value| {
        let turn = integer(value, &(0..=i64::from(u32::MAX)));
        turn.map(|turn| turn as usize)
            .ok_or_else(|| FieldError::new(FIELD, "Must be an array of turns"))
    };
    let list = fields.list(FIELD, "turns")?;
    list.map(|list| list.iter().map(turn).collect()).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(line: &str) -> (Option<String>, String) {
        let refusal = read(line.as_bytes(), &AnalysisSettings::default()).expect_err("it is wrong");
        (refusal.id, refusal.fault.field)
    }

    #[test]
    fn refusal_contains_request_id_and_field() {
        for line in ["", "x", "{", "[]", "3", "{}", r#"{"id":3}"#, "\u{0}"] {
            assert_eq!(refusal(line), (None, String::new()), "{line}");
        }
        let named = |field: &str| (Some("a".to_owned()), field.to_owned());
        assert_eq!(refusal(r#"{"id":"a"}"#), named("boardXSize"));
        assert_eq!(refusal(r#"{"id":"a","action":"dance"}"#), named("action"));
        assert_eq!(refusal(r#"{"id":"a","action":"terminate"}"#), named("terminateId"));
        let line = r#"{"id":"a","action":"terminate_all","turnNumbers":[-1]}"#;
        assert_eq!(refusal(line), named("turnNumbers"));
    }

    #[test]
    fn termination_selects_queries_and_turns() {
        let line = br#"{"id":"a","action":"terminate","terminateId":"b","turnNumbers":[1,2]}"#;
        let Ok(Request::Action { action: Action::Terminate(it), object }) =
            read(line, &AnalysisSettings::default())
        else {
            panic!("a termination")
        };
        assert_eq!(object.len(), 4);
        assert!(it.is_about("b", 1) && !it.is_about("b", 3) && !it.is_about("a", 1));
    }
}
