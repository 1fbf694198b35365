//! Parser for SGF results: `B+2.5`, and the wording of Chinese, Japanese, Korean and English sites.
//!
//! A result consists of [clauses](super::clause) between commas and brackets. All of them must agree.

use super::clause::{Clause, Win, clauses};
use super::letters::plain;
use super::lexicon::manner;
use super::quantity::{Quantity, Unit};
use crate::record::{DiagnosticRule, Outcome, WinReason};
use crate::sgf::diagnostics::{RESULT_CONVERTED, RESULT_IN_WORDS, RESULT_NO_MARGIN};
use tianyuan_go::Color;

/// A parsed result.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in super::super) struct ResultReading {
    pub(in super::super) outcome: Outcome,
    /// The rule that reports a nonstandard notation, if any.
    pub(in super::super) rule: Option<&'static DiagnosticRule>,
    /// `true` if the outcome covers the entire text.
    pub(in super::super) is_all: bool,
}

/// Parses a nonempty result. If `in_stones`, margins without a unit are in 子.
///
/// Returns `None` if the text is not understood or contradictory.
pub(in super::super) fn result(text: &str, in_stones: bool) -> Option<ResultReading> {
    let text = plain(text);
    let unstated = |winner| Outcome::Win { winner, by: WinReason::Unstated };
    let outcome = match text.as_str() {
        "0" | "draw" => Outcome::Draw,
        "void" => Outcome::Void,
        "?" => Outcome::Unknown,
        "b" => unstated(Color::Black),
        "w" => unstated(Color::White),
        _ => return in_clauses(&text, in_stones),
    };
    Some(ResultReading { outcome, rule: None, is_all: true })
}

fn in_clauses(text: &str, in_stones: bool) -> Option<ResultReading> {
    let Sum { outcome, margin, is_all } = Sum::of(&clauses(text)?)?;
    let (outcome, rule) = match (outcome, margin) {
        (Outcome::Win { winner, .. }, Margin::Amount(amount)) => {
            let (by, rule) = by_margin(amount, in_stones);
            (Outcome::Win { winner, by }, rule)
        }
        (outcome, Margin::NotUnderstood) => (outcome, Some(&RESULT_NO_MARGIN)),
        (outcome, _) => (outcome, None),
    };
    let rule = rule.or(Some(&RESULT_IN_WORDS).filter(|_| !is_in_letters(text)));
    let is_all = is_all && rule.is_none_or(|rule| *rule != RESULT_NO_MARGIN);
    Some(ResultReading { outcome, rule, is_all })
}

/// Returns `true` if a text is `b+` followed only by a number or a word.
fn is_in_letters(text: &str) -> bool {
    let how = text.strip_prefix(['b', 'w']).and_then(|how| how.trim_start().strip_prefix('+'));
    how.map(str::trim).is_some_and(|how| {
        let is_number = how.starts_with(|c: char| c.is_ascii_digit())
            && Quantity::read(how)
                .is_some_and(|(it, rest)| it.unit == Unit::None && rest.is_empty());
        how.is_empty() || manner(how).is_some() || is_number
    })
}

/// Margins in 子 are below this limit, in thousandths.
const MOST_STONES: i32 = 100_000;

/// Returns a margin in points, with a finding if it was in other units.
fn by_margin(amount: Quantity, in_stones: bool) -> (WinReason, Option<&'static DiagnosticRule>) {
    // A quarter stone without its second decimal: 0.2 for 0.25.
    let is_rounded = matches!(amount.thousandths % 1000, 200 | 700) && amount.unit != Unit::Points;
    let thousandths = amount.thousandths + if is_rounded { 50 } else { 0 };
    let amount = Quantity { thousandths, ..amount };
    let unit = match amount.unit {
        Unit::None if in_stones || thousandths % 500 == 250 => Unit::Stones,
        unit => unit,
    };
    let half_points = amount.half_points(unit).and_then(|halves| u16::try_from(halves).ok());
    // A count of all stones on the board is not a margin.
    let is_margin = unit != Unit::Stones || thousandths < MOST_STONES;
    match half_points.filter(|halves| *halves > 0 && is_margin) {
        None => (WinReason::Unstated, Some(&RESULT_NO_MARGIN)),
        Some(halves) => {
            let is_converted = unit == Unit::Stones;
            (WinReason::HalfPoints(halves), is_converted.then_some(&RESULT_CONVERTED))
        }
    }
}

