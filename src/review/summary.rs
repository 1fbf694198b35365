//! The summary of a game: mean losses and agreement with the engine, by player and phase.
//!
//! Only moves of the main line count.

use super::move_review::{MoveReview, Phase};
use super::value::Value;
use crate::go::Color;

/// The worst moves of a player that are named.
const WORST: usize = 5;

/// A loss of winrate below which a move is not among the worst, in ten-thousandths.
const NOTICED: i32 = 300;

/// Sums over some moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Tally {
    /// The number of moves.
    pub moves: i64,
    /// The sum of losses: ten-thousandths of winrate, hundredths of points.
    winrate: i64,
    lead: i64,
    /// How many of the moves the engine would have played.
    pub agreed: i64,
    /// How many were among the engine's first three.
    pub among_three: i64,
}

impl Tally {
    fn add(&mut self, reviewed: &MoveReview<'_>) {
        self.moves += 1;
        self.winrate += i64::from(reviewed.loss.winrate);
        self.lead += i64::from(reviewed.loss.lead);
        self.agreed += i64::from(reviewed.agrees());
        self.among_three += i64::from(reviewed.rank.is_some_and(|rank| rank <= 3));
    }

    /// What a move lost on average; nothing where there are none.
    pub(super) fn mean_loss(&self) -> Value {
        let mean = |sum: i64| rounded(sum, self.moves) as i32;
        Value { winrate: mean(self.winrate), lead: mean(self.lead) }
    }

    /// The share of moves that the engine would have played, in ten-thousandths.
    pub(super) fn agreement(&self) -> i32 {
        rounded(self.agreed * 10_000, self.moves) as i32
    }

    /// The share of moves that were among its first three, in ten-thousandths.
    pub(super) fn agreement_of_three(&self) -> i32 {
        rounded(self.among_three * 10_000, self.moves) as i32
    }
}

/// A sum of what is not negative, divided; 0 of nothing.
fn rounded(sum: i64, by: i64) -> i64 {
    (sum + by / 2).checked_div(by).unwrap_or(0)
}

/// Sums over a player's moves.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct PlayerSummary {
    /// All moves.
    pub all: Tally,
    /// The moves of each phase.
    pub phases: [Tally; 3],
    /// The indices of the worst moves among those of the game, worst first.
    pub worst: Vec<usize>,
}

/// Sums over the moves of a game, by player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Summary {
    players: [PlayerSummary; 2],
}

impl Summary {
    /// Adds up what the moves of the main line did.
    pub(super) fn of(moves: &[MoveReview<'_>]) -> Summary {
        let mut players = [PlayerSummary::default(), PlayerSummary::default()];
        for reviewed in moves.iter().filter(|reviewed| reviewed.played.is_main) {
            let player = &mut players[reviewed.played.color.index()];
            player.all.add(reviewed);
            player.phases[reviewed.phase as usize].add(reviewed);
        }
        for color in Color::BOTH {
            players[color.index()].worst = worst(moves, color);
        }
        Summary { players }
    }

    /// The sums over a colour's moves.
    pub(super) fn player(&self, color: Color) -> &PlayerSummary {
        &self.players[color.index()]
    }

    /// The worst moves of both, in the order of the game.
    pub(super) fn worst_of_both(&self) -> Vec<usize> {
        let mut places: Vec<usize> =
            self.players.iter().flat_map(|player| player.worst.iter().copied()).collect();
        places.sort_unstable();
        places
    }
}

impl PlayerSummary {
    /// The moves of a phase.
    pub(super) fn phase(&self, phase: Phase) -> &Tally {
        &self.phases[phase as usize]
    }
}

fn worst(moves: &[MoveReview<'_>], color: Color) -> Vec<usize> {
    let loss = |place: &usize| moves[*place].loss;
    let is_noticed = |place: &usize| {
        let played = moves[*place].played;
        played.is_main && played.color == color && loss(place).winrate >= NOTICED
    };
    let mut places: Vec<usize> = (0..moves.len()).filter(is_noticed).collect();
    places.sort_by_key(|place| {
        let loss = loss(place);
        (-loss.winrate, -loss.lead, *place)
    });
    places.truncate(WORST);
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Event, Record, Size};
    use crate::review::course::Played;

    /// Moves of alternating colours on 9x9 with these losses of winrate and ranks.
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
            error: 0,
            best: None,
            rank,
            searched: 9,
            phase: Phase::of(i as u32 + 1, size),
        };
        moves.iter().enumerate().map(reviewed).collect()
    }

    #[test]
    fn means_and_agreement_are_by_player_and_phase() {
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
    }

    #[test]
    fn the_worst_moves_are_few_and_in_order() {
        let losses = [900, 0, 299, 400, 300, 0, 900, 0, 700, 0, 2_000, 0, 500, 0, 800];
        let moves = reviewed_moves(&losses.map(|loss| (loss, None)));
        let summary = Summary::of(&moves);
        assert_eq!(summary.player(Color::Black).worst, [10, 0, 6, 14, 8]);
        assert_eq!(summary.player(Color::White).worst, [3]);
        assert_eq!(summary.worst_of_both(), [0, 3, 6, 8, 10, 14]);
    }

    #[test]
    fn variations_do_not_count() {
        let mut moves = reviewed_moves(&[(900, None), (900, None), (900, None)]);
        moves[2].played.is_main = false;
        let summary = Summary::of(&moves);
        assert_eq!(summary.player(Color::Black).all.moves, 1);
        assert_eq!(summary.player(Color::Black).worst, [0]);
    }
}
