//! A convolution: every point's numbers from those of the points around it.
//!
//! It knows the weights and their order, not how they are multiplied, which is the work of the
//! kernels.

use super::aligned::Aligned;
use super::number::Arithmetic;

/// A convolution over one or over three by three points, its weights in the order of the kernels.
#[derive(Debug)]
pub struct Convolution<A: Arithmetic> {
    /// Points that are looked at: one or nine.
    pub taps: usize,
    /// Numbers of a point that is looked at, in whole words.
    pub inputs: usize,
    /// Numbers of the point that is computed.
    pub outputs: usize,
    /// By tap, row by row; then by the word of inputs; then by output; then by the input in the word.
    pub weights: Aligned<A::Weight>,
    /// What a unit of a sum of products is in units of the output, by output.
    pub scales: Aligned<f32>,
    /// What is added, in units of the output, by output.
    pub biases: Aligned<f32>,
    /// What a unit of a block's input is in units of its output.
    pub residual: f32,
}

/// A convolution as the file has it.
#[derive(Debug, Clone)]
pub struct Loose<W> {
    /// By output, by tap, by input.
    pub weights: Vec<W>,
    /// By output.
    pub scales: Vec<f32>,
    /// By output.
    pub biases: Vec<f32>,
    /// What a unit of a block's input is in units of its output.
    pub residual: f32,
}

impl<A: Arithmetic> Convolution<A> {
    /// Puts the weights into the order of the kernels.
    ///
    /// # Panics
    /// Where the weights are not as many as outputs, taps and inputs make.
    pub fn new(taps: usize, inputs: usize, loose: &Loose<A::Weight>) -> Self {
        let outputs = loose.biases.len();
        assert_eq!(loose.weights.len(), outputs * taps * inputs, "weights of all inputs");
        let whole = inputs.next_multiple_of(A::WORD);
        let mut weights = Aligned::zeros(taps * whole * outputs);
        for (place, &weight) in loose.weights.iter().enumerate() {
            let (output, tap, input) =
                (place / inputs / taps, place / inputs % taps, place % inputs);
            let word = (tap * whole + input) / A::WORD;
            weights[(word * outputs + output) * A::WORD + input % A::WORD] = weight;
        }
        Convolution {
            taps,
            inputs: whole,
            outputs,
            weights,
            scales: loose.scales.iter().copied().collect(),
            biases: loose.biases.iter().copied().collect(),
            residual: loose.residual,
        }
    }

    /// How far the points that are looked at are from the first of them, in points, where rows
    /// are so many points apart; and how far the first is before the point that is computed.
    pub fn reach(&self, stride: usize) -> ([usize; 9], usize) {
        let steps = std::array::from_fn(|tap| tap / 3 * stride + tap % 3);
        (steps, if self.taps == 1 { 0 } else { stride + 1 })
    }
}
