//! Searches with nets in the built-in format: properties that hold for any net.

use tianyuan::engine::{AnalysisRequest, Engine, Settings};
use tianyuan::go::{BoardSize, Color, Game, Komi, Move, Rules};
use tianyuan::nn::{AnyNet, Nets, NumberType, Shape, Symmetry};
use tianyuan::search::{GraphParams, Limits, Params, RawNetOutput, Report, Search};

use crate::support::random_net::{random_net, shape};
use crate::support::seeded::with_seeds;

const PLAYOUTS: u64 = 150;

/// The relative tolerance of a sum of priors, which are stored with eight bits of mantissa.
const PRIOR_ROUNDING: f64 = 1.0 / 512.0;

fn with_nets(test: impl Fn(&Nets)) {
    with_seeds(|rng| {
        for kind in [NumberType::Float, NumberType::Integer { max: 127 }] {
            test(&Nets::new([random_net(&shape(kind, 2, 16), rng)]));
        }
    });
}

fn game(lines: usize) -> Game {
    Game::new(BoardSize::new(lines).expect("a size"), Rules::CHINESE)
}

fn search(nets: &Nets, threads: usize) -> Search {
    let mut search = Search::new(threads, 16, 1);
    search.set_nets(nets);
    search
}

fn run(search: &mut Search, game: &Game) -> Report {
    let limits = Limits { playouts: Some(PLAYOUTS), ..Limits::default() };
    search.run(game, Color::Black, &limits, &mut |_| true)
}

