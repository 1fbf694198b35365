//! Definitions of SGF properties: their node class, value type and versions.
//!
//! Source: the property indices of FF\[1\], FF\[3\] and FF\[4\].

/// Nodes in which a property may appear.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// Only in the root.
    Root,
    /// At most once on each path from the root to a leaf.
    Info,
    /// In a node without properties of moves.
    Setup,
    /// In a node without properties of setup.
    Move,
    /// In any node.
    Node,
}

/// Type of a property value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Nothing.
    None,
    /// 1, or 2 for emphasis.
    Double,
    /// An integer.
    Number,
    /// An integer within an inclusive range.
    NumberIn(i64, i64),
    /// A decimal number.
    Real,
    /// `B` or `W`.
    Color,
    /// Text of one line.
    SimpleText,
    /// Text of many lines.
    Text,
    /// A point, or nothing for a pass.
    Move,
    /// A point, or the two corners of a rectangle. The reader reports invalid points.
    Points,
    /// The same, but the reader preserves the values without reading them.
    UnreadPoints,
    /// Two points.
    Line,
    /// A point with a text.
    Label,
    /// Nothing, or a number with a text.
    Figure,
    /// A name with a version.
    Application,
    /// A number, or two.
    Size,
    /// The name of a charset.
    Charset,
    /// A list of days.
    Dates,
    /// A result.
    Result,
    /// Seconds; any text in versions before FF\[4\].
    Time,
}

/// Number of values of a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Count {
    /// One.
    One,
    /// One or more.
    List,
    /// Any number; an empty list is written as one empty value.
    ListOrNone,
}

/// A property.
#[derive(Debug)]
pub(super) struct Definition {
    pub(super) name: &'static str,
    pub(super) class: Class,
    pub(super) kind: Kind,
    pub(super) count: Count,
    formats: u8,
}

impl Definition {
    /// Returns `true` if a version of SGF (1 to 4) defines it.
    pub(super) fn is_of(&self, format: u8) -> bool {
        self.formats & 1 << format != 0
    }

    /// Returns the clause violated by an invalid value: its value type, or the property name if the type is unique to
    /// it.
    pub(super) fn clause(&self) -> &'static str {
        match self.kind {
            Kind::None => "None",
            Kind::Double => "Double",
            Kind::Number => "Number",
            Kind::Real => "Real",
            Kind::Color => "Color",
            Kind::SimpleText => "SimpleText",
            Kind::Text => "Text",
            Kind::Move => "Move",
            Kind::Points if self.class == Class::Setup && self.name != "AE" => "Stone",
            Kind::UnreadPoints if self.count == Count::ListOrNone => "EList",
            Kind::Points | Kind::UnreadPoints => "Point",
            _ => self.name,
        }
    }

    /// Returns the newest version that defines it.
    pub(super) fn newest(&self) -> u8 {
        self.formats.ilog2() as u8
    }
}

/// Returns the definition of a property by its uppercase name. Returns `None` for a private property.
pub(super) fn of(name: &str) -> Option<&'static Definition> {
    let (first, second) = match *name.as_bytes() {
        [first] => (first, b'@'),
        [first, second] => (first, second),
        _ => return None,
    };
    let place = place(first, second)?;
    TABLE.get(usize::from(PLACES[place]).wrapping_sub(1))
}

/// Returns the class of a property; a private one may appear in any node.
pub(super) fn class(name: &str) -> Class {
    of(name).map_or(Class::Node, |definition| definition.class)
}

const LETTERS: usize = 26;

/// Returns the index of a name of one or two letters among all possible names. A missing second letter is `@`.
const fn place(first: u8, second: u8) -> Option<usize> {
    if !first.is_ascii_uppercase() || !(second.is_ascii_uppercase() || second == b'@') {
        return None;
    }
    Some((first - b'A') as usize * (LETTERS + 1) + (second - b'@') as usize)
}

