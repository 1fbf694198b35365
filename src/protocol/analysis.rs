//! Text of analysis reports: the lines of WTP, and the single line of Leela Zero and KataGo.
//!
//! Keys and values form pairs; `pv` takes all following vertices. Clients recognise floats by their decimal point, so
//! it is always written. NaN is never written: unknown values are omitted, as in reports of other engines.

use std::fmt::Write;

use super::analysis_keys::{Extra, Keys};
use super::vertex::{Notation, rows_from_top};
use crate::engine::{Candidate, Report, ownership_stdev};
use crate::go::{BoardSize, Point};

/// The recommended maximum length of a line, in bytes (WTP 3.11).
const LINE: usize = 1024;

/// Returns a WTP report with one line per candidate; empty if nothing was searched.
///
/// `info order 0 move Q16 visits 120 winrate 0.521300 scoreLead 1.25 prior … lcb … pv Q16 D4 Q3`.
/// A variation is truncated if its line would exceed the recommended length. On request, lines about the position
/// follow: `info rootInfo visits 500 winrate … scoreLead … scoreStdev …`, and the ownership of each row from the top,
/// left to right, `info row 19 ownership 0.125 …`.
pub(crate) fn wtp(report: &Report, keys: &Keys, notation: Notation) -> String {
    let shown = report.candidates.iter().take(keys.moves()).enumerate();
    let mut text: String =
        shown.map(|(order, candidate)| wtp_line(order, candidate, notation) + "\n").collect();
    if !text.is_empty() && keys.includes(Extra::RootInfo) {
        text += &format!(
            "info rootInfo visits {}{}{}{}\n",
            report.visits,
            figure("winrate", report.winrate, 6),
            figure("scoreLead", report.score_lead, 2),
            figure("scoreStdev", report.score_stdev, 2),
        );
    }
    if !text.is_empty() && keys.includes(Extra::Ownership) {
        let rows = rows_from_top(&report.ownership, notation.size);
        for (row, number) in rows.zip((1..=notation.size.lines()).rev()) {
            let owners: String =
                row.iter().map(|&(_, owner)| format!(" {:.3}", finite(owner))).collect();
            text += &format!("info row {number} ownership{owners}\n");
        }
    }
    text
}

fn wtp_line(order: usize, candidate: &Candidate, notation: Notation) -> String {
    let mut line = format!(
        "info order {order} move {} visits {}{}{}{}{} pv",
        notation.of_move(candidate.mv),
        candidate.visits,
        figure("winrate", candidate.winrate, 6),
        figure("scoreLead", candidate.score_lead, 2),
        figure("prior", candidate.prior, 6),
        figure("lcb", candidate.lcb, 6),
    );
    for &mv in &candidate.pv {
        let vertex = notation.of_move(mv);
        if line.len() + 1 + vertex.len() >= LINE {
            break;
        }
        line = line + " " + &vertex;
    }
    line
}

/// Returns a Leela Zero report: all candidates on one line, with winrates and priors as integers from 0 to 10000.
pub(crate) fn lz(report: &Report, keys: &Keys, notation: Notation) -> String {
    // Adding 0 turns -0 into 0.
    let figure = |name, number: f64| figure(name, (10_000.0 * number).round() + 0.0, 0);
    line(report, keys, |order, candidate| {
        format!(
            "info move {} visits {}{}{}{} order {order} pv{}",
            notation.of_move(candidate.mv),
            candidate.visits,
            figure("winrate", candidate.winrate),
            figure("prior", candidate.prior),
            figure("lcb", candidate.lcb),
            variation(candidate, notation),
        )
    })
}

/// Returns a KataGo report: all candidates on one line with decimals, then the requested extras.
pub(crate) fn kata(report: &Report, keys: &Keys, notation: Notation) -> String {
    let no_result =
        if keys.includes(Extra::NoResultValue) { " noResultValue 0.000000" } else { "" };
    let mut text = line(report, keys, |order, candidate| {
        format!(
            "info move {} visits {} edgeVisits {}{}{no_result} order {order} pv{}{}",
            notation.of_move(candidate.mv),
            candidate.visits,
            candidate.edge_visits,
            figures(&move_figures(report, candidate, notation.size)),
            variation(candidate, notation),
            extras_of_move(candidate, keys, notation.size),
        )
    });
    if text.is_empty() {
        return text;
    }
    text.pop();
    if keys.includes(Extra::RootInfo) {
        text += &format!(
            " rootInfo visits {}{}{no_result}",
            report.visits,
            figures(&root_figures(report)),
        );
    }
    if keys.includes(Extra::Ownership) {
        text = text + " ownership" + &map(&report.ownership, notation.size, |owner| owner);
    }
    if keys.includes(Extra::OwnershipStdev) {
        text = text + " ownershipStdev" + &map(&report.ownership, notation.size, ownership_stdev);
    }
    text + "\n"
}

