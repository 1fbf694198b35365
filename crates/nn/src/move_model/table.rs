//! The weight file, which the trainer writes and the program embeds.
//!
//! The file contains `TYMODEL1`, the number of features and the number of shapes (`u32`, little-endian), a byte per
//! feature weight, and the shapes in ascending key order. A shape is the difference to the previous key and a byte
//! for its weight. Differences are LEB128: seven bits per byte, low bits first, the high bit set except in the last
//! byte. Weights are signed and in [`UNITS`](super::UNITS).
//!
//! Trailing data is an error.

use super::feature::FEATURES;

const MAGIC: &[u8; 8] = b"TYMODEL1";

/// The weights of features and shapes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// Feature weights, indexed by feature.
    pub features: Vec<i8>,
    /// Shapes in ascending key order.
    pub shapes: Vec<(u32, i8)>,
}

/// The error of decoding a weight file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// Wrong magic number.
    #[error("not a table of weights")]
    Magic,
    /// Wrong number of features.
    #[error("the table has weights for {0} features, expected {FEATURES}")]
    Features(u32),
    /// The file is truncated.
    #[error("the table is truncated in the {0}")]
    Short(&'static str),
    /// A key that is not ascending or out of range.
    #[error("shape {0} has an invalid key")]
    Key(u32),
    /// Trailing data after the last shape.
    #[error("{0} bytes follow the last shape")]
    Rest(usize),
}

impl Table {
    /// Returns `true` if the bytes start like an encoded table.
    pub fn is_encoded(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    /// Encodes the table.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for count in [self.features.len(), self.shapes.len()] {
            bytes.extend((count as u32).to_le_bytes());
        }
        bytes.extend(self.features.iter().map(|&weight| weight as u8));
        let mut last = 0;
        for &(key, weight) in &self.shapes {
            push_number(&mut bytes, key - last);
            bytes.push(weight as u8);
            last = key;
        }
        bytes
    }

    /// Decodes a table.
    ///
    /// # Errors
    /// Returns the first error in the file.
    pub fn decode(bytes: &[u8]) -> Result<Table, TableError> {
        let mut rest = bytes.strip_prefix(MAGIC).ok_or(TableError::Magic)?;
        let mut count = || {
            let (count, after) = rest.split_first_chunk().ok_or(TableError::Short("counts"))?;
            rest = after;
            Ok(u32::from_le_bytes(*count))
        };
        let (features, shapes) = (count()?, count()?);
        if features as usize != FEATURES {
            return Err(TableError::Features(features));
        }
        let (features, mut rest) =
            rest.split_at_checked(FEATURES).ok_or(TableError::Short("features"))?;
        let features = features.iter().map(|&weight| weight as i8).collect();
        let mut last = None;
        let mut shape = |i: u32| {
            let key = take_key(&mut rest, last, i)?;
            last = Some(key);
            Ok((key, take(&mut rest)? as i8))
        };
        let shapes = (1..=shapes).map(&mut shape).collect::<Result<_, _>>()?;
        match rest.len() {
            0 => Ok(Table { features, shapes }),
            more => Err(TableError::Rest(more)),
        }
    }
}

fn push_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number > 0x7f {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn take(rest: &mut &[u8]) -> Result<u8, TableError> {
    let (&first, after) = rest.split_first().ok_or(TableError::Short("shapes"))?;
    *rest = after;
    Ok(first)
}

/// Reads the key of shape `i`, as the difference to the previous key.
fn take_key(rest: &mut &[u8], last: Option<u32>, i: u32) -> Result<u32, TableError> {
    let mut number = 0u64;
    for place in 0..5 {
        let byte = take(rest)?;
        number |= u64::from(byte & 0x7f) << (7 * place);
        if byte & 0x80 == 0 {
            break;
        }
    }
    let key = u32::try_from(number).ok().and_then(|more| more.checked_add(last.unwrap_or(0)));
    key.filter(|&key| last.is_none_or(|last| key > last)).ok_or(TableError::Key(i))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let features = (0..FEATURES).map(|i| i as i8).collect();
        let keys = [0, 1, 127, 128, 300, 1 << 20, u32::MAX - 1, u32::MAX];
        Table { features, shapes: keys.into_iter().zip([1, -1, 127, -127, 0, 5, 6, 7]).collect() }
    }

    #[test]
    fn table_roundtrip() {
        let empty = Table { shapes: Vec::new(), ..table() };
        for table in [table(), empty] {
            assert_eq!(Table::decode(&table.encode()), Ok(table));
        }
    }

    #[test]
    fn invalid_table_is_rejected() {
        let bytes = table().encode();
        let without = |end: usize| Table::decode(&bytes[..end]);
        assert_eq!(without(7), Err(TableError::Magic));
        assert_eq!(without(13), Err(TableError::Short("counts")));
        assert_eq!(without(15 + FEATURES), Err(TableError::Short("features")));
        assert_eq!(without(bytes.len() - 1), Err(TableError::Short("shapes")));
        assert_eq!(Table::decode(&[&bytes[..], &[0; 3]].concat()), Err(TableError::Rest(3)));
        let changed = |place: usize, byte: u8| {
            let mut bytes = bytes.clone();
            bytes[place] = byte;
            Table::decode(&bytes)
        };
        assert_eq!(changed(0, b'W'), Err(TableError::Magic));
        let other = changed(10, 1);
        assert!(matches!(other, Err(TableError::Features(_))), "{other:?}");
        let second_key = 16 + FEATURES + 2;
        assert_eq!(changed(second_key, 0), Err(TableError::Key(2)), "the same key twice");
        let all = (0..bytes.len()).map(|place| changed(place, 0xff));
        assert!(all.count() == bytes.len(), "and nothing panics");
    }
}
