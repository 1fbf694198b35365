//! `label --inputs`: the inputs of KataGo nets.

use std::fs;

use tianyuan::go::{Color, Game, Komi, Move, Rules};
use tianyuan::nn::katago::{AreaOptions, GLOBALS, Inputs, PLANES};

use super::answers::random_net;
use super::{label, label_until, line_of, lines, played, size};
use crate::support::folder::{contents, empty_folder};

/// A row of an input file, with the points of its planes.
struct Row {
    planes: Vec<Vec<bool>>,
    symmetries: u8,
    numbers: Vec<f32>,
}

/// Returns the rows of an input file for a board size.
fn rows(bytes: &[u8], lines: usize) -> Vec<Row> {
    let (head, rows) = bytes.split_at(64);
    let (area, each) = (lines * lines, (lines * lines).div_ceil(8));
    let length = (PLANES + 1) * each + 4 + 4 * GLOBALS;
    let number = |at: usize| u32::from_le_bytes(head[at..at + 4].try_into().expect("four bytes"));
    assert_eq!(&head[..8], b"GOINP001");
    assert_eq!([8, 12, 16, 20].map(number), [64, lines as u32, length as u32, PLANES as u32]);
    assert_eq!(number(24) as usize, rows.len() / length);
    assert!(rows.len().is_multiple_of(length) && head[28..].iter().all(|&byte| byte == 0));
    let row = |row: &[u8]| {
        let (planes, rest) = row.split_at((PLANES + 1) * each);
        let bit = |plane: &[u8], point: usize| plane[point / 8] >> (point % 8) & 1 == 1;
        let points = |plane: &[u8]| (0..area).map(|point| bit(plane, point)).collect();
        let numbers = rest[4..].chunks(4).map(|it| f32::from_le_bytes(it.try_into().expect("4")));
        Row {
            planes: planes.chunks(each).map(points).collect(),
            symmetries: rest[0],
            numbers: numbers.collect(),
        }
    };
    rows.chunks(length).map(row).collect()
}

/// Compares a row with its position.
fn compare(row: &Row, position: &Game, color: Color) {
    let inputs = Inputs::of_game_by_rules(position, color, AreaOptions::default());
    for (plane, found) in row.planes[..PLANES].iter().enumerate() {
        let due = inputs.planes.chunks(PLANES).map(|point| point[plane] == 1.0);
        assert!(found.iter().copied().eq(due), "plane {plane}");
    }
    let points = position.size().points_from_top();
    let legal = points.map(|point| position.is_legal(color, point).is_ok());
    assert!(row.planes[PLANES].iter().copied().eq(legal), "where a move is legal");
    assert_eq!(row.numbers, inputs.globals);
}

#[test]
fn inputs_match_positions() {
    let folder = empty_folder("label/asked");
    let net = random_net(&folder);
    let game = played(7, 60, 4);
    let options = "--size 7 --komi 5.5 --symmetries 3 --inputs";
    let options = format!("{options} --net {}", net.display());
    label(&folder.join("out"), &line_of(&game, "W+2.5"), &options).expect("it writes");
    let rows = rows(&fs::read(folder.join("out/7x7-00000.inp")).expect("there"), 7);
    assert_eq!(rows.len(), game.turns().len());
    let komi = Komi::from_half_points(11).expect("a komi");
    let mut position = Game::new(size(7), Rules { komi, ..Rules::CHINESE });
    for (row, turn) in rows.iter().zip(game.turns()) {
        compare(row, &position, turn.color);
        assert_eq!(row.symmetries.count_ones(), 3);
        position.play(turn.color, turn.point().map_or(Move::Pass, Move::Play)).expect("legal");
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn targets_can_be_added_to_inputs() {
    let folder = empty_folder("label/asked-later");
    let net = random_net(&folder);
    let games = lines(12);
    // `auto` selects kernels by measured time, and different kernels round differently.
    let answers = format!(
        "--size 9 --positions-per-game 7 --chunk-size 20 --komi-spread 3 --net-precision f32 --net {}",
        net.display()
    );
    let inputs = format!("{answers} --inputs");
    let [whole, out] = ["whole", "out"].map(|name| folder.join(name));
    label(&whole, &games, &answers).expect("it labels");
    let interrupted = label_until(30, &out, &games, &format!("{inputs} --threads 1"));
    assert!(interrupted.is_err_and(|error| error.contains("run the same command to resume")));
    let said = label(&out, &games, &inputs).expect("it goes on");
    assert_eq!(said[1], "21 of 84 positions already labelled");
    let written = contents(&out);
    let names: Vec<&str> = written.keys().map(String::as_str).take(4).collect();
    assert_eq!(names, ["9x9-00000.inp", "9x9-00000.rec", "9x9-00001.inp", "9x9-00001.rec"]);

    label(&out, &games, &answers).expect("it labels the rest");
    let all = contents(&out);
    assert!(written.iter().all(|(name, bytes)| all[name] == *bytes), "nothing was changed");
    let pairs = contents(&whole);
    for (name, bytes) in pairs.iter().filter(|(name, _)| *name != "label.jsonl") {
        assert!(all[name] == *bytes, "{name}");
    }
}

#[test]
fn inputs_match_katago_net() {
    let folder = empty_folder("label/asked-wrongly");
    let error = label(&folder.join("out"), &lines(1), "--size 9 --inputs");
    let due = "input files require a KataGo net (--net)";
    assert_eq!(error, Err(due.into()));
    assert!(!folder.join("out").exists(), "no folder is made for nothing");
    let net = random_net(&folder);
    let error = label(&folder, "", &format!("--inputs --visits 9 --net {}", net.display()));
    assert!(error.is_err_and(|error| error.contains("--visits")));
}
