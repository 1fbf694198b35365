//! Tokenizer of net files in text and binary format.
//!
//! Both formats consist of tokens separated by white space. In the binary format, each tensor is `@BIN@` followed by
//! its numbers as little-endian `f32`. Memory is allocated as data arrives, not according to a stated size.

use std::io::BufRead;

use super::super::error::ReadError;

/// The maximum number of weights of a net; the largest known net has 233 million.
pub(super) const MAX_WEIGHTS: usize = 500_000_000;
/// The maximum length of a token; numbers and names are shorter.
const MAX_WORD: usize = 96;
/// The maximum number of white space bytes between two tokens, so that a gzip stream of white space is rejected
/// early.
const MAX_BLANKS: usize = 100;
const MARK: &[u8; 5] = b"@BIN@";

/// Reads the tokens of a net file.
pub(super) struct Tokens<R> {
    source: R,
    /// The current layer, for errors.
    layer: String,
    weights_left: usize,
}

impl<R: BufRead> Tokens<R> {
    pub(super) fn new(source: R) -> Tokens<R> {
        Tokens { source, layer: "the header".to_owned(), weights_left: MAX_WEIGHTS }
    }

    /// Returns the name of the current layer.
    pub(super) fn layer(&self) -> String {
        self.layer.clone()
    }

    /// Reads the name of a layer, which subsequent errors mention.
    pub(super) fn name(&mut self) -> Result<String, ReadError> {
        let name = self.word()?;
        self.layer = format!("layer {}", name.escape_default());
        Ok(name)
    }

