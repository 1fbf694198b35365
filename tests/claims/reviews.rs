//! Reviews with claimed games.

use std::fs;
use std::path::Path;
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::Duration;

use crate::matches::{done, output, said, tianyuan};
use crate::postgres::Postgres;

pub const TESTS: &[(&str, fn())] =
    &[("review_result_is_independent_of_workers", review_result_is_independent_of_workers)];

/// Games on 5x5, of different lengths.
fn write_records(folder: &Path) {
    fs::create_dir(folder).expect("a new folder");
    let moves = ["cc", "cd", "dc", "bc", "bb", "dd", "ec", "bd", "ab", "ed", "ac", "be"];
    for number in 1..=8 {
        let turns: String = (moves.iter().cycle().take(4).chain(&moves[4..4 + number]).zip(0..))
            .map(|(point, turn)| format!(";{}[{point}]", ["B", "W"][turn % 2]))
            .collect();
        let record = format!("(;FF[4]GM[1]SZ[5]KM[7.5]{turns})");
        fs::write(folder.join(format!("game-{number}.sgf")), record).expect("it is written");
    }
}

fn review(records: &Path, arguments: &[&str]) -> Command {
    let mut command = tianyuan(&["review", "--no-net", "--playouts", "600", "--lang", "en"]);
    command.args(["--format", "html,sgf,json"]).arg(records).args(arguments);
    command
}

/// Returns the names and the content of the files in a folder.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).expect("it is there").map(|entry| entry.expect("a file"));
    let mut files: Vec<_> = entries
        .map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            (name, fs::read(entry.path()).expect("it can be read"))
        })
        .collect();
    files.sort();
    files
}

/// Returns the lines about games, without the last line, which lists the files.
fn games(said: &str) -> Vec<&str> {
    said.lines().filter(|line| !line.starts_with("written: ")).collect()
}

fn review_result_is_independent_of_workers() {
    let Some(server) = Postgres::start() else { return };
    let folder = server.folder();
    let [records, alone, merged] = ["records", "alone", "merged"].map(|name| folder.join(name));
    let text = |path: &Path| path.to_str().expect("UTF-8").to_owned();
    write_records(&records);
    let (status, summaries, errors) = output(review(&records, &["-o", &text(&alone)]));
    assert_eq!(status, Some(0), "{errors}");
    let options = server.run_options("club");
    let claims = ["--claims", &*options.address, "--run", "club", "--lease", "2"];
    let work =
        || -> Child { review(&records, &claims).args(["--jobs", "2"]).spawn().expect("it starts") };
    // One worker is killed after a game, another is interrupted.
    for (signal, due) in [("-KILL", None), ("-INT", Some(130))] {
        let before = done(&options);
        let mut worker = work();
        while done(&options) == before && worker.try_wait().expect("ours").is_none() {
            sleep(Duration::from_millis(2));
        }
        crate::runs::signal(signal, worker.id());
        let (status, _, errors) = said(worker.wait_with_output().expect("it ends"));
        assert!(status == due || done(&options) == 8, "{signal}: {status:?} {errors}");
    }
    let merge =
        || output(tianyuan(&[&["review", "merge", "-o", &text(&merged)], &claims[..]].concat()));
    let before = done(&options);
    let (status, _, errors) = merge();
    let due = format!("{} of 8 games are missing", 8 - before);
    assert!(before == 8 || status == Some(1) && errors.contains(&due), "{status:?} {errors}");
    for worker in [work(), work()] {
        let (status, said, errors) = said(worker.wait_with_output().expect("it ends"));
        assert!(status == Some(0) && said.starts_with("games of run "), "{said}{errors}");
    }
    let (status, said, errors) = merge();
    assert_eq!((status, games(&said), &*errors), (Some(0), games(&summaries), ""));
    assert_eq!(files(&merged), files(&alone));
    assert!(files(&merged).len() > 8 * 3, "an index too");
    let (status, _, errors) = output(review(&records, &[&claims[..], &["--seed", "2"]].concat()));
    assert_eq!(status, Some(2));
    assert!(errors.contains("the run club is a review of other games, or with other"), "{errors}");
}
