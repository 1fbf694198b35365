//! Names of SGF properties: variants in old files and programs, and the properties that contain text.

use std::borrow::Cow;

use super::property::Spelling;
use super::property_definitions::{self, Kind};

/// Returns `true` if the values of a property may be text with unescaped brackets. `raw` is the name in the file.
pub(super) fn is_text(raw: &str) -> bool {
    // The usual spelling.
    if matches!(raw, "B" | "W") {
        return false;
    }
    match property_definitions::of(&canonical(raw)).map(|definition| definition.kind) {
        None | Some(Kind::Text | Kind::SimpleText | Kind::Label | Kind::Figure) => true,
        // Sites write free text into these.
        Some(Kind::Dates | Kind::Result | Kind::Time | Kind::Application) => true,
        Some(_) => false,
    }
}

/// Returns the FF\[4\] name: without decorative lower-case letters (`AddBlack`), or for a full word in capitals.
/// The name is empty if there are no capitals.
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

/// Returns how a name is written in a file.
pub(super) fn spelling(raw: &str) -> Spelling {
    if raw.bytes().any(|b| b.is_ascii_digit()) {
        Spelling::WithDigit
    } else if raw.bytes().any(|b| b.is_ascii_lowercase()) {
        Spelling::Decorated
    } else {
        Spelling::Capitals
    }
}

/// Full words in capitals and their properties.
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
    fn old_property_names_are_normalized() {
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
    fn text_properties_are_recognized() {
        for name in ["C", "GC", "Comment", "PB", "XX", "KO2", "LB"] {
            assert!(is_text(name), "{name}");
        }
        for name in ["B", "Black", "AB", "ADDBLACK", "TB", "KM", "BL"] {
            assert!(!is_text(name), "{name}");
        }
    }
}
