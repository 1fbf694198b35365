//! Choices among siblings that more than one part of the search makes.

use super::node::Node;

/// The first child with the highest value among those that are allowed; its place tells it apart too.
#[inline]
pub(super) fn first_highest(
    children: &[Node],
    mut value_of: impl FnMut(usize, &Node) -> f32,
    is_allowed: impl Fn(&Node) -> bool,
) -> Option<usize> {
    let mut best = None;
    let mut highest = f32::MIN;
    for (i, child) in children.iter().enumerate() {
        let value = value_of(i, child);
        // The permission is asked last: it is rarely refused and takes longer than a comparison.
        if value > highest && is_allowed(child) {
            highest = value;
            best = Some(i);
        }
    }
    best
}

/// The first child with the most visits among those that are allowed.
pub(super) fn most_visited(children: &[Node], is_allowed: impl Fn(&Node) -> bool) -> Option<usize> {
    // `max_by_key` takes the last of equals, so the order is turned round.
    let allowed = children.iter().enumerate().rev().filter(|(_, child)| is_allowed(child));
    allowed.max_by_key(|(_, child)| child.own().visits).map(|(place, _)| place)
}
