//! The tensors and the memory of one thread's evaluations.

use crate::aligned::Aligned;
use crate::layers::{AttentionMemory, PaddedTensor, StemMemory, Transformed};
use crate::simd::DType;

use super::plan::{PaddedId, Plan, TensorId};

/// The memory of one thread's evaluations.
#[derive(Debug)]
pub(super) struct Memory<N: DType> {
    padded: Vec<Option<PaddedTensor<N>>>,
    tensors: Vec<Option<Aligned<f32>>>,
    pub(super) attentions: Vec<AttentionMemory>,
    /// The row of one point.
    pub(super) row: Vec<f32>,
    pub(super) stem: StemMemory,
    pub(super) transformed: Transformed,
}

impl<N: DType> Memory<N> {
    /// Allocates the memory for a plan.
    pub(super) fn new(plan: &Plan<N>) -> Memory<N> {
        let Plan { lines, border, .. } = *plan;
        let points = lines * lines;
        let padded = |&channels: &usize| Some(PaddedTensor::new(lines, border, channels));
        let tensor = |&width: &usize| Some(Aligned::zeros(points * width));
        let attention = |&heads: &_| AttentionMemory::new(heads, points);
        Memory {
            padded: plan.padded.iter().map(padded).collect(),
            tensors: plan.tensors.iter().map(tensor).collect(),
            attentions: plan.attentions.iter().map(attention).collect(),
            row: Vec::new(),
            stem: StemMemory::default(),
            transformed: Transformed::default(),
        }
    }

    /// Takes a tensor out of the memory while others are borrowed; [`put`](Self::put) returns it.
    pub(super) fn take(&mut self, id: PaddedId) -> PaddedTensor<N> {
        self.padded[id.0].take().expect("a tensor is borrowed once at a time")
    }

    /// Returns a tensor to the memory.
    pub(super) fn put(&mut self, id: PaddedId, tensor: PaddedTensor<N>) {
        self.padded[id.0] = Some(tensor);
    }

    /// Takes an `f32` tensor out of the memory while others are borrowed.
    pub(super) fn take_tensor(&mut self, id: TensorId) -> Aligned<f32> {
        self.tensors[id.0].take().expect("a tensor is borrowed once at a time")
    }

    /// Returns an `f32` tensor to the memory.
    pub(super) fn put_tensor(&mut self, id: TensorId, tensor: Aligned<f32>) {
        self.tensors[id.0] = Some(tensor);
    }
}
