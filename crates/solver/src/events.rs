//! The positions that decide a task without further moves.

use crate::frame::Frame;
use crate::life::LifeReader;
use crate::search::{Search, Task};
use crate::value::Value;
use crate::zone::{EVERYWHERE, Zone};

impl<const W: usize> Search<'_, W> {
    /// Returns whether the achiever has succeeded if the position decides that. Captures of a target are decided by
    /// [`expand`](Self::expand).
    pub(crate) fn decided(&self, depth: usize) -> Option<bool> {
        let frame = &self.frames[depth];
        if self.takes_too_long(frame) {
            return Some(false);
        }
        let reader = || LifeReader::new(&frame.board, &self.ground, &frame.stones, self.owner);
        let inner = || LifeReader { counts_outside: false, ..reader() };
        let [first, second] = self.targets;
        match self.task {
            // With the owner to move, the result follows one move later: the owner may pass.
            Task::Capture | Task::InnerCapture | Task::InnerSurvival => {
                // A suicide in an eye enlarges it. The owner then needs an answer, which may be excluded.
                let needs_answers = self.task == Task::InnerSurvival && self.allows_suicide;
                let is_alive = frame.to_play != self.owner && !needs_answers;
                (is_alive && reader().is_alive(first)).then_some(false)
            }
            Task::Life => reader().is_alive(first).then_some(true),
            Task::InnerLife => inner().is_alive(first).then_some(true),
            Task::Connect => {
                (frame.board.chain_at(first) == frame.board.chain_at(second)).then_some(true)
            }
            Task::Eye => reader().has_eye(first).then_some(true),
        }
    }

    /// Returns `true` if the target has too many liberties to be captured while the surrounding chains are safe: the
    /// owner only passes, and each move of the opponent takes at most one liberty.
    fn takes_too_long(&self, frame: &Frame<W>) -> bool {
        let Some(safe_moves) = frame.safe_moves.filter(|_| self.task == Task::InnerCapture) else {
            return false;
        };
        let moves = usize::from(safe_moves) + usize::from(frame.to_play != self.owner);
        frame.board.liberty_count(self.targets[0]) > moves
    }

    /// Returns the zone of a decided position.
    pub(crate) fn event_zone(&self, depth: usize, value: &Value) -> Zone {
        let frame = &self.frames[depth];
        let zone = self.zones.of_event(&self.success(depth, value));
        if zone != EVERYWHERE && self.takes_too_long(frame) {
            return zone | self.zones.of(frame.board.liberties(self.targets[0]));
        }
        zone
    }
}
