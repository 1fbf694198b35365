//! Pondering, and games with a handicap.

use std::time::{Duration, Instant};

use std::process::Child;
use tianyuan::engine::{AnalysisRequest, Engine, Settings, TimeControl};
use tianyuan::go::{Action, BoardSize, Color, Komi, Rules};

use crate::support::process::{ask, start};

fn engine(settings: Settings, lines: usize) -> Engine {
    let rules = Rules { komi: Komi::from_half_points(1).expect("a komi"), ..Rules::CHINESE };
    Engine::new(settings, BoardSize::new(lines).expect("a size"), rules)
}

fn pondering() -> Settings {
    let move_time = Duration::from_millis(100);
    Settings { ponder: true, move_time, seed: Some(1), memory: 16, ..Settings::default() }
}

/// Returns the number of stop checks during pondering with a limit on their number.
fn asked(engine: &mut Engine, most: u32) -> u32 {
    let mut times = 0;
    engine.ponder(&mut || {
        times += 1;
        times > most
    });
    times
}

/// Returns the playouts of earlier searches for the player to move.
fn known(engine: &mut Engine) -> u64 {
    let color = engine.game().to_play();
    let time = Some(Duration::from_millis(10));
    let request = AnalysisRequest { time, ..AnalysisRequest::of(color) };
    let report = engine.analyze(&request, &mut || false, &mut |_| {});
    report.visits - report.playouts
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn pondered_tree_is_reused() {
    let mut engine = engine(pondering(), 9);
    assert_eq!(asked(&mut engine, 10), 0, "it has not moved yet");
    engine.genmove(Color::Black, &mut || false);
    assert_eq!(asked(&mut engine, 200), 201);
    let pondered = known(&mut engine);
    engine.clear_tree();
    assert_eq!(known(&mut engine), 0);
    assert!(pondered > 500, "{pondered}: it asks once in a dozen playouts");
    assert_eq!(asked(&mut engine, 10), 11, "a look at the position changes nothing");
    engine.undo(1).expect("a move was played");
    assert_eq!(asked(&mut engine, 10), 0, "it is not the opponent's turn");
}

#[test]
fn ponders_only_if_enabled() {
    for settings in
        [Settings { ponder: false, ..pondering() }, Settings { playouts: Some(50), ..pondering() }]
    {
        let mut engine = engine(settings, 9);
        engine.genmove(Color::Black, &mut || false);
        assert_eq!(asked(&mut engine, 10), 0);
    }
}

/// Returns White's winrates with dynamic komi in its first moves of a game with four stones on 13x13.
fn with_four_stones(stone_worth: f64) -> Vec<f64> {
    let mut settings = Settings { playouts: Some(200), seed: Some(3), ..Settings::default() };
    settings.params.handicap.stone_worth = stone_worth;
    let mut engine = engine(settings, 13);
    engine.fixed_handicap(4).expect("the size has them");
    let colors = Color::BOTH.into_iter().rev().cycle().take(24);
    let mut winrates = Vec::new();
    for color in colors {
        let mut winrate = 0.0;
        let request = AnalysisRequest::of(color);
        let action = engine.genmove_analyze(&request, &mut || false, &mut |it| {
            winrate = it.searched_winrate;
        });
        assert!(matches!(action, Action::Move(_)));
        winrates.extend((color == Color::White).then_some(winrate));
    }
    winrates
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn handicap_game_search_uses_dynamic_komi() {
    let even = with_four_stones(Settings::default().params.handicap.stone_worth);
    assert!(even.iter().all(|winrate| (0.35..0.65).contains(winrate)), "{even:?}");
    let lost = with_four_stones(0.0);
    assert!(lost.iter().all(|winrate| *winrate < 0.4), "{lost:?}");
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn short_time_limits_are_respected() {
    let [none, tenth] = [0, 100].map(Duration::from_millis);
    for (period, stones) in [(tenth, 1), (10 * tenth, 10)] {
        let mut engine = engine(Settings { seed: Some(1), memory: 16, ..Settings::default() }, 13);
        engine.set_time_control(TimeControl::Canadian { main: none, period, stones });
        let start = Instant::now();
        for color in Color::BOTH.into_iter().cycle().take(20) {
            engine.genmove(color, &mut || false);
        }
        // Fifty milliseconds each, except for moves that are clear earlier.
        assert!(start.elapsed() > 5 * tenth, "{:?} for twenty moves", start.elapsed());
    }
}

/// Returns the CPU time of a process in hundredths of a second.
#[cfg(target_os = "linux")]
fn ticks(child: &Child) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).expect("it is there");
    let after_name = stat.rsplit(')').next().expect("a name in parentheses");
    let fields: Vec<&str> = after_name.split_whitespace().collect();
    fields[11..13].iter().map(|ticks| ticks.parse::<u64>().expect("a number")).sum()
}

/// Waits until the process has used more CPU time; the limit only prevents hanging.
#[cfg(target_os = "linux")]
fn computes(child: &Child) {
    let (start, before) = (Instant::now(), ticks(child));
    while ticks(child) < before + 10 {
        assert!(start.elapsed() < Duration::from_secs(60), "it does not think");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
#[cfg(target_os = "linux")]
fn command_or_end_of_input_interrupts_pondering() {
    let quick = ["--threads", "2", "--time", "0.1", "--ponder"];
    let (mut child, mut talk) = start(&quick);
    for command in ["boardsize 9", "genmove B"] {
        ask(&mut talk, command);
    }
    for command in ["name", "gomill-explain_last_move", "nonsense"] {
        computes(&child);
        ask(&mut talk, command);
    }
    computes(&child);
    ask(&mut talk, "undo");
    let before = ticks(&child);
    std::thread::sleep(Duration::from_millis(200));
    assert!(ticks(&child) - before <= 4, "after an undo there is nothing to ponder");
    ask(&mut talk, "genmove B");
    computes(&child);
    talk.close();
    assert!(talk.line().is_none());
    assert!(child.wait().expect("it ends").success());
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
#[cfg(target_os = "linux")]
fn no_pondering_without_option() {
    for arguments in [&["--time", "0.1"][..], &["--playouts", "50", "--ponder"]] {
        let (mut child, mut talk) = start(arguments);
        ask(&mut talk, "genmove B");
        let before = ticks(&child);
        std::thread::sleep(Duration::from_millis(300));
        assert!(ticks(&child) - before <= 1, "{arguments:?}");
        talk.send(b"quit\n");
        assert!(child.wait().expect("it ends").success());
    }
}
