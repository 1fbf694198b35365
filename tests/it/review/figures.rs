//! Values of a review: grades, accuracy, mistakes and turning points.

use std::fs;

use serde_json::Value;

use super::{GAME, run, text};
use crate::support::folder::{contents, empty_folder};

/// Returns the JSON lines of a review of the game with options.
fn lines(name: &str, options: &[&str]) -> Vec<Value> {
    let folder = empty_folder(name);
    fs::write(folder.join("game.sgf"), GAME).expect("written");
    let arguments = ["game.sgf", "-o", "out", "--playouts", "60", "--format", "json"];
    let said = run(&folder, &[&arguments[..], options].concat());
    assert_eq!((said.status, &*said.errors), (0, ""));
    let files = contents(&folder.join("out"));
    let lines = text(&files["game.jsonl"]).lines();
    lines.map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn of<'a>(lines: &'a [Value], kind: &str) -> Vec<&'a Value> {
    lines.iter().filter(|line| line["type"] == kind).collect()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is not a number"))
}

/// Returns the grade by the limits in the first line.
fn grade(limits: &Value, played: &Value) -> String {
    let reached = |limit: &&Value| {
        number(&played["winrate_loss"]) >= number(&limit["winrate"])
            || number(&played["score_loss"]) >= number(&limit["score"])
    };
    let is_seen = number(&played["winrate_loss"]) > number(&played["winrate_error"]);
    let found = limits.as_array().expect("a list").iter().find(reached);
    let found = found.filter(|_| is_seen).map(|limit| &limit["grade"]);
    found.map_or("good".into(), |grade| grade.as_str().expect("a word").into())
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn grades_follow_limits_and_sum_to_moves() {
    let lines = lines("review/grades", &["--solve-nodes", "0"]);
    let game = of(&lines, "game")[0];
    let moves = of(&lines, "move");
    for played in &moves {
        assert_eq!(played["grade"], grade(&game["grades"], played), "{played}");
        assert!(played["kind"].is_null() || played["grade"] != "good", "{played}");
        let is_sure = number(&played["winrate_loss"]) > 2.0 * number(&played["winrate_error"]);
        assert_eq!(played["sure"], is_sure, "{played}");
    }
    assert!(moves.iter().any(|played| played["grade"] != "good"), "else nothing is tested");
    for player in of(&lines, "player") {
        let own: Vec<&&Value> =
            moves.iter().filter(|played| played["color"] == player["color"]).collect();
        let all = &player["all"];
        for (field, word) in [("blunders", "blunder"), ("mistakes", "mistake"), ("good", "good")] {
            let count = own.iter().filter(|played| played["grade"] == word).count();
            assert_eq!(all[field], count, "{field}");
        }
        let faults = ["blunders", "mistakes", "inaccuracies"].map(|field| number(&all[field]));
        let kinds = ["life-and-death", "reading", "direction", "size"];
        for kind in kinds {
            let count = own.iter().filter(|played| played["kind"] == kind).count();
            assert_eq!(all[kind.replace('-', "_")], count, "{kind}");
        }
        let kinds = kinds.map(|kind| number(&all[kind.replace('-', "_")]));
        assert!(kinds.iter().sum::<f64>() <= faults.iter().sum::<f64>());
        assert!((0.0..=1.0).contains(&number(&all["accuracy"])));
        let lessons = player["lessons"].as_array().expect("a list");
        assert!(lessons.len() <= 5);
        for lesson in lessons {
            let played = moves.iter().find(|played| played["number"] == *lesson).expect("a move");
            assert!(played["grade"] != "good" && played["color"] == player["color"]);
        }
    }
    let turning = &game["turning_point"];
    assert!(turning.is_null() || moves.iter().any(|played| played["number"] == *turning));
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn partial_review_equals_whole_review() {
    let whole = lines("review/all-moves", &["--even"]);
    let part = lines("review/some-moves", &["--moves", "5-7", "--even"]);
    assert_eq!(of(&part, "position").len(), 4, "before and after each");
    let due: Vec<&Value> = of(&whole, "move").drain(4..7).collect();
    assert_eq!(of(&part, "move"), due);
    let folder = empty_folder("review/wrong-moves");
    fs::write(folder.join("game.sgf"), GAME).expect("written");
    for wrong in ["0", "7-5", "a", "5-"] {
        let said = run(&folder, &["game.sgf", "--moves", wrong]);
        assert_eq!(said.status, 2);
        assert!(said.errors.contains("expected a move number"), "{}", said.errors);
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn page_of_long_game_is_small() {
    let folder = empty_folder("review/long");
    let letters = b"abcdefghijklmnopqrs";
    let points = letters.iter().flat_map(|&y| letters.iter().map(move |&x| (x, y)));
    let mut game = String::from("(;GM[1]FF[4]SZ[19]KM[7.5]");
    // The last point of the board would be suicide.
    for (i, (x, y)) in points.take(360).enumerate() {
        let (color, x, y) = (["B", "W"][i % 2], char::from(x), char::from(y));
        game += &format!(";{color}[{x}{y}]");
    }
    fs::write(folder.join("long.sgf"), game + ";B[])").expect("written");
    let said = run(&folder, &["long.sgf", "-o", "out", "--playouts", "1", "--no-net"]);
    assert_eq!((said.status, &*said.errors), (0, ""));
    let page = contents(&folder.join("out")).remove("long.html").expect("a page");
    assert!(page.len() < 1_000_000, "{} bytes", page.len());
    assert!(text(&page).contains("id=\"m361\""));
}
