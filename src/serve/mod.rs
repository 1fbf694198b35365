//! Local HTTP server: review pages with live analysis, and the page of a game in progress. It listens on the loopback
//! interface only.
//!
//! ```text
//! bytes <-> request, response <-> server, connections <-> auth <-> review_routes, live_game, board_site
//! review_routes, board_site <-> analysis_routes <-> position_analyzer
//! ```
//!
//! - `request` parses a request within limits, with `httparse`; `response` restricts pages by a content security
//!   policy. Each connection has one request.
//! - `connections` limits open connections: a new one replaces the oldest without a complete request.
//! - `server` listens on the loopback interface; `auth` rejects requests without the token or from other sites.
//! - `review_routes` serves the pages of a folder.
//! - `analysis_routes` analyses one position at a time with `position_analyzer`, and solves one life-and-death problem
//!   at a time with `problem_solver` and `pending_problem`.
//! - `board_site` serves boards: a page, and the messages of its session.
//! - `live_game` serves the page of a game in progress, which a session observer updates.

mod analysis_routes;
mod auth;
mod board_site;
mod position_analyzer;
mod connections;
mod live_game;
mod pending_problem;
mod problem_solver;
mod request;
mod response;
mod review_routes;
mod server;

pub use board_site::serve_board;
pub use live_game::{LiveGame, serve_live};
pub use review_routes::serve_review;
