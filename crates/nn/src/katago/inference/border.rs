//! The width of the border that the convolutions of a model need around the board.

use crate::katago::model::{self, Model};

/// Returns the border that the widest convolution after the stem needs.
pub(super) fn border(model: &Model) -> usize {
    let (policy, value) = (&model.policy, &model.value);
    let heads = [&policy.points, &policy.pooled, &value.conv].map(|convolution| convolution.size);
    let widest = heads.into_iter().max().unwrap_or(1);
    model.trunk.blocks.iter().map(widest_kernel).fold(widest, usize::max) / 2
}

fn widest_kernel(block: &model::Block) -> usize {
    match block {
        model::Block::Ordinary(block) => block.conv1.size.max(block.conv2.size),
        model::Block::Pooling(block) => {
            block.conv1.size.max(block.conv2.size).max(block.pooled.size)
        }
        model::Block::Bottleneck(block) => {
            let own = block.reduce.size.max(block.expand.size);
            block.blocks.iter().map(widest_kernel).fold(own, usize::max)
        }
        model::Block::Attention(_) | model::Block::FeedForward(_) => 1,
    }
}
