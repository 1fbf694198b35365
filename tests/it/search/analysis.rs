//! Properties of analyses: values for the requested side, within their bounds, and no excluded moves.

use std::time::Duration;

use tianyuan::engine::{AnalysisRequest, Engine, MoveBan, MoveFilter, Report, Settings};
use tianyuan::go::{Action, BoardSize, Color, Diagram, Komi, Move, Point, Rules};

/// Black has the larger part, and everything is settled.
const WALLS: &str = "
    . . X O .
    . . X O O
    . . X O .
    . . X O O
    . . X O .";

fn engine(text: &str) -> Engine {
    let diagram = Diagram::parse(text);
    let settings =
        Settings { playouts: Some(300), seed: Some(7), memory: 16, ..Settings::default() };
    let rules = Rules { komi: Komi::from_half_points(1).expect("a komi"), ..Rules::CHINESE };
    let mut engine = Engine::new(settings, diagram.size, rules);
    engine.setup(&diagram.stones, Color::Black).expect("a legal position");
    engine
}

fn analyze(engine: &mut Engine, request: AnalysisRequest) -> Report {
    let request = AnalysisRequest { time: Some(Duration::from_millis(200)), ..request };
    engine.analyze(&request, &mut || false, &mut |_| {})
}

fn ban(color: Color, points: &[Point], only: bool, depth: usize) -> MoveFilter {
    let mut restriction = MoveFilter::default();
    let points = points.iter().copied().collect();
    restriction.add(MoveBan { color, points, pass: false, only, depth });
    restriction
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn reported_values_are_from_requested_side() {
    let mut engine = engine(WALLS);
    let [black, white] = Color::BOTH.map(|color| {
        let by_move = true;
        analyze(&mut engine, AnalysisRequest { by_move, ..AnalysisRequest::of(color) })
    });
    assert!(black.winrate > 0.9 && white.winrate < 0.1, "{} {}", black.winrate, white.winrate);
    assert!((black.score_lead - 4.5).abs() < 2.0, "{}", black.score_lead);
    assert!((black.score_lead + white.score_lead).abs() < 3.0, "{}", white.score_lead);
    let size = engine.game().size();
    for (report, sign) in [(&black, 1.0), (&white, -1.0)] {
        let owner = |points: &[(Point, f64)], column, row| {
            let found = points.iter().find(|(point, _)| *point == size.point(column, row));
            found.expect("it is on the board").1 * sign
        };
        assert!(report.score_stdev > 0.0);
        let maps = report.candidates.iter().map(|candidate| &candidate.ownership);
        for points in maps.chain([&report.ownership]) {
            assert_eq!(points.len(), size.area());
            assert!(points.iter().all(|(_, share)| (-1.0..=1.0).contains(share)));
        }
        let best = &report.candidates[0].ownership;
        for points in [&report.ownership, best] {
            assert!(owner(points, 0, 0) > 0.5 && owner(points, 4, 0) < -0.5, "{points:?}");
        }
        let priors: f64 = report.candidates.iter().map(|candidate| candidate.prior).sum();
        assert!(priors > 0.0 && priors <= 1.0 + 1e-9, "{priors}");
        for candidate in &report.candidates {
            assert!(candidate.lcb < candidate.winrate);
            assert_eq!(candidate.pv.len(), candidate.pv_visits.len());
            assert_eq!((candidate.pv[0], candidate.pv_visits[0]), (candidate.mv, candidate.visits));
            assert!(candidate.pv_visits.is_sorted_by(|a, b| a >= b) && candidate.visits > 0);
        }
        assert!(report.candidates.is_sorted_by(|a, b| a.visits >= b.visits));
    }
}

#[test]
fn excluded_moves_are_not_searched() {
    let mut engine = engine(&"\n . . . . .".repeat(5));
    let size: BoardSize = engine.game().size();
    let of_black = AnalysisRequest::of(Color::Black);
    let free = analyze(&mut engine, of_black.clone());
    let best = free.candidates[0].mv;
    let point = best.point().expect("the board is empty");
    let avoiding =
        AnalysisRequest { restriction: ban(Color::Black, &[point], false, 3), ..of_black.clone() };
    let without = analyze(&mut engine, avoiding.clone());
    assert_eq!(without.visits, without.playouts, "what was found with it is forgotten");
    let again = analyze(&mut engine, avoiding.clone());
    assert!(again.visits > again.playouts, "the same question goes on");
    for candidate in without.candidates.iter().chain(&again.candidates) {
        let black = candidate.pv.iter().step_by(2);
        assert!(!black.take(2).any(|&mv| mv == best), "{:?}", candidate.pv);
    }
    let corners = [size.point(0, 0), size.point(4, 4)];
    let restriction = ban(Color::Black, &corners, true, 1);
    let only = analyze(&mut engine, AnalysisRequest { restriction, ..of_black.clone() });
    let mut found: Vec<_> = only.candidates.iter().filter_map(|found| found.mv.point()).collect();
    found.sort();
    assert_eq!(found, corners);
    for report in [&without, &again, &only] {
        let visits: u64 = report.candidates.iter().map(|candidate| candidate.visits).sum();
        assert_eq!(visits, report.visits, "nothing went anywhere else");
    }
    let nothing = AnalysisRequest { restriction: ban(Color::Black, &[], true, 1), ..of_black };
    assert_eq!(analyze(&mut engine, nothing.clone()).candidates, []);
    assert_eq!(
        engine.choose_reporting(&nothing, &mut || false, &mut |_| {}),
        Action::Move(Move::Pass),
        "who may do nothing passes"
    );
}

#[test]
fn returning_to_position_reuses_tree() {
    let board = Diagram::parse(WALLS).size;
    let settings = Settings { seed: Some(7), memory: 256, ..Settings::default() };
    let mut engine = Engine::new(settings, board, Rules::CHINESE);
    let look = |engine: &mut Engine, playouts| {
        let playouts = Some(playouts);
        let request = AnalysisRequest { playouts, ..AnalysisRequest::of(engine.game().to_play()) };
        let report = engine.analyze(&request, &mut || false, &mut |_| {});
        (report.visits - report.playouts, report)
    };
    let (_, root) = look(&mut engine, 900);
    let [first, second] = [0, 1].map(|place| root.candidates[place].mv);
    engine.play(Color::Black, first).expect("it is legal");
    let (_, after_first) = look(&mut engine, 600);
    engine.undo(1).expect("a move was played");
    engine.play(Color::Black, second).expect("it is legal");
    let (_, after_second) = look(&mut engine, 600);
    for (mv, before) in [(first, &after_first), (second, &after_second)] {
        engine.undo(1).expect("a move was played");
        let (known, _) = look(&mut engine, 20);
        assert!(known > root.visits / 2, "{known} of {}", root.visits);
        engine.play(Color::Black, mv).expect("it is legal");
        let (known, _) = look(&mut engine, 20);
        assert!(known > before.visits / 2, "{known} of {}", before.visits);
    }
    engine.clear_tree();
    assert_eq!(look(&mut engine, 20).0, 0);
}

#[test]
fn allowed_move_is_reported_and_played() {
    let mut engine = engine(WALLS);
    let corner = engine.game().size().point(0, 0);
    let restriction = ban(Color::Black, &[corner], true, 1);
    let request = AnalysisRequest { restriction, ..AnalysisRequest::of(Color::Black) };
    let mut told = Vec::new();
    let answer =
        engine.genmove_analyze(&request, &mut || false, &mut |report| told.push(report.clone()));
    assert_eq!(answer, Action::Move(Move::Play(corner)), "it would have passed");
    let moves: Vec<Move> = told.iter().map(|report| report.candidates[0].mv).collect();
    assert_eq!(moves, [Move::Play(corner)]);
    let interval = Some(Duration::ZERO);
    let request = AnalysisRequest { interval, ..AnalysisRequest::of(Color::White) };
    let mut times = 0;
    engine.genmove_analyze(&request, &mut || false, &mut |_| times += 1);
    assert!(times > 1, "every tick and at the end");
}

/// Returns the result of an analysis with this number of playouts.
fn counted(engine: &mut Engine, playouts: u64) -> Report {
    let color = engine.game().to_play();
    let request = AnalysisRequest { playouts: Some(playouts), ..AnalysisRequest::of(color) };
    engine.analyze(&request, &mut || false, &mut |_| {})
}

/// Fails unless score and ownership are from the same playouts: with area scoring and no net, the score is the
/// difference of owned points minus komi.
fn assert_consistent(engine: &Engine, report: &Report) {
    let color = engine.game().to_play();
    let owned: f64 = report.ownership.iter().map(|(_, share)| share).sum();
    let komi = 0.5 * f64::from(engine.game().compensation() * color.sign());
    let apart = owned - komi - report.score_mean;
    assert!(apart.abs() < 2e-3, "{owned} - {komi} is not {}", report.score_mean);
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn repeated_analysis_reuses_tree() {
    let fresh = || {
        let settings = Settings { seed: Some(7), memory: 64, ..Settings::default() };
        Engine::new(settings, BoardSize::new(9).expect("a size"), Rules::CHINESE)
    };
    let [mut once, mut often] = [fresh(), fresh()];
    let whole = counted(&mut once, 3000);
    let parts: Vec<Report> = (0..10).map(|_| counted(&mut often, 300)).collect();
    let last = parts.last().expect("ten of them");
    assert_eq!((whole.visits, last.visits), (3000, 3000));
    for (engine, report) in [(&once, &whole), (&often, last)] {
        assert_consistent(engine, report);
    }
    // The standard error of the mean of 3000 playouts is 0.009 of the win rate and 0.2 points.
    assert!((whole.winrate - last.winrate).abs() < 0.04, "{} {}", whole.winrate, last.winrate);
    assert!((whole.score_mean - last.score_mean).abs() < 1.0, "{whole:?} {last:?}");
    let more = counted(&mut once, 1);
    assert_eq!((more.visits, more.playouts), (3001, 1));
    assert!((more.score_mean - whole.score_mean).abs() < 0.02, "{more:?} {whole:?}");
    assert!(more.candidates.iter().all(|candidate| candidate.score_stdev > 1.0));
    assert_consistent(&once, &more);
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn reused_tree_preserves_statistics() {
    let settings = Settings { seed: Some(3), memory: 64, ..Settings::default() };
    let mut engine = Engine::new(settings, BoardSize::new(9).expect("a size"), Rules::CHINESE);
    for color in [Color::Black, Color::White, Color::Black] {
        let before = counted(&mut engine, 4000);
        assert_consistent(&engine, &before);
        let best = before.candidates[0].clone();
        engine.play(color, best.mv).expect("the best move is legal");
        let after = counted(&mut engine, 1);
        assert!(after.visits > best.visits / 2, "{} of {}", after.visits, best.visits);
        assert_consistent(&engine, &after);
        assert!((after.score_mean + best.score_mean).abs() < 0.5, "{after:?} {best:?}");
        assert!(after.score_stdev > 1.0);
    }
}

#[test]
fn requested_number_of_playouts_is_made() {
    for text in [WALLS, &"\n . . . . .".repeat(5)] {
        let mut engine = engine(text);
        engine.settings_mut().playouts = Some(100);
        let request = AnalysisRequest { all_playouts: true, ..AnalysisRequest::of(Color::Black) };
        let mut told = Vec::new();
        engine.choose_reporting(&request, &mut || false, &mut |report| told.push(report.clone()));
        let visits: Vec<u64> = told.iter().map(|report| report.visits).collect();
        assert_eq!(visits, [100], "{text}");
    }
}
