//! The sequence of searches that determines the status of a problem.

use tianyuan_go::Color;

use crate::problem::Goal;
use crate::proof::Proof;
use crate::search::Task;
use crate::searches::Searches;
use crate::value::{FORBIDS, REPEATS, Value};

/// The maximum number of ko threats for which a ko is solved.
pub const MAX_THREATS: u8 = 2;

/// The status of the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GroupStatus {
    /// The owner of the target succeeds: the target lives with two eyes, escapes, is not captured, is connected or has
    /// an eye, whatever the opponent plays.
    Alive,
    /// The opponent succeeds: it captures the target, cuts the connection or prevents the eye, even if the owner has
    /// [`MAX_THREATS`] ko threats more than the opponent.
    Dead,
    /// The target cannot be captured, but its owner cannot make it pass-alive either. Only for [`Goal::Kill`] and
    /// [`Goal::Live`].
    Seki,
    /// The result depends on ko threats.
    Ko {
        /// The side that succeeds if neither side has ko threats: it takes the ko first.
        takes_first: Color,
        /// The least number of ko threats with which the other side succeeds, 1 to [`MAX_THREATS`].
        threats: u8,
    },
    /// A limit was reached, or the status depends on the outside of a derived region.
    Unknown,
}

/// The searches of a problem.
pub(crate) struct Statuses<'s, 'a, const W: usize> {
    pub(crate) searches: &'s mut Searches<'a, W>,
    pub(crate) defender: Color,
    pub(crate) to_play: Color,
    /// `true` if the region was derived, so that reaching its border is not life.
    pub(crate) is_derived: bool,
    /// `true` if the surrounding chains do not count as safe.
    pub(crate) doubts_surroundings: bool,
    /// `true` if moves outside of the region could capture surrounding chains.
    pub(crate) has_weak_surroundings: bool,
}

/// The result of the searches, with the search that proves it.
pub(crate) struct Found {
    pub(crate) status: GroupStatus,
    pub(crate) defender_succeeds: Option<bool>,
    /// The proof of the status, or of the result in the derived region.
    pub(crate) proof: Option<Proof>,
    /// `true` if the status depends on the outside of a derived region.
    pub(crate) needs_border: bool,
}

/// How the target survives.
enum Survival {
    /// By eyes, or by reaching the border of a specified region.
    Life(Proof),
    /// Not by eyes and not by reaching the border.
    Seki,
    /// Only by reaching the border of a derived region.
    Border(Proof),
}

impl Found {
    fn unknown(defender_succeeds: Option<bool>) -> Found {
        let (status, proof) = (GroupStatus::Unknown, None);
        Found { status, defender_succeeds, proof, needs_border: false }
    }

    fn known(status: GroupStatus, defender_succeeds: bool, proof: Proof) -> Found {
        let (defender_succeeds, proof) = (Some(defender_succeeds), Some(proof));
        Found { status, defender_succeeds, proof, needs_border: false }
    }

    fn border(proof: Proof, defender_succeeds: bool) -> Found {
        let (proof, unknown) = (Some(proof), Found::unknown(Some(defender_succeeds)));
        Found { proof, needs_border: true, ..unknown }
    }
}

