//! The choice of moves by rank.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use tianyuan::engine::{AnalysisRequest, Engine, Level, PlayStyle, Settings};
use tianyuan::go::{Action, BoardSize, Color, Move, Rules};
use tianyuan::nn::Nets;
use tianyuan::search::{HumanParams, RawNetOutput};

use super::nets;

const LINES: usize = 5;

fn size() -> BoardSize {
    BoardSize::new(LINES).expect("a size")
}

fn settings(nets: Nets) -> Settings {
    let mut settings = Settings { nets, memory: 16, seed: Some(1), ..Settings::default() };
    settings.human.style = PlayStyle::Human;
    settings.level = "12k".parse().expect("a rank");
    settings
}

fn engine(settings: Settings) -> Engine {
    let mut engine = Engine::new(settings, size(), Rules::CHINESE);
    engine.play(Color::Black, Move::Play(size().point(2, 2))).expect("the board is empty");
    engine
}

/// Returns the human policy of the engine's position.
fn policy(engine: &Engine) -> RawNetOutput {
    let guide = engine.human_guide().expect("a net and a profile");
    guide.evaluate(engine.game(), Color::White, 1).expect("the net is for the size")
}

/// Asserts that moves were drawn with these probabilities, by a chi-square test.
fn assert_drawn(moves: &[Move], probability: impl Fn(Move) -> f64) {
    let all = size().points().map(Move::Play).chain([Move::Pass]);
    let (mut chi_square, mut freedom, mut rare) = (0.0, -1.0, (0.0, 0.0));
    let mut add = |due: f64, found: f64| {
        chi_square += (found - due).powi(2) / due;
        freedom += 1.0;
    };
    for mv in all {
        let due = probability(mv) * moves.len() as f64;
        let found = moves.iter().filter(|it| **it == mv).count() as f64;
        match due < 5.0 {
            true => rare = (rare.0 + due, rare.1 + found),
            false => add(due, found),
        }
    }
    if rare.0 > 0.0 {
        add(rare.0, rare.1);
    }
    assert!(freedom >= 3.0, "enough different moves: {freedom}");
    // About the 99.9 % quantile: the mean and 4 standard deviations.
    let most = freedom + 4.0 * f64::sqrt(2.0 * freedom);
    assert!(chi_square < most, "chi-square {chi_square} with {freedom} degrees of freedom");
}

fn chosen(settings: &Settings, seeds: u64) -> Vec<Move> {
    let of_seed = |seed| {
        let mut engine = engine(Settings { seed: Some(seed), ..settings.clone() });
        match engine.choose(Color::White, &mut || false) {
            Action::Move(mv) => mv,
            Action::Resign => panic!("too early for a resignation"),
        }
    };
    (0..seeds).map(of_seed).collect()
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn moves_by_rank_follow_human_policy() {
    let settings = settings(nets());
    let output = policy(&engine(settings.clone()));
    let moves = chosen(&settings, 2000);
    assert_drawn(&moves, |mv| output.probability(size(), mv).into());
}

#[test]
fn move_by_rank_needs_no_search() {
    let mut engine = engine(settings(nets()));
    let mut reports = Vec::new();
    let request = AnalysisRequest::of(Color::White);
    engine.genmove_analyze(&request, &mut || false, &mut |report| reports.push(report.clone()));
    assert_eq!((engine.last_playouts(), reports.len()), (0, 1));
    assert!(reports[0].human.is_some() && reports[0].candidates.len() == 1);
}

#[test]
fn profile_is_that_of_the_level_unless_one_is_set() {
    let mut settings = settings(nets());
    let profile = |settings: &Settings| {
        engine(settings.clone()).human_guide().map(|guide| guide.profile.to_string())
    };
    assert_eq!(profile(&settings).as_deref(), Some("rank_12k"));
    settings.level = Level::FULL;
    assert_eq!(profile(&settings).as_deref(), Some("rank_9d"));
    settings.human.profile = "proyear_1965".parse().ok();
    assert_eq!(profile(&settings).as_deref(), Some("proyear_1965"));
    settings.human.style = PlayStyle::Engine;
    assert_eq!(profile(&settings).as_deref(), Some("proyear_1965"));
    settings.human.profile = None;
    assert_eq!(profile(&settings), None);
    assert_eq!(profile(&Settings { nets: Nets::default(), ..settings }), None);
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn searched_moves_follow_human_share() {
    let mut settings = settings(nets());
    settings.human.style = PlayStyle::Engine;
    settings.level = Level::FULL;
    settings.human.profile = "rank_3k".parse().ok();
    settings.playouts = Some(20);
    settings.choice.temperature = 1.0;
    settings.choice.temperature_early = 1.0;
    settings.human.params = HumanParams { chosen_move_prop: 1.0, ..HumanParams::default() };
    let output = policy(&engine(settings.clone()));
    // With a share of 1 and a large lambda the human policy decides alone.
    assert_drawn(&chosen(&settings, 500), |mv| output.probability(size(), mv).into());
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn temperature_varies_moves_at_full_strength() {
    let size = BoardSize::new(9).expect("a size");
    let nets = Nets::embedded().clone();
    let mut settings = Settings { nets, memory: 16, playouts: Some(60), ..Settings::default() };
    // The symmetries of evaluations depend on the seed, so they are fixed.
    settings.params.search.graph.random_symmetries = false;
    let different = |settings: &Settings| {
        let chosen = |seed| {
            let settings = Settings { seed: Some(seed), ..settings.clone() };
            Engine::new(settings, size, Rules::CHINESE).choose(Color::Black, &mut || false)
        };
        (0..12).map(chosen).map(|it| format!("{it:?}")).collect::<BTreeSet<_>>().len()
    };
    assert_eq!(different(&settings), 1);
    settings.choice.temperature_early = 1.0;
    assert!(different(&settings) > 1);
}

#[test]
fn human_game_ends_with_a_score() {
    for seed in 0..4 {
        let settings = Settings { seed: Some(seed), resign_below: 0.0, ..settings(nets()) };
        let mut engine = Engine::new(settings, size(), Rules::CHINESE);
        for turn in 0..400 {
            let color = if turn % 2 == 0 { Color::Black } else { Color::White };
            if engine.game().is_over() || engine.can_add_turn().is_err() {
                break;
            }
            let Action::Move(_) = engine.genmove(color, &mut || false) else {
                panic!("resignation is disabled");
            };
        }
        engine.final_score();
    }
}

#[test]
fn delay_ends_at_its_maximum_and_when_stopped() {
    let mut settings = settings(nets());
    (settings.human.delay_scale, settings.human.delay_max) = (1000.0, 0.05);
    let mut engine = engine(settings.clone());
    let start = Instant::now();
    engine.genmove(Color::White, &mut || false);
    assert!(start.elapsed() >= Duration::from_millis(50));
    settings.human.delay_max = 1000.0;
    let mut engine = self::engine(settings);
    let start = Instant::now();
    engine.genmove(Color::White, &mut || start.elapsed() > Duration::from_millis(20));
    assert!(start.elapsed() < Duration::from_secs(60), "a stop ends the delay");
}

#[test]
fn delay_stays_within_the_clock() {
    let mut settings = settings(nets());
    settings.human.delay_scale = 1000.0;
    let mut engine = engine(settings);
    engine
        .set_time_control(tianyuan::engine::TimeControl::Absolute { main: Duration::from_secs(2) });
    let start = Instant::now();
    engine.genmove(Color::White, &mut || false);
    assert!(start.elapsed() < Duration::from_secs(2), "the clock limits the delay");
}
