//! A net prepared for one number type and board size: packed weights, in the order of evaluation.

use std::sync::Arc;

use crate::activation::Activation;
use crate::layers::{Affine, Angles, Heads, Layer, Quantisation, Rms, Stem};
use crate::simd::DType;

use super::smoothing::Smoothing;

/// The place of a padded tensor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PaddedId(pub(super) usize);

/// The place of an `f32` tensor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TensorId(pub(super) usize);

/// A net prepared for a number type and a board size.
#[derive(Debug)]
pub(in crate::katago) struct Plan<N: DType> {
    pub(super) lines: usize,
    /// The width of the border of padded activations.
    pub(super) border: usize,
    pub(super) stem: Stem,
    /// The residual stream of the trunk.
    pub(super) stream: TensorId,
    pub(super) stages: Vec<Stage<N>>,
    /// The input of the heads.
    pub(super) last: Entry,
    pub(super) heads: HeadLayers<N>,
    /// The channels of each padded tensor.
    pub(super) padded: Vec<usize>,
    /// The width of each `f32` tensor.
    pub(super) tensors: Vec<usize>,
    /// The shape of each attention.
    pub(super) attentions: Vec<Heads>,
    /// The inputs of layers, which calibration looks at.
    pub(super) sites: Vec<QuantSite>,
    /// All layers in the order in which they are made.
    pub(super) layers: Vec<Arc<Layer<N>>>,
}

/// What calibration and packing made of a model: the part of a plan that prepared files hold.
#[derive(Debug)]
pub(in crate::katago) struct Finished<N: DType> {
    /// The inputs of layers. Whether they are quantised dynamically, the model says.
    pub(in crate::katago) sites: Vec<QuantSite>,
    /// All layers.
    pub(in crate::katago) layers: Vec<Arc<Layer<N>>>,
}

/// How an input of layers is quantised.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::katago) struct QuantSite {
    /// Its step and zero point.
    pub(in crate::katago) quantisation: Quantisation,
    /// What its channels are divided by before.
    pub(in crate::katago) smoothing: Smoothing,
}

impl<N: DType> Plan<N> {
    /// What was made of the model.
    pub(super) fn finished(&self) -> Finished<N> {
        Finished { sites: self.sites.clone(), layers: self.layers.clone() }
    }
}

/// A residual block with what makes its input of the stream.
#[derive(Debug)]
pub(super) struct Stage<N: DType> {
    pub(super) entry: Entry,
    pub(super) block: Block<N>,
}

/// What makes the input of a layer of the residual stream.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) norm: EntryNorm,
    pub(super) activation: Activation,
    pub(super) input: Input,
}

/// The norm at the beginning of a block.
#[derive(Debug)]
pub(super) enum EntryNorm {
    /// A batch norm.
    Batch(Affine),
    /// A root-mean-square norm.
    Rms(Rms),
}

/// A quantised tensor, the input of a layer.
#[derive(Debug, Clone, Copy)]
pub(super) struct Input {
    pub(super) quantisation: Quantisation,
    /// Its number among the inputs that calibration looks at.
    pub(super) site: usize,
    pub(super) to: PaddedId,
}

/// A residual block.
#[derive(Debug)]
pub(super) enum Block<N: DType> {
    /// Two convolutions.
    Ordinary(Convolutions<N>),
    /// Two convolutions with a bias from global pooling between them.
    Pooling(Box<Pooling<N>>),
    /// Blocks of fewer channels between two convolutions.
    Bottleneck(Box<Bottleneck<N>>),
    /// Attention over the points of the board.
    Attention(Box<Attention<N>>),
    /// A feed-forward layer with a gate.
    FeedForward(FeedForward<N>),
}

/// Two convolutions, the norm between them folded into the first.
#[derive(Debug)]
pub(super) struct Convolutions<N: DType> {
    pub(super) first: Arc<Layer<N>>,
    pub(super) activation: Activation,
    pub(super) middle: Input,
    pub(super) second: Arc<Layer<N>>,
}

/// Two convolutions with a bias from global pooling.
#[derive(Debug)]
pub(super) struct Pooling<N: DType> {
    pub(super) convolutions: Convolutions<N>,
    /// The convolution whose output is pooled, with its norm.
    pub(super) pooled: Arc<Layer<N>>,
    pub(super) pooled_activation: Activation,
    pub(super) pooled_to: TensorId,
    /// From what is pooled to what is added to the first convolution.
    pub(super) bias: ScaledMatrix,
}

/// A matrix whose outputs are multiplied with a norm's scale.
#[derive(Debug)]
pub(super) struct ScaledMatrix {
    pub(super) matrix: crate::katago::layer::Matrix,
    pub(super) scale: Vec<f32>,
}

/// Blocks of fewer channels between two convolutions.
#[derive(Debug)]
pub(super) struct Bottleneck<N: DType> {
    pub(super) reduce: Arc<Layer<N>>,
    /// The residual stream of the blocks inside.
    pub(super) stream: TensorId,
    pub(super) stages: Vec<Stage<N>>,
    pub(super) post: Entry,
    pub(super) expand: Arc<Layer<N>>,
}

/// Attention over the points of the board.
#[derive(Debug)]
pub(super) struct Attention<N: DType> {
    /// Queries, keys and values in one layer.
    pub(super) projection: Arc<Layer<N>>,
    pub(super) heads: Heads,
    pub(super) angles: Option<Angles>,
    pub(super) rows: TensorId,
    pub(super) result: TensorId,
    /// The place of its memory.
    pub(super) memory: usize,
    pub(super) middle: Input,
    pub(super) out: Arc<Layer<N>>,
}

/// A feed-forward layer with a gate.
#[derive(Debug)]
pub(super) struct FeedForward<N: DType> {
    /// The hidden layer and its gate in one layer.
    pub(super) up: Arc<Layer<N>>,
    pub(super) hidden: TensorId,
    pub(super) middle: Input,
    pub(super) down: Arc<Layer<N>>,
}

/// The first convolutions of the heads, with their norms.
#[derive(Debug)]
pub(super) struct HeadLayers<N: DType> {
    /// What is pooled for the policy.
    pub(super) pooled: HeadLayer<N>,
    /// Of what the points' policy logits are made.
    pub(super) points: HeadLayer<N>,
    /// Factors of the pooled bias of `points`.
    pub(super) bias: ScaledMatrix,
    /// Of what value and ownership are made.
    pub(super) value: HeadLayer<N>,
}

/// A first convolution of a head, its norm and activation.
#[derive(Debug)]
pub(super) struct HeadLayer<N: DType> {
    pub(super) layer: Arc<Layer<N>>,
    pub(super) activation: Activation,
    pub(super) to: TensorId,
}
