//! Interrupted, killed and invalid runs, and threads.

use std::fs;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use tianyuan::records::storage::Storage;

use super::{label, label_until, lines};
use crate::support::folder::{contents, empty_folder};
use crate::support::process::{program_in, run};

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn threads_and_interruption_change_nothing() {
    let folder = empty_folder("label/threads");
    let games = lines(30);
    let options = "--size 9 --positions-per-game 7 --chunk-size 40 --symmetries 3 --komi-spread 4";
    let [whole, other, cut] = ["whole", "other", "cut"].map(|name| folder.join(name));
    label(&whole, &games, &format!("{options} --threads 1")).expect("it labels");
    let all = contents(&whole);
    assert_eq!(all.len(), 2 * 5 + 1, "games of 7 positions fill chunks of 42: {:?}", all.keys());
    label(&other, &games, &format!("{options} --threads 3")).expect("it labels");
    assert_eq!(contents(&other), all);
    let seed = folder.join("seed");
    label(&seed, &games, &format!("{options} --seed 2")).expect("it labels");
    assert_ne!(contents(&seed)["9x9-00000.rec"], all["9x9-00000.rec"]);

    let ended = label_until(100, &cut, &games, &format!("{options} --threads 1"));
    assert_eq!(ended, Err("interrupted; run the same command to resume".into()));
    let some = contents(&cut);
    assert_eq!(some.len(), 2 * 2 + 1, "two chunks are whole: {:?}", some.keys());
    assert!(some.iter().all(|(name, bytes)| all.get(name) == Some(bytes)));
    // Existing chunks are not created again if both files exist.
    let marked = vec![7; all["9x9-00000.tch"].len()];
    fs::write(cut.join("9x9-00000.tch"), &marked).expect("written");
    fs::remove_file(cut.join("9x9-00001.rec")).expect("there");
    let said = label(&cut, &games, options).expect("it goes on");
    assert_eq!(said[1], "42 of 210 positions already labelled");
    assert_eq!(
        said.last().map(String::as_str),
        Some(&*format!("210 positions in 5 chunks in {}", cut.display()))
    );
    let mut now = contents(&cut);
    assert_eq!(now.insert("9x9-00000.tch".into(), all["9x9-00000.tch"].clone()), Some(marked));
    assert_eq!(now, all);
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn shards_cover_all_chunks() {
    let folder = empty_folder("label/shards");
    let (games, options) = (lines(30), "--size 9 --positions-per-game 7 --chunk-size 40");
    label(&folder.join("whole"), &games, options).expect("it labels");
    let all = contents(&folder.join("whole"));
    let mut together = std::collections::BTreeMap::new();
    for (shard, chunks) in [("0/2", 3), ("1/2", 2)] {
        let out = folder.join(shard.replace('/', "-of-"));
        let said = label(&out, &games, &format!("{options} --shard {shard}")).expect("it labels");
        let due = format!("{} positions in {chunks} chunks in {}", chunks * 42, out.display());
        assert_eq!(said.last(), Some(&due));
        together.extend(contents(&out));
    }
    assert_eq!(together, all);
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn killed_run_resumes() {
    let folder = empty_folder("label/killed");
    fs::write(folder.join("games.txt"), lines(40)).expect("written");
    let line = "label --size 9 --symmetries 8 --chunk-size 20 --threads 1 games.txt --out";
    let command =
        |out| program_in(&folder, &[&line.split(' ').collect::<Vec<_>>()[..], &[out]].concat());
    assert_eq!(run(&mut command("whole"), b"").status, 0);
    let mut child = command("cut").stderr(Stdio::null()).spawn().expect("it starts");
    let start = Instant::now();
    while !folder.join("cut/9x9-00001.rec").exists() {
        assert!(start.elapsed() < Duration::from_secs(60), "no chunk is written");
        sleep(Duration::from_millis(1));
    }
    child.kill().expect("it still runs");
    child.wait().expect("it ends");
    let [whole, before] = ["whole", "cut"].map(|name| contents(&folder.join(name)));
    assert!(before.len() < whole.len(), "it was killed before its end");
    let said = run(&mut command("cut"), b"");
    assert_eq!((said.status, said.text()), (0, "1600 positions in 40 chunks in cut\n"));
    assert!(said.errors.contains(" positions already labelled\n"), "{}", said.errors);
    assert_eq!(contents(&folder.join("cut")), whole);
}

#[test]
fn what_cannot_be_done_is_an_error() {
    let folder = empty_folder("label/errors");
    let (games, out) = (lines(4), folder.join("out"));
    let options = "--size 9 --positions-per-game 2 --chunk-size 4";
    label(&out, &games, options).expect("it labels");
    let before = contents(&out);
    let refused = [
        ("--seed 2", "seed 1, not 2"),
        ("--symmetries 8", "symmetries \"1\", not \"8\""),
        ("--komi 6.5", "komi \"7.5\", not \"6.5\""),
        ("--visits 9", "visits 0, not 9"),
        ("--games 3", "number of games 4, not 3"),
        ("--rules japanese", "rules \"{"),
    ];
    for (more, reason) in refused {
        let error = label(&out, &games, &format!("{options} {more}")).expect_err(more);
        assert!(error.contains("label.jsonl: the folder was labelled with"), "{error}");
        assert!(error.contains(reason), "{error}");
        assert!(error.ends_with("use another folder"), "{error}");
    }
    assert_eq!(contents(&out), before, "nothing is lost");
    fs::write(out.join("9x9-00001.rec"), "short").expect("written");
    let error = label(&out, &games, options).expect_err("a spoilt chunk");
    assert!(error.contains("9x9-00001.rec: expected 396 bytes"), "{error}");
    let storage = Storage::default();
    let locked = storage.open_exclusive(&out.join("label.jsonl")).expect("free");
    let error = label(&out, &games, options).expect_err("two at a time");
    assert!(error.ends_with("another process is labelling in this folder"), "{error}");
    drop(locked);
    fs::write(out.join("label.jsonl"), "no JSON\n").expect("written");
    assert!(label(&out, &games, options).is_err_and(|error| error.contains("label.jsonl: ")));

    let none = folder.join("none");
    assert_eq!(label(&none, "", ""), Err("no games to label".into()));
    assert_eq!(label(&none, "x B+R aaaa\n{}\n", ""), Err("no games to label".into()));
    let no_net = Err("no net for the board sizes of these games".into());
    for option in ["--size 25", "--no-net"] {
        assert_eq!(label(&none, "x B+R aabb\n", option), no_net, "{option}");
    }
    assert!(label(&none, "", "/nowhere/at/all").is_err_and(|error| error.starts_with("/nowhere")));
    assert!(label(&none, "", "--net /nowhere").is_err_and(|error| error.starts_with("/nowhere")));
    assert!(!none.exists(), "no folder is made for nothing");
    for wrong in ["--symmetries 9", "--symmetries 0", "--komi 6.3", "--komi-spread -1", "--size 26"]
    {
        assert!(label(&none, "", wrong).is_err(), "{wrong}");
    }
    for wrong in ["--positions-per-game 0", "--chunk-size 0", "--threads 0", "--rules klingon"] {
        assert!(label(&none, "", wrong).is_err(), "{wrong}");
    }
}
