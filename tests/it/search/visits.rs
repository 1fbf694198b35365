//! Visits: each search method makes exactly the requested number.

use tianyuan::engine::{AnalysisRequest, Engine, Settings};
use tianyuan::go::{BoardSize, Color, Game, Rules};
use tianyuan::nn::Nets;
use tianyuan::search::{Limits, Report, Search};

use crate::support::methods::methods;

fn run(search: &mut Search, game: &Game, visits: u64) -> Report {
    let limits = Limits { visits: Some(visits), ..Limits::default() };
    search.run(game, game.to_play(), &limits, &mut |_| true)
}

fn search(nets: &Nets, threads: usize) -> Search {
    let mut search = Search::new(threads, 64, 1);
    search.set_nets(nets);
    search
}

fn game(lines: usize) -> Game {
    Game::new(BoardSize::new(lines).expect("a size"), Rules::CHINESE)
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn requested_visits_are_made() {
    for (name, nets) in methods() {
        for lines in [9, 19] {
            for threads in [1, 2, 3] {
                for visits in [1, 2, 57] {
                    let report = run(&mut search(&nets, threads), &game(lines), visits);
                    let told = (report.playouts, report.visits);
                    assert_eq!(told, (visits, visits), "{name}, {lines} lines, {threads} threads");
                    let of_moves: u64 = report.candidates.iter().map(|one| one.visits).sum();
                    assert_eq!(of_moves, visits, "{name}");
                }
            }
        }
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn reused_visits_count_towards_limit() {
    for (name, nets) in methods() {
        let (mut search, mut game) = (search(&nets, 2), game(9));
        let first = run(&mut search, &game, 60);
        for visits in [60, 40, 1] {
            let again = run(&mut search, &game, visits);
            assert_eq!(again, Report { playouts: 0, ..first.clone() }, "{name}: nothing changes");
        }
        let more = run(&mut search, &game, 100);
        assert_eq!((more.playouts, more.visits), (40, 100), "{name}");
        let best = more.candidates[0].mv;
        game.play(Color::Black, best).expect("the best move is legal");
        let after = run(&mut search, &game, 150);
        assert_eq!(after.visits, 150, "{name}");
        assert!(after.playouts < 150, "{name}: {after:?}");
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn analysis_stops_at_visit_limit() {
    for (name, nets) in methods() {
        let settings = Settings { nets, threads: 2, memory: 64, ..Settings::default() };
        let mut engine = Engine::new(settings, BoardSize::new(9).expect("a size"), Rules::CHINESE);
        let request = AnalysisRequest { visits: Some(80), ..AnalysisRequest::of(Color::Black) };
        for playouts in [80, 0] {
            let report = engine.analyze(&request, &mut || false, &mut |_| {});
            assert_eq!((report.playouts, report.visits), (playouts, 80), "{name}");
        }
    }
}
