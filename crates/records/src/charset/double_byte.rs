//! Cost model for text in double-byte charsets: the code length of names in bits.
//!
//! The cost of a character is approximately the negative binary logarithm of its frequency: 8 for one in 256.
//! It depends on the row of the pair and is lower for common characters.

use std::sync::LazyLock;

use encoding_rs::{self as standard, Encoding};

use super::frequent_chars::{CHINESE, FrequentChars, HANJA, JAPANESE, KOREAN};

/// The cost of invalid bytes. A few occur in real files, in truncated names.
pub(super) const BROKEN: u32 = 26;

/// The cost of unassigned and user-defined pairs.
const UNASSIGNED: u32 = 25;

/// A charset whose characters have one or two bytes, and in some cases more.
pub(super) struct DoubleByteModel {
    /// The cost and the length in bytes of the character at the start of non-ASCII bytes.
    row: fn(&[u8]) -> (u32, usize),
    /// The byte pairs of common characters with their costs, sorted.
    common: LazyLock<Vec<([u8; 2], u32)>>,
}

pub(super) static GB18030: DoubleByteModel = DoubleByteModel {
    row: gb18030,
    common: LazyLock::new(|| in_order(common(standard::GB18030, &CHINESE, 0))),
};
pub(super) static BIG5: DoubleByteModel = DoubleByteModel {
    row: big5,
    common: LazyLock::new(|| in_order(common(standard::BIG5, &CHINESE, 0))),
};
pub(super) static SHIFT_JIS: DoubleByteModel = DoubleByteModel {
    row: shift_jis,
    common: LazyLock::new(|| in_order(common(standard::SHIFT_JIS, &JAPANESE, 0))),
};
pub(super) static EUC_JP: DoubleByteModel = DoubleByteModel {
    row: euc_jp,
    common: LazyLock::new(|| in_order(common(standard::EUC_JP, &JAPANESE, 0))),
};
pub(super) static EUC_KR: DoubleByteModel = DoubleByteModel {
    row: euc_kr,
    common: LazyLock::new(|| {
        let hangul = common(standard::EUC_KR, &KOREAN, 0);
        in_order([hangul, common(standard::EUC_KR, &HANJA, 4)].concat())
    }),
};

/// Returns the byte pairs of common characters with their costs, increased by `more`.
fn common(encoding: &'static Encoding, list: &FrequentChars, more: u32) -> Vec<([u8; 2], u32)> {
    let mut pairs = Vec::new();
    for (characters, cost) in [(list.frequent, 8), (list.usual, 11)] {
        for character in characters.chars() {
            let mut utf8 = [0; 4];
            let (bytes, _, unmappable) = encoding.encode(character.encode_utf8(&mut utf8));
            if let ([lead, trail], false) = (&*bytes, unmappable) {
                pairs.push(([*lead, *trail], cost + more));
            }
        }
    }
    pairs
}

/// Sorts the pairs and retains the lowest cost of each.
fn in_order(mut pairs: Vec<([u8; 2], u32)>) -> Vec<([u8; 2], u32)> {
    pairs.sort_unstable();
    pairs.dedup_by_key(|(pair, _)| *pair);
    pairs
}

impl DoubleByteModel {
    /// Returns the cost of bytes that begin and end at character boundaries. ASCII is free, but a double-byte
    /// character next to a lower-case ASCII letter has an additional cost.
    pub(super) fn cost(&self, bytes: &[u8]) -> u32 {
        let beside = |byte: u8| if byte.is_ascii_lowercase() { 4 } else { 0 };
        let (mut cost, mut at, mut before) = (0, 0, b' ');
        while let Some(&byte) = bytes.get(at) {
            let mut length = 1;
            if byte < 0x80 {
                before = byte;
            } else {
                let row;
                (row, length) = (self.row)(&bytes[at..]);
                cost += match bytes[at..] {
                    [lead, trail, ..] if length == 2 => self.listed([lead, trail]).unwrap_or(row),
                    _ => row,
                };
                cost += beside(before) + bytes.get(at + length).map_or(0, |&next| beside(next));
                before = byte;
            }
            at += length;
        }
        cost
    }

    fn listed(&self, pair: [u8; 2]) -> Option<u32> {
        let found = self.common.binary_search_by_key(&pair, |(common, _)| *common);
        found.ok().map(|at| self.common[at].1)
    }
}

// Rows of everyday characters cost 14 (about 3000 characters, a fifth of all text), rare ones 18, and rows of
// specialist characters 20 or more.

