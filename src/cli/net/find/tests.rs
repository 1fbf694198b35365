//! Tests of the search for nets and of recommendations.

use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;

use super::auto::auto_nets_in;
use super::places::{Place, VARIABLE, places_of};
use super::recommendation::recommend;
use super::scan::{FoundKind, FoundNet, ScanLimits, scan};
use super::strength::{BOARDS, rating};
use crate::go::BoardSize;
use crate::job_error::JobError;
use crate::nn::Nets;
use crate::nn::katago::read_summary;

/// A folder that is removed at the end of a test.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str) -> Temporary {
        let folder = format!("tianyuan-find-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        Temporary(folder)
    }

    /// Writes a file and its folders.
    fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("below the folder")).expect("folders");
        fs::write(path, bytes).expect("a file");
    }

    /// Returns the names of the nets that are found, relative to the folder.
    fn found(&self, depth: usize, limits: ScanLimits) -> (Vec<String>, bool) {
        let found = scan(&[Place { folder: self.0.clone(), depth }], limits);
        let names = found.nets.iter().map(|net| net.path.strip_prefix(&self.0).expect("below"));
        (names.map(|name| name.display().to_string()).collect(), found.is_truncated)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Returns the start of a net with ordinary blocks, up to the second block.
fn start(blocks: usize, channels: usize, is_human: bool) -> Vec<u8> {
    let zeros = |count: usize| "0 ".repeat(count);
    let norm = format!("norm {channels} 0.001 0 1 {}act ACTIVATION_RELU\n", zeros(3 * channels));
    let conv = |inputs: usize| {
        format!("conv 3 3 {inputs} {channels} 1 1 {}\n", zeros(9 * inputs * channels))
    };
    let block = format!("ordinary_block block\n{norm}{0}{norm}{0}", conv(channels));
    let meta = u8::from(is_human);
    let widths = format!("{channels} ").repeat(5);
    let text = format!(
        "random 15 22 19\n20 20 20 20 40 0.25 150\n{meta} 0 0 0 0 0 0 0\ntrunk {blocks} {widths}\n0 0 0 0 0 0\n{}\
         matmul 19 {channels} {}\n{block}{block}",
        conv(22),
        zeros(19 * channels),
    );
    text.into_bytes()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).expect("memory takes it");
    encoder.finish().expect("memory takes it")
}

/// Returns a found net with ordinary blocks.
fn net(blocks: usize, channels: usize, is_human: bool) -> FoundNet {
    let summary = read_summary(&start(blocks, channels, is_human)[..]).expect("the start of a net");
    FoundNet { path: "net".into(), bytes: 1, kind: FoundKind::KataGo(summary) }
}

#[test]
fn nets_are_found_by_content_up_to_depth() {
    let folder = Temporary::new("depth");
    folder.write("b.bin.gz", &gzip(&start(6, 96, false)));
    folder.write("a/unusual name", &start(2, 8, false));
    folder.write("a/b/c/too-deep.bin", &start(2, 8, false));
    let own = include_bytes!("../../../../crates/nn/src/builtin/boards-9-11.net");
    folder.write("own.net", own);
    let expected: Vec<String> = ["b.bin.gz", "own.net", "a/unusual name"].map(String::from).into();
    assert_eq!(folder.found(1, ScanLimits::default()), (expected, false));
    assert_eq!(folder.found(3, ScanLimits::default()).0.len(), 4);
}

#[test]
fn garbage_files_are_skipped() {
    let folder = Temporary::new("garbage");
    let whole = start(6, 96, false);
    folder.write("net.bin", &whole);
    folder.write("empty", b"");
    folder.write("truncated.bin", &whole[..whole.len() / 3]);
    folder.write("truncated.bin.gz", &gzip(&whole)[..100]);
    folder.write("archive.tar.gz", &gzip(&[0x41; 100_000]));
    folder.write("text", "random words ".repeat(1000).as_bytes());
    folder.write("zeros", &[0; 10_000]);
    folder.write(
        "old.bin",
        String::from_utf8(whole).expect("text").replace(" 15 ", " 3 ").as_bytes(),
    );
    folder.write("spoilt.net", &[b"TYNET003".as_slice(), &[7; 1000]].concat());
    assert_eq!(folder.found(0, ScanLimits::default()), (vec!["net.bin".into()], false));
}

#[cfg(unix)]
#[test]
fn link_loop_and_second_name_are_skipped() {
    use std::os::unix::fs::symlink;
    let folder = Temporary::new("loop");
    folder.write("a/net.bin", &start(6, 96, false));
    symlink(&folder.0, folder.0.join("a/loop")).expect("a link");
    symlink("itself", folder.0.join("itself")).expect("a link");
    symlink(folder.0.join("a/net.bin"), folder.0.join("second.bin")).expect("a link");
    assert_eq!(folder.found(50, ScanLimits::default()), (vec!["second.bin".into()], false));
}

