//! The index page of a review of many games: one row per game, with a small win-rate chart.
//!
//! Links are relative because the pages of the games are in the same directory.

use std::fmt::Write;

use super::charts::Curve;
use super::page::{player, result};
use super::page_data::PageData;
use super::players;
use crate::go::Color;
use crate::page::html::{encoded, escaped, filled};
use crate::page::{PageLanguage, STYLE};
use crate::review::game::digest::GameReport;
use crate::review::game::review::GameReview;
use crate::review::output::messages::percent;

const PAGE: &str = include_str!("index.html");

/// Returns the table row of a game, with the link to its page.
pub(crate) fn row(review: &GameReview<'_>) -> String {
    let values = PageData::of(review).curve();
    let curve = Curve { values: &values, lessons: &[] };
    let [black, white] = Color::BOTH.map(|color| review.summary.player(color).all);
    let mut row = String::new();
    let _ = writeln!(
        row,
        "<tr><td><a href=\"{}.html\"><span><i class=\"stone black\"></i>{}</span> <span><i class=\"stone \
         white\"></i>{}</span><small>{}</small></a></td><td>{}</td><td><div class=\"small \
         plot\">{}</div></td><td>{}</td><td><i class=\"stone black\"></i>{}</td><td><i class=\"stone \
         white\"></i>{}</td><td><i class=\"stone black\"></i>{}</td><td><i class=\"stone \
         white\"></i>{}</td></tr>",
        encoded(&review.input.stem),
        player(review, Color::Black),
        player(review, Color::White),
        escaped(&review.input.stem),
        result(review).unwrap_or_default(),
        curve.winrate(),
        black.moves + white.moves,
        percent(black.mean_loss().winrate),
        percent(white.mean_loss().winrate),
        percent(black.agreement()),
        percent(white.agreement()),
    );
    row
}

/// Writes the index page with the rows of all games and the players.
pub(crate) fn write(reports: &[&GameReport], language: &PageLanguage) -> Vec<u8> {
    let rows: Vec<&str> = reports.iter().map(|report| &*report.index_row).collect();
    let parts = [
        ("style", STYLE),
        ("language", language.language),
        ("language-choice", &language.choice()),
        ("count", &rows.len().to_string()),
        ("rows", &rows.concat()),
        ("players", &players::players(reports)),
        ("language-script", PageLanguage::SCRIPT),
    ];
    filled(PAGE, &parts).into_bytes()
}
