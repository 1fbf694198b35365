//! Random mutations of bytes: truncated, repeated, mixed with other inputs, and cut at their brackets.
//!
//! Independent of the meaning of the bytes, except for the given pieces and brackets.

use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

/// The building blocks of a format.
#[derive(Debug, Clone, Copy)]
pub struct Grammar {
    /// Meaningful pieces of text, one per line. `␊`, `␍` and `␉` denote the control characters.
    pub pieces: &'static str,
    /// Opening and closing bytes of parts of the text; equal for separators of words or lines.
    pub brackets: &'static [(u8, u8)],
    /// The maximum length of an input that is extended by repetition, in bytes.
    pub longest: usize,
}

/// Returns one of the files after several mutations.
pub fn spoilt(files: &[Vec<u8>], grammar: &Grammar, rng: &mut StdRng) -> Vec<u8> {
    let mut bytes = files.choose(rng).expect("there are files").clone();
    // Mostly few changes, since a file with many is rejected early.
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
            // Replaces a part by another one.
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

/// Inserts bytes, or replaces a few bytes by them.
fn splice(bytes: &mut Vec<u8>, at: usize, new: &[u8], rng: &mut StdRng) {
    let end = if rng.random() { at } else { short_way(at, bytes.len(), rng) };
    bytes.splice(at..end, new.iter().copied());
}

/// Returns a random end after a start, usually close to it.
fn short_way(start: usize, length: usize, rng: &mut StdRng) -> usize {
    let longest = 1 << rng.random_range(0..10);
    start + rng.random_range(0..=(length - start).min(longest))
}

fn stretch<'b>(bytes: &'b [u8], rng: &mut StdRng) -> &'b [u8] {
    let start = rng.random_range(0..=bytes.len());
    &bytes[start..short_way(start, bytes.len(), rng)]
}

/// Returns the range from an opening bracket to the matching closing one.
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
