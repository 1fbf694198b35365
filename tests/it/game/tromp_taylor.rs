//! Games whose rules score all stones on the board after two passes, such as Tromp-Taylor rules: dead stones must be
//! captured first. The referee removes nothing and scores by its own flood fill.

use rand::RngExt;
use rand::rngs::StdRng;
use tianyuan::engine::{AnalysisRequest, Candidate, Engine, MoveBan, MoveFilter, Report, Settings};
use tianyuan::go::diagram::draw;
use tianyuan::go::{Action, BoardSize, Color, Diagram, Game, Komi, Move, Point, PointSet, Rules};
use tianyuan::nn::Nets;

use crate::support::oracle::{Oracle, Stones};
use crate::support::random_player::random_move;
use crate::support::seeded::with_seeds;

const PASS: Action = Action::Move(Move::Pass);

/// The white stones are dead; with all stones on the board Black has 15 points and White 3.
const DEAD: &str = "
    O . X . .
    . . X . .
    O . X . .
    . . X . .
    O . X . .";

/// The same for a search with a net: white stones with room but without eyes. With all stones on the board only
/// stones and Black's eyes count.
const DEAD_ON_9: &str = "
    . X . X . O X . X
    X X X X . O X X X
    . . . X . . X . X
    . O . X O . X X .
    . . . X . . X . X
    X X X X X X X X X
    . X . X X . X . X
    X X X . X X X X X
    . X . X . X X . X";

/// The upper left is a seki with an eye each. The black stone below is dead; the area around it is White's after its
/// removal.
const SEKI: &str = "
    . O . X . X O . O
    O O X X X X O O O
    X X O O O O O . O
    . X O . . O O O O
    X X O . . O . . O
    . X O . . O . . O
    X X O X . O . . O
    . X O . . O . . O
    X X O . . O . . O";

/// Tromp-Taylor rules with a komi in half points.
fn rules(half_points: i32) -> Rules {
    let komi = Komi::from_half_points(half_points).expect("a komi");
    Rules::from_name("tromp-taylor", komi).expect("a name")
}

fn settings(nets: Nets, playouts: u64) -> Settings {
    Settings {
        nets,
        playouts: Some(playouts),
        seed: Some(1),
        threads: 1,
        memory: 16,
        resign_below: 0.0,
        ..Settings::default()
    }
}

/// A position, possibly with exchanged colours, for the player who is Black in the diagram. `lead` is the player's
/// lead in half points, counting all stones as alive.
fn engine_at(text: &str, me: Color, lead: i32, nets: Nets) -> Engine {
    let diagram = Diagram::parse(text);
    let changed =
        |&(color, point): &(Color, Point)| (if me == Color::Black { color } else { !color }, point);
    let stones: Vec<_> = diagram.stones.iter().map(changed).collect();
    let game = Game::setup(diagram.size, rules(0), &stones, me).expect("a position");
    let komi = naive_score(&game) - lead * me.sign();
    let mut engine = Engine::new(settings(nets, 400), diagram.size, rules(komi));
    engine.setup(&stones, me).expect("the same position");
    engine
}

fn nets() -> [Nets; 2] {
    [Nets::default(), Nets::embedded().clone()]
}

fn genmove(engine: &mut Engine, color: Color) -> Action {
    engine.genmove(color, &mut || false)
}

/// Returns Black's score in half points by a flood fill of the board.
fn naive_score(game: &Game) -> i32 {
    let size = game.size();
    let oracle = Oracle::new(size.lines(), *game.rules());
    let stones: Stones = size.points().map(|point| game.board().color_at(point)).collect();
    let [black, white] = oracle.area_of(&stones).map(|points| points as i32);
    2 * (black - white) - game.rules().komi.half_points()
}

