//! The players of all games on the index page: progress, phases, typical mistakes and opponents.

use super::overview::{grade_figures, grade_headings, row};
use super::reader_section::estimated;
use super::tables::in_both;
use crate::page::html::{both, encoded, escaped, quoted};
use crate::review::batch::player_history::{PlayedGame, PlayerHistory, Score, player_histories};
use crate::review::game::digest::GameReport;
use crate::review::game::move_review::Phase;
use crate::review::game::reader::RankEstimate;
use crate::review::game::summary::Tally;
use crate::review::output::messages::{self, percent};
use crate::review::position::value::WHOLE;

/// Returns a section for each player with at least two games.
pub(super) fn players(reports: &[&GameReport]) -> String {
    let histories = player_histories(reports.iter().map(|report| &report.digest));
    let parts: String = histories.iter().enumerate().map(|(i, history)| part(i, history)).collect();
    match parts.is_empty() {
        true => String::new(),
        false => format!(
            "<section class=\"histories\"><h2>{}</h2>{parts}</section>",
            both("棋手", "Players")
        ),
    }
}

/// Returns a player's section; the first one is expanded.
fn part(i: usize, history: &PlayerHistory<'_>) -> String {
    let open = if i == 0 { " open" } else { "" };
    let Score { games, won, lost, likelihoods, .. } = history.score();
    let rank = RankEstimate::of(&likelihoods).map_or(String::new(), |estimate| {
        let text = in_both(|language| estimated(estimate, language));
        format!("<p>{} {text}</p>", both("估计的棋力：", "Estimated rank:"))
    });
    let games = both(
        &format!("{games} 局，{won} 胜 {lost} 负"),
        &format!("{games} games, {won} won, {lost} lost"),
    );
    format!(
        "<details{open}><summary><span id=\"player-{i}\">{}</span> <small>{games}</small></summary>{rank}{}{}{}{}</details>",
        quoted(history.name),
        curve(history),
        phases(i, history),
        opponents(i, history),
        progress(i, history)
    )
}

/// Returns a horizontally scrollable table with a title.
fn titled(id: &str, i: usize, title: &str, table: &str) -> String {
    format!(
        "<h3 id=\"{id}-{i}\">{title}</h3><div class=\"scroll\" role=\"region\" tabindex=\"0\" \
         aria-labelledby=\"player-{i} {id}-{i}\">\
         <table class=\"players overview\">{table}</table></div>"
    )
}

/// Draws the accuracy from game to game.
fn curve(history: &PlayerHistory<'_>) -> String {
    let means: Vec<i32> =
        history.games.iter().filter_map(|game| mean(&game.player().all)).collect();
    let step = 1000.0 / (means.len().max(2) - 1) as f64;
    let point = |(i, mean): (usize, &i32)| {
        let height = 200.0 * (1.0 - f64::from(*mean) / f64::from(WHOLE));
        format!("{}{:.1} {height:.1}", if i == 0 { 'M' } else { 'L' }, i as f64 * step)
    };
    let line: String = means.iter().enumerate().map(point).collect();
    format!(
        "<figure class=\"chart accuracy\"><figcaption>{}</figcaption><div class=\"plot\"><svg class=\"curve\" \
         viewBox=\"0 0 1000 200\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><path class=\"rule\" d=\"M0 100H1000\"/>\
         <path class=\"faint\" d=\"M0 50H1000M0 150H1000\"/><path class=\"line\" d=\"{line}\"/></svg>\
         <b class=\"y\" style=\"top:0\">100</b><b class=\"y\" style=\"top:50%\">50</b><b class=\"y\" \
         style=\"top:100%\">0</b></div></figure>",
        both("各局准确度", "Accuracy by game")
    )
}

fn mean(tally: &Tally) -> Option<i32> {
    tally.accuracy.mean()
}

fn accuracy(tally: &Tally) -> String {
    mean(tally).map_or("–".into(), percent)
}

