//! A net as its file describes it: trunk and heads.

use crate::activation::Activation;

use super::layer::{Convolution, Matrix, Norm, RmsNorm};

/// A net of KataGo's: what its file holds, with norms folded.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// The name that its file gives it.
    pub name: String,
    /// The version of the file, 8 to 17.
    pub version: usize,
    /// What its score outputs are multiplied with.
    pub multipliers: Multipliers,
    /// Whether planes 18 and 19 are computed as if suicide of several stones were legal.
    pub pass_alive_under_suicide: bool,
    /// From the inputs to the end of the residual stream.
    pub trunk: Trunk,
    /// The policy logits.
    pub policy: PolicyHead,
    /// Value, score and ownership.
    pub value: ValueHead,
}

/// Factors of the outputs of the value head.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Multipliers {
    /// Of the mean score.
    pub score_mean: f32,
    /// Of the standard deviation of the score.
    pub score_deviation: f32,
    /// Of the lead.
    pub lead: f32,
    /// Of the time until the result is clear.
    pub variance_time: f32,
    /// Of the error of the value over a few moves.
    pub value_error: f32,
    /// Of the error of the score over a few moves.
    pub score_error: f32,
}

/// From the inputs to the end of the residual stream.
#[derive(Debug, Clone, PartialEq)]
pub struct Trunk {
    /// From the input planes.
    pub stem: Convolution,
    /// From the global inputs, added to every point.
    pub globals: Matrix,
    /// The residual blocks, in order.
    pub blocks: Vec<Block>,
    /// The norm after the last block.
    pub norm: FinalNorm,
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
    /// Blocks of fewer channels between two 1x1 convolutions.
    Bottleneck(Box<Bottleneck>),
    /// Attention over the points of the board.
    Attention(Box<Attention>),
    /// A feed-forward layer with a gate, for each point by itself.
    FeedForward(Box<FeedForward>),
}

impl Block {
    /// Whether the block is one of a transformer, or has one inside.
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
    /// Before the first convolution.
    pub pre: Norm,
    /// The first convolution.
    pub conv1: Convolution,
    /// Between the convolutions.
    pub mid: Norm,
    /// The second convolution.
    pub conv2: Convolution,
}

/// `conv2(mid(conv1(u) + bias(pool(norm(pooled(u))))))` with `u = pre(x)`
#[derive(Debug, Clone, PartialEq)]
pub struct Pooling {
    /// Before the first convolution.
    pub pre: Norm,
    /// The first convolution.
    pub conv1: Convolution,
    /// The convolution whose output is pooled.
    pub pooled: Convolution,
    /// Before the pooling.
    pub pooled_norm: Norm,
    /// From pooled channels to a bias of each channel of the first convolution.
    pub bias: Matrix,
    /// Between the convolutions.
    pub mid: Norm,
    /// The second convolution.
    pub conv2: Convolution,
}

/// `post(… pre(x))` by 1x1 convolutions, with blocks that are residual among themselves between.
#[derive(Debug, Clone, PartialEq)]
pub struct Bottleneck {
    /// Before the first convolution.
    pub pre: Norm,
    /// To fewer channels.
    pub reduce: Convolution,
    /// The blocks between.
    pub blocks: Vec<Block>,
    /// Before the second convolution.
    pub post: Norm,
    /// Back to the channels of the trunk.
    pub expand: Convolution,
}

/// Multi-head attention over the points of the board.
#[derive(Debug, Clone, PartialEq)]
pub struct Attention {
    /// Before the products.
    pub norm: RmsNorm,
    /// Heads of queries.
    pub heads: usize,
    /// Heads of keys and values; each serves `heads / kv_heads` heads of queries.
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
    /// How queries and keys are turned by the place of their point.
    pub rotation: Option<Rotation>,
}

/// Rotary position embedding: the angle by which each pair of numbers of a query or key is turned.
#[derive(Debug, Clone, PartialEq)]
pub struct Rotation {
    /// Radians for each column and row, of shape `[kv_head][query_length / 2][2]`.
    pub frequencies: Vec<f32>,
}

/// `down(silu(up(t)) · gate(t))` with `t = norm(x)`
#[derive(Debug, Clone, PartialEq)]
pub struct FeedForward {
    /// Before the products.
    pub norm: RmsNorm,
    /// From channels to the hidden layer.
    pub up: Matrix,
    /// From channels to the factors of the hidden layer.
    pub gate: Matrix,
    /// Back to channels.
    pub down: Matrix,
}

/// From the trunk to policy logits.
#[derive(Debug, Clone, PartialEq)]
pub struct PolicyHead {
    /// The convolution of which the points' logits are made.
    pub points: Convolution,
    /// The convolution that is pooled.
    pub pooled: Convolution,
    /// Before the pooling.
    pub pooled_norm: Norm,
    /// From pooled channels to a bias of each channel of `points`.
    pub bias: Matrix,
    /// After that bias.
    pub norm: Norm,
    /// To the logits of each point: ordinary, optimistic, and others that are not used.
    pub logits: Convolution,
    /// From pooled channels to the logits of a pass, or to its hidden layer.
    pub pass: Matrix,
    /// The hidden layer of a pass, from version 15 on.
    pub pass_hidden: Option<PassHidden>,
}

/// The hidden layer of the logits of a pass.
#[derive(Debug, Clone, PartialEq)]
pub struct PassHidden {
    /// Added to the hidden layer.
    pub bias: Vec<f32>,
    /// The function of the hidden layer.
    pub activation: Activation,
    /// To the logits.
    pub logits: Matrix,
}

/// From the trunk to value logits, score outputs and ownership logits.
#[derive(Debug, Clone, PartialEq)]
pub struct ValueHead {
    /// From the trunk.
    pub conv: Convolution,
    /// After the convolution.
    pub norm: Norm,
    /// From pooled channels to the hidden layer.
    pub hidden: Matrix,
    /// Added to the hidden layer.
    pub hidden_bias: Vec<f32>,
    /// The function of the hidden layer.
    pub hidden_activation: Activation,
    /// To the logits of win, loss and no result.
    pub value: Matrix,
    /// Added to the value logits.
    pub value_bias: Vec<f32>,
    /// To the score outputs: 4 or 6.
    pub score: Matrix,
    /// Added to the score outputs.
    pub score_bias: Vec<f32>,
    /// To the ownership logit of each point.
    pub ownership: Convolution,
}
