//! The texts of reviews in Chinese and English: numbers, vertices, comments and summary lines.
//!
//! All formats use them, so that moves are described consistently. Percentages and points have one decimal, and a
//! no-break space precedes `%`.

use std::path::Path;

use crate::go::{Color, Scoring};
use crate::records::record::{Language, Outcome, Size, WinReason};
use crate::review::game::move_review::{MoveReview, Phase};
use crate::review::game::summary::Summary;
use crate::review::position::evaluation::{CandidateMove, PointIndex, point};
use crate::review::position::grade::Grade;
use crate::review::position::mistake_kind::MistakeKind;
use crate::review::position::value::Value;

/// The minimum loss that a comment mentions: 0.5 % of win rate or half a point.
const MIN_NAMED_LOSS: i32 = 50;

/// Both languages, in page order.
pub(in crate::review) const IN_ORDER: [Language; 2] = [Language::Chinese, Language::English];

/// Formats 1/10,000 as `52.3 %`.
pub(in crate::review) fn percent(ten_thousandths: i32) -> String {
    let tenths = (ten_thousandths.abs() + 5) / 10;
    let sign = if ten_thousandths < 0 && tenths > 0 { "−" } else { "" };
    format!("{sign}{}.{}\u{a0}%", tenths / 10, tenths % 10)
}

/// Formats hundredths as `1.5`; a value that rounds to zero has no sign.
pub(in crate::review) fn points(hundredths: i32) -> String {
    let tenths = (hundredths.abs() + 5) / 10;
    let sign = if hundredths < 0 && tenths > 0 { "−" } else { "" };
    format!("{sign}{}.{}", tenths / 10, tenths % 10)
}

/// Formats a player's lead as `B+1.5` or `黑+1.5`.
pub(in crate::review) fn lead(of: Color, value: Value, language: Language) -> String {
    let of_black = value.lead * of.sign();
    let leader = if of_black < 0 { Color::White } else { Color::Black };
    let points = points(of_black.abs());
    match language {
        Language::Chinese => format!("{}+{points}", color(leader, language)),
        Language::English => format!("{}+{points}", leader.letter()),
    }
}

/// Formats a result as `B+3.5`, or in Chinese as `黑胜1¾子` (area scoring) or `黑胜3目半` (territory scoring).
pub(in crate::review) fn outcome(outcome: Outcome, scoring: Scoring, language: Language) -> String {
    if language == Language::English {
        return outcome.to_string();
    }
    let (winner, by) = match outcome {
        Outcome::Draw => return "和棋".into(),
        Outcome::Void => return "无胜负".into(),
        Outcome::Unknown => return "胜负不明".into(),
        Outcome::Win { winner, by } => (winner, by),
    };
    let [winner, loser] = [winner, !winner].map(|side| color(side, language));
    match by {
        WinReason::HalfPoints(halves) if scoring == Scoring::Area => {
            format!("{winner}胜{}子", quarters(halves))
        }
        WinReason::HalfPoints(halves) => {
            let (whole, half) = (halves / 2, ["", "半"][usize::from(halves % 2)]);
            match whole {
                0 => format!("{winner}胜半目"),
                _ => format!("{winner}胜{whole}目{half}"),
            }
        }
        WinReason::Resignation => format!("{winner}中盘胜"),
        WinReason::Time => format!("{winner}胜（{loser}超时）"),
        WinReason::Forfeit => format!("{winner}胜（{loser}弃权）"),
        WinReason::Unstated => format!("{winner}胜"),
    }
}

/// Formats a number of quarters in Chinese style, such as 15 as `3¾`. A half point is a quarter of a 子.
fn quarters(count: u16) -> String {
    let (whole, rest) = (count / 4, ["", "¼", "½", "¾"][usize::from(count % 4)]);
    if whole == 0 { rest.into() } else { format!("{whole}{rest}") }
}

/// Formats a point as a vertex such as `D4`, or `pass`.
pub(in crate::review) fn vertex(index: PointIndex, size: Size) -> String {
    match index {
        None => "pass".into(),
        Some(index) => point(index, size).vertex(size),
    }
}

/// Formats the moves of a variation.
pub(in crate::review) fn line(choice: &CandidateMove, size: Size) -> String {
    let moves: Vec<String> = choice.line.iter().map(|&index| vertex(index, size)).collect();
    moves.join(" ")
}

/// Returns a colour's name.
pub(in crate::review) fn color(color: Color, language: Language) -> &'static str {
    match (language, color) {
        (Language::Chinese, Color::Black) => "黑",
        (Language::Chinese, Color::White) => "白",
        (Language::English, Color::Black) => "Black",
        (Language::English, Color::White) => "White",
    }
}

