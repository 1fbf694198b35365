//! What an analysis is asked for, and when its reports are due.

use std::time::{Duration, Instant};

use crate::go::Color;
use crate::search::{MoveFilter, Report, RootOptions};

/// The request for an analysis: colour, limits, moves to consider, and the interval of reports.
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
    /// The colour whose moves are searched.
    pub color: Color,
    /// The time between reports; `None` where only the last one is wanted.
    pub interval: Option<Duration>,
    /// The longest time of an analysis; `None` for no limit. A search for a move has its time from
    /// the clock instead.
    pub time: Option<Duration>,
    /// The most playouts of an analysis; `None` for no limit. A search for a move has its number
    /// from the [settings](super::Settings) instead.
    pub playouts: Option<u64>,
    /// The most visits of the position, those of earlier searches among them; `None` for no limit.
    pub visits: Option<u64>,
    /// The moves that the search leaves out.
    pub restriction: MoveFilter,
    /// How widely the moves of the position are searched, and what the net is told of it. A search for a
    /// move has these options from the [settings](super::Settings) instead.
    pub root: RootOptions,
    /// Whether reports have the ownership of every point after each candidate too.
    pub by_move: bool,
    /// Whether a search for a move makes all its playouts, even when the best move cannot change
    /// any more.
    pub all_playouts: bool,
}

impl AnalysisRequest {
    /// A request for all moves of a colour, without limits and with one report at the end.
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

/// A callback that ends a search when it answers true. It is asked about every millisecond.
pub type Stop<'a> = &'a mut dyn FnMut() -> bool;

/// A callback that is given the reports of a search while it runs.
pub type OnReport<'a> = &'a mut dyn FnMut(&Report);

/// The reports of one search, at regular intervals.
pub(super) struct Reporter<'a> {
    start: Instant,
    interval: Option<Duration>,
    next: Duration,
    on_report: OnReport<'a>,
}

impl<'a> Reporter<'a> {
    /// Starts the clock of the reports; the first is due an interval from now.
    pub(super) fn new(interval: Option<Duration>, on_report: OnReport<'a>) -> Self {
        Reporter { start: Instant::now(), interval, next: interval.unwrap_or_default(), on_report }
    }

    /// Reports what was found so far, where a report is due.
    pub(super) fn tick(&mut self, report: &dyn Fn() -> Report) {
        if let Some(interval) = self.interval
            && self.start.elapsed() >= self.next
        {
            self.report(&report());
            // From now, not from when it was due: a slow client gets fewer reports, not a backlog.
            self.next = self.start.elapsed() + interval;
        }
    }

    /// Reports now.
    pub(super) fn report(&mut self, report: &Report) {
        (self.on_report)(report);
    }
}
