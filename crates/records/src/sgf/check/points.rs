//! Checks for duplicate points in markup, territory and labels, and for duplicate lines.

use std::collections::HashSet;

use crate::record::Size;
use crate::record::diagnostic::{Findings, ellipsize};
use crate::sgf::diagnostics::{LINE_TWICE, POINT_NAMED_TWICE};
use crate::sgf::property::Property;
use crate::sgf::values::{Area, composed};

/// Groups of properties in which each point may appear at most once.
const GROUPS: [&[&str]; 5] =
    [&["CR", "MA", "SL", "SQ", "TR", "M"], &["TB", "TW"], &["LB", "L"], &["DD"], &["VW"]];

/// Properties of lines between two points.
const LINES: [&str; 2] = ["AR", "LN"];

/// The points of a node, by group.
#[derive(Debug, Default)]
pub(super) struct Points {
    /// A bit mask per point of the groups that contain it.
    named: Vec<u8>,
    /// The points with a nonzero mask.
    marked: Vec<usize>,
}

impl Points {
    /// Reports points that appear twice in the properties of a node.
    pub(super) fn check(
        &mut self,
        properties: &[Property<'_>],
        size: Size,
        findings: &mut Findings,
    ) {
        let group_of = |name: &str| GROUPS.iter().position(|names| names.contains(&name));
        for property in properties {
            let Some(group) = group_of(&property.name) else { continue };
            self.named.resize(self.named.len().max(size.area()), 0);
            for value in &property.values {
                let listed = composed(value).filter(|_| property.name == "LB");
                let Some(area) = Area::parse(listed.map_or(&**value, |(at, _)| at), size) else {
                    continue;
                };
                for point in area.points() {
                    let index = size.index(point);
                    if self.named[index] & 1 << group != 0 {
                        let details = [&*property.name, &point.vertex(size)];
                        findings.add(&POINT_NAMED_TWICE, value.place(), details);
                    }
                    self.named[index] |= 1 << group;
                    self.marked.push(index);
                }
            }
        }
        self.marked.drain(..).for_each(|index| self.named[index] = 0);
        properties.iter().for_each(|property| lines_twice(property, findings));
    }
}

/// Reports duplicate arrows and lines in a property.
fn lines_twice(property: &Property<'_>, findings: &mut Findings) {
    if !LINES.contains(&&*property.name) || property.values.len() < 2 {
        return;
    }
    let mut seen = HashSet::new();
    for value in &property.values {
        if !seen.insert(&**value) {
            findings.add(&LINE_TWICE, value.place(), [&property.name, &ellipsize(value)]);
        }
    }
}
