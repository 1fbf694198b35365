//! Root options: their effect on each search method and on reused trees.

use tianyuan::engine::{AnalysisRequest, Engine, Settings};
use tianyuan::go::{BoardSize, Color, Game, Move, Rules};
use tianyuan::nn::Nets;
use tianyuan::search::{Limits, Params, Report, RootOptions, Search};

use crate::support::methods::{katago_nets, methods, seeded_katago_nets};

const VISITS: u64 = 120;

fn game() -> Game {
    Game::new(BoardSize::new(9).expect("a size"), Rules::CHINESE)
}

fn usual() -> RootOptions {
    RootOptions::default()
}

fn search(nets: &Nets, options: RootOptions) -> Search {
    let mut search = Search::new(1, 64, 1);
    search.set_nets(nets);
    search.set_root_options(options);
    search
}

fn run(search: &mut Search, game: &Game, visits: u64) -> Report {
    let limits = Limits { visits: Some(visits), ..Limits::default() };
    search.run(game, game.to_play(), &limits, &mut |_| true)
}

fn found(nets: &Nets, options: RootOptions) -> Report {
    run(&mut search(nets, options), &game(), VISITS)
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn default_options_change_nothing() {
    for (name, nets) in methods() {
        let mut plain = Search::new(1, 64, 1);
        plain.set_nets(&nets);
        assert_eq!(run(&mut plain, &game(), VISITS), found(&nets, usual()), "{name}");
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn noise_is_reproducible_and_widens_search() {
    for (name, nets) in methods() {
        let noisy = RootOptions { wide_root_noise: 0.5, ..usual() };
        let [with, without] = [noisy, usual()].map(|options| found(&nets, options));
        let [more, fewer] = [&with, &without].map(|report| report.candidates.len());
        assert!(more > fewer, "{name}: {more} moves with noise, {fewer} without");
        assert_eq!(with, found(&nets, noisy), "{name}");
        assert_eq!((with.visits, with.playouts), (VISITS, VISITS), "{name}");
        let mut several = search(&nets, noisy);
        several.set_threads(3);
        assert_eq!(run(&mut several, &game(), VISITS).visits, VISITS, "{name}");
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn policy_temperature_flattens_policy() {
    for (name, nets) in methods() {
        let of = |policy_temperature| found(&nets, RootOptions { policy_temperature, ..usual() });
        let highest =
            |report: &Report| report.candidates.iter().map(|one| one.prior).fold(0.0, f64::max);
        let [cold, mild, hot] = [0.5, 1.0, 3.0].map(|temperature| highest(&of(temperature)));
        if name == "playouts" {
            assert_eq!(of(3.0), of(1.0), "there is no policy");
            continue;
        }
        assert!(cold > mild && mild > hot, "{name}: {cold} {mild} {hot}");
        assert!(hot > 1.0 / 82.0, "{name}: {hot}");
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn fpu_options_set_unvisited_value() {
    let small = Game::new(BoardSize::new(5).expect("a size"), Rules::CHINESE);
    for (name, nets) in methods() {
        // Random nets value the first move of a large board above all unvisited moves.
        let game = if name.starts_with("KataGo") { small.clone() } else { game() };
        let of = |most| {
            let options = RootOptions { fpu_reduction_max: most, ..usual() };
            run(&mut search(&nets, options), &game, 4 * VISITS)
        };
        let [low, high] = [2.0, 0.0].map(of);
        match name {
            "playouts" => assert_eq!(low, high, "all moves have a value"),
            _ => {
                assert_ne!(low, high, "{name}");
                let [few, many] = [low, high].map(|report| report.candidates.len());
                assert!(few <= many, "{name}: {few} of {many}, a low value keeps them out");
            }
        }
    }
}

/// Returns the policy of the root after one visit to each of a few moves.
fn priors(nets: &Nets, options: RootOptions, game: &Game, seed: u64, turns: bool) -> Report {
    let mut params = Params::default();
    params.graph.random_symmetries = turns;
    let mut search = Search::new(1, 64, seed).tuned(params);
    search.set_nets(nets);
    search.set_root_options(options);
    let report = run(&mut search, game, 1);
    Report { playouts: 0, ..report }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn averaging_all_symmetries_is_deterministic() {
    let mut game = game();
    let size = game.size();
    game.play(Color::Black, Move::Play(size.point(2, 3))).expect("the board is empty");
    for version in [8, 15] {
        let nets = katago_nets(version);
        let prior = |symmetries, seed| {
            let options = RootOptions { symmetries, ..usual() };
            let report = priors(&nets, options, &game, seed, true);
            let one = &report.candidates[0];
            (one.mv, (one.prior * 1e5).round())
        };
        assert_eq!(prior(8, 1), prior(8, 2), "version {version}");
        assert!((2..9).any(|seed| prior(1, seed) != prior(1, 1)), "version {version}");
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn playout_doubling_advantage_reaches_net() {
    let differ = |nets: &Nets| {
        let [weaker, equal, stronger] = [-3.0, 0.0, 3.0].map(|playout_doubling_advantage| {
            let options = RootOptions { playout_doubling_advantage, ..usual() };
            found(nets, options).winrate
        });
        weaker != equal && equal != stronger
    };
    for (name, nets) in &methods()[..2] {
        assert!(!nets.has_doubling_advantage() && !differ(nets), "{name}");
    }
    for version in [8, 15] {
        assert!(katago_nets(version).has_doubling_advantage());
        // The value of a small random net may be constant.
        let is_affected = |seed| differ(&seeded_katago_nets(version, seed));
        assert!((1..9).any(is_affected), "version {version}");
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn pre_root_history_can_be_ignored() {
    let size = BoardSize::new(7).expect("a size");
    let stones = [(Color::Black, size.point(2, 2)), (Color::White, size.point(4, 4))];
    let mut played = Game::new(size, Rules::CHINESE);
    for (color, point) in stones {
        played.play(color, Move::Play(point)).expect("the board is empty");
    }
    let set_up = Game::setup(size, Rules::CHINESE, &stones, Color::Black).expect("it is one");
    for version in [8, 15] {
        let nets = katago_nets(version);
        let of = |game: &Game, ignore_history| {
            priors(&nets, RootOptions { ignore_history, ..usual() }, game, 1, false)
        };
        assert_eq!(of(&played, true), of(&set_up, false), "version {version}");
        assert_ne!(of(&played, false), of(&set_up, false), "version {version}");
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn changed_options_discard_tree() {
    for (name, nets) in methods() {
        let noisy = RootOptions { wide_root_noise: 0.2, ..usual() };
        let (mut search, mut game) = (search(&nets, usual()), game());
        assert_eq!(run(&mut search, &game, VISITS).playouts, VISITS);
        search.set_root_options(noisy);
        assert_eq!(run(&mut search, &game, VISITS).playouts, VISITS, "{name}");
        assert_eq!(run(&mut search, &game, VISITS).playouts, 0, "{name}: the same options");
        // Results below the root remain valid for other root options.
        let best = run(&mut search, &game, VISITS).candidates[0].mv;
        game.play(Color::Black, best).expect("the best move is legal");
        search.set_root_options(usual());
        let after = run(&mut search, &game, VISITS);
        assert!(after.playouts < VISITS, "{name}");
        // Net outputs with other inputs do not.
        let reply = after.candidates[0].mv;
        game.play(Color::White, reply).expect("the best reply is legal");
        let told = RootOptions { playout_doubling_advantage: 1.0, ..usual() };
        search.set_root_options(told);
        let anew = run(&mut search, &game, VISITS).playouts == VISITS;
        assert_eq!(anew, nets.has_doubling_advantage(), "{name}");
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn root_options_affect_analysis_only() {
    for (name, nets) in methods() {
        let settings = Settings {
            nets,
            seed: Some(1),
            memory: 64,
            playouts: Some(VISITS),
            ..Settings::default()
        };
        let size = BoardSize::new(9).expect("a size");
        let of = |root: RootOptions| {
            let settings = Settings { root, ..settings.clone() };
            let mut engine = Engine::new(settings, size, Rules::CHINESE);
            let mut told = Vec::new();
            let request =
                AnalysisRequest { all_playouts: true, ..AnalysisRequest::of(Color::Black) };
            engine
                .choose_reporting(&request, &mut || false, &mut |report| told.push(report.clone()));
            let request = AnalysisRequest { root, visits: Some(VISITS), ..request };
            let report = engine.analyze(&request, &mut || false, &mut |_| {});
            (told.remove(0), report)
        };
        let noisy = RootOptions { wide_root_noise: 0.5, ..usual() };
        let ((played, _), (also_played, wide)) = (of(usual()), of(noisy));
        assert_eq!(played, also_played, "{name}");
        assert!(wide.candidates.len() > played.candidates.len(), "{name}");
    }
}
