//! Raw net outputs in the formats of KataGo and Leela Zero.

use std::io::Cursor;

use rand::SeedableRng;
use rand::rngs::StdRng;
use tianyuan::engine::{Engine, Settings};
use tianyuan::go::{BoardSize, Rules};
use tianyuan::nn::{AnyNet, Nets, Symmetry, katago};
use tianyuan::protocol::vertex;
use tianyuan::session::{self, ProtocolChoice};

use crate::support::random_katago_net::{Plan, RandomBlock, random_file};

/// Names and decimal places of the lines before the policy, as in KataGo.
const NUMBERS: [(&str, usize); 9] = [
    ("whiteWin", 6),
    ("whiteLoss", 6),
    ("noResult", 6),
    ("whiteLead", 3),
    ("whiteScoreSelfplay", 3),
    ("whiteScoreSelfplaySq", 3),
    ("varTimeLeft", 3),
    ("shorttermWinlossError", 3),
    ("shorttermScoreError", 3),
];

fn random_net(version: usize) -> Nets {
    let plan = Plan {
        version,
        is_binary: true,
        channels: 8,
        blocks: vec![RandomBlock::Ordinary, RandomBlock::Pooling],
        activation: "ACTIVATION_MISH",
        has_rms_norm: false,
    };
    let file = random_file(&plan, &mut StdRng::seed_from_u64(version as u64));
    let model = katago::read(Cursor::new(file)).expect("a net");
    Nets::new([AnyNet::katago(katago::Net::new(model), 1)])
}

/// Returns the responses to some lines on a board of this size.
fn talk(nets: &Nets, lines: usize, input: &str) -> String {
    let settings =
        Settings { nets: nets.clone(), memory: 16, seed: Some(1), ..Settings::default() };
    let size = BoardSize::new(lines).expect("a size");
    let mut engine = Engine::new(settings, size, Rules::CHINESE);
    let input = Cursor::new(format!("boardsize {lines}\n{input}\n").into_bytes());
    let mut output = Vec::new();
    let options = session::Options { protocol: ProtocolChoice::Gtp, ..Default::default() };
    session::run(input, &mut output, options, &mut engine).expect("memory takes it");
    String::from_utf8(output).expect("text")
}

/// Returns the text of the last response without its status.
fn answer(nets: &Nets, lines: usize, moves: &[(char, (usize, usize))], question: &str) -> String {
    let size = BoardSize::new(lines).expect("a size");
    let moves = moves.iter().map(|&(color, (column, row))| {
        format!("play {color} {}\n", vertex::vertex(size, size.point(column, row)))
    });
    let said = talk(nets, lines, &(moves.collect::<String>() + question));
    let begin = said.rfind("\n= ").expect("a success") + 3;
    said[begin..].strip_suffix("\n\n").expect("the end of a response").to_owned()
}

/// Parses a raw output into numbers by name, policy and pass, and ownership; asserts its format.
struct Raw {
    symmetry: usize,
    numbers: Vec<f64>,
    policy: Vec<f64>,
    pass: f64,
    ownership: Vec<f64>,
}

