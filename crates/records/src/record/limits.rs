//! Limits on records that are read, so that no file can take all memory. No real file comes near
//! them. Each reader of a format uses them.

use super::Findings;
use super::diagnostic::SourceLocation;
use super::diagnostic_rule::rules;

/// The largest file that is read, in bytes.
pub const MAX_BYTES: usize = 64 << 20;
/// The most nodes that a file may hold, and as many levels.
pub const MAX_NODES: usize = 5_000_000;
/// The most stones and marks that a file may put on its boards: a list of points can name a
/// rectangle in five bytes.
pub const MAX_POINTS: usize = 5_000_000;

rules! {
    TOO_LARGE = Limit("", "文件超出本程序上限({0}字节)", "the file is larger than the {0} bytes that this program supports");
    TOO_MANY_NODES = Limit("", "节点超出本程序上限({0}),其余未读", "this program supports {0} nodes and no more: the rest is not read");
    TOO_MANY_POINTS = Limit(
        "", "棋子和标记超出本程序上限({0}),其余未读", "this program supports {0} stones and marks and no more: the rest is not read",
    );
}

/// Whether a file is small enough. If it is not, a finding says so.
pub fn fits(bytes: &[u8], findings: &mut Findings) -> bool {
    let fits = bytes.len() <= MAX_BYTES;
    if !fits {
        findings.add(&TOO_LARGE, SourceLocation::default(), [&MAX_BYTES.to_string()]);
    }
    fits
}
