//! Positions used by several tests.

/// A move at a captures or saves the upper black stones and decides the game.
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
