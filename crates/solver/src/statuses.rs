//! The sequence of searches that determines the status of a problem.

use tianyuan_go::Color;

use crate::problem::{BorderRule, Goal};
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
    /// A limit was reached, or the status depends on the outside of the region under [`BorderRule::Strict`].
    Unknown,
}

/// A condition of a status, about the outside of the region.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Condition {
    /// The owner of the target may have to reach an [exit](crate::Problem::exits), which counts as life.
    Escape,
    /// The opponent's chains next to the region, and its stones next to the outside, must be safe.
    Surroundings,
}

/// The searches of a problem.
pub(crate) struct Statuses<'s, 'a, const W: usize> {
    pub(crate) searches: &'s mut Searches<'a, W>,
    pub(crate) defender: Color,
    pub(crate) to_play: Color,
    pub(crate) border_rule: BorderRule,
    /// `true` if the owner of the target could reach the outside of the region.
    pub(crate) has_exits: bool,
    /// `true` if no stones outside of the region can be captured.
    pub(crate) is_closed: bool,
    /// `true` if the owner's moves outside of the region cannot capture chains of the opponent that matter.
    pub(crate) has_safe_surroundings: bool,
    /// `true` if the opponent's moves outside of the region could capture chains of the owner next to it.
    pub(crate) relies_on_outside: bool,
}

/// The result of the searches, with the search that proves it.
pub(crate) struct Found {
    pub(crate) status: GroupStatus,
    pub(crate) defender_succeeds: Option<bool>,
    /// The proof of the status.
    pub(crate) proof: Option<Proof>,
    /// The dependence on the outside of the region.
    pub(crate) condition: Option<Condition>,
}

/// How the target survives.
struct Survival {
    status: GroupStatus,
    proof: Proof,
    condition: Option<Condition>,
}

impl Found {
    fn unknown(defender_succeeds: Option<bool>) -> Found {
        let (status, proof) = (GroupStatus::Unknown, None);
        Found { status, defender_succeeds, proof, condition: None }
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
        let found = self.status(goal, value, proof);
        found.unwrap_or(Found::unknown(Some(succeeds)))
    }

    /// Returns the result, given the search without ko threats. Returns `None` if a limit is reached.
    fn status(&mut self, goal: Goal, value: Value, proof: Proof) -> Option<Found> {
        let succeeds = proof.winner == self.defender;
        let found = |status, proof, condition| {
            let (defender_succeeds, proof) = (Some(succeeds), Some(proof));
            Some(Found { status, defender_succeeds, proof, condition })
        };
        // Threats are useless if the ko rule never forbids a move of the losing side.
        if value.flags & (FORBIDS | REPEATS) != 0
            && let Some((status, other)) = self.ko(proof)?
        {
            let (saves, captures) = if succeeds { (proof, other) } else { (other, proof) };
            let shown = if proof.winner == self.to_play { proof } else { other };
            if proof.task != Task::Capture {
                return found(status, shown, None);
            }
            let condition = self.survival(goal, saves)?.condition;
            return found(status, shown, condition.or_else(|| self.capture(captures).1));
        }
        if !succeeds {
            let (proof, condition) = self.capture(proof);
            return found(GroupStatus::Dead, proof, condition);
        }
        if proof.task != Task::Capture {
            return found(GroupStatus::Alive, proof, None);
        }
        let Survival { status, proof, condition } = self.survival(goal, proof)?;
        found(status, proof, condition)
    }

    /// Returns the proof of a capture that does not depend on the surroundings, or the given proof and its condition.
    fn capture(&mut self, captures: Proof) -> (Proof, Option<Condition>) {
        if captures.task != Task::Capture || self.is_closed && self.has_safe_surroundings {
            return (captures, None);
        }
        // A capture in an open region could depend on stones that are captured outside.
        let is_wanted = self.is_closed && self.border_rule != BorderRule::Escape;
        let inner = is_wanted.then(|| self.run(Task::InnerCapture, captures.threats)).flatten();
        match inner {
            Some((_, inner)) if inner.winner != self.defender => (inner, None),
            _ => (captures, Some(Condition::Surroundings)),
        }
    }

    /// Searches how a target survives, given the proof that it is not captured. Returns `None` if a limit is reached
    /// before the status is known.
    fn survival(&mut self, goal: Goal, saves: Proof) -> Option<Survival> {
        let (status, proof, inner) = if matches!(goal, Goal::Capture(_)) {
            (GroupStatus::Alive, saves, Task::InnerSurvival)
        } else {
            let (_, life) = self.run(Task::Life, saves.threats)?;
            if life.winner == self.defender {
                (GroupStatus::Alive, life, Task::InnerLife)
            } else {
                (GroupStatus::Seki, saves, Task::InnerSurvival)
            }
        };
        if !self.has_exits {
            return Some(Survival { status, proof, condition: None });
        }
        // A survival in an open region could depend on stones that are captured outside.
        let is_certain = inner == Task::InnerLife || self.is_closed && !self.relies_on_outside;
        let is_wanted = is_certain && self.border_rule != BorderRule::Escape;
        let found = is_wanted.then(|| self.run(inner, saves.threats)).flatten();
        Some(match found {
            Some((_, proof)) if proof.winner == self.defender => {
                Survival { status, proof, condition: None }
            }
            _ => Survival { status, proof, condition: Some(Condition::Escape) },
        })
    }

    /// Searches with ko threats of the losing side. Returns `None` if a limit is reached, and `Some(None)` if the
    /// threats do not help.
    #[allow(clippy::type_complexity, reason = "used once")]
    fn ko(&mut self, first: Proof) -> Option<Option<(GroupStatus, Proof)>> {
        for threats in 1..=MAX_THREATS {
            let mut numbers = [0, 0];
            numbers[(!first.winner).index()] = threats;
            let (_, proof) = self.run(first.task, numbers)?;
            if proof.winner != first.winner {
                let status = GroupStatus::Ko { takes_first: first.winner, threats };
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
