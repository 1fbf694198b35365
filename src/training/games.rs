//! Games as text: one a line, `MONTH RESULT MOVES`, moves of two letters from the upper left.
//!
//! It does not know what is learnt from them.

use crate::go::{Board, BoardSize, Color, Point};

/// The moves of a game, Black first, a pass as `None`.
pub type Moves = Vec<Option<Point>>;

/// Why a line is no game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// There are no three fields.
    #[error("a game has a month, a result and its moves")]
    Fields,
    /// A move that is none.
    #[error("move {0} is no point of the board and no pass")]
    Move(usize),
    /// A move against the rules.
    #[error("move {0} is illegal")]
    Illegal(usize),
}

/// Reads the moves of a line.
pub fn parse(line: &str, size: BoardSize) -> Result<Moves, GameError> {
    let moves = line.split_whitespace().nth(2).ok_or(GameError::Fields)?.as_bytes();
    let letter = |letter: u8| {
        let at = usize::from(letter.wrapping_sub(b'a'));
        (at < size.lines()).then_some(at)
    };
    let parse_move = |(i, text): (usize, &[u8])| match *text {
        [b't', b't'] => Ok(None),
        [column, row] => {
            let at = letter(column).zip(letter(row)).ok_or(GameError::Move(i + 1))?;
            Ok(Some(size.point(at.0, size.lines() - 1 - at.1)))
        }
        _ => Err(GameError::Move(i + 1)),
    };
    moves.chunks(2).enumerate().map(parse_move).collect()
}

/// A position of a game before a stone was played.
pub struct Position<'a, const W: usize> {
    /// The board.
    pub board: &'a Board<W>,
    /// The player to move.
    pub color: Color,
    /// The last move and the one before.
    pub last: [Option<Point>; 2],
    /// What was played.
    pub played: Point,
}

/// Goes through the positions of a game.
pub fn replay<const W: usize>(
    size: BoardSize,
    moves: &Moves,
    mut visit: impl FnMut(Position<'_, W>),
) -> Result<(), GameError> {
    let mut board = Board::<W>::new(size);
    let mut last = [None; 2];
    let mut color = Color::Black;
    for (i, &mv) in moves.iter().enumerate() {
        match mv {
            Some(played) if !board.is_legal(color, played) => {
                return Err(GameError::Illegal(i + 1));
            }
            Some(played) => {
                visit(Position { board: &board, color, last, played });
                board.play(color, played);
            }
            None => board.clear_ko(),
        }
        last = [mv, last[0]];
        color = !color;
    }
    Ok(())
}
