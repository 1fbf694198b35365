//! Problems as game records: the position, the answer and the refuted moves.
//!
//! In SGF each problem is a game of a collection. In wei7 each problem is a branch of a single record.

use crate::go::Color;
use crate::job_error::JobError;
use crate::records::charset::Charset;
use crate::records::format::{self, Format};
use crate::records::record::{Evaluation, Event, Language, NodeId, Record, Setup, Size};
use crate::review::game::digest::GameProblem;
use crate::review::game::problem::{Problem, ProblemReply};
use crate::review::game::problem_proof::ProblemProof;
use crate::review::output::messages::{self, percent};
use crate::review::output::proof_messages;
use crate::review::position::evaluation::{PointIndex, point};

/// The maximum length of a variation.
const LONGEST: usize = 8;

/// Writes the problems of one board size as SGF or wei7 3.0.
///
/// # Errors
/// Returns [`JobError`] with the format's first error if it cannot represent them.
pub(crate) fn write(
    problems: &[GameProblem<'_>],
    is_sgf: bool,
    language: Language,
) -> Result<Vec<u8>, JobError> {
    let (records, format) = match is_sgf {
        true => (problems.iter().map(|of| game(of, language)).collect(), Format::Sgf),
        false => (vec![lesson(problems, language)], Format::Wei7),
    };
    let writing = format::write(&records, format, Charset::Utf8);
    let error = writing.findings.iter().find(|found| found.rule.kind.is_fault());
    match error {
        Some(found) if !writing.is_valid() => Err(JobError::Input(found.text(language))),
        _ => Ok(writing.bytes),
    }
}

/// Returns a problem as its own record.
fn game(of: &GameProblem<'_>, language: Language) -> Record {
    let mut record = Record::new(size(of.problem));
    record.info.name = Some(of.title(language));
    let root = record.tree.root();
    record.tree.node_mut(root).event = setup(of.problem);
    fill(&mut record, root, of, language);
    record
}

/// Returns problems as branches of one record.
fn lesson(problems: &[GameProblem<'_>], language: Language) -> Record {
    let mut record = Record::new(size(problems[0].problem));
    let title = match language {
        Language::Chinese => "对局中的题目",
        Language::English => "Problems from games",
    };
    record.info.name = Some(title.into());
    let root = record.tree.root();
    for of in problems {
        let id = record.tree.add(root, setup(of.problem));
        let notes = record.tree.node_mut(id).notes_mut();
        notes.title = Some(of.title(language));
        notes.set_apart = true;
        fill(&mut record, id, of, language);
    }
    record
}

fn size(problem: &Problem) -> Size {
    Size::new(problem.lines, problem.lines).expect("a problem has a supported board size")
}

fn setup(problem: &Problem) -> Event {
    let size = size(problem);
    let stones = problem.stones().map(|(place, color)| (point(place as u16, size), Some(color)));
    Event::Setup(Box::new(Setup::new(stones.collect())))
}

/// Adds the question to a node, and the candidate moves below it with the answer first.
fn fill(record: &mut Record, id: NodeId, of: &GameProblem<'_>, language: Language) {
    let color = of.problem.color();
    let to_play = messages::color(color, language);
    let notes = record.tree.node_mut(id).notes_mut();
    notes.problem = Some(color);
    notes.comment = Some(match language {
        Language::Chinese => format!("{to_play}先。哪一手明显最好？"),
        Language::English => format!("{to_play} to play. Which move is clearly the best?"),
    });
    for (i, tried) in of.problem.tries.iter().enumerate() {
        add_try(record, id, of.problem, (i == 0, tried), language);
    }
    if let Some(proof) = &of.problem.proof {
        add_proof(record, id, of.problem, proof, language);
    }
}

/// Adds a proof to the answer, and the refutations of the other moves.
fn add_proof(
    record: &mut Record,
    id: NodeId,
    problem: &Problem,
    proof: &ProblemProof,
    language: Language,
) {
    let color = problem.color();
    let Some(answer) = record.tree.children(id).next() else { return };
    let mut places = vec![(answer, !color)];
    for &(parent, at) in &proof.tree {
        let (parent, to_play) = places[parent as usize];
        places.push((child(record, parent, to_play, at), !to_play));
    }
    for line in &proof.refutations {
        let (mut place, mut to_play) = (id, color);
        for &at in line {
            place = child(record, place, to_play, at);
            if to_play == color && record.tree.parent(place) == Some(id) {
                let notes = record.tree.node_mut(place).notes_mut();
                notes.evaluation.get_or_insert(Evaluation::Bad);
            }
            to_play = !to_play;
        }
    }
    let notes = record.tree.node_mut(id).notes_mut();
    notes.add_comment(proof_messages::problem(proof, language));
}

/// Returns the child of a node with a move, which is added if it is new.
fn child(record: &mut Record, parent: NodeId, color: Color, at: PointIndex) -> NodeId {
    let event = Event::Move { color, point: at.map(|at| point(at, record.size)) };
    let found = record.tree.children(parent).find(|&id| record.tree.node(id).event == event);
    found.unwrap_or_else(|| record.tree.add(parent, event))
}

fn add_try(
    record: &mut Record,
    parent: NodeId,
    problem: &Problem,
    (is_answer, tried): (bool, &ProblemReply),
    language: Language,
) {
    let (size, mut color, mut at) = (record.size, problem.color(), parent);
    for (i, &index) in tried.line.iter().take(LONGEST).enumerate() {
        let point = index.map(|index| point(index, size));
        at = record.tree.add(at, Event::Move { color, point });
        if i == 0 {
            let notes = record.tree.node_mut(at).notes_mut();
            notes.evaluation = Some(if is_answer { Evaluation::Good } else { Evaluation::Bad });
            notes.comment = Some(comment(is_answer, tried, language));
        }
        color = !color;
    }
}

/// Returns the comment on a candidate move: its win rate, and whether it is the answer.
fn comment(is_answer: bool, tried: &ProblemReply, language: Language) -> String {
    let winrate = percent(tried.value.winrate).replace('\u{a0}', " ");
    let [chinese, english] = match (is_answer, tried.is_played) {
        (true, _) => ["正解", "Right"],
        (false, true) => ["实战，问题手", "Played in the game"],
        (false, false) => ["问题手", "Wrong"],
    };
    match language {
        Language::Chinese => format!("{chinese}：胜率 {winrate}"),
        Language::English => format!("{english}: wins {winrate}"),
    }
}
