//! Serves boards: the page, and the messages between a page and its session.
//!
//! | request | response |
//! | --- | --- |
//! | `GET` | the page |
//! | `POST start` | `{"session": ID}`: a new session |
//! | `GET ID/state/VERSION` | the state, once it differs from the version or after 5 s |
//! | `POST ID/command` | `{}`, or the reason why the command is rejected |
//! | `POST ID/open` | opens the record in the body |
//! | `GET ID/sgf`, `GET ID/wei7` | the record |
//! | `POST ID/pause` | ends the analysis until the page polls again |
//! | `GET ID/review-N` | the page of a finished review |
//! | `POST ID/ask`, ... | the analyses of review pages: `analysis_routes` |
//! | `GET problems` | the list of problems |
//! | `GET board/N` | an empty board of N lines as SVG |
//!
//! Rejected messages have the status 400 and the fields `error` (English) and `zh`. An unknown session has the status
//! 410: the program was started again, and the page restores its game in a new session.

use std::io;
use std::num::NonZero;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use serde_json::json;

use super::analysis_routes::{self, is_analysis};
use super::position_analyzer::PositionAnalyzer;
use super::request::Request;
use super::response::Response;
use super::server::{Handler, Server, new_nonce};
use crate::analysis::Options;
use crate::board::{BoardError, BoardOptions, BoardSession, Boards};
use crate::page::board_page;
use crate::page::svg_board::{self, Marks};
use crate::records::format::Format;
use crate::records::record::{Language, Position, Size};
use crate::review::{Service, render_served_page};

/// The maximum size of a record in bytes.
const MOST_RECORD: usize = 4 << 20;

/// How long a poll waits for a change.
const LONGEST_POLL: Duration = Duration::from_secs(5);

struct BoardSite {
    boards: Boards,
    language: Option<Language>,
    /// Analyses positions of review pages; started by the first request.
    analyzer: OnceLock<PositionAnalyzer>,
}

/// Serves boards on a port of localhost until the program exits; port 0 selects a free port. Returns the address of
/// the page. Every request needs the token; pages of an earlier run with the same port and token continue.
///
/// # Errors
/// Returns an error if the port is unavailable.
pub fn serve_board(
    port: u16,
    token: Option<String>,
    options: BoardOptions,
    language: Option<Language>,
) -> io::Result<String> {
    let server = match token {
        Some(token) => Server::with_token(port, token)?,
        None => Server::open(port)?,
    };
    let address = server.address();
    server.start(Arc::new(BoardSite {
        boards: Boards::new(options),
        language,
        analyzer: OnceLock::new(),
    }));
    Ok(address)
}

impl Handler for BoardSite {
    fn most_body(&self) -> usize {
        MOST_RECORD
    }

    fn answer(&self, path: &str, request: &Request) -> Response {
        let (first, rest) = path.split_once('/').unwrap_or((path, ""));
        match (&*request.method, first, rest) {
            ("GET", "", "") => self.page(),
            ("GET", "board", lines) => empty_board(lines),
            ("GET", "problems", "") => json(&self.boards.problems().list()),
            ("POST", "start", "") => match self.boards.start() {
                Ok(id) => json(&json!({"session": id})),
                Err(error) => rejected(&error),
            },
            ("GET" | "POST", id, rest) => match self.boards.find(id) {
                Some(_) if is_analysis(&request.method, rest) => {
                    analysis_routes::answer(self.analyzer(), rest, &request.body)
                }
                Some(session) => of_session(&session, &request.method, rest, &request.body),
                None if is_id(id) => Response::error(410, "unknown session"),
                None => Response::error(404, "not found"),
            },
            _ => Response::error(405, "method not allowed"),
        }
    }
}

impl BoardSite {
    fn analyzer(&self) -> &PositionAnalyzer {
        self.analyzer.get_or_init(|| {
            let settings = self.boards.settings();
            PositionAnalyzer::start(Options {
                threads: NonZero::new(settings.threads).unwrap_or(NonZero::<usize>::MIN),
                memory: settings.memory,
                nets: settings.nets.clone(),
                ..Options::default()
            })
        })
    }

    fn page(&self) -> Response {
        let nonce = new_nonce();
        let lines = self.boards.size();
        let size = Size::new(lines, lines).unwrap_or(Size::STANDARD);
        let has_human = self.boards.settings().nets.human().is_some();
        Response::page(
            board_page(self.language, size, has_human, self.boards.problems().len(), &nonce)
                .into_bytes(),
            &nonce,
        )
    }
}

/// Returns `true` if a path segment has the form of a session's identifier.
fn is_id(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn of_session(session: &BoardSession, method: &str, path: &str, body: &[u8]) -> Response {
    let (name, version) = path.split_once('/').unwrap_or((path, ""));
    match (method, name) {
        ("GET", "state") => match version.parse() {
            Ok(version) => Response::json(200, session.wait(version, LONGEST_POLL)),
            Err(_) => Response::error(400, "expected a version"),
        },
        ("POST", "command") => done(session.command(body)),
        ("POST", "open") => done(session.open(body)),
        ("POST", "pause") => {
            session.pause();
            done(Ok(()))
        }
        ("GET", "sgf") => Response::record(session.record(Format::Sgf)),
        ("GET", "wei7") => Response::record(session.record(Format::Wei7)),
        ("GET", name) if name.starts_with("review-") => {
            let number = name["review-".len()..].parse().ok();
            match number.and_then(|number| session.review_page(number)) {
                Some(page) => review(&page),
                None => Response::error(404, "no such review: only the last four are stored"),
            }
        }
        _ => Response::error(404, "not found"),
    }
}

fn review(page: &[u8]) -> Response {
    let nonce = new_nonce();
    match render_served_page(&String::from_utf8_lossy(page), Service::Trying, &nonce) {
        Ok(page) => Response::page(page.into_bytes(), &nonce),
        Err(error) => Response::error(404, &error.to_string()),
    }
}

fn empty_board(lines: &str) -> Response {
    let lines = lines.parse().ok().filter(|lines| (2..=25).contains(lines));
    match lines.and_then(|lines| Size::new(lines, lines)) {
        Some(size) => {
            let svg = svg_board::board(&Position::new(size), &Marks::default());
            json(&json!({ "svg": svg }))
        }
        None => Response::error(400, "expected a board size from 2 to 25"),
    }
}

fn done(result: Result<(), BoardError>) -> Response {
    match result {
        Ok(()) => json(&json!({})),
        Err(error) => rejected(&error),
    }
}

fn rejected(error: &BoardError) -> Response {
    let [english, chinese] = [Language::English, Language::Chinese].map(|it| error.text(it));
    let status = if matches!(error, BoardError::TooManyBoards(_)) { 503 } else { 400 };
    Response::json(status, json!({"error": english, "zh": chinese}).to_string().into_bytes())
}

fn json(value: &serde_json::Value) -> Response {
    Response::json(200, value.to_string().into_bytes())
}
