//! One search on several ranks, simulated by threads.

mod leaves;
mod partners;
