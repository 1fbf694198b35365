//! Life-and-death problems for the command line and the protocols: requests and answers around the
//! [`solver`](crate::solver).
//!
//! | module | contents |
//! | --- | --- |
//! | `request` | targets, goal and region of a request; conversion to a problem |
//! | `interruption` | searches that a callback can stop |
//! | `answer` | a solution as text in two languages and as JSON |
//! | `proof_record` | a proof tree as a game record |

mod answer;
mod interruption;
#[cfg(feature = "cli")]
mod proof_record;
mod request;

pub(crate) use answer::Answer;
pub(crate) use interruption::solve_until;
#[cfg(feature = "cli")]
pub(crate) use proof_record::{MAX_PROOF_NODES, proof_record};
pub(crate) use request::{GoalName, ProblemRequest};
