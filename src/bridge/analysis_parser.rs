//! Parses analysis reports of engines: the lines of WTP, and the single-line formats of Leela Zero and KataGo.
//!
//! Values that an engine does not report are `NaN`, and omitted when the report is written again.

use crate::engine::{Candidate, Report};
use crate::go::{BoardSize, Move, Point};
use crate::protocol::vertex;

/// The format of analysis reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReportForm {
    /// `lz-analyze`: winrates and priors are in units of 1/10000.
    Lz,
    /// `kata-analyze`: decimal numbers.
    Kata,
    /// `analyze` of WTP: decimal numbers, one line per candidate.
    Wtp,
}

impl ReportForm {
    /// Returns the factor that converts winrates and priors.
    fn unit(self) -> f64 {
        if self == ReportForm::Lz { 1e-4 } else { 1.0 }
    }
}

/// Returns an empty report.
pub(super) fn unknown() -> Report {
    let nothing = f64::NAN;
    Report {
        winrate: nothing,
        score_lead: nothing,
        score_stdev: nothing,
        score_selfplay: nothing,
        utility: nothing,
        weight: nothing,
        ..Report::default()
    }
}

/// Adds a line to a report. Unknown words are skipped.
pub(super) fn read_line(report: &mut Report, line: &str, form: ReportForm, size: BoardSize) {
    let mut reader = Reader { words: line.split_whitespace().collect(), at: 0, form, size };
    while let Some(word) = reader.next() {
        match word {
            "info" if reader.peek() == Some("rootInfo") => {}
            "info" if reader.peek() == Some("row") => reader.row(report),
            "info" => report.candidates.extend(reader.candidate()),
            "rootInfo" => reader.root(report),
            "ownership" => report.ownership = reader.ownership(),
            _ => {}
        }
    }
    if report.visits == 0 || form == ReportForm::Lz {
        report.visits = report.candidates.iter().map(|candidate| candidate.visits).sum();
    }
}

/// The words of a line with a read position.
struct Reader<'a> {
    words: Vec<&'a str>,
    at: usize,
    form: ReportForm,
    size: BoardSize,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<&'a str> {
        self.words.get(self.at).copied()
    }

    fn next(&mut self) -> Option<&'a str> {
        let word = self.peek()?;
        self.at += 1;
        Some(word)
    }

    /// Returns the next word as a number; `NaN` if it is not a number.
    fn number(&mut self) -> f64 {
        let number = self.next().and_then(|word| word.parse().ok());
        number.filter(|number: &f64| number.is_finite()).unwrap_or(f64::NAN)
    }

    /// Returns the numbers that follow.
    fn numbers(&mut self) -> Vec<f64> {
        let rest = self.words[self.at..].iter();
        let numbers: Vec<f64> = rest.map_while(|word| word.parse().ok()).collect();
        self.at += numbers.len();
        numbers
    }

    /// Returns the moves that follow.
    fn moves(&mut self) -> Vec<Move> {
        let rest = self.words[self.at..].iter();
        let moves: Vec<Move> =
            rest.map_while(|word| vertex::read_move(self.size, word).ok()).collect();
        self.at += moves.len();
        moves
    }

    /// Returns `true` if the next word starts another section of the line.
    fn is_at_end_of_part(&self) -> bool {
        let ends = ["info", "rootInfo", "ownership", "ownershipStdev"];
        self.peek().is_none_or(|word| ends.contains(&word))
    }

    /// Parses the rest of a candidate. Returns `None` if it has no move.
    fn candidate(&mut self) -> Option<Candidate> {
        let (unit, nothing) = (self.form.unit(), f64::NAN);
        let mut found = None;
        let mut candidate = Candidate {
            score_lead: nothing,
            score_stdev: nothing,
            score_selfplay: nothing,
            utility: nothing,
            utility_lcb: nothing,
            weight: nothing,
            prior: nothing,
            lcb: nothing,
            ..Candidate::of(Move::Pass)
        };
        while !self.is_at_end_of_part() {
            match self.next()? {
                "move" => found = self.next().and_then(|it| vertex::read_move(self.size, it).ok()),
                "visits" => {
                    candidate.visits = self.number().max(0.0) as u64;
                    candidate.edge_visits = candidate.visits;
                }
                "winrate" => candidate.winrate = unit * self.number(),
                "prior" => candidate.prior = unit * self.number(),
                "lcb" => candidate.lcb = unit * self.number(),
                "scoreLead" => candidate.score_lead = self.number(),
                "scoreStdev" => candidate.score_stdev = self.number(),
                // Old engines only have this name.
                "scoreMean" if candidate.score_lead.is_nan() => {
                    candidate.score_lead = self.number();
                }
                "pv" => candidate.pv = self.moves(),
                "pvVisits" => {
                    candidate.pv_visits = self.numbers().iter().map(|it| *it as u64).collect();
                }
                "movesOwnership" => candidate.ownership = self.ownership(),
                "movesOwnershipStdev" | "pvEdgeVisits" => drop(self.numbers()),
                _ => drop(self.next()),
            }
        }
        Some(Candidate { mv: found?, ..candidate })
    }

    fn root(&mut self, report: &mut Report) {
        while !self.is_at_end_of_part() {
            match self.next() {
                Some("visits") => report.visits = self.number().max(0.0) as u64,
                Some("winrate") => report.winrate = self.form.unit() * self.number(),
                Some("scoreLead") => report.score_lead = self.number(),
                Some("scoreStdev") => report.score_stdev = self.number(),
                _ => drop(self.next()),
            }
        }
    }

    /// Parses the ownership of all points from the top left. Returns `None` if there are too few values.
    fn ownership(&mut self) -> Vec<(Point, f64)> {
        let numbers = self.numbers();
        if numbers.len() != self.size.area() {
            return Vec::new();
        }
        let mut owners: Vec<_> = self.size.points_from_top().zip(numbers).collect();
        owners.sort_by_key(|&(point, _)| point);
        owners
    }

    /// Parses an ownership row of WTP: `row 19 ownership 0.125 …`.
    fn row(&mut self, report: &mut Report) {
        self.next();
        let number = self.next().and_then(|word| word.parse::<usize>().ok());
        let Some(row) = number.and_then(|row| row.checked_sub(1)) else { return };
        self.next();
        let owners = self.numbers();
        if row < self.size.lines() && owners.len() == self.size.lines() {
            let size = self.size;
            let of_row = (0..size.lines()).map(|column| size.point(column, row));
            report.ownership.extend(of_row.zip(owners));
            report.ownership.sort_by_key(|&(point, _)| point);
        }
    }
}
