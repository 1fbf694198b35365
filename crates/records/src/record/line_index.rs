//! Line and column numbers of byte offsets in a text.

/// Computes lines and columns in a single pass if the offsets are ascending.
#[derive(Debug)]
pub struct LineIndex<'t> {
    text: &'t str,
    /// The number of bytes processed; the fields below give the line and column after them.
    counted: usize,
    line: usize,
    column: usize,
}

impl<'t> LineIndex<'t> {
    /// Creates an index at the start of a text.
    pub fn new(text: &'t str) -> LineIndex<'t> {
        LineIndex { text, counted: 0, line: 1, column: 1 }
    }

    /// Returns the line and column of a byte offset, both starting at 1.
    pub fn line_and_column(&mut self, offset: usize) -> (usize, usize) {
        let offset = offset.min(self.text.len());
        if offset < self.counted {
            *self = LineIndex::new(self.text);
        }
        for &byte in &self.text.as_bytes()[self.counted..offset] {
            let goes_on_with_char = byte & 0xC0 == 0x80;
            match byte {
                b'\n' => (self.line, self.column) = (self.line + 1, 1),
                _ => self.column += usize::from(!goes_on_with_char),
            }
        }
        self.counted = offset;
        (self.line, self.column)
    }
}