    /// Reads the name of the net: letters, digits, `_`, `-` and `.`.
    pub(super) fn net_name(&mut self) -> Result<String, ReadError> {
        let name = self.word()?;
        let is_usual = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte);
        if name.bytes().all(is_usual) {
            return Ok(name);
        }
        Err(self.unexpected(name.as_bytes(), "net name"))
    }

    /// Reads the next token.
    pub(super) fn word(&mut self) -> Result<String, ReadError> {
        self.skip_space()?;
        let mut word = Vec::new();
        while let Some(byte) = self.peek()?.filter(|byte| !byte.is_ascii_whitespace()) {
            if word.len() == MAX_WORD {
                return Err(self.unexpected(&word, "token"));
            }
            word.push(byte);
            self.source.consume(1);
        }
        if word.is_empty() {
            return Err(ReadError::Truncated(self.layer()));
        }
        String::from_utf8(word).map_err(|error| self.unexpected(error.as_bytes(), "token"))
    }

    /// Reads a non-negative integer.
    pub(super) fn count(&mut self) -> Result<usize, ReadError> {
        let word = self.word()?;
        word.parse().map_err(|_| self.unexpected(word.as_bytes(), "integer"))
    }

    /// Reads an integer from 1 to `max`; `what` names it in errors.
    pub(super) fn size(&mut self, what: &'static str, max: usize) -> Result<usize, ReadError> {
        let size = self.count()?;
        if size == 0 || size > max {
            return Err(self.range(what, size));
        }
        Ok(size)
    }

    /// Reads a flag, 0 or 1.
    pub(super) fn flag(&mut self, what: &'static str) -> Result<bool, ReadError> {
        match self.count()? {
            0 => Ok(false),
            1 => Ok(true),
            other => Err(self.range(what, other)),
        }
    }

    /// Reads `count` numbers that are reserved for later versions and must be 0.
    pub(super) fn reserved(&mut self, count: usize) -> Result<(), ReadError> {
        for _ in 0..count {
            match self.count()? {
                0 => {}
                other => return Err(self.range("reserved number", other)),
            }
        }
        Ok(())
    }

    /// Reads a finite number.
    pub(super) fn number(&mut self) -> Result<f32, ReadError> {
        let word = self.word()?;
        let number: f32 = word.parse().map_err(|_| self.unexpected(word.as_bytes(), "number"))?;
        if number.is_finite() { Ok(number) } else { Err(ReadError::NotFinite(self.layer())) }
    }

    /// Reads a positive number.
    pub(super) fn positive(&mut self, what: &'static str) -> Result<f32, ReadError> {
        let number = self.number()?;
        if number > 0.0 { Ok(number) } else { Err(self.range(what, number)) }
    }

    /// Reads a tensor of `length` numbers in either format. Subnormal numbers become zero.
    pub(super) fn tensor(&mut self, length: usize) -> Result<Vec<f32>, ReadError> {
        self.weights_left = self
            .weights_left
            .checked_sub(length)
            .ok_or(ReadError::TooLarge(MAX_WEIGHTS * 4 / 1_000_000))?;
        self.skip_space()?;
        let is_binary = self.peek()? == Some(MARK[0]);
        let mut numbers = if is_binary { self.binary(length)? } else { self.text(length)? };
        // Training leaves many subnormals: 4 % of the weights of b10c384h6. Multiplying them is about a hundred times
        // slower, and they are too small to matter.
        for number in &mut numbers {
            *number = if number.is_subnormal() { 0.0 } else { *number };
        }
        Ok(numbers)
    }

    fn text(&mut self, length: usize) -> Result<Vec<f32>, ReadError> {
        let mut numbers = Vec::new();
        for _ in 0..length {
            numbers.push(self.number()?);
        }
        Ok(numbers)
    }

    fn binary(&mut self, length: usize) -> Result<Vec<f32>, ReadError> {
        let mut mark = [0; MARK.len()];
        self.fill(&mut mark)?;
        if mark != *MARK {
            return Err(self.unexpected(&mark, "tensor start"));
        }
        let mut numbers = Vec::new();
        let mut buffer = [0; 1 << 14];
        while numbers.len() < length {
            let bytes = (4 * (length - numbers.len())).min(buffer.len());
            self.fill(&mut buffer[..bytes])?;
            let read = buffer[..bytes].as_chunks().0.iter().map(|&four| f32::from_le_bytes(four));
            numbers.extend(read);
        }
        if numbers.iter().all(|number| number.is_finite()) {
            Ok(numbers)
        } else {
            Err(ReadError::NotFinite(self.layer()))
        }
    }

    /// Checks that only white space follows.
    pub(super) fn end(&mut self) -> Result<(), ReadError> {
        self.skip_space()?;
        if self.peek()?.is_some() { Err(ReadError::Trailing) } else { Ok(()) }
    }

    /// Returns the error for a number that is out of range.
    pub(super) fn range(&self, what: &'static str, value: impl ToString) -> ReadError {
        ReadError::Range { layer: self.layer(), what, value: value.to_string() }
    }

    /// Returns the error for an unknown name.
    pub(super) fn kind(&self, word: &str, wanted: &'static str) -> ReadError {
        ReadError::Kind { layer: self.layer(), word: word.escape_default().to_string(), wanted }
    }

    /// Checks that the number of channels of a layer matches its neighbours.
    pub(super) fn expect(
        &self,
        what: &'static str,
        found: usize,
        due: usize,
    ) -> Result<(), ReadError> {
        if found == due {
            return Ok(());
        }
        Err(ReadError::Channels { layer: self.layer(), what, found, due })
    }

    fn unexpected(&self, word: &[u8], wanted: &'static str) -> ReadError {
        ReadError::Unexpected { layer: self.layer(), word: word.escape_ascii().to_string(), wanted }
    }

    fn peek(&mut self) -> Result<Option<u8>, ReadError> {
        Ok(self.source.fill_buf()?.first().copied())
    }

    fn skip_space(&mut self) -> Result<(), ReadError> {
        for _ in 0..MAX_BLANKS {
            if !self.peek()?.is_some_and(|byte| byte.is_ascii_whitespace()) {
                return Ok(());
            }
            self.source.consume(1);
        }
        Err(ReadError::Blanks(self.layer()))
    }

    fn fill(&mut self, buffer: &mut [u8]) -> Result<(), ReadError> {
        match self.source.read_exact(buffer) {
            Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
                Err(ReadError::Truncated(self.layer()))
            }
            result => Ok(result?),
        }
    }
}
