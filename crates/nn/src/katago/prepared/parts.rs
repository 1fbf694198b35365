//! Serialisation of the head of a prepared file: numbers, lists, and the parts of a model.

use crate::activation::Activation;
use crate::katago::area::AreaOptions;
use crate::katago::inference::Precision;
use crate::katago::layer::{Convolution, Matrix, Norm, RmsNorm};
use crate::katago::model::{
    Attention, Block, Bottleneck, FeedForward, FinalNorm, MetadataEncoder, Model, Multipliers,
    Ordinary, PassHidden, PolicyHead, Pooling, Rotation, Trunk, ValueHead,
};

use super::error::PreparedError;

/// The maximum nesting depth of blocks; the reader of KataGo files allows less.
const MAX_DEPTH: usize = 8;

/// A reader over the remaining bytes of a head.
pub(super) struct Reader<'a> {
    rest: &'a [u8],
    depth: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { rest: bytes, depth: 0 }
    }

    /// Returns `true` if no bytes remain.
    pub(super) fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    fn chunk<const N: usize>(&mut self) -> Result<[u8; N], PreparedError> {
        let (chunk, rest) =
            self.rest.split_first_chunk().ok_or(PreparedError::Truncated("its head"))?;
        self.rest = rest;
        Ok(*chunk)
    }
}

/// A value that can be stored in a head.
pub(super) trait Part: Sized {
    /// Appends the value.
    fn put(&self, to: &mut Vec<u8>);

    /// Reads a value.
    fn take(from: &mut Reader<'_>) -> Result<Self, PreparedError>;

    /// Reads `count` values.
    fn take_all(from: &mut Reader<'_>, count: usize) -> Result<Vec<Self>, PreparedError> {
        (0..count).map(|_| Self::take(from)).collect()
    }
}

impl Part for u32 {
    fn put(&self, to: &mut Vec<u8>) {
        to.extend(self.to_le_bytes());
    }

    fn take(from: &mut Reader<'_>) -> Result<u32, PreparedError> {
        from.chunk().map(u32::from_le_bytes)
    }
}

impl Part for usize {
    fn put(&self, to: &mut Vec<u8>) {
        u32::try_from(*self).expect("net sizes are below 2^32").put(to);
    }

    fn take(from: &mut Reader<'_>) -> Result<usize, PreparedError> {
        u32::take(from).map(|number| number as usize)
    }
}

impl Part for i8 {
    fn put(&self, to: &mut Vec<u8>) {
        to.extend(self.to_le_bytes());
    }

    fn take(from: &mut Reader<'_>) -> Result<i8, PreparedError> {
        from.chunk().map(i8::from_le_bytes)
    }

    // Nearly all of a preparation consists of bytes.
    fn take_all(from: &mut Reader<'_>, count: usize) -> Result<Vec<i8>, PreparedError> {
        let parts = from.rest.split_at_checked(count);
        let (bytes, rest) = parts.ok_or(PreparedError::Truncated("its head"))?;
        from.rest = rest;
        Ok(bytes.iter().map(|&byte| byte.cast_signed()).collect())
    }
}

impl Part for bool {
    fn put(&self, to: &mut Vec<u8>) {
        to.push(u8::from(*self));
    }

    fn take(from: &mut Reader<'_>) -> Result<bool, PreparedError> {
        match from.chunk()? {
            [0] => Ok(false),
            [1] => Ok(true),
            _ => Err(PreparedError::Range("a mark")),
        }
    }
}

impl Part for f32 {
    fn put(&self, to: &mut Vec<u8>) {
        to.extend(self.to_le_bytes());
    }

    fn take(from: &mut Reader<'_>) -> Result<f32, PreparedError> {
        let number = f32::from_le_bytes(from.chunk()?);
        number.is_finite().then_some(number).ok_or(PreparedError::NotFinite("the head"))
    }

    // Nearly all of a head consists of floats.
    fn take_all(from: &mut Reader<'_>, count: usize) -> Result<Vec<f32>, PreparedError> {
        let parts = count.checked_mul(4).and_then(|bytes| from.rest.split_at_checked(bytes));
        let (bytes, rest) = parts.ok_or(PreparedError::Truncated("its head"))?;
        from.rest = rest;
        let numbers = bytes.as_chunks().0.iter().map(|&four| f32::from_le_bytes(four));
        let numbers: Vec<f32> = numbers.collect();
        let are_finite = numbers.iter().all(|number| number.is_finite());
        are_finite.then_some(numbers).ok_or(PreparedError::NotFinite("the head"))
    }
}

impl Part for String {
    fn put(&self, to: &mut Vec<u8>) {
        self.len().put(to);
        to.extend(self.as_bytes());
    }

    fn take(from: &mut Reader<'_>) -> Result<String, PreparedError> {
        let bytes = (0..usize::take(from)?).map(|_| from.chunk().map(|[byte]| byte));
        let bytes: Vec<u8> = bytes.collect::<Result<_, _>>()?;
        let is_name = |name: &String| name.chars().all(|c| c.is_ascii_graphic());
        let name = String::from_utf8(bytes).ok().filter(is_name);
        name.ok_or(PreparedError::Range("the name"))
    }
}

/// Every item takes at least one byte, so a list cannot be longer than the file.
impl<T: Part> Part for Vec<T> {
    fn put(&self, to: &mut Vec<u8>) {
        self.len().put(to);
        self.iter().for_each(|item| item.put(to));
    }

