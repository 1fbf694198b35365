//! The statistics of a game: mean losses and agreement with the engine, by player and phase.
//!
//! Only main-line moves count.

use super::accuracy::Accuracy;
use super::move_review::{MoveReview, Phase};
use crate::go::Color;
use crate::review::position::grade::Grade;
use crate::review::position::mistake_kind::MistakeKind;
use crate::review::position::value::{Value, WHOLE};
use serde::{Deserialize, Serialize};

/// The maximum number of lessons per player.
const LESSONS: usize = 5;

/// Sums over a set of moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(in crate::review) struct Tally {
    /// The number of moves.
    pub moves: i64,
    /// The sum of losses, in 1/10,000 of win rate.
    pub winrate: i64,
    /// The sum of losses, in 1/100 point.
    pub lead: i64,
    /// The number of moves that match the engine's choice.
    pub agreed: i64,
    /// The number of moves among the engine's top three.
    pub among_three: i64,
    /// The number of moves of each grade, good ones first.
    pub grades: [i64; 4],
    /// The number of moves not graded good whose loss exceeds twice the search error.
    pub sure: i64,
    /// The number of moves not graded good, by kind.
    pub kinds: [i64; 4],
    /// The accuracy of the moves.
    pub accuracy: Accuracy,
}

impl Tally {
    fn add(&mut self, reviewed: &MoveReview<'_>) {
        self.moves += 1;
        self.winrate += i64::from(reviewed.loss.winrate);
        self.lead += i64::from(reviewed.loss.lead);
        self.agreed += i64::from(reviewed.agrees());
        self.among_three += i64::from(reviewed.rank.is_some_and(|rank| rank <= 3));
        self.grades[reviewed.grade as usize] += 1;
        let is_sure = reviewed.grade != Grade::Good && reviewed.is_sure();
        self.sure += i64::from(is_sure);
        if let Some(kind) = reviewed.kind {
            self.kinds[kind as usize] += 1;
        }
        self.accuracy.add(reviewed.before.winrate, reviewed.loss.winrate);
    }

    /// Adds the sums of another set of moves.
    pub(in crate::review) fn join(&mut self, other: &Tally) {
        self.moves += other.moves;
        self.winrate += other.winrate;
        self.lead += other.lead;
        self.agreed += other.agreed;
        self.among_three += other.among_three;
        self.sure += other.sure;
        self.accuracy.join(other.accuracy);
        self.grades.iter_mut().zip(other.grades).for_each(|(sum, more)| *sum += more);
        self.kinds.iter_mut().zip(other.kinds).for_each(|(sum, more)| *sum += more);
    }

    /// Returns the number of moves of a grade.
    pub(in crate::review) fn of_grade(&self, grade: Grade) -> i64 {
        self.grades[grade as usize]
    }

    /// Returns the number of moves not graded good of a kind.
    pub(in crate::review) fn of_kind(&self, kind: MistakeKind) -> i64 {
        self.kinds[kind as usize]
    }

    /// Returns the mean loss per move, or 0 without moves.
    pub(in crate::review) fn mean_loss(&self) -> Value {
        let mean = |sum: i64| rounded(sum, self.moves) as i32;
        Value { winrate: mean(self.winrate), lead: mean(self.lead) }
    }

    /// Returns the share of moves that match the engine's choice, in 1/10,000.
    pub(in crate::review) fn agreement(&self) -> i32 {
        rounded(self.agreed * 10_000, self.moves) as i32
    }

    /// Returns the share of moves among the engine's top three, in 1/10,000.
    pub(in crate::review) fn agreement_of_three(&self) -> i32 {
        rounded(self.among_three * 10_000, self.moves) as i32
    }
}

/// Divides a non-negative sum with rounding; 0 if `by` is 0.
fn rounded(sum: i64, by: i64) -> i64 {
    (sum + by / 2).checked_div(by).unwrap_or(0)
}

/// The statistics of a player's moves.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::review) struct PlayerSummary {
    /// All moves.
    pub all: Tally,
    /// The moves of each phase.
    pub phases: [Tally; 3],
    /// The indices of the lessons among the game's moves, costliest first.
    pub lessons: Vec<usize>,
}

/// The statistics of a game's moves, by player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::review) struct Summary {
    players: [PlayerSummary; 2],
    /// The decisive move.
    pub turning_point: Option<TurningPoint>,
}

