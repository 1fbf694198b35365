//! When the clocks of a session run, and losses on time.
//!
//! - The user's clock runs in the user's turn, also while the page shows another position. It stops while no page is
//!   open, while a lesson is prepared or shown, and after the end of the game.
//! - The engine's clock runs while the engine chooses its move.
//! - A move at an earlier position, and *undo*, continue with the clocks of that position.

use std::time::{Duration, Instant};

use super::game_clock::{GameClock, Turn};
use super::state::{Ending, State};
use super::task::Busy;
use crate::engine::{Clock, TimeControl, time_facts};
use crate::go::PointSet;
use crate::records::record::{NodeId, Outcome, WinReason};

impl State {
    /// Sets the time control of the game; `None` for none. The record contains the times after earlier moves.
    pub(super) fn set_clock(&mut self, control: Option<TimeControl>) {
        let turn = self.turn();
        self.clock = control.map(|control| GameClock::new(control, self.tree.record(), turn));
        let Some(control) = control else { return };
        let tree = &mut self.tree.record_mut().tree;
        let root = tree.root();
        time_facts(control).iter().for_each(|fact| tree.node_mut(root).notes_mut().add_fact(fact));
    }

    /// Returns the turn at the current node.
    fn turn(&self) -> Turn {
        let game = self.tree.game();
        (self.tree.node(), (game.passes() < 2).then(|| game.to_play()))
    }

    /// Returns `true` if the current node is the last position of a game with clocks that is not over.
    pub(super) fn is_at_clock(&self) -> bool {
        let node = self.clock.as_ref().map(|clock| clock.turn().0);
        self.ending.is_none() && node == Some(self.tree.node())
    }

    /// Begins the turn at the current node with the times of the record.
    pub(super) fn begin_turn(&mut self) {
        let turn = self.turn();
        if let Some(clock) = &mut self.clock {
            clock.begin(self.tree.record(), turn);
        }
    }

    /// Charges the clock for the move that led from `before` to the current node, and begins the next turn.
    pub(super) fn charge_move(&mut self, before: NodeId) {
        let Some(clock) = self.clock.as_mut().filter(|_| self.ending.is_none()) else { return };
        if clock.turn().0 == before
            && let Some((color, left)) = clock.after_move(Instant::now())
        {
            let node = self.tree.node();
            self.tree.record_mut().tree.node_mut(node).notes_mut().set_time_left(color, left);
        }
        self.begin_turn();
    }

    /// Returns the clock of the player to move for the engine; `None` without time limits.
    pub(super) fn clock_to_play(&self, now: Instant) -> Option<Clock> {
        let clock = self.clock.as_ref().filter(|_| self.is_at_clock())?;
        Some(clock.clock(self.tree.game().to_play(), now))
    }

    /// Starts or stops the clock of the player to move, as the state requires.
    pub(super) fn run_clock(&mut self, now: Instant) {
        let is_running = self.is_clock_due();
        let Some(clock) = &mut self.clock else { return };
        match is_running {
            true => clock.start(now),
            false => clock.stop(now),
        }
    }

    fn is_clock_due(&self) -> bool {
        let is_explained = self.lesson.is_some() || self.busy == Some(Busy::Checking);
        if self.ending.is_some() || is_explained {
            return false;
        }
        match self.is_users_clock() {
            true => !self.is_away,
            false => self.busy == Some(Busy::Thinking) && self.is_at_clock(),
        }
    }

    /// Returns `true` if the turn is the user's.
    fn is_users_clock(&self) -> bool {
        let turn = self.clock.as_ref().and_then(|clock| clock.turn().1);
        self.person.is_none_or(|person| turn == Some(person))
    }

    /// Stops the user's clock at a time in the past.
    pub(super) fn stop_users_clock(&mut self, at: Instant) {
        let is_users = self.is_users_clock();
        if let Some(clock) = self.clock.as_mut().filter(|_| is_users) {
            clock.stop(at);
        }
    }

    /// Returns the time until a flag falls; `None` if no clock runs.
    pub(super) fn until_flag(&self, now: Instant) -> Option<Duration> {
        self.clock.as_ref()?.until_flag(now)
    }

    /// Ends the game if the time of the player to move is over. Returns whether it is.
    pub(super) fn lose_on_time(&mut self, now: Instant) -> bool {
        let Some(clock) = &mut self.clock else { return false };
        let Some(loser) = clock.fallen(now) else { return false };
        clock.stop(now);
        let (node, _) = clock.turn();
        if self.tree.go(node.index()).is_err() {
            return false;
        }
        self.moved();
        self.is_engine_due = false;
        let outcome = Outcome::Win { winner: !loser, by: WinReason::Time };
        self.finish(outcome, PointSet::EMPTY);
        true
    }

    /// Restores the end of a game by resignation or on time from its record.
    pub(super) fn restore_ending(&mut self) {
        let outcome = self.tree.record().info.result;
        let is_uncounted = |outcome: &Outcome| matches!(outcome, Outcome::Win { by, .. } if !matches!(by, WinReason::HalfPoints(_)));
        let outcome = outcome.filter(is_uncounted);
        let node = self.tree.node();
        self.ending = outcome.map(|outcome| Ending { node, outcome, dead: PointSet::EMPTY });
    }
}
