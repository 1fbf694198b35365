//! The other side: an engine for the authors of clients. It answers by a session of this program, does to
//! the client what a [`Scenario`] says, and tells what the protocol does not allow.
//!
//! ```text
//! client -> validator -> session -> scenario -> client
//! ```
//!
//! | module | contents |
//! | --- | --- |
//! | `server` | serves a client: judges its lines and forwards them to a session |
//! | `argument` | strict parsing of command arguments |
//! | `violation`, `diagnostic` | violations by a client, for people and as JSON |

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
