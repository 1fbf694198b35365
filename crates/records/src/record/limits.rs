//! Limits of all readers, which bound memory use. They are far above the size of any real file.

use super::Findings;
use super::diagnostic::SourceLocation;
use super::diagnostic_rule::rules;

/// The maximum size of a file, in bytes.
pub const MAX_BYTES: usize = 64 << 20;
/// The maximum number of nodes and of nesting levels in a file.
pub const MAX_NODES: usize = 5_000_000;
/// The maximum number of stones and marks placed by a file. A point list can describe a rectangle in five bytes.
pub const MAX_POINTS: usize = 5_000_000;

rules! {
    TOO_LARGE = Limit("", "文件超出本程序上限（{0}字节）", "the file exceeds the limit of {0} bytes");
    TOO_MANY_NODES = Limit("", "节点超出本程序上限（{0}），其余未读", "more than {0} nodes: the rest is not read");
    TOO_MANY_POINTS = Limit(
        "", "棋子和标记超出本程序上限（{0}），其余未读", "more than {0} stones and marks: the rest is not read",
    );
}

/// Returns `true` if the file is within the size limit; otherwise adds a finding.
pub fn fits(bytes: &[u8], findings: &mut Findings) -> bool {
    let fits = bytes.len() <= MAX_BYTES;
    if !fits {
        findings.add(&TOO_LARGE, SourceLocation::default(), [&MAX_BYTES.to_string()]);
    }
    fits
}
