//! Parses points and moves in queries: GTP notation (`Q16`, `pass`), or `(x,y)` counted from the top left.

use serde_json::Value;

use super::json_fields::FieldError;
use crate::go::{BoardSize, Color, Move, Point};
use crate::protocol::vertex;

/// Parses a move.
pub(super) fn read_move(size: BoardSize, text: &str) -> Option<Move> {
    let text = text.trim();
    match pair(text) {
        Some((x, y)) => {
            let is_on_board = x < size.lines() && y < size.lines();
            is_on_board.then(|| Move::Play(size.point(x, size.lines() - 1 - y)))
        }
        None => vertex::read_move(size, text).ok(),
    }
}

/// Parses the two numbers of `(x,y)`.
fn pair(text: &str) -> Option<(usize, usize)> {
    let (x, y) = text.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}

/// Parses a player: `B`, `W`, `black` or `white`, ignoring case.
pub(super) fn player(value: &Value) -> Option<Color> {
    vertex::color(value.as_str()?).ok()
}

/// Parses a list of pairs of a player and a move.
pub(super) fn moves(
    size: BoardSize,
    field: &str,
    list: &[Value],
) -> Result<Vec<(Color, Move)>, FieldError> {
    list.iter().map(|pair| player_and_move(size, field, pair)).collect()
}

fn player_and_move(
    size: BoardSize,
    field: &str,
    pair: &Value,
) -> Result<(Color, Move), FieldError> {
    let Some([who, place]) = pair.as_array().map(Vec::as_slice) else {
        return Err(FieldError::new(field, "Must be an array of pairs of a player and a vertex"));
    };
    let color = player(who)
        .ok_or_else(|| FieldError::new(field, format!("Could not parse player: {}", shown(who))))?;
    Ok((color, place_of(size, field, place)?))
}

/// Parses a list of moves.
pub(super) fn places(
    size: BoardSize,
    field: &str,
    list: &[Value],
) -> Result<Vec<Move>, FieldError> {
    list.iter().map(|place| place_of(size, field, place)).collect()
}

fn place_of(size: BoardSize, field: &str, place: &Value) -> Result<Move, FieldError> {
    let found = place.as_str().and_then(|text| read_move(size, text));
    let message = || format!("Could not parse board location: {}", shown(place));
    found.ok_or_else(|| FieldError::new(field, message()))
}

/// Parses a list of pairs of a player and a point.
pub(super) fn stones(
    size: BoardSize,
    field: &str,
    list: &[Value],
) -> Result<Vec<(Color, Point)>, FieldError> {
    let stone = |(color, mv): (Color, Move)| {
        let point = mv.point().ok_or_else(|| {
            FieldError::new(field, "An initial stone must have a vertex, not pass")
        })?;
        Ok((color, point))
    };
    moves(size, field, list)?.into_iter().map(stone).collect()
}

/// Formats a value for a message; long text is truncated.
pub(super) fn shown(value: &Value) -> String {
    const MOST: usize = 60;
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn read_move_accepts_vertices_and_coordinate_pairs() {
        let size = BoardSize::STANDARD;
        let point = |column, row| Some(Move::Play(size.point(column, row)));
        assert_eq!(read_move(size, "Q16"), point(15, 15));
        assert_eq!(read_move(size, "(0,0)"), point(0, 18));
        assert_eq!(read_move(size, "( 18 , 18 )"), point(18, 0));
        assert_eq!(read_move(size, "PASS"), Some(Move::Pass));
        for text in ["(19,0)", "(0,19)", "(-1,0)", "I3", "AA1", "Q20", "", "(", "(1)"] {
            assert_eq!(read_move(size, text), None, "{text}");
        }
    }
}