/// Plays until two passes and returns the naive score for `me`.
fn finish(engine: &mut Engine, me: Color, mut reply: impl FnMut(&mut Engine) -> Move) -> i32 {
    let most = engine.game().turns().len() + 4 * engine.game().size().area();
    while !engine.game().is_over() {
        let Action::Move(_) = genmove(engine, me) else { panic!("it never resigns") };
        if !engine.game().is_over() {
            let mv = reply(engine);
            engine.play(!me, mv).expect("a legal reply");
        }
        assert!(engine.game().turns().len() < most, "no end:\n{}", draw(engine.game().board()));
    }
    let score = naive_score(engine.game());
    assert_eq!(engine.final_score().0, score, "{}", draw(engine.game().board()));
    let judgement = engine.judge();
    assert!(judgement.dead.is_empty() && judgement.seki.is_empty());
    assert_eq!(judgement.alive.len(), engine.game().board().stones().count());
    score * me.sign()
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn dead_stones_are_captured_if_score_requires() {
    // A lead of half a point, and leads that require the capture of almost all or all stones.
    for (text, leads) in [(DEAD, &[-1, -19, -25][..]), (DEAD_ON_9, &[-1, -9])] {
        for (me, nets) in Color::BOTH.into_iter().flat_map(|me| nets().map(|nets| (me, nets))) {
            for &lead in leads {
                for passed in [true, false] {
                    let mut engine = engine_at(text, me, lead, nets.clone());
                    if passed {
                        engine.play(!me, Move::Pass).expect("a pass is legal");
                    }
                    let score = finish(&mut engine, me, |_| Move::Pass);
                    assert!(score > 0, "{me} {lead} {passed}:\n{}", draw(engine.game().board()));
                }
            }
        }
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn winning_position_is_ended_by_pass() {
    for (text, me) in
        [DEAD, DEAD_ON_9].into_iter().flat_map(|text| Color::BOTH.map(|me| (text, me)))
    {
        for nets in nets() {
            let mut engine = engine_at(text, me, 1, nets.clone());
            engine.play(!me, Move::Pass).expect("a pass is legal");
            assert_eq!(genmove(&mut engine, me), PASS);
            assert_eq!(engine.last_winrate(), Some(1.0));
            assert_eq!(engine.final_score().0, me.sign());
            // The side with the dead stones may also win this way.
            let mut engine = engine_at(text, me, -1, nets);
            engine.play(me, Move::Pass).expect("a pass is legal");
            assert_eq!(genmove(&mut engine, !me), PASS);
            assert_eq!(engine.final_score().0, -me.sign());
        }
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn seki_is_not_touched() {
    for (me, nets) in Color::BOTH.into_iter().flat_map(|me| nets().map(|nets| (me, nets))) {
        // White moves in the diagram.
        let mut engine = engine_at(SEKI, !me, 11, nets);
        let size = engine.game().size();
        engine.play(!me, Move::Pass).expect("a pass is legal");
        let score = finish(&mut engine, me, |_| Move::Pass);
        let board = engine.game().board();
        assert!(score > 0, "{me}:\n{}", draw(board));
        for (column, row, color) in [(1, 8, me), (0, 7, me), (3, 8, !me), (5, 7, !me)] {
            let there = board.color_at(size.point(column, row));
            assert_eq!(there, Some(color), "{me}:\n{}", draw(board));
        }
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn resistance_does_not_change_result() {
    for (text, me) in [DEAD, SEKI].into_iter().flat_map(|text| Color::BOTH.map(|me| (text, me))) {
        let drawn = if text == SEKI { !me } else { me };
        let mut engine =
            engine_at(text, drawn, if text == SEKI { 11 } else { -19 }, Nets::default());
        engine.play(!me, Move::Pass).expect("a pass is legal");
        let score = finish(&mut engine, me, |engine| match engine.choose(!me, &mut || false) {
            Action::Move(mv) => mv,
            Action::Resign => Move::Pass,
        });
        assert!(score > 0, "{me}:\n{}", draw(engine.game().board()));
    }
}

#[test]
fn territory_scoring_removes_dead_stones() {
    let mut engine = engine_at(DEAD, Color::Black, 1, Nets::default());
    let territory = Rules::from_name("japanese", Komi::default()).expect("a name");
    engine.set_rules(Rules { friendly_pass_ok: false, ..territory });
    engine.play(Color::White, Move::Pass).expect("a pass is legal");
    assert_eq!(genmove(&mut engine, Color::Black), PASS, "a capture would cost points");
    assert_eq!(engine.final_score().to_string(), "B+23");
    assert_eq!(engine.judge().dead.len(), 3);
}

fn analysis(engine: &mut Engine, color: Color, restriction: MoveFilter) -> Report {
    let of_color = AnalysisRequest::of(color);
    let request = AnalysisRequest { playouts: Some(600), by_move: true, restriction, ..of_color };
    engine.analyze(&request, &mut || false, &mut |_| {})
}

/// Compares an analysis of all moves with an analysis of the pass alone.
fn analyses(engine: &mut Engine, color: Color) -> (Report, Candidate) {
    let ban = MoveBan { color, points: PointSet::EMPTY, pass: true, only: true, depth: 1 };
    let mut pass_alone = MoveFilter::default();
    pass_alone.add(ban);
    let pass = analysis(engine, color, pass_alone).candidates[0].clone();
    assert_eq!(pass.mv, Move::Pass);
    (analysis(engine, color, MoveFilter::default()), pass)
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn analysis_scores_all_stones_after_two_passes() {
    for nets in nets() {
        let mut engine = engine_at(DEAD_ON_9, Color::Black, -1, nets);
        engine.play(Color::White, Move::Pass).expect("a pass is legal");
        let stones = engine.game().board().stones().filter(|(color, _)| *color == Color::White);
        let dead: Vec<Point> = stones.map(|(_, point)| point).collect();
        let owned = |all: &[(Point, f64)]| {
            let of_dead = all.iter().filter(|(point, _)| dead.contains(point));
            of_dead.map(|(_, share)| share).sum::<f64>() / dead.len() as f64
        };
        let (report, pass) = analyses(&mut engine, Color::Black);
        let best = report.best().expect("there was time");
        assert_ne!(best.mv, Move::Pass);
        assert!(report.winrate > 0.8 && report.score_lead > 5.0, "{report:?}");
        assert!(owned(&report.ownership) > 0.7, "they are captured");
        assert_eq!(pass.winrate, 0.0);
        assert!(pass.score_lead < best.score_lead - 3.0, "{} {}", pass.score_lead, best.score_lead);
        assert_eq!(owned(&pass.ownership), -1.0, "they stand");

        // Rules that remove dead stones give another result, and no tree is reused between the two.
        let standing = *engine.game().rules();
        engine.set_rules(Rules { friendly_pass_ok: true, ..standing });
        assert!(analyses(&mut engine, Color::Black).1.winrate > 0.9);
        engine.set_rules(standing);
        assert_eq!(analyses(&mut engine, Color::Black).1.winrate, 0.0);
    }
}

/// Returns a random move, sometimes a pass.
fn careless_move(engine: &mut Engine, color: Color, rng: &mut StdRng) -> Move {
    if rng.random_bool(0.1) {
        return Move::Pass;
    }
    random_move(engine.game(), color, rng)
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn games_against_careless_player_are_won_by_tromp_taylor_score() {
    with_seeds(|rng| {
        for (lines, nets, playouts) in [
            (5, Nets::default(), 100),
            (6, Nets::default(), 100),
            (9, Nets::embedded().clone(), 24),
        ] {
            for me in Color::BOTH {
                let size = BoardSize::new(lines).expect("a size");
                let settings = settings(nets.clone(), playouts);
                let mut engine = Engine::new(settings, size, rules(1));
                if me == Color::White {
                    let mv = careless_move(&mut engine, Color::Black, rng);
                    engine.play(Color::Black, mv).expect("a legal move");
                }
                let score = finish(&mut engine, me, |engine| careless_move(engine, !me, rng));
                assert!(score > 0, "{me} on {lines}:\n{}", draw(engine.game().board()));
            }
        }
    });
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn winning_side_does_not_pass_into_lost_score() {
    for seed in 0..8 {
        let size = BoardSize::new(5 + seed as usize % 3).expect("a size");
        let rules = rules(if seed % 2 == 0 { 1 } else { 15 });
        let mut engines = [60, 15].map(|playouts| {
            let settings = Settings { seed: Some(seed), ..settings(Nets::default(), playouts) };
            Engine::new(settings, size, rules)
        });
        if seed >= 4 {
            engines.swap(0, 1);
        }
        let mut color = Color::Black;
        while !engines[0].game().is_over() {
            let Action::Move(mv) = genmove(&mut engines[color.index()], color) else {
                panic!("it never resigns")
            };
            engines[(!color).index()].play(color, mv).expect("a legal move");
            color = !color;
            let turns = engines[0].game().turns().len();
            assert!(turns < 5 * size.area(), "{}", draw(engines[0].game().board()));
        }
        let last = !color;
        let believed = engines[last.index()].last_winrate().expect("it has moved") > 0.5;
        let score = naive_score(engines[0].game()) * last.sign();
        assert_eq!(engines[0].final_score(), engines[1].final_score());
        assert_eq!(believed, score > 0, "{seed}:\n{}", draw(engines[0].game().board()));
    }
}
