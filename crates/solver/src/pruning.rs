//! Moves that are decided by the results of other moves, through their zones.

use crate::frame::{Child, LocalMove};
use crate::search::Search;
use crate::value::{Value, removes};
use crate::zone::{EVERYWHERE, Zone};

impl<const W: usize> Search<'_, W> {
    /// Decides moves by the results of other moves.
    pub(crate) fn prune(&mut self, depth: usize) {
        if self.frames[depth].to_play == self.achiever {
            self.prune_failures(depth);
            return;
        }
        let frame = &mut self.frames[depth];
        let pass = frame.children.iter().find(|child| child.mv == LocalMove::Pass);
        let Some(pass) = pass.map(|pass| pass.value).filter(|pass| pass.pn == 0) else { return };
        for child in frame.children.iter_mut().filter(|child| !child.value.is_solved()) {
            let value = self.zones.like_pass(frame.to_play, child, &pass);
            let value = value.filter(|value| value.holds(self.ko, child.path.flags));
            child.value = value.unwrap_or(child.value);
        }
    }

    /// Marks all moves of the achiever as failures if the refuted moves contain a zone.
    fn prune_failures(&mut self, depth: usize) {
        let frame = &self.frames[depth];
        let failures = frame.children.iter().filter(|child| child.value.dn == 0);
        let is_known = |value: &Value| value.zone != EVERYWHERE;
        let known = failures.filter(|child| is_known(&child.value));
        let independent = known.filter(|child| child.value.dependency == Value::INDEPENDENT);
        let flags =
            independent.fold(frame.refused.flags, |flags, child| flags | child.tree_flags());
        let value = Value { flags: flags | removes(self.achiever), ..Value::FAILED };
        let zone = self.zone(depth, &value);
        let value = Value { zone, ..value };
        let holds =
            |child: &Child| child.value.is_solved() || value.holds(self.ko, child.path.flags);
        if !is_known(&value) || !frame.children.iter().all(holds) {
            return;
        }
        let frame = &mut self.frames[depth];
        for child in frame.children.iter_mut().filter(|child| !child.value.is_solved()) {
            child.value = value;
        }
    }

    /// Returns the zone of the position at a depth with a value.
    pub(crate) fn zone(&self, depth: usize, value: &Value) -> Zone {
        if value.dn == 0 && !self.task.is_capture() {
            // Additional stones of the achiever may make an eye or a connection.
            return EVERYWHERE;
        }
        self.zones.of_success(&self.success(depth, value))
    }
}
