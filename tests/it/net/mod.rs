//! Nets: their files, their inputs and how they are computed.

mod inputs;
mod katago;
mod nets;
mod overflow;
mod settled;