/// Returns a phase's name.
pub(in crate::review) fn phase(phase: Phase, language: Language) -> &'static str {
    match (language, phase) {
        (Language::Chinese, Phase::Opening) => "布局",
        (Language::Chinese, Phase::Middle) => "中盘",
        (Language::Chinese, Phase::Endgame) => "官子",
        (Language::English, Phase::Opening) => "Opening",
        (Language::English, Phase::Middle) => "Middle game",
        (Language::English, Phase::Endgame) => "Endgame",
    }
}

/// Returns a grade's name.
pub(in crate::review) fn grade(grade: Grade, language: Language) -> &'static str {
    let [chinese, english] = match grade {
        Grade::Blunder => ["恶手", "Blunder"],
        Grade::Mistake => ["问题手", "Mistake"],
        Grade::Inaccuracy => ["缓手", "Inaccuracy"],
        Grade::Good => ["正常", "Good move"],
    };
    if language == Language::Chinese { chinese } else { english }
}

/// Returns a grade's name in the plural.
pub(in crate::review) fn grades(of: Grade, language: Language) -> &'static str {
    match (of, language) {
        (_, Language::Chinese) => grade(of, language),
        (Grade::Blunder, _) => "Blunders",
        (Grade::Mistake, _) => "Mistakes",
        (Grade::Inaccuracy, _) => "Inaccuracies",
        (Grade::Good, _) => "Good moves",
    }
}

/// Formats the threshold of a grade.
pub(in crate::review) fn limit(of: Grade, limit: Value, language: Language) -> String {
    let (name, winrate) = (grade(of, language), percent(limit.winrate));
    let points = points(limit.lead);
    match language {
        Language::Chinese => format!("{name} {winrate} 或 {points} 目"),
        Language::English => format!("{} {winrate} or {points} points", name.to_lowercase()),
    }
}

/// Returns the name of a kind of mistake.
pub(in crate::review) fn kind(kind: MistakeKind, language: Language) -> &'static str {
    let [chinese, english] = match kind {
        MistakeKind::LifeAndDeath => ["死活", "Life and death"],
        MistakeKind::Reading => ["局部计算", "Local reading"],
        MistakeKind::Direction => ["方向", "Direction"],
        MistakeKind::Size => ["大小", "Size"],
    };
    if language == Language::Chinese { chinese } else { english }
}

/// Describes the criterion of a kind of mistake.
pub(in crate::review) fn criterion(kind: MistakeKind, language: Language) -> &'static str {
    let [chinese, english] = match kind {
        MistakeKind::LifeAndDeath => ["至少三子易主", "at least three stones changed owner"],
        MistakeKind::Reading => [
            "好点就在附近，附近有子易主",
            "a nearby move was better, and a stone nearby changed owner",
        ],
        MistakeKind::Direction => {
            ["布局阶段，好点在别处", "in the opening, the better move was in another area"]
        }
        MistakeKind::Size => [
            "布局之后，好点在别处，对方也不必在附近应",
            "after the opening, the better move was in another area, and the opponent need not reply nearby",
        ],
    };
    if language == Language::Chinese { chinese } else { english }
}

/// Returns the comment on a move, in several lines.
pub(in crate::review) fn comment(
    reviewed: &MoveReview<'_>,
    size: Size,
    language: Language,
) -> String {
    let MoveReview { played, before, after, loss, grade, .. } = reviewed;
    let mover = color(played.color, language);
    let (from, to) = (percent(before.winrate), percent(after.winrate));
    let (lead_before, lead_after) =
        (lead(played.color, *before, language), lead(played.color, *after, language));
    let mut text = match language {
        Language::Chinese => {
            format!("天元：{mover}胜率 {from} → {to}，形势 {lead_before} → {lead_after}")
        }
        Language::English => {
            format!("Tianyuan: {mover} {from} → {to}, score {lead_before} → {lead_after}")
        }
    };
    if loss.winrate >= MIN_NAMED_LOSS || loss.lead >= MIN_NAMED_LOSS {
        let (winrate, points) = (percent(loss.winrate), points(loss.lead));
        text += &match language {
            Language::Chinese => format!("，损失 {winrate}、{points} 目"),
            Language::English => format!(", loss: {winrate} and {points} points"),
        };
    }
    if *grade != Grade::Good {
        let grade = self::grade(*grade, language);
        text += &match language {
            Language::Chinese => format!("（{grade}）"),
            Language::English => format!(" ({})", grade.to_lowercase()),
        };
    }
    text + "\n" + &choice(reviewed, size, language)
}

/// Returns the comment's line about the engine's choice.
fn choice(reviewed: &MoveReview<'_>, size: Size, language: Language) -> String {
    let Some(best) = reviewed.best else { return String::new() };
    let line = line(best, size);
    let rank = match (reviewed.rank, language) {
        (Some(1), Language::Chinese) => return format!("与首选一致：{line}"),
        (Some(1), Language::English) => return format!("Engine's move: {line}"),
        (Some(rank), Language::Chinese) => format!("实战为第 {rank} 选"),
        (Some(rank), Language::English) => format!("the move played ranks {rank}"),
        (None, Language::Chinese) => "实战未被搜索".into(),
        (None, Language::English) => "the move played was not searched".into(),
    };
    let name = match (language, reviewed.better().is_some()) {
        (Language::Chinese, true) => "更好",
        (Language::Chinese, false) => "首选",
        (Language::English, true) => "Better",
        (Language::English, false) => "Engine's move",
    };
    match language {
        Language::Chinese => format!("{name}：{line}（{rank}）"),
        Language::English => format!("{name}: {line} ({rank})"),
    }
}

