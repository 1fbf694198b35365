//! The shape, operands and memory of an attention layer.

use crate::aligned::Aligned;
use crate::simd::vector::{MATRIX_POINTS, MATRIX_WORDS};
use crate::simd::{Bf16, DType};

use super::padded_tensor::{CHANNELS, padded};
use super::rotation::Angles;
use super::tile::MOST_POINTS;

/// The number of elements that a matrix instruction multiplies.
const STEP: usize = MATRIX_WORDS * Bf16::PER_WORD;

/// The number of scores of a block of keys for the queries of a product.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "no other backend uses it"))]
pub(super) const SCORES: usize = CHANNELS * MATRIX_POINTS;

/// The 16-bit integers of a word.
pub(super) const PER_WORD: usize = 2;

/// The shape of queries, keys and values: one padded row per point, with `[heads][query_length]` queries, then
/// `[kv_heads][query_length]` keys, then `[kv_heads][value_length]` values.
///
/// If queries and keys are rotated, the first elements of all pairs of a head precede the second elements.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Heads {
    /// The number of query heads.
    pub(crate) heads: usize,
    /// The number of key and value heads.
    pub(crate) kv_heads: usize,
    /// The length of a query and a key.
    pub(crate) query_length: usize,
    /// The length of a value.
    pub(crate) value_length: usize,
}

impl Heads {
    /// Returns the number of values of a point, without padding.
    pub(crate) fn width(self) -> usize {
        (self.heads + self.kv_heads) * self.query_length + self.kv_heads * self.value_length
    }

    /// Returns the number of outputs of a point, without padding.
    pub(crate) fn output_width(self) -> usize {
        self.heads * self.value_length
    }
}

/// The memory of one attention.
#[derive(Debug)]
pub(crate) struct AttentionMemory {
    pub(super) keys: Aligned<f32>,
    pub(super) values: Aligned<f32>,
    pub(super) scores: Aligned<f32>,
    pub(super) integers: IntegerMemory,
    /// Allocated by the first attention by matrices.
    pub(super) matrices: Option<MatrixMemory>,
}

impl AttentionMemory {
    /// Allocates the memory for a number of points.
    pub(crate) fn new(heads: Heads, points: usize) -> AttentionMemory {
        AttentionMemory {
            keys: Aligned::zeros(padded(points) * heads.query_length),
            values: Aligned::zeros(padded(points) * padded(heads.value_length)),
            scores: Aligned::zeros(padded(points) * MOST_POINTS),
            integers: IntegerMemory::new(),
            matrices: None,
        }
    }
}

/// The memory of one attention with integers.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "no other backend uses it"))]
#[derive(Debug)]
pub(super) struct IntegerMemory {
    /// The queries of a head, of shape `[points][word][PER_WORD]`; before, the keys and values to be packed.
    pub(super) rounded: Aligned<i16>,
    /// The keys of a head, of shape `[block][word][key of the block][PER_WORD]`.
    pub(super) keys: Aligned<i16>,
    /// The values of a head, of shape `[block][pair of keys][channel of the block][PER_WORD]`.
    pub(super) values: Aligned<i16>,
    /// The rotated numbers to be quantised, of shape `[points][length]`.
    pub(super) turned: Aligned<f32>,
    /// The scores of a tile, of shape `[points][keys]`.
    pub(super) scores: Aligned<i32>,
    /// The weights of a tile, of the same shape.
    pub(super) weights: Aligned<i16>,
}

impl IntegerMemory {
    /// Returns empty memory, which [`fit`](Self::fit) allocates.
    fn new() -> IntegerMemory {
        let integers = || Aligned::zeros(0);
        IntegerMemory {
            rounded: integers(),
            keys: integers(),
            values: integers(),
            turned: Aligned::zeros(0),
            scores: Aligned::zeros(0),
            weights: integers(),
        }
    }

