//! The overview of a game: the number of moves by grade, accuracy, the decisive move, and how reliable these are.

use super::tables::{colour, in_both, named_vertex};
use crate::go::Color;
use crate::page::html::both;
use crate::records::record::Language;
use crate::review::game::move_review::Phase;
use crate::review::game::review::GameReview;
use crate::review::game::summary::{Tally, TurningPoint};
use crate::review::output::messages::{self, percent};
use crate::review::position::grade::{Grade, LIMITS};
use crate::review::position::mistake_kind::MistakeKind;

/// Returns the overview of a game: a table and some text.
pub(super) fn overview(review: &GameReview<'_>) -> String {
    let table = table(review);
    let notes = [turning_point(review), certainty(review), limits(), kinds()].concat();
    format!(
        "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-labelledby=\"overview-title\">{table}</div>{notes}"
    )
}

/// Returns the headings of a grade table, without the first column.
pub(super) fn grade_headings() -> String {
    let heading = |text: String| format!("<th scope=\"col\">{text}</th>");
    let grades = Grade::ALL
        .map(|grade| heading(in_both(|language| messages::grades(grade, language).into())));
    let kinds = MistakeKind::ALL.map(|kind| heading(in_both(|language| explained(kind, language))));
    let accuracy = heading(both("准确度", "Accuracy"));
    accuracy + &grades.concat() + &kinds.concat()
}

/// Returns the name of a kind of mistake with its criterion as a tooltip.
fn explained(kind: MistakeKind, language: Language) -> String {
    let (name, criterion) = (messages::kind(kind, language), messages::criterion(kind, language));
    format!("<span title=\"{criterion}\">{name}</span>")
}

/// Returns the numbers of these columns; dashes without moves.
pub(super) fn grade_figures(tally: &Tally) -> String {
    let accuracy = tally.accuracy.mean().map_or("–".into(), percent);
    let counts = Grade::ALL.map(|grade| (grade.name(), tally.of_grade(grade)));
    let kinds = MistakeKind::ALL.map(|kind| ("kind", tally.of_kind(kind)));
    let mut html = format!("<td class=\"accuracy\">{accuracy}</td>");
    for (class, count) in counts.into_iter().chain(kinds) {
        let figure = if tally.moves == 0 { "–".into() } else { count.to_string() };
        html += &format!("<td class=\"{class}\">{figure}</td>");
    }
    html
}

fn table(review: &GameReview<'_>) -> String {
    let mut html = format!(
        "<table class=\"players overview\"><thead><tr><th scope=\"col\">{}</th>{}</tr></thead>",
        both("阶段", "Phase"),
        grade_headings()
    );
    for color in Color::BOTH {
        let player = review.summary.player(color);
        html += &format!("<tbody>{}", row(&colour(color), "all", &player.all));
        for phase in Phase::ALL {
            let name = in_both(|language| messages::phase(phase, language).into());
            html += &row(&name, "phase", player.phase(phase));
        }
        html += "</tbody>";
    }
    html + "</table>"
}

/// Returns a row of the table.
pub(super) fn row(name: &str, class: &str, tally: &Tally) -> String {
    format!("<tr class=\"{class}\"><th scope=\"row\">{name}</th>{}</tr>", grade_figures(tally))
}

/// Describes the decisive move and the final leader.
fn turning_point(review: &GameReview<'_>) -> String {
    let Some(TurningPoint { place, leader }) = review.summary.turning_point else {
        return format!("<p>{}</p>", both("没有决定胜负的转折。", "No move decided the game."));
    };
    let played = review.moves[place].played;
    let number = played.number;
    let [chinese, english] = messages::IN_ORDER.map(|language| messages::color(leader, language));
    let link = format!(
        "<a href=\"#m{number}\">{}</a>{}{} {}{}",
        both(&format!("第 {number} 手"), &format!("move {number}")),
        both("（", " ("),
        colour(played.color),
        named_vertex(played.point, review.input.record.size),
        both("）", ")")
    );
    let begin = both("转折：", "The decisive move was ");
    let end = both(
        &format!("，此后{chinese}一直领先。"),
        &format!(": {english} led from there to the end."),
    );
    format!("<p>{begin}{link}{end}</p>")
}

/// Describes how many of the moves not graded good exceed twice the search error.
fn certainty(review: &GameReview<'_>) -> String {
    let mut both_players = Tally::default();
    Color::BOTH.iter().for_each(|&color| both_players.join(&review.summary.player(color).all));
    let faults = both_players.moves - both_players.of_grade(Grade::Good);
    let sure = both_players.sure;
    let text = both(
        &format!("不好的 {faults} 手中，{sure} 手的损失超过搜索误差的两倍。"),
        &format!("Of {faults} mistakes, {sure} lost more than twice the search error."),
    );
    format!("<p class=\"note\">{text}</p>")
}

/// Describes the criteria of the kinds of mistakes.
fn kinds() -> String {
    let [chinese, english] = messages::IN_ORDER.map(|language| {
        let described = MistakeKind::ALL.map(|kind| {
            let (name, criterion) =
                (messages::kind(kind, language), messages::criterion(kind, language));
            match language {
                Language::Chinese => format!("{name}：{criterion}"),
                Language::English => format!("{}: {criterion}", name.to_lowercase()),
            }
        });
        described.join(if language == Language::Chinese { "；" } else { "; " })
    });
    let text = both(
        &format!("失误的类别取第一个符合的，也可能没有。{chinese}。"),
        &format!("A mistake has the first kind that applies, or none: {english}."),
    );
    format!("<p class=\"note\">{text}</p>")
}

/// Describes the grading thresholds.
fn limits() -> String {
    let [chinese, english] = messages::IN_ORDER.map(|language| {
        let limits = LIMITS.map(|(grade, limit)| messages::limit(grade, limit, language));
        limits.join(if language == Language::Chinese { "，" } else { ", " })
    });
    let text = both(
        &format!("损失至少为：{chinese}；且大于搜索误差。"),
        &format!("Losses of at least {english} that exceed the search error."),
    );
    format!("<p class=\"note\">{text}</p>")
}
