//! The end of the game: the engine proposes which stones are dead, the person agrees or changes that.

use super::complaint::Complaint;
use super::count;
use super::table::{Answer, PlaySession, Stage};
use crate::go::{Point, PointSet};
use crate::protocol::vertex;

impl PlaySession {
    /// Proposes the dead stones after two passes. By rules that take none off the game is counted at once.
    pub(super) fn begin_agreement(&mut self) -> String {
        if self.game().rules().stones_stand() {
            return self.position() + "\n" + &self.count(PointSet::EMPTY);
        }
        self.stage = Stage::Agreeing(self.engine.judge().dead);
        self.proposal()
    }

    /// Takes chains for dead that were taken for alive, and the other way round.
    ///
    /// # Errors
    /// Where both have not passed, or a point has no stone. Nothing has changed then.
    pub(super) fn change_dead(&mut self, points: &[Point]) -> Answer {
        let Stage::Agreeing(mut dead) = self.stage else { return Err(self.not_agreeing()) };
        let board = self.game().board();
        for &point in points {
            if board.is_empty(point) {
                return Err(Complaint::NoStone(vertex::vertex(board.size(), point)));
            }
            let chain: PointSet = board.chain_stones(point).collect();
            dead = if dead.contains(point) { dead - chain } else { dead | chain };
        }
        self.stage = Stage::Agreeing(dead);
        Ok(self.proposal())
    }

    /// Counts with the stones that are taken for dead.
    ///
    /// # Errors
    /// Where both have not passed.
    pub(super) fn agree(&mut self) -> Answer {
        let Stage::Agreeing(dead) = self.stage else { return Err(self.not_agreeing()) };
        Ok(self.count(dead))
    }

    fn not_agreeing(&self) -> Complaint {
        match self.stage {
            Stage::Over(_) => Complaint::Over,
            _ => Complaint::NotAgreeing,
        }
    }

    /// Ends the game with the count without these stones.
    fn count(&mut self, dead: PointSet) -> String {
        self.engine.note_count(&dead);
        self.stage = Stage::Over(dead);
        self.result(&dead)
    }

    /// The dead stones on the board and in words, what the count would be, and what may be done.
    pub(super) fn proposal(&self) -> String {
        let Stage::Agreeing(dead) = self.stage else { return String::new() };
        let size = self.game().size();
        let names: Vec<String> = dead.iter().map(|point| vertex::vertex(size, point)).collect();
        let mut lines = vec![self.position(), self.words.proposal(&names)];
        lines.extend(count::lines(self.game(), &dead, self.words));
        lines.push(self.words.agreeing());
        lines.join("\n")
    }
}