fn gb18030(bytes: &[u8]) -> (u32, usize) {
    match *bytes {
        [0xA1, 0xA1..=0xFE, ..] => (9, 2),
        [0xA2 | 0xA3, 0xA1..=0xFE, ..] => (10, 2),
        [0xA4..=0xA9, 0xA1..=0xFE, ..] => (14, 2),
        [0xB0..=0xD7, 0xA1..=0xFE, ..] => (14, 2),
        [0xD8..=0xF7, 0xA1..=0xFE, ..] => (18, 2),
        [0xAA..=0xAF | 0xF8..=0xFE, 0xA1..=0xFE, ..] => (UNASSIGNED, 2),
        [0x81..=0xFE, 0x40..=0x7E | 0x80..=0xFE, ..] => (20, 2),
        [0x81..=0xFE, b'0'..=b'9', 0x81..=0xFE, b'0'..=b'9', ..] => (24, 4),
        _ => (BROKEN, 1),
    }
}

fn big5(bytes: &[u8]) -> (u32, usize) {
    match *bytes {
        [0xA1, 0x40..=0x7E | 0xA1..=0xFE, ..] => (9, 2),
        [0xA2 | 0xA3, 0x40..=0x7E | 0xA1..=0xFE, ..] => (12, 2),
        [0xA4..=0xC5, 0x40..=0x7E | 0xA1..=0xFE, ..] | [0xC6, 0x40..=0x7E, ..] => (14, 2),
        [0xC9..=0xF9, 0x40..=0x7E | 0xA1..=0xFE, ..] => (18, 2),
        [0x81..=0xFE, 0x40..=0x7E | 0xA1..=0xFE, ..] => (UNASSIGNED, 2),
        _ => (BROKEN, 1),
    }
}

fn shift_jis(bytes: &[u8]) -> (u32, usize) {
    match *bytes {
        // Half-width kana rarely occur alone.
        [0xA1..=0xDF, 0xA1..=0xDF, ..] => (8, 1),
        [0xA1..=0xDF, ..] => (12, 1),
        [0x81, 0x40..=0x7E | 0x80..=0xFC, ..] => (9, 2),
        [0x82, 0x4F..=0x9A, ..] => (10, 2),
        [0x82, 0x9F..=0xF1, ..] | [0x83, 0x40..=0x7E | 0x80..=0x96, ..] => (7, 2),
        [0x83, 0x9F..=0xD6, ..] | [0x84, 0x40..=0xBE, ..] | [0x87, 0x40..=0x9C, ..] => (15, 2),
        [0x88, 0x9F..=0xFC, ..] => (14, 2),
        [0x89..=0x97, 0x40..=0x7E | 0x80..=0xFC, ..] | [0x98, 0x40..=0x72, ..] => (14, 2),
        [0x98..=0x9F | 0xE0..=0xEA, 0x40..=0x7E | 0x80..=0xFC, ..] => (18, 2),
        [0xED | 0xEE | 0xFA..=0xFC, 0x40..=0x7E | 0x80..=0xFC, ..] => (20, 2),
        [0x81..=0x9F | 0xE0..=0xFC, 0x40..=0x7E | 0x80..=0xFC, ..] => (UNASSIGNED, 2),
        _ => (BROKEN, 1),
    }
}

fn euc_jp(bytes: &[u8]) -> (u32, usize) {
    match *bytes {
        [0x8E, 0xA1..=0xDF, ..] => (8, 2),
        [0x8F, 0xA1..=0xFE, 0xA1..=0xFE, ..] => (22, 3),
        [0xA1, 0xA1..=0xFE, ..] => (9, 2),
        [0xA3, 0xA1..=0xFE, ..] => (10, 2),
        [0xA4 | 0xA5, 0xA1..=0xF6, ..] => (7, 2),
        [0xA2 | 0xA6..=0xA8 | 0xAD, 0xA1..=0xFE, ..] => (15, 2),
        [0xB0..=0xCF, 0xA1..=0xFE, ..] => (14, 2),
        [0xD0..=0xF4, 0xA1..=0xFE, ..] => (18, 2),
        [0xF9..=0xFC, 0xA1..=0xFE, ..] => (20, 2),
        [0xA1..=0xFE, 0xA1..=0xFE, ..] => (UNASSIGNED, 2),
        _ => (BROKEN, 1),
    }
}

fn euc_kr(bytes: &[u8]) -> (u32, usize) {
    match *bytes {
        [0xA1, 0xA1..=0xFE, ..] => (9, 2),
        [0xA3, 0xA1..=0xFE, ..] => (10, 2),
        [0xA2 | 0xA4..=0xAC, 0xA1..=0xFE, ..] => (15, 2),
        [0xB0..=0xC8, 0xA1..=0xFE, ..] => (13, 2),
        [0xCA..=0xFD, 0xA1..=0xFE, ..] => (18, 2),
        [0xA1..=0xFE, 0xA1..=0xFE, ..] => (UNASSIGNED, 2),
        // The syllables that Windows added.
        [0x81..=0xC6, b'A'..=b'Z' | b'a'..=b'z' | 0x81..=0xFE, ..] => (19, 2),
        _ => (BROKEN, 1),
    }
}
