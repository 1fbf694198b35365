//! KataGo nets: random nets in every file format, and real nets if available.

mod backends;
mod command;
mod files;
mod finding;
mod games;
mod human;
mod preparation;
mod prepared;
mod real_nets;
