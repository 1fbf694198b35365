//! Rules, komi and results of consecutively loaded records.

use std::fs;
use std::path::Path;

use tianyuan::session::ProtocolChoice;

use super::game_files::{folder, said};

const CHINESE: &str = r#""ko":"POSITIONAL","scoring":"AREA","suicide":false"#;
const JAPANESE: &str = r#""ko":"SIMPLE","scoring":"TERRITORY","suicide":false"#;
const ING: &str = r#""ko":"POSITIONAL","scoring":"AREA","suicide":true"#;

/// Saves an SGF game and returns the command that loads it.
fn loaded(folder: &Path, name: &str, sgf: &str) -> String {
    let file = folder.join(name);
    fs::write(&file, sgf).expect("written");
    format!("loadsgf {}", file.display())
}

/// Returns the responses to GTP commands.
fn answers(commands: &[&str]) -> Vec<String> {
    let commands: Vec<String> = commands.iter().map(|command| command.to_string()).collect();
    let text = said(ProtocolChoice::Gtp, &commands);
    text.split_terminator("\n\n").map(|answer| answer.trim().to_string()).collect()
}

#[test]
fn unknown_rules_do_not_reuse_previous_rules() {
    let folder = folder("unknown rules");
    let japanese = loaded(&folder, "a.sgf", "(;GM[1]FF[4]SZ[9]RU[Japanese]KM[6.5];B[aa])");
    let unknown = loaded(&folder, "b.sgf", "(;GM[1]FF[4]SZ[9]RU[klingon];B[aa])");
    let unstated = loaded(&folder, "c.sgf", "(;GM[1]FF[4]SZ[9];B[aa])");
    for other in [&unknown, &unstated] {
        let answers = answers(&[
            &japanese,
            "kata-get-rules",
            "get_komi",
            other,
            "kata-get-rules",
            "get_komi",
        ]);
        assert!(answers[1].contains(JAPANESE), "{answers:?}");
        assert_eq!(answers[2], "= 6.5");
        assert!(answers[4].contains(CHINESE), "{answers:?}");
        assert_eq!(answers[5], "= 7.5", "the protocol's default");
    }
}

#[test]
fn rules_and_komi_of_commands_apply_to_records_without_them() {
    let folder = folder("rules of commands");
    let japanese = loaded(&folder, "a.sgf", "(;GM[1]FF[4]SZ[9]RU[Japanese]KM[6.5];B[aa])");
    let unstated = loaded(&folder, "b.sgf", "(;GM[1]FF[4]SZ[9];B[aa])");
    let commands =
        ["kata-set-rules ing", "komi 5.5", &japanese, &unstated, "kata-get-rules", "get_komi"];
    let answers = answers(&commands);
    assert!(answers[4].contains(ING), "{answers:?}");
    assert_eq!(answers[5], "= 5.5");
}

#[test]
fn all_ruleset_names_in_records_are_recognized() {
    let folder = folder("names of rules");
    for (name, rules) in [
        ("koSIMPLEscoreTERRITORYtaxSEKIsui0", JAPANESE),
        ("Ing", ING),
        ("GOE", ING),
        ("ancient territory", JAPANESE),
        ("日本規則", JAPANESE),
    ] {
        let load =
            loaded(&folder, "a.sgf", &format!("(;GM[1]FF[4]CA[UTF-8]SZ[9]RU[{name}];B[aa])"));
        let answers = answers(&["kata-set-rules aga", &load, "kata-get-rules"]);
        assert!(answers[2].contains(rules), "{name}: {answers:?}");
    }
}

#[test]
fn gtp_accepts_rules_of_analysis_engine() {
    for (name, rules) in [
        ("ing", ING),
        ("goe", ING),
        ("ancient-territory", r#""tax":"ALL""#),
        ("koSIMPLEscoreTERRITORYtaxSEKIsui0", JAPANESE),
        ("koPOSITIONALscoreAREAtaxNONEsui1button0whbN-1fpok1", ING),
    ] {
        let answers = answers(&[&format!("kata-set-rules {name}"), "kata-get-rules"]);
        assert_eq!(answers[0], "=", "{name}");
        assert!(answers[1].contains(rules), "{name}: {answers:?}");
    }
    let no_button = "? rules with a button are not supported; use the same rules without it, such as aga, or \
                     hasButton false";
    for (unsupported, error) in [
        ("koSIMPLEscoreAREAtaxNONEsui0button1", no_button),
        ("aga-button", no_button),
        ("koSPIGHTscoreAREA", "? unsupported rule"),
        ("koSIMPLE", "? unsupported rule"),
    ] {
        let answers = answers(&[&format!("kata-set-rules {unsupported}"), "kata-get-rules"]);
        assert_eq!(answers[0], error, "{unsupported}");
        assert!(answers[1].contains(CHINESE), "{answers:?}");
    }
}

#[test]
fn result_of_loaded_record_is_reported_at_end() {
    let folder = folder("loaded result");
    let load = loaded(&folder, "a.sgf", "(;GM[1]FF[4]SZ[9]RE[W+R];B[aa];W[bb];B[cc])");
    let before = format!("{load} 3");
    let answers = answers(&[
        &load,
        "game_result",
        "undo",
        "game_result",
        "play B C7",
        "game_result",
        &before,
        "game_result",
        &load,
        "game_result B+T",
        "game_result",
    ]);
    assert_eq!(answers[1], "= W+R");
    assert_eq!(answers[3], "=", "the position is not the last one");
    assert_eq!(answers[5], "= W+R", "the same position");
    assert_eq!(answers[7], "=", "the game is not at its end");
    assert_eq!(answers[10], "= B+T", "what a command has set");
}
