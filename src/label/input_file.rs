//! The file format of KataGo net inputs: a row per sample of the `.rec` file.
//!
//! The header has 64 bytes: `GOINP001`, header length, board size, row length, number of planes (32 bits each),
//! number of rows (64 bits), zeros. Integers are little-endian. Points are in row-major order from the top left, the
//! first point in the lowest bit; a plane has P bytes.
//!
//! | at | type | what |
//! | --- | --- | --- |
//! | 0
//! 22 x P bytes
//! the planes, without symmetry |
//! | 22P
//! P bytes
//! the legal points of the player to move |
//! | 23P
//! u8
//! bit set of the symmetries to evaluate, symmetry 0 in the lowest bit |
//! | + 1 | 3 u8 | 0 |
//! | + 4
//! 19 f32
//! the global inputs |

use super::row_layout::RowLayout;
use crate::go::{BoardSize, Color, Game};
use crate::nn::Symmetry;
use crate::nn::katago::{GLOBALS, Inputs, PLANES};

/// Returns the row length in bytes.
fn row_length(size: BoardSize) -> usize {
    (PLANES + 1) * size.area().div_ceil(8) + 4 + 4 * GLOBALS
}

/// Returns the layout of these files.
pub(super) fn form(size: BoardSize) -> RowLayout {
    RowLayout { magic: b"GOINP001", size, row_length: row_length(size), parts: PLANES }
}

/// Appends a row: the inputs of a position for the player to move, and the symmetries to evaluate.
pub(super) fn push(
    bytes: &mut Vec<u8>,
    game: &Game,
    color: Color,
    inputs: &Inputs,
    symmetries: &[Symmetry],
) {
    for plane in 0..PLANES {
        let points = inputs.planes.chunks_exact(PLANES);
        push_plane(bytes, points.map(|point| point[plane] != 0.0));
    }
    let points = game.size().points_from_top();
    push_plane(bytes, points.map(|point| game.is_legal(color, point).is_ok()));
    let marks = symmetries.iter().fold(0, |marks, symmetry| marks | 1u8 << symmetry.index());
    bytes.extend([marks, 0, 0, 0]);
    bytes.extend(inputs.globals.iter().flat_map(|number| number.to_le_bytes()));
}

fn push_plane(bytes: &mut Vec<u8>, points: impl Iterator<Item = bool>) {
    let start = bytes.len();
    for (place, is_set) in points.enumerate() {
        if place % 8 == 0 {
            bytes.push(0);
        }
        bytes[start + place / 8] |= u8::from(is_set) << (place % 8);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Move, Rules};
    use crate::nn::katago::AreaOptions;

    #[test]
    fn row_contains_planes_legal_points_symmetries_and_globals() {
        let size = BoardSize::new(5).expect("a size");
        let mut game = Game::new(size, Rules::CHINESE);
        game.play(Color::Black, Move::Play(size.point(1, 4))).expect("legal");
        let inputs = Inputs::of_game_by_rules(&game, Color::White, AreaOptions::default());
        let mut row = Vec::new();
        let symmetries = [0, 5].map(|index| Symmetry::new(index).expect("0 to 7"));
        push(&mut row, &game, Color::White, &inputs, &symmetries);
        assert_eq!(row.len() as u64 + 64, form(size).file_length(1));
        let plane = |plane: usize| &row[4 * plane..][..4];
        let (all, stone) = ([255, 255, 255, 1], [2, 0, 0, 0]);
        assert_eq!([0, 1, 2, 9].map(plane), [&all[..], &[0; 4], &stone, &stone]);
        assert_eq!(plane(22), [253, 255, 255, 1], "where White may play");
        assert_eq!(row[92..96], [0b10_0001, 0, 0, 0]);
        let numbers: Vec<u8> = inputs.globals.iter().flat_map(|it| it.to_le_bytes()).collect();
        assert_eq!(row[96..], numbers);
    }
}
