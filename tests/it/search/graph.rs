//! Searches in a graph with KataGo nets: properties that hold for any net.

use std::fs;
use std::time::{Duration, Instant};

use tianyuan::engine::{AnalysisRequest, Engine, Settings};
use tianyuan::go::{Action, BoardSize, Color, Diagram, Game, KoRule, Move, Point, Rules};
use tianyuan::nn::Nets;
use tianyuan::search::{
    Candidate, GraphParams, Limits, MoveBan, MoveFilter, Params, Report, Search,
};

use crate::support::folder::empty_folder;
use crate::support::methods::{katago_file as file, katago_nets as nets};
use crate::support::process::{program_in, run as run_program};

const PLAYOUTS: u64 = 150;

fn with_nets(test: impl Fn(&Nets)) {
    [8, 15].map(nets).iter().for_each(test);
}

fn game(lines: usize) -> Game {
    Game::new(BoardSize::new(lines).expect("a size"), Rules::CHINESE)
}

fn search(nets: &Nets, threads: usize) -> Search {
    let mut search = Search::new(threads, 16, 1);
    search.set_nets(nets);
    search
}

fn limits(playouts: u64) -> Limits {
    Limits { playouts: Some(playouts), ..Limits::default() }
}

fn run(search: &mut Search, game: &Game) -> Report {
    search.run(game, game.to_play(), &limits(PLAYOUTS), &mut |_| true)
}

