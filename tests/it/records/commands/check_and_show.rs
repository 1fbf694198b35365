//! The output of `tianyuan check` and `tianyuan show`.

use serde_json::Value;

use super::tianyuan;

#[test]
fn check_exits_with_2_on_errors_and_1_on_strict_warnings() {
    let said = tianyuan(&["check", "conformance/wei7-2.2/warning/no-step.wei7"], b"");
    let expected = [
        "conformance/wei7-2.2/warning/no-step.wei7: warning: line 4, column 3 /wei7/moves: should contain at \
         least one step [3.20]",
        "conformance/wei7-2.2/warning/no-step.wei7: wei7-2.2: valid",
    ];
    assert_eq!((said.status, said.lines()), (0, expected.to_vec()));
    let said = tianyuan(&["check", "--strict", "conformance/wei7-2.2/warning/no-step.wei7"], b"");
    assert_eq!(said.status, 1);
    let said = tianyuan(&["check", "--lang", "zh", "conformance/wei7-2.2/invalid/eval.wei7"], b"");
    let expected = [
        "conformance/wei7-2.2/invalid/eval.wei7: 错误: 第5行第24列 /wei7/moves/black[1]/@eval: 必须为bad、normal、\
         good或trick（现为“controversial”） [3.16.1]",
        "conformance/wei7-2.2/invalid/eval.wei7: wei7-2.2: 不合格",
    ];
    assert_eq!((said.status, said.lines()), (2, expected.to_vec()));
    assert_eq!(tianyuan(&["check", "none.sgf", "conformance/sgf/valid/passes.sgf"], b"").status, 2);
}

#[test]
fn check_prints_json() {
    let files = ["conformance/wei7-2.2/invalid/symbol.wei7", "conformance/sgf/valid/passes.sgf"];
    let said = tianyuan(&["check", "--json", files[0], files[1]], b"");
    let lines: Vec<Value> =
        said.lines().iter().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(
        (lines[0]["valid"].as_bool(), lines[1]["valid"].as_bool()),
        (Some(false), Some(true))
    );
    assert_eq!((&lines[0]["file"], &lines[1]["format"]), (&files[0].into(), &"sgf".into()));
    let first = &lines[0]["findings"][0];
    assert_eq!((&first["kind"], &first["rule"]), (&"error".into(), &"symbol".into()));
    assert_eq!((&first["line"], &first["clause"]), (&5.into(), &"3.18".into()));
    assert_eq!(said.status, 2);
}

/// Returns the first finding in the JSON report on standard input, and whether the file is valid.
fn first_of(text: &str) -> (Value, Value) {
    let said = tianyuan(&["check", "--json", "-"], text.as_bytes());
    let report: Value = serde_json::from_str(said.lines()[0]).expect("JSON");
    (report["findings"][0].clone(), report["valid"].clone())
}

#[test]
fn check_json_has_paths_and_clauses() {
    let (root, valid) = first_of(r#"{"version": "3.0", "tree": {}}"#);
    assert_eq!((&root["path"], &root["clause"], valid), (&"".into(), &"3.2".into(), false.into()));
    let (cut, _) = first_of(r#"{"format": "wei7", "version": "3.0", "tree": {"title": "#);
    assert_eq!((&cut["path"], &cut["line"]), (&"/tree/title".into(), &1.into()));
    let (occupied, _) = first_of(
        "<wei7 version='2.2'><size>9</size><moves>\n<black x='1' y='1'/>\n<white x='1' y='1'/>\n\
         </moves></wei7>",
    );
    let place = (&occupied["line"], &occupied["column"], &occupied["path"]);
    assert_eq!(place, (&3.into(), &1.into(), &"/wei7/moves/white[1]".into()));
    let (none, _) = first_of(&format!("{{{}", " ".repeat(64 << 20)));
    assert_eq!((&none["kind"], &none["path"]), (&"limit".into(), &Value::Null));
}

#[test]
fn oversized_record_is_not_invalid() {
    let large = r#"{"format": "wei7", "version": "3.0", "size": 53, "tree": {}}"#;
    let (finding, valid) = first_of(large);
    assert_eq!((&finding["kind"], valid), (&"limit".into(), Value::Null));
    let said = tianyuan(&["check", "-"], large.as_bytes());
    let expected = [
        "-: limit: line 1, column 46 /size: 53 lines exceed the limit of 52: the rest is not read [3.9]",
        "-: wei7: larger than supported",
    ];
    assert_eq!((said.status, said.lines()), (2, expected.to_vec()));
}

#[test]
fn check_validates_file_names() {
    let warned = tianyuan(&["check", "conformance/wei7-3.0/warning/other-suffix.json"], b"");
    assert_eq!((warned.status, warned.lines().len()), (0, 2));
    let refused = tianyuan(&["check", "conformance/wei7-2.2/invalid/other-suffix.xml"], b"");
    assert_eq!(refused.status, 2);
    let bare = tianyuan(&["check", "-"], br#"{"format": "wei7", "version": "3.0", "tree": {}}"#);
    assert_eq!((bare.status, bare.lines()), (0, vec!["-: wei7: valid"]));
}

#[test]
fn show_prints_position_with_annotations() {
    let sgf = "(;SZ[5]PB[甲]KM[7.5];B[cc];W[bc]LB[dd:a]TR[cc]C[why\nnot?](;B[bb])(;B[bd]))";
    let said = tianyuan(&["show", "-", "--move", "2"], sgf.as_bytes());
    let expected = "-: sgf
Black: 甲
komi 7.5
   A B C D E
 5 . . . . . 5
 4 . . . . . 4
 3 . O X^. . 3
 2 . . . .a. 2
 1 . . . . . 1
   A B C D E
White B3, move 2, node 2, captured: 0 black, 0 white
marks: ^ C3, a D2
why
not?
next: 3 Black B4, 2.2 Black B2";
    assert_eq!(said.lines().join("\n"), expected);
    let said = tianyuan(&["show", "-", "--node", "2.2"], sgf.as_bytes());
    assert!(said.lines().contains(&"Black B2, move 3, node 2.2, captured: 0 black, 0 white"));
    let said = tianyuan(&["show", "-", "--node", "2.3"], sgf.as_bytes());
    assert_eq!((said.status, said.errors.as_str()), (2, "tianyuan show: -: no node at 2.3\n"));
    let said = tianyuan(&["show", "-", "--game", "2"], b"(;SZ[30:2])(;SZ[30:2])");
    let header = format!("  {}", said.lines()[1].trim());
    assert!(header.ends_with("  Z AA BB CC DD EE"), "{header}");
    assert_eq!(tianyuan(&["show", "-", "--game", "3"], b"(;)").status, 2);
}
