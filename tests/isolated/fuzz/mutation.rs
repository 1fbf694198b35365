//! Bytes spoilt by chance: torn, repeated, mixed with others, and cut along their brackets.
//!
//! It does not know what the bytes mean, but for the pieces and brackets that it is given.

use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

/// What a format is made of.
#[derive(Debug, Clone, Copy)]
pub struct Grammar {
    /// Pieces of text that mean something, a line each; `␊`, `␍` and `␉` are what they show.
    pub pieces: &'static str,
    /// What opens a part of the text and what closes it; the same where it parts words or lines.
    pub brackets: &'static [(u8, u8)],
    /// The longest that repeating makes of an input.
    pub longest: usize,
}

/// A file of many, spoilt a few times.
pub fn spoilt(files: &[Vec<u8>], grammar: &Grammar, rng: &mut StdRng) -> Vec<u8> {
    let mut bytes = files.choose(rng).expect("there are files").clone();
    // Mostly few changes: a file with many is refused early.
    let changes = 1 << rng.random_range(0..5);
    for _ in 0..rng.random_range(1..=changes) {
        let other = files.choose(rng).expect("there are files");
        change(&mut bytes, other, grammar, rng);
    }
    bytes
}

fn change(bytes: &mut Vec<u8>, other: &[u8], grammar: &Grammar, rng: &mut StdRng) {
    let at = rng.random_range(0..=bytes.len());
    match rng.random_range(0..9) {
        0 => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << rng.random_range(0..8);
            }
        }
        1 => bytes.insert(at, rng.random()),
        2 => {
            let end = short_way(at, bytes.len(), rng);
            bytes.drain(at..end);
        }
        3 => splice(bytes, at, stretch(other, rng), rng),
        4 => {
            let end = short_way(at, bytes.len(), rng);
            let times = (1 << rng.random_range(0..14)).min(grammar.longest / (end - at + 1));
            let repeated = bytes[at..end].repeat(times);
            if bytes.len() + repeated.len() <= grammar.longest {
                splice(bytes, at, &repeated, rng);
            }
        }
        5 => {
            if let Some(part) = part(other, grammar, rng) {
                let part = other[part].to_vec();
                splice(bytes, at, &part, rng);
            }
        }
        6 => {
            // A part in the place of another.
            if let (Some(old), Some(new)) = (part(bytes, grammar, rng), part(other, grammar, rng)) {
                bytes.splice(old, other[new].iter().copied());
            }
        }
        _ => {
            let pieces: Vec<&str> = grammar.pieces.lines().collect();
            let piece = pieces.choose(rng).expect("there are pieces");
            let piece = piece.replace('␊', "\n").replace('␍', "\r").replace('␉', "\t");
            splice(bytes, at, piece.as_bytes(), rng);
        }
    }
}

/// Puts something into bytes, or in the place of a few of them.
fn splice(bytes: &mut Vec<u8>, at: usize, new: &[u8], rng: &mut StdRng) {
    let end = if rng.random() { at } else { short_way(at, bytes.len(), rng) };
    bytes.splice(at..end, new.iter().copied());
}

/// An end a short way from a start, at times a long one.
fn short_way(start: usize, length: usize, rng: &mut StdRng) -> usize {
    let longest = 1 << rng.random_range(0..10);
    start + rng.random_range(0..=(length - start).min(longest))
}

fn stretch<'b>(bytes: &'b [u8], rng: &mut StdRng) -> &'b [u8] {
    let start = rng.random_range(0..=bytes.len());
    &bytes[start..short_way(start, bytes.len(), rng)]
}

/// A part from a bracket to the one that closes it.
fn part(bytes: &[u8], grammar: &Grammar, rng: &mut StdRng) -> Option<std::ops::Range<usize>> {
    let &(open, close) = grammar.brackets.choose(rng)?;
    let from = rng.random_range(0..=bytes.len());
    let start = from + bytes[from..].iter().position(|b| *b == open)?;
    let mut depth = 1usize;
    for (at, &byte) in bytes.iter().enumerate().skip(start + 1) {
        if byte == close {
            depth -= 1;
            if depth == 0 {
                return Some(start..at + 1);
            }
        } else {
            depth += usize::from(byte == open);
        }
    }
    None
}
