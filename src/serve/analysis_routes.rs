//! Requests of a review page for the analysis of a position, or for the solution of a problem.
//!
//! | request | response |
//! | --- | --- |
//! | `POST ask`, `POST solve` | the number of the analysis or problem in the body, which starts |
//! | `GET answer/N`, `GET solved/N` | its state |
//! | `POST stop`, `POST stop-solving` | ends it |

use super::position_analyzer::{AnalysisUpdate, PositionAnalyzer};
use super::response::Response;

/// Returns `true` if a request is one of these.
pub(super) fn is_analysis(method: &str, path: &str) -> bool {
    match method {
        "POST" => matches!(path, "ask" | "stop" | "solve" | "stop-solving"),
        _ => method == "GET" && (path.starts_with("answer/") || path.starts_with("solved/")),
    }
}

/// Returns the response to a request for an analysis or a solution.
pub(super) fn answer(analyzer: &PositionAnalyzer, path: &str, body: &[u8]) -> Response {
    match path {
        "ask" => match analyzer.ask(body) {
            Ok((number, update)) => position(number, update),
            Err(error) => Response::error(400, &error.to_string()),
        },
        "solve" => match analyzer.solve(body) {
            Ok(number) => position(number, AnalysisUpdate::Nothing),
            Err(error) => Response::error(400, &error.to_string()),
        },
        "stop" => {
            analyzer.stop();
            Response::json(200, b"{}".into())
        }
        "stop-solving" => {
            analyzer.stop_solving();
            Response::json(200, b"{}".into())
        }
        _ => match path.split_once('/') {
            Some(("answer", number)) => numbered(number, |number| analyzer.look(number)),
            Some(("solved", number)) => numbered(number, |number| analyzer.solved(number)),
            _ => Response::error(404, "not found"),
        },
    }
}

/// Returns the state of the analysis or problem with a number.
fn numbered(number: &str, look: impl Fn(u64) -> AnalysisUpdate) -> Response {
    match number.parse() {
        Ok(number) => position(number, look(number)),
        Err(_) => Response::error(400, "expected a position number"),
    }
}

/// Returns the state of an analysis with its number.
fn position(number: u64, update: AnalysisUpdate) -> Response {
    let answer = match update {
        AnalysisUpdate::Line(line) => line,
        AnalysisUpdate::Nothing => b"null".into(),
        AnalysisUpdate::Replaced => {
            let body = format!(r#"{{"number":{number},"replaced":true}}"#);
            return Response::json(200, body.into_bytes());
        }
    };
    let mut body = format!(r#"{{"number":{number},"answer":"#).into_bytes();
    body.extend_from_slice(&answer);
    body.push(b'}');
    Response::json(200, body)
}
