//! The features of a move other than shapes, encoded as numbers.
//!
//! Each kind has a separate range of indices into the weights. Numbers of stones and liberties are grouped into
//! classes, which the documentation of each kind explains.

/// A feature of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Feature {
    /// The distances from the last two moves; 0 if there was none.
    Distances([usize; 2]),
    /// The distances from the two nearest edges in lines, and the phase of the game.
    Location { phase: usize, lines: [usize; 2] },
    /// The steps along lines to the nearest own stone and the nearest opponent's stone (1 to 12), and the line.
    Nearest { stones: [usize; 2], line: usize },
    /// The number of own chains that a stone joins (0 to 2), the minimum of their liberties (0 to 5), and the
    /// liberties of the new chain (0 to 6).
    Liberties { joined: usize, before: usize, after: usize },
    /// An adjacent opponent's chain that is not captured: its remaining liberties (0 to 5 for one to six), its stones
    /// (0 to 3), the liberties of the stone (1 to 5), and whether the chain was played last.
    Beside { left: usize, stones: usize, own: usize, is_last: bool },
    /// A capture: the stones of the chain (0 to 4), whether it could have escaped, the
    /// [weakness](super::tactics::weakness) of the own chain around it (0 to 2), and whether the chain was played
    /// last.
    Capture { stones: usize, runs: bool, saves: usize, is_last: bool },
    /// An extension of a chain in atari: its stones (0 to 4), whether that saves it, and whether the last move was
    /// next to it.
    Escape { stones: usize, is_saved: bool, is_touched: bool },
    /// An atari: the stones of the chain (0 to 4), whether a ladder then captures it, whether the chain was played
    /// last, and whether there is a ko to fight for.
    Atari { stones: usize, catches: bool, is_last: bool, is_ko: bool },
    /// A liberty of an own chain (stones 0 to 4) that the opponent could capture in a ladder.
    Threatened { stones: usize },
    /// A move that leaves the new chain (stones 0 to 4) with one liberty, with or without a capture.
    SelfAtari { stones: usize, captures: bool },
    /// A ko capture: whether there is another ko, and whether the last move created it.
    Ko { is_another: bool, is_last: bool },
    /// A liberty of an own chain next to the last move: its liberties (0 to 3 for one to four) and its stones (0 to
    /// 3).
    Touched { liberties: usize, stones: usize },
}

/// The number of classes of the distance from a move; class 0 means no move.
pub(super) const DISTANCES: usize = 18;
/// The number of phases of the game.
pub(super) const PHASES: usize = 6;
/// The number of lines from the edge with separate classes.
pub(super) const LINES: usize = 10;
/// The maximum number of steps counted to the nearest stone.
pub(super) const NEAREST: usize = 12;
/// The number of lines distinguished together with the nearest stones.
const OUTER_LINES: usize = 5;

/// The number of features of each kind, in order.
const COUNTS: [usize; 12] = [
    DISTANCES * DISTANCES,
    PHASES * LINES * LINES,
    NEAREST * NEAREST * OUTER_LINES,
    3 * 6 * 7,
    6 * 4 * 5 * 2,
    5 * 2 * 3 * 2,
    5 * 2 * 2,
    5 * 2 * 2 * 2,
    5,
    5 * 2,
    2 * 2,
    4 * 4,
];

/// The first index of each kind, and the end of the last kind.
const FIRST: [usize; COUNTS.len() + 1] = {
    let mut first = [0; COUNTS.len() + 1];
    let mut kind = 0;
    while kind < COUNTS.len() {
        first[kind + 1] = first[kind] + COUNTS[kind];
        kind += 1;
    }
    first
};

/// The number of features.
pub const FEATURES: usize = FIRST[COUNTS.len()];

impl Feature {
    /// Returns the index of the feature, below [`FEATURES`].
    #[inline]
    pub(super) fn number(self) -> u16 {
        let (kind, index) = self.kind_and_index();
        debug_assert!(index < COUNTS[kind], "{self:?} is out of range");
        (FIRST[kind] + index) as u16
    }

    #[inline]
    fn kind_and_index(self) -> (usize, usize) {
        match self {
            Feature::Distances([last, before]) => (0, last * DISTANCES + before),
            Feature::Location { phase, lines: [a, b] } => {
                (1, (phase * LINES + a.max(b)) * LINES + a.min(b))
            }
            Feature::Nearest { stones: [own, theirs], line } => {
                (2, ((own - 1) * NEAREST + theirs - 1) * OUTER_LINES + line.min(OUTER_LINES - 1))
            }
            Feature::Liberties { joined, before, after } => (3, (joined * 6 + before) * 7 + after),
            Feature::Beside { left, stones, own, is_last } => {
                (4, ((left * 4 + stones) * 5 + own - 1) * 2 + usize::from(is_last))
            }
            Feature::Capture { stones, runs, saves, is_last } => {
                (5, ((stones * 2 + usize::from(runs)) * 3 + saves) * 2 + usize::from(is_last))
            }
            Feature::Escape { stones, is_saved, is_touched } => {
                (6, stones * 4 + bits([is_saved, is_touched]))
            }
            Feature::Atari { stones, catches, is_last, is_ko } => {
                (7, stones * 8 + bits([catches, is_last, is_ko]))
            }
            Feature::Threatened { stones } => (8, stones),
            Feature::SelfAtari { stones, captures } => (9, stones * 2 + usize::from(captures)),
            Feature::Ko { is_another, is_last } => (10, bits([is_another, is_last])),
            Feature::Touched { liberties, stones } => (11, liberties * 4 + stones),
        }
    }
}

/// Encodes flags as a binary number, the first flag in the highest bit.
fn bits<const N: usize>(flags: [bool; N]) -> usize {
    flags.into_iter().fold(0, |number, flag| number * 2 + usize::from(flag))
}
