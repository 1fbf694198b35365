//! Seki: every judge finds both chains in every orientation, before and after passes.

use tianyuan::engine::{DeadStones, Engine, Settings};
use tianyuan::go::{Color, Diagram, Komi, Move, PointSet, Rules};
use tianyuan::nn::Nets;

/// Two groups with an eye each and one common liberty. `x` and `o` are stones in seki.
const EYE_EACH: &str = "
    . o . x . x O . O
    o o x x x x O O O
    X X O O O O O . O
    . X O . . O O O O
    X X O . . O . . O
    . X O . . O . . O
    X X O O . O . . O
    . X O . . O . . O
    X X O . . O . . O";

/// Two common liberties, no eyes.
const TWO_LIBERTIES: &str = "
    . o o o . x O . .
    x x x x x x O . .
    O O O O O O O . .
    . . . . . . . . .
    O O O O O O O O O
    X X X X X X X X X
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .";

/// Returns the eight orientations of a diagram, each also with the colors exchanged.
fn variants(text: &str) -> Vec<String> {
    let mut cells: Vec<Vec<char>> = text
        .trim()
        .lines()
        .map(|line| line.chars().filter(|it| !it.is_whitespace()).collect())
        .collect();
    let mut found = Vec::new();
    for turn in 0..8 {
        cells = match turn {
            4 => cells.into_iter().rev().collect(),
            _ => (0..cells.len()).map(|x| cells.iter().rev().map(|row| row[x]).collect()).collect(),
        };
        let rows: Vec<String> = cells.iter().map(|row| row.iter().collect()).collect();
        let text = rows.join("\n");
        let swapped = text.chars().map(|it| match it {
            'X' => 'O',
            'O' => 'X',
            'x' => 'o',
            'o' => 'x',
            other => other,
        });
        found.push(swapped.collect());
        found.push(text);
    }
    found
}

/// Judges a position before a pass and after one and two passes.
fn judgements(text: &str, nets: &Nets) -> Vec<(DeadStones, PointSet)> {
    let diagram = Diagram::parse(&text.to_uppercase());
    let size = diagram.size;
    let expected: PointSet = size
        .points_from_top()
        .zip(text.chars().filter(|it| !it.is_whitespace()))
        .filter(|(_, cell)| cell.is_ascii_lowercase())
        .map(|(point, _)| point)
        .collect();
    let komi = Komi::from_half_points(13).expect("a komi");
    let rules = Rules::from_name("japanese", komi).expect("a rule set");
    let settings = Settings { nets: nets.clone(), memory: 16, ..Settings::default() };
    let mut engine = Engine::new(settings, size, rules);
    engine.setup(&diagram.stones, Color::Black).expect("a legal position");
    let mut found = vec![(engine.judge(), expected)];
    for color in Color::BOTH {
        engine.play(color, Move::Pass).expect("a pass is legal");
        found.push((engine.judge(), expected));
    }
    found
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn seki_is_found_in_all_orientations_before_and_after_passes() {
    for text in [EYE_EACH, TWO_LIBERTIES].into_iter().flat_map(variants) {
        for nets in [Nets::embedded(), &Nets::default()] {
            for (passes, (judgement, expected)) in judgements(&text, nets).iter().enumerate() {
                assert_eq!(judgement.seki, *expected, "{passes} passes:\n{text}");
                assert!(judgement.dead.is_empty(), "{passes} passes:\n{text}");
            }
        }
    }
}
