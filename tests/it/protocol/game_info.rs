//! The game information in the saved record: names, rules, clocks and the result.

use std::fs;

use tianyuan::session::ProtocolChoice;

use super::game_files::{folder, said};

/// Returns the SGF after GTP commands, without line breaks.
fn sgf_after(commands: &[&str]) -> String {
    let lines: Vec<String> =
        commands.iter().chain(&["printsgf"]).map(|&line| line.into()).collect();
    let answers = said(ProtocolChoice::Gtp, &lines);
    answers.rsplit("= (;").next().expect("a record").replace('\n', "")
}

#[test]
fn rules_are_saved_under_requested_name() {
    for (asked, named) in [
        ("kata-set-rules korean", "RU[Korean]"),
        ("kata-set-rules japanese", "RU[Japanese]"),
        ("kata-set-rules aga", "RU[AGA]"),
        ("kata-set-rules bga", "RU[BGA]"),
        ("kgs-rules new_zealand", "RU[New Zealand]"),
        ("kgs-rules aga", "RU[AGA]"),
        ("kata-set-rules tromp-taylor", "RU[Tromp-Taylor]"),
        ("kata-set-rules chinese-kgs", "RU[Chinese]"),
    ] {
        let sgf = sgf_after(&[asked, "komi 0.5", "play b D4"]);
        assert!(sgf.contains(&format!("{named}KM[0.5]")), "{asked}: {sgf}");
    }
    let altered = sgf_after(&["kata-set-rules korean", "kata-set-rule suicide true"]);
    assert!(!altered.contains("RU["), "no name means these rules: {altered}");
}

#[test]
fn clock_times_are_saved() {
    let sgf = sgf_after(&[
        "boardsize 9",
        "kgs-time_settings byoyomi 60 10 3",
        "time_left b 60 0",
        "play b E5",
        "time_left b 55.25 0",
        "play w C3",
        "time_left w 8 2",
        "play b G7",
    ]);
    for part in ["TM[60]", "OT[3x10 byo-yomi]", ";B[ee]BL[55.25]", ";W[cg]WL[8]OW[2]", ";B[gc]XWK"]
    {
        assert!(sgf.contains(part), "{part}: {sgf}");
    }
    let none = sgf_after(&["boardsize 9", "time_settings 0 1 0", "play b E5"]);
    assert!(!none.contains("TM[") && !none.contains("XWK["), "no clock runs: {none}");
    let again = ["play b E5", "undo", "play b C3"];
    let undone = sgf_after(
        &[&["time_settings 60 0 0"], &again[..2], &["time_left b 9 0"], &again[2..]].concat(),
    );
    assert!(!undone.contains("BL["), "the time before a move is not that after it: {undone}");
}

#[test]
fn saved_result_matches_position() {
    let passed = ["boardsize 5", "komi 6.5", "play b C3", "play w pass", "play b pass"];
    let with = |more: &[&'static str]| sgf_after(&[&passed, more].concat());
    assert!(with(&[]).contains("RE[B+18.5]"), "{}", with(&[]));
    assert!(with(&["komi 25"]).contains("RE[0]"));
    assert!(!with(&["undo"]).contains("RE["), "it goes on");
    assert!(with(&["game_result W+T"]).contains("RE[W+T]"));
    assert!(!with(&["game_result W+T", "undo"]).contains("RE["), "it was said of another position");
    assert!(!with(&["game_result W+T", "clear_board"]).contains("RE["));
}

#[test]
fn missing_info_of_loaded_record_stays_unset() {
    let folder = folder("unsaid");
    let [file, passes] = ["a.sgf", "b.sgf"].map(|name| folder.join(name));
    fs::write(&file, "(;FF[4]SZ[9]PB[甲]DT[1950-01]TM[60];B[ee]C[x]BL[50];W[cc])")
        .expect("written");
    fs::write(&passes, "(;FF[4]SZ[9];B[ee];W[];B[])").expect("written");
    let (load, passes) =
        (format!("load_game {}", file.display()), format!("load_game {}", passes.display()));
    let load = [
        "kata-set-rules aga",
        "komi 5.5",
        "time_settings 9 0 0",
        "player_name w 乙",
        "level 1",
        &load,
    ];
    let with = |more: &[&'static str]| sgf_after(&[&load, more].concat());
    let as_it_was = "SZ[9]PB[甲]DT[1950-01]TM[60];B[ee]C[x]BL[50];W[cc])";
    assert!(with(&[]).ends_with(as_it_was), "{}", with(&[]));
    let on = with(&["play b G7"]);
    assert!(on.ends_with(&as_it_was.replace(')', ";B[gc])")), "{on}");
    // Rules set later are saved even if they were already in force.
    for (command, part) in [
        ("komi 5.5", "KM[5.5]"),
        ("kata-set-rules aga", "RU[AGA]DT"),
        ("player_name w 丙", "PB[甲]PW[丙]DT"),
        ("player_name b 丙", "PB[丙]DT"),
        ("genmove b", "PB[甲]DT"),
        ("time_settings 30 0 0", "TM[60]"),
    ] {
        assert!(with(&[command]).contains(part), "{command}: {}", with(&[command]));
    }
    assert!(with(&["play b G7", "genmove w"]).contains("PW[Tianyuan "), "it has no name for White");
    assert!(!sgf_after(&[&passes]).contains("RE["), "who won is not known");
    let answers = said(ProtocolChoice::Wtp, &[load[5].into(), "print_game".into()]);
    assert!(!answers.contains("komi") && !answers.contains("rules"), "{answers}");
}