    fn take(from: &mut Reader<'_>) -> Result<Vec<T>, PreparedError> {
        let count = usize::take(from)?;
        T::take_all(from, count)
    }
}

impl<T: Part> Part for Option<T> {
    fn put(&self, to: &mut Vec<u8>) {
        self.is_some().put(to);
        self.iter().for_each(|item| item.put(to));
    }

    fn take(from: &mut Reader<'_>) -> Result<Option<T>, PreparedError> {
        bool::take(from)?.then(|| T::take(from)).transpose()
    }
}

impl<T: Part> Part for Box<T> {
    fn put(&self, to: &mut Vec<u8>) {
        (**self).put(to);
    }

    fn take(from: &mut Reader<'_>) -> Result<Box<T>, PreparedError> {
        T::take(from).map(Box::new)
    }
}

/// Structures are stored as their fields, in order.
macro_rules! structures {
    ($($name:ident { $($field:ident),+ })+) => {$(
        impl Part for $name {
            fn put(&self, to: &mut Vec<u8>) {
                $(self.$field.put(to);)+
            }

            fn take(from: &mut Reader<'_>) -> Result<$name, PreparedError> {
                Ok($name { $($field: Part::take(from)?),+ })
            }
        }
    )+};
}

structures! {
    Convolution { size, inputs, outputs, weights }
    Matrix { inputs, outputs, weights }
    Norm { scale, bias, activation }
    RmsNorm { epsilon, is_spatial, scale, bias }
    Multipliers { score_mean, score_deviation, lead, variance_time, value_error, score_error }
    AreaOptions { under_suicide, exclude_territory_near_atari }
    Model { name, version, multipliers, area, trunk, policy, value }
    Trunk { stem, globals, encoder, blocks, norm }
    MetadataEncoder {
        first, first_bias, first_activation, second, second_bias, second_activation, last
    }
    Ordinary { pre, conv1, mid, conv2 }
    Pooling { pre, conv1, pooled, pooled_norm, bias, mid, conv2 }
    Bottleneck { pre, reduce, blocks, post, expand }
    Attention {
        norm, heads, kv_heads, query_length, value_length, query, key, value, out, rotation
    }
    Rotation { frequencies }
    FeedForward { norm, up, gate, down }
    PolicyHead { points, pooled, pooled_norm, bias, norm, logits, pass, pass_hidden }
    PassHidden { bias, activation, logits }
    ValueHead {
        conv, norm, hidden, hidden_bias, hidden_activation, value, value_bias, score, score_bias,
        ownership
    }
}

/// Values without data are stored as their index in a list.
macro_rules! choices {
    ($name:ident, $what:literal, [$($value:ident),+]) => {
        impl Part for $name {
            fn put(&self, to: &mut Vec<u8>) {
                const ALL: &[$name] = &[$($name::$value),+];
                ALL.iter().position(|value| value == self).expect("the list is complete").put(to);
            }

            fn take(from: &mut Reader<'_>) -> Result<$name, PreparedError> {
                const ALL: &[$name] = &[$($name::$value),+];
                ALL.get(usize::take(from)?).copied().ok_or(PreparedError::Range($what))
            }
        }
    };
}

choices!(Activation, "an activation", [Identity, Relu, Mish, Silu]);
choices!(Precision, "a number type", [F32, Bf16, Int16, Int8]);

impl Part for FinalNorm {
    fn put(&self, to: &mut Vec<u8>) {
        matches!(self, FinalNorm::Rms(..)).put(to);
        match self {
            FinalNorm::Batch(norm) => norm.put(to),
            FinalNorm::Rms(norm, activation) => {
                norm.put(to);
                activation.put(to);
            }
        }
    }

    fn take(from: &mut Reader<'_>) -> Result<FinalNorm, PreparedError> {
        Ok(match bool::take(from)? {
            false => FinalNorm::Batch(Part::take(from)?),
            true => FinalNorm::Rms(Part::take(from)?, Part::take(from)?),
        })
    }
}

impl Part for Block {
    fn put(&self, to: &mut Vec<u8>) {
        match self {
            Block::Ordinary(block) => {
                0_usize.put(to);
                block.put(to);
            }
            Block::Pooling(block) => {
                1_usize.put(to);
                block.put(to);
            }
            Block::Bottleneck(block) => {
                2_usize.put(to);
                block.put(to);
            }
            Block::Attention(block) => {
                3_usize.put(to);
                block.put(to);
            }
            Block::FeedForward(block) => {
                4_usize.put(to);
                block.put(to);
            }
        }
    }

    fn take(from: &mut Reader<'_>) -> Result<Block, PreparedError> {
        if from.depth > MAX_DEPTH {
            return Err(PreparedError::Range("the block depth"));
        }
        from.depth += 1;
        let block = match usize::take(from)? {
            0 => Block::Ordinary(Part::take(from)?),
            1 => Block::Pooling(Part::take(from)?),
            2 => Block::Bottleneck(Part::take(from)?),
            3 => Block::Attention(Part::take(from)?),
            4 => Block::FeedForward(Part::take(from)?),
            _ => return Err(PreparedError::Range("the block kind")),
        };
        from.depth -= 1;
        Ok(block)
    }
}
