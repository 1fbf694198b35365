//! What is in a net file of our own.

use crate::net::{Kind, Net};
use crate::streams::Closed;

/// Prints what is in the file.
pub(super) fn report(
    net: &Net,
    size: &str,
    print: &mut dyn FnMut(&str) -> Result<(), Closed>,
) -> Result<(), Closed> {
    let shape = net.shape();
    let kind = match shape.kind {
        Kind::Float => "32-bit floating point",
        Kind::Integer { .. } => "8-bit integers",
    };
    let pooled = (0..shape.blocks).filter(|&block| shape.is_pooled(block)).count();
    let lines = [
        format!("format         Tianyuan's, {kind}"),
        size.to_owned(),
        format!("boards         {} to {} lines", shape.sizes.start(), shape.sizes.end()),
        format!("blocks         {}, {pooled} of them with global pooling", shape.blocks),
        format!("channels       {}", shape.channels),
        String::from("activation     ReLU"),
    ];
    lines.iter().try_for_each(|line| print(line))
}
