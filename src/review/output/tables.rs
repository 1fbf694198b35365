//! The tables of a page: players and phases, lessons, all moves. They need no scripts.
//!
//! `page.css` defines their appearance.

use std::fmt::Write;

use crate::go::Color;
use crate::page::html::both;
use crate::page::svg_board::{Marks, diagram};
use crate::records::record::replay::position_at;
use crate::records::record::{Language, Size};
use crate::review::game::move_review::{MoveReview, Phase};
use crate::review::game::review::GameReview;
use crate::review::game::summary::Tally;
use crate::review::output::messages::{self, lead, line, percent, points, vertex};
use crate::review::output::reason_text::sentences;
use crate::review::position::evaluation::{PointIndex, point};

/// The column of the points lost in all.
const TOTAL_COLUMN: usize = 3;

/// Returns the table of mean losses and agreement for both colours, in total and by phase.
pub(crate) fn players(review: &GameReview<'_>) -> String {
    let headings = [
        both("手数", "Moves"),
        both("胜率损失", "Winrate lost"),
        both("目数损失", "Points lost"),
        both("共损失目数", "Points in all"),
        both("首选吻合", "First choice"),
        both("前三吻合", "First three"),
    ];
    let mut html = format!("<thead><tr><th scope=\"col\">{}</th>", both("每手平均", "A move"));
    headings.iter().for_each(|heading| html += &format!("<th scope=\"col\">{heading}</th>"));
    html += "</tr></thead>";
    let phases = Color::BOTH.map(|color| review.summary.player(color).phases);
    let most = phases.as_flattened().iter().map(|tally| tally.lead).max().unwrap_or(0);
    for color in Color::BOTH {
        let player = review.summary.player(color);
        html += "<tbody>";
        html += &row(&colour(color), "all", &player.all, most);
        for phase in Phase::ALL {
            let name = in_both(|language| messages::phase(phase, language).into());
            html += &row(&name, "phase", player.phase(phase), most);
        }
        html += "</tbody>";
    }
    format!("<table class=\"players\">{html}</table>")
}

/// Returns a text in both languages.
pub(super) fn in_both(text: impl Fn(Language) -> String) -> String {
    let [chinese, english] = messages::IN_ORDER.map(text);
    both(&chinese, &english)
}

/// Returns the vertex of a point, or "pass" in both languages.
pub(super) fn named_vertex(index: PointIndex, size: Size) -> String {
    index.map_or_else(|| both("虚着", "pass"), |_| vertex(index, size))
}

/// Returns the stone and name of a colour.
pub(crate) fn colour(color: Color) -> String {
    let class = if color == Color::Black { "black" } else { "white" };
    let [chinese, english] = messages::IN_ORDER.map(|language| messages::color(color, language));
    format!("<i class=\"stone {class}\"></i>{}", both(chinese, english))
}

/// Returns a row. `most` is the largest loss of a phase, in 1/100 point: the cell of a phase is shaded by its share.
fn row(name: &str, class: &str, tally: &Tally, most: i64) -> String {
    let mut html = format!("<tr class=\"{class}\"><th scope=\"row\">{name}</th>");
    let mut figures = vec![tally.moves.to_string()];
    if tally.moves == 0 {
        figures.extend(["–"; 5].map(String::from));
    } else {
        let loss = tally.mean_loss();
        figures.push(percent(loss.winrate));
        figures.push(points(loss.lead));
        figures.push(points(i32::try_from(tally.lead).unwrap_or(i32::MAX)));
        figures.push(percent(tally.agreement()));
        figures.push(percent(tally.agreement_of_three()));
    }
    let heat = 100 * tally.lead / most.max(1);
    for (place, figure) in figures.iter().enumerate() {
        let shade = match (class, place) {
            ("phase", TOTAL_COLUMN) => format!(" class=\"heat\" style=\"--heat:{heat}%\""),
            _ => String::new(),
        };
        html += &format!("<td{shade}>{figure}</td>");
    }
    html + "</tr>"
}

