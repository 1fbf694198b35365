//! Choice of the charset of a file or tree by its declaration, characters and structure.
//!
//! Each candidate has a cost in bits, from the decoded characters, the remaining syntax errors and the lost nodes.
//! A declared charset wins unless another candidate is much cheaper.

use super::byte_escapes::without_byte_escapes;
use super::declaration::Declaration;
use super::diagnostics::{AMBIGUOUS_CHARSET, GUESSED_CHARSET, UNKNOWN_CHARSET, WRONG_CHARSET};
use super::lexer::{Brackets, Token, Tokens, first_tree};
use super::read_options::ReadOptions;
use super::split_games::HEAD;
use super::truncation::terminated;
use crate::charset::FileCharset;
use crate::charset::detect::{CANDIDATES, Detection, cost_of, is_nearly_utf8, is_plausible};
use crate::charset::escape_sequences::{SevenBitCharset, recognise};
use crate::record::DiagnosticRule;
use crate::record::diagnostic::{Findings, SourceLocation, ellipsize};

/// The number of bytes at the start of a file that are decoded for each candidate.
const EXAMINED: usize = 1 << 20;

/// The cost of a syntax error or lost node, and the maximum number that are counted.
const ERROR: u32 = 30;
const MOST_ERRORS: usize = 8;

/// The absolute advantage in bits, and the advantage relative to its own cost, that another candidate needs over the
/// declared charset.
const ADVANTAGE: u32 = 20;
const PART: u32 = 5;

/// A charset with its findings.
pub(super) struct Choice {
    pub charset: FileCharset,
    /// The rule, the byte offset where it applies, and the declaration there.
    finding: Option<(&'static DiagnosticRule, Option<usize>, String)>,
    rival: Option<FileCharset>,
}

impl Choice {
    /// Chooses the charset of a file or tree.
    pub(super) fn of(bytes: &[u8], options: &ReadOptions) -> Choice {
        let declared = Declaration::of(bytes);
        let named = declared.as_ref().and_then(Declaration::charset);
        let default = options.default_charset.filter(|_| named.is_none());
        let Detection { charset, rival } =
            default.map_or_else(|| likely(bytes, named), Detection::certain);
        let is_plain = bytes.is_ascii() && charset == FileCharset::UTF_8;
        let finding = match declared {
            _ if named == Some(charset) || is_plain => None,
            None => Some((&GUESSED_CHARSET, None, String::new())),
            Some(Declaration { at, label }) if named.is_some() => {
                Some((&WRONG_CHARSET, Some(at), label))
            }
            Some(Declaration { at, label }) => Some((&UNKNOWN_CHARSET, Some(at), label)),
        };
        Choice { charset, rival: rival.filter(|_| finding.is_some()), finding }
    }

    /// Reports the finding for bytes whose text starts at `offset`.
    pub(super) fn report(&self, bytes: &[u8], offset: usize, findings: &mut Findings) {
        let Some((rule, at, label)) = &self.finding else { return };
        let place = match at {
            None if offset == 0 => SourceLocation::default(),
            None => SourceLocation::offset(offset),
            Some(at) => SourceLocation::offset(offset + self.length_of_text(bytes, *at)),
        };
        if at.is_none() {
            findings.add(rule, place.clone(), [self.charset.name()]);
        } else {
            findings.add(rule, place.clone(), [&ellipsize(label), self.charset.name()]);
        }
        if let Some(rival) = self.rival {
            findings.add(&AMBIGUOUS_CHARSET, place, [self.charset.name(), rival.name()]);
        }
    }

