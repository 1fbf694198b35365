//! Encodes leaves and evaluations as bytes: about 0.7 and 1.2 kB on 19x19.
//!
//! The encoding is lossless: evaluations are equal on all ranks.

use crate::go::{BoardSize, Color, Move};
use crate::nn::katago::{self, Inputs};
use crate::nn::{AnyInputs, GLOBALS, PLANES, Planes, PostprocessOptions, Symmetry};
use crate::search::{Leaf, LeafAnswer};

use super::codec::{Reader, read_bits, write_bits};

/// Marks a plane encoded as a bit set because it has too many points for a list.
const BITS: u8 = 255;

/// Encodes a leaf.
pub(super) fn write_leaf(bytes: &mut Vec<u8>, leaf: &Leaf) {
    bytes.extend(leaf.net.to_le_bytes());
    bytes.push(leaf.size().lines() as u8);
    let is_own = matches!(leaf.inputs, AnyInputs::Own(_));
    let flags = [leaf.color == Color::White, leaf.reading.may_have_no_result, is_own];
    write_bits(bytes, flags.into_iter());
    bytes.extend(leaf.reading.optimism.to_le_bytes());
    bytes.push(leaf.symmetries.len() as u8);
    bytes.extend(leaf.symmetries.iter().map(|symmetry| symmetry.index() as u8));
    let mut moves = leaf.moves.iter().filter_map(|mv| mv.point()).peekable();
    write_bits(bytes, leaf.size().points().map(|point| moves.next_if_eq(&point).is_some()));
    match &leaf.inputs {
        AnyInputs::Own(planes) => {
            write_globals(bytes, &planes.globals());
            for plane in 0..PLANES {
                write_plane(bytes, planes.points().iter().map(|point| point[plane] != 0).collect());
            }
        }
        AnyInputs::KataGo(inputs) => {
            write_globals(bytes, &inputs.globals);
            for plane in 0..katago::PLANES {
                let values = inputs.planes.iter().skip(plane).step_by(katago::PLANES);
                write_plane(bytes, values.map(|&value| value != 0.0).collect());
            }
        }
    }
}

fn write_globals(bytes: &mut Vec<u8>, globals: &[f32]) {
    globals.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
}

fn write_plane(bytes: &mut Vec<u8>, plane: Vec<bool>) {
    let ones = plane.iter().filter(|&&one| one).count();
    if ones >= plane.len() / 16 {
        bytes.push(BITS);
        return write_bits(bytes, plane.into_iter());
    }
    bytes.push(ones as u8);
    let points = plane.iter().enumerate().filter(|(_, one)| **one);
    points.for_each(|(point, _)| bytes.extend((point as u16).to_le_bytes()));
}

/// Decodes a leaf. Returns `None` if the bytes are malformed.
pub(super) fn read_leaf(mut reader: Reader<'_>) -> Option<Leaf> {
    let reader = &mut reader;
    let net = reader.u32()?;
    let size = BoardSize::new(reader.u8()?.into())?;
    let [is_white, may_have_no_result, is_own] = read_flags(reader)?;
    let color = if is_white { Color::White } else { Color::Black };
    let optimism = reader.f32()?;
    let symmetries = (0..reader.u8()?)
        .map(|_| Symmetry::new(reader.u8()?.into()))
        .collect::<Option<Vec<Symmetry>>>()
        .filter(|all| !all.is_empty())?;
    let open = size.points().zip(read_bits(reader, size.area())?).filter(|(_, is_open)| *is_open);
    let moves = open.map(|(point, _)| Move::Play(point)).chain([Move::Pass]).collect();
    let inputs = match is_own {
        true => AnyInputs::Own(read_own(reader, size)?),
        false => AnyInputs::KataGo(read_katago(reader, size)?),
    };
    let reading = PostprocessOptions { optimism, may_have_no_result };
    Some(Leaf { net, inputs, symmetries, color, reading, moves })
}

fn read_flags<const N: usize>(reader: &mut Reader<'_>) -> Option<[bool; N]> {
    let mut bits = read_bits(reader, N)?;
    Some(std::array::from_fn(|_| bits.next().unwrap_or_default()))
}

fn read_globals<const N: usize>(reader: &mut Reader<'_>) -> Option<[f32; N]> {
    let mut globals = [0.0; N];
    for number in &mut globals {
        *number = reader.f32()?;
    }
    Some(globals)
}

/// Encodes the inputs of a built-in net.
fn read_own(reader: &mut Reader<'_>, size: BoardSize) -> Option<Planes> {
    let globals: [f32; GLOBALS] = read_globals(reader)?;
    let mut points = vec![[0; PLANES]; size.area()];
    for plane in 0..PLANES {
        for point in read_plane(reader, size)? {
            points.get_mut(point)?[plane] = 1;
        }
    }
    Planes::from_parts(size, &points, globals)
}

/// Encodes the inputs of a KataGo net.
fn read_katago(reader: &mut Reader<'_>, size: BoardSize) -> Option<Inputs> {
    let globals: [f32; katago::GLOBALS] = read_globals(reader)?;
    let mut planes = vec![0.0; size.area() * katago::PLANES];
    for plane in 0..katago::PLANES {
        for point in read_plane(reader, size)? {
            *planes.get_mut(point * katago::PLANES + plane)? = 1.0;
        }
    }
    Some(Inputs { size, planes, globals, profile: None })
}

