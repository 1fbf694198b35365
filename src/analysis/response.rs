//! The response for a position: the results of its search as a line of JSON.

use super::position_hash::PositionHash;
use super::query::{IncludeOptions, Query};
use crate::go::{BoardSize, Color, Point};
use crate::protocol::vertex::{MoveKeywords, rows_from_top};
use crate::search::{Candidate, Report, ownership_stdev};
use serde::{Serialize, Serializer};

const WORDS: MoveKeywords = MoveKeywords { pass: "pass", resign: "resign" };

/// A response, with the fields of KataGo in the same order.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AnalysisResponse<'a> {
    id: &'a str,
    is_during_search: bool,
    turn_number: usize,
    move_infos: Vec<MoveInfo>,
    root_info: RootInfo,
    #[serde(skip_serializing_if = "Option::is_none")]
    ownership: Option<Vec<Number>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ownership_stdev: Option<Vec<Number>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    policy: Option<Vec<Number>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    human_policy: Option<Vec<Number>>,
}

/// The response for a position that was terminated before its search started.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct EmptyResponse<'a> {
    pub(super) id: &'a str,
    pub(super) is_during_search: bool,
    pub(super) no_results: bool,
    pub(super) turn_number: usize,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct MoveInfo {
    r#move: String,
    order: usize,
    visits: u64,
    edge_visits: u64,
    weight: Number,
    edge_weight: Number,
    play_selection_value: Number,
    prior: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    human_prior: Option<Number>,
    winrate: Number,
    lcb: Number,
    utility: Number,
    utility_lcb: Number,
    score_lead: Number,
    score_mean: Number,
    score_selfplay: Number,
    score_stdev: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    no_result_value: Option<Number>,
    pv: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pv_visits: Option<Vec<u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pv_edge_visits: Option<Vec<u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ownership: Option<Vec<Number>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ownership_stdev: Option<Vec<Number>>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct RootInfo {
    current_player: &'static str,
    visits: u64,
    weight: Number,
    winrate: Number,
    lcb: Number,
    utility: Number,
    score_lead: Number,
    score_mean: Number,
    score_selfplay: Number,
    score_stdev: Number,
    this_hash: String,
    sym_hash: String,
    #[serde(flatten)]
    raw: Option<RawInfo>,
    #[serde(flatten)]
    human: Option<HumanInfo>,
}

/// The output of the human net.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct HumanInfo {
    human_winrate: Number,
    human_score_mean: Number,
    human_score_stdev: Number,
    human_st_wr_error: Number,
    human_st_score_error: Number,
}

/// The raw output of the net.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct RawInfo {
    raw_winrate: Number,
    raw_lead: Number,
    raw_score_selfplay: Number,
    raw_score_selfplay_stdev: Number,
    raw_no_result_prob: Number,
    raw_st_wr_error: Number,
    raw_st_score_error: Number,
    raw_var_time_left: Number,
}

/// The data of a response.
#[derive(Debug, Clone, Copy)]
pub(super) struct SearchResult<'a> {
    pub(super) query: &'a Query,
    pub(super) turn: usize,
    pub(super) to_move: Color,
    pub(super) hash: PositionHash,
    /// The policy; empty unless requested.
    pub(super) policy: &'a [f64],
    pub(super) report: &'a Report,
}

/// Values for the player to move, converted to the perspective of the report.
#[derive(Debug, Clone, Copy)]
struct Side(f64);

impl Side {
    fn score(self, score: f64) -> Number {
        Number(self.0 * score)
    }

    fn winrate(self, winrate: f64) -> Number {
        Number(if self.0 < 0.0 { 1.0 - winrate } else { winrate })
    }

    fn owners(self, owners: &[(Point, f64)], size: BoardSize) -> Vec<Number> {
        numbers(rows_from_top(owners, size).flatten().map(|&(_, owner)| self.0 * owner))
    }
}

/// Returns the standard deviation of the ownership of each point.
fn spreads(owners: &[(Point, f64)], size: BoardSize) -> Vec<Number> {
    numbers(rows_from_top(owners, size).flatten().map(|&(_, owner)| ownership_stdev(owner)))
}

