//! `tianyuan review` as a user starts it: every form, broken files, names that want to be more than
//! names, and runs that are cut off.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;
use tianyuan::format::{self, Format};
use tianyuan::record::{Evaluation, Event, Record, Symbol};

/// A game of ours: a variation, comments, marks, passes, and names that try to break out.
const GAME: &str = r#"(;GM[1]FF[4]CA[UTF-8]SZ[9]KM[7]PB[</script><img src=x>]PW[=1+"A",B]RE[B+5]XX[kept]
;B[ee]C[first];W[ec];B[gc]TR[gc];W[ge];B[ed];W[dc];B[gd];W[dd]
(;B[de];W[ce];B[cf];W[be];B[bf];W[fe];B[];W[])
(;B[ce]BM[1];W[de]))
"#;

const ALL: &str = "html,sgf,wei7,json,csv";

/// An empty folder of one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("review").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// A review that is about to begin in a folder.
fn review(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tianyuan"));
    command.arg("review").args(arguments).current_dir(folder).env("LC_ALL", "C");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    review(folder, arguments).output().expect("it runs")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

/// The files of a folder with what is in them.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    let file = |entry: fs::DirEntry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        (name, fs::read(entry.path()).expect("a file"))
    };
    entries.map(file).collect()
}

fn record(bytes: &[u8], format: Format) -> Record {
    let reading = format::check(bytes, format);
    assert!(!reading.findings.has_errors(), "{:?}", reading.findings);
    reading.records.into_iter().next().expect("a record")
}

