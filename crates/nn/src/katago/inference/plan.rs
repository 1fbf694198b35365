//! Consecutive blocks of a net prepared for one number type and board size: packed weights, in the order of evaluation.

use std::ops::Range;
use std::sync::Arc;

use crate::activation::Activation;
use crate::layers::{Affine, Angles, Heads, Layer, Quantisation, Rms, Stem};
use crate::simd::DType;

use super::calibration_stats::{SiteStatistics, Statistics};
use super::smoothing::Smoothing;

/// The index of a padded tensor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PaddedId(pub(super) usize);

/// The index of an `f32` tensor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TensorId(pub(super) usize);

/// Consecutive blocks of the trunk prepared for a number type and a board size.
#[derive(Debug)]
pub(in crate::katago) struct Plan<N: DType> {
    pub(super) lines: usize,
    /// The border width of padded activations.
    pub(super) border: usize,
    /// The blocks of the trunk.
    pub(super) blocks: Range<usize>,
    /// The first convolution, if the plan starts with the first block.
    pub(super) stem: Option<Stem>,
    /// The number of channels of the residual stream, including padding.
    pub(super) width: usize,
    pub(super) stages: Vec<Stage<N>>,
    /// The heads and the operation that computes their input, if the plan ends with the last block.
    pub(super) heads: Option<(Entry, HeadLayers<N>)>,
    /// The number of channels of each padded tensor.
    pub(super) padded: Vec<usize>,
    /// The width of each `f32` tensor.
    pub(super) tensors: Vec<usize>,
    /// The shape of each attention.
    pub(super) attentions: Vec<Heads>,
    /// The inputs of layers that calibration observes.
    pub(super) sites: Vec<QuantSite>,
    /// All layers in the order of their creation.
    pub(super) layers: Vec<Arc<Layer<N>>>,
    /// The index of each layer's input in `sites`.
    pub(super) layer_sites: Vec<usize>,
}

/// The compiled part of a plan: the result of calibration and packing, which prepared files contain.
#[derive(Debug)]
pub(in crate::katago) struct Finished<N: DType> {
    /// The blocks of the trunk.
    pub(in crate::katago) blocks: Range<usize>,
    /// The inputs of layers. The model determines which of them are quantised dynamically.
    pub(in crate::katago) sites: Vec<QuantSite>,
    /// All layers.
    pub(in crate::katago) layers: Vec<Arc<Layer<N>>>,
}

/// The quantisation of a layer input.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::katago) struct QuantSite {
    /// The step and the zero point.
    pub(in crate::katago) quantisation: Quantisation,
    /// The divisors of the channels before quantisation.
    pub(in crate::katago) smoothing: Smoothing,
}

impl<N: DType> Plan<N> {
    /// Returns empty statistics of all sites. The inputs of matrices have second moments if requested.
    pub(super) fn empty_statistics(&self, has_moments: bool) -> Statistics {
        let mut has_matrix = vec![false; self.sites.len()];
        for (layer, &site) in self.layers.iter().zip(&self.layer_sites) {
            has_matrix[site] |= layer.shape().size == 1;
        }
        has_matrix.into_iter().map(|it| SiteStatistics::new(it && has_moments)).collect()
    }

    /// Returns the compiled part.
    pub(super) fn finished(&self) -> Finished<N> {
        let Plan { blocks, sites, layers, .. } = self;
        Finished { blocks: blocks.clone(), sites: sites.clone(), layers: layers.clone() }
    }
}

/// A residual block and the operation that computes its input from the stream.
#[derive(Debug)]
pub(super) struct Stage<N: DType> {
    pub(super) entry: Entry,
    pub(super) block: Block<N>,
}

/// Computes the input of a layer from the residual stream.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) norm: EntryNorm,
    pub(super) activation: Activation,
    pub(super) input: Input,
}

/// The norm at the start of a block.
#[derive(Debug)]
pub(super) enum EntryNorm {
    /// A batch norm.
    Batch(Affine),
    /// A root-mean-square norm.
    Rms(Rms),
}

/// A quantised tensor that is the input of a layer.
#[derive(Debug, Clone, Copy)]
pub(super) struct Input {
    pub(super) quantisation: Quantisation,
    /// The index among the inputs that calibration observes.
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
    /// Blocks with fewer channels between two convolutions.
    Bottleneck(Box<Bottleneck<N>>),
    /// Attention over the points of the board.
    Attention(Box<Attention<N>>),
    /// A gated feed-forward layer.
    FeedForward(FeedForward<N>),
}

/// Two convolutions; the norm between them is folded into the first.
#[derive(Debug)]
pub(super) struct Convolutions<N: DType> {
    pub(super) first: Arc<Layer<N>>,
    pub(super) activation: Activation,
    pub(super) middle: Input,
    pub(super) second: Arc<Layer<N>>,
}

/// Two convolutions with a bias from global pooling between them.
#[derive(Debug)]
pub(super) struct Pooling<N: DType> {
    pub(super) convolutions: Convolutions<N>,
    /// The convolution whose output is pooled, with its norm.
    pub(super) pooled: Arc<Layer<N>>,
    pub(super) pooled_activation: Activation,
    pub(super) pooled_to: TensorId,
    /// From the pooled values to the offsets of the first convolution.
    pub(super) bias: ScaledMatrix,
}

/// A matrix whose outputs are multiplied by the scale of a norm.
#[derive(Debug)]
pub(super) struct ScaledMatrix {
    pub(super) matrix: crate::katago::layer::Matrix,
    pub(super) scale: Vec<f32>,
}

/// Blocks with fewer channels between two convolutions.
#[derive(Debug)]
pub(super) struct Bottleneck<N: DType> {
    pub(super) reduce: Arc<Layer<N>>,
    /// The residual stream of the inner blocks.
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
    /// The index of its memory.
    pub(super) memory: usize,
    pub(super) middle: Input,
    pub(super) out: Arc<Layer<N>>,
}

/// A gated feed-forward layer.
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
    /// Computes the values that are pooled for the policy.
    pub(super) pooled: HeadLayer<N>,
    /// Computes the input of the points' policy logits.
    pub(super) points: HeadLayer<N>,
    /// The weights of the pooled bias of `points`.
    pub(super) bias: ScaledMatrix,
    /// Computes the input of value and ownership.
    pub(super) value: HeadLayer<N>,
}

/// The first convolution of a head with its norm and activation.
#[derive(Debug)]
pub(super) struct HeadLayer<N: DType> {
    pub(super) layer: Arc<Layer<N>>,
    pub(super) activation: Activation,
    pub(super) to: TensorId,
}
