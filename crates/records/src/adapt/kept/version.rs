//! The versions of wei7, as far as they differ in what they can say.

/// A version of wei7.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Version {
    /// 3.0, which is JSON.
    Json,
    /// 2.2, which is XML.
    Xml,
}

impl Version {
    pub(super) fn of(is_xml: bool) -> Version {
        if is_xml { Version::Xml } else { Version::Json }
    }
}

/// The most characters of a name.
const LONGEST: usize = 128;

/// Whether both versions have a name as it is.
pub(super) fn is_name(text: &str) -> bool {
    let is_special = |c: char| {
        c < ' ' || matches!(c, '\u{85}' | '\u{2028}' | '\u{2029}' | '\u{FFFE}' | '\u{FFFF}')
    };
    !text.contains(is_special) && text.chars().count() <= LONGEST
}

/// Whether XML has all characters of a text.
pub(super) fn is_xml(text: &str) -> bool {
    let is_odd = |c: char| c < ' ' && !"\t\n\r".contains(c) || matches!(c, '\u{FFFE}' | '\u{FFFF}');
    !text.contains(is_odd)
}
