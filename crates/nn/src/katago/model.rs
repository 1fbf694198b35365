//! The model in a KataGo net file: trunk and heads.

use crate::activation::Activation;

use super::area::AreaOptions;
use super::layer::{Convolution, Matrix, Norm, RmsNorm};

/// A KataGo net as in its file, with norms folded.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// The name in the file.
    pub name: String,
    /// The version of the file, 8 to 17.
    pub version: usize,
    /// The multipliers of the value head's outputs.
    pub multipliers: Multipliers,
    /// The computation of areas in the inputs.
    pub area: AreaOptions,
    /// From the inputs to the end of the residual stream.
    pub trunk: Trunk,
    /// The policy head.
    pub policy: PolicyHead,
    /// The value head: value, score and ownership.
    pub value: ValueHead,
}

/// The multipliers of the value head's outputs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Multipliers {
    /// Multiplier of the mean score.
    pub score_mean: f32,
    /// Multiplier of the standard deviation of the score.
    pub score_deviation: f32,
    /// Multiplier of the lead.
    pub lead: f32,
    /// Multiplier of the variance time.
    pub variance_time: f32,
    /// Multiplier of the short-term value error.
    pub value_error: f32,
    /// Multiplier of the short-term score error.
    pub score_error: f32,
}

/// From the inputs to the end of the residual stream.
#[derive(Debug, Clone, PartialEq)]
pub struct Trunk {
    /// The convolution of the input planes.
    pub stem: Convolution,
    /// The matrix of the global inputs, whose outputs are added to every point.
    pub globals: Matrix,
    /// The encoder of the players' metadata; `None` unless the net imitates humans.
    pub encoder: Option<Box<MetadataEncoder>>,
    /// The residual blocks, in order.
    pub blocks: Vec<Block>,
    /// The norm after the last block.
    pub norm: FinalNorm,
}

/// The encoder of a human-imitation net. Its output for a profile is added to every point, as the product of the
/// global inputs is.
#[derive(Debug, Clone, PartialEq)]
pub struct MetadataEncoder {
    /// The matrix of the metadata inputs.
    pub first: Matrix,
    /// The bias after the first matrix.
    pub first_bias: Vec<f32>,
    /// The activation after the first bias.
    pub first_activation: Activation,
    /// The second matrix.
    pub second: Matrix,
    /// The bias after the second matrix.
    pub second_bias: Vec<f32>,
    /// The activation after the second bias.
    pub second_activation: Activation,
    /// The last matrix, with an output per trunk channel.
    pub last: Matrix,
}

impl MetadataEncoder {
    /// Returns the number added to each trunk channel for some metadata inputs.
    pub(super) fn encode(&self, inputs: &[f32]) -> Vec<f32> {
        let hidden = |matrix: &Matrix, bias: &[f32], activation: Activation, input: &[f32]| {
            let sums = matrix.product(input).into_iter().zip(bias);
            sums.map(|(sum, bias)| activation.of(sum + bias)).collect::<Vec<f32>>()
        };
        let first = hidden(&self.first, &self.first_bias, self.first_activation, inputs);
        let second = hidden(&self.second, &self.second_bias, self.second_activation, &first);
        self.last.product(&second)
    }
}

/// The norm after the last block.
#[derive(Debug, Clone, PartialEq)]
pub enum FinalNorm {
    /// A batch norm.
    Batch(Norm),
    /// A root-mean-square norm, then an activation.
    Rms(RmsNorm, Activation),
}

/// A residual block: its output is added to its input.
#[derive(Debug, Clone, PartialEq)]
pub enum Block {
    /// Two convolutions.
    Ordinary(Ordinary),
    /// Two convolutions with a bias from global pooling between them.
    Pooling(Box<Pooling>),
    /// Blocks with fewer channels between two 1x1 convolutions.
    Bottleneck(Box<Bottleneck>),
    /// Attention over the points of the board.
    Attention(Box<Attention>),
    /// A gated feed-forward layer, applied to each point separately.
    FeedForward(Box<FeedForward>),
}

impl Block {
    /// Returns `true` if the block is a transformer block or contains one.
    pub(super) fn is_transformer(&self) -> bool {
        match self {
            Block::Attention(_) | Block::FeedForward(_) => true,
            Block::Bottleneck(block) => block.blocks.iter().any(Block::is_transformer),
            Block::Ordinary(_) | Block::Pooling(_) => false,
        }
    }
}

/// `conv2(mid(conv1(pre(x))))`
#[derive(Debug, Clone, PartialEq)]
pub struct Ordinary {
    /// The norm before the first convolution.
    pub pre: Norm,
    /// The first convolution.
    pub conv1: Convolution,
    /// The norm between the convolutions.
    pub mid: Norm,
    /// The second convolution.
    pub conv2: Convolution,
}

