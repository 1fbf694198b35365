//! Reader of the heads.

use std::io::BufRead;

use super::super::error::ReadError;
use super::super::model::{PassHidden, PolicyHead, ValueHead};
use super::layers::Layers;

/// The first version with a hidden layer for the pass logits.
const PASS_HIDDEN: usize = 15;
/// The first version that stores the number of outputs in the heads.
const COUNTED_OUTPUTS: usize = 17;

/// Reads the policy head of a net with `channels` trunk channels.
pub(super) fn policy<R: BufRead>(
    layers: &mut Layers<'_, R>,
    channels: usize,
) -> Result<PolicyHead, ReadError> {
    layers.tokens.name()?;
    let outputs = match layers.version {
        COUNTED_OUTPUTS.. => {
            let outputs = layers.tokens.size("number of policies", 4)?;
            layers.tokens.reserved(3)?;
            outputs
        }
        16 => 4,
        12.. => 2,
        _ => 1,
    };
    let points = layers.convolution(channels)?;
    let pooled = layers.convolution(channels)?;
    let pooled_norm = layers.norm(pooled.outputs)?;
    let bias = layers.matrix_to(3 * pooled.outputs, points.outputs)?;
    let norm = layers.norm(points.outputs)?;
    let logits = layers.convolution_to(points.outputs, outputs)?;
    let has_hidden = layers.version >= PASS_HIDDEN;
    let pass =
        layers.matrix_to(3 * pooled.outputs, if has_hidden { points.outputs } else { outputs })?;
    let pass_hidden = match has_hidden {
        true => Some(PassHidden {
            bias: layers.bias(points.outputs)?,
            activation: layers.activation()?,
            logits: layers.matrix_to(points.outputs, outputs)?,
        }),
        false => None,
    };
    Ok(PolicyHead { points, pooled, pooled_norm, bias, norm, logits, pass, pass_hidden })
}

/// Reads the value head of a net with `channels` trunk channels.
pub(super) fn value<R: BufRead>(
    layers: &mut Layers<'_, R>,
    channels: usize,
) -> Result<ValueHead, ReadError> {
    layers.tokens.name()?;
    if layers.version >= COUNTED_OUTPUTS {
        layers.tokens.reserved(3)?;
    }
    let scores = if layers.version >= 9 { 6 } else { 4 };
    let conv = layers.convolution(channels)?;
    let norm = layers.norm(conv.outputs)?;
    let hidden = layers.matrix(3 * conv.outputs)?;
    let hidden_bias = layers.bias(hidden.outputs)?;
    let hidden_activation = layers.activation()?;
    let value = layers.matrix_to(hidden.outputs, 3)?;
    let value_bias = layers.bias(3)?;
    let score = layers.matrix_to(hidden.outputs, scores)?;
    let score_bias = layers.bias(scores)?;
    let ownership = layers.convolution_to(conv.outputs, 1)?;
    Ok(ValueHead {
        conv,
        norm,
        hidden,
        hidden_bias,
        hidden_activation,
        value,
        value_bias,
        score,
        score_bias,
        ownership,
    })
}
