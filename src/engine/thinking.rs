//! The engine as a player: it thinks within its clock, answers, analyses and judges.

use std::time::{Duration, Instant};

use crate::cpu_time;
use crate::go::{Color, Move, Score};
use crate::search::{Allotment, Limits, Ownership, Report};

use super::verdict::{self, Verdict};
use super::{Engine, Judgement};

/// What the engine does in its turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// A stone or a pass.
    Move(Move),
    /// It gives the game up.
    Resign,
}

/// What an analysis is asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct AnalysisRequest {
    /// Whose moves.
    pub color: Color,
    /// Time between reports; `None` for one report at the end.
    pub interval: Option<Duration>,
    /// The most time it may take; `None` until it is stopped.
    pub time: Option<Duration>,
}

/// A signal from outside that thinking must end: asked about every millisecond.
pub type Stop<'a> = &'a mut dyn FnMut() -> bool;

/// Playouts by which the dead stones of a position are found.
const JUDGING_PLAYOUTS: u32 = 600;

impl Engine {
    /// Thinks, plays what it found and answers it. In a finished game it passes.
    pub fn genmove(&mut self, color: Color, stop: Stop<'_>) -> Answer {
        let answer = self.choose(color, stop);
        self.carry_out(color, answer)
    }

    /// As [`genmove`](Self::genmove), but captures all dead stones before it passes, and never
    /// resigns.
    pub fn genmove_cleanup(&mut self, color: Color, stop: Stop<'_>) -> Answer {
        let answer = Answer::Move(self.think(color, true, stop).mv);
        self.carry_out(color, answer)
    }

    fn carry_out(&mut self, color: Color, answer: Answer) -> Answer {
        match answer {
            Answer::Move(mv) => self.game.play(color, mv).expect("the engine plays legal moves"),
            Answer::Resign => self.game.resign(color),
        }
        answer
    }

    /// Thinks and answers without playing.
    pub fn choose(&mut self, color: Color, stop: Stop<'_>) -> Answer {
        let verdict = self.think(color, false, stop);
        match verdict.winrate < self.settings.resign_below && verdict::may_resign(&self.game) {
            true => Answer::Resign,
            false => Answer::Move(verdict.mv),
        }
    }

    /// Searches within what the clock allows, charges it, and says what to do.
    fn think(&mut self, color: Color, cleanup: bool, stop: Stop<'_>) -> Verdict {
        if self.game.is_over() {
            return Verdict { mv: Move::Pass, winrate: 0.5 };
        }
        let start = Instant::now();
        let limits = self.limits(color);
        self.search.set_threads(self.settings.threads);
        let verdict = verdict::decide(&mut self.search, &self.game, color, &limits, cleanup, stop);
        self.clocks[color.index()].spend(start.elapsed());
        self.thought += start.elapsed();
        self.last_winrate = Some(verdict.winrate);
        verdict
    }

    /// What bounds the next move: the clock, or without one the settings.
    fn limits(&self, color: Color) -> Limits {
        // Half of a game's moves are one's own, and a game fills half of what is empty now.
        let moves = 8 + self.game.board().empty_points().len() as u32 / 4;
        let time = match self.clocks[color.index()].allot(moves, self.settings.lag) {
            Allotment::Time(time) => Some(time),
            Allotment::Free if self.settings.playouts.is_some() => None,
            Allotment::Free => Some(self.settings.move_time),
        };
        Limits { playouts: self.settings.playouts, time, end_when_decided: true }
    }

    /// Thinks and reports until it is stopped; the last report comes at the end, so that there is
    /// always one.
    pub fn analyze(
        &mut self,
        request: &AnalysisRequest,
        stop: Stop<'_>,
        tell: &mut dyn FnMut(&Report),
    ) {
        let start = Instant::now();
        self.search.set_threads(self.settings.threads);
        let limits = Limits { playouts: None, time: request.time, end_when_decided: false };
        let mut next = request.interval;
        let last = self.search.run(&self.game, request.color, &limits, &mut |report| {
            if let (Some(due), Some(interval)) = (next, request.interval)
                && start.elapsed() >= due
            {
                tell(&report());
                next = Some(start.elapsed() + interval);
            }
            !stop()
        });
        tell(&last);
        self.thought += start.elapsed();
    }

    /// Forgets what earlier searches found.
    pub fn forget(&mut self) {
        self.search.clear();
    }

    /// Which stones are dead, if the game ended here.
    pub fn judge(&self) -> Judgement {
        let ownership = Ownership::estimate(&self.game, JUDGING_PLAYOUTS);
        Judgement::of(&self.game, &ownership)
    }

    /// The score, if the game ended here, after the dead stones are off.
    pub fn final_score(&self) -> Score {
        self.game.score(&self.judge().dead)
    }

    /// The share of playouts that the player won in the last search for a move, 0 to 1; `None`
    /// before the first.
    pub fn last_winrate(&self) -> Option<f64> {
        self.last_winrate
    }

    /// CPU time in seconds: the process's on Linux, elsewhere the time spent thinking times the
    /// threads.
    pub fn cpu_seconds(&self) -> f64 {
        let thought = self.thought.as_secs_f64() * self.settings.threads as f64;
        cpu_time::seconds().unwrap_or(thought)
    }
}
