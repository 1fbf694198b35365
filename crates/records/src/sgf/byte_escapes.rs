//! Removal of byte-level escapes, which a few programs write because they follow FF\[4\] literally.
//!
//! They escape the second byte of a multi-byte character if it equals the code of `]` or `\`.

use crate::charset::FileCharset;

/// Removes each `\` between the two bytes of a character. Returns `None` if there is none.
pub(super) fn without_byte_escapes(bytes: &[u8], charset: FileCharset) -> Option<Vec<u8>> {
    let may_have_any = charset.hides_ascii() && bytes.windows(2).any(is_escaped_trail);
    if !may_have_any {
        return None;
    }
    let mut out = Vec::with_capacity(bytes.len());
    let mut after_lead = false;
    let mut rest = bytes.iter().copied().peekable();
    while let Some(byte) = rest.next() {
        let hides_trail = after_lead && byte == b'\\';
        if !hides_trail {
            out.push(byte);
        }
        if hides_trail || byte == b'\\' {
            out.extend(rest.next_if(|next| hides_trail || *next < 0x80));
        }
        after_lead = !after_lead && byte >= 0x81;
    }
    if out.len() < bytes.len() { Some(out) } else { None }
}

/// Returns `true` if the first byte may begin a multi-byte character and the second is `\`.
fn is_escaped_trail(pair: &[u8]) -> bool {
    pair[0] >= 0x81 && pair[1] == b'\\'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_inside_characters_are_removed() {
        // 揮 is 93 5D, 運 is DF 5C.
        let gb = FileCharset::GB18030;
        assert_eq!(
            without_byte_escapes(b"PB[\x93\\\x5D\xDF\\\\]C[a\\]b]", gb).as_deref(),
            Some(&b"PB[\x93\x5D\xDF\x5C]C[a\\]b]"[..])
        );
        assert_eq!(without_byte_escapes(b"PB[\x93\x5D]C[\\\xD6\xD0]", gb), None);
    }
}