#[test]
fn every_form_is_written() {
    let folder = folder("forms");
    fs::write(folder.join("game.sgf"), GAME).expect("written");
    let said = run(&folder, &["game.sgf", "-o", "out", "--playouts", "60", "--format", ALL]);
    assert_eq!((said.status.code(), text(&said.stderr)), (Some(0), ""));
    assert!(text(&said.stdout).starts_with("game.sgf: Black 8 moves, "), "{}", text(&said.stdout));
    let files = contents(&folder.join("out"));
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(names, ["game.csv", "game.html", "game.jsonl", "game.sgf", "game.wei7"]);

    let csv: Vec<&str> = text(&files["game.csv"]).lines().collect();
    assert_eq!(csv.len(), 17);
    assert!(csv.iter().all(|line| line.split(',').count() == 15), "{csv:?}");
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

/// A number as JSON writes it.
fn decimal(text: &str) -> String {
    if text.contains('.') { text.into() } else { format!("{text}.0") }
}

#[test]
fn the_annotated_record_loses_nothing() {
    let folder = folder("annotated");
    fs::write(folder.join("game.sgf"), GAME).expect("written");
    let arguments =
        ["game.sgf", "-o", "out", "--playouts", "60", "--format", "sgf,wei7", "--lang", "zh"];
    assert!(run(&folder, &arguments).status.success());
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
        // What is added comes after what was there.
        pairs.extend(before.tree.children(old).zip(after.tree.children(new)));
    }
    assert!(bad > 1, "beside the one that was bad already");
    let main = after.tree.main_line(after.tree.root()).skip(1);
    for id in main {
        let notes = after.tree.node(id).notes();
        assert!(notes.comment.as_ref().is_some_and(|comment| comment.contains("天元: ")));
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
fn names_stay_text_and_pages_ask_for_nothing() {
    let folder = folder("hostile");
    fs::write(folder.join("a<b>&\"'.sgf"), GAME).expect("written");
    assert!(run(&folder, &["a<b>&\"'.sgf", "-o", "out", "--playouts", "20"]).status.success());
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
fn one_broken_file_does_not_stop_the_rest() {
    let folder = folder("broken");
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
    let said = run(&folder, &[".", "more", "none.sgf", "-o", "out", "--playouts", "20"]);
    assert_eq!(said.status.code(), Some(1));
    let errors = text(&said.stderr);
    for reason in [
        "b.sgf: no game could be read",
        "c.sgf: a board of 9x13 cannot be played on",
        "d.sgf: the stones at node 2 cannot stand: a chain has no liberties; the game is reviewed up to there",
        "e.sgf: the stones at the start cannot stand",
        "f.sgf, game 2: a board of 26x26 cannot be played on",
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
fn a_move_on_a_stone_is_passed_over_and_the_game_goes_on() {
    let folder = folder("replaced");
    fs::write(folder.join("a.sgf"), "(;SZ[5]KM[0];B[cc];W[cc];B[bb];W[dd])").expect("written");
    let said = run(&folder, &["a.sgf", "-o", "out", "--playouts", "20", "--format", "json,html"]);
    assert_eq!((said.status.code(), text(&said.stderr)), (Some(0), ""));
    let lines = contents(&folder.join("out"));
    let moves: Vec<Value> = text(&lines["a.jsonl"])
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .filter(|line: &Value| line["type"] == "move")
        .collect();
    let numbers: Vec<u64> = moves.iter().filter_map(|line| line["number"].as_u64()).collect();
    assert_eq!(numbers, [1, 3, 4], "{moves:#?}");
}

#[test]
fn a_record_that_a_format_cannot_say_is_not_written_in_it() {
    let folder = folder("invalid");
    // A variation that is not reviewed sets up stones without liberties, which SGF may and wei7 may not.
    fs::write(folder.join("a.sgf"), "(;SZ[5]KM[0](;B[cc])(;AB[ba][ab]AW[aa]))").expect("written");
    let said = run(&folder, &["a.sgf", "-o", "out", "--playouts", "20", "--format", "sgf,wei7"]);
    assert_eq!(said.status.code(), Some(1));
    let expected = "tianyuan review: out/a.wei7: ";
    let errors = text(&said.stderr);
    assert!(errors.starts_with(expected) && errors.ends_with("[3.16.2.5]\n"), "{errors}");
    let files = contents(&folder.join("out"));
    assert_eq!(files.keys().collect::<Vec<_>>(), ["a.sgf"]);
}

#[test]
fn what_is_read_is_never_written_over() {
    let folder = folder("over");
    fs::write(folder.join("game.sgf"), GAME).expect("written");
    let said = run(&folder, &["game.sgf", "-o", ".", "--format", "sgf"]);
    assert_eq!(said.status.code(), Some(2));
    assert!(text(&said.stderr).contains("it would be written over"));
    assert_eq!(contents(&folder)["game.sgf"], GAME.as_bytes());
}

#[test]
fn the_number_of_jobs_changes_nothing_and_the_seed_does() {
    let folder = folder("same");
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
        assert!(run(&folder, &arguments).status.success());
        contents(&folder.join(out))
    };
    let one = with("one", "1", "7");
    assert_eq!(one, with("three", "3", "7"));
    assert_ne!(one, with("other", "1", "8"));
    let lines = text(&one["game.jsonl"]);
    assert_eq!(lines.matches(r#""type":"move""#).count(), 18, "with the variation");
}

#[test]
fn a_run_that_was_killed_goes_on_where_it_was() {
    let folder = folder("killed");
    for (name, komi) in [("a.sgf", "KM[5]"), ("b.sgf", "KM[6]"), ("c.sgf", "KM[7]")] {
        fs::write(folder.join(name), GAME.replace("KM[7]", komi)).expect("written");
    }
    let arguments = |out: &'static str| {
        ["a.sgf", "b.sgf", "c.sgf", "-o", out, "--playouts", "400", "--format", ALL, "--resume"]
    };
    assert!(run(&folder, &arguments("whole")).status.success());
    let whole = contents(&folder.join("whole"));
    assert_eq!(whole.len(), 16, "and no journal");

    let journal = folder.join("cut/.tianyuan-review.jsonl");
    let written = || fs::metadata(&journal).map_or(0, |file| file.len());
    let mut stops = 0;
    for part in 1..=3 {
        let mut child = review(&folder, &arguments("cut")).spawn().expect("it starts");
        let (start, before) = (Instant::now(), written());
        while written() < before + 4000 * part && child.try_wait().expect("ours").is_none() {
            assert!(start.elapsed() < Duration::from_secs(120), "it hangs");
            sleep(Duration::from_millis(2));
        }
        child.kill().expect("ours");
        let status = child.wait().expect("ours");
        stops += usize::from(!status.success());
    }
    assert!(stops > 1, "it was too fast to be stopped");
    // The line that was written when the machine failed.
    let mut bytes = fs::read(&journal).expect("there");
    bytes.truncate(bytes.len() - 9);
    fs::write(&journal, bytes).expect("torn");
    assert!(run(&folder, &arguments("cut")).status.success());
    assert!(contents(&folder.join("cut")) == whole);
}

/// A review that was cut off when it had found something.
fn cut_off(folder: &Path, arguments: &[&str], out: &str) {
    let mut child = review(folder, arguments).spawn().expect("it starts");
    wait_for_journal(folder, out);
    child.kill().expect("ours");
    child.wait().expect("ours");
}

fn wait_for_journal(folder: &Path, out: &str) {
    let journal = folder.join(out).join(".tianyuan-review.jsonl");
    let start = Instant::now();
    while fs::metadata(&journal).map_or(0, |file| file.len()) < 2000 {
        assert!(start.elapsed() < Duration::from_secs(120), "it hangs");
        sleep(Duration::from_millis(2));
    }
}

#[test]
fn a_review_that_was_cut_off_is_forgotten_only_when_that_is_said() {
    let folder = folder("restart");
    fs::write(folder.join("game.sgf"), GAME).expect("written");
    let arguments = ["game.sgf", "-o", "out", "--playouts", "300", "--no-net"];
    cut_off(&folder, &[&arguments[..4], &["9000", "--no-net"]].concat(), "out");
    let before = contents(&folder.join("out"));
    let said = run(&folder, &arguments);
    assert_eq!(said.status.code(), Some(2));
    let expected = "tianyuan review: out: a review was cut off here: --resume goes on with it, \
                    --restart begins anew\n";
    assert_eq!(text(&said.stderr), expected);
    assert!(contents(&folder.join("out")) == before, "nothing is lost");
    let said = run(&folder, &[&arguments[..], &["--restart"]].concat());
    assert_eq!((said.status.code(), text(&said.stderr)), (Some(0), ""));
    assert_eq!(contents(&folder.join("out")).keys().collect::<Vec<_>>(), ["game.html"]);
    let said = run(&folder, &[&arguments[..], &["--restart", "--resume"]].concat());
    assert_eq!(said.status.code(), Some(2));
}

#[test]
fn two_reviews_do_not_share_a_folder() {
    let folder = folder("shared");
    fs::write(folder.join("game.sgf"), GAME).expect("written");
    let mut first = review(&folder, &["game.sgf", "-o", "out", "--playouts", "9000", "--no-net"]);
    let mut first = first.spawn().expect("it starts");
    wait_for_journal(&folder, "out");
    for more in ["--resume", "--restart", "--variations"] {
        let said = run(&folder, &["game.sgf", "-o", "out", "--playouts", "5", more]);
        let expected = "tianyuan review: out: another review is at work in this folder\n";
        assert_eq!((said.status.code(), text(&said.stderr)), (Some(2), expected), "{more}");
    }
    let before = fs::metadata(folder.join("out/.tianyuan-review.jsonl")).expect("there").len();
    assert!(before >= 2000);
    first.kill().expect("ours");
    first.wait().expect("ours");
}

#[test]
fn what_the_journal_has_of_no_use_is_told() {
    let folder = folder("spoilt");
    fs::write(folder.join("game.sgf"), GAME).expect("written");
    let arguments =
        ["game.sgf", "-o", "out", "--playouts", "1500", "--no-net", "--jobs", "1", "--resume"];
    cut_off(&folder, &arguments, "out");
    let journal = folder.join("out/.tianyuan-review.jsonl");
    let lines = fs::read_to_string(&journal).expect("there");
    let (first, rest) = lines.split_once('\n').expect("a line");
    let absurd =
        first.replace("\"winrate\":", "\"winrate\":-99999").replace("\"lead\":", "\"lead\":21474");
    fs::write(&journal, format!("{absurd}\n{{}}\n{rest}")).expect("spoilt");
    let said = run(&folder, &arguments);
    let reason = "lines that are spoilt and not used: 2 (1, 2)";
    assert_eq!(said.status.code(), Some(0), "{}", text(&said.stderr));
    assert!(text(&said.stderr).contains(reason), "{}", text(&said.stderr));
    assert!(!journal.exists());
}

#[cfg(unix)]
#[test]
fn a_journal_that_is_a_link_is_left_alone() {
    let folder = folder("link");
    fs::write(folder.join("game.sgf"), GAME).expect("written");
    fs::write(folder.join("mine"), "mine").expect("written");
    fs::create_dir(folder.join("out")).expect("a folder");
    let journal = folder.join("out/.tianyuan-review.jsonl");
    std::os::unix::fs::symlink("../mine", &journal).expect("a link");
    for more in ["--resume", "--restart", "--variations"] {
        let said = run(&folder, &["game.sgf", "-o", "out", "--playouts", "5", more]);
        assert_eq!(said.status.code(), Some(2), "{more}");
        assert!(text(&said.stderr).contains("it is a symbolic link"), "{}", text(&said.stderr));
    }
    assert_eq!(fs::read_to_string(folder.join("mine")).expect("there"), "mine");
}

/// A review under a limit on the size of its files, in KiB.
#[cfg(unix)]
fn limited(folder: &Path, limit: u32, arguments: &[&str]) -> Output {
    let script = format!("ulimit -f {limit}; exec \"$0\" \"$@\"");
    let mut command = Command::new("bash");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_tianyuan"), "review"]).args(arguments);
    command.current_dir(folder).env("LC_ALL", "C").stdin(Stdio::null()).output().expect("it runs")
}

#[cfg(unix)]
#[test]
fn the_journal_stays_until_all_is_written() {
    let folder = folder("full");
    fs::write(folder.join("game.sgf"), "(;SZ[5]KM[0];B[cc];W[cb];B[bb])").expect("written");
    let arguments = ["game.sgf", "-o", "out", "--playouts", "20", "--no-net"];
    // The page is larger than the limit, the journal is not.
    let said = limited(&folder, 8, &arguments);
    assert_eq!(said.status.code(), Some(1), "{}", text(&said.stderr));
    let errors = text(&said.stderr);
    assert!(errors.contains("out/game.html: File too large"), "{errors}");
    assert!(errors.contains("not all was written; --resume"), "{errors}");
    assert_eq!(
        contents(&folder.join("out")).keys().collect::<Vec<_>>(),
        [".tianyuan-review.jsonl"]
    );
    let said = run(&folder, &[&arguments[..], &["--resume"]].concat());
    assert_eq!((said.status.code(), text(&said.stderr)), (Some(0), ""));
    assert_eq!(contents(&folder.join("out")).keys().collect::<Vec<_>>(), ["game.html"]);
}

#[test]
fn a_journal_answers_for_nothing_else() {
    let folder = folder("journal");
    fs::write(folder.join("game.sgf"), GAME).expect("written");
    let arguments = |out, seed| {
        ["game.sgf", "-o", out, "--playouts", "40", "--format", "csv", "--resume", "--seed", seed]
    };
    assert!(run(&folder, &arguments("two", "2")).status.success());
    cut_off(&folder, &["game.sgf", "-o", "one", "--playouts", "3000", "--no-net"], "one");
    let said = run(&folder, &arguments("one", "2"));
    assert!(said.status.success());
    assert!(text(&said.stderr).contains("are of other games, playouts"), "{}", text(&said.stderr));
    assert_eq!(contents(&folder.join("one")), contents(&folder.join("two")));
}

#[test]
fn setups_and_takebacks_on_the_way_are_followed() {
    let folder = folder("way");
    let wei7 = r#"{"format":"wei7","version":"3.0","size":5,"tree":{"steps":[
        {"action":{"type":"move","value":{"color":1,"point":{"x":2,"y":2}}}},
        {"action":{"type":"move","value":{"color":2,"point":{"x":1,"y":1}}}},
        {"action":{"type":"takeback","value":1}},
        {"action":{"type":"move","value":{"color":2,"point":{"x":3,"y":3}}}}]}}"#;
    fs::write(folder.join("back.wei7"), wei7).expect("written");
    let sgf = "(;SZ[5]KM[0];B[cc];W[cd];AB[aa][bb]AE[cc];W[dd];B[])";
    fs::write(folder.join("setup.sgf"), sgf).expect("written");
    let said = run(&folder, &["back.wei7", "setup.sgf", "-o", "out", "--playouts", "30"]);
    assert_eq!((said.status.code(), text(&said.stderr)), (Some(0), ""));
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
