//! A proof tree as a game record: the position with its target and region, and all refutations as variations.

use std::collections::HashMap;

use crate::go::{Board, BoardSize, Color};
use crate::records::record::{
    Evaluation, Event, Language, Mark, NodeId, Point, Record, Setup, Size, Symbol,
};
use crate::solver::{LocalMove, ProofTree};

use super::answer::Answer;

/// The maximum number of positions in a proof record.
pub(crate) const MAX_PROOF_NODES: usize = 20_000;

/// Returns the record of a proof. The root contains the position, triangles on the targets, squares on the region, and
/// the answer in words as its comment. The first variation is the principal variation.
pub(crate) fn proof_record(answer: &Answer<'_>, tree: &ProofTree, language: Language) -> Record {
    let (problem, board) = (answer.problem, answer.problem.board());
    let size = board.size();
    let mut record = Record::new(Size::new(size.lines(), size.lines()).expect("a valid size"));
    let root = record.tree.root();
    record.tree.node_mut(root).event = setup(board);
    let mut comment = answer.lines(language).join("\n");
    if tree.is_truncated {
        comment += &language.choose(
            format!("\nOnly the first {} positions of the proof are included.", tree.nodes.len()),
            format!("\n只包含证明的前 {} 个局面。", tree.nodes.len()),
        );
    }
    let notes = record.tree.node_mut(root).notes_mut();
    notes.comment = Some(comment);
    notes.problem = Some(problem.to_play());
    let mark = |point, symbol| Mark { point: Point::of(point, size), symbol };
    let targets = problem.goal().targets();
    let region = problem.region().iter().filter(|point| !targets.contains(point));
    notes.marks.extend(targets.into_iter().map(|point| mark(point, Symbol::Triangle)));
    notes.marks.extend(region.map(|point| mark(point, Symbol::Square)));
    notes.marks.sort();
    notes.marks.dedup();
    add_moves(&mut record, tree, size, language);
    put_variation_first(&mut record, answer);
    record
}

fn setup(board: &Board) -> Event {
    let size = board.size();
    let stones = board.stones().map(|(color, point)| (Point::of(point, size), Some(color)));
    Event::Setup(Box::new(Setup::new(stones.collect())))
}

/// Adds the nodes of the tree. Moves of the winner at the start are marked as good.
fn add_moves(record: &mut Record, tree: &ProofTree, size: BoardSize, language: Language) {
    let mut ids: HashMap<usize, NodeId> = HashMap::from([(0, record.tree.root())]);
    for (index, node) in tree.nodes.iter().enumerate() {
        let (Some(parent), Some((color, mv))) = (node.parent, node.last_move) else { continue };
        let event = match mv {
            LocalMove::Play(point) => Event::Move { color, point: Some(Point::of(point, size)) },
            LocalMove::Pass => Event::Move { color, point: None },
            LocalMove::Threat => Event::Nothing,
        };
        let id = record.tree.add(ids[&parent], event);
        ids.insert(index, id);
        if mv == LocalMove::Threat {
            let notes = record.tree.node_mut(id).notes_mut();
            notes.comment = Some(threat(color, language));
            notes.to_play = Some(color);
        } else if parent == 0 && color == tree.winner {
            record.tree.node_mut(id).notes_mut().evaluation = Some(Evaluation::Good);
        }
    }
}

fn threat(color: Color, language: Language) -> String {
    let name = super::words::color_name(color, language);
    language.choose(
        format!("{name} plays a ko threat, which is answered."),
        format!("{name}找劫，对方应。"),
    )
}

/// Makes the principal variation the main line.
fn put_variation_first(record: &mut Record, answer: &Answer<'_>) {
    let size = answer.problem.board().size();
    let mut at = record.tree.root();
    for &(color, mv) in &answer.solution.variation {
        let is_move = |id: &NodeId| match (&record.tree.node(*id).event, mv) {
            (Event::Move { color: mover, point }, LocalMove::Play(to)) => {
                *mover == color && *point == Some(Point::of(to, size))
            }
            (Event::Move { point, .. }, LocalMove::Pass) => point.is_none(),
            (Event::Nothing, LocalMove::Threat) => true,
            _ => false,
        };
        let Some(next) = record.tree.children(at).find(is_move) else { return };
        record.tree.put_first(next);
        at = next;
    }
}
