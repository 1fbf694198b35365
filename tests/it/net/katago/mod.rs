//! KataGo's nets: random ones in every form of their files, and real ones where they are at hand.

mod backends;
mod command;
mod files;
mod games;
mod prepared;
mod real_nets;