    /// Allocates the memory for a shape unless it is allocated.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "no other backend uses it"))]
    pub(super) fn fit(&mut self, shape: Heads, points: usize) {
        let (keys, length) = (padded(points), padded_query(shape));
        let widest = length.max(shape.value_length.next_multiple_of(PER_WORD));
        if self.rounded.len() == points * widest
            && self.keys.len() == keys * length
            && self.values.len() == keys * padded(shape.value_length)
        {
            return;
        }
        *self = IntegerMemory {
            rounded: Aligned::zeros(points * widest),
            keys: Aligned::zeros(keys * length),
            values: Aligned::zeros(keys * padded(shape.value_length)),
            turned: Aligned::zeros(points * widest),
            scores: Aligned::zeros(keys * MOST_POINTS),
            weights: Aligned::zeros(keys * MOST_POINTS),
        };
    }
}

/// Returns the length of a query in whole words.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "no other backend uses it"))]
pub(super) fn padded_query(shape: Heads) -> usize {
    shape.query_length.next_multiple_of(PER_WORD)
}

/// An attention layer with its tensors.
#[derive(Debug)]
pub(crate) struct AttentionJob<'a> {
    /// The shape of the rows.
    pub(crate) shape: Heads,
    /// The rotation of queries and keys.
    pub(crate) angles: Option<&'a Angles>,
    /// The number of points of the board.
    pub(crate) points: usize,
    /// Queries, keys and values of shape `[points][padded(width)]`. Queries and keys may be rotated in place.
    pub(crate) rows: &'a mut [f32],
    /// The memory of one thread.
    pub(crate) memory: &'a mut AttentionMemory,
    /// The weighted values of shape `[points][padded(output_width)]`.
    pub(crate) to: &'a mut [f32],
}

/// The memory of one attention by products of matrices.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "no other backend uses it"))]
#[derive(Debug)]
pub(super) struct MatrixMemory {
    /// A rotated query or key.
    pub(super) turned: Aligned<f32>,
    /// The queries of all heads, then the keys, of shape `[head][padded point][element]`.
    pub(super) rounded: Aligned<u16>,
    /// The values of all heads, of shape `[kv_head][point][padded channel]`.
    pub(super) rounded_values: Aligned<u16>,
    /// The keys of a head, of shape `[block][word][key of the block][PER_WORD]`.
    pub(super) keys: Aligned<u16>,
    /// The values of a head, of shape `[block][pair of keys][channel of the block][PER_WORD]`.
    pub(super) values: Aligned<u16>,
    /// The scores of some queries for two blocks of keys, of shape `[2][query][key of the block]`.
    pub(super) scores: Aligned<f32>,
    /// The weights of some queries, of shape `[block of keys][query][key of the block]`.
    pub(super) weights: Aligned<u16>,
    /// The index of the first weight of each block.
    pub(super) weight_blocks: Vec<usize>,
}

impl MatrixMemory {
    /// Allocates the memory for a shape.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "no other backend uses it"))]
    pub(super) fn new(shape: Heads, points: usize) -> MatrixMemory {
        let (keys, length) = (padded(points), element_count(shape));
        let query_rows = (shape.heads + shape.kv_heads) * rows_length(shape, points);
        let value_rows = shape.kv_heads * points * padded(shape.value_length);
        MatrixMemory {
            turned: Aligned::zeros(shape.query_length),
            rounded: Aligned::zeros(query_rows),
            rounded_values: Aligned::zeros(value_rows),
            keys: Aligned::zeros(keys * length),
            values: Aligned::zeros(keys * padded(shape.value_length)),
            scores: Aligned::zeros(2 * SCORES),
            weights: Aligned::zeros(keys * MATRIX_POINTS),
            weight_blocks: (0..keys * MATRIX_POINTS).step_by(SCORES).collect(),
        }
    }
}

/// Returns the number of elements of a query, including padding to whole matrix instructions.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "no other backend uses it"))]
pub(super) fn element_count(shape: Heads) -> usize {
    shape.query_length.next_multiple_of(STEP)
}

/// Returns the number of elements of the queries of a head. They are padded to a multiple of [`MATRIX_POINTS`].
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "no other backend uses it"))]
pub(super) fn rows_length(shape: Heads, points: usize) -> usize {
    points.next_multiple_of(MATRIX_POINTS) * element_count(shape)
}