/// `conv2(mid(conv1(u) + bias(pool(norm(pooled(u))))))` with `u = pre(x)`
#[derive(Debug, Clone, PartialEq)]
pub struct Pooling {
    /// The norm before the first convolution.
    pub pre: Norm,
    /// The first convolution.
    pub conv1: Convolution,
    /// The convolution whose output is pooled.
    pub pooled: Convolution,
    /// The norm before the pooling.
    pub pooled_norm: Norm,
    /// From the pooled channels to a bias for each channel of the first convolution.
    pub bias: Matrix,
    /// The norm between the convolutions.
    pub mid: Norm,
    /// The second convolution.
    pub conv2: Convolution,
}

/// `post(… pre(x))` between 1x1 convolutions, with residual blocks inside.
#[derive(Debug, Clone, PartialEq)]
pub struct Bottleneck {
    /// The norm before the first convolution.
    pub pre: Norm,
    /// Reduces the number of channels.
    pub reduce: Convolution,
    /// The inner blocks.
    pub blocks: Vec<Block>,
    /// The norm before the second convolution.
    pub post: Norm,
    /// Restores the channels of the trunk.
    pub expand: Convolution,
}

/// Multi-head attention over the points of the board.
#[derive(Debug, Clone, PartialEq)]
pub struct Attention {
    /// The norm before the projections.
    pub norm: RmsNorm,
    /// The number of query heads.
    pub heads: usize,
    /// The number of key and value heads; each serves `heads / kv_heads` query heads.
    pub kv_heads: usize,
    /// The length of a query and a key.
    pub query_length: usize,
    /// The length of a value.
    pub value_length: usize,
    /// From channels to queries, `[head][query_length]`.
    pub query: Matrix,
    /// From channels to keys, `[kv_head][query_length]`.
    pub key: Matrix,
    /// From channels to values, `[kv_head][value_length]`.
    pub value: Matrix,
    /// From the heads' values to channels.
    pub out: Matrix,
    /// The rotary position embedding of queries and keys.
    pub rotation: Option<Rotation>,
}

/// Rotary position embedding: the rotation angle of each pair of numbers of a query or key.
#[derive(Debug, Clone, PartialEq)]
pub struct Rotation {
    /// Radians per column and per row, of shape `[kv_head][query_length / 2][2]`.
    pub frequencies: Vec<f32>,
}

/// `down(silu(up(t)) · gate(t))` with `t = norm(x)`
#[derive(Debug, Clone, PartialEq)]
pub struct FeedForward {
    /// The norm before the matrices.
    pub norm: RmsNorm,
    /// From channels to the hidden layer.
    pub up: Matrix,
    /// From channels to the gate of the hidden layer.
    pub gate: Matrix,
    /// From the hidden layer back to channels.
    pub down: Matrix,
}

/// From the trunk to policy logits.
#[derive(Debug, Clone, PartialEq)]
pub struct PolicyHead {
    /// The convolution for the points' logits.
    pub points: Convolution,
    /// The convolution that is pooled.
    pub pooled: Convolution,
    /// The norm before the pooling.
    pub pooled_norm: Norm,
    /// From the pooled channels to a bias for each channel of `points`.
    pub bias: Matrix,
    /// The norm after that bias.
    pub norm: Norm,
    /// To the logits of each point: ordinary, optimistic, and others that are unused.
    pub logits: Convolution,
    /// From the pooled channels to the logits of the pass, or to its hidden layer.
    pub pass: Matrix,
    /// The hidden layer of the pass, from version 15.
    pub pass_hidden: Option<PassHidden>,
}

/// The hidden layer of the pass logits.
#[derive(Debug, Clone, PartialEq)]
pub struct PassHidden {
    /// The bias of the hidden layer.
    pub bias: Vec<f32>,
    /// The activation of the hidden layer.
    pub activation: Activation,
    /// To the logits.
    pub logits: Matrix,
}

/// From the trunk to value logits, score outputs and ownership logits.
#[derive(Debug, Clone, PartialEq)]
pub struct ValueHead {
    /// The convolution of the trunk.
    pub conv: Convolution,
    /// The norm after the convolution.
    pub norm: Norm,
    /// From the pooled channels to the hidden layer.
    pub hidden: Matrix,
    /// The bias of the hidden layer.
    pub hidden_bias: Vec<f32>,
    /// The activation of the hidden layer.
    pub hidden_activation: Activation,
    /// To the logits of win, loss and no result.
    pub value: Matrix,
    /// The bias of the value logits.
    pub value_bias: Vec<f32>,
    /// To the score outputs: 4 or 6.
    pub score: Matrix,
    /// The bias of the score outputs.
    pub score_bias: Vec<f32>,
    /// To the ownership logit of each point.
    pub ownership: Convolution,
}
