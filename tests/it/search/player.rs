//! Properties of the player: legal moves, determinism, limits, passes and resignation.

use std::time::{Duration, Instant};

use tianyuan::engine::{AnalysisRequest, Engine, Settings};
use tianyuan::go::{Action, BoardSize, Color, Diagram, KoRule, Komi, Move, Rules};
use tianyuan::nn::Nets;
use tianyuan::search::clock::TimeControl;

use crate::support::positions::HANGING;

fn settings(playouts: u64) -> Settings {
    Settings { playouts: Some(playouts), seed: Some(7), memory: 16, ..Settings::default() }
}

fn engine(playouts: u64, lines: usize) -> Engine {
    let size = BoardSize::new(lines).expect("a size");
    Engine::new(settings(playouts), size, rules(1))
}

/// Chinese rules with a komi in half points.
fn rules(half_points: i32) -> Rules {
    Rules { komi: Komi::from_half_points(half_points).expect("a komi"), ..Rules::CHINESE }
}

fn engine_at(playouts: u64, text: &str) -> (Diagram, Engine) {
    let diagram = Diagram::parse(text);
    let mut engine = Engine::new(settings(playouts), diagram.size, rules(1));
    engine.setup(&diagram.stones, Color::Black).expect("a legal position");
    (diagram, engine)
}

fn never() -> impl FnMut() -> bool {
    || false
}

