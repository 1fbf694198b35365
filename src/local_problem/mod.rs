//! Life-and-death problems for the command line and the protocols: requests and answers around the
//! [`solver`](crate::solver).
//!
//! | module | contents |
//! | --- | --- |
//! | `request` | targets, goal and region of a request; conversion to a problem |
//! | `interruption` | searches that a callback can stop |
//! | `answer`, `words` | a solution as JSON; in words of two languages |
//! | `proof_record` | a proof tree as a game record |

mod answer;
mod interruption;
#[cfg(feature = "cli")]
mod proof_record;
mod request;
#[cfg(feature = "cli")]
mod words;

pub(crate) use answer::Answer;
pub(crate) use interruption::solve_until;
#[cfg(feature = "cli")]
pub(crate) use proof_record::{MAX_PROOF_NODES, proof_record};
#[cfg(feature = "cli")]
pub(crate) use request::{BORDER_RULES, GoalName};
pub(crate) use request::{ProblemRequest, border_rule};
