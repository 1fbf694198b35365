//! The value of moving first, compared with exact values of generated endgame positions.

use std::collections::HashSet;
use std::fs;

use rand::SeedableRng;
use rand::rngs::StdRng;
use serde_json::Value as Json;

use super::endgame_positions::{Endgame, Exact, Kos, LINES, endgame, play};
use super::run;
use crate::support::folder::empty_folder;

/// The number of positions.
const POSITIONS: usize = 100;

/// Returns different positions whose exact gain is known.
fn positions() -> Vec<(Endgame, i32)> {
    let mut random = StdRng::seed_from_u64(62);
    let mut known = HashSet::new();
    let mut positions = Vec::new();
    while positions.len() < POSITIONS {
        let position = endgame(&mut random);
        if !known.insert((position.cells, position.color)) {
            continue;
        }
        if let Some(gain) = position.exact_gain() {
            positions.push((position, gain));
        }
    }
    positions
}

/// Returns the line about the only position of a review.
fn position_line(text: &str) -> Json {
    let mut lines = text.lines().map(|line| serde_json::from_str::<Json>(line).expect("JSON"));
    lines.find(|line| line["type"] == "position").expect("a position")
}

fn place_of(vertex: &str) -> usize {
    let column = "ABCDEFGHJ".find(&vertex[..1]).expect("a column");
    let row: usize = vertex[1..].parse().expect("a row");
    (LINES - row) * LINES + column
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn gain_and_sente_match_exact_endgame_values() {
    let folder = empty_folder("review-move-values");
    let positions = positions();
    for (i, (position, _)) in positions.iter().enumerate() {
        fs::write(folder.join(format!("{i:03}.sgf")), position.sgf()).expect("written");
    }
    let said =
        run(&folder, &[".", "-o", "out", "--format", "json", "--move-values", "--jobs", "2"]);
    assert_eq!(said.status, 0, "{}", said.text());
    let mut errors = Vec::new();
    let (mut judged, mut right) = (0, 0);
    for (i, (position, gain)) in positions.iter().enumerate() {
        let text = fs::read_to_string(folder.join(format!("out/{i:03}.jsonl"))).expect("written");
        let line = position_line(&text);
        let found = &line["first_move"];
        let best = line["choices"][0]["move"].as_str().expect("a move");
        let error = found["gain"].as_f64().unwrap_or(0.0) - f64::from(*gain);
        errors.push(error.abs());
        let sente = (best != "pass").then(|| position.is_sente(place_of(best))).flatten();
        if let Some(sente) = sente {
            judged += 1;
            right += usize::from(found["sente"] == sente);
        }
        println!("{i:03}: {best} exact {gain}, error {error:.2}, sente {sente:?}, found {found}");
    }
    errors.sort_by(f64::total_cmp);
    let median = errors[POSITIONS / 2];
    println!("median error {median:.2} points; sente or gote right: {right} of {judged}");
    assert!(median <= 0.5, "median error {median}");
    assert!(judged >= POSITIONS / 2 && right * 100 >= judged * 95, "{right} of {judged}");
    fs::remove_dir_all(folder).expect("removed");
}

/// Returns the settled board with a corridor of White's moves into Black's side.
fn corridor(length: usize) -> Endgame {
    let mut random = StdRng::seed_from_u64(1);
    loop {
        let mut position = endgame(&mut random);
        let row = 3 * LINES;
        let wanted: Vec<usize> = (0..length).map(|depth| row + 4 - depth).collect();
        if position.regions == [wanted] {
            position.color = 1;
            return position;
        }
    }
}

#[test]
fn exact_values_of_corridors_are_the_known_ones() {
    // With area scoring: C1 = {1 | -1}, C2 = {2 | C1 - 1} and C3 = {3 | C2 - 1}, above the settled points.
    for (length, gain, temperature) in [(1, 2, 1.0), (2, 2, 1.5), (3, 2, 1.75)] {
        let position = corridor(length);
        assert_eq!(position.exact_gain(), Some(gain), "corridor of {length}");
        let mut exact = Exact::new(&position.cells, &position.regions[0], Kos::Forbidden);
        let found = exact.temperature(&position.cells);
        assert!((found - temperature).abs() <= 0.125, "corridor of {length}: {found}");
        let pushed = play(&position.cells, 2, position.regions[0][0], Kos::Forbidden);
        let after = exact.temperature(&pushed.expect("legal"));
        assert!(after < found, "a push into a corridor is gote");
    }
}
