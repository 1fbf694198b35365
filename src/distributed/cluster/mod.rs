//! One search on many machines: ranks that work together, as the processes of an MPI job do.
//!
//! Rank 0, the [`Leader`], speaks the protocol and has the search. The others follow. With a net
//! they evaluate leaves for it: the leader is a [`LeafEvaluator`](crate::search::LeafEvaluator) of its search.
//! Without one they search along in trees of their own and share the top of them: they are
//! [`SearchPeers`](crate::search::SearchPeers). The search knows nothing of ranks.
//!
//! - `follower_search` runs the searches of a follower without a net.
//! - `codec` reads and writes numbers as bytes.
//! - `follower` is any rank but 0.
//! - `stats_codec`, `leaf_codec` and `task_codec` encode search results, leaves and search tasks.
//! - `leader` is rank 0.
//! - `message` has the kinds of messages.
//! - `transport` is the interface of links between ranks, with threads in their place.
//! - `stats_merge` sums up the results of several trees.
//! - `mpi_transport` is a link by MPI (feature `mpi`).
//! - `comm_thread` is the one thread of a rank that sends and receives.
//! - `leaf_dispatcher` chooses the rank that evaluates the next leaf.
//! - `distributed_search` has the results of each rank in the present search.
//! - `init` determines the role of this process.

mod follower_search;
mod codec;
mod follower;
mod stats_codec;
mod leader;
mod leaf_codec;
mod message;
mod transport;
#[cfg(feature = "mpi")]
mod mpi_transport;
mod stats_merge;
mod comm_thread;
mod leaf_dispatcher;
mod distributed_search;
mod init;
mod task_codec;

pub use follower::{LeafHandler, Work};
pub use init::{Role, start};
pub use leader::Leader;
#[cfg(feature = "mpi")]
pub use mpi_transport::MpiLink;
pub use transport::{Link, ThreadLink, thread_links};