/// Both sides are settled, with one dead white stone in Black's corner.
const SETTLED: &str = "
    . X . X O . O
    X X . X O O .
    . X X X O O O
    X X . X O . O
    O X X X O O O
    . X X X O . O
    X X . X O O .";

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn whole_games_are_legal_on_all_boards_and_rules() {
    for (lines, ko, suicide) in [
        (5, KoRule::Positional, false),
        (5, KoRule::Simple, true),
        (6, KoRule::Situational, true),
        (7, KoRule::Positional, true),
        (9, KoRule::Positional, false),
        (13, KoRule::Simple, false),
        (19, KoRule::Positional, false),
        (25, KoRule::Positional, false),
    ] {
        let mut engine = engine(if lines < 10 { 120 } else { 12 }, lines);
        engine.set_rules(Rules { ko, multi_stone_suicide: suicide, ..rules(15) });
        let longest = 4 * lines * lines;
        let mut color = Color::Black;
        while !engine.game().is_over() && engine.game().turns().len() < longest {
            engine.genmove(color, &mut never());
            color = !color;
        }
        assert!(engine.game().is_over(), "{lines} lines, {ko:?}: no end in {longest} moves");
        assert_eq!(engine.choose(color, &mut never()), Action::Move(Move::Pass), "after the end");
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn same_seed_plays_same_game() {
    let play = |seed| {
        let settings = Settings { seed: Some(seed), ..settings(200) };
        let mut engine = Engine::new(settings, BoardSize::new(9).expect("a size"), rules(15));
        let colors = Color::BOTH.into_iter().cycle().take(12);
        colors.map(|color| engine.genmove(color, &mut never())).collect::<Vec<_>>()
    };
    assert_eq!(play(1), play(1));
    assert_ne!(play(1), play(2), "the seed decides something");
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn new_game_differs_unless_seed_is_set() {
    let distinct = |nets: &Nets, seed, level: &str, playouts| {
        let (nets, level) = (nets.clone(), level.parse().expect("a level"));
        let settings = Settings { nets, seed, level, memory: 16, playouts, ..Settings::default() };
        let mut engine = Engine::new(settings, BoardSize::new(9).expect("a size"), rules(15));
        let mut games: Vec<Vec<Action>> = Vec::new();
        let resized = |engine: &mut Engine| engine.set_size(engine.game().size());
        for begin in [Engine::clear as fn(&mut Engine), resized].repeat(4) {
            let colors = Color::BOTH.into_iter().cycle().take(30);
            games.push(colors.map(|color| engine.genmove(color, &mut never())).collect());
            begin(&mut engine);
        }
        games.dedup();
        games.len()
    };
    let without = [("25k", None), ("19k", None), ("12k", None), ("4", None), ("10", Some(20))];
    let with = [("25k", None), ("12k", None)];
    let games = [(Nets::default(), &without[..]), (Nets::embedded().clone(), &with[..])];
    for (nets, levels) in &games {
        for &(level, playouts) in *levels {
            // Two consecutive moves may be equal by chance.
            assert!(distinct(nets, None, level, playouts) > 4, "level {level}");
            assert_eq!(distinct(nets, Some(7), level, playouts), 1, "level {level} and a seed");
        }
    }
}

#[test]
fn threads_share_one_tree() {
    let mut engine =
        Engine::new(Settings { threads: 3, ..settings(1) }, BoardSize::STANDARD, rules(15));
    let request =
        AnalysisRequest { time: Some(Duration::from_secs(1)), ..AnalysisRequest::of(Color::Black) };
    let report = engine.analyze(&request, &mut never(), &mut |_| {});
    let visits = report.visits;
    assert!(report.candidates.iter().map(|c| c.visits).sum::<u64>().abs_diff(visits) <= 3);
    assert!(report.ownership.iter().all(|(_, share)| share.abs() <= 1.0));
    assert!(report.candidates[0].pv[0] == report.candidates[0].mv);
    assert!(visits > 100, "{visits} playouts in a second");
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn full_tree_continues_searching() {
    let size = BoardSize::new(9).expect("a size");
    let settings = Settings { memory: 1, ..settings(60_000) };
    let mut engine = Engine::new(settings, size, rules(15));
    assert!(matches!(engine.genmove(Color::Black, &mut never()), Action::Move(Move::Play(_))));
}

#[test]
fn stop_returns_a_move() {
    let size = BoardSize::STANDARD;
    let long = Settings { move_time: Duration::from_secs(60), playouts: None, ..settings(0) };
    let mut engine = Engine::new(long, size, rules(15));
    let start = Instant::now();
    let answer = engine.genmove(Color::Black, &mut || start.elapsed() > Duration::from_millis(50));
    assert!(matches!(answer, Action::Move(Move::Play(_))));
    assert!(start.elapsed() < Duration::from_secs(20), "it did not wait for its time");
}

#[test]
fn zero_time_returns_legal_move() {
    let mut engine = engine(0, 9);
    for color in Color::BOTH.into_iter().cycle().take(10) {
        assert!(matches!(engine.genmove(color, &mut never()), Action::Move(_)));
    }
    engine.set_time_control(TimeControl::Absolute { main: Duration::ZERO });
    assert!(matches!(engine.genmove(Color::Black, &mut || true), Action::Move(_)));
}

#[test]
fn engine_passes_at_end_and_cleans_up_on_request() {
    let (diagram, mut engine) = engine_at(400, SETTLED);
    assert_eq!(engine.choose(Color::Black, &mut never()), Action::Move(Move::Pass));
    assert_eq!(engine.choose(Color::White, &mut never()), Action::Move(Move::Pass));
    let dead = diagram.size.point(0, 2);
    assert!(engine.judge().dead.contains(dead), "the stone in the corner region is dead");
    assert_eq!(engine.judge().dead.len(), 1);
    let answer = engine.genmove_cleanup(Color::Black, &mut never());
    assert_eq!(answer, Action::Move(Move::Play(diagram.size.point(0, 1))));
    assert_eq!(engine.game().prisoners(Color::White), 1);
}

#[test]
fn stones_in_atari_are_captured() {
    let (diagram, mut engine) = engine_at(400, HANGING);
    for color in Color::BOTH {
        let answer = engine.choose(color, &mut never());
        assert_eq!(answer, Action::Move(Move::Play(diagram.mark('a'))), "{color}");
    }
}

#[test]
fn open_ko_prevents_pass() {
    // A stone at a captures its neighbour but is then in atari.
    let (diagram, mut engine) = engine_at(
        400,
        "O . O X . . X X .
         . O O X X X . X .
         O . O O O O X X X
         . O . O O O O X O
         O O O O X O O O O
         O . O O X O O . O
         O O O X X X X O O
         O X X . X . X O a
         O O X X X . X X O",
    );
    let answer = engine.choose(Color::Black, &mut never());
    assert_eq!(answer, Action::Move(Move::Play(diagram.mark('a'))));
}

#[test]
fn dame_are_played_before_pass() {
    // One neutral point is between the two walls.
    let (diagram, mut engine) = engine_at(
        400,
        ". X . X . O .
         X X X X O O O
         . X . X O . O
         X X X X O O O
         . X . X O O O
         X X X X O . O
         . X . X O O .",
    );
    let last = diagram.size.point(4, 6);
    assert_eq!(engine.genmove(Color::Black, &mut never()), Action::Move(Move::Play(last)));
    assert_eq!(engine.genmove(Color::White, &mut never()), Action::Move(Move::Pass));
}

#[test]
fn engine_resigns_only_late_and_hopeless_games() {
    let hopeless = Settings { resign_below: 0.1, resign_after: 1, ..settings(300) };
    let mut engine = Engine::new(hopeless, BoardSize::new(7).expect("a size"), rules(2000));
    assert!(matches!(engine.choose(Color::Black, &mut never()), Action::Move(_)), "too early");
    for color in Color::BOTH.into_iter().cycle().take(13) {
        engine.play(color, Move::Pass).expect("a pass is legal");
    }
    engine.play(Color::White, Move::Play(engine.game().size().point(3, 3))).expect("legal");
    assert_eq!(engine.genmove(Color::Black, &mut never()), Action::Resign);
    assert!(!engine.game().is_over(), "it is only said");
    engine.settings_mut().resign_below = 0.0;
    assert!(matches!(engine.choose(Color::Black, &mut never()), Action::Move(_)), "never");
}

#[test]
fn resignation_requires_consecutive_hopeless_moves() {
    let hopeless = Settings { resign_below: 0.1, resign_after: 3, ..settings(200) };
    let mut engine = Engine::new(hopeless, BoardSize::new(7).expect("a size"), rules(2000));
    for color in Color::BOTH.into_iter().cycle().take(14) {
        engine.play(color, Move::Pass).expect("a pass is legal");
    }
    let turn = |engine: &mut Engine, komi| {
        engine.set_rules(rules(komi));
        let stone = Move::Play(engine.game().board().empty_points()[0]);
        engine.play(Color::White, stone).expect("a board of few stones");
        engine.genmove(Color::Black, &mut never())
    };
    let komis = [2000, 2000, -2000, 2000, 2000, 2000];
    let answers = komis.map(|komi| turn(&mut engine, komi));
    let resigned = answers.map(|answer| answer == Action::Resign);
    assert_eq!(resigned, [false, false, false, false, false, true], "the third in a row");
}

/// Returns the report of a short analysis for the player to move.
fn look(engine: &mut Engine, seconds: f64) -> tianyuan::engine::Report {
    let color = engine.game().to_play();
    let time = Some(Duration::from_secs_f64(seconds));
    let request = AnalysisRequest { time, ..AnalysisRequest::of(color) };
    engine.analyze(&request, &mut never(), &mut |_| {})
}

#[test]
fn tree_is_reused_between_moves() {
    let mut engine = engine(0, 9);
    let first = look(&mut engine, 0.2);
    let best = first.candidates[0].clone();
    engine.play(Color::Black, best.mv).expect("the search knows legal moves");
    let second = look(&mut engine, 0.01);
    // Visits before the move had children are not included in the visits of its children.
    let kept = second.visits - second.playouts;
    assert!(kept <= best.visits && kept + 20 >= best.visits, "{kept} of {}", best.visits);
    engine.undo(1).expect("a move was played");
    let third = look(&mut engine, 0.01);
    assert_eq!(third.visits, third.playouts, "there is no memory for positions before the last");
    let again = look(&mut engine, 0.01);
    assert_eq!(again.visits, third.visits + again.playouts, "the same position goes on");
    engine.set_rules(rules(2));
    let other_komi = look(&mut engine, 0.01);
    assert_eq!(other_komi.visits, other_komi.playouts, "other rules, other results");
    engine.play(Color::White, Move::Pass).expect("a pass is legal");
    let out_of_turn = look(&mut engine, 0.01);
    assert_eq!(out_of_turn.visits, out_of_turn.playouts, "the tree has no move of that colour");
}
