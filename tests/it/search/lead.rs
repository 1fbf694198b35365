//! The lead: its sign, its size, and values in handicap games with the real komi.

use tianyuan::engine::{AnalysisRequest, Engine, Report, Settings};
use tianyuan::go::{BoardSize, Color, Game, Komi, Move, Point, Rules};
use tianyuan::nn::{Nets, Symmetry};
use tianyuan::search::{Limits, RawNetOutput, Rng, Search, policy};

fn rules(half_points: i32) -> Rules {
    Rules { komi: Komi::from_half_points(half_points).expect("a komi"), ..Rules::CHINESE }
}

fn board_size(lines: usize) -> BoardSize {
    BoardSize::new(lines).expect("a board has 2 to 25 lines")
}

/// Returns some positions of a game that begins with random moves and continues with moves sampled from
/// the net's policy.
fn positions(size: BoardSize, komi: i32, count: usize, rng: &mut Rng) -> Vec<Game> {
    let mut game = Game::new(size, rules(komi));
    let (random, all) = (rng.below(5), size.area() / 2);
    let mut found = Vec::with_capacity(count);
    for number in 0..all {
        let color = game.to_play();
        let point = if number < random {
            let empty = game.board().empty_points();
            empty[rng.below(empty.len())]
        } else {
            sampled_point(&game, color, rng)
        };
        // A move that turns out illegal is left out.
        game.play(color, Move::Play(point)).ok();
        if number * count / all < (number + 1) * count / all {
            found.push(game.clone());
        }
    }
    found
}

fn sampled_point(game: &Game, color: Color, rng: &mut Rng) -> Point {
    let policy = policy(game, color, Nets::embedded());
    let mut left = rng.below(65_535) as f64 / 65_535.0;
    let chosen = game.size().points_from_top().zip(&policy).find(|(_, chance)| {
        left -= chance.max(0.0);
        left < 0.0
    });
    chosen.map_or_else(|| game.board().empty_points()[0], |(point, _)| point)
}

fn search(game: &Game, nets: &Nets, visits: u64) -> Report {
    let mut search = Search::new(1, 16, 1);
    search.set_nets(nets);
    let limits = Limits { visits: Some(visits), ..Limits::default() };
    search.run(game, game.to_play(), &limits, &mut |_| true)
}

/// Returns `true` if the lead and the win rate favour the same player.
fn agree(winrate: f64, lead: f64) -> bool {
    (winrate - 0.5).abs() < 1e-6 || (lead > 0.0) == (winrate > 0.5)
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn lead_and_winrate_have_same_sign_in_1000_positions() {
    let mut rng = Rng::new(20_261_128);
    let mut found = [0, 0];
    let mut count = |winrate: f64, lead: f64| found[usize::from(agree(winrate, lead))] += 1;
    let games = [(9, 32), (13, 7), (19, 1)]
        .into_iter()
        .flat_map(|(lines, games)| std::iter::repeat_n(board_size(lines), games));
    let games: Vec<Game> = games.flat_map(|size| positions(size, 15, 25, &mut rng)).collect();
    assert_eq!(games.len(), 1000);
    for game in games {
        let report = search(&game, Nets::embedded(), 8);
        count(report.winrate, report.score_lead);
        let raw = report.raw.expect("a net evaluates the position");
        count(raw.winrate, raw.score_lead);
        for candidate in &report.candidates {
            count(candidate.winrate, candidate.score_lead);
        }
        let net = Nets::embedded().of(game.size()).expect("a net for the size");
        let answer = RawNetOutput::of(&game, net, game.to_play(), Symmetry::IDENTITY, 0.0);
        let answer = answer.expect("a net for the size");
        count(answer.win.into(), answer.lead.into());
    }
    let [different, same] = found;
    assert!(same > 3000 && different * 100 <= same * 3, "{different} differ, {same} agree");
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn komi_changed_by_lead_makes_position_even() {
    let mut rng = Rng::new(7);
    let mut errors = Vec::new();
    let games =
        [9, 9, 9, 13].into_iter().flat_map(|lines| positions(board_size(lines), 15, 10, &mut rng));
    for mut game in games.collect::<Vec<_>>() {
        let (color, before) = (game.to_play(), search(&game, Nets::embedded(), 100));
        // Additional half points of komi that remove the lead of the player to move.
        let shift = (2.0 * before.score_lead).round() as i32 * color.sign();
        game.set_rules(rules(15 + shift));
        let after = search(&game, Nets::embedded(), 100);
        errors.push((after.winrate - 0.5).abs());
    }
    errors.sort_by(f64::total_cmp);
    assert!(errors[20] < 0.15, "median distance from 50 %: {}", errors[20]);
}

/// Returns an engine at the start of a four-stone game on 9x9 with komi 0.5.
fn handicap_engine(nets: Nets) -> Engine {
    let settings = Settings {
        playouts: Some(400),
        seed: Some(1),
        memory: 16,
        resign_below: 0.0,
        nets,
        ..Settings::default()
    };
    let mut engine = Engine::new(settings, board_size(9), rules(1));
    engine.fixed_handicap(4).expect("four stones fit");
    engine
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn reported_values_exclude_dynamic_komi() {
    for nets in [Nets::embedded().clone(), Nets::default()] {
        for color in Color::BOTH {
            let request = AnalysisRequest { playouts: Some(400), ..AnalysisRequest::of(color) };
            let analysis =
                handicap_engine(nets.clone()).analyze(&request, &mut || false, &mut |_| {});
            let mut reports: Vec<Report> = Vec::new();
            let mut engine = handicap_engine(nets.clone());
            engine.genmove_analyze(&request, &mut || false, &mut |it| reports.push(it.clone()));
            let report = reports.last().expect("the last report of a search");
            let [expected, found] = [&analysis, report].map(|it| (it.winrate, it.score_lead));
            assert!((expected.0 - found.0).abs() < 0.1, "{color:?}: {found:?}, {expected:?}");
            // So far from even, the scores of nets are inaccurate.
            assert!((expected.1 - found.1).abs() < 16.0, "{color:?}: {found:?}, {expected:?}");
            assert_eq!(expected.1 > 0.0, found.1 > 0.0);
            assert_eq!(engine.last_winrate(), Some(report.winrate));
            assert_eq!(engine.last_score_lead(), Some(report.score_lead));
            let best = report.best().expect("a best move");
            assert!((best.winrate - report.winrate).abs() < 0.15, "{color:?}: {}", best.winrate);
        }
    }
}
