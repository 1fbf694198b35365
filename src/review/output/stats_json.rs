//! Statistics of moves as JSON, for the lines of a game and of all games.

use serde::Serialize;

use crate::review::game::move_review::Phase;
use crate::review::game::summary::Tally;
use crate::review::position::grade::Grade;
use crate::review::position::mistake_kind::MistakeKind;
use crate::review::position::value::Value;

/// Sums over a set of moves; `docs/reference/review-output.md` describes the fields.
#[derive(Serialize)]
pub(super) struct TallyLine {
    moves: i64,
    accuracy: Option<f64>,
    blunders: i64,
    mistakes: i64,
    inaccuracies: i64,
    good: i64,
    sure: i64,
    life_and_death: i64,
    reading: i64,
    direction: i64,
    size: i64,
    mean_winrate_loss: f64,
    mean_score_loss: f64,
    agreed: i64,
    among_three: i64,
}

/// The sums over a player's moves, in total and by phase.
#[derive(Serialize)]
pub(super) struct TallyLines {
    all: TallyLine,
    opening: TallyLine,
    middle: TallyLine,
    endgame: TallyLine,
}

impl TallyLine {
    pub(super) fn of(tally: &Tally) -> TallyLine {
        let [blunders, mistakes, inaccuracies, good] =
            Grade::ALL.map(|grade| tally.of_grade(grade));
        let [life_and_death, reading, direction, size] =
            MistakeKind::ALL.map(|kind| tally.of_kind(kind));
        let fraction = |winrate| Value { winrate, lead: 0 }.winrate_fraction();
        let loss = tally.mean_loss();
        TallyLine {
            moves: tally.moves,
            accuracy: tally.accuracy.mean().map(fraction),
            blunders,
            mistakes,
            inaccuracies,
            good,
            sure: tally.sure,
            life_and_death,
            reading,
            direction,
            size,
            mean_winrate_loss: loss.winrate_fraction(),
            mean_score_loss: loss.points(),
            agreed: tally.agreed,
            among_three: tally.among_three,
        }
    }
}

impl TallyLines {
    pub(super) fn of(all: &Tally, phases: &[Tally; 3]) -> TallyLines {
        let [opening, middle, endgame] =
            Phase::ALL.map(|phase| TallyLine::of(&phases[phase as usize]));
        TallyLines { all: TallyLine::of(all), opening, middle, endgame }
    }
}
