//! How a game of a match ended, its result, and descriptions of both.

use serde::{Deserialize, Serialize};

use crate::engine::DeadStones;
use crate::go::{Color, Game, PointSet, Score};
use crate::records::record::{Outcome, WinReason};

use crate::engine_process::engine_error::{EngineError, EngineErrorKind};

/// The end of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GameTermination {
    /// Two passes, followed by scoring.
    Counted {
        /// The result.
        score: Score,
        /// The source of the dead stones.
        by: DeadStoneSource,
    },
    /// One side resigned.
    Resignation {
        /// The side that resigned.
        loser: Color,
    },
    /// One side made an error that loses the game.
    Fault {
        /// The side that made the error.
        loser: Color,
        /// The error.
        fault: EngineError,
    },
    /// Both engines considered the game decided.
    Agreed {
        /// The winner.
        winner: Color,
    },
    /// The game reached the limit of turns: a draw.
    TooLong,
}

/// The source of the dead stones at the end of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum DeadStoneSource {
    /// Both engines reported the same stones.
    #[serde(rename = "agreed")]
    Agreed,
    /// The engines disagreed, so the referee judged.
    #[serde(rename = "disputed")]
    Disputed,
    /// At least one engine reported none, so the referee judged.
    #[serde(rename = "not named")]
    NotNamed,
    /// By the rules of the game all stones count as alive.
    #[serde(rename = "not needed")]
    NotNeeded,
}

impl DeadStoneSource {
    /// Returns the explanation for reports and game records.
    pub fn description(self) -> &'static str {
        match self {
            DeadStoneSource::Agreed => "the engines agreed on the dead stones",
            DeadStoneSource::Disputed => {
                "the engines disagreed on the dead stones, so the referee judged them"
            }
            DeadStoneSource::NotNamed => {
                "an engine did not report dead stones, so the referee judged them"
            }
            DeadStoneSource::NotNeeded => "all stones were counted as alive",
        }
    }
}

impl GameTermination {
    /// Scores a game after two passes. `black` and `white` are the dead stones that the engines report; `None`
    /// if an engine reports none.
    pub fn counted(
        game: &Game,
        black: Option<PointSet>,
        white: Option<PointSet>,
    ) -> GameTermination {
        let judged = || DeadStones::by_playouts(game).dead;
        let (dead, by) = match (black, white) {
            _ if game.rules().counts_all_stones_alive() => {
                (PointSet::EMPTY, DeadStoneSource::NotNeeded)
            }
            (Some(one), Some(other)) if one == other => (one, DeadStoneSource::Agreed),
            (Some(_), Some(_)) => (judged(), DeadStoneSource::Disputed),
            _ => (judged(), DeadStoneSource::NotNamed),
        };
        GameTermination::Counted { score: game.score(&dead), by }
    }

    /// Returns the winner. Returns `None` for a draw.
    pub fn winner(&self) -> Option<Color> {
        match self {
            GameTermination::Counted { score, .. } => score.winner(),
            GameTermination::Resignation { loser } | GameTermination::Fault { loser, .. } => {
                Some(!*loser)
            }
            GameTermination::Agreed { winner } => Some(*winner),
            GameTermination::TooLong => None,
        }
    }

    /// Returns the result. An error other than loss on time forfeits the game.
    pub fn result(&self) -> Outcome {
        let by = match self {
            GameTermination::Counted { score, .. } => {
                WinReason::HalfPoints(score.0.unsigned_abs() as u16)
            }
            GameTermination::Resignation { .. } => WinReason::Resignation,
            GameTermination::Agreed { .. } => WinReason::Unstated,
            GameTermination::Fault {
                fault: EngineError { kind: EngineErrorKind::Time, .. },
                ..
            } => WinReason::Time,
            GameTermination::Fault { .. } | GameTermination::TooLong => WinReason::Forfeit,
        };
        self.winner().map_or(Outcome::Draw, |winner| Outcome::Win { winner, by })
    }

    /// Describes the end of the game.
    pub fn description(&self) -> String {
        match self {
            GameTermination::Counted { by, .. } => by.description().into(),
            GameTermination::Resignation { loser } => format!("{loser} resigned"),
            GameTermination::Fault { loser, fault } => format!("{loser}: {fault}"),
            GameTermination::Agreed { winner } => {
                format!("both engines reported a win for {winner}")
            }
            GameTermination::TooLong => "draw: the game reached the maximum number of turns".into(),
        }
    }

    /// Returns the error that ended the game, with the side that made it.
    pub fn fault(&self) -> Option<(Color, &EngineError)> {
        match self {
            GameTermination::Fault { loser, fault } => Some((*loser, fault)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Diagram, Komi, Rules};

    #[test]
    fn dead_stones_stay_if_rules_count_all_stones_alive() {
        let diagram = Diagram::parse(
            ". . X . .
             O . X . .
             . . X . .
             . . X . .
             . . X . .",
        );
        let white = diagram.stones.iter().filter(|(color, _)| *color == Color::White);
        let dead: PointSet = white.map(|&(_, point)| point).collect();
        let counted = |name| {
            let rules = Rules::from_name(name, Komi::default()).expect("a name");
            let game = Game::setup(diagram.size, rules, &diagram.stones, Color::Black);
            let game = game.expect("a position");
            GameTermination::counted(&game, Some(dead), Some(dead))
        };
        let by = |by, points| GameTermination::Counted { score: Score(2 * points), by };
        assert_eq!(counted("chinese"), by(DeadStoneSource::Agreed, 25));
        assert_eq!(counted("tromp-taylor"), by(DeadStoneSource::NotNeeded, 15 - 1));
    }
}
