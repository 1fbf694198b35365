//! The corpus of the fuzzers: every file passes the checks of the fuzz targets.
//!
//! `bash .ci/fuzz` finds more files by code coverage.

use std::fs;
use std::path::Path;

use tianyuan::nn::AnyNetFile;

use crate::support::harness::TARGETS;

/// The maximum size of the corpus in bytes.
const MOST: usize = 1_000_000;

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn corpus_files_are_accepted() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/corpus");
    let mut bytes = 0;
    for (name, examine) in TARGETS {
        let folder = fs::read_dir(corpus.join(name)).expect("each target has a corpus");
        let files: Vec<_> = folder.map(|entry| entry.expect("an entry").path()).collect();
        assert!(!files.is_empty(), "{name} has no files");
        for file in files {
            let input = fs::read(&file).expect("readable");
            bytes += input.len();
            let examined = std::panic::catch_unwind(|| examine(&input));
            assert!(examined.is_ok(), "{}", file.display());
        }
    }
    assert!(bytes < MOST, "{bytes} bytes");
}

#[test]
fn prepared_net_of_corpus_has_current_format() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/corpus");
    let bytes = fs::read(corpus.join("prepared_net/version-16-f32")).expect("readable");
    // Fuzzers start from these files, so an outdated format would end every trial at the first check.
    let net = AnyNetFile::read(&bytes);
    assert!(matches!(net, Ok(AnyNetFile::Prepared(_))), "write the files again: {:?}", net.err());
}

#[test]
fn fuzz_targets_match_corpus() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/Cargo.toml");
    // Not part of the package.
    let Ok(manifest) = fs::read_to_string(manifest) else { return };
    let named = manifest.lines().filter_map(|line| line.strip_prefix("name = "));
    let named: Vec<&str> = named.skip(1).map(|name| name.trim_matches('"')).collect();
    assert_eq!(named, TARGETS.map(|(name, _)| name));
}
