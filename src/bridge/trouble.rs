//! Why an engine behind the bridge did not do what it was told.

use crate::engine_process::connection::NoResponse;

/// Why an engine did not do what it was told.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum Trouble {
    /// It refused a command.
    #[error("the engine refuses {command}: {reason}")]
    Refused {
        /// The command.
        command: String,
        /// What it said.
        reason: String,
    },
    /// It ended, or gave no answer; it runs no more.
    #[error("the engine is lost: {0}")]
    Lost(String),
    /// It was lost before, and was not started again.
    #[error("the engine is lost; boardsize or clear_board starts it again")]
    Gone,
    /// The command cannot be said in its protocol, or it has no such command.
    #[error("{0}")]
    Unsayable(String),
    /// It answered what makes no sense.
    #[error("the engine answers {command} by {answer}: {reason}")]
    Senseless {
        /// The command.
        command: String,
        /// The beginning of its answer.
        answer: String,
        /// What is wrong with it.
        reason: String,
    },
}

impl From<NoResponse> for Trouble {
    fn from(reason: NoResponse) -> Trouble {
        match reason {
            NoResponse::Fault(fault) => Trouble::Lost(fault.to_string()),
            NoResponse::Cancelled => Trouble::Lost("the program ends".into()),
        }
    }
}
