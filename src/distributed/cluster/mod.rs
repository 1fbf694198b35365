//! One search on many machines: ranks that work together, as the processes of an MPI job do.
//!
//! Rank 0, the [`Leader`], speaks the protocol and has the search. The others follow. With a net
//! they evaluate leaves for it: the leader is a [`LeafPlace`](crate::search::LeafPlace) of its search.
//! Without one they search along in trees of their own and share the top of them: they are
//! [`Partners`](crate::search::Partners). The search knows nothing of ranks.
//!
//! | what | where |
//! | --- | --- |
//! | messages between ranks: an interface, threads that stand in for ranks, and with the feature `mpi` MPI | `link`, `threads`, `mpi_link` |
//! | the one thread of a rank that sends and receives | `post` |
//! | what ranks say, as bytes | `letter`, `leaf_bytes`, `task_bytes`, `gains_bytes`, `bytes` |
//! | which rank this process is | `start` |
//! | rank 0; who evaluates the next leaf; who has found what | `leader`, `seats`, `shared_search` |
//! | the other ranks; their searches | `follower`, `along` |

mod along;
mod bytes;
mod follower;
mod gains_bytes;
mod leader;
mod leaf_bytes;
mod letter;
mod link;
#[cfg(feature = "mpi")]
mod mpi_link;
mod merged;
mod post;
mod seats;
mod shared_search;
mod start;
mod task_bytes;
mod threads;

pub use follower::{LeafService, Work};
pub use leader::Leader;
pub use link::Link;
#[cfg(feature = "mpi")]
pub use mpi_link::MpiLink;
pub use start::{Role, start};
pub use threads::{ThreadLink, thread_links};
