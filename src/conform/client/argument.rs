//! Strict parsing of the arguments of commands common to both protocols.

use super::violation::{Violation, is_wtp};
use crate::protocol::Protocol;

/// Returns the violation in the arguments of a command, if any, for a board of `size` lines.
pub(super) fn argument(
    protocol: &Protocol,
    name: &str,
    words: &[&str],
    size: usize,
) -> Option<Violation> {
    let point = |word: &str| place(protocol, word, size);
    let complaint = |is_well: bool| (!is_well).then_some(Violation::Argument);
    match (name, words) {
        (
            "protocol_version" | "name" | "version" | "list_commands" | "quit" | "clear_board"
            | "stop",
            words,
        ) => (!words.is_empty()).then_some(Violation::NeedlessArgument),
        ("boardsize", [number]) => match number.parse::<usize>() {
            Ok(lines) if protocol.sizes.contains(&lines) => None,
            Ok(_) => Some(Violation::OffBoard),
            Err(_) => Some(Violation::Argument),
        },
        ("play", [color, word]) if is_color(protocol, color) => point(word),
        ("genmove" | "analyze" | "reg_genmove", [color, ..]) => {
            complaint(is_color(protocol, color))
        }
        ("set_position", words) if is_wtp(protocol) => series(protocol, words, size),
        ("rule", words) if is_wtp(protocol) => complaint(!words.is_empty()),
        ("time_settings", words) => complaint(is_time(protocol, words)),
        ("undo", []) => None,
        ("undo", [number]) if is_wtp(protocol) => {
            complaint(number.parse::<u32>().is_ok_and(|moves| moves > 0))
        }
        ("komi", [number]) if !is_wtp(protocol) => complaint(number.parse::<f64>().is_ok()),
        ("boardsize" | "play" | "genmove" | "analyze" | "reg_genmove" | "undo", _) => {
            Some(Violation::Argument)
        }
        _ => None,
    }
}

fn is_color(protocol: &Protocol, word: &str) -> bool {
    match is_wtp(protocol) {
        true => matches!(word, "B" | "W"),
        false => ["b", "w", "black", "white"].contains(&&*word.to_ascii_lowercase()),
    }
}

/// Returns the violation in a vertex argument, if any.
fn place(protocol: &Protocol, word: &str, size: usize) -> Option<Violation> {
    let words = protocol.words;
    let word = if is_wtp(protocol) { word.into() } else { word.to_ascii_uppercase() };
    if word == words.pass.to_ascii_uppercase() || (is_wtp(protocol) && word == words.resign) {
        return None;
    }
    let mut letters = word.chars();
    let column = letters.next().and_then(|c| "ABCDEFGHJKLMNOPQRSTUVWXYZ".find(c));
    let row = letters.as_str().parse::<usize>().ok();
    match column.zip(row.filter(|_| !letters.as_str().starts_with(['+', '0']))) {
        Some((column, row)) if column < size && row <= size => None,
        Some(_) => Some(Violation::OffBoard),
        None => Some(Violation::Argument),
    }
}

/// Checks a list of moves: it starts with a colour, and colours may be repeated.
fn series(protocol: &Protocol, words: &[&str], size: usize) -> Option<Violation> {
    let [first, rest @ ..] = words else { return Some(Violation::Argument) };
    if !is_color(protocol, first) || rest.is_empty() {
        return Some(Violation::Argument);
    }
    let mut moves = rest.iter().filter(|word| !is_color(protocol, word));
    moves.find_map(|word| place(protocol, word, size))
}

/// Returns `true` if the arguments are three integers; in WTP the last two are both zero or both nonzero.
fn is_time(protocol: &Protocol, words: &[&str]) -> bool {
    let numbers: Vec<u32> = words.iter().filter_map(|word| word.parse().ok()).collect();
    match numbers[..] {
        [_, overtime, overcount] if words.len() == 3 => {
            !is_wtp(protocol) || (overtime == 0) == (overcount == 0)
        }
        _ => false,
    }
}
