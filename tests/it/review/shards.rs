//! Reviews shared by several processes: shards, and their merge.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::{ALL, GAME, review, run};
use crate::support::folder::{contents, empty_folder};
use crate::support::process::Said;

/// Returns a folder with four games.
fn games(name: &str) -> PathBuf {
    let folder = empty_folder(name);
    for (name, komi) in [("a", "KM[5]"), ("b", "KM[6]"), ("c", "KM[7]"), ("d", "KM[8]")] {
        fs::write(folder.join(name).with_extension("sgf"), GAME.replace("KM[7]", komi))
            .expect("written");
    }
    folder
}

/// Returns the options of a review of the games into a folder.
fn options<'a>(out: &'a str, playouts: &'a str) -> Vec<&'a str> {
    let files = ["a.sgf", "b.sgf", "c.sgf", "d.sgf"];
    let options = ["-o", out, "--playouts", playouts, "--format", ALL, "--jobs", "1", "--no-net"];
    [&files[..], &options].concat()
}

fn shard<'a>(out: &'a str, playouts: &'a str, shard: &'a str) -> Vec<&'a str> {
    [options(out, playouts), vec!["--shard", shard]].concat()
}

/// Returns the output without the line that lists the files.
fn summaries(said: &Said) -> Vec<&str> {
    said.text().lines().filter(|line| !line.starts_with("written: ")).collect()
}

/// Returns the files of a folder without the lists of shards.
fn reviews(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let all = contents(folder).into_iter();
    all.filter(|(name, _)| !name.starts_with(".tianyuan-reviewed-")).collect()
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn merged_shards_equal_unsharded_review() {
    let folder = games("review/shards");
    let whole = run(&folder, &options("whole", "40"));
    let due = contents(&folder.join("whole"));
    assert_eq!((whole.status, due.len()), (0, 4 * 5 + 2), "{}", whole.errors);
    for (out, number) in [("part-0", "0/3"), ("part-1", "1/3"), ("part-2", "2/3")] {
        for out in [out, "shared"] {
            let said = run(&folder, &shard(out, "40", number));
            assert_eq!((said.status, &*said.errors), (0, ""), "{number}");
        }
    }
    assert_eq!(reviews(&folder.join("part-0")).len(), 10, "the first and the last game, no index");
    let merged = run(&folder, &["merge", "part-2", "part-0", "part-1", "part-0", "-o", "merged"]);
    assert_eq!((merged.status, summaries(&merged)), (0, summaries(&whole)), "{}", merged.errors);
    assert!(contents(&folder.join("merged")) == due);
    let shared = run(&folder, &["merge", "shared", "-o", "shared"]);
    assert_eq!((shared.status, summaries(&shared)), (0, summaries(&whole)), "{}", shared.errors);
    assert!(reviews(&folder.join("shared")) == due);

    let part = run(&folder, &["merge", "part-0", "part-2", "-o", "less"]);
    let expected = "1 of 4 games are missing; no index was written\n";
    assert_eq!((part.status, &*part.errors), (2, expected));
    assert!(!folder.join("less/index.html").exists());
    assert_eq!(run(&folder, &shard("other", "41", "1/3")).status, 0);
    let mixed = run(&folder, &["merge", "part-0", "other", "-o", "mixed"]);
    let expected = "tianyuan review: other: game 2 belongs to another review or version\n";
    assert_eq!((mixed.status, &*mixed.errors), (2, expected));
    let none = run(&folder, &["merge", "whole", "-o", "mixed"]);
    assert_eq!(none.status, 2, "it has no list of a shard");
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn killed_shard_resumes_automatically() {
    let folder = games("review/shard-killed");
    assert_eq!(run(&folder, &shard("due", "300", "1/2")).status, 0);
    let list = folder.join("cut/.tianyuan-reviewed-1-of-2.jsonl");
    let games = || fs::read_to_string(&list).unwrap_or_default().matches('\n').count();
    let (mut kills, start) = (0, Instant::now());
    while games() < 2 {
        let before = games();
        let mut child = review(&folder, &shard("cut", "300", "1/2")).spawn().expect("it starts");
        while games() == before && child.try_wait().expect("ours").is_none() {
            assert!(start.elapsed() < Duration::from_secs(120), "it hangs");
            sleep(Duration::from_millis(1));
        }
        kills += usize::from(child.try_wait().expect("ours").is_none());
        child.kill().expect("ours");
        child.wait().expect("ours");
        // The state after an interrupted write.
        let torn = format!("{}{{\"game\":4,", fs::read_to_string(&list).expect("a list"));
        fs::write(&list, torn).expect("written");
    }
    assert!(kills > 0, "it was too fast to be killed");
    // Everything is finished: nothing is searched, and the lines equal those of one run.
    let before = contents(&folder.join("cut"));
    let due = run(&folder, &shard("due", "300", "1/2"));
    let again = run(&folder, &shard("cut", "300", "1/2"));
    assert_eq!((again.status, summaries(&again)), (0, summaries(&due)), "{}", again.errors);
    assert!(reviews(&folder.join("cut")) == reviews(&folder.join("due")));
    assert!(before.len() >= reviews(&folder.join("cut")).len());

    let other = run(&folder, &shard("cut", "301", "1/2"));
    assert!(other.status == 2 && other.errors.contains("other files or with other options"));
    let anew = run(&folder, &[&shard("cut", "301", "1/2")[..], &["--restart"]].concat());
    assert_eq!(anew.status, 0, "{}", anew.errors);
}