#[cfg(unix)]
#[test]
fn unreadable_folder_does_not_end_search() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Temporary::new("unreadable");
    folder.write("a-closed/text", b"no net");
    folder.write("b/net.bin", &start(6, 96, false));
    let closed = folder.0.join("a-closed");
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o000)).expect("permissions");
    let found = folder.found(2, ScanLimits::default());
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o700)).expect("permissions");
    assert_eq!(found, (vec!["b/net.bin".into()], false));
    // A folder that was searched to a smaller depth is searched again.
    let places = [("", 0), ("b", 0), ("", 1)].map(|(name, depth)| (folder.0.join(name), depth));
    let places = places.map(|(folder, depth)| Place { folder, depth });
    assert_eq!(scan(&places[..1], ScanLimits::default()).nets.len(), 0);
    assert_eq!(scan(&places, ScanLimits::default()).nets.len(), 1);
    // A file in place of a folder cannot be listed by any user.
    let places = ["b/net.bin", "missing", "b"].map(|name| folder.0.join(name));
    let places = places.map(|folder| Place { folder, depth: 1 });
    assert_eq!(scan(&places, ScanLimits::default()).nets.len(), 1);
}

#[test]
fn search_is_bounded() {
    let folder = Temporary::new("many");
    for at in 0..3000 {
        folder.write(&format!("files/{at:04}"), &[b'x'; 300]);
    }
    folder.write("files/net.bin", &start(6, 96, false));
    let limits = ScanLimits { entries: 1000, nets: 9 };
    let found = scan(&[Place { folder: folder.0.clone(), depth: 1 }], limits);
    assert!(found.is_truncated && found.nets.len() <= 1);
    assert_eq!(folder.found(1, ScanLimits::default()), (vec!["files/net.bin".into()], false));
    folder.write("files/second.bin", &start(6, 96, false));
    let (found, is_truncated) = folder.found(1, ScanLimits { entries: 5000, nets: 1 });
    assert!(found.len() == 1 && is_truncated);
}

#[test]
fn places_of_other_programs_are_searched() {
    let folder = Temporary::new("places");
    let home = folder.0.join("home");
    for path in [
        "home/.local/lib/python3.12/site-packages/katrain/models",
        "home/LizzieYzy-2.5.3/weights",
        "usr/lib/python3/dist-packages/katrain",
        "venv/lib/python3.13/site-packages/katrain",
    ] {
        fs::create_dir_all(folder.0.join(path)).expect("folders");
    }
    let paths = [folder.0.join("one"), folder.0.join("two"), folder.0.join("one")];
    let paths = std::env::join_paths(paths).expect("no separators");
    let variable = |name: &str| match name {
        VARIABLE => Some(paths.clone()),
        "VIRTUAL_ENV" => Some(OsString::from(folder.0.join("venv"))),
        _ => None,
    };
    let places = places_of(&variable, Some(&home), &folder.0.join("current"), &folder.0);
    let names = places.iter().map(|place| place.folder.strip_prefix(&folder.0).expect("below"));
    let names: Vec<String> = names.map(|name| name.display().to_string()).collect();
    assert_eq!(names[..3], ["one", "two", "current"]);
    for name in [
        "home/.katrain",
        "home/katago",
        "home/.local/lib/python3.12/site-packages/katrain",
        "home/LizzieYzy-2.5.3/weights",
        "home/Downloads",
        "usr/lib/python3/dist-packages/katrain",
        "venv/lib/python3.13/site-packages/katrain",
    ] {
        assert!(names.iter().any(|it| it == name), "{name}: {names:?}");
    }
    let bare = places_of(&|_| None, None, Path::new("/missing"), &folder.0);
    assert!(bare.iter().all(|place| !place.folder.starts_with(&home)));
}

#[test]
fn stronger_net_is_recommended_unless_slow() {
    let nets = [net(6, 96, false), net(20, 256, false), net(20, 256, true), net(7, 96, false)];
    assert_eq!(rating(&nets[3].summary().expect("KataGo's").shape), None);
    let built_in = [Some(3000.0), Some(5000.0), Some(2700.0)];
    let choose = |speeds: [Option<f64>; 4]| recommend(&nets, &built_in, |at, _| speeds[at]);
    // Large differences of ratings decide on 19x19, and speed on 9x9.
    let speeds = [Some(1000.0), Some(20.0), Some(1e9), Some(1e9)];
    assert_eq!(choose(speeds), [None, Some(1), Some(1)]);
    // A net with fewer evaluations than a move needs is not recommended.
    let slow = [None, Some(1.0), None, None];
    assert_eq!(choose(slow)[2], None);
    assert_eq!(choose([None; 4]), [None; 3]);
    let unused = recommend(&nets, &[None; 3], |at, _| speeds[at]);
    assert_eq!(unused[2], Some(1), "without built-in nets");
}

#[test]
fn equal_rating_is_decided_by_speed() {
    let nets = [net(20, 256, false), net(20, 256, false)];
    let built_in = [Some(1.0); BOARDS.len()];
    let best = recommend(&nets, &built_in, |at, _| Some(10.0 * (at + 1) as f64));
    assert_eq!(best, [Some(1); 3]);
}

#[test]
fn auto_falls_back_to_built_in_nets() {
    let folder = Temporary::new("auto");
    let places = [Place { folder: folder.0.clone(), depth: 1 }];
    let built_in = Nets::embedded();
    let fail = |path: &Path| Err(JobError::invalid(path)("truncated"));
    assert_eq!(auto_nets_in(&places, built_in, fail), *built_in);
    // A file that starts like a net, but cannot be read.
    folder.write("net.bin", &start(20, 256, false));
    let nets = auto_nets_in(&places, built_in, fail);
    for size in (7..=19).filter_map(BoardSize::new) {
        assert_eq!(nets.of(size), built_in.of(size));
    }
}
