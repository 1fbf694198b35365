//! A cursor over the text of an XML document that reads names, blanks and delimited text.

/// A text and the current byte offset.
pub(super) struct Scan<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
}

impl<'t> Scan<'t> {
    pub(super) fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Consumes a character if it is next. Returns `true` if it was consumed.
    pub(super) fn take(&mut self, c: char) -> bool {
        let takes = self.rest().starts_with(c);
        self.at += if takes { c.len_utf8() } else { 0 };
        takes
    }

    /// Skips blanks. Returns `true` if there were any.
    pub(super) fn skip_blanks(&mut self) -> bool {
        let rest = self.rest();
        let after = rest.trim_start_matches(is_blank);
        self.at += rest.len() - after.len();
        after.len() < rest.len()
    }

    /// Reads the text before the next `c`, or the rest of the text.
    pub(super) fn until(&mut self, c: char) -> &'t str {
        let rest = self.rest();
        let end = rest.find(c).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// Moves past the next `end` and returns the byte offset at which it begins. Returns `None` if there is none.
    pub(super) fn after(&mut self, end: &str) -> Option<usize> {
        let begins = self.at + self.rest().find(end)?;
        self.at = begins + end.len();
        Some(begins)
    }

    /// Reads a name. Returns an empty string if there is none.
    pub(super) fn name(&mut self) -> &'t str {
        let rest = self.rest();
        let begins = rest.starts_with(begins_name);
        let end = rest.find(|c| !is_in_name(c)).unwrap_or(rest.len());
        let end = if begins { end } else { 0 };
        self.at += end;
        &rest[..end]
    }
}

/// Returns `true` for XML white space.
pub(super) fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n')
}

/// Returns `true` if an XML name may begin with a character (XML 1.0, fifth edition).
fn begins_name(c: char) -> bool {
    matches!(c, ':' | '_' | 'A'..='Z' | 'a'..='z'
        | '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{2FF}'
        | '\u{370}'..='\u{37D}' | '\u{37F}'..='\u{1FFF}' | '\u{200C}'..='\u{200D}'
        | '\u{2070}'..='\u{218F}' | '\u{2C00}'..='\u{2FEF}' | '\u{3001}'..='\u{D7FF}'
        | '\u{F900}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FFFD}' | '\u{10000}'..='\u{EFFFF}')
}

/// Returns `true` if an XML name may contain a character.
pub(super) fn is_in_name(c: char) -> bool {
    begins_name(c)
        || matches!(c, '-' | '.' | '0'..='9' | '\u{B7}'
            | '\u{300}'..='\u{36F}' | '\u{203F}'..='\u{2040}')
}
