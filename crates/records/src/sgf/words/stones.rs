//! Parser for numbers of handicap stones in common notations: `让三子`, `3 stones`, `互先`.

use super::letters::{after, longest, plain};
use super::numeral::whole;

/// Texts that denote no handicap.
const NONE: [&str; 13] = [
    "无",
    "不让子",
    "无让子",
    "分先",
    "互先",
    "なし",
    "无し",
    "호선",
    "none",
    "no",
    "even",
    "even game",
    "no handicap",
];

/// Words before the number.
const BEFORE: &[(&str, ())] = &[
    ("让", ()),
    ("受", ()),
    ("受让", ()),
    ("置", ()),
    ("handicap", ()),
    ("handicap of", ()),
    ("h", ()),
];

/// Words after the number.
const BEHIND: &[(&str, ())] = &[
    ("子", ()),
    ("子局", ()),
    ("子置棋", ()),
    ("个子", ()),
    ("점", ()),
    ("점 접바둑", ()),
    ("점접바둑", ()),
    ("stone", ()),
    ("stones", ()),
    ("stone handicap", ()),
    ("stones handicap", ()),
    ("-stone handicap", ()),
    ("handicap stones", ()),
];

/// Returns the number of handicap stones that a text denotes.
///
/// Returns `None` if the text is not understood completely.
pub(in super::super) fn stones(text: &str) -> Option<u32> {
    let text = plain(text);
    if NONE.contains(&text.as_str()) {
        return Some(0);
    }
    let rest = before(&text).unwrap_or(&text).trim_start_matches([' ', ':']);
    let (number, rest) = whole(rest)?;
    let rest = rest.trim_start();
    let rest = longest(rest, BEHIND).map_or(rest, |(_, rest)| rest);
    rest.is_empty().then_some(number)
}

/// Returns the rest of a text after a word before the number. `H3` has no space.
fn before(text: &str) -> Option<&str> {
    let by_letter = after(text, "h").filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    by_letter.or_else(|| longest(text, BEFORE).map(|(_, rest)| rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handicap_notations_are_parsed() {
        for (text, meant) in [
            ("3", Some(3)),
            ("０", Some(0)),
            ("三子", Some(3)),
            ("让三子", Some(3)),
            ("讓4子", Some(4)),
            ("受让九子", Some(9)),
            ("３子局", Some(3)),
            ("3 stones", Some(3)),
            ("H4", Some(4)),
            ("Handicap: 5", Some(5)),
            ("three stones", Some(3)),
            ("4점 접바둑", Some(4)),
            ("互先", Some(0)),
            ("None", Some(0)),
            ("定先", None),
            ("先", None),
            ("3 or 4", None),
            ("-3", None),
            ("", None),
        ] {
            assert_eq!(stones(text), meant, "{text}");
        }
    }
}
