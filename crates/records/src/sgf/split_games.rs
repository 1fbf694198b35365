//! Byte ranges of the game trees in a file whose trees use different charsets and must be separated before decoding.

use std::ops::Range;

use super::truncation;
use crate::charset::FileCharset;

/// The maximum distance between the parenthesis of a tree and its declaration, in bytes.
pub(super) const HEAD: usize = 1024;

/// Returns the contiguous ranges of the trees. Each range includes preceding text, and the last one includes trailing
/// text. `declared` returns the charset that the start of a tree declares.
pub(super) fn trees(
    bytes: &[u8],
    declared: impl Fn(&[u8]) -> Option<FileCharset>,
) -> Vec<Range<usize>> {
    let mut trees: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    while let Some(open) = bytes[at..].iter().position(|&b| b == b'(') {
        let tree = &bytes[at + open..];
        // The charset and the extent of the tree depend on each other. The start of the tree is therefore scanned
        // without a charset, which rarely causes errors.
        let head = &tree[..tree.len().min(HEAD)];
        let charset = declared(&head[..end(head, None)]);
        let end = at + open + end(tree, charset);
        trees.push(at..end);
        at = end;
    }
    if let Some(last) = trees.last_mut() {
        last.end = bytes.len();
    }
    trees
}

/// Returns the end of the tree at the start of the bytes.
fn end(bytes: &[u8], charset: Option<FileCharset>) -> usize {
    let (mut depth, mut in_value, mut at) = (0, false, 0);
    while let Some(&byte) = bytes.get(at) {
        let together = match charset {
            Some(charset) if in_value => truncation::character(&bytes[at..], charset).0,
            _ => 1,
        };
        at += together;
        match byte {
            _ if together > 1 => {}
            b'\\' if in_value => at += 1,
            b'[' => in_value = true,
            b']' => in_value = false,
            b'(' if !in_value => depth += 1,
            b')' if !in_value => {
                depth -= 1;
                if depth == 0 {
                    break;
                }
            }
            _ => {}
        }
    }
    at.min(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The trees of a file in a charset.
    fn cut(bytes: &[u8], charset: Option<FileCharset>) -> Vec<&[u8]> {
        trees(bytes, |_| charset).into_iter().map(|tree| &bytes[tree]).collect()
    }

    #[test]
    fn trees_are_split_outside_values() {
        let file = b"x(;C[)(](;B[aa])(;B[b\\]b)]))\n(;)(;C[a)";
        let trees: [&[u8]; 3] = [b"x(;C[)(](;B[aa])(;B[b\\]b)]))", b"\n(;)", b"(;C[a)"];
        assert_eq!(cut(file, None), trees);
        assert_eq!(cut(b"no tree", None), Vec::<&[u8]>::new());
        assert_eq!(cut(b"(;)\n", None), [b"(;)\n"]);
    }

    #[test]
    fn bracket_bytes_within_characters_do_not_end_value() {
        // 揮 is 93 5D and 運 is DF 5C; their second bytes are a bracket and a backslash.
        let file = b"(;PB[\x93])(]PW[\xDF\\])(;)";
        let trees: [&[u8]; 2] = [b"(;PB[\x93])(]PW[\xDF\\])", b"(;)"];
        assert_eq!(cut(file, Some(FileCharset::GB18030)), trees);
        // A lead byte before the end of a value.
        let trees: [&[u8]; 2] = [b"(;PB[\x93])", b"(;C[\xDF])"];
        assert_eq!(cut(b"(;PB[\x93])(;C[\xDF])", Some(FileCharset::GB18030)), trees);
        let file = b"(;PB[~{F])(~}])(;)";
        let trees: [&[u8]; 2] = [b"(;PB[~{F])(~}])", b"(;)"];
        assert_eq!(cut(file, Some(FileCharset::HZ)), trees);
    }
}
