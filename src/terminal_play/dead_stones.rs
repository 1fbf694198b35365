//! Scoring: the engine proposes dead stones, and the user accepts or changes them.

use super::error::TerminalPlayError;
use super::score_text;
use super::session::{Answer, GamePhase, PlaySession};
use crate::go::{Point, PointSet};
use crate::protocol::vertex;

impl PlaySession {
    /// Proposes dead stones after two passes. Under rules that remove no dead stones the game is counted immediately.
    pub(super) fn start_scoring(&mut self) -> String {
        if self.game().rules().counts_all_stones_alive() {
            return self.position() + "\n" + &self.count(PointSet::EMPTY);
        }
        self.stage = GamePhase::Agreeing(self.engine.judge().dead);
        self.dead_stones_prompt()
    }

    /// Toggles chains between dead and alive.
    ///
    /// # Errors
    /// Returns an error if the players have not both passed, or a point is empty. The state is unchanged then.
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

    /// Counts the score without the marked dead stones.
    ///
    /// # Errors
    /// Returns an error if the players have not both passed.
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

    /// Ends the game with the score without these stones.
    fn count(&mut self, dead: PointSet) -> String {
        self.engine.set_counted_result(&dead);
        self.stage = GamePhase::Over(dead);
        self.result(&dead)
    }

    /// Returns the board with dead stones, the resulting score and the available commands.
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
