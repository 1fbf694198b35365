//! Problems from games: positions in which one move is clearly better than all others and than the move played.

use serde::{Deserialize, Serialize};

use crate::go::Color;
use crate::records::record::replay::position_at;
use crate::review::game::input::SIZES;
use crate::review::game::move_review::MoveReview;
use crate::review::game::problem_proof::{LifeProblem, ProblemCheck, ProblemProof};
use crate::review::game::review::GameReview;
use crate::review::position::evaluation::{CandidateMove, PointIndex, PositionEvaluation, point};
use crate::review::position::grade::Grade;
use crate::review::position::value::{Value, WHOLE};

/// The minimum win-rate advantage of the best move over every other move, in 1/10,000.
const CLEAR: i32 = 1_000;

/// A position of a game and its candidate answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::review) struct Problem {
    /// The board size in lines.
    pub lines: usize,
    /// The number of the move played in the game.
    pub number: u32,
    /// The colour to play: 1 for Black, 2 for White.
    color: u8,
    /// The stones: 0 (empty), 1 (Black) or 2 (White) for each point, row by row from the upper left.
    stones: String,
    /// The answer, then the other moves from best to worst, always including the move of the game.
    pub tries: Vec<ProblemReply>,
    /// The proof of the answer, if the solver found one.
    #[serde(default)]
    pub proof: Option<ProblemProof>,
}

/// A candidate answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::review) struct ProblemReply {
    /// The player's value.
    pub value: Value,
    /// The variation, starting with the move.
    pub line: Vec<PointIndex>,
    /// Whether the move was played in the game.
    pub is_played: bool,
}

impl Problem {
    /// Returns `true` if all its points lie on its board; result files are untrusted.
    pub(in crate::review) fn fits(&self) -> bool {
        let area = self.lines * self.lines;
        let mut lines = self.tries.iter().map(|tried| &tried.line);
        let is_on_board = |index: &PointIndex| index.is_none_or(|index| usize::from(index) < area);
        SIZES.contains(&self.lines)
            && self.stones.len() == area
            && self.stones.bytes().all(|stone| (b'0'..=b'2').contains(&stone))
            && !self.tries.is_empty()
            && self.proof.as_ref().is_none_or(|proof| proof.fits(area))
            && lines.all(|line| !line.is_empty() && line.iter().all(is_on_board))
    }

    /// Returns the stones as point index and colour.
    pub(in crate::review) fn stones(&self) -> impl Iterator<Item = (usize, Color)> {
        let color = |stone| match stone {
            b'1' => Some(Color::Black),
            b'2' => Some(Color::White),
            _ => None,
        };
        self.stones.bytes().enumerate().filter_map(move |(i, stone)| Some((i, color(stone)?)))
    }

    /// Returns the colour to play.
    pub(in crate::review) fn color(&self) -> Color {
        if self.color == Color::Black as u8 { Color::Black } else { Color::White }
    }
}

/// Returns the problems of the main line, in game order. Repeated misses of the same move give one problem.
pub(in crate::review) fn problems(review: &GameReview<'_>) -> Vec<Problem> {
    let mut chosen: Vec<&MoveReview<'_>> = Vec::new();
    for reviewed in review.moves.iter().filter(|reviewed| is_problem(review, reviewed)) {
        if !chosen.iter().any(|known| known.is_repeat_of(reviewed)) {
            chosen.push(reviewed);
        }
    }
    chosen.into_iter().filter_map(|reviewed| problem(review, reviewed)).collect()
}

fn is_problem(review: &GameReview<'_>, reviewed: &MoveReview<'_>) -> bool {
    let before = &review.assessments[reviewed.played.before];
    let is_point = matches!(reviewed.better_move(), Some(Some(_)));
    reviewed.played.is_main
        && reviewed.grade >= Grade::Mistake
        && reviewed.is_sure()
        && is_point
        && is_clear(before)
}

/// Returns `true` if the best move's advantage over every other move reaches [`CLEAR`] and exceeds the error.
fn is_clear(before: &PositionEvaluation) -> bool {
    let Some((best, others)) = before.choices.split_first() else { return false };
    others.iter().all(|other| {
        let gap = best.value.winrate - other.value.winrate;
        gap >= CLEAR && gap > error(best, other)
    })
}

/// Returns the standard error of the win-rate difference of two candidates, as for two searches.
fn error(one: &CandidateMove, other: &CandidateMove) -> i32 {
    let variance = |choice: &CandidateMove| {
        let winrate = choice.value.winrate_fraction();
        winrate * (1.0 - winrate) / choice.visits.max(1) as f64
    };
    ((variance(one) + variance(other)).sqrt() * f64::from(WHOLE)).round() as i32
}

/// Returns the problem of a move, or `None` if its answer is proved to be wrong.
fn problem(review: &GameReview<'_>, reviewed: &MoveReview<'_>) -> Option<Problem> {
    let proof = match check(review, reviewed) {
        ProblemCheck::Wrong => return None,
        ProblemCheck::Proved(proof) => Some(proof),
        ProblemCheck::Unknown => None,
    };
    let record = &review.input.record;
    let played = reviewed.played;
    let position = position_at(record, review.input.course.situations[played.before].node);
    let digit = |color: Option<Color>| color.map_or('0', |color| char::from(b'0' + color as u8));
    Some(Problem {
        lines: record.size.width(),
        number: played.number,
        color: played.color as u8,
        stones: record.size.points().map(|point| digit(position.color_at(point))).collect(),
        tries: tries(review, reviewed),
        proof,
    })
}

/// Checks the answer with the solver if the loss of a group is proved.
fn check(review: &GameReview<'_>, reviewed: &MoveReview<'_>) -> ProblemCheck {
    let (course, record) = (&review.input.course, &review.input.record);
    let lost = reviewed.life_and_death.confirmed(reviewed.played.color);
    let game = course.game_at(record, course.situations[reviewed.played.before]).ok();
    let (Some(group), Some(game), Some(Some(answer))) = (lost, game, reviewed.better_move()) else {
        return ProblemCheck::Unknown;
    };
    let [stone, answer] = [group.stone, answer].map(|at| point(at, record.size).on(game.size()));
    let (rules, nodes) = (&course.rules, review.options.solve_nodes);
    LifeProblem { game: &game, rules, stone, owner: group.owner, nodes }.check(answer)
}

/// Returns the engine's candidates and the move played, each with the engine's continuation.
fn tries(review: &GameReview<'_>, reviewed: &MoveReview<'_>) -> Vec<ProblemReply> {
    let played = reviewed.played;
    let [before, after] = [played.before, played.after].map(|place| &review.assessments[place]);
    let others = before.choices.iter().filter(|choice| choice.line.first() != Some(&played.point));
    let choice = |choice: &CandidateMove| ProblemReply {
        value: choice.value,
        line: choice.line.clone(),
        is_played: false,
    };
    let mut tries: Vec<ProblemReply> = others.map(choice).collect();
    let reply = after.best().map_or(&[][..], |best| &best.line);
    let line = std::iter::once(played.point).chain(reply.iter().copied()).collect();
    tries.push(ProblemReply { value: reviewed.after, line, is_played: true });
    tries[1..].sort_by_key(|tried| -tried.value.winrate);
    tries
}
