//! The output formats and their content.

use std::fs;

use serde_json::Value;
use tianyuan::records::format::Format;
use tianyuan::records::record::{Evaluation, Record, Symbol};

use super::{ALL, GAME, record, run, text};
use crate::support::folder::{contents, empty_folder};

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn every_output_format_is_written() {
    let folder = empty_folder("review/forms");
    fs::write(folder.join("game.sgf"), GAME).expect("written");
    let said = run(&folder, &["game.sgf", "-o", "out", "--playouts", "60", "--format", ALL]);
    assert_eq!((said.status, &*said.errors), (0, ""));
    assert!(said.text().starts_with("game.sgf: Black: 8 moves, "), "{}", said.text());
    let last = "written: out/game.csv, out/game.html, out/game.jsonl, out/game.sgf, out/game.wei7";
    assert_eq!(said.text().lines().last(), Some(last));
    let files = contents(&folder.join("out"));
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(names, ["game.csv", "game.html", "game.jsonl", "game.sgf", "game.wei7"]);

    let csv: Vec<&str> = text(&files["game.csv"]).lines().collect();
    assert_eq!(csv.len(), 17);
    assert!(csv.iter().all(|line| line.split(',').count() == 18), "{csv:?}");
    assert!(csv[0].starts_with("number,node,color,move,phase,winrate_before,"));
    assert!(csv[16].starts_with("16,16,W,pass,middle,"), "{}", csv[16]);

    let lines = text(&files["game.jsonl"]).lines();
    let lines: Vec<Value> = lines.map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let of = |kind: &str| lines.iter().filter(|line| line["type"] == kind).collect::<Vec<_>>();
    assert_eq!([of("game").len(), of("position").len(), of("move").len()], [1, 17, 16]);
    assert_eq!(of("game")[0]["black"], "</script><img src=x>");
    assert_eq!(of("position")[0]["ownership"].as_array().map(Vec::len), Some(81));
    for (played, row) in of("move").iter().zip(&csv[1..]) {
        let fields: Vec<&str> = row.split(',').collect();
        assert_eq!(played["move"], fields[3]);
        assert_eq!(played["winrate_loss"].to_string(), decimal(fields[7]));
    }
    assert_eq!(of("player")[1]["all"]["moves"], 8);
}

/// Formats a number as JSON.
fn decimal(text: &str) -> String {
    if text.contains('.') { text.into() } else { format!("{text}.0") }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn annotated_record_preserves_everything() {
    let folder = empty_folder("review/annotated");
    fs::write(folder.join("game.sgf"), GAME).expect("written");
    let arguments =
        ["game.sgf", "-o", "out", "--playouts", "60", "--format", "sgf,wei7", "--lang", "zh"];
    assert!(run(&folder, &arguments).status == 0);
    let before = record(GAME.as_bytes(), Format::Sgf);
    let files = contents(&folder.join("out"));
    let after = record(&files["game.sgf"], Format::Sgf);
    assert_eq!(after.info, before.info);
    let mut pairs = vec![(before.tree.root(), after.tree.root())];
    let mut bad = 0;
    while let Some((old, new)) = pairs.pop() {
        let (was, is) = (before.tree.node(old), after.tree.node(new));
        assert_eq!(was.event, is.event);
        let comment = is.notes().comment.clone().unwrap_or_default();
        assert!(comment.starts_with(was.notes().comment.as_deref().unwrap_or_default()));
        assert!(was.notes().marks.iter().all(|mark| is.notes().marks.contains(mark)));
        let kept = &is.notes().properties;
        assert!(was.notes().properties.iter().all(|property| kept.contains(property)));
        assert!(was.notes().evaluation.is_none_or(|was| is.notes().evaluation == Some(was)));
        bad += usize::from(matches!(
            is.notes().evaluation,
            Some(Evaluation::Bad | Evaluation::VeryBad)
        ));
        // Additions follow the existing content.
        pairs.extend(before.tree.children(old).zip(after.tree.children(new)));
    }
    assert!(bad > 1, "beside the one that was bad already");
    let main = after.tree.main_line(after.tree.root()).skip(1);
    for id in main {
        let notes = after.tree.node(id).notes();
        assert!(notes.comment.as_ref().is_some_and(|comment| comment.contains("天元：")));
        let value = notes.properties.iter().find(|property| property.name == "SBKV");
        let winrate: f64 = value.expect("it has one").values[0].parse().expect("a number");
        assert!((0.0..=100.0).contains(&winrate));
    }
    let wei7 = record(&files["game.wei7"], Format::Wei7);
    let comments = |record: &Record| -> Vec<Option<String>> {
        let line = record.tree.main_line(record.tree.root()).skip(1);
        line.map(|id| record.tree.node(id).notes().comment.clone()).collect()
    };
    assert_eq!(comments(&wei7), comments(&after));
    let root = wei7.tree.node(wei7.tree.root()).notes();
    assert_eq!(root.comment.as_deref(), Some("[SGF] XX=kept"));
    let marks = wei7.tree.preorder().flat_map(|id| wei7.tree.node(id).notes().marks.clone());
    let triangles = marks.filter(|mark| mark.symbol == Symbol::Label("#".into())).count();
    assert!(triangles > 1, "the triangle that was there, and better moves");
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn names_are_escaped_and_pages_make_no_requests() {
    let folder = empty_folder("review/hostile");
    fs::write(folder.join("a<b>&\"'.sgf"), GAME).expect("written");
    assert!(run(&folder, &["a<b>&\"'.sgf", "-o", "out", "--playouts", "20"]).status == 0);
    let files = contents(&folder.join("out"));
    let page = text(&files["a<b>&\"'.html"]);
    assert!(!page.contains("<img") && page.contains("&lt;/script&gt;&lt;img src=x&gt;"));
    assert_eq!(page.matches("</script>").count(), 2);
    for outside in ["http:", "https:", "src=", "@import", "url(h"] {
        let quoted = page.matches(outside).count();
        let named = page.matches("&lt;img src=x&gt;").count() * usize::from(outside == "src=");
        let namespace = usize::from(outside == "http:");
        assert_eq!(quoted, named + namespace, "{outside}");
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn review_depends_on_seed_but_not_on_jobs() {
    let folder = empty_folder("review/same");
    fs::write(folder.join("game.sgf"), GAME).expect("written");
    let with = |out: &str, jobs: &str, seed: &str| {
        let arguments = [
            "game.sgf",
            "-o",
            out,
            "--playouts",
            "50",
            "--format",
            ALL,
            "--variations",
            "--jobs",
            jobs,
            "--seed",
            seed,
        ];
        assert!(run(&folder, &arguments).status == 0);
        contents(&folder.join(out))
    };
    let one = with("one", "1", "7");
    assert_eq!(one, with("three", "3", "7"));
    assert_ne!(one, with("other", "1", "8"));
    let lines = text(&one["game.jsonl"]);
    assert_eq!(lines.matches(r#""type":"move""#).count(), 18, "with the variation");
}
