//! Interrupted reviews: their checkpoint, and how the next review resumes.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::{ALL, GAME, review, run};
use crate::support::folder::{contents, empty_folder};
use crate::support::process::{self, Said};

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn killed_review_resumes() {
    let folder = empty_folder("review/killed");
    for (name, komi) in [("a.sgf", "KM[5]"), ("b.sgf", "KM[6]"), ("c.sgf", "KM[7]")] {
        fs::write(folder.join(name), GAME.replace("KM[7]", komi)).expect("written");
    }
    let arguments = |out: &'static str| {
        ["a.sgf", "b.sgf", "c.sgf", "-o", out, "--playouts", "400", "--format", ALL, "--resume"]
    };
    assert!(run(&folder, &arguments("whole")).status == 0);
    let whole = contents(&folder.join("whole"));
    assert_eq!(whole.len(), 17, "and no journal");

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
    // The line that was being written when the machine failed.
    let mut bytes = fs::read(&journal).expect("there");
    bytes.truncate(bytes.len() - 9);
    fs::write(&journal, bytes).expect("torn");
    assert!(run(&folder, &arguments("cut")).status == 0);
    assert!(contents(&folder.join("cut")) == whole);
}

/// Runs a review and kills it after it has found something.
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
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn interrupted_review_requires_resume_or_restart() {
    let folder = empty_folder("review/restart");
    fs::write(folder.join("game.sgf"), GAME).expect("written");
    let arguments = ["game.sgf", "-o", "out", "--playouts", "300", "--no-net"];
    cut_off(&folder, &[&arguments[..4], &["9000", "--no-net"]].concat(), "out");
    let before = contents(&folder.join("out"));
    let said = run(&folder, &arguments);
    assert_eq!(said.status, 2);
    let expected = "tianyuan review: out: an interrupted review exists (.tianyuan-review.jsonl): use --resume to continue \
                    it or --restart to start over\n";
    assert_eq!(&*said.errors, expected);
    assert!(contents(&folder.join("out")) == before, "nothing is lost");
    let said = run(&folder, &[&arguments[..], &["--restart"]].concat());
    assert_eq!((said.status, &*said.errors), (0, ""));
    assert_eq!(contents(&folder.join("out")).keys().collect::<Vec<_>>(), ["game.html"]);
    let said = run(&folder, &[&arguments[..], &["--restart", "--resume"]].concat());
    assert_eq!(said.status, 2);
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn two_reviews_cannot_share_folder() {
    let folder = empty_folder("review/shared");
    fs::write(folder.join("game.sgf"), GAME).expect("written");
    let mut first = review(&folder, &["game.sgf", "-o", "out", "--playouts", "9000", "--no-net"]);
    let mut first = first.spawn().expect("it starts");
    wait_for_journal(&folder, "out");
    for more in ["--resume", "--restart", "--variations"] {
        let said = run(&folder, &["game.sgf", "-o", "out", "--playouts", "5", more]);
        let expected = "tianyuan review: out: another review is running in this folder\n";
        assert_eq!((said.status, &*said.errors), (2, expected), "{more}");
    }
    let before = fs::metadata(folder.join("out/.tianyuan-review.jsonl")).expect("there").len();
    assert!(before >= 2000);
    first.kill().expect("ours");
    first.wait().expect("ours");
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn unusable_checkpoint_lines_are_reported() {
    let folder = empty_folder("review/spoilt");
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
    let reason = "malformed lines ignored: 2 (1, 2)";
    assert_eq!(said.status, 0, "{}", &*said.errors);
    assert!(said.errors.contains(reason), "{}", &*said.errors);
    assert!(!journal.exists());
}

#[cfg(unix)]
#[test]
fn checkpoint_symlink_is_not_followed() {
    let folder = empty_folder("review/link");
    fs::write(folder.join("game.sgf"), GAME).expect("written");
    fs::write(folder.join("mine"), "mine").expect("written");
    fs::create_dir(folder.join("out")).expect("a folder");
    let journal = folder.join("out/.tianyuan-review.jsonl");
    std::os::unix::fs::symlink("../mine", &journal).expect("a link");
    for more in ["--resume", "--restart", "--variations"] {
        let said = run(&folder, &["game.sgf", "-o", "out", "--playouts", "5", more]);
        assert_eq!(said.status, 2, "{more}");
        assert!(said.errors.contains("symbolic links are not followed"), "{}", &*said.errors);
    }
    assert_eq!(fs::read_to_string(folder.join("mine")).expect("there"), "mine");
}

/// Runs a review with a file size limit in KiB.
#[cfg(unix)]
fn limited(folder: &Path, limit: u32, arguments: &[&str]) -> Said {
    let script = format!("ulimit -f {limit}; exec \"$0\" \"$@\"");
    let mut command = Command::new("bash");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_tianyuan"), "review"]).args(arguments);
    process::run(command.current_dir(folder).env("LC_ALL", "C"), b"")
}

#[cfg(unix)]
#[test]
fn checkpoint_remains_until_outputs_are_written() {
    let folder = empty_folder("review/full");
    fs::write(folder.join("game.sgf"), "(;SZ[5]KM[0];B[cc];W[cb];B[bb])").expect("written");
    let arguments = ["game.sgf", "-o", "out", "--playouts", "20", "--no-net"];
    // The page exceeds the limit, the checkpoint does not.
    let said = limited(&folder, 8, &arguments);
    assert_eq!(said.status, 2, "{}", &*said.errors);
    let errors = &*said.errors;
    assert!(errors.contains("out/game.html: file too large"), "{errors}");
    assert!(errors.contains("some outputs were not written; --resume"), "{errors}");
    assert_eq!(
        contents(&folder.join("out")).keys().collect::<Vec<_>>(),
        [".tianyuan-review.jsonl"]
    );
    let said = run(&folder, &[&arguments[..], &["--resume"]].concat());
    assert_eq!((said.status, &*said.errors), (0, ""));
    assert_eq!(contents(&folder.join("out")).keys().collect::<Vec<_>>(), ["game.html"]);
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn checkpoint_of_other_games_is_not_used() {
    let folder = empty_folder("review/journal");
    fs::write(folder.join("game.sgf"), GAME).expect("written");
    let arguments = |out, seed| {
        ["game.sgf", "-o", out, "--playouts", "40", "--format", "csv", "--resume", "--seed", seed]
    };
    assert!(run(&folder, &arguments("two", "2")).status == 0);
    cut_off(&folder, &["game.sgf", "-o", "one", "--playouts", "3000", "--no-net"], "one");
    let said = run(&folder, &arguments("one", "2"));
    assert!(said.status == 0);
    assert!(said.errors.contains("ignored: other games, playouts"), "{}", &*said.errors);
    assert_eq!(contents(&folder.join("one")), contents(&folder.join("two")));
}
