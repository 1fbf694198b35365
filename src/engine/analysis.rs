//! The engine as an analyst: it searches a position and reports, without playing.

use std::time::Instant;

use super::request::{AnalysisRequest, OnReport, Reporter, Stop};
use super::state::Engine;
use crate::go::{Color, Point};
use crate::search::{self, Limits, Report};

impl Engine {
    /// Searches the present position until `stop` or a limit of the request ends it, and answers the
    /// last report. `on_report` is given one per interval of the request.
    ///
    /// The game and the clocks stay as they are.
    ///
    /// ```
    /// use tianyuan::engine::{AnalysisRequest, Engine, Settings};
    /// use tianyuan::go::{BoardSize, Color, Rules};
    ///
    /// let settings = Settings { seed: Some(1), memory: 16, ..Settings::default() };
    /// let size = BoardSize::new(9).expect("a board has 2 to 25 lines");
    /// let mut engine = Engine::new(settings, size, Rules::CHINESE);
    /// let request = AnalysisRequest { playouts: Some(200), ..AnalysisRequest::of(Color::Black) };
    /// let report = engine.analyze(&request, &mut || false, &mut |_| {});
    /// let best = report.best().expect("something was searched");
    /// assert!(best.mv.point().is_some() && (0.0..=1.0).contains(&report.winrate));
    /// ```
    pub fn analyze(
        &mut self,
        request: &AnalysisRequest,
        stop: Stop<'_>,
        on_report: OnReport<'_>,
    ) -> Report {
        let start = Instant::now();
        self.prepare_search(request, 0);
        self.search.set_aside(true);
        let (time, playouts) = (request.time, request.playouts);
        let limits = Limits { time, playouts, ..Limits::default() };
        let mut reporter = Reporter::new(request.interval, on_report);
        let last = self.search.run(&self.game, request.color, &limits, &mut |report| {
            reporter.tick(report);
            !stop()
        });
        self.search.set_aside(false);
        self.thinking_time += start.elapsed();
        last
    }

    /// The fraction of playouts of a colour that begin on each point, from 0 to 1.
    ///
    /// It is estimated by `draws` first moves, and comes row by row from the bottom left.
    pub fn first_moves(&self, color: Color, draws: u32) -> Vec<(Point, f64)> {
        search::first_moves(&self.game, color, draws)
    }

    /// Sets the search up for a request, with `bonus` half points of dynamic komi for White.
    pub(super) fn prepare_search(&mut self, request: &AnalysisRequest, bonus: i32) {
        self.search.set_threads(self.settings.threads);
        self.search.set_nets(&self.settings.guides());
        self.search.set_bonus(bonus);
        self.search.set_restriction(request.restriction.clone());
        self.search.set_by_move(request.by_move);
    }
}