/// The values of a move in a report.
fn told(report: &Report) -> Vec<(Move, u64, [u64; 3])> {
    let numbers = |it: &Candidate| [it.winrate, it.lcb, it.prior].map(f64::to_bits);
    report.candidates.iter().map(|it| (it.mv, it.visits, numbers(it))).collect()
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn one_thread_is_deterministic() {
    with_nets(|nets| {
        let found = [(); 2].map(|()| told(&run(&mut search(nets, 1), &game(7))));
        assert_eq!(found[0], found[1]);
        assert_ne!(found[0], told(&run(&mut search(&Nets::default(), 1), &game(7))), "nets matter");
    });
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn visits_sum_to_playouts_and_shares_to_one() {
    with_nets(|nets| {
        for threads in [1, 4] {
            let report = run(&mut search(nets, threads), &game(7));
            // The root is evaluated before the first playout.
            assert_eq!((report.playouts, report.visits), (PLAYOUTS, PLAYOUTS));
            let visits: u64 = report.candidates.iter().map(|one| one.visits).sum();
            assert_eq!(visits, PLAYOUTS);
            let shares: f64 = report.candidates.iter().map(|one| one.prior).sum();
            assert!(shares > 0.0 && shares <= 1.01, "{shares}");
            for one in &report.candidates {
                assert!((0.0..=1.0).contains(&one.winrate) && one.lcb <= one.winrate, "{one:?}");
                assert_eq!((one.pv[0], one.pv.len()), (one.mv, one.pv_visits.len()));
            }
            assert_eq!(report.ownership.len(), 49);
            assert!(report.ownership.iter().all(|(_, owner)| (-1.0..=1.0).contains(owner)));
        }
    });
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn move_restrictions_are_respected() {
    let size = BoardSize::new(7).expect("a size");
    let points: Vec<Point> = size.points().take(3).collect();
    let mut restriction = MoveFilter::default();
    let set = points.iter().copied().collect();
    restriction.add(MoveBan {
        color: Color::Black,
        points: set,
        pass: false,
        only: true,
        depth: 1,
    });
    with_nets(|nets| {
        let mut search = search(nets, 2);
        search.set_restriction(restriction.clone());
        let report = run(&mut search, &game(7));
        assert_eq!(report.visits, PLAYOUTS);
        let is_named = |mv: Move| mv.point().is_some_and(|point| points.contains(&point));
        assert!(report.candidates.iter().all(|one| is_named(one.mv)), "{:?}", told(&report));
    });
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn graph_is_reused_between_moves() {
    with_nets(|nets| {
        let mut search = search(nets, 1);
        let mut game = game(7);
        let first = run(&mut search, &game);
        let best = first.best().expect("a move");
        assert!(best.visits > 10, "{:?}", told(&first));
        game.play(Color::Black, best.mv).expect("it is legal");
        let nothing = search.run(&game, Color::White, &limits(0), &mut |_| true);
        let below: u64 = nothing.candidates.iter().map(|one| one.visits).sum();
        assert!(below + 10 >= best.visits, "{below} of {}", best.visits);
        let more = search.run(&game, Color::White, &limits(50), &mut |_| true);
        assert_eq!((more.visits, more.playouts), (below + 50, 50));
    });
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn returning_analysis_reuses_graph() {
    let mut search = Search::new(1, 64, 1);
    search.set_nets(&nets(15));
    search.set_keep_tree_for_return(true);
    let mut game = game(7);
    let first = run(&mut search, &game);
    game.play(Color::Black, Move::Pass).expect("a pass is legal");
    game.play(Color::White, Move::Pass).expect("a pass is legal");
    run(&mut search, &game);
    game.undo();
    game.undo();
    let again = search.run(&game, Color::Black, &limits(1), &mut |_| true);
    assert_eq!(again.visits, first.visits + 1);
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn full_graph_is_pruned_and_search_continues() {
    let mut search = Search::new(2, 1, 1);
    search.set_nets(&nets(8));
    let report = search.run(&game(9), Color::Black, &limits(4000), &mut |_| true);
    assert_eq!(report.playouts, 4000);
    assert!(report.visits > 3000, "{}", report.visits);
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn superko_is_respected_at_root_and_in_variations() {
    let diagram = Diagram::parse(
        ". X O . .
         X O . O .
         . X O . .
         . . . . .
         . . . . .",
    );
    for ko in [KoRule::Simple, KoRule::Positional, KoRule::Situational] {
        let rules = Rules { ko, ..Rules::CHINESE };
        let game =
            Game::setup(diagram.size, rules, &diagram.stones, Color::Black).expect("it is one");
        for version in [8, 15] {
            let mut search = search(&nets(version), 2);
            let report = search.run(&game, Color::Black, &limits(600), &mut |_| true);
            for candidate in &report.candidates {
                let (mut game, mut color) = (game.clone(), Color::Black);
                for &mv in &candidate.pv {
                    game.play(color, mv).unwrap_or_else(|error| {
                        panic!("{ko:?}: {mv:?} of {:?}: {error}", candidate.pv)
                    });
                    color = !color;
                }
            }
        }
    }
}

#[test]
fn two_passes_end_game_with_all_stones_alive() {
    let tromp_taylor = Rules::from_name("tromp-taylor", Rules::CHINESE.komi).expect("a name");
    let diagram = Diagram::parse(
        ". X . O .
         . X . O .
         . X X O .
         . X . O .
         . X . O .",
    );
    let mut game =
        Game::setup(diagram.size, tromp_taylor, &diagram.stones, Color::White).expect("it is one");
    game.play(Color::White, Move::Pass).expect("a pass is legal");
    let mut search = search(&nets(8), 1);
    let mut restriction = MoveFilter::default();
    let points = diagram.size.points().collect();
    restriction.add(MoveBan { color: Color::Black, points, pass: false, only: false, depth: 1 });
    search.set_restriction(restriction);
    let report = search.run(&game, Color::Black, &limits(20), &mut |_| true);
    let pass = report.best().expect("a pass is left");
    // Black has eleven points, White ten; four are neutral.
    assert_eq!((pass.mv, pass.winrate, pass.score_lead), (Move::Pass, 1.0, 1.0));
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn parameters_change_search() {
    let with = |change: fn(&mut GraphParams)| {
        let mut params = Params::default();
        change(&mut params.graph);
        let mut search = Search::new(1, 16, 1).tuned(params);
        search.set_nets(&nets(15));
        told(&run(&mut search, &game(7)))
    };
    let usual = with(|_| {});
    let changes: [fn(&mut GraphParams); 7] = [
        |params| params.cpuct = 2.0,
        |params| params.tree_fpu_reduction = 0.6,
        |params| params.dynamic_score = 0.0,
        |params| params.root_optimism = 1.0,
        |params| params.random_symmetries = false,
        |params| params.value_exponent = 0.0,
        |params| params.uncertainty = 0.0,
    ];
    for (place, change) in changes.into_iter().enumerate() {
        assert_ne!(with(change), usual, "change {place}");
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn whole_games_are_played_in_time() {
    let settings = Settings {
        nets: nets(15),
        move_time: Duration::from_millis(30),
        threads: 2,
        memory: 16,
        seed: Some(1),
        ..Settings::default()
    };
    let size = BoardSize::new(5).expect("a size");
    let mut engine = Engine::new(settings, size, Rules::CHINESE);
    // The net is prepared for the board size at its first use.
    engine.choose(Color::Black, &mut || false);
    for turn in 0..60 {
        let color = if turn % 2 == 0 { Color::Black } else { Color::White };
        let start = Instant::now();
        let action = engine.genmove(color, &mut || false);
        assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
        if action == Action::Resign || engine.game().is_over() {
            return;
        }
    }
}

#[test]
fn analysis_reports_ownership_per_move() {
    let settings = Settings { nets: nets(8), memory: 16, seed: Some(1), ..Settings::default() };
    let mut engine = Engine::new(settings, BoardSize::new(7).expect("a size"), Rules::CHINESE);
    let request =
        AnalysisRequest { playouts: Some(60), by_move: true, ..AnalysisRequest::of(Color::Black) };
    let report = engine.analyze(&request, &mut || false, &mut |_| {});
    assert!(report.candidates.iter().all(|one| one.ownership.len() == 49));
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn program_plays_and_analyses_with_katago_net() {
    let folder = empty_folder("graph-search");
    fs::write(folder.join("random.bin"), file(15)).expect("the folder takes it");
    let arguments = ["--net", "random.bin", "--playouts", "40", "--seed", "1", "--threads", "2"];
    let input = "boardsize 7\nkomi 6.5\ngenmove b\nkata-genmove_analyze w ownership true rootInfo true\n\
                 lz-genmove_analyze b\nkata-search_analyze w movesOwnership true pvVisits true\n\
                 time_settings 0 1 1\ngenmove w\nfinal_status_list dead\nquit\n";
    let said = run_program(&mut program_in(&folder, &arguments), input.as_bytes());
    assert_eq!(said.status, 0, "{}", said.errors);
    let text = said.text();
    assert!(!text.lines().any(|line| line.starts_with('?')), "{text}");
    for word in ["ownership ", "movesOwnership ", "rootInfo ", "pvVisits ", "lcb ", "scoreStdev "] {
        assert!(text.contains(word), "{word}: {text}");
    }
}
