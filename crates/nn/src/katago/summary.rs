//! The shape of a net and the cost of its evaluations, without its weights.

use std::fmt;

use super::model::{Block, Model};

/// The properties of a net that the start of its file determines.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// The name of the net.
    pub name: String,
    /// The version of the file format.
    pub version: usize,
    /// `true` if the net imitates human players by rank.
    pub is_human: bool,
    /// The shape of the trunk.
    pub shape: TrunkShape,
    /// The cost of an evaluation; `None` if the blocks were not read.
    pub(super) cost: Option<Cost>,
}

impl Summary {
    /// Returns the summary of a net that has been read.
    pub fn of(model: &Model) -> Summary {
        let blocks = &model.trunk.blocks;
        Summary {
            name: model.name.clone(),
            version: model.version,
            is_human: model.trunk.encoder.is_some(),
            shape: TrunkShape::of(blocks.len(), model.trunk.stem.outputs, blocks),
            cost: Some(Cost::fit(|points| model.multiply_adds_on(points))),
        }
    }

    /// Returns the number of multiply-adds per evaluation on a square board of `lines` lines, estimated from the first
    /// blocks if the net was not read to its end. Returns `None` if no block was read.
    pub fn multiply_adds(&self, lines: usize) -> Option<u64> {
        let points = (lines * lines) as u64;
        self.cost.map(|Cost([fixed, linear, square])| fixed + points * (linear + points * square))
    }
}

/// The coefficients of the multiply-adds as a polynomial in the number of points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Cost([u64; 3]);

impl Cost {
    /// Determines the coefficients of a polynomial of degree 2.
    pub(super) fn fit(multiply_adds: impl Fn(u64) -> u64) -> Cost {
        let [fixed, one, two] = [0, 1, 2].map(multiply_adds);
        let square = (two + fixed - 2 * one) / 2;
        Cost([fixed, one - fixed - square, square])
    }
}

/// The size and the kind of a trunk, displayed like KataGo's names of shapes: `b18c384nbt`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TrunkShape {
    /// The number of blocks.
    pub blocks: usize,
    /// The number of channels.
    pub channels: usize,
    /// The kind of the blocks.
    pub kind: TrunkKind,
}

/// The kind of the blocks of a trunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrunkKind {
    /// Residual blocks, some with global pooling.
    Residual,
    /// Nested bottlenecks that contain residual blocks.
    NestedBottleneck,
    /// Nested bottlenecks that contain transformer layers.
    NestedTransformer {
        /// The number of transformer layers in each bottleneck.
        layers: usize,
        /// The number of attention heads.
        heads: usize,
    },
    /// Transformer layers without bottlenecks.
    Transformer {
        /// The number of attention heads.
        heads: usize,
    },
    /// Other blocks, or unknown because no block was read.
    Other,
}

impl TrunkShape {
    /// Returns the shape of a trunk with `count` blocks that starts with the given blocks.
    pub(super) fn of(count: usize, channels: usize, first: &[Block]) -> TrunkShape {
        let (blocks, kind) = match first {
            [Block::Ordinary(_) | Block::Pooling(_), ..] => (count, TrunkKind::Residual),
            [Block::Bottleneck(outer), ..] => match &outer.blocks[..] {
                [Block::Ordinary(_) | Block::Pooling(_), ..] => {
                    (count, TrunkKind::NestedBottleneck)
                }
                [Block::Attention(attention), rest @ ..] => {
                    let (layers, heads) = (rest.len().div_ceil(2), attention.heads);
                    (count, TrunkKind::NestedTransformer { layers, heads })
                }
                _ => (count, TrunkKind::Other),
            },
            [Block::Attention(attention), ..] => {
                (count / 2, TrunkKind::Transformer { heads: attention.heads })
            }
            _ => (count, TrunkKind::Other),
        };
        TrunkShape { blocks, channels, kind }
    }
}

impl fmt::Display for TrunkShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b{}c{}", self.blocks, self.channels)?;
        match self.kind {
            TrunkKind::Residual | TrunkKind::Other => Ok(()),
            TrunkKind::NestedBottleneck => write!(f, "nbt"),
            TrunkKind::NestedTransformer { layers: 2, heads } => write!(f, "h{heads}nbttf"),
            TrunkKind::NestedTransformer { layers, heads } => write!(f, "h{heads}nbt{layers}tf"),
            TrunkKind::Transformer { heads } => write!(f, "h{heads}tf"),
        }
    }
}
