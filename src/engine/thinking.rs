//! The engine as a player: it thinks within its clock, answers and judges.

use std::time::{Duration, Instant};

use crate::clock::{Allotment, parts};
use crate::go::{Color, Move, Score};
use crate::search::{Limits, Restriction};
use crate::usage;

use super::analysis::{Reporter, Tell};
use super::verdict::{self, Verdict, Watch};
use super::{AnalysisRequest, Engine, Judgement};

/// A place in a game: the position's key and the turns before it.
pub(super) type Standing = (u64, usize);

/// What the engine does in its turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// A stone or a pass.
    Move(Move),
    /// It gives the game up.
    Resign,
}

/// Playouts after which pondering has found what it can, and leaves the processor alone.
const PONDERED: u64 = 20_000_000;

/// A signal from outside that thinking must end: asked about every millisecond.
pub type Stop<'a> = &'a mut dyn FnMut() -> bool;

impl Engine {
    /// Thinks, plays the move that it found and answers it. In a finished game it passes.
    ///
    /// A resignation is only said: whether it is a turn, [`resign`](Self::resign), is the caller's.
    /// So is it to ask before whether the game [may go on](Self::may_go_on).
    pub fn genmove(&mut self, color: Color, stop: Stop<'_>) -> Answer {
        self.genmove_telling(&AnalysisRequest::of(color), stop, &mut |_| {})
    }

    /// As [`genmove`](Self::genmove), among the moves of a request, and reports: at least once where
    /// it searches.
    pub fn genmove_telling(
        &mut self,
        request: &AnalysisRequest,
        stop: Stop<'_>,
        tell: Tell<'_>,
    ) -> Answer {
        let (start, color) = (Instant::now(), request.color);
        let verdict = self.think(request, false, stop, tell);
        let answer = self.answer(color, &verdict);
        let hopeless = verdict.winrate < self.settings.resign_below;
        let so_far = &mut self.hopeless[color.index()];
        *so_far = if hopeless { *so_far + 1 } else { 0 };
        self.take_turn(color, answer, verdict, start)
    }

    /// As [`genmove`](Self::genmove), but captures all dead stones before it passes, in a finished
    /// game too, and never resigns.
    pub fn genmove_cleanup(&mut self, color: Color, stop: Stop<'_>) -> Answer {
        let start = Instant::now();
        let verdict = self.think(&AnalysisRequest::of(color), true, stop, &mut |_| {});
        self.take_turn(color, Answer::Move(verdict.mv), verdict, start)
    }

    /// Plays a move that was thought about since `start`, and charges the clock for it: with the
    /// lag too, since not every client says what the referee's clock shows.
    fn take_turn(
        &mut self,
        color: Color,
        answer: Answer,
        verdict: Verdict,
        start: Instant,
    ) -> Answer {
        if let Answer::Move(mv) = answer {
            self.game.play(color, mv).expect("the engine plays legal moves");
            self.moved_to = Some(self.standing());
            if let (Move::Pass, Some(judgement)) = (mv, verdict.judgement) {
                self.passed_on = Some((self.standing(), judgement));
            }
        }
        let clock = &mut self.clocks[color.index()];
        clock.spend(start.elapsed() + clock.reserve(self.settings.lag));
        answer
    }

    fn standing(&self) -> Standing {
        (self.game.key(), self.game.turns().len())
    }

    /// Thinks and answers without playing; the clock stands still.
    pub fn choose(&mut self, color: Color, stop: Stop<'_>) -> Answer {
        self.choose_telling(&AnalysisRequest::of(color), stop, &mut |_| {})
    }

    /// As [`choose`](Self::choose), and reports as [`genmove_telling`](Self::genmove_telling) does.
    pub fn choose_telling(
        &mut self,
        request: &AnalysisRequest,
        stop: Stop<'_>,
        tell: Tell<'_>,
    ) -> Answer {
        let verdict = self.think(request, false, stop, tell);
        self.answer(request.color, &verdict)
    }

    /// Whether to play the move or to give up: where it was hopeless for long enough, this move
    /// among them, and not by a komi that was only thought of.
    fn answer(&self, color: Color, verdict: &Verdict) -> Answer {
        let is_hopeless = verdict.winrate < self.settings.resign_below
            && self.hopeless[color.index()] + 1 >= self.settings.resign_after
            && self.komi_in_thought(color) * color.sign() <= 0;
        match is_hopeless && verdict::may_resign(&self.game) {
            true => Answer::Resign,
            false => Answer::Move(verdict.mv),
        }
    }

    /// Searches within what the clock allows, and says what to do.
    fn think(
        &mut self,
        request: &AnalysisRequest,
        cleanup: bool,
        stop: Stop<'_>,
        tell: Tell<'_>,
    ) -> Verdict {
        let color = request.color;
        if self.game.is_over() && !cleanup {
            return Verdict::unsearched(Move::Pass);
        }
        let start = Instant::now();
        let mut limits = self.limits(color);
        // Who reads the figures is owed as many playouts as were asked for.
        limits.end_when_decided &= !(request.all_playouts && limits.wanted.is_none());
        self.prepare_search(request, self.komi_in_thought(color));
        let mut reporter = Reporter::new(request.interval, tell);
        let mut watch = Watch { stop, reporter: &mut reporter };
        let mut verdict =
            verdict::decide(&mut self.search, &self.game, color, &limits, cleanup, &mut watch);
        if verdict.mv != Move::Pass && !cleanup && !verdict.is_cleanup {
            let seed = self.search.seed() ^ self.game.key();
            let natural = self.settings.level.natural_move(&self.game, color, seed);
            verdict.mv = natural.unwrap_or(verdict.mv);
        }
        if !request.restriction.allows(color, verdict.mv, 0) {
            verdict.mv = verdict.best.unwrap_or(Move::Pass);
        }
        self.dynamic_komi.learn(verdict.winrate);
        let over = limits.time.map_or(Duration::ZERO, |time| start.elapsed().saturating_sub(time));
        self.overrun = over.max(self.overrun * 3 / 4);
        self.thought += start.elapsed();
        self.last_winrate = Some(verdict.winrate);
        self.last_playouts = verdict.playouts;
        verdict
    }