/// The 1-based index in the table for each possible name; 0 if there is none.
const PLACES: [u8; LETTERS * (LETTERS + 1)] = {
    let mut places = [0; LETTERS * (LETTERS + 1)];
    let mut i = 0;
    while i < TABLE.len() {
        let name = TABLE[i].name.as_bytes();
        let second = if name.len() > 1 { name[1] } else { b'@' };
        match place(name[0], second) {
            Some(place) => places[place] = i as u8 + 1,
            None => panic!("names have one or two upper-case letters"),
        }
        i += 1;
    }
    places
};

/// The version masks: FF\[1\] and FF\[2\]; FF\[3\]; FF\[4\].
const OLD: u8 = 1 << 1 | 1 << 2;
const THREE: u8 = 1 << 3;
const FOUR: u8 = 1 << 4;
const NEW: u8 = THREE | FOUR;
const ALL: u8 = OLD | NEW;
const BEFORE_FOUR: u8 = OLD | THREE;

const fn one(name: &'static str, class: Class, kind: Kind, formats: u8) -> Definition {
    Definition { name, class, kind, count: Count::One, formats }
}

const fn list(name: &'static str, class: Class, kind: Kind, formats: u8) -> Definition {
    Definition { name, class, kind, count: Count::List, formats }
}

const fn any(name: &'static str, kind: Kind, formats: u8) -> Definition {
    Definition { name, class: Class::Node, kind, count: Count::ListOrNone, formats }
}