impl Summary {
    /// Sums over the main-line moves.
    pub(in crate::review) fn of(moves: &[MoveReview<'_>]) -> Summary {
        let mut players = [PlayerSummary::default(), PlayerSummary::default()];
        for reviewed in moves.iter().filter(|reviewed| reviewed.played.is_main) {
            let player = &mut players[reviewed.played.color.index()];
            player.all.add(reviewed);
            player.phases[reviewed.phase as usize].add(reviewed);
        }
        for color in Color::BOTH {
            players[color.index()].lessons = lessons(moves, color);
        }
        Summary { players, turning_point: TurningPoint::of(moves) }
    }

    /// Returns the statistics of a colour.
    pub(in crate::review) fn player(&self, color: Color) -> &PlayerSummary {
        &self.players[color.index()]
    }

    /// Returns the indices of both players' lessons, in game order.
    pub(in crate::review) fn learning_moves(&self) -> Vec<usize> {
        let mut places: Vec<usize> =
            self.players.iter().flat_map(|player| player.lessons.iter().copied()).collect();
        places.sort_unstable();
        places
    }
}

impl PlayerSummary {
    /// Returns the sums of a phase.
    pub(in crate::review) fn phase(&self, phase: Phase) -> &Tally {
        &self.phases[phase as usize]
    }
}

/// Returns a player's costliest moves with a better alternative beyond the search error. Repeated misses of the same
/// move count as one lesson.
fn lessons(moves: &[MoveReview<'_>], color: Color) -> Vec<usize> {
    let is_lesson = |place: &usize| {
        let reviewed = &moves[*place];
        let is_own = reviewed.played.is_main && reviewed.played.color == color;
        is_own && reviewed.grade != Grade::Good && reviewed.better().is_some()
    };
    let mut places: Vec<usize> = (0..moves.len()).filter(is_lesson).collect();
    places.sort_by_key(|&place| {
        let MoveReview { loss, .. } = moves[place];
        (-loss.winrate, -loss.lead, place)
    });
    let is_same = |one: usize, other: usize| moves[one].is_repeat_of(&moves[other]);
    let mut chosen: Vec<usize> = Vec::new();
    for place in places {
        if chosen.len() < LESSONS && !chosen.iter().any(|&known| is_same(known, place)) {
            chosen.push(place);
        }
    }
    chosen
}

/// The decisive move of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::review) struct TurningPoint {
    /// The index of the move.
    pub place: usize,
    /// The colour that led from there to the end.
    pub leader: Color,
}

impl TurningPoint {
    /// Returns the main-line move after which the final leader led until the end, beyond the search error. Returns
    /// `None` if neither side leads at the end or one side always led.
    pub(in crate::review) fn of(moves: &[MoveReview<'_>]) -> Option<TurningPoint> {
        let places = 0..moves.len();
        let main: Vec<usize> = places.filter(|&place| moves[place].played.is_main).collect();
        let leader = leader_after(&moves[*main.last()?])?;
        let open = main.iter().rposition(|&place| leader_after(&moves[place]) != Some(leader));
        let place = match open {
            Some(open) => main.get(open + 1).copied(),
            None => (leader_before(&moves[main[0]]) != Some(leader)).then_some(main[0]),
        };
        place.map(|place| TurningPoint { place, leader })
    }
}

fn leader_before(reviewed: &MoveReview<'_>) -> Option<Color> {
    leader(reviewed.played.color, reviewed.before, reviewed.error)
}

fn leader_after(reviewed: &MoveReview<'_>) -> Option<Color> {
    leader(reviewed.played.color, reviewed.after, reviewed.error)
}

/// Returns the colour that leads by more than `error`, given the value of `color`.
fn leader(color: Color, value: Value, error: i32) -> Option<Color> {
    let ahead = value.winrate - WHOLE / 2;
    let leader = if ahead > 0 { color } else { !color };
    (ahead.abs() > error).then_some(leader)
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use super::*;
    use crate::records::record::{Event, Record, Size};
    use crate::review::game::game_positions::Played;
    use crate::review::game::group_proof::LifeAndDeath;
    use crate::review::position::evaluation::CandidateMove;

    /// A better move for each index.
    static BETTER: LazyLock<Vec<CandidateMove>> = LazyLock::new(|| {
        let choice = |point| CandidateMove {
            visits: 9,
            value: Value::default(),
            prior: 0,
            line: vec![Some(point)],
        };
        (0..81).map(choice).collect()
    });

    /// Moves of alternating colours on 9x9 with these win-rate losses and ranks.
    fn reviewed_moves(moves: &[(i32, Option<usize>)]) -> Vec<MoveReview<'static>> {
        let size = Size::new(9, 9).expect("a size");
        let mut record = Record::new(size);
        let root = record.tree.root();
        let reviewed = |(i, &(winrate, rank)): (usize, &(i32, Option<usize>))| MoveReview {
            played: Played {
                node: record.tree.add(root, Event::Nothing),
                color: Color::BOTH[i % 2],
                point: None,
                number: i as u32 + 1,
                before: i,
                after: i + 1,
                is_main: true,
            },
            before: Value::default(),
            after: Value::default(),
            loss: Value { winrate, lead: winrate / 10 },
            error: 50,
            grade: Grade::of(Value { winrate, lead: winrate / 10 }, 50),
            kind: None,
            reasons: Vec::new(),
            best: Some(&BETTER[i]),
            rank,
            searched: 9,
            phase: Phase::of(i as u32 + 1, size),
            life_and_death: LifeAndDeath::default(),
        };
        moves.iter().enumerate().map(reviewed).collect()
    }

