//! Whose side numbers are reported from.

use crate::go::Color;

/// The side of the reported win rates, scores and owners.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Perspective {
    /// Always Black's, or always White's.
    Of(Color),
    /// That of the player to move in the position.
    ToMove,
}

impl Perspective {
    /// Reads `BLACK`, `WHITE` or `SIDETOMOVE`, in any case.
    pub(super) fn read(text: &str) -> Option<Perspective> {
        match text.trim().to_ascii_uppercase().as_str() {
            "BLACK" => Some(Perspective::Of(Color::Black)),
            "WHITE" => Some(Perspective::Of(Color::White)),
            "SIDETOMOVE" => Some(Perspective::ToMove),
            _ => None,
        }
    }

    /// What a number for the player to move is multiplied by: 1 or -1.
    pub(super) fn sign(self, to_move: Color) -> f64 {
        match self {
            Perspective::Of(color) if color != to_move => -1.0,
            _ => 1.0,
        }
    }
}
