//! Proved statuses of groups around a move, and what they imply for its loss.

use crate::go::{Color, Point};
use crate::review::game::changed_groups::index;
use crate::review::game::reasons::{ProvedResult, Reason};
use crate::review::position::evaluation::PointIndex;
use crate::solver::{Condition, GroupStatus, LocalMove, Problem, Solution};

/// The proofs about the groups that a move seems to lose.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::review) struct LifeAndDeath {
    /// The groups with at least one proof, largest first.
    pub groups: Vec<GroupProof>,
    /// The consequence of the proofs for the loss of the move.
    pub verdict: Option<LossVerdict>,
}

impl LifeAndDeath {
    /// Returns the largest group whose loss by a move of `player` is proved.
    pub(in crate::review) fn confirmed(&self, player: Color) -> Option<&GroupProof> {
        let is_lost = |group: &&GroupProof| group.verdict(player) == Some(LossVerdict::Confirmed);
        self.groups.iter().find(is_lost)
    }
}

/// The consequence of proofs for a loss.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::review) enum LossVerdict {
    /// The move loses a group that the player could have saved or killed.
    Confirmed,
    /// The move does not change the status of the groups.
    Refuted,
}

/// The proved statuses of a group around a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::review) struct GroupProof {
    /// The colour of the stones.
    pub owner: Color,
    /// A stone of the largest chain, as a point index.
    pub stone: u16,
    /// The number of stones that change owner.
    pub stones: usize,
    /// The status before the move, with its player to move.
    pub before: Option<ProvedStatus>,
    /// The status after the move, with the opponent to move.
    pub after: Option<ProvedStatus>,
}

/// A proved status of a group. [`GroupStatus::Unknown`] does not occur.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::review) struct ProvedStatus {
    /// The status.
    pub status: GroupStatus,
    /// The side to move.
    pub to_play: Color,
    /// The first move of the side to move if it succeeds; `Some(None)` is a pass.
    pub first_move: Option<PointIndex>,
    /// The principal variation up to the first ko threat.
    pub line: Vec<PointIndex>,
    /// The points to which both sides are restricted in the proof.
    pub region: Vec<u16>,
    /// `true` if the proof assumes that the stones around the group are safe.
    pub assumes_surroundings: bool,
}

impl ProvedStatus {
    /// Returns the status of a solution; `None` if it is unknown or holds only if the group can escape.
    pub(super) fn of(solution: &Solution, problem: &Problem) -> Option<ProvedStatus> {
        if solution.status == GroupStatus::Unknown || solution.condition == Some(Condition::Escape)
        {
            return None;
        }
        let size = problem.board().size();
        let place = |point: Point| index(point, size) as u16;
        let point_index = |mv: LocalMove| match mv {
            LocalMove::Play(point) => Some(place(point)),
            LocalMove::Pass | LocalMove::Threat => None,
        };
        let moves = solution.variation.iter().map(|&(_, mv)| mv);
        let line = moves.take_while(|&mv| mv != LocalMove::Threat).map(point_index).collect();
        let mut region: Vec<u16> = problem.region().iter().map(place).collect();
        region.sort_unstable();
        Some(ProvedStatus {
            status: solution.status,
            to_play: problem.to_play(),
            first_move: solution.first_move.map(point_index),
            line,
            region,
            assumes_surroundings: solution.condition == Some(Condition::Surroundings),
        })
    }

    fn result(&self) -> ProvedResult {
        ProvedResult { first: self.first_move.flatten(), is_seki: self.status == GroupStatus::Seki }
    }

    /// Returns whether `player` gets what it wants from a group of `owner`; `None` for a ko.
    fn succeeds(&self, player: Color, owner: Color) -> Option<bool> {
        match self.status {
            GroupStatus::Alive | GroupStatus::Seki => Some(player == owner),
            GroupStatus::Dead => Some(player != owner),
            GroupStatus::Ko { .. } | GroupStatus::Unknown => None,
        }
    }
}

impl GroupProof {
    /// Returns the proved loss of the group as a reason; `None` if a position has no proof.
    pub(super) fn reason(&self) -> Option<Reason> {
        let (before, after) = (self.before.as_ref()?, self.after.as_ref()?);
        let assumes_surroundings = before.assumes_surroundings || after.assumes_surroundings;
        let (before, after) = (before.result(), after.result());
        let GroupProof { owner, stone, .. } = *self;
        Some(Reason::Proved { owner, stone, before, after, assumes_surroundings })
    }

    /// Returns what the proofs imply for a move of `player`.
    pub(super) fn verdict(&self, player: Color) -> Option<LossVerdict> {
        let succeeds =
            |proved: &Option<ProvedStatus>| proved.as_ref()?.succeeds(player, self.owner);
        match (succeeds(&self.before), succeeds(&self.after)) {
            (_, Some(true)) | (Some(false), _) => Some(LossVerdict::Refuted),
            (Some(true), Some(false)) => Some(LossVerdict::Confirmed),
            _ => None,
        }
    }
}
