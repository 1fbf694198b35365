//! The names of SGF's properties: how old files write them, and what kind of value each takes.
//!
//! It does not know what the properties mean.

use std::borrow::Cow;

/// What may stand between the brackets of a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Value {
    /// No value.
    None,
    /// 1, or 2 for emphasis.
    Double,
    /// A whole number.
    Number,
    /// A decimal number.
    Real,
    /// Text of one line.
    SimpleText,
    /// Text of many lines.
    Text,
    /// A list of points, compressed or not.
    Points,
    /// A list of `point:point`.
    Lines,
    /// Anything, since the property is read where it is used or nobody knows it.
    Any,
}

/// The nodes in which a property may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// In the root.
    Root,
    /// Once on each way from the root to an end.
    Info,
    /// In any node.
    Node,
}

/// The class of a property and the value that it takes.
pub(super) fn known(name: &str) -> (Class, Value) {
    match name {
        "FF" | "GM" | "SZ" | "CA" => (Class::Root, Value::Any),
        "AP" => (Class::Root, Value::SimpleText),
        "ST" => (Class::Root, Value::Number),
        "GN" | "PC" | "DT" | "PB" | "PW" | "BR" | "WR" | "BT" | "WT" | "KM" | "KI" | "HA"
        | "RE" | "RU" => (Class::Info, Value::SimpleText),
        "AN" | "CP" | "EV" | "ON" | "OT" | "RO" | "SO" | "TM" | "US" => {
            (Class::Info, Value::SimpleText)
        }
        "GC" => (Class::Info, Value::Text),
        "C" => (Class::Node, Value::Text),
        "N" => (Class::Node, Value::SimpleText),
        "DM" | "GB" | "GW" | "HO" | "UC" | "CH" => (Class::Node, Value::Double),
        "MN" | "PM" | "OB" | "OW" => (Class::Node, Value::Number),
        "V" | "BL" | "WL" => (Class::Node, Value::Real),
        "KO" => (Class::Node, Value::None),
        "DD" | "VW" | "TB" | "TW" | "SC" | "RG" => (Class::Node, Value::Points),
        "AR" | "LN" => (Class::Node, Value::Lines),
        _ => (Class::Node, Value::Any),
    }
}

/// Whether the values of a property, by its name as it stands in the file, may be text in which
/// somebody forgot to escape a bracket.
pub(super) fn is_text(raw: &str) -> bool {
    const MOVES: [&str; 2] = ["B", "W"];
    const NO_TEXT: [&str; 22] = [
        "AB", "AW", "AE", "PL", "CR", "TR", "SQ", "MA", "SL", "L", "M", "TE", "BM", "DO", "IT",
        "SZ", "FF", "GM", "KM", "HA", "CA", "ST",
    ];
    if MOVES.contains(&raw) {
        return false;
    }
    let name = canonical(raw);
    let kind = known(&name).1;
    !NO_TEXT.contains(&&*name)
        && !MOVES.contains(&&*name)
        && matches!(kind, Value::Text | Value::SimpleText | Value::Any)
}

/// The name in FF\[4\]: lower-case letters were decoration (`AddBlack`), and some programs wrote the
/// whole word in capitals. Empty where there are no capitals.
pub(super) fn canonical(raw: &str) -> Cow<'_, str> {
    if raw.len() <= 2 && raw.bytes().all(|b| b.is_ascii_uppercase()) {
        return Cow::Borrowed(raw);
    }
    let capitals = raw.chars().filter(|c| !c.is_ascii_lowercase()).collect::<String>();
    match LONG_NAMES.iter().find(|(long, _)| *long == capitals) {
        Some((_, short)) => Cow::Borrowed(short),
        None if capitals.starts_with(|c: char| c.is_ascii_uppercase()) => Cow::Owned(capitals),
        None => Cow::Borrowed(""),
    }
}

/// Words in capitals that stand for properties.
const LONG_NAMES: &[(&str, &str)] = &[
    ("ADDBLACK", "AB"),
    ("ADDEMPTY", "AE"),
    ("ADDWHITE", "AW"),
    ("BLACK", "B"),
    ("BLACKRANK", "BR"),
    ("COMMENT", "C"),
    ("COPYRIGHT", "CP"),
    ("DATE", "DT"),
    ("EVENT", "EV"),
    ("GAME", "GM"),
    ("GAMENAME", "GN"),
    ("HANDICAP", "HA"),
    ("KOMI", "KM"),
    ("LETTERS", "L"),
    ("MARK", "MA"),
    ("NAME", "N"),
    ("PLACE", "PC"),
    ("PLAYER", "PL"),
    ("PLAYERBLACK", "PB"),
    ("PLAYERWHITE", "PW"),
    ("RESULT", "RE"),
    ("ROUND", "RO"),
    ("RULES", "RU"),
    ("SIZE", "SZ"),
    ("SOURCE", "SO"),
    ("TIME", "TM"),
    ("USER", "US"),
    ("VIEW", "VW"),
    ("WHITE", "W"),
    ("WHITERANK", "WR"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_names_lose_their_decoration() {
        for (raw, name) in [
            ("B", "B"),
            ("AB", "AB"),
            ("AddBlack", "AB"),
            ("CoPyright", "CP"),
            ("ADDBLACK", "AB"),
            ("COMMENT", "C"),
            ("MULTIGOGM", "MULTIGOGM"),
            ("comment", ""),
            ("B2", "B2"),
            ("2B", ""),
        ] {
            assert_eq!(canonical(raw), name, "{raw}");
        }
    }

    #[test]
    fn text_is_told_from_points() {
        for name in ["C", "GC", "Comment", "PB", "XX", "KO2", "LB"] {
            assert!(is_text(name), "{name}");
        }
        for name in ["B", "Black", "AB", "ADDBLACK", "TB", "KM", "BL"] {
            assert!(!is_text(name), "{name}");
        }
    }
}
