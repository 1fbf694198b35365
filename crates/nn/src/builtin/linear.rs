//! Linear layers in `f32`, and the global pooling before them.

/// A linear layer.
#[derive(Debug)]
pub(crate) struct Linear {
    /// Weights of shape `[outputs, inputs]`.
    pub weights: Vec<f32>,
    /// Bias per output; empty where the layer has none.
    pub biases: Vec<f32>,
}

impl Linear {
    /// The outputs for some inputs.
    pub(crate) fn of(&self, inputs: &[f32]) -> Vec<f32> {
        let rows = self.weights.chunks_exact(inputs.len());
        let biases = self.biases.iter().copied().chain(std::iter::repeat(0.0));
        rows.zip(biases).map(|(row, bias)| dot(row, inputs) + bias).collect()
    }
}

/// The dot product.
pub(crate) fn dot(a: &[f32], b: &[f32]) -> f32 {
    // Eight sums that do not wait for each other: the compiler makes a vector of them, which it may
    // not do with one sum, since that would change the order of rounding.
    let mut sums = [0.0; 8];
    let (a_eights, a_rest) = a.as_chunks::<8>();
    let (b_eights, b_rest) = b.as_chunks::<8>();
    for (a, b) in a_eights.iter().zip(b_eights) {
        for (sum, (a, b)) in sums.iter_mut().zip(a.iter().zip(b)) {
            *sum += a * b;
        }
    }
    let rest: f32 = a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f32>() + rest
}

/// Global pooling of a policy: per channel the mean, the mean scaled by board width, and the maximum.
/// (KataGo's pooling; the width is [`scaled_width`].)
pub(crate) fn policy_pooling(means: &[f32], maxima: &[f32], lines: usize) -> Vec<f32> {
    let by_width = means.iter().map(|mean| mean * scaled_width(lines));
    means.iter().copied().chain(by_width).chain(maxima.iter().copied()).collect()
}

/// Global pooling of a value: per channel the mean, the mean scaled by board width, and the mean
/// scaled by the square of the width less 0.1.
pub(crate) fn value_pooling(means: &[f32], lines: usize) -> Vec<f32> {
    let by = |factor: f32| means.iter().map(move |mean| mean * factor);
    let width = scaled_width(lines);
    by(1.0).chain(by(width)).chain(by(width.powi(2) - 0.1)).collect()
}

/// The board width, centred and scaled: (lines - 14) / 10.
fn scaled_width(lines: usize) -> f32 {
    (lines as f32 - 14.0) / 10.0
}