fn number(text: &str, decimals: usize) -> f64 {
    let (_, fraction) = text.split_once('.').unwrap_or_else(|| panic!("{text:?} has no point"));
    assert_eq!(fraction.len(), decimals, "{text:?}");
    text.parse().unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

/// Returns the fields of a row; each but the last ends with a space.
fn fields(row: &str, is_last: bool) -> Vec<&str> {
    let row = if is_last { row } else { row.strip_suffix(' ').expect("a blank ends the row") };
    assert!(!row.ends_with(' '), "{row:?}");
    row.split(' ').filter(|field| !field.is_empty()).collect()
}

fn raw(text: &str, lines: usize) -> Raw {
    let text: Vec<&str> = text.split('\n').collect();
    assert_eq!(text.len(), 13 + 2 * lines);
    let symmetry = text[0].strip_prefix("symmetry ").expect("a symmetry");
    let numbers = NUMBERS.iter().zip(&text[1..]).map(|(&(name, decimals), line)| {
        let (found, value) = line.split_once(' ').expect("a name and a number");
        assert_eq!(found, name);
        number(value, decimals)
    });
    assert_eq!((text[10], text[12 + lines]), ("policy", "whiteOwnership"));
    let policy = text[11..11 + lines].iter().flat_map(|row| {
        // KataGo's marker of illegal moves is narrower than the numbers.
        assert_eq!(row.len(), 9 * lines - row.matches("NAN").count(), "{row:?}");
        let values = fields(row, false);
        assert_eq!(values.len(), lines);
        values.into_iter().map(|v| if v == "NAN" { f64::NAN } else { number(v, 6) })
    });
    let pass = text[11 + lines].strip_prefix("policyPass ").expect("a pass");
    let ownership = text[13 + lines..].iter().enumerate().flat_map(|(row, line)| {
        let values = fields(line, row + 1 == lines);
        assert_eq!(values.len(), lines);
        values.into_iter().map(|value| number(value, 7))
    });
    Raw {
        symmetry: symmetry.parse().expect("a number"),
        numbers: numbers.collect(),
        policy: policy.collect(),
        pass: number(fields(pass, false)[0], 6),
        ownership: ownership.collect(),
    }
}

/// Some moves without symmetry: a capture, a ladder, a stone in atari.
const MOVES: [(char, (usize, usize)); 9] = [
    ('b', (0, 1)),
    ('w', (1, 1)),
    ('b', (5, 5)),
    ('w', (0, 0)),
    ('b', (4, 4)),
    ('w', (0, 2)),
    ('b', (4, 5)),
    ('w', (6, 4)),
    ('b', (2, 3)),
];

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn kata_raw_nn_has_katago_format() {
    for version in [8, 9, 12, 15, 16] {
        let answer = raw(&answer(&random_net(version), 7, &MOVES, "kata-raw-nn 0"), 7);
        assert_eq!(answer.symmetry, 0);
        let [win, loss, none] = answer.numbers[..3] else { panic!("three chances") };
        assert!((win + loss + none - 1.0).abs() < 1e-5, "{:?}", answer.numbers);
        // Nets of version 8 have no uncertainty output.
        assert_eq!(answer.numbers[6..].iter().all(|&known| known == -1.0), version == 8);
        assert!(version == 8 || answer.numbers[6..].iter().all(|&known| known > 0.0));
        let shares: f64 = answer.policy.iter().filter(|share| share.is_finite()).sum();
        assert!((shares + answer.pass - 1.0).abs() < 1e-4, "{shares} {}", answer.pass);
        // Eight of nine stones remain, and White may not retake.
        let stones = answer.policy.iter().filter(|share| share.is_nan()).count();
        assert_eq!(stones, 8, "{:?}", answer.policy);
        assert!(answer.ownership.iter().all(|owner| owner.abs() <= 1.0));
    }
}

/// Returns the parts of a response about all symmetries.
fn parts(answer: &str) -> Vec<String> {
    let lines: Vec<&str> = answer.split_inclusive('\n').collect();
    let parts = lines.chunk_by(|_, next| !next.starts_with("symmetry "));
    parts.map(|part| part.concat().trim_end().to_owned()).collect()
}

#[test]
fn raw_nn_symmetries_are_inverted() {
    let (nets, lines) = (random_net(15), 7);
    let size = BoardSize::new(lines).expect("a size");
    let all = answer(&nets, lines, &MOVES, "kata-raw-nn all");
    assert!(!all.contains("\n\n"), "a blank line ends a response");
    let parts = parts(&all);
    assert_eq!(parts.len(), 8);
    for (part, symmetry) in parts.iter().zip(Symmetry::ALL) {
        let found = raw(part, lines);
        assert_eq!(found.symmetry, symmetry.index());
        let turned = MOVES.map(|(color, (column, row))| {
            // Rows are counted from the bottom in the game and from the top in a net.
            let image = symmetry.image((lines - 1 - row) * lines + column, lines);
            (color, (image % lines, lines - 1 - image / lines))
        });
        let due = raw(&answer(&nets, lines, &turned, "kata-raw-nn 0"), lines);
        assert_eq!(found.numbers, due.numbers, "{symmetry:?}");
        let back = symmetry.turned_back(lines, &due.policy);
        // The probabilities are summed in another order.
        let same = |(a, b): (&f64, &f64)| (a - b).abs() < 2e-6 || a.is_nan() && b.is_nan();
        assert!(found.policy.iter().zip(&back).all(same), "{symmetry:?}");
        assert_eq!(found.ownership, symmetry.turned_back(lines, &due.ownership), "{symmetry:?}");
        assert_eq!(single(&nets, symmetry), *part);
    }
    let different = parts.iter().map(|part| part.lines().nth(1)).collect::<Vec<_>>();
    assert!(different.iter().any(|line| *line != different[0]), "the net is not symmetric");
    assert_eq!(size.lines(), lines);
}

fn single(nets: &Nets, symmetry: Symmetry) -> String {
    answer(nets, 7, &MOVES, &format!("kata-raw-nn {}", symmetry.index()))
}

#[test]
fn raw_nn_accepts_colour_and_optimism() {
    let nets = random_net(12);
    let ask = |question: &str| answer(&nets, 7, &MOVES, question);
    // White is to move; without an argument the share of the optimistic policy is KataGo's default.
    assert_eq!(ask("kata-raw-nn 3"), ask("kata-raw-nn white 3 0.2"));
    assert_ne!(ask("kata-raw-nn 3"), ask("kata-raw-nn black 3"));
    let [none, some] = [0, 1].map(|optimism| raw(&ask(&format!("kata-raw-nn 3 {optimism}")), 7));
    assert_eq!(none.numbers, some.numbers);
    assert_ne!(none.pass, some.pass);
}

#[test]
fn raw_nn_rejects_arguments_like_katago() {
    let nets = random_net(8);
    let usage = "for kata-raw-nn (expected an optional color, a symmetry 'all' or index [0-7], and \
                 an optional optimism [0-1])";
    for (question, reason) in [
        ("kata-raw-nn 9", "Expected a symmetry argument 'all' or index [0-7] but got '9'"),
        ("kata-raw-nn b -1", "Expected a symmetry argument 'all' or index [0-7] but got '-1'"),
        ("kata-raw-nn", "Expected a symmetry argument 'all' or index [0-7]"),
        ("kata-raw-nn 0 2", "Expected an optimism value in [0,1] but got '2'"),
        ("kata-raw-nn 0 nan", "Expected an optimism value in [0,1] but got 'nan'"),
        ("kata-raw-nn all 1 x", "Unexpected extra argument 'x'"),
    ] {
        assert_eq!(talk(&nets, 9, question), format!("= \n\n? {reason} {usage}\n\n"));
    }
    for question in ["heatmap 8", "heatmap 1 2", "heatmap x"] {
        assert_eq!(talk(&nets, 9, question), "= \n\n? syntax error\n\n");
    }
}

#[test]
fn raw_nn_requires_net_for_board_size() {
    for (nets, lines) in [(&Nets::default(), 9), (Nets::embedded(), 5), (Nets::embedded(), 21)] {
        for question in ["kata-raw-nn 0", "kata-raw-nn all", "heatmap", "heatmap average"] {
            let due = format!("= \n\n? no net is loaded for boards of {lines} lines\n\n");
            assert_eq!(talk(nets, lines, question), due);
        }
    }
}

#[test]
fn raw_nn_supports_builtin_nets() {
    let answer = raw(&answer(Nets::embedded(), 9, &MOVES, "kata-raw-nn 6"), 9);
    assert_eq!(answer.numbers[2], 0.0, "they know no game without a result");
    let [win, loss, _, lead, ..] = answer.numbers[..] else { panic!("too few numbers") };
    assert_eq!(lead > 0.0, win > loss, "the lead names the player who wins");
    assert_eq!(answer.numbers[6..], [-1.0; 3]);
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn heatmap_prints_policy_in_thousandths() {
    for nets in [&random_net(15), Nets::embedded()] {
        for (question, same) in [("heatmap", "0"), ("heatmap 5", "5")] {
            let map = answer(nets, 9, &MOVES, question);
            let due = raw(&answer(nets, 9, &MOVES, &format!("kata-raw-nn {same}")), 9);
            assert_map(&map, &due.policy, due.pass, due.numbers[0]);
        }
        let all = answer(nets, 9, &MOVES, "heatmap all");
        let maps: Vec<&str> = all.trim_start_matches('\n').split_inclusive("\nwinrate: ").collect();
        assert_eq!(maps.len(), 9, "eight maps, and the last winrate: {all}");
        let eight = answer(nets, 9, &MOVES, "kata-raw-nn all");
        let eight: Vec<Raw> = parts(&eight).iter().map(|one| raw(one, 9)).collect();
        let mean = |of: &dyn Fn(&Raw) -> f64| eight.iter().map(of).sum::<f64>() / 8.0;
        let policy: Vec<f64> = (0..81).map(|point| mean(&|one| one.policy[point])).collect();
        let map = answer(nets, 9, &MOVES, "heatmap average");
        assert_map(&map, &policy, mean(&|one| one.pass), mean(&|one| one.numbers[0]));
    }
}

/// Asserts the probabilities of a heatmap of a 9x9 board with White to play.
fn assert_map(map: &str, policy: &[f64], pass: f64, winrate: f64) {
    let lines: Vec<&str> = map.split('\n').collect();
    assert_eq!((lines[0], lines.len()), ("", 12), "the status stands alone: {map}");
    let rows = lines[1..10].iter().flat_map(|row| {
        // Clients detect a row by a leading space or digit.
        assert!(
            row.len() == 36 && row.starts_with([' ', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
        );
        row.split_whitespace().map(|share| share.parse::<i32>().expect("an integer"))
    });
    let near = |found: i32, due: f64| (f64::from(found) + 0.5 - 1000.0 * due).abs() < 0.51;
    for (found, &due) in rows.zip(policy) {
        assert!(near(found, if due.is_nan() { 0.0 } else { due }), "{found} for {due}");
    }
    let found = lines[10].strip_prefix("pass: ").expect("a pass").parse().expect("an integer");
    assert!(near(found, pass), "{found} for {pass}");
    let found = number(lines[11].strip_prefix("winrate: ").expect("a winrate"), 6);
    assert!((found - winrate).abs() < 2e-6, "{found} for {winrate}");
}