/// Encodes the points of a plane.
fn read_plane(reader: &mut Reader<'_>, size: BoardSize) -> Option<Vec<usize>> {
    match reader.u8()? {
        BITS => {
            let ones = read_bits(reader, size.area())?.enumerate().filter(|(_, one)| *one);
            Some(ones.map(|(point, _)| point).collect())
        }
        count => (0..count).map(|_| reader.u16().map(usize::from)).collect(),
    }
}

/// Encodes an evaluation.
pub(super) fn write_answer(bytes: &mut Vec<u8>, answer: &LeafAnswer) {
    answer.expectation.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
    bytes.push(u8::from(answer.errors.is_some()));
    answer.errors.iter().flatten().for_each(|number| bytes.extend(number.to_le_bytes()));
    bytes.extend((answer.policy.len() as u16).to_le_bytes());
    answer.policy.iter().for_each(|policy| bytes.extend(policy.to_le_bytes()));
    bytes.extend(answer.owners.iter().map(|owner| *owner as u8));
}

/// Decodes an evaluation. Returns `None` if the bytes are malformed.
pub(super) fn read_answer(mut reader: Reader<'_>, leaf: &Leaf) -> Option<LeafAnswer> {
    let reader = &mut reader;
    let mut expectation = [0.0; 5];
    for number in &mut expectation {
        *number = reader.f64()?;
    }
    let errors = match reader.u8()? {
        0 => None,
        _ => Some([reader.f64()?, reader.f64()?]),
    };
    let count = usize::from(reader.u16()?);
    let policy: Vec<u16> = (0..count).map(|_| reader.u16()).collect::<Option<_>>()?;
    let owners = reader.bytes(leaf.size().area())?.iter().map(|&owner| owner as i8).collect();
    (count == leaf.moves.len()).then_some(LeafAnswer { expectation, errors, policy, owners })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Game, Rules};
    use crate::nn::katago::AreaOptions;

    /// Returns a leaf after some moves, for a built-in or a KataGo net.
    fn leaf(lines: usize, moves: usize, is_own: bool) -> Leaf {
        let size = BoardSize::new(lines).expect("a size");
        let mut game = Game::new(size, Rules::CHINESE);
        for point in size.points().step_by(3).take(moves) {
            game.play(game.to_play(), Move::Play(point)).expect("the points are apart");
        }
        let open = size.points().filter(|&point| game.board().is_empty(point)).map(Move::Play);
        Leaf {
            net: 0x8765_4321,
            inputs: match is_own {
                true => AnyInputs::Own(Planes::of_game(&game, game.to_play())),
                false => AnyInputs::KataGo(Inputs::of_game(
                    &game,
                    game.to_play(),
                    AreaOptions::default(),
                )),
            },
            symmetries: [5, 0].map(|index| Symmetry::new(index).expect("0 to 7")).into(),
            color: game.to_play(),
            reading: PostprocessOptions { optimism: 0.25, may_have_no_result: true },
            moves: open.chain([Move::Pass]).collect(),
        }
    }

    fn answer(leaf: &Leaf) -> LeafAnswer {
        LeafAnswer {
            expectation: [0.1, 0.0, -3.5, 40.0, f64::MIN_POSITIVE],
            errors: Some([0.3, 7.0]),
            policy: (0..leaf.moves.len() as u16).map(|place| place * 100).collect(),
            owners: (0..leaf.size().area()).map(|point| (point % 255) as i8).collect(),
        }
    }

    #[test]
    fn leaves_and_answers_roundtrip() {
        let boards = [(2, 0), (9, 20), (19, 100), (25, 7)];
        for ((lines, moves), is_own) in
            boards.into_iter().flat_map(|board| [false, true].map(|is_own| (board, is_own)))
        {
            let leaf = leaf(lines, moves, is_own);
            let (mut question, mut told) = (Vec::new(), Vec::new());
            write_leaf(&mut question, &leaf);
            assert_eq!(read_leaf(Reader(&question)), Some(leaf.clone()));
            let answer = answer(&leaf);
            write_answer(&mut told, &answer);
            assert_eq!(read_answer(Reader(&told), &leaf), Some(answer));
            let cut = |bytes: &[u8]| (0..bytes.len()).map(|end| bytes[..end].to_vec()).collect();
            let (questions, answers): (Vec<Vec<u8>>, Vec<Vec<u8>>) = (cut(&question), cut(&told));
            assert!(questions.iter().all(|part| read_leaf(Reader(part)).is_none()));
            assert!(answers.iter().all(|part| read_answer(Reader(part), &leaf).is_none()));
        }
    }

    #[test]
    fn leaf_and_answer_fit_in_2000_bytes() {
        for moves in [0, 30, 120] {
            let leaf = leaf(19, moves, false);
            let mut bytes = Vec::new();
            write_leaf(&mut bytes, &leaf);
            write_answer(&mut bytes, &answer(&leaf));
            assert!(bytes.len() < 2000, "{} bytes after {moves} moves", bytes.len());
        }
    }
}
