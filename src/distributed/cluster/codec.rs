//! Encodes numbers as little-endian bytes.

/// Decodes numbers from the start of a byte slice.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reader<'a>(pub(super) &'a [u8]);

impl<'a> Reader<'a> {
    /// Returns the next `count` bytes, or `None` if fewer remain.
    pub(super) fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.bytes(N)?.try_into().ok()
    }

    pub(super) fn u8(&mut self) -> Option<u8> {
        self.array().map(u8::from_le_bytes)
    }

    pub(super) fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    pub(super) fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    pub(super) fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    pub(super) fn f32(&mut self) -> Option<f32> {
        self.array().map(f32::from_le_bytes)
    }

    pub(super) fn f64(&mut self) -> Option<f64> {
        self.array().map(f64::from_le_bytes)
    }
}

/// Encodes a set of items as bits.
pub(super) fn write_bits(bytes: &mut Vec<u8>, bits: impl Iterator<Item = bool>) {
    let bits: Vec<bool> = bits.collect();
    let byte = |eight: &[bool]| eight.iter().rev().fold(0, |byte, &bit| byte << 1 | u8::from(bit));
    bytes.extend(bits.chunks(8).map(byte));
}

/// Decodes a set written by [`write_bits`]. Returns `None` if bytes are missing.
pub(super) fn read_bits<'a>(
    reader: &mut Reader<'a>,
    count: usize,
) -> Option<impl Iterator<Item = bool> + use<'a>> {
    let bytes = reader.bytes(count.div_ceil(8))?;
    Some((0..count).map(move |place| bytes[place / 8] >> (place % 8) & 1 != 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_roundtrip() {
        let bits: Vec<bool> = (0..19).map(|place| place % 3 == 1).collect();
        let mut bytes = Vec::new();
        write_bits(&mut bytes, bits.iter().copied());
        let mut reader = Reader(&bytes);
        let read = read_bits(&mut reader, bits.len()).expect("they are there");
        assert!(read.eq(bits) && reader.0.is_empty());
        assert!(read_bits(&mut reader, 1).is_none());
    }
}
