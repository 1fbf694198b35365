//! Problems from games: which positions become problems, and the validity of the output.

use std::fs;

use tianyuan::go::Color;
use tianyuan::records::format::Format;
use tianyuan::records::record::{Evaluation, Event, Record};

use super::{record, run, text};
use crate::support::folder::{contents, empty_folder};
use crate::support::process::{self, program_in};

/// Black captures nine stones at F1 or loses eight, but plays elsewhere.
const MISSED: &str = r#"(;GM[1]FF[4]CA[UTF-8]SZ[9]KM[7]PB[</script><i>]PW[a"b]
AB[da:di][fa:fh]AW[ea:ei][ga:gi]PL[B];B[be];W[fi])"#;

/// Returns the event and the evaluation of each child of a node.
fn tries(record: &Record) -> Vec<(Event, Option<Evaluation>)> {
    let root = record.tree.root();
    let start = record.tree.preorder().find(|&id| record.tree.node(id).notes().problem.is_some());
    let children = record.tree.children(start.unwrap_or(root));
    children
        .map(|id| record.tree.node(id))
        .map(|n| (n.event.clone(), n.notes().evaluation))
        .collect()
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn missed_move_becomes_problem_in_every_format() {
    let folder = empty_folder("review/problems");
    fs::write(folder.join("missed.sgf"), MISSED).expect("written");
    let arguments = ["missed.sgf", "-o", "out", "--playouts", "200"];
    let said = run(&folder, &[&arguments[..], &["--problems", "html,sgf,wei7"]].concat());
    assert_eq!((said.status, &*said.errors), (0, ""));
    assert!(said.text().contains("\nproblems: 1\n"), "{}", said.text());
    let files = contents(&folder.join("out"));
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    let problems = ["problems-9x9.html", "problems-9x9.sgf", "problems-9x9.wei7"];
    assert_eq!(names, [&["missed.html"][..], &problems].concat());

    for (name, format) in [(problems[1], Format::Sgf), (problems[2], Format::Wei7)] {
        let record = record(&files[name], format);
        let tries = tries(&record);
        let point = record.size.point(5, 8);
        let answer = Event::Move { color: Color::Black, point };
        assert_eq!(tries[0], (answer, Some(Evaluation::Good)), "{name}");
        assert!(tries[1..].iter().all(|(_, evaluation)| *evaluation == Some(Evaluation::Bad)));
        let played = Event::Move { color: Color::Black, point: record.size.point(1, 4) };
        assert!(tries.iter().any(|(event, _)| *event == played), "{name} has what was played");
    }
    let checked = process::run(
        &mut program_in(&folder.join("out"), &["check", problems[1], problems[2]]),
        b"",
    );
    assert_eq!((checked.status, &*checked.errors), (0, ""), "{}", checked.text());

    let page = text(&files[problems[0]]);
    assert!(page.contains("&lt;/script&gt;&lt;i&gt;") && !page.contains("<i>"));
    assert_eq!(page.matches("</script>").count(), 2);
    assert!(
        !["http:", "https:", "src=", "@import"]
            .iter()
            .any(|outside| { page.matches(outside).count() > usize::from(*outside == "http:") })
    );
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn game_without_mistakes_has_no_problems() {
    let folder = empty_folder("review/no-problems");
    let found = MISSED.replace("B[be];W[fi]", "B[fi];W[hb]");
    fs::write(folder.join("found.sgf"), found).expect("written");
    let arguments = ["found.sgf", "-o", "out", "--playouts", "200", "--problems", "html"];
    let said = run(&folder, &arguments);
    assert_eq!(said.status, 0, "{}", said.errors);
    assert!(said.text().contains("\nproblems: 0\n"), "{}", said.text());
    assert_eq!(contents(&folder.join("out")).len(), 1);
    let wrong = run(&folder, &["found.sgf", "--problems", "csv"]);
    assert!(wrong.status == 2 && wrong.errors.contains("csv"), "{}", wrong.errors);
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn problems_do_not_overwrite_records_and_match_shards() {
    let folder = empty_folder("review/problem-shards");
    for name in ["a", "b", "c"] {
        fs::write(folder.join(name).with_extension("sgf"), MISSED).expect("written");
    }
    let options = ["--playouts", "100", "--problems", "html,sgf,wei7", "--no-net"];
    let with = |files: &[&str], more: &[&str]| run(&folder, &[files, &options, more].concat());
    let files = ["a.sgf", "b.sgf", "c.sgf"];
    assert_eq!(with(&files, &["-o", "whole"]).status, 0);
    for (out, shard) in [("part-0", "0/2"), ("part-1", "1/2")] {
        assert_eq!(with(&files, &["-o", out, "--shard", shard]).status, 0);
    }
    assert_eq!(run(&folder, &["merge", "part-0", "part-1", "-o", "merged"]).status, 0);
    assert!(contents(&folder.join("merged")) == contents(&folder.join("whole")));

    fs::copy(folder.join("a.sgf"), folder.join("problems-9x9.sgf")).expect("copied");
    let said = with(&["problems-9x9.sgf"], &["-o", "."]);
    assert_eq!(said.status, 2);
    assert!(said.errors.contains("would overwrite an input"), "{}", said.errors);
    let named = with(&["problems-9x9.sgf"], &["-o", "named"]);
    assert_eq!(named.status, 0);
    assert!(folder.join("named/problems-9x9-2.html").exists(), "the game has another name");
}

/// Black saves the corner at A9, but plays elsewhere. Black leads only with this group.
const CORNER: &str = "(;GM[1]FF[4]CA[UTF-8]SZ[9]KM[6]
AB[ca][bb][cb][ac][bc][af][bf][cf][df][ef][ff][gf][hf][if]
AW[da][db][dc][cc][ad][bd][cd][ae][be][ce][de][ee][fe][ge][he][ie]PL[B];B[gh];W[aa])";

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn proved_problem_has_refutations_of_all_answers() {
    let folder = empty_folder("review/proved-problem");
    fs::write(folder.join("corner.sgf"), CORNER).expect("written");
    let arguments = ["corner.sgf", "-o", "out", "--playouts", "300", "--problems", "html,sgf"];
    let said = run(&folder, &[&arguments[..], &["--format", "json,sgf"]].concat());
    assert_eq!((said.status, &*said.errors), (0, ""));
    let files = contents(&folder.join("out"));
    let review = text(&files["corner.jsonl"]);
    assert!(review.contains(r#""loss_proof":"confirmed""#), "{review}");
    let record = record(&files["problems-9x9.sgf"], Format::Sgf);
    let comment = record.tree.node(record.tree.root()).notes().comment.clone().unwrap_or_default();
    assert!(comment.contains("the only solution"), "{comment}");
    let tries = tries(&record);
    let white = record.tree.preorder().filter(|&id| {
        matches!(record.tree.node(id).event, Event::Move { color: Color::White, .. })
    });
    assert!(white.count() >= tries.len() - 1, "a refutation of each wrong move");
    assert!(text(&files["problems-9x9.html"]).contains("the only solution"));
    let again = run(&folder, &[&arguments[..], &["--restart", "--format", "json,sgf"]].concat());
    assert_eq!(again.status, 0);
    assert_eq!(contents(&folder.join("out")), files, "reproducible");
}
