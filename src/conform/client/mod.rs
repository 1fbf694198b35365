//! Client tests: an engine that responds with a session of this program, misbehaves according to a [`Scenario`], and
//! reports protocol violations of the client.
//!
//! ```text
//! client -> validator -> session -> scenario -> client
//! ```
//!
//! | module | contents |
//! | --- | --- |
//! | `server` | serves a client: checks its lines and forwards them to a session |
//! | `argument` | strict parsing of command arguments |
//! | `violation`, `diagnostic` | violations by a client, as text and as JSON |

mod argument;
mod violation;
mod validator;
mod diagnostic;
mod scenario;
mod server;

pub use diagnostic::ClientDiagnostic;
pub use scenario::Scenario;
pub use server::{ReportFn, ServeResult, serve};
pub use violation::Violation;
