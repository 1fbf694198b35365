//! One search on many machines: ranks that work together, as the processes of an MPI job do.
//!
//! Rank 0, the [`Leader`], speaks the protocol and has the search. The others follow. With a net
//! they evaluate leaves for it: the leader is a [`LeafPlace`](crate::search::LeafPlace) of its search.
//! Without one they search along in trees of their own and share the top of them: they are
//! [`Partners`](crate::search::Partners). The search knows nothing of ranks.
//!
//! - `along` runs the searches of a follower without a net.
//! - `bytes` reads and writes numbers as bytes.
//! - `follower` is any rank but 0.
//! - `gains_bytes`, `leaf_bytes` and `task_bytes` encode search results, leaves and search tasks.
//! - `leader` is rank 0.
//! - `letter` has the kinds of messages.
//! - `link` is the interface of links between ranks, with threads in their place.
//! - `merged` sums up the results of several trees.
//! - `mpi_link` is a link by MPI (feature `mpi`).
//! - `post` is the one thread of a rank that sends and receives.
//! - `seats` chooses the rank that evaluates the next leaf.
//! - `shared_search` has the results of each rank in the present search.
//! - `start` determines the role of this process.

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

pub use follower::{LeafService, Work};
pub use leader::Leader;
pub use link::{Link, ThreadLink, thread_links};
#[cfg(feature = "mpi")]
pub use mpi_link::MpiLink;
pub use start::{Role, start};
