//! The parts of a page for a reader's level: rank estimates, and the mistakes from which the reader learns most.

use super::tables::{colour, in_both, named_vertex};
use crate::go::Color;
use crate::page::html::both;
use crate::records::record::Language;
use crate::review::game::reader::{RANKS, RankEstimate, ReaderReview};
use crate::review::game::review::GameReview;
use crate::review::output::messages::{percent, points};

/// The maximum number of moves in the list.
const MOST: usize = 10;

/// Returns the section, or an empty text without a human net.
pub(crate) fn section(review: &GameReview<'_>) -> String {
    let Some(reader) = review.reader else { return String::new() };
    let [own, stronger] = &reader.ranks;
    let title = both(&format!("先学这些（{own}）"), &format!("Learn this first ({own})"));
    let note = both(
        &format!(
            "按损失的目数乘以 {own} 棋手找到好点的概率排列：排在前面的，最值得 {own} 棋手学习。概率来自模仿人类棋手的网络。"
        ),
        &format!(
            "Sorted by the points lost times the probability that a {own} player finds the better move. A net that \
             imitates human players gives the probabilities."
        ),
    );
    let heading = |text: String| format!("<th scope=\"col\">{text}</th>");
    let headings: String = [
        both("手", "No."),
        both("着手", "Move"),
        both("更好", "Better"),
        both("损失（目）", "Points lost"),
        both(&format!("{own} 找到"), &format!("{own} finds it")),
        both(&format!("{stronger} 找到"), &format!("{stronger} finds it")),
    ]
    .map(heading)
    .concat();
    let places = reader.learn_first(review.moves);
    let rows: String = places.iter().take(MOST).map(|&place| row(review, reader, place)).collect();
    let table = match rows.is_empty() {
        true => format!("<p>{}</p>", both("没有。", "None.")),
        false => format!(
            "<div class=\"scroll\"><table class=\"moves\"><thead><tr>{headings}</tr></thead><tbody>{rows}</tbody></table>\
             </div>"
        ),
    };
    format!(
        "<section class=\"wide reader\"><h2>{title}</h2><p class=\"note\">{note}</p>{table}{}</section>",
        estimates(reader)
    )
}

fn row(review: &GameReview<'_>, reader: &ReaderReview, place: usize) -> String {
    let reviewed = &review.moves[place];
    let size = review.input.record.size;
    let number = reviewed.played.number;
    let better = reviewed.better_move().map_or(String::new(), |better| named_vertex(better, size));
    let [own, stronger] = reader.finds[place].unwrap_or_default().map(percent);
    format!(
        "<tr><td><a href=\"#m{number}\">{number}</a></td><td>{} {}</td><td>{better}</td><td>{}</td><td>{own}</td>\
         <td>{stronger}</td></tr>",
        colour(reviewed.played.color),
        named_vertex(reviewed.played.point, size),
        points(reviewed.loss.lead),
    )
}

/// Returns the estimated ranks of both players.
fn estimates(reader: &ReaderReview) -> String {
    let line = |color: Color| {
        let estimate = RankEstimate::of(&reader.likelihoods[color.index()])?;
        let text = in_both(|language| estimated(estimate, language));
        Some(format!("<li>{}: {text}</li>", colour(color)))
    };
    let lines: String = Color::BOTH.iter().filter_map(|&color| line(color)).collect();
    format!("<h3>{}</h3><ul>{lines}</ul>", both("估计的棋力", "Estimated ranks"))
}

/// Formats an estimate as `4k (95 % interval: 8k to 1d)`.
pub(super) fn estimated(estimate: RankEstimate, language: Language) -> String {
    let best = RANKS[estimate.best];
    let [low, high] = estimate.interval.map(|rank| RANKS[rank]);
    match language {
        Language::Chinese => format!("{best}（95% 区间：{low} 至 {high}）"),
        Language::English => format!("{best} (95 % interval: {low} to {high})"),
    }
}