/// The margin of a win.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Margin {
    None,
    Amount(Quantity),
    NotUnderstood,
}

/// The combination of all clauses of a result.
struct Sum {
    /// The outcome without its margin.
    outcome: Outcome,
    margin: Margin,
    is_all: bool,
}

impl Sum {
    /// Returns `None` if the clauses contradict each other, or the first one that states a result is not
    /// understood.
    fn of(clauses: &[Clause]) -> Option<Sum> {
        let (mut win, mut whole, mut is_all) = (None::<Win>, None, true);
        let mut explained = Win::default();
        for clause in clauses {
            match clause {
                Clause::Contradiction => return None,
                Clause::NotUnderstood if win.is_none() && whole.is_none() => return None,
                Clause::NotUnderstood | Clause::Remark => is_all = false,
                Clause::Empty => {}
                Clause::Whole(outcome) if win.is_none() => {
                    is_all &= whole.is_none_or(|before| before == *outcome).then_some(true)?;
                    whole = Some(*outcome);
                }
                Clause::Win(other) if whole.is_none() => {
                    win = Some(win.map_or(Some(*other), |win| win.and(other))?);
                }
                Clause::Whole(_) | Clause::Win(_) => return None,
                Clause::Explanation(other) => {
                    is_all &= explained == Win::default();
                    explained = Win { manner: explained.manner.or(other.manner), ..*other };
                }
            }
        }
        match (win, whole) {
            (Some(win), _) => win.explained_by(&explained, is_all),
            (None, Some(outcome)) => {
                let is_all = is_all && explained == Win::default();
                Some(Sum { outcome, margin: Margin::None, is_all })
            }
            (None, None) => None,
        }
    }
}

/// Returns the amount with a unit if two amounts agree.
fn with_unit(one: Option<Quantity>, other: Option<Quantity>) -> Option<Quantity> {
    let has_unit = |amount: &Quantity| amount.unit != Unit::None;
    one.filter(has_unit).or(other.filter(has_unit)).or(one).or(other)
}

impl Win {
    /// Combines two statements of the same win. Returns `None` if they contradict each other.
    fn and(&self, other: &Win) -> Option<Win> {
        let is_same = self.winner == other.winner
            && self.margin.zip(other.margin).is_none_or(|(one, other)| one.agrees_with(other));
        is_same.then(|| Win {
            winner: self.winner,
            manner: self.manner.or(other.manner),
            margin: with_unit(self.margin, other.margin),
            is_loose: self.is_loose || other.is_loose,
            has_remark: self.has_remark
                || other.has_remark
                || self.manner.zip(other.manner).is_some_and(|(one, other)| one != other),
        })
    }

