//! Sets of weights and board sizes in the head of a prepared file.

use std::ops::Range;

use crate::katago::inference::Precision;
use crate::layers::Shape;

use super::error::PreparedError;
use super::parts::{Part, Reader};

/// The maximum number of inputs or outputs of a layer; joined matrices are larger than the layers of a net.
const MOST: usize = 1 << 18;
/// The maximum kernel width.
const MOST_KERNEL: usize = 9;

/// The shapes of a set of weights.
pub(super) struct SetHeader {
    pub(super) precision: Precision,
    /// The trunk blocks.
    pub(super) blocks: Range<usize>,
    pub(super) shapes: Vec<Shape>,
}

/// The data of a board size: its parts in order.
pub(super) struct Board {
    pub(super) lines: usize,
    pub(super) parts: Vec<BoardPart>,
}

/// The data of consecutive blocks that depends on the board size.
pub(super) struct BoardPart {
    /// The index of its set of weights.
    pub(super) set: usize,
    /// The step and zero point of each site (0 if dynamic), and its smoothing.
    pub(super) sites: Vec<([f32; 2], Vec<f32>)>,
    /// The scales and biases of each layer.
    pub(super) layers: Vec<[Vec<f32>; 2]>,
}

impl Part for SetHeader {
    fn put(&self, to: &mut Vec<u8>) {
        self.precision.put(to);
        [self.blocks.start, self.blocks.end].put(to);
        self.shapes.put(to);
    }

    fn take(from: &mut Reader<'_>) -> Result<SetHeader, PreparedError> {
        let precision = Part::take(from)?;
        let [start, end] = Part::take(from)?;
        Ok(SetHeader { precision, blocks: start..end, shapes: Part::take(from)? })
    }
}

impl Part for Shape {
    fn put(&self, to: &mut Vec<u8>) {
        [self.size, self.inputs, self.outputs].iter().for_each(|number| number.put(to));
    }

    fn take(from: &mut Reader<'_>) -> Result<Shape, PreparedError> {
        let shape = Shape {
            size: Part::take(from)?,
            inputs: Part::take(from)?,
            outputs: Part::take(from)?,
        };
        let fits = shape.size <= MOST_KERNEL && shape.inputs.max(shape.outputs) <= MOST;
        fits.then_some(shape).ok_or(PreparedError::Range("the shape of a layer"))
    }
}

impl Part for Board {
    fn put(&self, to: &mut Vec<u8>) {
        self.lines.put(to);
        self.parts.put(to);
    }

    fn take(from: &mut Reader<'_>) -> Result<Board, PreparedError> {
        Ok(Board { lines: Part::take(from)?, parts: Part::take(from)? })
    }
}

impl Part for BoardPart {
    fn put(&self, to: &mut Vec<u8>) {
        self.set.put(to);
        self.sites.put(to);
        self.layers.put(to);
    }

    fn take(from: &mut Reader<'_>) -> Result<BoardPart, PreparedError> {
        Ok(BoardPart {
            set: Part::take(from)?,
            sites: Part::take(from)?,
            layers: Part::take(from)?,
        })
    }
}

impl<A: Part, B: Part> Part for (A, B) {
    fn put(&self, to: &mut Vec<u8>) {
        self.0.put(to);
        self.1.put(to);
    }

    fn take(from: &mut Reader<'_>) -> Result<(A, B), PreparedError> {
        Ok((A::take(from)?, B::take(from)?))
    }
}

impl<T: Part> Part for [T; 2] {
    fn put(&self, to: &mut Vec<u8>) {
        self.iter().for_each(|item| item.put(to));
    }

    fn take(from: &mut Reader<'_>) -> Result<[T; 2], PreparedError> {
        Ok([T::take(from)?, T::take(from)?])
    }
}
