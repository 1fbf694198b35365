//! Positions that more than one test is about.

/// The upper black stones are caught at a or saved there, and the game hangs on it.
pub const HANGING: &str = "
    X X X X X X X O .
    O X O X a X O . .
    O O O O X O O O O
    . O X X X O O . .
    X O O O X O X O O
    O . O X X X X O X
    O O O X . X . X X
    X X X X . X . . X
    . . . . X . . . .";
