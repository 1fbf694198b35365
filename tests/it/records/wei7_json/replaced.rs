//! Moves on stones, which wei7 3.0 cannot represent: no position of the game is lost.

use std::collections::HashSet;

use rand::RngExt;
use rand::rngs::StdRng;
use tianyuan::go::Color;
use tianyuan::records::format::{self, Format};
use tianyuan::records::record::replay::{self, position_at};
use tianyuan::records::record::{Event, Findings, Language, Point, Record, Setup, Size};

use super::{only, said, through, warnings, written};
use crate::support::random_record::{color, point};
use crate::support::seeded::with_seeds;

type Stones = Vec<(Point, Color)>;

/// Returns the positions of all nodes.
fn positions<'r>(records: impl IntoIterator<Item = &'r Record>) -> HashSet<Stones> {
    let of_record = |record: &'r Record| {
        record.tree.ids().map(|id| position_at(record, id).stones().collect::<Stones>())
    };
    records.into_iter().flat_map(of_record).collect()
}

/// Returns moves on any points of a small board, with variations and takebacks; some are on stones.
fn random_moves(rng: &mut StdRng) -> Record {
    let size = Size::new(rng.random_range(1..6), rng.random_range(2..4)).expect("a size");
    let mut record = Record::new(size);
    let mut ids = vec![record.tree.root()];
    for _ in 0..rng.random_range(1..30) {
        let back = if rng.random_bool(0.8) { 1 } else { rng.random_range(1..=ids.len()) };
        let at = rng.random_bool(0.9).then(|| point(size, rng));
        let event = match rng.random_range(0..20) {
            0 => Event::Nothing,
            1 => Event::Takeback(1),
            _ => Event::Move { color: color(rng), point: at },
        };
        ids.push(record.tree.add(ids[ids.len() - back], event));
    }
    record
}

#[test]
fn every_position_is_in_a_branch_or_new_record() {
    let mut replaced = 0;
    with_seeds(|rng| {
        for _ in 0..300 {
            let mut record = random_moves(rng).without_takebacks();
            if rng.random_bool(0.3) {
                // A stone of the initial setup that no move replaces.
                let corner = Point { x: 0, y: 0 };
                let other = |id: &_| match record.tree.node(*id).event {
                    Event::Move { point, .. } => point != Some(corner),
                    _ => true,
                };
                if record.size.area() > 4 && record.tree.ids().all(|id| other(&id)) {
                    let setup = Setup::new(vec![(corner, Some(Color::Black))]);
                    let root = record.tree.root();
                    record.tree.node_mut(root).event = Event::Setup(Box::new(setup));
                }
            }
            let due = positions([&record]);
            replaced += usize::from(!replay::faults(&record).is_empty());
            let writing = written(&record, Format::Wei7);
            let text = String::from_utf8_lossy(&writing.bytes);
            let reading = format::check(&writing.bytes, Format::Wei7);
            assert!(writing.is_valid() && !reading.findings.has_errors(), "{text}");
            let missing = |there: &HashSet<Stones>| due.difference(there).next().cloned();
            let there = positions(&reading.records);
            assert_eq!(missing(&there), None, "{record:?}\n{text}\n{:#?}", said(&reading));

            let pieces = record.rebase(&mut Findings::default());
            for piece in &pieces {
                assert_eq!(replay::faults(piece), [], "{piece:?}");
            }
            let back: Vec<Record> =
                pieces.iter().map(|piece| through(piece, Format::Wei7)).collect();
            assert_eq!(missing(&positions(&back)), None, "{record:?}\n{back:#?}");
        }
    });
    assert!(replaced > 100, "{replaced}");
}

#[test]
fn branches_are_reported_and_follow_the_game() {
    let sgf = "(;SZ[3]AB[ac]N[all]C[start];B[aa];W[aa]C[on it](;B[ba];W[ba])(;B[bb]))";
    let record = only(format::read(sgf.as_bytes(), Format::Sgf));
    let writing = written(&record, Format::Wei7);
    let told: Vec<String> =
        writing.findings.iter().map(|found| found.text(Language::English)).collect();
    assert_eq!(
        told,
        [
            "node 2: 0,0 is occupied: a new branch starts from the position after this move [3.17]",
            "node 4: 1,0 is occupied: a new branch starts from the position after this move [3.17]",
        ]
    );
    let back = only(format::check(&writing.bytes, Format::Wei7));
    let tree = &back.tree;
    let title = tree.node(tree.root()).notes().title.as_deref();
    assert_eq!((title, &tree.node(tree.root()).event), (Some("all"), &Event::Nothing));
    let begins: Vec<_> = tree.children(tree.root()).map(|id| tree.node(id)).collect();
    let comments: Vec<_> = begins.iter().map(|node| node.notes().comment.as_deref()).collect();
    assert_eq!(comments, [Some("start"), Some("on it"), None]);
    assert!(begins.iter().all(|node| matches!(node.event, Event::Setup(_))));
}

#[test]
fn move_without_effect_is_dropped() {
    let sgf = "(;SZ[3];B[aa];B[aa]C[again];W[bb])";
    let record = only(format::read(sgf.as_bytes(), Format::Sgf));
    let writing = written(&record, Format::Wei7);
    assert_eq!(warnings(&writing), ["repeated", "node-joined"]);
    let back = through(&record, Format::Wei7);
    assert_eq!(positions([&back]), positions([&record]));
    assert_eq!(back.tree.len(), 3);
}

/// Each move on a stone sets up the whole board, so their number is limited.
#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn many_positions_are_supported() {
    let mut sgf = String::from("(;SZ[52]");
    for y in 'a'..='z' {
        ('a'..='y').for_each(|x| sgf += &format!(";B[{x}{y}]"));
    }
    sgf += &";W[aa];B[aa]".repeat(20_000);
    let record = only(format::read(sgf.as_bytes(), Format::Sgf));
    let writing = written(&record, Format::Wei7);
    let told: HashSet<String> = warnings(&writing).into_iter().collect();
    assert!(told.contains("replaced") && told.contains("too-many-branches"), "{told:?}");
}
