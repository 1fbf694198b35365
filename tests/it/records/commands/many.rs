//! `tianyuan convert` and `check` on many files and on collections: nested folders, merging and splitting, summaries,
//! threads and statuses.

use std::fs;
use std::path::{Path, PathBuf};

use super::tianyuan;
use crate::support::folder::{contents, empty_folder};

const GAME: &str = "(;FF[4]GM[1]SZ[9];B[ee])";
const OTHER: &str = "(;FF[4]GM[1]SZ[9];B[cc];W[gg])";

/// Returns a folder with these files.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = empty_folder(Path::new("record-commands").join(name));
    for (file, text) in files {
        let file = folder.join(file);
        fs::create_dir_all(file.parent().expect("a folder")).expect("made");
        fs::write(file, text).expect("written");
    }
    folder
}

fn names(folder: &Path) -> Vec<String> {
    contents(folder).into_keys().collect()
}

#[test]
fn nested_folders_are_preserved() {
    let folder =
        folder("below", &[("in/a.sgf", GAME), ("in/b/a.sgf", OTHER), ("in/b/c/a.sgf", GAME)]);
    let [from, to] = ["in", "out"].map(|name| folder.join(name).display().to_string());
    let said = tianyuan(&["convert", &from, &to, "--to", "wei7"], b"");
    assert_eq!((said.status, &*said.errors), (0, ""));
    for name in ["a.wei7", "b/a.wei7", "b/c/a.wei7"] {
        assert!(Path::new(&to).join(name).is_file(), "{name}");
    }
    assert_eq!(tianyuan(&["check", &to], b"").lines().len(), 3);
}

#[test]
fn files_are_merged_and_split() {
    let folder = folder("collection", &[("a.sgf", GAME), ("b.sgf", OTHER), ("c/d.sgf", GAME)]);
    let path = |name: &str| folder.join(name).display().to_string();
    let [a, b, c, all] = ["a.sgf", "b.sgf", "c", "all.sgf"].map(path);
    let said = tianyuan(&["convert", &a, &b, &c, &all], b"");
    assert_eq!((said.status, &*said.errors), (0, ""));
    assert_eq!(tianyuan(&["show", &all, "--game", "3"], b"").status, 0);
    let apart = path("apart");
    let said = tianyuan(&["convert", &all, &apart, "--to", "sgf", "--split"], b"");
    assert_eq!((said.status, &*said.errors), (0, ""));
    assert_eq!(names(Path::new(&apart)), ["all-1.sgf", "all-2.sgf", "all-3.sgf"]);
    let second = fs::read_to_string(Path::new(&apart).join("all-2.sgf")).expect("there");
    assert!(second.contains(";B[cc];W[gg])"), "{second}");
    // Split outputs do not overwrite files written before.
    let said = tianyuan(
        &["convert", &all, &path("apart/all-1.sgf"), &apart, "--to", "sgf", "--split"],
        b"",
    );
    assert_eq!(said.status, 2);
    assert!(said.errors.contains("would overwrite the input"), "{}", said.errors);
}

#[test]
fn lost_games_are_errors() {
    let folder = folder("two", &[("two.sgf", &format!("{GAME}{OTHER}")), ("one.sgf", GAME)]);
    let path = |name: &str| folder.join(name).display().to_string();
    let reason = "tianyuan convert: a wei7 file contains one game, not 2: write to a folder\n";
    let [two, one, out] = ["two.sgf", "one.sgf", "x.wei7"].map(path);
    for job in [vec![&*two, &out], vec![&one, &one, &out], vec![&two, "-", "--to", "wei7"]] {
        let said = tianyuan(&[&["convert"], &job[..]].concat(), b"");
        assert_eq!((said.status, &*said.errors, said.output.len()), (2, reason, 0), "{job:?}");
        assert!(!Path::new(&out).exists(), "{job:?}");
    }
    // The second game of one file would have the name of another file.
    fs::write(folder.join("two-2.sgf"), GAME).expect("written");
    let [all, new] = ["", "new"].map(path);
    let said = tianyuan(&["convert", &all, &new, "--to", "wei7", "--threads", "2"], b"");
    assert_eq!(said.status, 2);
    assert!(said.errors.contains("two-2.wei7: several outputs"), "{}", said.errors);
    assert_eq!(names(Path::new(&new)), ["one.wei7", "two-1.wei7", "two-2.wei7"]);
}

