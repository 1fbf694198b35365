//! How a game ended: the result, how it came about, and how it is written.

use crate::engine::Judgement;
use crate::go::{Color, Game, PointSet, Score};
use crate::record::{Manner, Outcome};

use super::fault::{Fault, FaultKind};

/// The end of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// Two passes, and a count.
    Counted {
        /// The result.
        score: Score,
        /// Who said which stones are dead.
        by: Counting,
    },
    /// A side gave up.
    Resignation {
        /// Which.
        loser: Color,
    },
    /// A side did what loses a game.
    Fault {
        /// Which.
        loser: Color,
        /// What it did.
        fault: Fault,
    },
    /// More turns than a game may have: a draw.
    TooLong,
}

/// Who said which stones are dead at the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counting {
    /// Both engines, the same.
    Agreed,
    /// The referee, since the engines disagreed.
    Disputed,
    /// The referee, since not both engines told.
    Untold,
    /// Nobody: by the rules of the game all stones stand.
    Standing,
}

impl Counting {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Counting::Agreed => "the engines agreed on the dead stones",
            Counting::Disputed => {
                "the engines disagreed on the dead stones, so the referee judged them"
            }
            Counting::Untold => {
                "not both engines named the dead stones, so the referee judged them"
            }
            Counting::Standing => "all stones counted as they stood",
        }
    }
}

impl Ending {
    /// Counts a game after two passes, by what Black and White say of the dead stones.
    pub fn counted(game: &Game, black: Option<PointSet>, white: Option<PointSet>) -> Ending {
        let judged = || Judgement::by_playouts(game).dead;
        let (dead, by) = match (black, white) {
            _ if game.rules().stones_stand() => (PointSet::EMPTY, Counting::Standing),
            (Some(one), Some(other)) if one == other => (one, Counting::Agreed),
            (Some(_), Some(_)) => (judged(), Counting::Disputed),
            _ => (judged(), Counting::Untold),
        };
        Ending::Counted { score: game.score(&dead), by }
    }

    /// Who won; `None` for a draw.
    pub fn winner(&self) -> Option<Color> {
        match self {
            Ending::Counted { score, .. } => score.winner(),
            Ending::Resignation { loser } | Ending::Fault { loser, .. } => Some(!*loser),
            Ending::TooLong => None,
        }
    }

    /// The result. A fault that is not of time forfeits the game.
    pub fn result(&self) -> Outcome {
        let by = match self {
            Ending::Counted { score, .. } => Manner::HalfPoints(score.0.unsigned_abs() as u16),
            Ending::Resignation { .. } => Manner::Resignation,
            Ending::Fault { fault: Fault { kind: FaultKind::Time, .. }, .. } => Manner::Time,
            Ending::Fault { .. } | Ending::TooLong => Manner::Forfeit,
        };
        self.winner().map_or(Outcome::Draw, |winner| Outcome::Win { winner, by })
    }

    /// How it came about, in words.
    pub fn words(&self) -> String {
        match self {
            Ending::Counted { by, .. } => by.words().into(),
            Ending::Resignation { loser } => format!("{loser} resigned"),
            Ending::Fault { loser, fault } => format!("{loser}: {fault}"),
            Ending::TooLong => "no end within the turns that a game may have: a draw".into(),
        }
    }

    /// The fault that ended the game, and whose it is.
    pub fn fault(&self) -> Option<(Color, &Fault)> {
        match self {
            Ending::Fault { loser, fault } => Some((*loser, fault)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Diagram, Komi, Rules};

    #[test]
    fn nothing_is_taken_off_where_stones_stand() {
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
            let rules = Rules::named(name, Komi::default()).expect("a name");
            let game = Game::setup(diagram.size, rules, &diagram.stones, Color::Black);
            let game = game.expect("a position");
            Ending::counted(&game, Some(dead), Some(dead))
        };
        let by = |by, points| Ending::Counted { score: Score(2 * points), by };
        assert_eq!(counted("chinese"), by(Counting::Agreed, 25));
        assert_eq!(counted("tromp-taylor"), by(Counting::Standing, 15 - 1));
    }
}