    /// Returns the length of the text before the declaration at byte `at`.
    fn length_of_text(&self, bytes: &[u8], at: usize) -> usize {
        const NAME: &str = "CA[";
        let before = terminated(&bytes[..bytes.len().min(at + NAME.len())], self.charset);
        self.charset.decode(&before).0.len().saturating_sub(NAME.len())
    }
}

/// Returns the most likely charset of bytes with an optional declaration.
fn likely(bytes: &[u8], named: Option<FileCharset>) -> Detection {
    let bits = SevenBitCharset::of(bytes);
    if let Some(named) = named.filter(|named| is_own_output(bytes, *named)) {
        return Detection::certain(named);
    }
    if !bits.high {
        return Detection::certain(of_seven_bits(bytes, bits, named));
    }
    let is_default = named.is_none_or(|named| named == FileCharset::WINDOWS_1252);
    let is_utf8 = std::str::from_utf8(bytes).is_ok();
    match named {
        Some(named) if is_utf8 && named == FileCharset::UTF_8 => {
            Detection::certain(FileCharset::UTF_8)
        }
        _ if is_default && is_nearly_utf8(bytes) => Detection::certain(FileCharset::UTF_8),
        Some(named) if !is_utf8 && !named.has_seven_bits() && is_plausible(bytes, named) => {
            Detection::certain(named)
        }
        _ => compared(bytes, named.filter(|named| !named.has_seven_bits()), is_utf8),
    }
}

/// Returns `true` if this program wrote the file in the given charset. Such a file declares its charset correctly and
/// has no truncated characters, however unlikely its text is.
pub(super) fn is_own_output(bytes: &[u8], charset: FileCharset) -> bool {
    const NAME: &[u8] = b"AP[Tianyuan:";
    let names_program = bytes[..bytes.len().min(HEAD)].windows(NAME.len()).any(|part| part == NAME);
    names_program && !charset.decode(bytes).1
}

/// Returns the charset of bytes that are all ASCII.
fn of_seven_bits(bytes: &[u8], bits: SevenBitCharset, named: Option<FileCharset>) -> FileCharset {
    let recognised = Some(bytes).filter(|_| bits.escapes).and_then(recognise);
    match (named, recognised) {
        (Some(named), Some(found)) if found.is_certain || named == FileCharset::WINDOWS_1252 => {
            found.charset
        }
        (Some(named), _) => named,
        (None, found) => found.map_or(FileCharset::UTF_8, |found| found.charset),
    }
}

/// A file decoded in a candidate charset.
struct Candidate {
    charset: FileCharset,
    /// The cost of its characters.
    cost: u32,
    structure: Structure,
}

impl Candidate {
    /// Decodes bytes in a charset. `others` is the structure in charsets that never contain ASCII bytes in other
    /// characters.
    fn of(bytes: &[u8], (charset, rarity): (FileCharset, u32), others: Structure) -> Candidate {
        if !charset.hides_ascii() {
            let cost = rarity + cost_of(bytes, charset);
            return Candidate { charset, cost, structure: others };
        }
        let of = |bytes: &[u8]| {
            let bytes = terminated(bytes, charset);
            let cost = rarity + cost_of(&bytes, charset);
            Candidate { charset, cost, structure: Structure::of(&charset.decode(&bytes).0) }
        };
        let plain = of(bytes);
        let total = |candidate: &Candidate| candidate.total(Structure::default());
        match without_byte_escapes(bytes, charset).map(|undone| of(&undone)) {
            Some(undone) if total(&undone) < total(&plain) => undone,
            _ => plain,
        }
    }

    /// Returns the cost, including that of the structure relative to the best one.
    fn total(&self, best: Structure) -> u32 {
        let lost = best.nodes.saturating_sub(self.structure.nodes);
        let errors = (self.structure.errors - best.errors + lost).min(MOST_ERRORS);
        self.cost + ERROR * errors as u32
    }
}

/// All candidate charsets for the start of a file.
struct Comparison<'b> {
    bytes: &'b [u8],
    candidates: Vec<Candidate>,
    /// The minimum number of errors, and the maximum number of nodes with this many errors.
    best: Structure,
}

