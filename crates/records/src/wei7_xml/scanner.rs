//! The text of an XML document up to where it is read: names, blanks and what stands between.

/// A text, read up to a byte.
pub(super) struct Scan<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
}

impl<'t> Scan<'t> {
    pub(super) fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Reads a character if it comes next.
    pub(super) fn take(&mut self, c: char) -> bool {
        let takes = self.rest().starts_with(c);
        self.at += if takes { c.len_utf8() } else { 0 };
        takes
    }

    /// Reads blanks, and returns whether there were any.
    pub(super) fn skip_blanks(&mut self) -> bool {
        let rest = self.rest();
        let after = rest.trim_start_matches(is_blank);
        self.at += rest.len() - after.len();
        after.len() < rest.len()
    }

    /// Reads what stands before a character, or all that is left.
    pub(super) fn until(&mut self, c: char) -> &'t str {
        let rest = self.rest();
        let end = rest.find(c).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// Reads to behind the next `end`, and returns where that begins, if there is one.
    pub(super) fn after(&mut self, end: &str) -> Option<usize> {
        let begins = self.at + self.rest().find(end)?;
        self.at = begins + end.len();
        Some(begins)
    }

    /// Reads a name; it is empty where none stands.
    pub(super) fn name(&mut self) -> &'t str {
        let rest = self.rest();
        let begins = rest.starts_with(begins_name);
        let end = rest.find(|c| !is_in_name(c)).unwrap_or(rest.len());
        let end = if begins { end } else { 0 };
        self.at += end;
        &rest[..end]
    }
}

/// Whether a character is a blank of XML.
pub(super) fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n')
}

/// Whether a name of XML may begin with a character (XML 1.0, fifth edition).
fn begins_name(c: char) -> bool {
    matches!(c, ':' | '_' | 'A'..='Z' | 'a'..='z'
        | '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{2FF}'
        | '\u{370}'..='\u{37D}' | '\u{37F}'..='\u{1FFF}' | '\u{200C}'..='\u{200D}'
        | '\u{2070}'..='\u{218F}' | '\u{2C00}'..='\u{2FEF}' | '\u{3001}'..='\u{D7FF}'
        | '\u{F900}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FFFD}' | '\u{10000}'..='\u{EFFFF}')
}

/// Whether a name of XML may go on with a character.
pub(super) fn is_in_name(c: char) -> bool {
    begins_name(c)
        || matches!(c, '-' | '.' | '0'..='9' | '\u{B7}'
            | '\u{300}'..='\u{36F}' | '\u{203F}'..='\u{2040}')
}