/// Returns all candidates on one line; empty if nothing was searched.
fn line(report: &Report, keys: &Keys, info: impl Fn(usize, &Candidate) -> String) -> String {
    let shown = report.candidates.iter().take(keys.moves()).enumerate();
    let infos: Vec<String> = shown.map(|(order, candidate)| info(order, candidate)).collect();
    if infos.is_empty() { String::new() } else { infos.join(" ") + "\n" }
}

/// Returns the values of a candidate, for the player to move, with KataGo's names in KataGo's order.
fn move_figures(
    report: &Report,
    candidate: &Candidate,
    size: BoardSize,
) -> Vec<(&'static str, f64)> {
    let mut figures = vec![
        ("utility", candidate.utility),
        ("winrate", candidate.winrate),
        ("scoreMean", candidate.score_mean),
        ("scoreStdev", candidate.score_stdev),
        ("scoreLead", candidate.score_lead),
        ("scoreSelfplay", candidate.score_selfplay),
        ("prior", candidate.prior),
    ];
    if let Some(human) = &report.human {
        figures.push(("humanPrior", human.probability(size, candidate.mv).into()));
    }
    figures.extend([
        ("lcb", candidate.lcb),
        ("utilityLcb", candidate.utility_lcb),
        ("weight", candidate.weight),
    ]);
    figures
}

/// Returns the values of the position, for the player to move. Those of the net follow if there is one.
fn root_figures(report: &Report) -> Vec<(&'static str, f64)> {
    let mut figures = vec![
        ("utility", report.utility),
        ("winrate", report.winrate),
        ("scoreMean", report.score_mean),
        ("scoreStdev", report.score_stdev),
        ("scoreLead", report.score_lead),
        ("scoreSelfplay", report.score_selfplay),
        ("weight", report.weight),
    ];
    if let Some(raw) = &report.raw {
        figures.extend([
            ("rawStWrError", raw.winrate_error.unwrap_or(-1.0)),
            ("rawStScoreError", raw.score_error.unwrap_or(-1.0)),
            ("rawVarTimeLeft", -1.0),
        ]);
    }
    figures
}

fn figures(figures: &[(&str, f64)]) -> String {
    figures.iter().map(|&(name, number)| figure(name, number, 6)).collect()
}

/// Formats a value after its name and a space. Returns an empty string if it is not finite, since clients cannot
/// parse it.
fn figure(name: &str, number: f64, decimals: usize) -> String {
    if number.is_finite() { format!(" {name} {number:.decimals$}") } else { String::new() }
}

fn variation(candidate: &Candidate, notation: Notation) -> String {
    let vertices = candidate.pv.iter().map(|&mv| notation.of_move(mv));
    vertices.map(|vertex| format!(" {vertex}")).collect()
}

fn extras_of_move(candidate: &Candidate, keys: &Keys, size: BoardSize) -> String {
    let mut text = String::new();
    for (extra, name) in [(Extra::PvVisits, " pvVisits"), (Extra::PvEdgeVisits, " pvEdgeVisits")] {
        if keys.includes(extra) {
            let visits = candidate.pv_visits.iter().map(|visits| format!(" {visits}"));
            text = text + name + &visits.collect::<String>();
        }
    }
    if keys.includes(Extra::MovesOwnership) {
        text = text + " movesOwnership" + &map(&candidate.ownership, size, |owner| owner);
    }
    if keys.includes(Extra::MovesOwnershipStdev) {
        text = text + " movesOwnershipStdev" + &map(&candidate.ownership, size, ownership_stdev);
    }
    text
}

/// Formats a number for each point, row by row from the top left.
fn map(values: &[(Point, f64)], size: BoardSize, convert: impl Fn(f64) -> f64) -> String {
    rows_from_top(values, size).flatten().fold(String::new(), |mut text, &(_, number)| {
        // Written in place, since a report may contain 100,000 numbers.
        write!(text, " {:.6}", finite(convert(number))).expect("writing to a string cannot fail");
        text
    })
}

