//! The other side: an engine for the authors of clients. It answers by a session of this program, does to
//! the client what a [`Scenario`] says, and tells what the protocol does not allow.
//!
//! ```text
//! client -> judge -> session -> scenario -> client
//! ```
//!
//! | module | contents |
//! | --- | --- |
//! | `service` | serves a client: judges its lines and forwards them to a session |
//! | `argument` | strict parsing of command arguments |
//! | `complaint`, `remark` | violations by a client, for people and as JSON |

mod argument;
mod complaint;
mod judge;
mod remark;
mod scenario;
mod service;

pub use complaint::Complaint;
pub use remark::Remark;
pub use scenario::Scenario;
pub use service::{Ending, Tell, serve};
