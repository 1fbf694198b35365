//! Encodes tree statistics as bytes.

use crate::go::BoardSize;
use crate::search::{NodeStatsDelta, StatsDelta};

use super::codec::Reader;
use super::task_codec::move_of;

/// Encodes tree statistics in chunks of a maximum size; the last chunk has the playouts.
pub(super) fn write_gains(gains: &StatsDelta, most: usize) -> Vec<Vec<u8>> {
    let mut parts = vec![0_u64.to_le_bytes().to_vec()];
    for node in &gains.nodes {
        let bytes = node_bytes(node);
        if parts.last().is_some_and(|part| part.len() + bytes.len() > most) {
            parts.push(0_u64.to_le_bytes().to_vec());
        }
        parts.last_mut().expect("one element was written").extend(bytes);
    }
    let last = parts.last_mut().expect("one element was written");
    last[..8].copy_from_slice(&gains.playouts.to_le_bytes());
    parts
}

fn node_bytes(node: &NodeStatsDelta) -> Vec<u8> {
    let NodeStatsDelta { moves, visits, wins, word, score } = node;
    let mut bytes = vec![moves.len() as u8];
    moves.iter().for_each(|mv| bytes.extend(mv.code().to_le_bytes()));
    bytes.extend(visits.to_le_bytes());
    bytes.extend(wins.to_le_bytes());
    bytes.extend(word.to_le_bytes());
    bytes.extend(score.to_le_bytes());
    bytes
}

/// Decodes tree statistics for a board size. Returns `None` if the bytes are malformed.
pub(super) fn read_gains(mut reader: Reader<'_>, size: BoardSize) -> Option<StatsDelta> {
    let reader = &mut reader;
    let mut gains = StatsDelta { playouts: reader.u64()?, nodes: Vec::new() };
    while !reader.0.is_empty() {
        let count = reader.u8()?;
        let moves = (0..count).map(|_| move_of(reader.u16()?, size)).collect::<Option<_>>()?;
        let (visits, wins, word) = (reader.u32()?, reader.u64()?, reader.u64()?);
        gains.nodes.push(NodeStatsDelta { moves, visits, wins, word, score: reader.f32()? });
    }
    Some(gains)
}

#[cfg(test)]
mod tests {
    use crate::go::Move;

    use super::*;

    #[test]
    fn stats_delta_roundtrip() {
        let size = BoardSize::STANDARD;
        let moves = [Move::Play(size.point(3, 15)), Move::Pass, Move::Play(size.point(18, 18))];
        let node = |depth: usize| NodeStatsDelta {
            moves: moves[..depth].to_vec(),
            visits: 7 * depth as u32,
            wins: 1 << 40,
            word: 3,
            score: -0.25,
        };
        let gains = StatsDelta { playouts: 12, nodes: (1..=3).map(node).collect() };
        let whole = write_gains(&gains, 1000);
        let [bytes] = &whole[..] else { panic!("it is one part: {}", whole.len()) };
        assert_eq!(read_gains(Reader(bytes), size), Some(gains.clone()));
        assert_eq!(read_gains(Reader(&bytes[..bytes.len() - 1]), size), None);
        assert_eq!(read_gains(Reader(bytes), BoardSize::new(9).expect("a size")), None);
        let parts = write_gains(&gains, 70);
        assert!(parts.len() == 2 && parts.iter().all(|part| part.len() <= 70));
        let read = parts.iter().filter_map(|part| read_gains(Reader(part), size));
        let joined = read.reduce(|a, b| StatsDelta {
            playouts: a.playouts + b.playouts,
            nodes: [a.nodes, b.nodes].concat(),
        });
        assert_eq!(joined, Some(gains));
    }
}
