//! A layer at every point of the board: tiles of sums, each finished at once.

#![allow(unsafe_code)]

use crate::activation::Activation;

use super::finish::{Finish, Next, NextPointer, Outputs, TilePlace};
use super::layer::Layer;
use super::number::Number;
use super::padded::{CHANNELS, Padded};
use super::tile::{MOST_POINTS, TileSums, tile, tiles};
use super::vector::{Lanes, Product, WeightOf};
use super::weights::{Form, Shape};
use super::winograd::{Transformed, WinogradLayer};

/// Computes a layer.
///
/// `biases` are those of the layer, or others for its outputs. The input's points have steps of their own
/// where it is quantised dynamically, and its border is at least as wide as the layer needs.
///
/// # Safety
/// The processor must have the instructions of the backend.
///
/// # Panics
/// Where shapes do not fit.
#[inline(always)]
pub(super) unsafe fn product<D: WinogradLayer>(
    layer: &Layer<D::Number>,
    biases: &[f32],
    input: &Padded<D::Number>,
    outputs: Outputs<'_>,
    mut next: Option<Next<'_, D::Number>>,
    memory: &mut Transformed,
) {
    let Shape { size, inputs, outputs: width } = layer.shape;
    let (lines, half) = (input.lines(), size / 2);
    // The pointers below rest on these: they are checked in every build.
    assert!(input.channels() == inputs && input.border() >= half, "the input fits");
    assert!([biases, &layer.weight_sums].iter().all(|it| it.len() == width));
    assert!(input.steps.is_empty() || input.steps.len() == lines * lines, "steps of all points");
    let (output, are_added, activation) = match outputs {
        Outputs::Dropped => (None, false, Activation::Identity),
        Outputs::Stored(to, activation) => (Some(to), false, activation),
        Outputs::Added(to) => (Some(to), true, Activation::Identity),
    };
    assert!(output.as_ref().is_none_or(|to| to.len() >= lines * lines * width));
    let padded_first = next.as_ref().map_or((0, 0), |next| {
        assert!(next.to.lines() == lines && next.to.channels() == width);
        (next.to.first_of(0), next.to.stride())
    });
    let norm = next.as_ref().and_then(|next| next.norm);
    assert!(norm.is_none_or(|norm| [&norm.scale, &norm.bias].iter().all(|n| n.len() == width)));
    let finish = Finish::<D> {
        scales: layer.scales.as_ptr(),
        weight_sums: layer.weight_sums.as_ptr(),
        biases: biases.as_ptr(),
        steps: if input.steps.is_empty() { std::ptr::null() } else { input.steps.as_ptr() },
        outputs: output.map_or(std::ptr::null_mut(), |to| to.as_mut_ptr()),
        are_added,
        activation,
        channels: width,
        next: next.as_mut().map(|next| -> NextPointer<'_, D> { next.pointer() }),
    };
    if layer.form == Form::Winograd {
        assert!(input.steps.is_empty(), "one step for all points");
        // SAFETY: the caller vouches for the instructions; all tensors have the points of the board and
        // the outputs of the layer, as asserted above.
        return unsafe { D::winograd(layer, input, memory, &finish, padded_first) };
    }
    // Of a part of a file each look at all would cost a little.
    let all: &[WeightOf<D>] = &layer.weights;
    assert_eq!(layer.scales.len(), width);
    assert_eq!(all.len(), size * size * inputs * width);
    let taps: Vec<usize> =
        (0..size * size).map(|tap| (tap / size * input.stride() + tap % size) * inputs).collect();
    let product = Product::<D> {
        // Offsets are counted from the tap that is furthest up and left, so that none is negative.
        activations: input.values().as_ptr().wrapping_sub((half * input.stride() + half) * inputs),
        point_stride: inputs,
        taps: &taps,
        words: inputs / <D::Number as Number>::PER_WORD,
        weight_stride: CHANNELS * <D::Number as Number>::PER_WORD,
    };
    let block = size * size * inputs * CHANNELS;
    let pair = 2 * D::Lanes::LANES;
    // SAFETY: the caller vouches for the instructions; no memory is touched.
    let mut sums: TileSums<D> = [[unsafe { D::zero() }; 2]; MOST_POINTS];
    // The outputs are the outer loop: the weights for two vectors of them, tens of kilobytes, stay in a
    // near cache while all rows of the board go by.
    for channel in (0..width).step_by(pair) {
        let within = channel % CHANNELS * <D::Number as Number>::PER_WORD;
        let weights = all[channel / CHANNELS * block + within..].as_ptr();
        // SAFETY: the caller vouches for the instructions; there is a sum for each output, as asserted above.
        let start = unsafe {
            let sums = layer.weight_sums.as_ptr().add(channel);
            [D::start(sums), D::start(sums.add(D::Lanes::LANES))]
        };
        for row in 0..lines {
            let first = input.first_of(row);
            for (column, points) in tiles(lines, D::TILE_POINTS) {
                let place = TilePlace {
                    point: row * lines + column,
                    padded_point: padded_first.0 + row * padded_first.1 + column,
                    points,
                    channel,
                };
                // SAFETY: the caller vouches for the instructions. The points are those of a row of the
                // board, and the border gives them all taps; the outputs are two vectors of one block.
                // All tensors have these points and channels, as asserted above.
                unsafe {
                    let point = (first + column) * inputs;
                    tile::<D>(&product, weights, start, point, points, &mut sums);
                    D::finish(&finish, place, &sums);
                }
            }
        }
    }
}