    /// Half points that White has more in the thoughts of a player.
    fn komi_in_thought(&self, color: Color) -> i32 {
        self.dynamic_komi.for_white(&self.game, color, &self.settings.params.handicap)
    }

    /// What bounds the next move: the clock, or without one the settings.
    fn limits(&self, color: Color) -> Limits {
        let params = &self.settings.params.time;
        let playouts = self.playouts();
        let empty = self.game.board().empty_points().len();
        let parts = parts(self.game.size().area(), empty, params);
        let clock = &self.clocks[color.index()];
        // A machine that was late will be so again.
        let lag = self.settings.lag + self.overrun;
        // Half of a short time is left, however large the lag: who has been late needs more of it.
        let late = self.overrun.min(lag - clock.reserve(lag));
        let in_time = |time: Duration| Some(time - late.min(time / 2));
        let (wanted, time) = match clock.allot(parts, lag, params) {
            Allotment::Time { wanted, most } => (in_time(wanted), in_time(most)),
            Allotment::Free if playouts.is_some() => (None, None),
            Allotment::Free => (None, Some(self.settings.move_time)),
        };
        // What is given for this move alone cannot be saved for another; the tree can.
        let end_when_decided = wanted.is_some() || playouts.is_some();
        Limits { playouts, time, wanted, is_strict: true, end_when_decided }
    }

    /// The most playouts for a move, where something bounds them.
    fn playouts(&self) -> Option<u64> {
        self.settings.playouts.into_iter().chain(self.settings.level.playouts()).min()
    }

    /// Thinks in the opponent's time, of the position after its own last move, until it is stopped;
    /// the next search goes on with what was found. Returns at once where that is not wanted.
    pub fn ponder(&mut self, stop: Stop<'_>) {
        let is_wanted = self.settings.ponder && self.playouts().is_none();
        let is_in_turn = self.moved_to == Some(self.standing()) && !self.game.is_over();
        if !is_wanted || !is_in_turn || stop() {
            return;
        }
        let start = Instant::now();
        let limits = Limits { playouts: Some(PONDERED), ..Limits::default() };
        self.search.set_threads(self.settings.threads);
        self.search.set_nets(&self.settings.guides());
        self.search.set_restriction(Restriction::default());
        self.search.set_by_move(false);
        let color = self.game.to_play();
        let report = self.search.run(&self.game, color, &limits, &mut |_| !stop());
        if report.playouts >= PONDERED {
            self.moved_to = None;
        }
        self.thought += start.elapsed();
    }

    /// Forgets what earlier searches found.
    pub fn forget(&mut self) {
        self.search.clear();
    }

    /// Which stones are dead, if the game ended here: none where
    /// [stones stand](crate::go::Rules::stones_stand).
    pub fn judge(&self) -> Judgement {
        if self.game.rules().stones_stand() {
            return Judgement::standing(&self.game);
        }
        match &self.passed_on {
            // What a pass was made for is also what it counts.
            Some((standing, judgement))
                if standing.0 == self.game.key() && self.game.passes() > 0 =>
            {
                judgement.clone()
            }
            _ => match self.settings.guides().of(self.game.size()) {
                Some(net) => {
                    let params = self.settings.params.search.net_on(self.game.size());
                    Judgement::by_net(&self.game, net, &params)
                }
                None => Judgement::by_playouts(&self.game),
            },
        }
    }

    /// The score, if the game ended here, after the dead stones are off where the rules take them off.
    pub fn final_score(&self) -> Score {
        self.game.score(&self.judge().dead)
    }

    /// The share of playouts that the player won in the last search for a move, 0 to 1; `None`
    /// before the first.
    pub fn last_winrate(&self) -> Option<f64> {
        self.last_winrate
    }

    /// The playouts of the last search for a move, without those of the look from the other side
    /// that a pass takes.
    pub fn last_playouts(&self) -> u64 {
        self.last_playouts
    }

    /// CPU time in seconds: the process's on Linux, elsewhere the time spent thinking times the
    /// threads.
    pub fn cpu_seconds(&self) -> f64 {
        let thought = self.thought.as_secs_f64() * self.settings.threads as f64;
        usage::cpu_seconds().unwrap_or(thought)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Settings;
    use crate::go::{BoardSize, Rules};

    #[test]
    fn what_it_passed_on_is_what_it_says_is_dead() {
        let settings = Settings { playouts: Some(200), seed: Some(1), ..Settings::default() };
        let size = BoardSize::new(5).expect("a size");
        let mut engine = Engine::new(settings, size, Rules::CHINESE);
        let stone = size.point(2, 2);
        engine.play(Color::Black, Move::Play(stone)).expect("the board is empty");
        engine.play(Color::White, Move::Pass).expect("a pass is legal");
        let verdict = Verdict {
            judgement: Some(Judgement {
                dead: [stone].into_iter().collect(),
                ..Judgement::default()
            }),
            ..Verdict::unsearched(Move::Pass)
        };
        let judgement = verdict.judgement.clone().expect("it has one");
        engine.take_turn(Color::Black, Answer::Move(Move::Pass), verdict, Instant::now());
        assert_eq!(engine.judge(), judgement, "however odd");
        engine.undo(2).expect("two passes");
        assert_ne!(engine.judge(), judgement, "the game goes on");
        assert!(engine.judge().alive.contains(stone));
    }
}
