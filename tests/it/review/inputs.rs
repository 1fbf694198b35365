//! Malformed records, records that only some formats can represent, and records with setup and takebacks.

use std::fs;

use serde_json::Value;
use tianyuan::records::format::Format;
use tianyuan::records::record::Event;

use super::{GAME, record, run, text};
use crate::support::folder::{contents, empty_folder};

#[test]
fn malformed_file_does_not_stop_review() {
    let folder = empty_folder("review/broken");
    fs::create_dir_all(folder.join("more")).expect("a folder");
    let files = [
        ("a.sgf", "(;SZ[5]KM[0];B[cc];W[cb];B[bb])"),
        ("more/a.sgf", "(;SZ[5]KM[0]HA[2]AB[bb][dd];W[cc];B[])"),
        ("b.sgf", "nothing of the kind"),
        ("c.sgf", "(;SZ[9:13];B[cc])"),
        ("d.sgf", "(;SZ[5];B[cc];AB[ab][ba]AW[aa];B[dd])"),
        ("e.sgf", "(;SZ[5]AB[ab][ba]AW[aa];B[cc])"),
        ("f.sgf", "(;SZ[5];B[cc];AB[aa]AE[cc]PL[W];W[bb];B[cc])(;SZ[26])(;SZ[3])"),
    ];
    for (name, sgf) in files {
        fs::write(folder.join(name), sgf).expect("written");
    }
    fs::write(folder.join("g.wei7"), b"\xFF{").expect("written");
    let said = run(&folder, &[".", "none.sgf", "-o", "out", "--playouts", "20"]);
    assert_eq!(said.status, 2);
    let errors = &*said.errors;
    for reason in [
        "b.sgf: no game could be read",
        "c.sgf: board size 9x13 is not playable",
        "d.sgf: invalid setup at node 2: a chain has no liberties; reviewing the moves before it",
        "e.sgf: invalid initial stones",
        "f.sgf, game 2: board size 26x26 is not playable",
        "g.wei7: ",
        "none.sgf: ",
    ] {
        assert!(errors.contains(reason), "{reason}: {errors}");
    }
    assert_eq!(errors.lines().count(), 7, "{errors}");
    let files = contents(&folder.join("out"));
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(names, ["a-2.html", "a.html", "d.html", "f-1.html", "f-3.html", "index.html"]);
    assert!(text(&files["d.html"]).contains("class=\"warning\""));
    let index = text(&files["index.html"]);
    assert!(index.contains("<a href=\"a-2.html\">"));
    assert_eq!(index.matches("<a href=").count(), 5);
}

#[test]
fn move_on_stone_is_skipped() {
    let folder = empty_folder("review/replaced");
    fs::write(folder.join("a.sgf"), "(;SZ[5]KM[0];B[cc];W[cc];B[bb];W[dd])").expect("written");
    let said = run(&folder, &["a.sgf", "-o", "out", "--playouts", "20", "--format", "json,html"]);
    let told = "move 2 (White C3) is illegal under all rules and not reviewed";
    assert_eq!((said.status, said.errors), (0, format!("tianyuan review: a.sgf: {told}\n")));
    let lines = contents(&folder.join("out"));
    assert!(text(&lines["a.html"]).contains(told));
    let moves: Vec<Value> = text(&lines["a.jsonl"])
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .filter(|line: &Value| line["type"] == "move")
        .collect();
    let numbers: Vec<u64> = moves.iter().filter_map(|line| line["number"].as_u64()).collect();
    assert_eq!(numbers, [1, 3, 4], "{moves:#?}");
}

#[test]
fn unrepresentable_record_is_not_written() {
    let folder = empty_folder("review/invalid");
    // A variation that is not reviewed sets up stones without liberties, which is allowed in SGF and not in wei7.
    fs::write(folder.join("a.sgf"), "(;SZ[5]KM[0](;B[cc])(;AB[ba][ab]AW[aa]))").expect("written");
    let said = run(&folder, &["a.sgf", "-o", "out", "--playouts", "20", "--format", "sgf,wei7"]);
    assert_eq!(said.status, 2);
    let expected = "tianyuan review: out/a.wei7: ";
    let errors = &*said.errors;
    assert!(errors.starts_with(expected) && errors.ends_with("[3.16.2.5]\n"), "{errors}");
    let files = contents(&folder.join("out"));
    assert_eq!(files.keys().collect::<Vec<_>>(), ["a.sgf"]);
}

#[test]
fn review_never_overwrites_input() {
    let folder = empty_folder("review/over");
    fs::write(folder.join("game.sgf"), GAME).expect("written");
    let said = run(&folder, &["game.sgf", "-o", ".", "--format", "sgf"]);
    assert_eq!(said.status, 2);
    assert!(said.errors.contains("would overwrite an input"));
    assert_eq!(contents(&folder)["game.sgf"], GAME.as_bytes());
}

#[test]
fn setups_and_takebacks_are_followed() {
    let folder = empty_folder("review/way");
    let wei7 = r#"{"format":"wei7","version":"3.0","size":5,"tree":{"steps":[
        {"action":{"type":"move","value":{"color":1,"point":{"x":2,"y":2}}}},
        {"action":{"type":"move","value":{"color":2,"point":{"x":1,"y":1}}}},
        {"action":{"type":"takeback","value":1}},
        {"action":{"type":"move","value":{"color":2,"point":{"x":3,"y":3}}}}]}}"#;
    fs::write(folder.join("back.wei7"), wei7).expect("written");
    let sgf = "(;SZ[5]KM[0];B[cc];W[cd];AB[aa][bb]AE[cc];W[dd];B[])";
    fs::write(folder.join("setup.sgf"), sgf).expect("written");
    let said = run(&folder, &["back.wei7", "setup.sgf", "-o", "out", "--playouts", "30"]);
    assert_eq!((said.status, &*said.errors), (0, ""));
    let files = contents(&folder.join("out"));
    let data = |name: &str| -> Value {
        let page = text(&files[name]);
        let json = page.split_once(r#"id="game">"#).expect("data").1;
        serde_json::from_str(json.split_once("</script>").expect("its end").0).expect("JSON")
    };
    let back = data("back.html");
    let froms: Vec<&Value> =
        back["steps"].as_array().expect("steps").iter().map(|s| &s["from"]).collect();
    assert_eq!(froms, [&Value::Null, &0.into(), &1.into(), &1.into()]);
    let setup = data("setup.html");
    assert_eq!(setup["steps"][3]["board"], "1000001000000000020000000");
    let record = record(sgf.as_bytes(), Format::Sgf);
    let moves =
        record.tree.ids().filter(|&id| matches!(record.tree.node(id).event, Event::Move { .. }));
    assert_eq!(moves.count(), 4);
}
