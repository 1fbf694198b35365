//! The end of the game: the engine proposes which stones are dead, the person agrees or changes that.

use super::error::TerminalPlayError;
use super::score_text;
use super::session::{Answer, GamePhase, PlaySession};
use crate::go::{Point, PointSet};
use crate::protocol::vertex;

impl PlaySession {
    /// Proposes the dead stones after two passes. By rules that take none off the game is counted at once.
    pub(super) fn start_scoring(&mut self) -> String {
        if self.game().rules().counts_all_stones_alive() {
            return self.position() + "\n" + &self.count(PointSet::EMPTY);
        }
        self.stage = GamePhase::Agreeing(self.engine.judge().dead);
        self.dead_stones_prompt()
    }

    /// Takes chains for dead that were taken for alive, and the other way round.
    ///
    /// # Errors
    /// Where both have not passed, or a point has no stone. Nothing has changed then.
    pub(super) fn toggle_dead(&mut self, points: &[Point]) -> Answer {
        let GamePhase::Agreeing(mut dead) = self.stage else { return Err(self.not_agreeing()) };
        let board = self.game().board();
        for &point in points {
            if board.is_empty(point) {
                return Err(TerminalPlayError::NoStone(vertex::vertex(board.size(), point)));
            }
            let chain: PointSet = board.chain_stones(point).collect();
            dead = if dead.contains(point) { dead - chain } else { dead | chain };
        }
        self.stage = GamePhase::Agreeing(dead);
        Ok(self.dead_stones_prompt())
    }

    /// Counts with the stones that are taken for dead.
    ///
    /// # Errors
    /// Where both have not passed.
    pub(super) fn agree(&mut self) -> Answer {
        let GamePhase::Agreeing(dead) = self.stage else { return Err(self.not_agreeing()) };
        Ok(self.count(dead))
    }

    fn not_agreeing(&self) -> TerminalPlayError {
        match self.stage {
            GamePhase::Over(_) => TerminalPlayError::Over,
            _ => TerminalPlayError::NotAgreeing,
        }
    }

    /// Ends the game with the count without these stones.
    fn count(&mut self, dead: PointSet) -> String {
        self.engine.set_counted_result(&dead);
        self.stage = GamePhase::Over(dead);
        self.result(&dead)
    }

    /// The dead stones on the board and in words, what the count would be, and what may be done.
    pub(super) fn dead_stones_prompt(&self) -> String {
        let GamePhase::Agreeing(dead) = self.stage else { return String::new() };
        let size = self.game().size();
        let names: Vec<String> = dead.iter().map(|point| vertex::vertex(size, point)).collect();
        let mut lines = vec![self.position(), self.words.proposal(&names)];
        lines.extend(score_text::lines(self.game(), &dead, self.words));
        lines.push(self.words.scoring_help());
        lines.join("\n")
    }
}
