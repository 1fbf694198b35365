//! Proofs about groups as parts of JSON lines.

use serde::Serialize;

use crate::records::record::Size;
use crate::review::game::group_proof::{GroupProof, ProvedStatus};
use crate::review::output::messages::vertex;
use crate::solver::GroupStatus;

/// A group and its proved statuses around a move.
#[derive(Serialize)]
pub(super) struct GroupLine {
    color: char,
    stone: String,
    stones: usize,
    before: Option<StatusLine>,
    after: Option<StatusLine>,
}

/// A proved status.
#[derive(Serialize)]
struct StatusLine {
    status: &'static str,
    to_play: char,
    #[serde(rename = "move")]
    mv: Option<String>,
    variation: Vec<String>,
    /// The points on which both sides may play.
    region: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    condition: Option<&'static str>,
}

impl GroupLine {
    /// Returns the lines of groups.
    pub(super) fn all(groups: &[GroupProof], size: Size) -> Vec<GroupLine> {
        let line = |group: &GroupProof| GroupLine {
            color: group.owner.letter(),
            stone: vertex(Some(group.stone), size),
            stones: group.stones,
            before: group.before.as_ref().map(|proved| StatusLine::of(proved, size)),
            after: group.after.as_ref().map(|proved| StatusLine::of(proved, size)),
        };
        groups.iter().map(line).collect()
    }
}

impl StatusLine {
    fn of(proved: &ProvedStatus, size: Size) -> StatusLine {
        StatusLine {
            status: match proved.status {
                GroupStatus::Alive => "alive",
                GroupStatus::Dead => "dead",
                GroupStatus::Seki => "seki",
                GroupStatus::Ko { .. } => "ko",
                GroupStatus::Unknown => "unknown",
            },
            to_play: proved.to_play.letter(),
            mv: proved.first_move.map(|at| vertex(at, size)),
            variation: proved.line.iter().map(|&at| vertex(at, size)).collect(),
            region: proved.region.iter().map(|&at| vertex(Some(at), size)).collect(),
            condition: proved.assumes_surroundings.then_some("surroundings"),
        }
    }
}
