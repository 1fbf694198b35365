//! Serving: the pages of reviews with the engine beside them, and the page of a game that is being played, for
//! browsers of this machine alone.
//!
//! ```text
//! bytes <-> request, response <-> server, connections <-> auth <-> review_routes, live_site <-> position_analyzer, live_game
//! ```
//!
//! - A `request` is read within bounds, by the parser of `httparse`; a `response` leaves a page no rights but
//!   those that it needs. There are no other features of HTTP: each connection has one request.
//! - `connections` bounds how many are open: the oldest that has not sent a request gives way to a new one.
//! - The `server` listens on the loopback interface only; `auth` refuses whoever does not know the token, and
//!   what pages of other sites ask.
//! - The `review_routes` has the pages of a folder, and an `position_analyzer`: the analysis engine, asked for one position
//!   at a time.
//! - The `live_site` has the page of a `live_game`, which an observer of a session keeps up to date.

mod auth;
mod position_analyzer;
mod connections;
mod live_game;
mod request;
mod response;
mod review_routes;
mod server;

pub use live_game::{LiveGame, serve_live};
pub use review_routes::serve_review;
