//! The players of several games: progress, opponents, phases, and hostile names.

use std::fs;

use serde_json::Value;

use super::{GAME, run, text};
use crate::support::folder::{contents, empty_folder};

/// Returns a game with these players and date.
fn game(black: &str, white: &str, date: &str) -> String {
    let names = format!("PB[{black}]PW[{white}]DT[{date}]");
    GAME.replace(r#"PB[</script><img src=x>]PW[=1+"A",B]"#, &names)
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn player_page_lists_games_by_date_and_opponent() {
    let folder = empty_folder("review/players");
    let games = [
        ("a", game("Ann", "<b>Bo\"", "2021-03-04")),
        ("b", game("<b>Bo\"", "Ann", "2020-01-02")),
        ("c", game("Cy", "Ann", "")),
    ];
    for (name, game) in &games {
        fs::write(folder.join(name).with_extension("sgf"), game).expect("written");
    }
    let arguments = ["a.sgf", "b.sgf", "c.sgf", "-o", "out", "--playouts", "30"];
    let said = run(&folder, &[&arguments[..], &["--format", "html,json"]].concat());
    assert_eq!((said.status, &*said.errors), (0, ""));
    let files = contents(&folder.join("out"));
    let lines = text(&files["index.jsonl"]).lines();
    let lines: Vec<Value> = lines.map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let names: Vec<&Value> = lines.iter().map(|line| &line["name"]).collect();
    assert_eq!(names, ["Ann", "<b>Bo\""], "Cy has one game");
    let ann = &lines[0];
    assert_eq!((&ann["games"], &ann["won"], &ann["lost"]), (&3.into(), &1.into(), &2.into()));
    let progress = ann["progress"].as_array().expect("a list");
    let order: Vec<&Value> = progress.iter().map(|game| &game["file"]).collect();
    assert_eq!(order, ["b", "a", "c"]);
    assert_eq!(progress[0]["opponent"], "<b>Bo\"");
    assert_eq!(ann["opponents"][0]["games"], 2);
    let moves = |value: &Value| value["all"]["moves"].as_i64().expect("a number");
    let sums: i64 = progress.iter().map(moves).sum();
    assert_eq!(sums, moves(ann));
    let halves: i64 = ann["halves"].as_array().expect("two").iter().map(moves).sum();
    assert_eq!(halves, moves(ann));

    let page = text(&files["index.html"]);
    assert!(page.contains("class=\"histories\"") && page.contains("&lt;b&gt;Bo&quot;"));
    assert!(!page.contains("<b>Bo"));
    assert!(page.contains("href=\"b.html\">2020-01-02"));
}