#[test]
fn strict_reports_losses_as_status() {
    let lossy = b"(;FF[4]GM[1]SZ[9]GC[x];B[ee]BL[5])";
    let job = ["convert", "-", "-", "--to", "wei7"];
    let status = |job: &[&str], file: &[u8]| tianyuan(job, file).status;
    let strict = [&job[..], &["--strict"]].concat();
    assert_eq!((status(&job, lossy), status(&strict, lossy)), (0, 1));
    assert_eq!(status(&strict, GAME.as_bytes()), 0);
    assert_eq!(status(&job, b"(;GM[3])(;SZ[9];B[ee])"), 2, "a game is not in the output");
}

#[test]
fn many_files_are_summarized() {
    let noisy = "(;FF[4]GM[1]SZ[9]GC[x];B[ee]BL[5];W[ed]WL[4])";
    let files: Vec<(String, &str)> = (10..40).map(|n| (format!("in/{n}.sgf"), noisy)).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (&**name, *text)).collect();
    let folder = folder("noisy", &files);
    let [from, to] = ["in", "out"].map(|name| folder.join(name).display().to_string());
    let said = tianyuan(&["convert", &from, &to, "--to", "wei7"], b"");
    assert_eq!(said.status, 0);
    let lines: Vec<&str> = said.errors.lines().collect();
    assert_eq!(lines.len(), 1, "{lines:#?}");
    assert!(lines[0].starts_with("dropped: no-field: 90 in 30 files, as in "), "{lines:#?}");
    let verbose = tianyuan(&["convert", &from, &to, "--to", "wei7", "--verbose"], b"");
    assert_eq!(verbose.errors.lines().count(), 90);
    let summary = tianyuan(&["check", &from, "--summary"], b"");
    assert_eq!(summary.lines(), ["30 files: 30 valid"]);
}

#[test]
fn output_is_independent_of_threads() {
    let texts = [GAME, "(;SZ[9];B[zz])", "no game", "(;FF[4]SZ[9];B[ee])(;FF[4]SZ[9]DT[May])"];
    let files: Vec<(String, &str)> =
        (100..180).map(|n| (format!("in/{n}.sgf"), texts[n % 4])).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (&**name, *text)).collect();
    let folder = folder("threads", &files);
    let [from, one, seven] =
        ["in", "one", "seven"].map(|name| folder.join(name).display().to_string());
    let convert = |to: &str, threads| {
        let job = ["convert", &from, to, "--to", "wei7", "--verbose", "--threads", threads];
        tianyuan(&job, b"")
    };
    let (alone, together) = (convert(&one, "1"), convert(&seven, "7"));
    assert_eq!((alone.status, alone.errors), (together.status, together.errors));
    assert!(contents(Path::new(&one)) == contents(Path::new(&seven)));
    let check = |threads| tianyuan(&["check", &from, "--threads", threads], b"");
    let (alone, together) = (check("1"), check("7"));
    assert_eq!(alone.lines(), together.lines());
    assert_eq!((alone.status, alone.errors), (together.status, together.errors));
}

#[test]
fn fix_rewrites_files_without_loss() {
    let text = "(;FF[4]GM[1]SZ[9]DT[6 May 1996]RE[B+Resignation.];Black[aa]CR[bb][bb])";
    let lossy = "(;FF[4]GM[1]SZ[9]AB[zz][aa])";
    let folder = folder("mended", &[("a.sgf", text), ("b.sgf", lossy), ("c.sgf", GAME)]);
    let path = |name: &str| folder.join(name).display().to_string();
    let [a, b, c] = ["a.sgf", "b.sgf", "c.sgf"].map(path);
    let said = tianyuan(&["check", "--fix", &a], b"");
    assert_eq!((said.status, &*said.errors), (0, ""), "{:#?}", said.lines());
    assert!(said.lines().iter().any(|line| line.starts_with(&format!("{a}: fixed: "))));
    assert_eq!(said.lines().last().map(|line| &**line), Some(&*format!("{a}: sgf: valid")));
    let mended = fs::read_to_string(&a).expect("there");
    assert!(mended.contains("DT[1996-05-06]") && mended.contains("CR[bb])"), "{mended}");
    let said = tianyuan(&["check", "--fix", &b, &c], b"");
    assert_eq!(said.status, 2);
    assert!(
        said.errors.contains("b.sgf: not fixed: the fix would lose data: line 1"),
        "{}",
        said.errors
    );
    assert_eq!(fs::read_to_string(&b).expect("there"), lossy);
    assert_eq!(fs::read_to_string(&c).expect("there"), GAME, "nothing was wrong with it");
    assert_eq!(tianyuan(&["check", "--fix", "-"], GAME.as_bytes()).status, 2);
}
