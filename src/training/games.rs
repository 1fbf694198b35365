//! Games as text, one per line: `MONTH RESULT MOVES`. A move has two letters, column and row from the top left; `tt`
//! is a pass. Black moves first.

use crate::go::{Board, BoardSize, Color, Point};

/// The moves of a game, Black first; `None` is a pass.
pub(crate) type Moves = Vec<Option<Point>>;

/// The reason why a line is not a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum GameError {
    /// Fewer than three fields.
    #[error("expected month, result and moves")]
    Fields,
    /// A malformed move.
    #[error("move {0} is neither a point on the board nor a pass")]
    Move(usize),
    /// An illegal move.
    #[error("move {0} is illegal")]
    Illegal(usize),
}

/// Parses a game and replays it.
///
/// # Errors
/// Returns the first malformed move, otherwise the first illegal move.
pub(crate) fn parse<const W: usize>(line: &str, size: BoardSize) -> Result<Moves, GameError> {
    let text = line.split_whitespace().nth(2).ok_or(GameError::Fields)?;
    let pairs = text.as_bytes().chunks(2).zip(1..);
    let read = |(pair, i)| parse_move(pair, size).ok_or(GameError::Move(i));
    let moves = pairs.map(read).collect::<Result<Moves, _>>()?;
    match replay::<W>(size, &moves, |_| ()) {
        None => Ok(moves),
        Some(illegal) => Err(GameError::Illegal(illegal)),
    }
}

/// Parses a point; the inner `None` is a pass.
fn parse_move(pair: &[u8], size: BoardSize) -> Option<Option<Point>> {
    let line = |letter: u8| {
        let line = usize::from(letter.wrapping_sub(b'a'));
        (line < size.lines()).then_some(line)
    };
    match *pair {
        [column, row] => match (line(column), line(row)) {
            (Some(column), Some(row)) => Some(Some(size.point(column, size.lines() - 1 - row))),
            _ => (pair == b"tt").then_some(None),
        },
        _ => None,
    }
}

/// A position before a stone is played.
#[derive(Debug)]
pub(super) struct Position<'a, const W: usize> {
    /// The position.
    pub board: &'a Board<W>,
    /// The player to move.
    pub color: Color,
    /// The last two moves, most recent first.
    pub last: [Option<Point>; 2],
    /// The move played.
    pub played: Point,
}

/// Visits the positions before stones are played. Returns the number of the first illegal move, if any.
pub(super) fn replay<const W: usize>(
    size: BoardSize,
    moves: &Moves,
    mut visit: impl FnMut(&Position<'_, W>),
) -> Option<usize> {
    replay_turns(size, moves, |board, color, turn| {
        let before = |age: usize| turn.checked_sub(age).and_then(|turn| moves[turn]);
        if let Some(played) = moves[turn] {
            visit(&Position { board, color, last: [before(1), before(2)], played });
        }
    })
}

/// Visits the positions before stones and passes with their number from 0. Returns the number, from 1, of the first
/// illegal move, if any.
pub(super) fn replay_turns<const W: usize>(
    size: BoardSize,
    moves: &Moves,
    mut visit: impl FnMut(&Board<W>, Color, usize),
) -> Option<usize> {
    let mut board = Board::<W>::new(size);
    for (turn, &mv) in moves.iter().enumerate() {
        let color = Color::BOTH[turn % 2];
        if mv.is_some_and(|played| !board.is_legal(color, played)) {
            return Some(turn + 1);
        }
        visit(&board, color, turn);
        match mv {
            Some(played) => {
                board.play(color, played);
            }
            None => board.clear_ko(),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Moves, GameError> {
        parse::<2>(line, BoardSize::new(9).expect("a size"))
    }

    #[test]
    fn points_are_numbered_from_upper_left() {
        let size = BoardSize::new(9).expect("a size");
        let moves = parsed("2001-01 B+R aattic").expect("a game");
        assert_eq!(moves, [Some(size.point(0, 8)), None, Some(size.point(8, 6))]);
    }

    #[test]
    fn invalid_games_are_rejected() {
        assert_eq!(parsed("2001-01 B+R"), Err(GameError::Fields));
        assert_eq!(parsed("2001-01 B+R aaj"), Err(GameError::Move(2)));
        assert_eq!(parsed("2001-01 B+R aaja"), Err(GameError::Move(2)));
        assert_eq!(parsed("2001-01 B+R aaé"), Err(GameError::Move(2)));
        assert_eq!(parsed("2001-01 B+R aabbaa"), Err(GameError::Illegal(3)));
    }

    #[test]
    fn replay_visits_every_stone_move() {
        let size = BoardSize::new(9).expect("a size");
        let moves = parsed("2001-01 B+R eettgccg").expect("a game");
        let mut seen = Vec::new();
        replay::<2>(size, &moves, |p| seen.push((p.color, p.last, p.board.stones().count())));
        let [first, _, third, _] = moves[..] else { unreachable!("four moves") };
        assert_eq!(
            seen,
            [
                (Color::Black, [None, None], 0),
                (Color::Black, [None, first], 1),
                (Color::White, [third, None], 2),
            ]
        );
    }
}
