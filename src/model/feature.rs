//! Features beside shapes: small numbers that say what a move does and where it is.
//!
//! Every kind has a range of its own, so that a feature is one number. It does not know boards nor
//! what a feature is worth.

/// What a feature is about, with how many of them there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Distances from the last two moves.
    Distances,
    /// The lines from the nearest two edges, by the phase of the game.
    Place,
    /// How near the nearest stones of both colours are, by the line.
    Nearest,
    /// Liberties of the chains that the stone joins and of what it makes of them.
    Liberties,
    /// Liberties and stones of an opponent's chain beside it.
    Beside,
    /// Captures.
    Capture,
    /// Saving a chain in atari by running.
    Escape,
    /// Atari on a chain.
    Atari,
    /// A liberty of an own chain that a ladder would catch.
    Threatened,
    /// Self-atari.
    SelfAtari,
    /// Taking a ko.
    Ko,
    /// A liberty of a chain that the last move touched.
    Touched,
}

/// How many features each kind has, in the order of the kinds.
const COUNTS: [usize; 12] = [
    DISTANCES * DISTANCES,
    PHASES * LINES * LINES,
    12 * 12 * 5,
    6 * 7 * 3,
    6 * 4 * 5 * 2,
    60,
    20,
    40,
    10,
    10,
    4,
    32,
];

/// Classes of the distance from a move; 0 where there is none.
pub const DISTANCES: usize = 18;
/// Phases of the game.
pub const PHASES: usize = 6;
/// Lines from the edge that are told apart.
pub const LINES: usize = 10;

/// The first feature of each kind.
const FIRST: [usize; COUNTS.len() + 1] = {
    let mut first = [0; COUNTS.len() + 1];
    let mut kind = 0;
    while kind < COUNTS.len() {
        first[kind + 1] = first[kind] + COUNTS[kind];
        kind += 1;
    }
    first
};

/// All features of all kinds.
pub const FEATURES: usize = FIRST[COUNTS.len()];

/// The number of a feature.
#[inline]
pub fn feature(kind: Kind, index: usize) -> u16 {
    debug_assert!(index < COUNTS[kind as usize], "{index} of {kind:?}");
    (FIRST[kind as usize] + index) as u16
}