impl SearchResult<'_> {
    /// Builds the response; `is_during_search` is `true` if the search continues.
    pub(super) fn answer(&self, is_during_search: bool) -> AnalysisResponse<'_> {
        let SearchResult { query, turn, report, .. } = *self;
        let (extras, size) = (query.extras, query.course.size);
        let side = Side(query.conditions.perspective.sign(self.to_move));
        let infos = report.candidates.iter().enumerate();
        AnalysisResponse {
            id: &query.id,
            is_during_search,
            turn_number: turn,
            move_infos: infos.map(|(order, it)| self.move_info(order, it, side)).collect(),
            root_info: self.root_info(side),
            ownership: extras.ownership.then(|| side.owners(&report.ownership, size)),
            ownership_stdev: extras.ownership_stdev.then(|| spreads(&report.ownership, size)),
            policy: extras.policy.then(|| numbers(self.policy.iter().copied())),
            human_policy: report.human.as_ref().filter(|_| extras.policy).map(|human| {
                let points = human.policy.iter().map(|it| it.map_or(-1.0, f64::from));
                numbers(points.chain([f64::from(human.pass)]))
            }),
        }
    }

    fn move_info(&self, order: usize, it: &Candidate, side: Side) -> MoveInfo {
        let Query { extras, course, conditions, .. } = self.query;
        let IncludeOptions { moves_ownership, moves_ownership_stdev, .. } = *extras;
        let (size, most) = (course.size, conditions.pv_length + 1);
        let visits = || it.pv_visits.iter().copied().take(most).collect();
        MoveInfo {
            r#move: WORDS.of_move(size, it.mv),
            order,
            visits: it.visits,
            edge_visits: it.edge_visits,
            weight: Number(it.weight),
            edge_weight: Number(it.weight),
            play_selection_value: Number(it.play_selection_value),
            prior: Number(it.prior),
            human_prior: self
                .report
                .human
                .as_ref()
                .map(|human| Number(human.probability(size, it.mv).into())),
            winrate: side.winrate(it.winrate),
            lcb: side.winrate(it.lcb),
            utility: side.score(it.utility),
            utility_lcb: side.score(it.utility_lcb),
            score_lead: side.score(it.score_lead),
            score_mean: side.score(it.score_mean),
            score_selfplay: side.score(it.score_selfplay),
            score_stdev: Number(it.score_stdev),
            no_result_value: extras.no_result_value.then_some(Number(0.0)),
            pv: it.pv.iter().take(most).map(|&mv| WORDS.of_move(size, mv)).collect(),
            pv_visits: extras.pv_visits.then(visits),
            pv_edge_visits: extras.pv_visits.then(visits),
            ownership: moves_ownership.then(|| side.owners(&it.ownership, size)),
            ownership_stdev: moves_ownership_stdev.then(|| spreads(&it.ownership, size)),
        }
    }

    fn root_info(&self, side: Side) -> RootInfo {
        let Report { winrate, score_lead, score_stdev, visits, .. } = *self.report;
        let raw = self.report.raw.map(|raw| RawInfo {
            raw_winrate: side.winrate(raw.winrate),
            raw_lead: side.score(raw.score_lead),
            raw_score_selfplay: side.score(raw.score_selfplay),
            raw_score_selfplay_stdev: Number(raw.score_stdev),
            raw_no_result_prob: Number(raw.no_result),
            raw_st_wr_error: Number(raw.winrate_error.unwrap_or(-1.0)),
            raw_st_score_error: Number(raw.score_error.unwrap_or(-1.0)),
            raw_var_time_left: Number(-1.0),
        });
        let human = self.report.human.as_ref().map(|human| HumanInfo {
            human_winrate: side.winrate(human.winrate().into()),
            human_score_mean: side.score(human.score.into()),
            human_score_stdev: Number(human.score_stdev().into()),
            human_st_wr_error: Number(
                human.uncertainty.map_or(-1.0, |it| 0.5 * f64::from(it.value_error)),
            ),
            human_st_score_error: Number(
                human.uncertainty.map_or(-1.0, |it| it.score_error.into()),
            ),
        });
        RootInfo {
            current_player: if self.to_move == Color::Black { "B" } else { "W" },
            visits,
            weight: Number(self.report.weight),
            winrate: side.winrate(winrate),
            lcb: side.winrate(self.report.best().map_or(winrate, |best| best.lcb)),
            utility: side.score(self.report.utility),
            score_lead: side.score(score_lead),
            score_mean: side.score(self.report.score_mean),
            score_selfplay: side.score(self.report.score_selfplay),
            score_stdev: Number(score_stdev),
            this_hash: format!("{:032X}", self.hash.this),
            sym_hash: format!("{:032X}", self.hash.symmetric),
            raw,
            human,
        }
    }
}

/// Converts a number for a response.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Number(pub(super) f64);

/// Converts a list of numbers.
pub(super) fn numbers(list: impl Iterator<Item = f64>) -> Vec<Number> {
    list.map(Number).collect()
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(rounded(self.0))
    }
}

/// Rounds a number to eight significant digits; returns 0 for NaN, infinities and tiny values.
fn rounded(number: f64) -> f64 {
    if number.abs() < 1e-100 || !number.is_finite() {
        // Removes the sign of a negative zero.
        return 0.0;
    }
    let digits = 7 - number.abs().log10().floor() as i32;
    // Multiplies or divides by a power that is as exact as possible, so that short numbers remain short.
    let scale = 10f64.powi(digits.abs().min(300));
    if digits >= 0 { (number * scale).round() / scale } else { (number / scale).round() * scale }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_eight_significant_digits() {
        let text = |number| serde_json::to_string(&Number(number)).expect("a number");
        assert_eq!(text(1.0 / 3.0), "0.33333333");
        assert_eq!(text(-1234.56789012), "-1234.5679");
        assert_eq!(text(123_456_789_012.0), "123456790000.0");
        assert_eq!([text(0.5), text(1.0), text(-0.0)], ["0.5", "1.0", "0.0"]);
        assert_eq!([text(f64::NAN), text(f64::INFINITY)], ["0.0", "0.0"]);
        assert_eq!(text(1.0 / 3.0 * 1e-5), "3.3333333e-6");
        assert_eq!(text(f64::MIN_POSITIVE), "0.0");
    }
}
