//! SGF properties as they appear in a file, and properties with game information.

use std::borrow::Cow;
use std::ops::Deref;

use smallvec::SmallVec;

use crate::adapt::property_text::simple_text;
use crate::record::NodeId;
use crate::record::diagnostic::SourceLocation;

/// A property with its raw values.
#[derive(Debug)]
pub(super) struct Property<'t> {
    /// The FF\[4\] name; empty if the name in the file is invalid.
    pub(super) name: Cow<'t, str>,
    /// The byte offset.
    pub(super) at: usize,
    pub(super) values: SmallVec<[Value<'t>; 1]>,
    /// How the name is written in the file.
    pub(super) spelling: Spelling,
}

/// The raw content between two brackets, including escapes.
#[derive(Debug)]
pub(super) struct Value<'t> {
    pub(super) text: Cow<'t, str>,
    /// The byte offset of its `[`.
    pub(super) at: usize,
}

impl Deref for Value<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

/// How the name of a property is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Spelling {
    /// In capitals, as in FF\[4\].
    Capitals,
    /// With lower-case letters between the capitals (`AddBlack`), as FF\[1\] to FF\[3\] allow.
    Decorated,
    /// With a digit (`KO2`), as FF\[1\] allows.
    WithDigit,
}

/// Returns the location of a node: that of its first property.
pub(super) fn place_of(properties: &[Property<'_>]) -> SourceLocation {
    properties.first().map(Property::place).unwrap_or_default()
}

/// The properties for name, rank and team of Black, then of White.
pub(super) const PEOPLE: [[&str; 3]; 2] = [["PB", "BR", "BT"], ["PW", "WR", "WT"]];

impl Property<'_> {
    /// Returns the location of the property name.
    pub(super) fn place(&self) -> SourceLocation {
        SourceLocation::offset(self.at)
    }
}

impl Value<'_> {
    pub(super) fn place(&self) -> SourceLocation {
        SourceLocation::offset(self.at)
    }
}

/// An item of game information.
#[derive(Debug)]
pub(super) struct InfoText {
    pub(super) name: String,
    pub(super) text: String,
    pub(super) at: usize,
    /// The raw value in the file.
    pub(super) raw: String,
    /// The node that contains it.
    pub(super) node: NodeId,
}

impl InfoText {
    /// Returns `true` if a property is interpreted, not merely preserved.
    pub(super) fn is_read(name: &str) -> bool {
        const READ: [&str; 14] =
            ["GN", "PC", "DT", "PB", "PW", "BR", "WR", "BT", "WT", "KM", "KI", "HA", "RE", "RU"];
        READ.contains(&name)
    }

    pub(super) fn new(property: &Property<'_>, node: NodeId) -> InfoText {
        let raw = property.values[0].to_string();
        let text = simple_text(&raw).into_owned();
        InfoText { name: property.name.to_string(), text, at: property.at, raw, node }
    }

    pub(super) fn place(&self) -> SourceLocation {
        SourceLocation::offset(self.at)
    }
}