/// The values of a move in a report.
fn told(report: &Report) -> Vec<(String, u64, u64)> {
    let candidates = report.candidates.iter();
    candidates.map(|one| (format!("{:?}", one.mv), one.visits, one.winrate.to_bits())).collect()
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn one_thread_is_deterministic() {
    with_nets(|nets| {
        let game = game(9);
        let found = [(); 2].map(|()| told(&run(&mut search(nets, 1), &game)));
        assert_eq!(found[0], found[1]);
        assert_ne!(found[0], told(&run(&mut search(&Nets::default(), 1), &game)), "nets matter");
    });
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn net_output_is_equal_for_symmetric_boards() {
    // The nets are trained with about this komi.
    let komi = Komi::from_half_points(15).expect("7.5 points");
    let rules = Rules { komi, ..Rules::CHINESE };
    let mut game = Game::new(BoardSize::new(9).expect("a size"), rules);
    for (color, column, row) in [(Color::Black, 2, 2), (Color::White, 6, 3), (Color::Black, 3, 6)] {
        let point = game.size().point(column, row);
        game.play(color, Move::Play(point)).expect("the points are apart");
    }
    let net = Nets::embedded().of(game.size()).expect("a net is built in for 9x9");
    let policy = |symmetry| -> Vec<f32> {
        let answer =
            RawNetOutput::of(&game, net, Color::White, symmetry, 0.0).expect("it is for 9x9");
        answer.policy.into_iter().flatten().collect()
    };
    let usual = policy(Symmetry::IDENTITY);
    for symmetry in &Symmetry::ALL[1..] {
        let turned = policy(*symmetry);
        let apart: f32 = usual.iter().zip(&turned).map(|(one, other)| (one - other).abs()).sum();
        assert!(apart > 0.0 && apart < 0.5, "{symmetry:?}: {apart}");
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn visits_sum_to_playouts_and_shares_to_one() {
    with_nets(|nets| {
        for threads in [1, 3] {
            let report = run(&mut search(nets, threads), &game(7));
            assert_eq!((report.playouts, report.visits), (PLAYOUTS, PLAYOUTS));
            let visits: u64 = report.candidates.iter().map(|one| one.visits).sum();
            assert_eq!(visits, PLAYOUTS);
            let shares: f64 = report.candidates.iter().map(|one| one.prior).sum();
            assert!(shares > 0.0 && shares <= 1.0 + PRIOR_ROUNDING, "{shares}");
            let is_chance = |winrate: f64| (0.0..=1.0).contains(&winrate);
            assert!(report.candidates.iter().all(|one| is_chance(one.winrate)));
        }
    });
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn full_tree_still_evaluates_leaves_by_net() {
    let with_seed = |seed| {
        let params = Params {
            graph: GraphParams { random_symmetries: false, ..GraphParams::default() },
            ..Params::default()
        };
        let mut search = Search::new(1, 1, seed).tuned(params);
        search.set_nets(Nets::embedded());
        let limits = Limits { playouts: Some(5 * PLAYOUTS), ..Limits::default() };
        told(&search.run(&game(19), Color::Black, &limits, &mut |_| true))
    };
    assert_eq!(with_seed(1), with_seed(2), "nothing else is drawn by the seed");
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn unsupported_board_sizes_use_playouts() {
    with_nets(|nets| {
        for lines in [5, 21] {
            let game = game(lines);
            let [with, without] =
                [nets, &Nets::default()].map(|nets| run(&mut search(nets, 1), &game));
            assert_eq!(told(&with), told(&without), "{lines}");
        }
    });
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn cache_distinguishes_board_sizes() {
    with_nets(|nets| {
        let mut several = search(nets, 1);
        for lines in [9, 7, 9] {
            let found = told(&run(&mut several, &game(lines)));
            assert_eq!(found, told(&run(&mut search(nets, 1), &game(lines))), "{lines}");
        }
    });
}

#[test]
fn first_matching_net_is_used_per_board_size() {
    with_seeds(|rng| {
        let net = |sizes, rng: &mut _| {
            random_net(&Shape { sizes, ..shape(NumberType::Float, 1, 16) }, rng)
        };
        let nets = [7..=9, 8..=13].map(|sizes| net(sizes, rng));
        let checks = [0, 1].map(|i| nets[i].checksum());
        let nets = Nets::new(nets);
        for (lines, expected) in
            [(7, Some(0)), (9, Some(0)), (10, Some(1)), (13, Some(1)), (14, None)]
        {
            let size = BoardSize::new(lines).expect("a size");
            assert_eq!(
                nets.of(size).map(AnyNet::checksum),
                expected.map(|i: usize| checks[i]),
                "{lines}"
            );
        }
    });
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn analysis_is_independent_of_level() {
    with_nets(|nets| {
        let analysis = |nets: &Nets, level: &str| {
            let level = level.parse().expect("a level");
            let (nets, playouts, seed) = (nets.clone(), Some(PLAYOUTS), Some(1));
            let settings = Settings { nets, level, playouts, seed, ..Settings::default() };
            let mut engine =
                Engine::new(settings, BoardSize::new(9).expect("a size"), Rules::CHINESE);
            let request = AnalysisRequest { playouts, ..AnalysisRequest::of(Color::Black) };
            told(&engine.analyze(&request, &mut || false, &mut |_| {}))
        };
        assert_eq!(analysis(nets, "25k"), analysis(nets, "10"));
        assert_ne!(analysis(nets, "25k"), analysis(&Nets::default(), "25k"));
    });
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn dynamic_komi_changes_utility_but_not_reported_values() {
    for nets in [Nets::embedded(), &Nets::default()] {
        let report = |half_points: i32| {
            let mut search = search(nets, 1);
            search.set_dynamic_komi(half_points);
            let komi = Komi::from_half_points(15).expect("7.5 points");
            run(&mut search, &Game::new(game(9).size(), Rules { komi, ..Rules::CHINESE }))
        };
        let [white, none, black] = [30, 0, -30].map(report);
        assert!(white.utility < none.utility - 0.3, "{} {}", white.utility, none.utility);
        assert!(black.utility > none.utility + 0.3, "{} {}", black.utility, none.utility);
        assert!(white.searched_winrate < black.searched_winrate - 0.3);
        assert_eq!(none.searched_winrate, none.winrate);
        for other in [&white, &black] {
            let winrates = [other.winrate, none.winrate];
            assert!((winrates[0] - winrates[1]).abs() < 0.2, "{winrates:?}");
            assert!((other.score_lead - none.score_lead).abs() < 8.0, "{}", other.score_lead);
        }
    }
}
