//! Analyses the current position without playing.

use std::time::Instant;

use super::request::{AnalysisRequest, OnReport, Reporter, Stop};
use super::state::Engine;
use crate::go::{Color, Point};
use crate::nn::Symmetry;
use crate::search::{self, Limits, RawNetOutput, Report, RootOptions};

impl Engine {
    /// Searches the current position until `stop` or a limit of the request ends the search. Returns the last report.
    /// `on_report` receives a report per interval of the request.
    ///
    /// The game and the clocks are unchanged.
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
        self.prepare_search(request, request.root, 0);
        self.search.set_keep_tree_for_return(true);
        let AnalysisRequest { time, playouts, visits, .. } = *request;
        let limits = Limits { time, playouts, visits, ..Limits::default() };
        let mut reporter = Reporter::new(request.interval, on_report);
        let last = self.search.run(&self.game, request.color, &limits, &mut |report| {
            reporter.tick(report);
            !stop()
        });
        self.search.set_keep_tree_for_return(false);
        self.thinking_time += start.elapsed();
        last
    }

    /// Returns the fraction of playouts of a colour that start at each point, from 0 to 1.
    ///
    /// It is estimated from `draws` first moves, in row-major order from the bottom left.
    pub fn first_moves(&self, color: Color, draws: u32) -> Vec<(Point, f64)> {
        search::first_moves(&self.game, color, draws)
    }

    /// Returns the raw output of the net for the current position with a colour to move, evaluated under a symmetry
    /// that is reverted in the output. Returns `None` if there is no net for the board size.
    ///
    /// `optimism`, 0 to 1, is the weight of the optimistic policy of KataGo nets that have one.
    ///
    /// ```
    /// use tianyuan::engine::{Engine, Settings, Symmetry};
    /// use tianyuan::go::{BoardSize, Color, Rules};
    /// use tianyuan::nn::Nets;
    ///
    /// let settings = Settings { nets: Nets::embedded().clone(), ..Settings::default() };
    /// let size = BoardSize::new(9).expect("a board has 2 to 25 lines");
    /// let engine = Engine::new(settings, size, Rules::CHINESE);
    /// let answer = engine.ask_net(Color::Black, Symmetry::IDENTITY, 0.0);
    /// let answer = answer.expect("a net is built in for 9x9");
    /// assert!((answer.win + answer.loss - 1.0).abs() < 1e-6);
    /// let points: f32 = answer.policy.iter().flatten().sum();
    /// assert!((points + answer.pass - 1.0).abs() < 1e-4);
    /// ```
    pub fn ask_net(&self, color: Color, symmetry: Symmetry, optimism: f32) -> Option<RawNetOutput> {
        let net = self.settings.nets.of(self.game.size())?;
        RawNetOutput::of(&self.game, net, color, symmetry, optimism)
    }

    /// Prepares the search for a request, with root options and a dynamic komi in half points for White.
    pub(super) fn prepare_search(
        &mut self,
        request: &AnalysisRequest,
        root: RootOptions,
        dynamic_komi: i32,
    ) {
        self.search.set_threads(self.settings.threads);
        self.search.set_nets(&self.settings.nets);
        self.search.set_params(&self.settings.params.search);
        self.search.set_dynamic_komi(dynamic_komi);
        self.search.set_restriction(request.restriction.clone());
        self.search.set_root_options(root);
        self.search.set_human(self.human_guide());
        self.search.set_by_move(request.by_move);
    }
}
