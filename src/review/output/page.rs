//! A review as a self-contained HTML page that needs scripts only for stepping through the game.
//!
//! Fills `page.html` with styles, scripts, and the output of `tables`, `charts` and `svg_board`.

use super::charts::{Curve, LossBars};
use super::overview::overview;
use super::page_data::PageData;
use super::tables;
use super::{endgame, reader_section};
use crate::go::{BoardSize, Color, Scoring};
use crate::nn::AnyNet;
use crate::page::html::{both, embedded, escaped, filled, quoted};
use crate::page::svg_board::{self, Marks};
use crate::page::{ELEMENTS_SCRIPT, LAYERS_SCRIPT, PageLanguage, STYLE, SYMBOLS};
use crate::records::record::replay::position_at;
use crate::records::record::{Language, Record, RulesName};
use crate::review::game::review::GameReview;
use crate::review::options::SearchLimit;
use crate::review::output::messages;

const PAGE: &str = include_str!("page.html");
pub(super) const BOARD_SCRIPT: &str = include_str!("page_board.js");
const DRAWING_SCRIPT: &str = include_str!("page_drawing.js");
const SCRIPT: &str = include_str!("page.js");
const OVERLAYS_SCRIPT: &str = include_str!("page_overlays.js");
const PERSPECTIVE_SCRIPT: &str = include_str!("page_perspective.js");
const SHARE_SCRIPT: &str = include_str!("page_share.js");
const LESSONS_SCRIPT: &str = include_str!("page_lessons.js");
const GUESS_SCRIPT: &str = include_str!("page_guess.js");
const VALUES_SCRIPT: &str = include_str!("page_values.js");

/// Writes the page of a game.
pub(crate) fn write(review: &GameReview<'_>) -> Vec<u8> {
    let data = PageData::of(review);
    let values = data.curve();
    let curve = Curve { values: &values, lessons: data.lessons() };
    let losses = data.losses();
    let bars = LossBars { positions: values.len(), losses: &losses };
    let json = serde_json::to_string(&data).expect("strings and numbers are valid JSON");
    let language = PageLanguage::of(review.options.page_language);
    let [black, white] = Color::BOTH.map(|color| player(review, color));
    let scale = curve.scale().to_string();
    let first = review.moves.iter().find(|reviewed| reviewed.played.is_main);
    let first = first.map_or(1, |reviewed| reviewed.played.number as usize);
    let ticks = ticks(first, values.len().saturating_sub(1));
    let parts: [(&str, &str); 38] = [
        ("style", STYLE),
        ("symbols", SYMBOLS),
        ("elements-script", ELEMENTS_SCRIPT),
        ("board-script", BOARD_SCRIPT),
        ("layers-script", LAYERS_SCRIPT),
        ("drawing-script", DRAWING_SCRIPT),
        ("overlays-script", OVERLAYS_SCRIPT),
        ("perspective-script", PERSPECTIVE_SCRIPT),
        ("lessons-script", LESSONS_SCRIPT),
        ("share-script", SHARE_SCRIPT),
        ("script", SCRIPT),
        ("language", language.language),
        ("language-choice", &language.choice()),
        ("language-script", PageLanguage::SCRIPT),
        ("title", &escaped(&title(review))),
        ("black", &black),
        ("white", &white),
        ("facts", &facts(review)),
        ("engine", &format!("Tianyuan {}", env!("CARGO_PKG_VERSION"))),
        ("effort", &effort(review)),
        ("board", &board(review)),
        ("winrate", &curve.winrate()),
        ("lead", &curve.lead()),
        ("losses", &bars.draw()),
        ("loss-scale", &bars.scale().to_string()),
        ("scale", &scale),
        ("ticks", &ticks),
        ("values", &endgame::section(review, &ticks)),
        ("values-script", VALUES_SCRIPT),
        ("guess-script", GUESS_SCRIPT),
        ("reader", &reader_section::section(review)),
        ("lessons", &tables::lessons(review)),
        ("overview", &overview(review)),
        ("players", &tables::players(review)),
        ("moves", &tables::moves(review)),
        ("data", &embedded(&json)),
        ("warning", &warning(review)),
        ("last", &values.len().saturating_sub(1).to_string()),
    ];
    filled(PAGE, &parts).into_bytes()
}

/// Describes the evaluator in both languages: program, net and search limit.
fn judge(review: &GameReview<'_>) -> String {
    let engine = concat!("Tianyuan ", env!("CARGO_PKG_VERSION"));
    let size = BoardSize::new(review.input.record.size.width());
    let net = size.and_then(|size| review.options.search.nets.of(size)).map(AnyNet::name);
    let net = match net.map(|name| quoted(&name)) {
        Some(name) => both("，网络 ", ", net ") + &name,
        None => both("，无网络", ", no net"),
    };
    let effort = if review.is_live { String::new() } else { both("，", ", ") + &effort(review) };
    both("评判：", "judged by ") + engine + &net + &effort
}

/// Describes the search limit in both languages: playouts or seconds.
fn effort(review: &GameReview<'_>) -> String {
    let search = &review.options.search;
    match search.limit {
        SearchLimit::Playouts(playouts) if search.shared_playouts().is_some() => both(
            &format!("平均每局面模拟 {playouts} 局"),
            &format!("{playouts} playouts each on average"),
        ),
        SearchLimit::Playouts(playouts) => {
            both(&format!("每局面模拟 {playouts} 局"), &format!("{playouts} playouts each"))
        }
        SearchLimit::Time(time) => {
            let seconds = time.as_secs_f64();
            both(&format!("每局面 {seconds} 秒"), &format!("{seconds} s each"))
        }
    }
}

