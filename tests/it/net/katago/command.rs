//! `tianyuan net`, which prints the metadata of a net file.

use std::fs;
use std::path::Path;
use std::time::Instant;

use rand::SeedableRng;
use rand::rngs::StdRng;

use tianyuan::go::BoardSize;
use tianyuan::nn::katago::{self, KernelSet};
use tianyuan::nn::{AnyNetFile, Backend};

use crate::support::folder::empty_folder;
use crate::support::process::{Said, program_in, run_briefly};
use crate::support::random_katago_net::{Plan, RandomBlock, gzip, random_file};

fn file() -> Vec<u8> {
    let inner = vec![RandomBlock::Pooling, RandomBlock::Ordinary];
    let plan = Plan {
        version: 15,
        is_binary: true,
        channels: 8,
        blocks: vec![
            RandomBlock::Ordinary,
            RandomBlock::Bottleneck(inner),
            RandomBlock::Attention { is_rotation_learnt: None },
            RandomBlock::FeedForward,
        ],
        activation: "ACTIVATION_MISH",
        has_rms_norm: false,
    };
    gzip(&random_file(&plan, &mut StdRng::seed_from_u64(1)))
}

fn told(folder: &Path, name: &str) -> Said {
    run_briefly(&mut program_in(folder, &["net", name, "--seconds", "0.01"]))
}

/// Returns the words of the line that starts with a word.
fn line<'a>(said: &'a Said, word: &str) -> Vec<&'a str> {
    let lines = said.text().lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    lines.into_iter().find(|words| words.first() == Some(&word)).unwrap_or_default()
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn katago_net_metadata_is_printed() {
    let folder = empty_folder("net-command-katago");
    fs::write(folder.join("a.bin.gz"), file()).expect("written");
    let said = told(&folder, "a.bin.gz");
    // On a busy machine it prints the preparation time and nothing else.
    let is_expected = said.errors.lines().all(|line| line.contains("the net random is prepared"));
    assert!(said.status == 0 && is_expected, "{}{}", said.errors, said.text());
    assert_eq!(line(&said, "name"), ["name", "random"]);
    assert_eq!(line(&said, "format"), ["format", "KataGo's,", "version", "15"]);
    assert_eq!(line(&said, "channels"), ["channels", "8"]);
    assert_eq!(line(&said, "activation"), ["activation", "mish"]);
    let kinds = "2 ordinary, 1 global pooling, 1 nested bottleneck, 1 attention, 1 feed-forward";
    assert!(said.text().contains(kinds), "{}", said.text());
    for size in ["9x9", "13x13", "19x19"] {
        let rows: Vec<&str> = said.text().lines().filter(|line| line.starts_with(size)).collect();
        let available = KernelSet::ALL.into_iter().filter(|kernels| kernels.is_available());
        // A mix of number types has a row of its own, which names its blocks.
        let mixed = rows.iter().filter(|row| row.contains(", block")).count();
        assert!(mixed <= 1, "{rows:?}");
        assert_eq!(rows.len() - mixed, available.count());
        assert_eq!(rows.iter().filter(|row| row.contains('*')).count(), 1, "one of them plays");
        for row in rows {
            // After the name of the backend, which has several words.
            let figures = row.split(" G ").nth(1).expect("work is in thousand millions");
            let words: Vec<&str> = figures.split_whitespace().collect();
            let number = |at: usize| words[at].parse::<f64>().unwrap_or_else(|_| panic!("{row}"));
            assert!(number(0) > 0.0 && number(1) >= 1.0, "{row}");
            assert!((0.0..=100.0).contains(&number(2)) && number(4).abs() < 1.0, "{row}");
        }
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn speed_command_excludes_net_preparation() {
    let folder = empty_folder("speed-command-katago");
    fs::write(folder.join("a.bin.gz"), file()).expect("written");
    let AnyNetFile::KataGo(model) = AnyNetFile::read(&file()).expect("a net") else {
        panic!("a KataGo net")
    };
    let net = katago::Net::new(*model);
    let start = Instant::now();
    net.kernels(BoardSize::STANDARD);
    let preparation = start.elapsed().as_secs_f64();
    let arguments = ["speed", "--net", "a.bin.gz", "--size", "19", "--seconds", "0.05"];
    let said = run_briefly(&mut program_in(&folder, &arguments));
    let guided = line(&said, "guided");
    // `guided by a net N/s of CPU time, M/s of wall time`
    let speed = guided
        .iter()
        .rfind(|word| word.ends_with("/s"))
        .and_then(|word| word.trim_end_matches("/s").parse::<f64>().ok());
    let speed = speed.unwrap_or_else(|| panic!("{}{}", said.errors, said.text()));
    // Preparation evaluates dozens of positions; a search that includes it is over after its first leaf.
    assert!(speed * preparation >= 4.0, "{speed}/s, prepared in {preparation} s");
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn tianyuan_net_metadata_is_printed() {
    let folder = empty_folder("net-command-own");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/nn/src/builtin/boards-9-11.net");
    fs::copy(file, folder.join("a.net")).expect("copied");
    let said = told(&folder, "a.net");
    assert_eq!((said.status, said.errors.as_str()), (0, ""));
    assert_eq!(line(&said, "boards"), ["boards", "9", "to", "11", "lines"]);
    assert_eq!(line(&said, "channels"), ["channels", "96"]);
    let rows =
        said.text().lines().filter(|line| line.starts_with("9x9") || line.starts_with("11x11"));
    let rows: Vec<&str> = rows.collect();
    assert_eq!(
        rows.len(),
        2 * Backend::ALL.iter().filter(|backend| backend.is_available()).count()
    );
    for row in rows {
        let speed = row.split_whitespace().last().and_then(|word| word.parse::<f64>().ok());
        assert!(speed.is_some_and(|speed| speed > 1.0), "{row}");
    }
}

#[test]
fn invalid_net_file_has_one_error() {
    let folder = empty_folder("net-command-errors");
    let whole = file();
    fs::write(folder.join("empty"), "").expect("written");
    fs::write(folder.join("text"), "no net\n").expect("written");
    fs::write(folder.join("cut"), &whole[..whole.len() / 2]).expect("written");
    fs::write(folder.join("own"), "TYNET003").expect("written");
    fs::create_dir(folder.join("folder")).expect("a folder");
    for (name, reason) in [
        ("empty", "the file is empty"),
        ("text", "not a Tianyuan or KataGo net"),
        ("cut", "net"),
        ("own", "net"),
        ("folder", "folder"),
        ("missing", "no such file"),
    ] {
        let said = told(&folder, name);
        assert_eq!((said.status, said.text()), (2, ""), "{name}: {}", said.errors);
        assert_eq!(said.errors.lines().count(), 1, "{name}: {}", said.errors);
        assert!(said.errors.starts_with(&format!("tianyuan net: {name}: ")), "{}", said.errors);
        assert!(said.errors.contains(reason), "{name}: {}", said.errors);
    }
}

#[cfg(unix)]
#[test]
fn pipe_is_rejected_as_net() {
    use std::process::Command;
    let folder = empty_folder("net-command-pipe");
    let made = Command::new("mkfifo").arg(folder.join("pipe")).status().expect("mkfifo runs");
    assert!(made.success());
    let said = told(&folder, "pipe");
    assert_eq!((said.status, said.text()), (2, ""));
    assert_eq!(said.errors, "tianyuan net: pipe: not a regular file\n");
}
