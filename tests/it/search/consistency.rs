//! Consistency of analyses: the values are the same in parts or at once, and in each of the three commands.

use std::collections::BTreeMap;
use std::io::pipe;
use std::thread;

use tianyuan::engine::{Engine, Settings};
use tianyuan::go::{BoardSize, Color, Game, Move, Rules};
use tianyuan::nn::Nets;
use tianyuan::search::{Limits, Params, Report, Search};
use tianyuan::session::{self, ProtocolChoice};

use crate::support::line_client::Talk;
use crate::support::methods::methods;

fn run(search: &mut Search, game: &Game, visits: u64) -> Report {
    let limits = Limits { visits: Some(visits), ..Limits::default() };
    search.run(game, game.to_play(), &limits, &mut |_| true)
}

/// The mean difference of ownership.
fn apart(one: &Report, other: &Report) -> f64 {
    let both = one.ownership.iter().zip(&other.ownership);
    both.map(|(a, b)| (a.1 - b.1).abs()).sum::<f64>() / one.ownership.len() as f64
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn ten_continued_searches_equal_one() {
    let size = BoardSize::new(9).expect("a size");
    let mut game = Game::new(size, Rules::CHINESE);
    for (color, column, row) in [(Color::Black, 2, 2), (Color::White, 6, 6), (Color::Black, 6, 2)] {
        game.play(color, Move::Play(size.point(column, row))).expect("it is empty");
    }
    for (name, nets) in methods() {
        // A search with a net also values the score, centred on an expected score, so each part selects by another
        // utility. Without the score the same moves are searched.
        for values_score in [true, false] {
            let has_net = name != "playouts";
            if !has_net && !values_score {
                continue;
            }
            let search = || {
                let mut params = Params::default();
                if !values_score {
                    params.graph.dynamic_score = 0.0;
                }
                let mut search = Search::new(1, 64, 1).tuned(params);
                search.set_nets(&nets);
                search
            };
            let whole = run(&mut search(), &game, 1000);
            let mut parts = search();
            let part = |hundreds: u64| {
                let report = run(&mut parts, &game, 100 * hundreds);
                assert_eq!((report.visits, report.playouts), (100 * hundreds, 100), "{name}");
                report
            };
            let last = (1..=10).map(part).last().expect("ten of them");
            // The standard errors of the difference between two means of 1000 playouts are 0.022 (win rate) and 0.7
            // points, since results have a deviation of about 15 points; three or four of them are allowed. Net
            // outputs have no noise, but small random nets differ between positions.
            let [winrate, lead, owners] = match (has_net, values_score) {
                (false, _) => [0.08, 2.5, 0.08],
                // A trained net has larger ownership values that change more with a move.
                (true, true) if name == "own net" => [0.04, 2.5, 0.04],
                (true, true) => [0.04, 2.5, 0.02],
                (true, false) if name == "own net" => [0.002, 0.1, 0.02],
                (true, false) => [0.002, 0.1, 0.005],
            };
            let differences = [
                (whole.winrate - last.winrate).abs(),
                (whole.score_lead - last.score_lead).abs(),
                apart(&whole, &last),
            ];
            let [a, b, c] = differences;
            assert!(a < winrate && b < lead && c < owners, "{name}: {differences:?}");
        }
    }
}

/// Returns the response lines to a command, without the blank line.
fn answer(nets: &Nets, lines: &[&str]) -> Vec<String> {
    let settings =
        Settings { nets: nets.clone(), memory: 64, seed: Some(1), ..Settings::default() };
    let size = BoardSize::new(7).expect("a size");
    let mut engine = Engine::new(settings, size, Rules::CHINESE);
    let (from_test, to_session) = pipe().expect("a pipe");
    let (from_session, to_test) = pipe().expect("a pipe");
    thread::spawn(move || {
        session::run(from_test, to_test, ProtocolChoice::Auto, &mut engine)
            .expect("the pipe holds");
    });
    let mut talk = Talk::over(to_session, from_session);
    let mut last = Vec::new();
    for line in lines {
        talk.send(format!("{line}\n").as_bytes());
        last = talk.response().expect("a response");
    }
    last.into_iter().map(|line| String::from_utf8(line).expect("ASCII")).collect()
}

/// Returns the values of each move in a report: numbers by name, and the variation.
fn figures(text: &str) -> Vec<BTreeMap<String, String>> {
    let moves = text.split("info ").skip(1);
    let of = |told: &str| {
        let (pairs, line) = told.split_once(" pv ").expect("a variation");
        let words: Vec<&str> = pairs.split_whitespace().collect();
        let pairs = words.chunks(2).map(|pair| (pair[0].to_string(), pair[1].to_uppercase()));
        let line = line.trim().to_uppercase();
        pairs.chain([("pv".to_string(), line)]).collect()
    };
    moves.map(of).collect()
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn analysis_commands_report_same_values() {
    for (name, nets) in methods() {
        let of = |lines: &[&str]| figures(&answer(&nets, lines).join("\n"));
        // The interval never elapses.
        let keys = "b 100000 maxvisits 150";
        let kata = of(&["boardsize 7", "komi 0", &format!("kata-analyze {keys}")]);
        let lz = of(&["boardsize 7", "komi 0", &format!("lz-analyze {keys}")]);
        let wtp = of(&["WTP", "boardsize 7", "komi 0", &format!("analyze {keys}")]);
        assert!(!kata.is_empty(), "{name}");
        assert_eq!((kata.len(), kata.len()), (lz.len(), wtp.len()), "{name}");
        let visits = |all: &[BTreeMap<String, String>]| -> u64 {
            all.iter().map(|it| it["visits"].parse::<u64>().expect("a number")).sum()
        };
        assert_eq!([&kata, &lz, &wtp].map(|all| visits(all)), [150; 3], "{name}");
        for ((kata, lz), wtp) in kata.iter().zip(&lz).zip(&wtp) {
            for key in ["move", "visits", "order", "pv"] {
                assert_eq!([&kata[key], &kata[key]], [&lz[key], &wtp[key]], "{name}: {key}");
            }
            for key in ["winrate", "prior", "lcb"] {
                assert_eq!(kata[key], wtp[key], "{name}: {key}");
                let number = |text: &str| text.parse::<f64>().expect("a number");
                let apart = 10_000.0 * number(&kata[key]) - number(&lz[key]);
                assert!(apart.abs() <= 0.51, "{name}: {key} is {} and {}", kata[key], lz[key]);
            }
            let [one, other] =
                [kata, wtp].map(|it| it["scoreLead"].parse::<f64>().expect("a number"));
            assert!((one - other).abs() <= 0.0051, "{name}: {one} {other}");
        }
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn report_values_are_consistent() {
    let game = Game::new(BoardSize::new(9).expect("a size"), Rules::CHINESE);
    for (name, nets) in methods() {
        let has_net = name != "playouts";
        let mut search = Search::new(2, 64, 1);
        search.set_nets(&nets);
        let report = run(&mut search, &game, 300);
        let most = report.candidates[0].play_selection_value;
        for one in &report.candidates {
            assert!(one.play_selection_value <= most && one.utility_lcb < one.utility, "{name}");
            assert!(one.weight > 0.0 && one.utility.abs() <= 1.4, "{name}: {one:?}");
            assert!((one.score_selfplay - report.score_selfplay).abs() < 100.0, "{name}");
            if !has_net {
                assert_eq!(one.weight, one.visits as f64, "{name}");
                assert!((one.utility - (2.0 * one.winrate - 1.0)).abs() < 1e-12, "{name}");
            }
        }
        assert_eq!(report.raw.is_some(), has_net, "{name}");
        assert!(report.weight > 0.0 && report.utility.abs() <= 1.4, "{name}");
        let Some(raw) = report.raw else { continue };
        assert!((0.0..=1.0).contains(&raw.winrate) && raw.score_stdev > 0.0, "{name}: {raw:?}");
        assert_eq!(raw.winrate_error.is_some(), name == "KataGo 15", "{name}: {raw:?}");
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn wide_root_noise_widens_search() {
    for (name, nets) in methods() {
        let moves_with = |noise: f64| {
            let set = format!("kata-set-param analysisWideRootNoise {noise}");
            let analyze = "kata-analyze b 100000 maxvisits 150";
            figures(&answer(&nets, &["boardsize 7", &set, analyze]).join("\n")).len()
        };
        let [few, many] = [0.0, 1.0].map(moves_with);
        assert!(few < many, "{name}: {few} moves, {many} with noise");
        let told = answer(&nets, &["kata-set-param playoutDoublingAdvantage 1"]);
        assert_eq!(told[0].starts_with('='), nets.has_doubling_advantage(), "{name}: {told:?}");
    }
}