/// Reports that a move is not reviewed because it is illegal under every ruleset.
pub(in crate::review) fn unjudged(
    (number, side, at): (u32, Color, PointIndex),
    size: Size,
    language: Language,
) -> String {
    let (side, at) = (color(side, language), vertex(at, size));
    match language {
        Language::Chinese => format!("第 {number} 手（{side} {at}）不合任何规则，不予评价"),
        Language::English => {
            format!("move {number} ({side} {at}) is illegal under all rules and not reviewed")
        }
    }
}

/// Formats the number of problems.
pub(in crate::review) fn problems(count: usize, language: Language) -> String {
    match language {
        Language::Chinese => format!("题目：{count} 道"),
        Language::English => format!("problems: {count}"),
    }
}

/// The maximum number of files listed individually.
const MOST_NAMED: usize = 6;

/// Reports where the review's files are, if there are any.
pub(in crate::review) fn written(
    folder: &Path,
    names: &[String],
    language: Language,
) -> Option<String> {
    let place = |name: &String| folder.join(name).display().to_string();
    let files = match names.len() {
        0 => return None,
        1..=MOST_NAMED => {
            let mut names = names.to_vec();
            names.sort();
            names.iter().map(place).collect::<Vec<_>>().join(", ")
        }
        count => match language {
            Language::Chinese => format!("{}（{count} 个文件）", folder.display()),
            Language::English => format!("{} ({count} files)", folder.display()),
        },
    };
    Some(match language {
        Language::Chinese => format!("已写入：{files}"),
        Language::English => format!("written: {files}"),
    })
}

/// Returns the summary of a game in one line.
pub(in crate::review) fn summary_line(name: &str, summary: &Summary, language: Language) -> String {
    let of = |player: Color| {
        let all = summary.player(player).all;
        let loss = all.mean_loss();
        let (mover, winrate) = (color(player, language), percent(loss.winrate));
        let (points, agreement) = (points(loss.lead), percent(all.agreement()));
        match language {
            Language::Chinese => {
                format!("{mover}{}手，平均损失 {winrate}、{points} 目，吻合 {agreement}", all.moves)
            }
            Language::English => format!(
                "{mover}: {} moves, {winrate} and {points} points lost per move, {agreement} match the engine",
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
    fn numbers_are_rounded_and_signed() {
        assert_eq!(
            [5_234, 9_996, 4, -4, -120].map(percent),
            ["52.3\u{a0}%", "100.0\u{a0}%", "0.0\u{a0}%", "0.0\u{a0}%", "−1.2\u{a0}%"]
        );
        assert_eq!([150, 155, -3, -250].map(points), ["1.5", "1.6", "0.0", "−2.5"]);
        let value = Value { winrate: 4_000, lead: -350 };
        let leads = Color::BOTH.map(|color| lead(color, value, Language::English));
        assert_eq!(leads, ["W+3.5", "B+3.5"]);
        assert_eq!(lead(Color::White, value, Language::Chinese), "黑+3.5");
    }

    #[test]
    fn outcome_uses_chinese_record_notation() {
        let told = |text: &str, scoring| {
            let result = text.parse().expect("a result");
            outcome(result, scoring, Language::Chinese)
        };
        let of_area =
            ["B+9.5", "W+0.5", "B+1.5", "W+2", "B+R", "W+T", "B+F", "W+", "0", "Void", "?"];
        assert_eq!(
            of_area.map(|text| told(text, Scoring::Area)).join(" "),
            "黑胜4¾子 白胜¼子 黑胜¾子 白胜1子 黑中盘胜 白胜（黑超时） 黑胜（白弃权） 白胜 和棋 无胜负 胜负不明"
        );
        let of_territory = ["B+3.5", "W+0.5", "B+12"];
        let of_territory = of_territory.map(|text| told(text, Scoring::Territory));
        assert_eq!(of_territory.join(" "), "黑胜3目半 白胜半目 黑胜12目");
        let result = "B+R".parse().expect("a result");
        assert_eq!(outcome(result, Scoring::Area, Language::English), "B+R");
    }

    #[test]
    fn vertex_skips_column_i_and_counts_rows_from_bottom() {
        let size = Size::new(9, 9).expect("a size");
        assert_eq!(
            [Some(0), Some(8), Some(80), None].map(|index| vertex(index, size)),
            ["A9", "J9", "J1", "pass"]
        );
    }
}