/// Returns the number, or 0 for NaN and infinities, which clients cannot parse.
fn finite(number: f64) -> f64 {
    if number.is_finite() { number } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Move;
    use crate::protocol::analysis_keys::Dialect;
    use crate::protocol::vertex::MoveKeywords;

    const UPPER: MoveKeywords = MoveKeywords { pass: "PASS", resign: "RESIGN" };
    const LOWER: MoveKeywords = MoveKeywords { pass: "pass", resign: "resign" };

    fn report(size: BoardSize, pv: Vec<Move>) -> Report {
        let candidate = Candidate {
            mv: pv[0],
            visits: 120,
            edge_visits: 110,
            winrate: 0.5213,
            score_lead: 1.25,
            score_mean: 0.75,
            score_stdev: 10.0,
            prior: 0.2211,
            lcb: f64::NAN,
            pv_visits: (1..=pv.len() as u64).rev().collect(),
            pv,
            ownership: size.points().map(|point| (point, 1.0)).collect(),
            ..Candidate::of(Move::Pass)
        };
        let values = size.points().map(|point| (point, 0.25 * size.row(point) as f64));
        let ownership = values.collect();
        Report { candidates: vec![candidate], visits: 121, ownership, ..Report::default() }
    }

    fn keys(text: &str) -> Keys {
        let words: Vec<&str> = text.split_whitespace().collect();
        Keys::read(&words, BoardSize::STANDARD, Dialect::Kata).expect("it is understood")
    }

    fn two_moves() -> (Report, BoardSize) {
        let size = BoardSize::new(2).expect("a size");
        (report(size, vec![Move::Play(size.point(1, 1)), Move::Pass]), size)
    }

    #[test]
    fn analysis_line_formats() {
        let (report, size) = two_moves();
        let (upper, lower) = (Notation { size, words: &UPPER }, Notation { size, words: &LOWER });
        assert_eq!(
            wtp(&report, &keys(""), upper),
            "info order 0 move B2 visits 120 winrate 0.521300 scoreLead 1.25 prior 0.221100 \
             pv B2 PASS\n",
            "the bound is no number, and left out"
        );
        let lines = wtp(&report, &keys("ownership true rootInfo true"), upper);
        let rest: Vec<&str> = lines.lines().skip(1).collect();
        let expected = [
            "info rootInfo visits 121 winrate 0.000000 scoreLead 0.00 scoreStdev 0.00",
            "info row 2 ownership 0.250 0.250",
            "info row 1 ownership 0.000 0.000",
        ];
        assert_eq!(rest, expected);
        assert_eq!(
            lz(&report, &keys(""), lower),
            "info move B2 visits 120 winrate 5213 prior 2211 order 0 pv B2 pass\n"
        );
        assert_eq!(
            kata(&report, &keys(""), lower),
            "info move B2 visits 120 edgeVisits 110 utility 0.000000 winrate 0.521300 scoreMean 0.750000 \
             scoreStdev 10.000000 scoreLead 1.250000 scoreSelfplay 0.000000 prior 0.221100 \
             utilityLcb 0.000000 weight 0.000000 order 0 pv B2 pass\n"
        );
        assert_eq!(kata(&Report::default(), &keys("rootInfo true"), lower), "");
    }

    #[test]
    fn requested_extras_follow_variation() {
        let (report, size) = two_moves();
        let text = |asked: &str| {
            let all = kata(&report, &keys(asked), Notation { size, words: &LOWER });
            all.split_once("pv B2 pass").expect("a variation").1.to_string()
        };
        assert_eq!(text("pvVisits true pvEdgeVisits true"), " pvVisits 2 1 pvEdgeVisits 2 1\n");
        assert_eq!(
            text("rootInfo true"),
            " rootInfo visits 121 utility 0.000000 winrate 0.000000 scoreMean 0.000000 scoreStdev \
             0.000000 scoreLead 0.000000 scoreSelfplay 0.000000 weight 0.000000\n"
        );
        assert_eq!(text("ownership true"), " ownership 0.250000 0.250000 0.000000 0.000000\n");
        assert_eq!(
            text("movesOwnership true movesOwnershipStdev true ownershipStdev true"),
            " movesOwnership 1.000000 1.000000 1.000000 1.000000 movesOwnershipStdev 0.000000 \
             0.000000 0.000000 0.000000 ownershipStdev 0.968246 0.968246 1.000000 1.000000\n"
        );
        assert_eq!(text(""), "\n");
    }

    #[test]
    fn long_variation_is_truncated_in_wtp() {
        let size = BoardSize::STANDARD;
        let report = report(size, vec![Move::Pass; 1000]);
        let line = wtp(&report, &keys(""), Notation { size, words: &UPPER });
        assert!(line.len() <= LINE && line.len() > LINE - 10, "{}", line.len());
        assert!(line.ends_with(" PASS\n"));
    }
}
