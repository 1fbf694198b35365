//! Proofs of life and death in a reviewed game.
//!
//! If the expected owner of a group changes with a move, the solver determines the status of the group before and after
//! the move. Its limits are numbers of nodes, so that reviews are reproducible. Only proofs are reported; they may assume
//! that the surrounding stones are safe if the engine expects it. They confirm or refute the loss that the engine saw:
//!
//! - The player could save (or kill) the group before the move and cannot after it: the loss is proved.
//! - The group is still alive (or dead), or it was lost before: the move did not lose it.

use std::collections::HashMap;

use crate::go::{Color, Game, Point, PointSet};
use crate::records::record::Record;
use crate::review::game::changed_groups::{ChangedGroup, OwnershipChange, index};
use crate::review::game::find_reasons::add_first;
use crate::review::game::game_positions::GamePositions;
use crate::review::game::group_proof::{GroupProof, LifeAndDeath, LossVerdict, ProvedStatus};
use crate::review::game::move_review::MoveReview;
use crate::review::position::evaluation::PositionEvaluation;
use crate::review::position::grade::Grade;
use crate::review::position::mistake_kind::MistakeKind;
use crate::solver::{Goal, Problem, SolveLimits, Solver};

/// The maximum number of nodes per game, as a multiple of the nodes per position.
const POSITIONS_PER_GAME: u64 = 20;

/// The maximum size of the solver's table in bytes.
const MEMORY: usize = 32 << 20;

/// The expected ownership in hundredths from which stones around a group count as safe.
const SAFE: i32 = 80;

/// The share of the change in ownership that refuted groups must explain.
const EXPLAINED: f64 = 0.5;

/// A reviewed game with the evaluations of its positions.
#[derive(Debug, Clone, Copy)]
pub(in crate::review) struct EvaluatedGame<'a> {
    pub record: &'a Record,
    pub course: &'a GamePositions,
    pub assessments: &'a [PositionEvaluation],
}

/// Adds proofs to the moves of a game and corrects their grades and kinds, costliest moves first.
///
/// `nodes` limits the solver per position; 0 disables it.
pub(in crate::review) fn add_proofs(
    game: EvaluatedGame<'_>,
    moves: &mut [MoveReview<'_>],
    nodes: u64,
) {
    if nodes == 0 {
        return;
    }
    let mut order: Vec<usize> = (0..moves.len()).collect();
    order.sort_by_key(|&place| {
        let MoveReview { loss, .. } = moves[place];
        (-loss.winrate, -loss.lead, place)
    });
    let left = nodes.saturating_mul(POSITIONS_PER_GAME);
    let mut prover = Prover { game, nodes, left, known: HashMap::new() };
    for place in order {
        let found = prover.life_and_death(&moves[place]);
        correct(&mut moves[place], found);
    }
}

/// Stores proofs in a review, and corrects its grade, kind and reasons.
fn correct(reviewed: &mut MoveReview<'_>, found: LifeAndDeath) {
    match found.verdict {
        // With a proof, the error of the search does not matter.
        Some(LossVerdict::Confirmed) => {
            reviewed.grade = Grade::of(reviewed.loss, 0);
            reviewed.kind =
                Some(MistakeKind::LifeAndDeath).filter(|_| reviewed.grade != Grade::Good);
        }
        Some(LossVerdict::Refuted) => (reviewed.grade, reviewed.kind) = (Grade::Good, None),
        None => {}
    }
    if reviewed.grade == Grade::Good {
        reviewed.reasons.clear();
    } else if let Some(group) = found.confirmed(reviewed.played.color) {
        group.reason().into_iter().for_each(|reason| add_first(&mut reviewed.reasons, reason));
    }
    reviewed.life_and_death = found;
}

/// Asks the solver about groups within a budget.
struct Prover<'a> {
    game: EvaluatedGame<'a>,
    /// The maximum number of nodes per position.
    nodes: u64,
    /// The remaining nodes of the game.
    left: u64,
    /// Known results by position and stone.
    known: HashMap<(usize, Point), Option<ProvedStatus>>,
}

