//! The engine as an analyst: what it may be asked for, and when its reports are due.

use std::time::{Duration, Instant};

use crate::go::{Color, Point};
use crate::search::{self, Limits, Report, Restriction};

use super::{Engine, Stop};

/// What an analysis is asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct AnalysisRequest {
    /// Whose moves.
    pub color: Color,
    /// Time between reports; `None` where only the last one is wanted.
    pub interval: Option<Duration>,
    /// The most time it may take; `None` until it is stopped.
    pub time: Option<Duration>,
    /// The most playouts it may take, as many as it likes where there are none.
    pub playouts: Option<u64>,
    /// Moves to leave out.
    pub restriction: Restriction,
    /// Whether reports tell who owns what after each move.
    pub by_move: bool,
    /// Whether a limit of playouts is used up even where the best move cannot change any more.
    pub all_playouts: bool,
}

impl AnalysisRequest {
    /// All moves of a colour, reported when it is over.
    pub fn of(color: Color) -> AnalysisRequest {
        AnalysisRequest {
            color,
            interval: None,
            time: None,
            playouts: None,
            restriction: Restriction::default(),
            by_move: false,
            all_playouts: false,
        }
    }
}

/// Whom reports are told.
pub type Tell<'a> = &'a mut dyn FnMut(&Report);

/// Reports that are told in regular intervals.
pub(super) struct Reporter<'a> {
    start: Instant,
    interval: Option<Duration>,
    next: Duration,
    tell: Tell<'a>,
}

impl<'a> Reporter<'a> {
    /// The first report is due an interval from now.
    pub(super) fn new(interval: Option<Duration>, tell: Tell<'a>) -> Self {
        Reporter { start: Instant::now(), interval, next: interval.unwrap_or_default(), tell }
    }

    /// Tells what has been found so far, where that is due.
    pub(super) fn tick(&mut self, report: &dyn Fn() -> Report) {
        if let Some(interval) = self.interval
            && self.start.elapsed() >= self.next
        {
            self.tell(&report());
            self.next = self.start.elapsed() + interval;
        }
    }

    /// Tells it now.
    pub(super) fn tell(&mut self, report: &Report) {
        (self.tell)(report);
    }
}

impl Engine {
    /// Thinks and reports until it is stopped; answers what it has found in the end.
    pub fn analyze(&mut self, request: &AnalysisRequest, stop: Stop<'_>, tell: Tell<'_>) -> Report {
        let start = Instant::now();
        self.prepare_search(request, 0);
        self.search.set_aside(true);
        let (time, playouts) = (request.time, request.playouts);
        let limits = Limits { time, playouts, ..Limits::default() };
        let mut reporter = Reporter::new(request.interval, tell);
        let last = self.search.run(&self.game, request.color, &limits, &mut |report| {
            reporter.tick(report);
            !stop()
        });
        self.search.set_aside(false);
        self.thought += start.elapsed();
        last
    }

    /// The share of playouts of a colour that begin on each point, by so many draws.
    pub fn first_moves(&self, color: Color, draws: u32) -> Vec<(Point, f64)> {
        search::first_moves(&self.game, color, draws)
    }

    /// Sets the search up for a request, with so many half points more for White in its thoughts.
    pub(super) fn prepare_search(&mut self, request: &AnalysisRequest, bonus: i32) {
        self.search.set_threads(self.settings.threads);
        self.search.set_nets(&self.settings.guides());
        self.search.set_bonus(bonus);
        self.search.set_restriction(request.restriction.clone());
        self.search.set_by_move(request.by_move);
    }
}