impl<const W: usize> Statuses<'_, '_, W> {
    pub(crate) fn find(&mut self, goal: Goal) -> Found {
        let task = match goal {
            Goal::Kill(_) | Goal::Live(_) | Goal::Capture(_) => Task::Capture,
            Goal::Connect(..) | Goal::Cut(..) => Task::Connect,
            Goal::Eye(_) => Task::Eye,
        };
        let Some((value, proof)) = self.run(task, [0, 0]) else { return Found::unknown(None) };
        let succeeds = proof.winner == self.defender;
        // Threats are useless if the ko rule never forbids a move of the losing side.
        if value.flags & (FORBIDS | REPEATS) != 0 {
            match self.ko(task, proof.winner) {
                None => return Found::unknown(Some(succeeds)),
                Some(None) => {}
                Some(Some((status, ko_proof))) => return self.ko_result(status, [proof, ko_proof]),
            }
        }
        if !succeeds {
            return match self.is_certain_capture(task, [0, 0]) {
                None => Found::unknown(Some(succeeds)),
                Some(true) => Found::known(GroupStatus::Dead, succeeds, proof),
                Some(false) => Found::border(proof, succeeds),
            };
        }
        let is_capture = matches!(goal, Goal::Capture(_)) && !self.is_derived;
        if task != Task::Capture || is_capture {
            return Found::known(GroupStatus::Alive, succeeds, proof);
        }
        match self.survival([0, 0]) {
            None => Found::unknown(Some(succeeds)),
            Some(Survival::Border(proof)) => Found::border(proof, succeeds),
            Some(Survival::Life(life)) => Found::known(GroupStatus::Alive, succeeds, life),
            Some(Survival::Seki) if matches!(goal, Goal::Capture(_)) => {
                Found::known(GroupStatus::Alive, succeeds, proof)
            }
            Some(Survival::Seki) => Found::known(GroupStatus::Seki, succeeds, proof),
        }
    }

    /// Returns the result of a ko with the proofs without threats and with threats.
    fn ko_result(&mut self, status: GroupStatus, [first, other]: [Proof; 2]) -> Found {
        let succeeds = first.winner == self.defender;
        let (saves, captures) = if succeeds { (first, other) } else { (other, first) };
        if self.is_derived && first.task == Task::Capture {
            let certain = self.is_certain_capture(first.task, captures.threats);
            let (Some(is_certain), Some(survival)) = (certain, self.survival(saves.threats)) else {
                return Found::unknown(Some(succeeds));
            };
            if !is_certain || matches!(survival, Survival::Border(_)) {
                return Found::border(first, succeeds);
            }
        }
        let proof = if first.winner == self.to_play { first } else { other };
        Found::known(status, succeeds, proof)
    }

    /// Returns whether a capture does not depend on the outside of a derived region. Returns `None` if a limit is
    /// reached.
    fn is_certain_capture(&mut self, task: Task, threats: [u8; 2]) -> Option<bool> {
        if !self.is_derived || !self.doubts_surroundings || task != Task::Capture {
            return Some(true);
        }
        if self.has_weak_surroundings {
            return Some(false);
        }
        if self.searches.all[0].opponent_border.is_empty() {
            return Some(true);
        }
        let (_, inner) = self.run(Task::InnerCapture, threats)?;
        Some(inner.winner != self.defender)
    }

    /// Searches how a target that is not captured survives. Returns `None` if a limit is reached.
    fn survival(&mut self, threats: [u8; 2]) -> Option<Survival> {
        let (_, life) = self.run(Task::Life, threats)?;
        if life.winner != self.defender {
            return Some(Survival::Seki);
        }
        if !self.is_derived {
            return Some(Survival::Life(life));
        }
        let (_, inner) = self.run(Task::InnerLife, threats)?;
        let lives = inner.winner == self.defender;
        Some(if lives { Survival::Life(inner) } else { Survival::Border(life) })
    }

    /// Searches with ko threats of the losing side. Returns `None` if a limit is reached, and `Some(None)` if the
    /// threats do not help.
    #[allow(clippy::type_complexity, reason = "used once")]
    fn ko(&mut self, task: Task, winner: Color) -> Option<Option<(GroupStatus, Proof)>> {
        for threats in 1..=MAX_THREATS {
            let mut numbers = [0, 0];
            numbers[(!winner).index()] = threats;
            let (_, proof) = self.run(task, numbers)?;
            if proof.winner != winner {
                let status = GroupStatus::Ko { takes_first: winner, threats };
                return Some(Some((status, proof)));
            }
        }
        Some(None)
    }

    fn run(&mut self, task: Task, threats: [u8; 2]) -> Option<(Value, Proof)> {
        let value = self.searches.run(task, self.to_play, threats)?;
        let achiever = self.searches.all[0].achiever;
        let winner = if value.pn == 0 { achiever } else { !achiever };
        Some((value, Proof { task, threats, to_play: self.to_play, winner }))
    }
}
