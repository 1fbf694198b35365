//! HZ (RFC 1843): GB 2312 in 7-bit bytes, used in mail and news in the 1990s.
//!
//! `~{` begins byte pairs, `~}` ends them, `~~` is a tilde, and a tilde at the end of a line joins it to the next
//! one.

use encoding_rs::GB18030;

/// Decodes HZ. The flag is `true` if there were invalid bytes. A run of pairs ends with its line even without `~}`,
/// so that a lost byte does not affect the rest.
pub(super) fn decode(bytes: &[u8]) -> (String, bool) {
    let mut plain = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some(tilde) = rest.iter().position(|&b| b == b'~') {
        plain.extend_from_slice(&rest[..tilde]);
        let length = match rest[tilde..] {
            [_, b'~', ..] => {
                plain.push(b'~');
                2
            }
            [_, b'\n', ..] => 2,
            [_, b'\r', b'\n', ..] => 3,
            [_, b'{', ref run @ ..] => {
                let (pairs, end) = split_run(run);
                plain.extend(pairs.chunks(2).flat_map(high_pair));
                2 + pairs.len() + end
            }
            _ => {
                plain.push(b'~');
                1
            }
        };
        rest = &rest[tilde + length..];
    }
    plain.extend_from_slice(rest);
    let (text, had_errors) = GB18030.decode_without_bom_handling(&plain);
    (text.into_owned(), had_errors)
}

/// Splits off the pairs after `~{`, which may end in half a pair, and returns them with the length of the terminating
/// `~}`. An unterminated run ends with its line or before the next `~{`.
pub(super) fn split_run(run: &[u8]) -> (&[u8], usize) {
    let mut at = 0;
    loop {
        match run[at..] {
            [b'~', b'}', ..] => return (&run[..at], 2),
            [] | [b'\n' | b'\r', ..] | [b'~', b'{', ..] => return (&run[..at], 0),
            // No pair begins with { or }, so the tilde is not a trail byte.
            [_, b'~', b'{' | b'}', ..] | [_] | [_, b'\n' | b'\r', ..] => at += 1,
            _ => at += 2,
        }
    }
}

/// Returns the bytes of a pair in GB 18030, or a byte that is invalid there.
fn high_pair(pair: &[u8]) -> impl Iterator<Item = u8> + use<> {
    let bytes = match *pair {
        [lead @ 0x21..=0x7E, trail @ 0x21..=0x7E] => [Some(lead | 0x80), Some(trail | 0x80)],
        _ => [Some(0xFF), None],
    };
    bytes.into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hz_decoding_follows_rfc_1843() {
        let samples: [(&[u8], &str); 7] = [
            (b"PB[~{9EA&~}]", "PB[古力]"),
            (b"1~~2~\n3~\r\n4", "1~234"),
            (b"~{NRV;~}~~~{NRV;~}", "我只~我只"),
            (b"C[~{=\\F]~}]", "C[杰戚]"),
            (b"a~b~", "a~b~"),
            (b"~{NRV;\nB[aa]", "我只\nB[aa]"),
            (b"", ""),
        ];
        for (bytes, text) in samples {
            assert_eq!(decode(bytes), (text.to_owned(), false));
        }
    }

    #[test]
    fn malformed_hz_pairs_do_not_affect_following_text() {
        for (bytes, text) in [
            (&b"~{NRV~}x"[..], "我\u{FFFD}x"),
            (b"~{NR ;~}x", "我\u{FFFD}x"),
            (b"~{NRV\nx", "我\u{FFFD}\nx"),
            (b"~{NRV", "我\u{FFFD}"),
        ] {
            assert_eq!(decode(bytes), (text.to_owned(), true));
        }
    }
}
