//! The end of a game: when the engine passes, what it captures first, and which stones it reports as dead.

use tianyuan::engine::{Engine, Settings};
use tianyuan::go::diagram::draw;
use tianyuan::go::{Action, Color, Diagram, Komi, Move, Rules};
use tianyuan::nn::Nets;

use crate::support::positions::HANGING;

/// Returns an engine with a net and an engine without one for the diagram.
fn engines_at(text: &str, rules: Rules) -> impl Iterator<Item = (Diagram, Engine)> {
    engines_with(7, text, rules)
}

fn engines_with(seed: u64, text: &str, rules: Rules) -> impl Iterator<Item = (Diagram, Engine)> {
    [Nets::default(), Nets::embedded().clone()].into_iter().map(move |nets| {
        let (playouts, seed) = (Some(400), Some(seed));
        let settings = Settings { playouts, seed, nets, memory: 16, ..Settings::default() };
        let diagram = Diagram::parse(text);
        let mut engine = Engine::new(settings, diagram.size, rules);
        engine.setup(&diagram.stones, Color::Black).expect("a legal position");
        (diagram, engine)
    })
}

/// Rules by name, with a komi of half a point.
fn rules(name: &str) -> Rules {
    let komi = Komi::from_half_points(1).expect("a komi");
    Rules::from_name(name, komi).expect("a name")
}

fn genmove(engine: &mut Engine, color: Color) -> Action {
    engine.genmove(color, &mut || false)
}

const PASS: Action = Action::Move(Move::Pass);

/// Black is far ahead; the points in the middle are neutral.
const SHARED: &str = "
    . X . X . O .
    X X X X . O O
    . X . X . O .
    X X X X . O O
    . X . X . O .
    X X X X . O O
    . X . X . O .";

#[test]
fn leader_passes_after_opponent() {
    for name in ["chinese", "japanese", "tromp-taylor"] {
        for (_, mut engine) in engines_at(SHARED, rules(name)) {
            engine.play(Color::White, Move::Pass).expect("a pass is legal");
            assert_eq!(genmove(&mut engine, Color::Black), PASS, "{name}");
        }
    }
}

#[test]
fn dame_are_filled_before_first_pass() {
    let both = ["chinese", "tromp-taylor"].map(rules);
    for (_, mut engine) in both.into_iter().flat_map(|rules| engines_at(SHARED, rules)) {
        let mut color = Color::Black;
        while genmove(&mut engine, color) != PASS {
            color = !color;
        }
        let count = engine.game().area_count(&engine.judge().dead);
        assert!(count.black_halves >= 2 * 31 && count.white_halves >= 2 * 17, "{count:?}");
        let turns = engine.game().turns().len();
        assert!(turns <= 9, "seven shared points took {turns} turns");
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn opponent_pass_does_not_leave_stones_in_atari() {
    for (diagram, mut engine) in engines_at(HANGING, rules("chinese")) {
        for color in Color::BOTH {
            engine.play(!color, Move::Pass).expect("a pass is legal");
            let answer = engine.choose(color, &mut || false);
            assert_eq!(answer, Action::Move(Move::Play(diagram.mark('a'))), "{color}");
            engine.undo(1).expect("a pass");
        }
    }
}

#[test]
fn own_territory_is_not_filled_if_it_costs_points() {
    // White's stones in the upper right are dead and need no move.
    for (_, mut engine) in engines_at(
        ". X . X . . .
         X X X X . O O
         . . . X . . .
         . . . X X X X
         X X X X O O O
         . . . X O . .
         . . . X O . .",
        rules("japanese"),
    ) {
        engine.play(Color::White, Move::Pass).expect("a pass is legal");
        assert_eq!(genmove(&mut engine, Color::Black), PASS);
    }
}

#[test]
fn urgent_defence_precedes_dame() {
    // Without a move at a the black stones have one eye; with it all their area is certain.
    let text = "
        . a . X . O .
        X X X X . O O
        X X X X . O .
        X X X X . O O
        X X X X . O .
        X X X X . O O
        X X X X . O .";
    for seed in 0..10 {
        for (diagram, mut engine) in engines_with(seed, text, rules("chinese")) {
            engine.settings_mut().playouts = Some(1000);
            let answer = genmove(&mut engine, Color::Black);
            assert_eq!(answer, Action::Move(Move::Play(diagram.mark('a'))), "seed {seed}");
        }
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn pass_requires_settled_ownership() {
    // Ownership is almost certain, since Black's capture of two stones at a prevents the capture of five.
    for (diagram, mut engine) in engines_at(
        ". X X O O . O . O
         . X . X O . . O O
         . X . . X O O O X
         X X X X X X O O X
         O X O O O O O X X
         . O X X X O O X a
         O O O X O O X O O
         O . O X X X X X X
         . X O O X . . . .",
        Rules::CHINESE,
    ) {
        engine.settings_mut().playouts = Some(1000);
        let answer = genmove(&mut engine, Color::Black);
        assert_eq!(answer, Action::Move(Move::Play(diagram.mark('a'))));
    }
}

/// White stones in Black's area: two stones have room but no eyes, and a group has one three-point eye with a black
/// stone in it, so Black must play a throw-in to capture it.
const DEAD: &str = "
    . X . O X . O . X
    O O O O X . . . X
    X X X X X . . O X
    X . X . X X X X X
    X X X X . X . X .
    . X . X X X X X X
    X X X . X . X X .
    X . X X X X X . X
    X X . X . X . X X";

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn cleanup_captures_all_dead_stones() {
    for resisting in [false, true] {
        for (diagram, mut engine) in engines_at(DEAD, rules("chinese")) {
            let white: Vec<_> =
                diagram.stones.iter().filter(|(color, _)| *color == Color::White).collect();
            for _ in 0..2 {
                engine.play(engine.game().to_play(), Move::Pass).expect("a pass is legal");
            }
            let mut moves = 0;
            while engine.genmove_cleanup(Color::Black, &mut || false) != PASS {
                let reply =
                    if resisting { engine.choose(Color::White, &mut || false) } else { PASS };
                let Action::Move(mv) = reply else { panic!("White gives up") };
                engine.play(Color::White, mv).expect("the engine chooses legal moves");
                moves += 1;
                assert!(moves < 60, "no end:\n{}", draw(engine.game().board()));
            }
            let board = engine.game().board();
            let left = board.stone_count(Color::White);
            assert_eq!(left, 0, "resisting: {resisting}\n{}", draw(board));
            assert!(engine.game().prisoners(Color::White) >= white.len());
        }
    }
}
