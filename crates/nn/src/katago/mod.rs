//! KataGo nets: file reader, inputs and evaluation.
//!
//! | module | contents |
//! | --- | --- |
//! | `read`, `error` | the reader of net files; its errors |
//! | `model`, `layer`, `flops`, `summary` | a net as layers; its size and cost; its shape |
//! | `human_profile` | the players that a human-imitation net imitates |
//! | `inputs`, `area`, `ladder` | input planes (V7), their areas and ladders; symmetries |
//! | `output` | outputs in probabilities and points |
//! | `reference` | the forward pass in plain `f32`, the reference implementation |
//! | `inference` | the optimised forward pass |
//! | `net`, `preparation` | nets ready for evaluation; calibration and choice of number types |
//! | `calibration_positions`, `accuracy` | positions for calibration; error limits |
//! | `prepared` | prepared files |

mod area;
mod error;
mod human_profile;
mod accuracy;
mod inference;
mod inputs;
mod ladder;
mod layer;
mod model;
mod net;
mod output;
mod calibration_positions;
mod preparation;
pub(super) mod prepared;
mod read;
mod reference;
mod summary;
mod flops;

pub use crate::activation::Activation;
pub use accuracy::{OPEN, QuantizationError};
pub use area::AreaOptions;
pub use calibration_positions::{positions, test_positions};
pub use error::ReadError;
pub use human_profile::{HumanProfile, METADATA, UnknownProfile};
pub use inference::{KernelPlan, KernelSet, Precision};
pub use inputs::{HISTORY, InputPhase, Inputs, NetPosition};
pub use ladder::Ladders;
pub use layer::{Convolution, Matrix, Norm, RmsNorm};
pub use model::{
    Attention, Block, Bottleneck, FeedForward, FinalNorm, MetadataEncoder, Model, Multipliers,
    Ordinary, PassHidden, PolicyHead, Pooling, Rotation, Trunk, ValueHead,
};
pub use net::{Evaluator, Net, Overflow, PreparationCache};
pub use output::{RawOutput, Uncertainty, Value};
pub use prepared::PreparedError;
pub use read::{GLOBALS, PLANES, read, read_summary};
pub use reference::evaluate;
pub use summary::{Summary, TrunkKind, TrunkShape};
