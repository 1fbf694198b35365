//! Records of games played in the terminal.

use std::fs;

use super::game_in;
use crate::support::folder::{contents, empty_folder};

const OPTIONS: [&str; 4] = ["--size", "5", "--handicap", "2"];

#[test]
fn save_does_not_overwrite_without_request() {
    let folder = empty_folder("play/saved");
    let before = b"what is in it";
    fs::write(folder.join("old.sgf"), before).expect("it is written");
    let lines = "A1\nsave 棋谱 1.sgf\nsave old.sgf\nsave b.wei7\nresign\nsave 棋谱 1.sgf\noverwrite b.wei7\n";
    let said = game_in(&folder, "en", &OPTIONS, lines);
    let told: Vec<&str> = said
        .lines()
        .into_iter()
        .filter(|line| line.contains("sgf") || line.contains("wei7"))
        .collect();
    let there = "old.sgf: the file exists; overwrite old.sgf replaces it";
    let again = "棋谱 1.sgf: the file exists; overwrite 棋谱 1.sgf replaces it";
    assert_eq!(told[..], ["saved: 棋谱 1.sgf", there, "saved: b.wei7", again, "saved: b.wei7"]);
    let files = contents(&folder);
    assert_eq!(files["old.sgf"], before);
    let sgf = String::from_utf8(files["棋谱 1.sgf"].clone()).expect("UTF-8");
    for part in ["SZ[5]", "HA[2]", "RU[Chinese]", "PW[Tianyuan "] {
        assert!(sgf.contains(part), "{part}\n{sgf}");
    }
    assert!(!sgf.contains("RE["), "the game went on\n{sgf}");
    let wei7 = String::from_utf8(files["b.wei7"].clone()).expect("UTF-8");
    assert!(wei7.contains("\"result\": {\"winner\": 2}"), "{wei7}");
    assert_eq!(files.len(), 3, "nothing else is left: {:?}", files.keys());
}

#[test]
fn agreed_score_is_the_result() {
    let folder = empty_folder("play/result");
    let moves = "C3\nC2\nB4\nC4\npass\n";
    let lines = format!("{moves}dead B1\nagree\nsave a.sgf\n");
    let said = game_in(&folder, "en", &["--size", "5", "--komi", "25.5"], &lines);
    let sgf = fs::read_to_string(folder.join("a.sgf")).expect("it was saved");
    assert!(sgf.contains("RE[W+24.5]"), "{sgf}\n{}", said.text());
}

#[test]
fn save_messages_escape_control_characters_of_the_file_name() {
    let folder = empty_folder("play/escapes");
    let lines = "A1\nsave a\u{1b}[2J.sgf\nsave a\u{1b}[2J.sgf\nsave a\u{1b}[2J.txt\n";
    let output = game_in(&folder, "en", &OPTIONS, lines);
    assert!(!output.text().contains('\u{1b}'), "{}", output.text());
    assert!(output.lines().contains(&"saved: a\\u{1b}[2J.sgf"), "{}", output.text());
}

#[test]
fn save_errors_are_reported() {
    let folder = empty_folder("play/unsaved");
    let lines = "A1\nsave a.txt\nsave nowhere/a.sgf\n";
    let english = game_in(&folder, "en", &OPTIONS, lines);
    for due in [
        "a.txt: not saved: the file name must end with .wei7 or .sgf",
        "nowhere/a.sgf: not saved: cannot be written: no such file or directory",
    ] {
        assert!(english.lines().contains(&due), "{}", english.text());
    }
    let chinese = game_in(&folder, "zh", &OPTIONS, lines);
    for due in [
        "a.txt：未保存：文件名应以.wei7或.sgf结尾",
        "nowhere/a.sgf：未保存：无法写入（没有该文件夹）",
    ] {
        assert!(chinese.lines().contains(&due), "{}", chinese.text());
    }
    assert!(contents(&folder).is_empty());
}