/// All properties.
const TABLE: &[Definition] = &[
    one("B", Class::Move, Kind::Move, ALL),
    one("W", Class::Move, Kind::Move, ALL),
    one("KO", Class::Move, Kind::None, NEW),
    one("MN", Class::Move, Kind::Number, NEW),
    list("AB", Class::Setup, Kind::Points, ALL),
    list("AW", Class::Setup, Kind::Points, ALL),
    list("AE", Class::Setup, Kind::Points, ALL),
    one("PL", Class::Setup, Kind::Color, ALL),
    // Comments and values of positions.
    one("C", Class::Node, Kind::Text, ALL),
    one("N", Class::Node, Kind::SimpleText, ALL),
    one("V", Class::Node, Kind::Real, ALL),
    one("GB", Class::Node, Kind::Double, ALL),
    one("GW", Class::Node, Kind::Double, ALL),
    one("DM", Class::Node, Kind::Double, NEW),
    one("UC", Class::Node, Kind::Double, NEW),
    one("HO", Class::Node, Kind::Double, NEW),
    // Evaluations of moves.
    one("TE", Class::Move, Kind::Double, ALL),
    one("BM", Class::Move, Kind::Double, ALL),
    one("DO", Class::Move, Kind::None, NEW),
    one("IT", Class::Move, Kind::None, NEW),
    // Markup.
    list("CR", Class::Node, Kind::Points, NEW),
    list("MA", Class::Node, Kind::Points, NEW),
    list("SL", Class::Node, Kind::Points, ALL),
    list("SQ", Class::Node, Kind::Points, FOUR),
    list("TR", Class::Node, Kind::Points, NEW),
    list("LB", Class::Node, Kind::Label, NEW),
    list("AR", Class::Node, Kind::Line, FOUR),
    list("LN", Class::Node, Kind::Line, FOUR),
    any("DD", Kind::UnreadPoints, FOUR),
    any("TB", Kind::UnreadPoints, ALL),
    any("TW", Kind::UnreadPoints, ALL),
    any("VW", Kind::UnreadPoints, ALL),
    one("FG", Class::Node, Kind::Figure, ALL),
    one("PM", Class::Node, Kind::NumberIn(0, 2), FOUR),
    // Clocks.
    one("BL", Class::Move, Kind::Real, ALL),
    one("WL", Class::Move, Kind::Real, ALL),
    one("OB", Class::Move, Kind::NumberIn(0, i64::MAX), NEW),
    one("OW", Class::Move, Kind::NumberIn(0, i64::MAX), NEW),
    // The root.
    one("AP", Class::Root, Kind::Application, FOUR),
    one("CA", Class::Root, Kind::Charset, FOUR),
    one("FF", Class::Root, Kind::NumberIn(1, 4), ALL),
    one("GM", Class::Root, Kind::NumberIn(1, i64::MAX), ALL),
    one("ST", Class::Root, Kind::NumberIn(0, 3), FOUR),
    one("SZ", Class::Root, Kind::Size, ALL),
    // The game.
    one("AN", Class::Info, Kind::SimpleText, NEW),
    one("BR", Class::Info, Kind::SimpleText, ALL),
    one("BT", Class::Info, Kind::SimpleText, NEW),
    one("CP", Class::Info, Kind::SimpleText, NEW),
    one("DT", Class::Info, Kind::Dates, ALL),
    one("EV", Class::Info, Kind::SimpleText, ALL),
    one("GC", Class::Info, Kind::Text, ALL),
    one("GN", Class::Info, Kind::SimpleText, ALL),
    one("HA", Class::Info, Kind::Number, ALL),
    one("KM", Class::Info, Kind::Real, ALL),
    one("ON", Class::Info, Kind::SimpleText, NEW),
    one("OT", Class::Info, Kind::SimpleText, FOUR),
    one("PB", Class::Info, Kind::SimpleText, ALL),
    one("PC", Class::Info, Kind::SimpleText, ALL),
    one("PW", Class::Info, Kind::SimpleText, ALL),
    one("RE", Class::Info, Kind::Result, ALL),
    one("RO", Class::Info, Kind::SimpleText, ALL),
    one("RU", Class::Info, Kind::SimpleText, NEW),
    one("SO", Class::Info, Kind::SimpleText, ALL),
    one("TM", Class::Info, Kind::Time, ALL),
    one("US", Class::Info, Kind::SimpleText, ALL),
    one("WR", Class::Info, Kind::SimpleText, ALL),
    one("WT", Class::Info, Kind::SimpleText, NEW),
    // Properties removed in FF[4].
    list("L", Class::Node, Kind::Points, OLD),
    list("M", Class::Node, Kind::Points, OLD),
    list("RG", Class::Node, Kind::UnreadPoints, BEFORE_FOUR),
    list("SC", Class::Node, Kind::UnreadPoints, BEFORE_FOUR),
    list("SE", Class::Node, Kind::UnreadPoints, THREE),
    one("CH", Class::Node, Kind::Double, BEFORE_FOUR),
    one("SI", Class::Node, Kind::Double, THREE),
    one("TC", Class::Node, Kind::Number, THREE),
    one("OM", Class::Node, Kind::Number, THREE),
    one("OP", Class::Node, Kind::Real, THREE),
    one("OV", Class::Node, Kind::Real, THREE),
    one("LT", Class::Node, Kind::None, THREE),
    one("EL", Class::Node, Kind::Number, OLD),
    one("EX", Class::Node, Kind::Move, OLD),
    one("BS", Class::Info, Kind::Number, BEFORE_FOUR),
    one("WS", Class::Info, Kind::Number, BEFORE_FOUR),
    one("ID", Class::Info, Kind::SimpleText, THREE),
    one("KI", Class::Info, Kind::Number, OLD),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definition_lookup_by_name() {
        for definition in TABLE {
            let found = of(definition.name).expect("it is in the table");
            assert_eq!(found.name, definition.name, "each name stands once");
        }
        assert!(
            of("XX").is_none() && of("").is_none() && of("B2").is_none() && of("ABC").is_none()
        );
        assert!(of("B").is_some_and(|b| b.is_of(1) && b.is_of(4) && b.newest() == 4));
        assert!(of("RG").is_some_and(|rg| !rg.is_of(4) && rg.newest() == 3));
    }
}