fn title(review: &GameReview<'_>) -> String {
    let names = Color::BOTH.map(|color| review.input.player(color));
    match names {
        [None, None] => review.input.stem.clone(),
        [black, white] => {
            let [black, white] = [black, white].map(|name| name.unwrap_or("?".into()));
            format!("{black} – {white}")
        }
    }
}

/// Returns a colour's players, or the colour's name if the record has none.
pub(super) fn player(review: &GameReview<'_>, color: Color) -> String {
    match review.input.player(color) {
        Some(name) => quoted(&name),
        None => match color {
            Color::Black => both("黑方", "Black"),
            Color::White => both("白方", "White"),
        },
    }
}

/// Returns the facts of the game and the search, as list items.
fn facts(review: &GameReview<'_>) -> String {
    let record = &review.input.record;
    let info = &record.info;
    let name = info.name.clone().or(record.event_name().map(|name| name.into_owned()));
    let time =
        info.time.as_ref().map(|time| time.to_string().replace('T', " ").replace('Z', " UTC"));
    let date = time.or(info.dates.clone());
    let texts = [name, date, info.place.clone()].into_iter().flatten();
    let mut facts: Vec<String> =
        texts.filter(|text| !text.trim().is_empty()).map(|text| quoted(&text)).collect();
    if review.is_live {
        let mark = format!("<span class=\"in-progress\">{}</span>", both("进行中", "Live"));
        facts.insert(0, mark);
    }
    let course = &review.input.course;
    let komi = both("贴目", "komi ") + &course.rules.komi.to_string();
    facts.push(rules(review));
    facts.push(if course.komi_is_known { komi } else { assumed(komi) });
    if let Some(stones) = record.handicap().filter(|&stones| stones > 1) {
        facts.push(both(&format!("让{stones}子"), &format!("{stones} handicap stones")));
    }
    facts.extend(result(review).map(|result| format!("<b>{result}</b>")));
    facts.push(judge(review));
    format!("<li>{}</li>", facts.join("</li><li>"))
}

/// Returns a fact that the record does not state.
fn assumed(fact: String) -> String {
    fact + &both("（推定）", " (assumed)")
}

/// Returns the rules of the record by name, or the rules that the review assumed.
fn rules(review: &GameReview<'_>) -> String {
    let stated = &review.input.record.info.rules;
    let options = match stated.options.as_str() {
        "" => String::new(),
        options => both("：", ": ") + &quoted(options),
    };
    let named = match (&stated.name, review.input.course.rules.scoring) {
        (Some(RulesName::Chinese), _) => both("中国规则", "Chinese rules"),
        (Some(RulesName::Japanese), _) => both("日本规则", "Japanese rules"),
        (Some(RulesName::Korean), _) => both("韩国规则", "Korean rules"),
        (Some(RulesName::Other(name)), _) => both("规则 ", "rules ") + &quoted(name),
        (None, Scoring::Area) if stated.scoring.is_some() => both("数子规则", "area scoring"),
        (None, Scoring::Territory) => both("数目规则", "territory scoring"),
        (None, Scoring::Area) => assumed(both("中国规则", "Chinese rules")),
    };
    named + &options
}

/// Returns the result of the game in both languages, if the record states it.
pub(super) fn result(review: &GameReview<'_>) -> Option<String> {
    let scoring = review.input.course.rules.scoring;
    let described = |outcome, language| escaped(&messages::outcome(outcome, scoring, language));
    let result = review.input.record.info.result?;
    Some(both(&described(result, Language::Chinese), &described(result, Language::English)))
}

/// Returns warnings about parts of the record that were not reviewed; empty if there are none.
fn warning(review: &GameReview<'_>) -> String {
    let course = &review.input.course;
    let size = review.input.record.size;
    let unjudged = course.unjudged.iter().map(|&played| {
        let described = |language| messages::unjudged(played, size, language);
        both(&described(Language::Chinese), &described(Language::English))
    });
    let broken = course.broken.iter().map(|(_, why)| {
        let why = escaped(&why.to_string());
        let chinese = format!("只复盘到不合规则之处：{why}");
        both(&chinese, &format!("Reviewed up to an illegal move: {why}"))
    });
    let warnings = unjudged.chain(broken);
    warnings.map(|warning| format!("<p class=\"warning\">{warning}</p>")).collect()
}

/// Draws the board after the last reviewed main-line move.
fn board(review: &GameReview<'_>) -> String {
    let record: &Record = &review.input.record;
    let last = review.moves.iter().rfind(|reviewed| reviewed.played.is_main);
    let node = last.map_or(record.tree.root(), |reviewed| reviewed.played.node);
    let played = last.map(|reviewed| (reviewed.played.point, reviewed.played.color));
    svg_board::board(&position_at(record, node), &Marks { played, better: None })
}

/// Returns the labels below a chart of some moves, of which `first` is the number of the first: every 10, 20, 50 or 100
/// moves, depending on the space.
fn ticks(first: usize, moves: usize) -> String {
    let step = [10, 20, 50, 100, 200].into_iter().find(|step| moves / step <= 7).unwrap_or(500);
    let tick = |number: usize| {
        let left = (number + 1 - first) as f64 * 100.0 / moves.max(1) as f64;
        format!("<span style=\"left:{left:.2}%\">{number}</span>")
    };
    (first..first + moves).filter(|number| number % step == 0).map(tick).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_have_the_numbers_of_reviewed_moves() {
        let all = ticks(1, 40);
        assert!(all.starts_with(r#"<span style="left:25.00%">10</span>"#), "{all}");
        assert!(all.ends_with(r#"<span style="left:100.00%">40</span>"#), "{all}");
        // Moves 30 to 39; the chart starts with the position before move 30.
        let some = ticks(30, 10);
        assert_eq!(some, r#"<span style="left:10.00%">30</span>"#);
        assert_eq!(ticks(1, 0), "");
    }
}
