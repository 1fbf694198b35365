//! The model of a prepared net, without the weights that the plan contains.

use crate::katago::human_profile::METADATA;
use crate::katago::layer::{Convolution, Matrix, Norm, RmsNorm};
use crate::katago::model::{
    Attention, Block, FinalNorm, MetadataEncoder, Model, PolicyHead, ValueHead,
};
use crate::katago::read::{GLOBALS, PLANES};

use super::error::PreparedError;

/// The maximum number of channels, and of inputs and outputs of a layer. Smaller shapes never overflow.
const MOST: usize = 1 << 15;
/// The maximum kernel width of a convolution.
const MOST_KERNEL: usize = 9;

/// Returns a copy of the model without the weights that its plan contains.
pub(super) fn without_weights(model: &Model) -> Model {
    let mut model = model.clone();
    model.trunk.blocks.iter_mut().for_each(empty);
    let (policy, value) = (&mut model.policy, &mut model.value);
    for convolution in [&mut policy.points, &mut policy.pooled, &mut value.conv] {
        convolution.weights = Vec::new();
    }
    model
}

fn empty(block: &mut Block) {
    let convolutions: &mut [&mut Convolution] = match block {
        Block::Ordinary(block) => &mut [&mut block.conv1, &mut block.conv2],
        Block::Pooling(block) => &mut [&mut block.conv1, &mut block.pooled, &mut block.conv2],
        Block::Bottleneck(block) => {
            block.blocks.iter_mut().for_each(empty);
            &mut [&mut block.reduce, &mut block.expand]
        }
        Block::Attention(block) => {
            for it in [&mut block.query, &mut block.key, &mut block.value, &mut block.out] {
                it.weights = Vec::new();
            }
            &mut []
        }
        Block::FeedForward(block) => {
            for matrix in [&mut block.up, &mut block.gate, &mut block.down] {
                matrix.weights = Vec::new();
            }
            &mut []
        }
    };
    convolutions.iter_mut().for_each(|convolution| convolution.weights = Vec::new());
}

type Checked = Result<(), PreparedError>;

/// Checks that all shapes of a model without weights are consistent, so that it can be evaluated.
pub(super) fn check(model: &Model) -> Checked {
    let trunk = &model.trunk;
    let channels = trunk.stem.outputs;
    full_convolution(&trunk.stem, PLANES, channels, "the first convolution")?;
    full_matrix(&trunk.globals, GLOBALS, channels, "the global inputs")?;
    trunk.encoder.as_deref().map_or(Ok(()), |it| encoder(it, channels))?;
    trunk.blocks.iter().try_for_each(|it| block(it, channels))?;
    match &trunk.norm {
        FinalNorm::Batch(it) => norm(it, channels)?,
        FinalNorm::Rms(it, _) => rms_norm(it, channels)?,
    }
    policy(&model.policy, channels)?;
    value(&model.value, channels, if model.version >= 9 { 6 } else { 4 })
}

fn that(holds: bool, what: &'static str) -> Checked {
    if holds { Ok(()) } else { Err(PreparedError::Shape(what)) }
}

fn length(found: usize, due: usize, what: &'static str) -> Checked {
    that(found == due && (1..=MOST).contains(&found), what)
}

fn norm(norm: &Norm, channels: usize) -> Checked {
    length(norm.scale.len(), channels, "a norm")?;
    length(norm.bias.len(), channels, "a norm")
}

fn rms_norm(norm: &RmsNorm, channels: usize) -> Checked {
    length(norm.scale.len(), channels, "a norm")?;
    length(norm.bias.len(), channels, "a norm")
}

/// Checks a convolution whose weights are in the plan.
fn convolution(it: &Convolution, inputs: usize, outputs: usize) -> Checked {
    let what = "a convolution";
    that(it.size % 2 == 1 && it.size <= MOST_KERNEL && it.weights.is_empty(), what)?;
    length(it.inputs, inputs, what)?;
    length(it.outputs, outputs, what)
}

fn full_convolution(
    it: &Convolution,
    inputs: usize,
    outputs: usize,
    what: &'static str,
) -> Checked {
    let Convolution { size, weights, .. } = it;
    that(size % 2 == 1 && *size <= MOST_KERNEL, what)?;
    length(it.inputs, inputs, what)?;
    length(it.outputs, outputs, what)?;
    that(weights.len() == size * size * inputs * outputs, what)
}

/// Checks a matrix whose weights are in the plan.
fn matrix(it: &Matrix, inputs: usize, outputs: usize) -> Checked {
    let what = "a matrix";
    length(it.inputs, inputs, what)?;
    length(it.outputs, outputs, what)?;
    that(it.weights.is_empty(), what)
}

