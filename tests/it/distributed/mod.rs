//! One search on several ranks, with threads in their place.

mod leaves;
mod partners;
