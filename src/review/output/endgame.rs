//! The values of moves on a page: the chart and the table of missed endgame moves.

use super::charts::Curve;
use super::tables::{colour, in_both, named_vertex};
use crate::page::html::both;
use crate::records::record::Language;
use crate::review::game::move_review::{MoveReview, Phase};
use crate::review::game::review::GameReview;
use crate::review::output::messages::points;
use crate::review::position::first_move::FirstMove;
use crate::review::position::value::Value;

/// The maximum number of moves in the table.
const MOST: usize = 10;

/// The minimum loss of a move in the table, in 1/100 point.
const LEAST_LOSS: i32 = 100;

/// Returns the section of the chart and the table, or an empty text if the values were not measured.
pub(crate) fn section(review: &GameReview<'_>, ticks: &str) -> String {
    let is_measured = review.assessments.iter().any(|found| found.first_move.is_some());
    if !is_measured {
        return String::new();
    }
    let title = both("官子价值", "Value of moves");
    let note = both(
        "一着的价值是己方先下与对方先下的目差之差，由短搜索估算，仅供参考。后续威胁大于价值的一倍半、且对方在附近应的，为先手。",
        "The value of a move is the difference in score between moving first and letting the opponent move first. Short \
         searches estimate it: treat it as an approximation. A move is sente if its threat exceeds 1.5 times its value \
         and the best reply is near it.",
    );
    format!(
        "<section class=\"wide values\"><h2>{title}</h2><p class=\"note\">{note}</p>{}{}</section>",
        chart(review, ticks),
        missed(review)
    )
}

/// Returns the chart of the value of moving first in each main-line position.
fn chart(review: &GameReview<'_>, ticks: &str) -> String {
    let main = || review.moves.iter().filter(|reviewed| reviewed.played.is_main);
    let first = main().next().map(|reviewed| reviewed.played.before);
    let places = first.into_iter().chain(main().map(|reviewed| reviewed.played.after));
    let gain = |place: usize| review.assessments[place].first_move.map_or(0, |first| first.gain);
    let values: Vec<Value> = places.map(|place| Value { winrate: 0, lead: gain(place) }).collect();
    let curve = Curve { values: &values, lessons: &[] };
    let scale = curve.scale();
    format!(
        "<figure class=\"chart\" data-chart=\"values\"><figcaption>{} <output></output></figcaption><div class=\"plot\">\
         {}<i class=\"cursor\"></i><b class=\"y\" style=\"top:0\">{scale}</b><b class=\"y\" style=\"top:50%\">{}</b>\
         <b class=\"y\" style=\"top:100%\">0</b></div><div class=\"ticks\" aria-hidden=\"true\">{ticks}</div></figure>",
        both("先下的价值（目）", "Value of moving first, points"),
        curve.gain(),
        f64::from(scale) / 2.0,
    )
}

/// Returns the table of the costliest endgame moves, costliest first.
fn missed(review: &GameReview<'_>) -> String {
    let is_missed = |reviewed: &&MoveReview<'_>| {
        let is_endgame = reviewed.played.is_main && reviewed.phase == Phase::Endgame;
        is_endgame && reviewed.loss.lead >= LEAST_LOSS && reviewed.better_move().is_some()
    };
    let mut moves: Vec<&MoveReview<'_>> = review.moves.iter().filter(is_missed).collect();
    moves.sort_by_key(|reviewed| (-reviewed.loss.lead, reviewed.played.number));
    moves.truncate(MOST);
    let title = format!("<h3>{}</h3>", both("错过的大官子", "Largest missed endgame moves"));
    if moves.is_empty() {
        return title + &format!("<p>{}</p>", both("没有。", "None."));
    }
    let headings = [
        both("手", "No."),
        both("着手", "Move"),
        both("损失（目）", "Points lost"),
        both("更好", "Better"),
        both("价值（目）", "Value, points"),
    ];
    let heading = |text: &String| format!("<th scope=\"col\">{text}</th>");
    let headings: String = headings.iter().map(heading).collect();
    let rows: String = moves.into_iter().map(|reviewed| row(review, reviewed)).collect();
    format!(
        "{title}<div class=\"scroll\"><table class=\"moves\"><thead><tr>{headings}</tr></thead><tbody>{rows}</tbody>\
         </table></div>"
    )
}

fn row(review: &GameReview<'_>, reviewed: &MoveReview<'_>) -> String {
    let size = review.input.record.size;
    let MoveReview { played, loss, .. } = reviewed;
    let first = review.assessments[played.before].first_move;
    let value = first.map_or(String::new(), |first| in_both(|language| value(first, language)));
    let number = played.number;
    let better = reviewed.better_move().map_or(String::new(), |better| named_vertex(better, size));
    format!(
        "<tr><td><a href=\"#m{number}\">{number}</a></td><td>{} {}</td><td>{}</td><td>{better}</td><td>{value}</td></tr>",
        colour(played.color),
        named_vertex(played.point, size),
        points(loss.lead),
    )
}

/// Formats a value as `7.0 (gote)`.
pub(super) fn value(first: FirstMove, language: Language) -> String {
    let gain = points(first.gain);
    match (language, first.is_sente()) {
        (Language::Chinese, true) => format!("先手 {gain}"),
        (Language::Chinese, false) => format!("后手 {gain}"),
        (Language::English, true) => format!("{gain} (sente)"),
        (Language::English, false) => format!("{gain} (gote)"),
    }
}
