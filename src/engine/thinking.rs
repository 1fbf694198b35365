//! The engine as a player: it thinks within its clock, answers, analyses and judges.

use std::time::{Duration, Instant};

use crate::cpu_time;
use crate::go::{Color, Move, Score};
use crate::search::{Allotment, Limits, Report};

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

impl Engine {
    /// Thinks, plays the move that it found and answers it. In a finished game it passes.
    ///
    /// A resignation is only said: whether it is a turn, [`resign`](Self::resign), is the caller's.
    pub fn genmove(&mut self, color: Color, stop: Stop<'_>) -> Answer {
        let start = Instant::now();
        let answer = self.choose(color, stop);
        self.take_turn(color, answer, start)
    }

    /// As [`genmove`](Self::genmove), but captures all dead stones before it passes, in a finished
    /// game too, and never resigns.
    pub fn genmove_cleanup(&mut self, color: Color, stop: Stop<'_>) -> Answer {
        let start = Instant::now();
        let answer = Answer::Move(self.think(color, true, stop).mv);
        self.take_turn(color, answer, start)
    }

    /// Plays a move that was thought about since `start`, and charges the clock for it.
    fn take_turn(&mut self, color: Color, answer: Answer, start: Instant) -> Answer {
        if let Answer::Move(mv) = answer {
            self.game.play(color, mv).expect("the engine plays legal moves");
        }
        self.clocks[color.index()].spend(start.elapsed());
        answer
    }

    /// Thinks and answers without playing; the clock stands still.
    pub fn choose(&mut self, color: Color, stop: Stop<'_>) -> Answer {
        let verdict = self.think(color, false, stop);
        match verdict.winrate < self.settings.resign_below && verdict::may_resign(&self.game) {
            true => Answer::Resign,
            false => Answer::Move(verdict.mv),
        }
    }

    /// Searches within what the clock allows, and says what to do.
    fn think(&mut self, color: Color, cleanup: bool, stop: Stop<'_>) -> Verdict {
        if self.game.is_over() && !cleanup {
            return Verdict { mv: Move::Pass, winrate: 0.5, playouts: 0 };
        }
        let start = Instant::now();
        let limits = self.limits(color);
        self.search.set_threads(self.settings.threads);
        let mut verdict =
            verdict::decide(&mut self.search, &self.game, color, &limits, cleanup, stop);
        if verdict.mv != Move::Pass && !cleanup {
            let seed = self.search.seed() ^ self.game.key();
            let natural = self.settings.level.natural_move(&self.game, color, seed);
            verdict.mv = natural.unwrap_or(verdict.mv);
        }
        self.thought += start.elapsed();
        self.last_winrate = Some(verdict.winrate);
        self.last_playouts = verdict.playouts;
        verdict
    }

    /// What bounds the next move: the clock, or without one the settings.
    fn limits(&self, color: Color) -> Limits {
        // Half of a game's moves are one's own, and a game fills half of what is empty now.
        let playouts =
            self.settings.playouts.into_iter().chain(self.settings.level.playouts()).min();
        let moves = 8 + self.game.board().empty_points().len() as u32 / 4;
        let time = match self.clocks[color.index()].allot(moves, self.settings.lag) {
            Allotment::Time(time) => Some(time),
            Allotment::Free if playouts.is_some() => None,
            Allotment::Free => Some(self.settings.move_time),
        };
        Limits { playouts, time, end_when_decided: true }
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
        Judgement::by_playouts(&self.game)
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

    /// The playouts of the last search for a move, without those of the look from the other side
    /// that a pass takes.
    pub fn last_playouts(&self) -> u64 {
        self.last_playouts
    }

    /// CPU time in seconds: the process's on Linux, elsewhere the time spent thinking times the
    /// threads.
    pub fn cpu_seconds(&self) -> f64 {
        let thought = self.thought.as_secs_f64() * self.settings.threads as f64;
        cpu_time::seconds().unwrap_or(thought)
    }
}
