//! The texts of reviews, in Chinese and English: figures, vertices, comments and summary lines.
//!
//! Every form of output uses them, so that a move is described alike in all. Percentages and points have one decimal, and a
//! no-break space before `%`.

use super::assessment::{Choice, PointIndex, point};
use super::move_review::{MoveReview, Phase};
use super::summary::Summary;
use super::value::Value;
use crate::go::Color;
use crate::record::{Language, Size};

/// The loss from which a comment mentions it: half a per cent of winrate, or half a point.
const MIN_NAMED_LOSS: i32 = 50;

/// `52.3 %`, of ten-thousandths.
pub(super) fn percent(ten_thousandths: i32) -> String {
    let tenths = (ten_thousandths.abs() + 5) / 10;
    let sign = if ten_thousandths < 0 && tenths > 0 { "−" } else { "" };
    format!("{sign}{}.{}\u{a0}%", tenths / 10, tenths % 10)
}

/// `1.5`, of hundredths; a value that rounds to zero has no sign.
pub(super) fn points(hundredths: i32) -> String {
    let tenths = (hundredths.abs() + 5) / 10;
    let sign = if hundredths < 0 && tenths > 0 { "−" } else { "" };
    format!("{sign}{}.{}", tenths / 10, tenths % 10)
}

/// `B+1.5`: the leader and the lead, from the value of a player.
pub(super) fn lead(color: Color, value: Value) -> String {
    let of_black = value.lead * color.sign();
    let leader = if of_black < 0 { Color::White } else { Color::Black };
    format!("{}+{}", leader.letter(), points(of_black.abs()))
}

/// The vertex of a point, as `D4`; `pass` for a pass.
pub(super) fn vertex(index: PointIndex, size: Size) -> String {
    match index {
        None => "pass".into(),
        Some(index) => point(index, size).vertex(size),
    }
}

/// The moves of a variation.
pub(super) fn line(choice: &Choice, size: Size) -> String {
    let moves: Vec<String> = choice.line.iter().map(|&index| vertex(index, size)).collect();
    moves.join(" ")
}

/// A colour's name.
pub(super) fn color(color: Color, language: Language) -> &'static str {
    match (language, color) {
        (Language::Chinese, Color::Black) => "黑",
        (Language::Chinese, Color::White) => "白",
        (Language::English, Color::Black) => "Black",
        (Language::English, Color::White) => "White",
    }
}

/// A phase's name.
pub(super) fn phase(phase: Phase, language: Language) -> &'static str {
    match (language, phase) {
        (Language::Chinese, Phase::Opening) => "布局",
        (Language::Chinese, Phase::Middle) => "中盘",
        (Language::Chinese, Phase::Endgame) => "官子",
        (Language::English, Phase::Opening) => "Opening",
        (Language::English, Phase::Middle) => "Middle game",
        (Language::English, Phase::Endgame) => "Endgame",
    }
}

/// The comment on a move, of several lines.
pub(super) fn comment(reviewed: &MoveReview<'_>, size: Size, language: Language) -> String {
    let MoveReview { played, before, after, loss, .. } = reviewed;
    let mover = color(played.color, language);
    let (from, to) = (percent(before.winrate), percent(after.winrate));
    let (lead_before, lead_after) = (lead(played.color, *before), lead(played.color, *after));
    let mut text = match language {
        Language::Chinese => {
            format!("天元: {mover}胜率 {from} → {to},形势 {lead_before} → {lead_after}")
        }
        Language::English => {
            format!("Tianyuan: {mover} {from} → {to}, score {lead_before} → {lead_after}")
        }
    };
    if loss.winrate >= MIN_NAMED_LOSS || loss.lead >= MIN_NAMED_LOSS {
        let (winrate, points) = (percent(loss.winrate), points(loss.lead));
        text += &match language {
            Language::Chinese => format!(",损失 {winrate}、{points} 目"),
            Language::English => format!(", a loss of {winrate} and {points} points"),
        };
    }
    text + "\n" + &choice(reviewed, size, language)
}

/// The line of a comment about the engine's choice.
fn choice(reviewed: &MoveReview<'_>, size: Size, language: Language) -> String {
    let Some(best) = reviewed.best else { return String::new() };
    let line = line(best, size);
    let rank = match (reviewed.rank, language) {
        (Some(1), Language::Chinese) => return format!("与首选一致: {line}"),
        (Some(1), Language::English) => return format!("The engine's choice: {line}"),
        (Some(rank), Language::Chinese) => format!("实战为第 {rank} 选"),
        (Some(rank), Language::English) => format!("the move played ranks {rank}"),
        (None, Language::Chinese) => "实战未被搜索".into(),
        (None, Language::English) => "the move played was not searched".into(),
    };
    match language {
        Language::Chinese => format!("首选: {line}({rank})"),
        Language::English => format!("Better: {line} ({rank})"),
    }
}

/// The summary of a game in one line.
pub(super) fn summary_line(name: &str, summary: &Summary, language: Language) -> String {
    let of = |player: Color| {
        let all = summary.player(player).all;
        let loss = all.mean_loss();
        let (mover, winrate) = (color(player, language), percent(loss.winrate));
        let (points, agreement) = (points(loss.lead), percent(all.agreement()));
        match language {
            Language::Chinese => {
                format!("{mover}{}手,平均损失 {winrate}、{points} 目,吻合 {agreement}", all.moves)
            }
            Language::English => format!(
                "{mover} {} moves, {winrate} and {points} points lost a move, {agreement} as the \
                 engine",
                all.moves
            ),
        }
    };
    format!("{name}: {}; {}", of(Color::Black), of(Color::White)).replace('\u{a0}', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_rounded_and_have_signs() {
        assert_eq!(
            [5_234, 9_996, 4, -4, -120].map(percent),
            ["52.3\u{a0}%", "100.0\u{a0}%", "0.0\u{a0}%", "0.0\u{a0}%", "−1.2\u{a0}%"]
        );
        assert_eq!([150, 155, -3, -250].map(points), ["1.5", "1.6", "0.0", "−2.5"]);
        let value = Value { winrate: 4_000, lead: -350 };
        assert_eq!([Color::Black, Color::White].map(|c| lead(c, value)), ["W+3.5", "B+3.5"]);
    }

    #[test]
    fn vertices_have_no_i_and_count_from_below() {
        let size = Size::new(9, 9).expect("a size");
        assert_eq!(
            [Some(0), Some(8), Some(80), None].map(|index| vertex(index, size)),
            ["A9", "J9", "J1", "pass"]
        );
    }
}