    #[test]
    fn summary_groups_by_player_and_phase() {
        let mut moves = vec![(0, Some(1)); 14];
        moves[0] = (500, Some(2));
        moves[1] = (100, None);
        moves[12] = (2_000, Some(7));
        let moves = reviewed_moves(&moves);
        let summary = Summary::of(&moves);
        let black = summary.player(Color::Black);
        assert_eq!((black.all.moves, black.all.agreed, black.all.among_three), (7, 5, 6));
        assert_eq!(black.all.mean_loss(), Value { winrate: 357, lead: 36 });
        assert_eq!(black.all.agreement(), 7_143);
        assert_eq!(black.phase(Phase::Opening).mean_loss().winrate, 83);
        assert_eq!(black.phase(Phase::Middle).mean_loss().winrate, 2_000);
        assert_eq!(black.phase(Phase::Endgame), &Tally::default());
        assert_eq!(black.phase(Phase::Endgame).mean_loss(), Value::default(), "of no moves");
        assert_eq!(summary.player(Color::White).all.mean_loss().winrate, 14);
        let grades = Grade::ALL.map(|grade| black.all.of_grade(grade));
        assert_eq!((grades, black.all.sure), ([1, 0, 1, 5], 2));
        let mut both = black.all;
        both.join(&summary.player(Color::White).all);
        assert_eq!((both.moves, both.of_grade(Grade::Good)), (14, 12));
    }

    #[test]
    fn lessons_are_limited_and_ordered_by_loss() {
        let losses = [900, 0, 499, 600, 550, 0, 900, 0, 700, 0, 2_000, 0, 500, 0, 800];
        let mut moves = reviewed_moves(&losses.map(|loss| (loss, None)));
        let summary = Summary::of(&moves);
        assert_eq!(summary.player(Color::Black).lessons, [10, 0, 6, 14, 8]);
        assert_eq!(summary.player(Color::White).lessons, [3]);
        assert_eq!(summary.learning_moves(), [0, 3, 6, 8, 10, 14]);
        moves[6].best = moves[0].best;
        assert_eq!(Summary::of(&moves).player(Color::Black).lessons, [10, 0, 14, 8, 4]);
        moves[0].error = 901;
        let lessons = Summary::of(&moves).player(Color::Black).lessons.clone();
        assert_eq!(lessons, [10, 6, 14, 8, 4], "it is not sure that there is a better move");
    }

    #[test]
    fn turning_point_starts_final_lead() {
        // Black's win rate after each move.
        let turning = |of_black: &[i32]| {
            let mut moves = reviewed_moves(&vec![(0, None); of_black.len()]);
            let mut before = 5_000;
            for (reviewed, &worth) in moves.iter_mut().zip(of_black) {
                let value = |winrate| {
                    let value = Value { winrate, lead: 0 };
                    if reviewed.played.color == Color::Black { value } else { value.of_opponent() }
                };
                (reviewed.before, reviewed.after) = (value(before), value(worth));
                before = worth;
            }
            Summary::of(&moves).turning_point.map(|turn| (turn.place, turn.leader))
        };
        let [black, white] = Color::BOTH;
        assert_eq!(turning(&[5_500, 4_000, 6_000, 7_000]), Some((2, black)));
        assert_eq!(turning(&[5_500, 6_000, 4_900]), Some((2, white)), "the last move");
        assert_eq!(turning(&[5_500, 5_600]), Some((0, black)), "the first one");
        assert_eq!(turning(&[4_000, 5_040, 4_980]), None, "nobody leads by more than the error");
        assert_eq!(turning(&[4_000, 5_040, 4_000]), Some((2, white)));
        assert_eq!(turning(&[]), None);
    }

    #[test]
    fn summary_ignores_variations() {
        let mut moves = reviewed_moves(&[(900, None), (900, None), (900, None)]);
        moves[2].played.is_main = false;
        let summary = Summary::of(&moves);
        assert_eq!(summary.player(Color::Black).all.moves, 1);
        assert_eq!(summary.player(Color::Black).lessons, [0]);
    }
}