impl<'b> Comparison<'b> {
    fn of(bytes: &'b [u8], named: Option<FileCharset>) -> Comparison<'b> {
        let bytes = &bytes[..bytes.len().min(EXAMINED)];
        let may_be_utf8 = is_nearly_utf8(bytes);
        let others = Structure::of(&FileCharset::WINDOWS_1252.decode(bytes).0);
        let known = CANDIDATES.into_iter().filter(|(charset, _)| {
            Some(*charset) != named && (may_be_utf8 || *charset != FileCharset::UTF_8)
        });
        let all = known.chain(named.map(|named| (named, 0)));
        let candidates: Vec<_> =
            all.map(|candidate| Candidate::of(bytes, candidate, others)).collect();
        let structures = || candidates.iter().map(|candidate| candidate.structure);
        let errors = structures().map(|structure| structure.errors).min().unwrap_or(0);
        let whole = structures().filter(|structure| structure.errors == errors);
        let nodes = whole.map(|structure| structure.nodes).max().unwrap_or(0);
        Comparison { bytes, candidates, best: Structure { nodes, errors } }
    }

    /// Returns the cheapest candidate. `advantage` is subtracted from the cost of a charset.
    fn cheapest(&self, advantage: impl Fn(FileCharset, u32) -> u32) -> Detection {
        let cost = |candidate: &Candidate| {
            let total = candidate.total(self.best);
            (total.saturating_sub(advantage(candidate.charset, total)), candidate.charset)
        };
        let costs: Vec<_> = self.candidates.iter().map(cost).collect();
        let guess = Detection::cheapest(self.bytes, &costs);
        guess.unwrap_or(Detection::certain(FileCharset::WINDOWS_1252))
    }

    /// Returns `true` if the charset yields the minimum of errors and the maximum of nodes.
    fn is_well_formed_in(&self, charset: FileCharset) -> bool {
        let candidate = self.candidates.iter().find(|candidate| candidate.charset == charset);
        candidate.is_some_and(|candidate| candidate.structure == self.best)
    }
}

/// Returns the cheapest charset for bytes that are not all ASCII. The declared charset wins unless another one is much
/// cheaper, or the bytes are UTF-8 and invalid in the declared charset.
fn compared(bytes: &[u8], named: Option<FileCharset>, is_utf8: bool) -> Detection {
    let comparison = Comparison::of(bytes, named);
    let Some(named) = named else { return comparison.cheapest(|_, _| 0) };
    let (_, is_broken) = named.decode(&terminated(comparison.bytes, named));
    let guess = comparison.cheapest(|charset, total| match is_broken {
        _ if charset != named => 0,
        true if is_utf8 => 0,
        true => ADVANTAGE,
        false => ADVANTAGE + total / PART,
    });
    // Text without errors in its declared charset may be intended that way.
    let is_certain = is_broken
        || !comparison.is_well_formed_in(named)
        || named == FileCharset::WINDOWS_1252
        || (is_utf8 && guess.charset == FileCharset::UTF_8);
    Detection { rival: guess.rival.or((!is_certain).then_some(named)), ..guess }
}

/// The structure of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Structure {
    /// The number of nodes.
    pub nodes: usize,
    /// The number of grammar errors.
    pub errors: usize,
}

impl Structure {
    pub(super) fn of(text: &str) -> Structure {
        let Some(start) = first_tree(text) else { return Structure { nodes: 0, errors: 1 } };
        let mut structure = Structure::default();
        let (mut depth, mut is_name) = (0_usize, false);
        for (_, token) in Tokens::new(text, start) {
            let is_value = matches!(token, Token::Value(..));
            structure.errors += usize::from(is_name && !is_value);
            is_name = matches!(token, Token::Name(_));
            match token {
                Token::Open => depth += 1,
                Token::Close if depth == 0 => structure.errors += 1,
                Token::Close => depth -= 1,
                Token::Node | Token::Move(_) => structure.nodes += 1,
                Token::Junk(_) => structure.errors += 1,
                Token::Value(_, brackets) => {
                    structure.errors += usize::from(brackets != Brackets::Whole);
                }
                Token::Name(_) => {}
            }
        }
        structure.errors += usize::from(depth > 0);
        structure
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structure_counts_nodes_and_errors() {
        for (text, nodes, errors) in [
            ("(;GM[1]C[a\\]b];B[aa](;W[bb])(;W[cc]))", 4, 0),
            ("(;C[a]b];B[aa])", 2, 1),
            ("(;C[a];B[aa]]", 2, 2),
            ("(;C[a];B;W[aa)", 3, 3),
            ("(;GM[1]))", 1, 1),
            ("no tree", 0, 1),
        ] {
            let expected = Structure { nodes, errors };
            assert_eq!(Structure::of(text), expected, "{text}");
        }
    }
}