/// Returns the table of all moves and of each phase, with the accuracy in both halves of the games.
fn phases(i: usize, history: &PlayerHistory<'_>) -> String {
    let score = history.score();
    let halves = history.halves();
    let heading = |zh, en| format!("<th scope=\"col\">{}</th>", both(zh, en));
    let mut table = format!(
        "<thead><tr>{}{}{}{}</tr></thead><tbody>",
        heading("阶段", "Phase"),
        grade_headings(),
        heading("前一半对局", "Earlier games"),
        heading("后一半对局", "Later games")
    );
    let mut add = |name: &str, class: &str, tally: &Tally, [earlier, later]: [&Tally; 2]| {
        let row = row(name, class, tally);
        let row = row.strip_suffix("</tr>").unwrap_or(&row);
        table += &format!("{row}<td>{}</td><td>{}</td></tr>", accuracy(earlier), accuracy(later));
    };
    let all = both("全局", "All moves");
    add(&all, "all", &score.all, [&halves[0].all, &halves[1].all]);
    for phase in Phase::ALL {
        let name = in_both(|language| messages::phase(phase, language).into());
        let [earlier, later] = [0, 1].map(|half: usize| &halves[half].phases[phase as usize]);
        add(&name, "phase", &score.phases[phase as usize], [earlier, later]);
    }
    let title = both("各阶段", "By phase");
    titled("phases", i, &title, &(table + "</tbody>"))
}

fn opponents(i: usize, history: &PlayerHistory<'_>) -> String {
    let heading = |zh, en| format!("<th scope=\"col\">{}</th>", both(zh, en));
    let mut table = format!(
        "<thead><tr>{}{}{}</tr></thead><tbody>",
        heading("对手", "Opponent"),
        heading("局", "Games") + &heading("胜", "Won") + &heading("负", "Lost"),
        grade_headings()
    );
    for (name, score) in history.opponents() {
        let Score { games, won, lost, all, .. } = score;
        let name = name.map_or_else(|| both("不明", "unknown"), quoted);
        table += &format!(
            "<tr><th scope=\"row\">{name}</th><td>{games}</td><td>{won}</td><td>{lost}</td>{}</tr>",
            grade_figures(&all)
        );
    }
    let title = both("各对手", "By opponent");
    titled("opponents", i, &title, &(table + "</tbody>"))
}

/// Returns the table of games in chronological order.
fn progress(i: usize, history: &PlayerHistory<'_>) -> String {
    let heading = |text: String| format!("<th scope=\"col\">{text}</th>");
    let phases = Phase::ALL
        .map(|phase| heading(in_both(|language| messages::phase(phase, language).into())));
    let first = [
        both("日期", "Date"),
        both("对手", "Opponent"),
        both("结果", "Result"),
        both("准确度", "Accuracy"),
    ];
    let mut table = format!(
        "<thead><tr>{}{}</tr></thead><tbody>",
        first.map(heading).concat(),
        phases.concat()
    );
    history.games.iter().for_each(|game| table += &game_row(game));
    let title = both("历局准确度", "Accuracy over time");
    titled("progress", i, &title, &(table + "</tbody>"))
}

fn game_row(game: &PlayedGame<'_>) -> String {
    let digest = game.digest;
    let player = game.player();
    let date = digest.date.as_deref().map_or_else(|| escaped(&digest.stem), escaped);
    let opponent = game.opponent().map_or_else(|| both("不明", "unknown"), quoted);
    let stone = if game.color == crate::go::Color::Black { "black" } else { "white" };
    let result = match player.has_won {
        Some(true) => both("胜", "won"),
        Some(false) => both("负", "lost"),
        None => "–".into(),
    };
    let phases = player.phases.map(|tally| format!("<td>{}</td>", accuracy(&tally)));
    format!(
        "<tr><th scope=\"row\"><a href=\"{}.html\">{date}</a></th><td><i class=\"stone {stone}\"></i>{opponent}</td>\
         <td>{result}</td><td class=\"accuracy\">{}</td>{}</tr>",
        encoded(&digest.stem),
        accuracy(&player.all),
        phases.concat()
    )
}
