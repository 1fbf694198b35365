//! Requests for analyses, and the schedule of their reports.

use std::time::{Duration, Instant};

use crate::go::Color;
use crate::search::{MoveFilter, Report, RootOptions};

/// A request for an analysis: colour, limits, moves to consider, and the interval of reports.
///
/// ```
/// use tianyuan::engine::AnalysisRequest;
/// use tianyuan::go::Color;
///
/// let request = AnalysisRequest { playouts: Some(1000), ..AnalysisRequest::of(Color::Black) };
/// assert_eq!(request.interval, None);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct AnalysisRequest {
    /// The colour to move.
    pub color: Color,
    /// The interval of reports; `None` for the last report only.
    pub interval: Option<Duration>,
    /// The maximum time of an analysis; `None` for no limit. Searches for a move are limited by the clock instead.
    pub time: Option<Duration>,
    /// The maximum playouts of an analysis; `None` for no limit. Searches for a move are limited by the
    /// [settings](super::Settings) instead.
    pub playouts: Option<u64>,
    /// The maximum visits of the position, including a reused tree; `None` for no limit.
    pub visits: Option<u64>,
    /// The moves to exclude.
    pub restriction: MoveFilter,
    /// Options of the root. A search for a move has these options from the [settings](super::Settings) instead.
    pub root: RootOptions,
    /// Whether reports include the ownership after each candidate.
    pub by_move: bool,
    /// Whether a search for a move makes all its playouts even if the best move can no longer change.
    pub all_playouts: bool,
}

impl AnalysisRequest {
    /// Returns a request for all moves of a colour, without limits and with one report at the end.
    pub fn of(color: Color) -> AnalysisRequest {
        AnalysisRequest {
            color,
            interval: None,
            time: None,
            playouts: None,
            visits: None,
            restriction: MoveFilter::default(),
            root: RootOptions::default(),
            by_move: false,
            all_playouts: false,
        }
    }
}

/// A callback that ends a search by returning `true`. It is called about every millisecond.
pub type Stop<'a> = &'a mut dyn FnMut() -> bool;

/// A callback that receives the reports of a search.
pub type OnReport<'a> = &'a mut dyn FnMut(&Report);

/// The reports of a search at regular intervals.
pub(super) struct Reporter<'a> {
    start: Instant,
    interval: Option<Duration>,
    next: Duration,
    on_report: OnReport<'a>,
}

impl<'a> Reporter<'a> {
    /// Starts the schedule; the first report is due after one interval.
    pub(super) fn new(interval: Option<Duration>, on_report: OnReport<'a>) -> Self {
        Reporter { start: Instant::now(), interval, next: interval.unwrap_or_default(), on_report }
    }

    /// Reports the current results if a report is due.
    pub(super) fn tick(&mut self, report: &dyn Fn() -> Report) {
        if let Some(interval) = self.interval
            && self.start.elapsed() >= self.next
        {
            self.report(&report());
            // From now, not from the due time: a slow client gets fewer reports, not a backlog.
            self.next = self.start.elapsed() + interval;
        }
    }

    /// Reports now.
    pub(super) fn report(&mut self, report: &Report) {
        (self.on_report)(report);
    }
}
