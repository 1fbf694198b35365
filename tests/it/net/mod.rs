//! Nets: files, inputs and evaluation.

mod inputs;
mod katago;
mod nets;
mod overflow;
mod settled;