fn full_matrix(it: &Matrix, inputs: usize, outputs: usize, what: &'static str) -> Checked {
    length(it.inputs, inputs, what)?;
    length(it.outputs, outputs, what)?;
    that(it.weights.len() == inputs * outputs, what)
}

fn block(it: &Block, channels: usize) -> Checked {
    match it {
        Block::Ordinary(it) => {
            let middle = it.conv1.outputs;
            norm(&it.pre, channels)?;
            convolution(&it.conv1, channels, middle)?;
            norm(&it.mid, middle)?;
            convolution(&it.conv2, middle, channels)
        }
        Block::Pooling(it) => {
            let (middle, pooled) = (it.conv1.outputs, it.pooled.outputs);
            norm(&it.pre, channels)?;
            convolution(&it.conv1, channels, middle)?;
            convolution(&it.pooled, channels, pooled)?;
            norm(&it.pooled_norm, pooled)?;
            full_matrix(&it.bias, 3 * pooled, middle, "a pooled bias")?;
            norm(&it.mid, middle)?;
            convolution(&it.conv2, middle, channels)
        }
        Block::Bottleneck(it) => {
            let inner = it.reduce.outputs;
            norm(&it.pre, channels)?;
            convolution(&it.reduce, channels, inner)?;
            it.blocks.iter().try_for_each(|it| block(it, inner))?;
            norm(&it.post, inner)?;
            convolution(&it.expand, inner, channels)
        }
        Block::Attention(it) => attention(it, channels),
        Block::FeedForward(it) => {
            let hidden = it.up.outputs;
            rms_norm(&it.norm, channels)?;
            matrix(&it.up, channels, hidden)?;
            matrix(&it.gate, channels, hidden)?;
            matrix(&it.down, hidden, channels)
        }
    }
}

fn attention(it: &Attention, channels: usize) -> Checked {
    let Attention { heads, kv_heads, query_length, value_length, .. } = *it;
    let what = "an attention";
    let numbers = [heads, kv_heads, query_length, value_length];
    that(numbers.iter().all(|number| (1..=MOST).contains(number)), what)?;
    that(heads.is_multiple_of(kv_heads), what)?;
    rms_norm(&it.norm, channels)?;
    matrix(&it.query, channels, heads * query_length)?;
    matrix(&it.key, channels, kv_heads * query_length)?;
    matrix(&it.value, channels, kv_heads * value_length)?;
    matrix(&it.out, heads * value_length, channels)?;
    it.rotation.as_ref().map_or(Ok(()), |rotation| {
        let fits = rotation.frequencies.len() == kv_heads * query_length;
        that(query_length.is_multiple_of(2) && fits, "a rotation")
    })
}

fn encoder(it: &MetadataEncoder, channels: usize) -> Checked {
    let (first, second, what) = (it.first.outputs, it.second.outputs, "the metadata encoder");
    full_matrix(&it.first, METADATA, first, what)?;
    length(it.first_bias.len(), first, what)?;
    full_matrix(&it.second, first, second, what)?;
    length(it.second_bias.len(), second, what)?;
    full_matrix(&it.last, second, channels, what)
}

fn policy(it: &PolicyHead, channels: usize) -> Checked {
    let (points, pooled, policies) = (it.points.outputs, it.pooled.outputs, it.logits.outputs);
    let what = "the policy head";
    that((1..=4).contains(&policies), what)?;
    convolution(&it.points, channels, points)?;
    convolution(&it.pooled, channels, pooled)?;
    norm(&it.pooled_norm, pooled)?;
    full_matrix(&it.bias, 3 * pooled, points, what)?;
    norm(&it.norm, points)?;
    full_convolution(&it.logits, points, policies, what)?;
    let Some(hidden) = &it.pass_hidden else {
        return full_matrix(&it.pass, 3 * pooled, policies, what);
    };
    full_matrix(&it.pass, 3 * pooled, hidden.bias.len(), what)?;
    full_matrix(&hidden.logits, hidden.bias.len(), policies, what)
}

fn value(it: &ValueHead, channels: usize, scores: usize) -> Checked {
    let (inner, hidden) = (it.conv.outputs, it.hidden.outputs);
    let what = "the value head";
    convolution(&it.conv, channels, inner)?;
    norm(&it.norm, inner)?;
    full_matrix(&it.hidden, 3 * inner, hidden, what)?;
    length(it.hidden_bias.len(), hidden, what)?;
    full_matrix(&it.value, hidden, 3, what)?;
    length(it.value_bias.len(), 3, what)?;
    full_matrix(&it.score, hidden, scores, what)?;
    length(it.score_bias.len(), scores, what)?;
    full_convolution(&it.ownership, inner, 1, what)
}
