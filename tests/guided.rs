//! Searches that a net guides: what must hold whatever the net thinks.

mod support {
    pub mod random_net;
    pub mod seeded;
}

use std::sync::Arc;

use support::random_net::{random_net, shape};
use support::seeded::with_seeds;
use tianyuan::engine::{AnalysisRequest, Engine, Level, Settings};
use tianyuan::go::{BoardSize, Color, Game, Rules};
use tianyuan::net::{Kind, Net};
use tianyuan::search::{Limits, Report, Search};

const PLAYOUTS: u64 = 150;

fn nets(test: impl Fn(&Arc<Net>)) {
    with_seeds(|rng| {
        for kind in [Kind::Float, Kind::Integer { largest: 127 }] {
            test(&Arc::new(random_net(&shape(kind, 2, 16), rng)));
        }
    });
}

fn game(lines: usize) -> Game {
    Game::new(BoardSize::new(lines).expect("a size"), Rules::CHINESE)
}

fn search(net: Option<&Arc<Net>>, threads: usize) -> Search {
    let mut search = Search::new(threads, 16, 1);
    search.set_net(net);
    search
}

fn run(search: &mut Search, game: &Game) -> Report {
    let limits = Limits { playouts: Some(PLAYOUTS), ..Limits::default() };
    search.run(game, Color::Black, &limits, &mut |_| true)
}

/// What a report says of each move.
fn told(report: &Report) -> Vec<(String, u64, u64)> {
    let candidates = report.candidates.iter();
    candidates.map(|one| (format!("{:?}", one.mv), one.visits, one.winrate.to_bits())).collect()
}

#[test]
fn one_thread_finds_the_same_every_time() {
    nets(|net| {
        let game = game(9);
        let found = [(); 2].map(|()| told(&run(&mut search(Some(net), 1), &game)));
        assert_eq!(found[0], found[1]);
        assert_ne!(found[0], told(&run(&mut search(None, 1), &game)), "the net matters");
    });
}

#[test]
fn every_playout_is_counted_and_shares_make_a_whole() {
    nets(|net| {
        for threads in [1, 3] {
            let report = run(&mut search(Some(net), threads), &game(7));
            assert_eq!((report.playouts, report.visits), (PLAYOUTS, PLAYOUTS));
            let visits: u64 = report.candidates.iter().map(|one| one.visits).sum();
            assert_eq!(visits, PLAYOUTS);
            let shares: f64 = report.candidates.iter().map(|one| one.prior).sum();
            assert!(shares > 0.0 && shares <= 1.0 + 1e-9, "{shares}");
            let is_chance = |winrate: f64| (0.0..=1.0).contains(&winrate);
            assert!(report.candidates.iter().all(|one| is_chance(one.winrate)));
        }
    });
}

#[test]
fn boards_that_nets_are_not_for_do_without() {
    nets(|net| {
        for lines in [5, 21] {
            let game = game(lines);
            let [with, without] = [Some(net), None].map(|net| run(&mut search(net, 1), &game));
            assert_eq!(told(&with), told(&without), "{lines}");
        }
    });
}

#[test]
fn lower_levels_do_without() {
    nets(|net| {
        let analysis = |net: Option<Arc<Net>>, level: u32| {
            let level = Level::new(level).expect("a level");
            let playouts = Some(PLAYOUTS);
            let seed = Some(1);
            let settings = Settings { net, level, playouts, seed, ..Settings::default() };
            let mut engine =
                Engine::new(settings, BoardSize::new(9).expect("a size"), Rules::CHINESE);
            let request = AnalysisRequest { playouts, ..AnalysisRequest::of(Color::Black) };
            told(&engine.analyze(&request, &mut || false, &mut |_| {}))
        };
        assert_eq!(analysis(Some(net.clone()), 9), analysis(None, 9));
        assert_ne!(analysis(Some(net.clone()), 10), analysis(None, 10));
    });
}

#[test]
fn a_bonus_shifts_who_wins_but_not_the_score() {
    let report = |half_points: i32| {
        let mut search = search(Some(Net::embedded()), 1);
        search.set_bonus(half_points);
        run(&mut search, &game(9))
    };
    let [white, black] = [30, -30].map(report);
    assert!(white.winrate < 0.3 && black.winrate > 0.7, "{} {}", white.winrate, black.winrate);
    let shift = (white.score_lead - black.score_lead).abs();
    assert!(shift < 10.0, "15 points more and 15 less: {shift}");
}