impl Prover<'_> {
    fn life_and_death(&mut self, reviewed: &MoveReview<'_>) -> LifeAndDeath {
        let (course, player) = (self.game.course, reviewed.played.color);
        let places = [reviewed.played.before, reviewed.played.after];
        let [before, after] = places.map(|place| &*self.game.assessments[place].ownership);
        let change = OwnershipChange { player, before, after };
        let is_next = course.situations[places[1]].color != player;
        let Some(game) = self.game_at(places[0]).filter(|_| is_next) else {
            return LifeAndDeath::default();
        };
        let size = game.size();
        let changed = change.groups(game.board());
        let groups: Vec<GroupProof> =
            changed.iter().map(|group| self.proof(*group, places)).collect();
        let verdicts: Vec<_> = groups.iter().map(|group| group.verdict(player)).collect();
        let is =
            |wanted: LossVerdict| move |verdict: &Option<LossVerdict>| *verdict == Some(wanted);
        let explained = || {
            let proofs = groups.iter().flat_map(|group| [&group.before, &group.after]);
            let places: Vec<u16> =
                proofs.flatten().flat_map(|proof| proof.region.clone()).collect();
            let is_inside = |point: &Point| places.contains(&(index(*point, size) as u16));
            let points: PointSet = size.points().filter(is_inside).collect();
            change.share_in(&points, size)
        };
        let verdict = if verdicts.iter().any(is(LossVerdict::Confirmed)) {
            Some(LossVerdict::Confirmed)
        } else if !verdicts.is_empty()
            && verdicts.iter().all(is(LossVerdict::Refuted))
            && explained() >= EXPLAINED
        {
            Some(LossVerdict::Refuted)
        } else {
            None
        };
        let has_proof = |group: &GroupProof| group.before.is_some() || group.after.is_some();
        LifeAndDeath { groups: groups.into_iter().filter(has_proof).collect(), verdict }
    }

    fn proof(&mut self, group: ChangedGroup, [before, after]: [usize; 2]) -> GroupProof {
        let ChangedGroup { owner, stone, stones } = group;
        let size = self.game.record.size.width();
        let size = crate::go::BoardSize::new(size).expect("the game is playable");
        // The status after the move decides most cases.
        let after = self.status(after, stone, owner);
        let before = self.status(before, stone, owner);
        GroupProof { owner, stone: index(stone, size) as u16, stones, before, after }
    }

    /// Returns the proved status of the chain of a stone in a position.
    fn status(&mut self, place: usize, stone: Point, owner: Color) -> Option<ProvedStatus> {
        if let Some(known) = self.known.get(&(place, stone)) {
            return known.clone();
        }
        let game = self.game_at(place)?;
        let found =
            (game.board().color_at(stone) == Some(owner)).then(|| self.solved(&game, place, stone));
        let found = found.flatten();
        self.known.insert((place, stone), found.clone());
        found
    }

    fn solved(&mut self, game: &Game, place: usize, stone: Point) -> Option<ProvedStatus> {
        let nodes = self.nodes.min(self.left);
        let (rules, to_play) = (&self.game.course.rules, game.to_play());
        let problem = Problem::new(game.board(), rules, to_play, Goal::Kill(stone), None).ok()?;
        if nodes == 0 {
            return None;
        }
        let mut solver = Solver::new(problem, MEMORY);
        let solution = solver.solve(&SolveLimits { nodes, ..SolveLimits::default() });
        self.left = self.left.saturating_sub(solution.nodes);
        let found = ProvedStatus::of(&solution, solver.problem());
        found.filter(|found| {
            !found.assumes_surroundings || self.has_safe_surroundings(solver.problem(), place)
        })
    }

    /// Returns `true` if the engine expects that all stones around the group of a problem stay on the board.
    fn has_safe_surroundings(&self, problem: &Problem, place: usize) -> bool {
        let (ownership, size) = (&self.game.assessments[place].ownership, problem.board().size());
        let opponent = !problem.defender();
        let is_safe =
            |point: Point| i32::from(ownership[index(point, size)]) * opponent.sign() >= SAFE;
        problem.surrounding_stones().iter().all(is_safe)
    }

    fn game_at(&self, place: usize) -> Option<Game> {
        let EvaluatedGame { record, course, .. } = self.game;
        course.game_at(record, course.situations[place]).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::format::{self, Format};
    use crate::review::game::move_review::review_moves;
    use crate::review::game::reasons::{ProvedResult, Reason};
    use crate::review::position::evaluation::CandidateMove;
    use crate::review::position::value::Value;
    use crate::solver::GroupStatus;

    /// A black group in the corner with a bent three, whose vital point is A9.
    const CORNER: &str = "AB[ca][bb][cb][ac][bc]AW[da][db][cc][dc][ad][bd][cd]PL[B]";

    /// A black group with a bulky five and a white wall that has four liberties outside.
    const THIN_WALL: &str = "AB[ba][bb][bc][cc][dc][ec][eb][fb][fa][ae][be][ce][de][ee][fe]\
        AW[aa][ab][ac][ad][bd][cd][dd][ed][fd][fc][gc][gb][ga]PL[B]";

    /// Reviews a black move on 9x9 after which the corner changes its owner from Black to White, with solver nodes and
    /// White's surroundings safe.
    fn reviewed<T>(
        setup: &str,
        mv: &str,
        nodes: u64,
        read: impl FnOnce(&MoveReview<'_>) -> T,
    ) -> T {
        reviewed_with((setup, mv), nodes, (3, -90), read)
    }

    /// Reviews a move with a number of columns of the corner, and the ownership of all points outside of it.
    fn reviewed_with<T>(
        (setup, mv): (&str, &str),
        nodes: u64,
        (columns, outside): (usize, i8),
        read: impl FnOnce(&MoveReview<'_>) -> T,
    ) -> T {
        let sgf = format!("(;GM[1]FF[4]SZ[9]KM[7]{setup};B[{mv}])");
        let record = format::read(sgf.as_bytes(), Format::Sgf).records.remove(0);
        let course = GamePositions::of(&record, false, None).expect("a game");
        let evaluation = |winrate, owner| PositionEvaluation {
            playouts: 10,
            value: Value::new(winrate, 0.0),
            choices: vec![CandidateMove {
                visits: 1,
                value: Value::default(),
                prior: 0,
                line: vec![Some(80)],
            }],
            ranking: vec![Some(80)],
            priors: Vec::new(),
            ownership: (0..81)
                .map(|i| if i % 9 < columns && i < 27 { owner } else { outside })
                .collect(),
            first_move: None,
        };
        let assessments = [evaluation(0.9, 90), evaluation(0.7, -90)];
        let mut moves = review_moves(&record, &course, &assessments);
        let game = EvaluatedGame { record: &record, course: &course, assessments: &assessments };
        add_proofs(game, &mut moves, nodes);
        read(&moves[0])
    }

    #[test]
    fn lost_group_is_proved_with_both_lines() {
        reviewed(CORNER, "gg", 20_000, |reviewed| {
            let LifeAndDeath { groups, verdict } = &reviewed.life_and_death;
            assert_eq!(*verdict, Some(LossVerdict::Confirmed));
            let own = groups.iter().find(|group| group.owner == Color::Black).expect("the group");
            let [before, after] = [&own.before, &own.after].map(|it| it.as_ref().expect("a proof"));
            assert_eq!((own.stones, before.status), (5, GroupStatus::Alive));
            assert_eq!((before.first_move, before.line[0]), (Some(Some(0)), Some(0)));
            assert_eq!((after.status, after.first_move), (GroupStatus::Dead, Some(Some(0))));
            assert_eq!(reviewed.kind, Some(MistakeKind::LifeAndDeath));
            assert!(reviewed.is_sure() && reviewed.grade == Grade::Blunder);
            let result = ProvedResult { first: Some(0), is_seki: false };
            let (owner, stone) = (Color::Black, own.stone);
            assert!(!after.assumes_surroundings && !before.assumes_surroundings);
            let (before, after) = (result, result);
            let due = Reason::Proved { owner, stone, before, after, assumes_surroundings: false };
            assert_eq!(reviewed.reasons[0], due, "the proof replaces the expected death");
            assert!(reviewed.reasons.iter().all(|reason| reason.name() != "dies"));
        });
    }

    #[test]
    fn death_inside_a_thin_wall_needs_the_safety_of_the_wall() {
        reviewed_with((THIN_WALL, "gg"), 20_000, (6, -80), |reviewed| {
            let LifeAndDeath { groups, verdict } = &reviewed.life_and_death;
            assert_eq!(*verdict, Some(LossVerdict::Confirmed));
            assert!(groups[0].after.as_ref().is_some_and(|after| after.assumes_surroundings));
            assert!(matches!(
                reviewed.reasons[0],
                Reason::Proved { assumes_surroundings: true, .. }
            ));
        });
        reviewed_with((THIN_WALL, "gg"), 20_000, (6, -79), |reviewed| {
            let LifeAndDeath { groups, verdict } = &reviewed.life_and_death;
            assert_eq!(*verdict, None);
            assert!(groups.iter().all(|group| group.after.is_none()), "{groups:?}");
        });
    }

    #[test]
    fn loss_of_living_group_is_refuted() {
        reviewed(CORNER, "aa", 20_000, |reviewed| {
            assert_eq!(reviewed.life_and_death.verdict, Some(LossVerdict::Refuted));
            assert_eq!((reviewed.grade, reviewed.kind), (Grade::Good, None));
            assert_eq!(reviewed.reasons, [], "a good move needs no reason");
            assert!(!reviewed.is_sure());
        });
    }

    #[test]
    fn unproved_status_changes_nothing() {
        for nodes in [0, 1] {
            reviewed(CORNER, "gg", nodes, |reviewed| {
                assert_eq!(reviewed.life_and_death, LifeAndDeath::default());
                assert_ne!(reviewed.grade, Grade::Good);
            });
        }
    }
}
