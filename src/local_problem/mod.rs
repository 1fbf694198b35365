//! Life-and-death problems for the command line and the protocols: requests and answers around the
//! [`solver`](crate::solver).
//!
//! | module | contents |
//! | --- | --- |
//! | `request` | targets, goal and region of a request; conversion to a problem |
//! | `answer` | a solution as text in two languages and as JSON |
//! | `proof_record` | a proof tree as a game record |

mod answer;
#[cfg(feature = "cli")]
mod proof_record;
mod request;

pub(crate) use answer::Answer;
#[cfg(feature = "cli")]
pub(crate) use proof_record::{MAX_PROOF_NODES, proof_record};
pub(crate) use request::{GoalName, ProblemRequest};