/// Returns the list of lessons with diagrams, in game order.
pub(crate) fn lessons(review: &GameReview<'_>) -> String {
    let cards = review.summary.learning_moves().into_iter().map(|place| card(review, place));
    let cards: String = cards.collect();
    match cards.is_empty() {
        true => format!("<p>{}</p>", both("没有损失大的着手。", "No move lost much.")),
        false => format!("<ol class=\"lessons\">{cards}</ol>"),
    }
}

fn card(review: &GameReview<'_>, place: usize) -> String {
    let reviewed = &review.moves[place];
    let record = &review.input.record;
    let size = record.size;
    let MoveReview { played, loss, best, .. } = reviewed;
    let mut position = position_at(record, review.input.course.makers(played.node).1);
    if let Some(index) = played.point {
        position.play(played.color, point(index, size));
    }
    let marks =
        Marks { played: Some((played.point, played.color)), better: reviewed.better_move() };
    let number = played.number;
    let class = if played.color == Color::Black { "black" } else { "white" };
    let mv = named_vertex(played.point, size);
    let (winrate, lost) = (percent(loss.winrate), points(loss.lead));
    let better = reviewed.better_move().map_or(String::new(), |better| {
        let tooltip = best.map_or(String::new(), |best| line(best, size));
        format!(
            "<span class=\"instead\" title=\"{tooltip}\">{} <b>{}</b></span>",
            both("更好", "better"),
            named_vertex(better, size)
        )
    });
    let why = match reviewed.reasons.is_empty() {
        true => String::new(),
        false => {
            let text = in_both(|language| sentences(reviewed, size, language));
            format!("<p class=\"reasons\">{text}</p>")
        }
    };
    let play = format!(
        "<button type=\"button\" class=\"play\" data-number=\"{number}\">{}</button>",
        both("摆更好的下法", "Play the better line")
    );
    format!(
        "<li class=\"{}\"><a href=\"#m{number}\">{}<span class=\"what\"><b>{number}</b> \
         <i class=\"stone {class}\"></i><b>{mv}</b></span><span class=\"lost\">−{winrate}<small>−{lost} {}</small></span>\
         {better}</a>{why}{play}</li>",
        reviewed.grade.name(),
        diagram(&position, &marks),
        both("目", "points")
    )
}

/// Returns the table of all main-line moves.
pub(crate) fn moves(review: &GameReview<'_>) -> String {
    let headings = [
        both("手", "No."),
        both("着手", "Move"),
        both("黑胜率", "Black wins"),
        both("形势", "Score"),
        both("损失", "Lost"),
        both("首选", "Best"),
        both("排名", "Rank"),
    ];
    let mut html = String::from("<table class=\"moves\"><thead><tr>");
    headings.iter().for_each(|heading| html += &format!("<th scope=\"col\">{heading}</th>"));
    html += "</tr></thead><tbody>";
    for reviewed in review.moves.iter().filter(|reviewed| reviewed.played.is_main) {
        html += &move_row(review, reviewed);
    }
    html + "</tbody></table>"
}

fn move_row(review: &GameReview<'_>, reviewed: &MoveReview<'_>) -> String {
    let size = review.input.record.size;
    let MoveReview { played, after, loss, best, rank, .. } = reviewed;
    let number = played.number;
    let of_black = if played.color == Color::Black { *after } else { after.of_opponent() };
    let class = if played.color == Color::Black { "black" } else { "white" };
    let lost = if loss.winrate == 0 { String::new() } else { percent(loss.winrate) };
    let first = best.and_then(|best| best.line.first());
    let best = first.map_or(String::new(), |&index| named_vertex(index, size));
    let rank = rank.map_or("–".into(), |rank| rank.to_string());
    let mut html = String::new();
    let _ = write!(
        html,
        "<tr id=\"m{number}\" class=\"{}\"><td><a href=\"#m{number}\">{number}</a></td>\
         <td><i class=\"stone {class}\"></i>{}</td><td>{}</td><td>{}</td><td class=\"lost\">{lost}</td>\
         <td>{best}</td><td>{rank}</td></tr>",
        reviewed.grade.name(),
        named_vertex(played.point, size),
        percent(of_black.winrate),
        in_both(|language| lead(Color::Black, of_black, language)),
    );
    html
}
