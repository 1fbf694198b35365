//! KataGo's nets: the reader of their files, their inputs and their evaluation.

mod area;
mod error;
mod exactness;
mod inference;
mod inputs;
mod ladder;
mod layer;
mod model;
mod net;
mod output;
mod positions;
pub(super) mod prepared;
mod progress;
mod read;
mod reference;
mod symmetry;
mod uncertainty;
mod work;

pub use crate::activation::Activation;
pub use error::ReadError;
pub use exactness::{Exactness, OPEN};
pub use inference::{KernelSet, Precision};
pub use inputs::{HISTORY, Inputs, NetPosition};
pub use ladder::Ladders;
pub use layer::{Convolution, Matrix, Norm, RmsNorm};
pub use model::{
    Attention, Block, Bottleneck, FeedForward, FinalNorm, Model, Multipliers, Ordinary, PassHidden,
    PolicyHead, Pooling, Rotation, Trunk, ValueHead,
};
pub use net::{Evaluator, Net, Overflow};
pub use output::{RawOutput, Value};
pub use positions::{positions, test_positions};
pub use prepared::PreparedError;
pub use read::{GLOBALS, PLANES, read};
pub use reference::evaluate;
pub use uncertainty::Uncertainty;
