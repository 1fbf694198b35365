//! A property of SGF as the file has it, and one with information about the game.

use std::borrow::Cow;
use std::ops::Deref;

use smallvec::SmallVec;

use crate::adapt::property_text::simple_text;
use crate::record::NodeId;
use crate::record::diagnostic::SourceLocation;

/// A property with its values, as they stand between the brackets.
#[derive(Debug)]
pub(super) struct Property<'t> {
    /// The name in FF\[4\]; empty where the one in the file is no name.
    pub(super) name: Cow<'t, str>,
    /// The byte where it stands.
    pub(super) at: usize,
    pub(super) values: SmallVec<[Value<'t>; 1]>,
    /// How the name is written in the file.
    pub(super) spelling: Spelling,
}

/// What stands between two brackets, with its escapes.
#[derive(Debug)]
pub(super) struct Value<'t> {
    pub(super) text: Cow<'t, str>,
    /// The byte of its `[`.
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
    /// In capitals, as FF\[4\] has it.
    Capitals,
    /// With lower-case letters between the capitals (`AddBlack`), as FF\[1\] to FF\[3\] allow.
    Decorated,
    /// With a digit (`KO2`), as FF\[1\] allows.
    WithDigit,
}

/// The place of a node, by the first of its properties.
pub(super) fn place_of(properties: &[Property<'_>]) -> SourceLocation {
    properties.first().map(Property::place).unwrap_or_default()
}

/// The name, rank and team of Black, and of White.
pub(super) const PEOPLE: [[&str; 3]; 2] = [["PB", "BR", "BT"], ["PW", "WR", "WT"]];

impl Property<'_> {
    /// The place of its name.
    pub(super) fn place(&self) -> SourceLocation {
        SourceLocation::offset(self.at)
    }
}

impl Value<'_> {
    pub(super) fn place(&self) -> SourceLocation {
        SourceLocation::offset(self.at)
    }
}

/// One piece of information about the game.
#[derive(Debug)]
pub(super) struct InfoText {
    pub(super) name: String,
    pub(super) text: String,
    pub(super) at: usize,
    /// The value as it stands in the file.
    pub(super) raw: String,
    /// The node where it stands.
    pub(super) node: NodeId,
}

impl InfoText {
    /// Whether a property is understood and not only kept.
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