    fn explained_by(self, explanation: &Win, is_all: bool) -> Option<Sum> {
        let is_new = self.manner.is_none() && self.margin.is_none();
        let margin = if is_new { explanation.margin } else { self.margin };
        let manner = self.manner.or(explanation.manner).filter(|_| margin.is_none());
        let is_told =
            [explanation.manner, self.manner].into_iter().flatten().all(|it| Some(it) == manner)
                && explanation.margin.is_none_or(|it| margin.is_some_and(|by| by.agrees_with(it)));
        let margin = match margin {
            _ if self.is_loose => Margin::NotUnderstood,
            Some(amount) => Margin::Amount(amount),
            None => Margin::None,
        };
        let by = manner.unwrap_or(WinReason::Unstated);
        Some(Sum {
            outcome: Outcome::Win { winner: self.winner?, by },
            margin,
            is_all: is_all && is_told && !self.has_remark && !explanation.has_remark,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        match result(text, false) {
            None => "none".into(),
            Some(ResultReading { outcome, rule, is_all }) => {
                let suffix = rule.map_or(String::new(), |rule| format!(" {}", rule.name()));
                let more = if is_all { "" } else { " +" };
                format!("{outcome}{suffix}{more}")
            }
        }
    }

    #[test]
    fn result_notations_are_parsed() {
        for (text, meant) in [
            ("B+R", "B+R"),
            ("W+Resign", "W+R"),
            ("b+r", "B+R"),
            ("B+2.5", "B+2.5"),
            ("W+14.50", "W+14.5"),
            ("B+64", "B+64"),
            ("0", "0"),
            ("Draw", "0"),
            ("和棋", "0 result-in-words"),
            ("B+T", "B+T"),
            ("W+Forfeit", "W+F"),
            ("B+", "B+"),
            ("W", "W+"),
            ("W+V", "W+ result-no-margin +"),
            ("B+AW", "B+ result-no-margin +"),
            ("B+0.0", "B+ result-no-margin +"),
            ("B+0.03", "B+ result-no-margin +"),
            ("W+-2", "W+ result-no-margin +"),
            ("W+1.25", "W+2.5 result-converted"),
            ("B+0.2", "B+0.5 result-converted"),
            ("B+1 3/4", "B+3.5 result-converted"),
            ("黑1又3/4子胜", "B+3.5 result-converted"),
            ("白胜1/4子", "W+0.5 result-converted"),
            ("Void", "Void"),
            ("?", "?"),
            ("黑中盘胜", "B+R result-in-words"),
            ("白中盘胜", "W+R result-in-words"),
            ("黒中押し勝ち", "B+R result-in-words"),
            ("257手完, 黒中押し勝ち", "B+R result-in-words +"),
            ("黑胜5.5目", "B+5.5 result-in-words"),
            ("白胜", "W+ result-in-words"),
            ("黑不计点胜", "B+R result-in-words"),
            ("白超时负", "B+T result-in-words"),
            ("白认输", "B+R result-in-words"),
            ("W+15 (moves beyond 215 not known)", "W+15 result-in-words +"),
            ("W+15 unofficial", "W+15 result-in-words +"),
            ("W+R (time)", "W+R result-in-words +"),
            ("W+3,5", "W+3.5"),
            ("Black wins by 3.5 points", "B+3.5 result-in-words"),
            ("White resigns", "B+R result-in-words"),
            ("white won by resignation", "W+R result-in-words"),
            ("B lost on time", "W+T result-in-words"),
            ("Black wins", "B+ result-in-words"),
            ("W+3½", "W+3.5"),
            ("White by 3 1/2 points", "W+3.5 result-in-words"),
        ] {
            assert_eq!(read(text), meant, "{text}");
        }
    }

    #[test]
    fn explanations_complete_the_statement() {
        for (text, meant) in [
            ("黑中盘胜(白认输)", "B+R result-in-words"),
            ("白胜（黑超时负）", "W+T result-in-words"),
            ("白勝（時間切れ）", "W+T result-in-words"),
            ("白胜半目", "W+0.5 result-in-words"),
            ("白半目勝ち", "W+0.5 result-in-words"),
            ("黑胜白负", "B+ result-in-words"),
            ("黑胜白3目半", "B+3.5 result-in-words"),
            ("白超时", "B+T result-in-words"),
            ("黑超时胜", "B+T result-in-words"),
            ("Black defeats White by half a point", "B+0.5 result-in-words"),
            ("백 불계승", "W+R result-in-words"),
            ("흑 3집반승", "B+3.5 result-in-words"),
            ("B+3.5 (黑胜3目半)", "B+3.5 result-in-words"),
            ("白胜3目半(1又3/4子)", "W+3.5 result-in-words"),
            ("黑185子胜", "B+ result-no-margin +"),
            ("白判负", "B+ result-in-words +"),
            ("B+R, White resigned", "B+R result-in-words"),
            ("黑胜3目半(白认输)", "B+3.5 result-in-words +"),
        ] {
            assert_eq!(read(text), meant, "{text}");
        }
    }

    #[test]
    fn contradictory_or_unknown_results_are_rejected() {
        for text in [
            "Both lost",
            "unfinished",
            "Blah",
            "黑",
            "黑胜 白胜",
            "黑胜,黑负",
            "黑认输胜",
            "B+R (W+3.5)",
            "B+3.5, B+4.5",
            "黑胜, 和棋",
            "双方皆输",
            "黑白皆负",
            "不分胜负",
            "Black did not win",
            "白3目半",
            "胜3目半",
            "黑中盘胜3目",
            "(黑胜",
        ] {
            assert_eq!(read(text), "none", "{text}");
        }
    }

    #[test]
    fn margin_is_in_stones_if_komi_is() {
        let by = |text| result(text, true).map(|reading| reading.outcome.to_string());
        assert_eq!(by("B+1.5").as_deref(), Some("B+3"));
        assert_eq!(by("黑胜5.5目").as_deref(), Some("B+5.5"), "it names points");
    }
}
