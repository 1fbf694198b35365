//! Nets: their files, their inputs and how they are computed.

mod katago;
mod inputs;
mod nets;
