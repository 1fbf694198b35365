//! The modifications of lines.

use super::faulty_engine::{Fault, Heard, hears_well, says_well};

/// An engine without an error, the base of the others.
pub const WELL: Fault = Fault { name: "none", class: "", hears: hears_well, says: says_well };

/// Replaces the lines for which `when` is true by `line`.
pub fn instead(line: &[u8], when: bool, other: &str) -> Heard {
    Heard::Line(if when { other.into() } else { line.into() })
}

pub fn is(line: &[u8], text: &str) -> bool {
    line == text.as_bytes()
}

/// Returns the line with the other status sign, if it applies.
pub fn flipped(mut line: Vec<u8>, is_so: bool) -> Vec<Vec<u8>> {
    match line.first_mut() {
        Some(sign @ b'=') if is_so => *sign = b'?',
        Some(sign @ b'?') if is_so => *sign = b'=',
        _ => {}
    }
    vec![line]
}

/// Removes the digits after the sign.
pub fn without_id(line: &[u8]) -> Vec<u8> {
    let is_sign = line.starts_with(b"=") || line.starts_with(b"?");
    let digits = line.iter().skip(1).take_while(|byte| byte.is_ascii_digit()).count();
    if is_sign { [&line[..1], &line[1 + digits..]].concat() } else { line.into() }
}

pub fn is_genmove(line: &str) -> bool {
    line.starts_with("genmove ")
}
