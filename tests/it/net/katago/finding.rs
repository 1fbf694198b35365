//! The search for nets: `tianyuan net --find` and `--net auto`, and the shapes of nets.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use rand::SeedableRng;
use rand::rngs::StdRng;
use tianyuan::go::BoardSize;
use tianyuan::nn::Nets;
use tianyuan::nn::katago::{Summary, TrunkKind, read, read_summary};

use crate::support::folder::empty_folder;
use crate::support::process::{program_in, run, run_briefly};
use crate::support::random_katago_net::RandomBlock::{
    self, Attention, Bottleneck, FeedForward, Ordinary, Pooling,
};
use crate::support::random_katago_net::{Plan, gzip, random_file};

fn file(channels: usize, blocks: Vec<RandomBlock>) -> Vec<u8> {
    let plan = Plan {
        version: 15,
        is_binary: true,
        channels,
        blocks,
        activation: "ACTIVATION_SILU",
        has_rms_norm: false,
    };
    random_file(&plan, &mut StdRng::seed_from_u64(1))
}

fn attention() -> RandomBlock {
    Attention { is_rotation_learnt: Some(true) }
}

/// Returns the program's command with a home folder that contains no net.
fn command(folder: &Path, arguments: &[&str]) -> Command {
    let current = folder.join("current");
    fs::create_dir_all(&current).expect("a folder");
    let mut command = program_in(&current, arguments);
    command.env("HOME", folder.join("home")).env_remove("TIANYUAN_NETS");
    for name in ["VIRTUAL_ENV", "CONDA_PREFIX", "XDG_DATA_HOME", "LOCALAPPDATA", "APPDATA"] {
        command.env_remove(name);
    }
    command
}

/// Writes a net with the shape b6c96 to KaTrain's folder below the home folder and returns its path.
fn add_katrain_net(folder: &Path) -> PathBuf {
    let models = folder.join("home/.katrain/models");
    fs::create_dir_all(&models).expect("folders");
    let path = models.join("small.bin.gz");
    let blocks = vec![Ordinary, Ordinary, Pooling, Ordinary, Pooling, Ordinary];
    fs::write(&path, gzip(&file(96, blocks))).expect("written");
    path
}

#[test]
fn shape_is_read_from_start_of_file() {
    let nested = |inner: &[RandomBlock]| vec![Bottleneck(inner.to_vec()); 3];
    for (name, kind, blocks) in [
        ("b4c64", TrunkKind::Residual, vec![Ordinary; 4]),
        ("b3c64nbt", TrunkKind::NestedBottleneck, nested(&[Pooling, Ordinary])),
        (
            "b3c64h4nbttf",
            TrunkKind::NestedTransformer { layers: 2, heads: 4 },
            nested(&[attention(), FeedForward, attention(), FeedForward]),
        ),
        (
            "b3c64h4nbt1tf",
            TrunkKind::NestedTransformer { layers: 1, heads: 4 },
            nested(&[attention(), FeedForward]),
        ),
        (
            "b2c64h4tf",
            TrunkKind::Transformer { heads: 4 },
            [attention(), FeedForward, attention(), FeedForward].into(),
        ),
        ("b3c64", TrunkKind::Other, vec![FeedForward; 3]),
    ] {
        let whole = file(64, blocks);
        let model = read(&whole[..]).expect("a net");
        for bytes in [whole.clone(), gzip(&whole), whole[..whole.len() * 9 / 10].to_vec()] {
            let summary = read_summary(&bytes[..]).expect("the start of a net");
            assert_eq!((summary.shape.to_string().as_str(), summary.shape.kind), (name, kind));
            assert_eq!((summary.name.as_str(), summary.version), ("random", 15));
            assert!(!summary.is_human);
            let all = Summary::of(&model);
            assert_eq!(all.shape, summary.shape);
            for lines in [9, 19] {
                let exact = model.multiply_adds(lines);
                assert_eq!(all.multiply_adds(lines), Some(exact));
                // The heads of these nets are about a hundredth of the work.
                let estimate = summary.multiply_adds(lines).expect("blocks") as f64;
                assert!((0.95..=1.0).contains(&(estimate / exact as f64)), "{name}: {estimate}");
            }
        }
    }
    assert!(read_summary(&b"random 15 22 19"[..]).is_err());
}

#[test]
fn nets_are_restricted_to_board_sizes() {
    let size = |lines| BoardSize::new(lines).expect("boards have 2 to 25 lines");
    let built_in = Nets::embedded();
    let small = built_in.clone().for_sizes(0..=10);
    assert_eq!(small.of(size(9)), built_in.of(size(9)));
    assert_eq!([11, 13, 19].map(|lines| small.of(size(lines))), [None; 3]);
    let none = small.for_sizes(13..=25);
    assert!((2..=25).all(|lines| none.of(size(lines)).is_none()));
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn found_nets_are_listed_with_recommendation() {
    let folder = empty_folder("net-find");
    let small = add_katrain_net(&folder);
    let other = folder.join("nets");
    fs::create_dir(&other).expect("a folder");
    fs::write(other.join("other.bin"), file(16, vec![Ordinary; 3])).expect("written");
    let broken = file(96, vec![Ordinary; 6]);
    fs::write(other.join("truncated.bin"), &broken[..broken.len() / 2]).expect("written");
    fs::write(other.join("text.txt"), "no net ".repeat(100)).expect("written");
    let mut command = command(&folder, &["net", "--find", "--seconds", "0.05"]);
    let said = run_briefly(command.env("TIANYUAN_NETS", &other));
    assert_eq!(said.status, 0, "{}", said.errors);
    let lines = said.lines();
    assert!(lines[0].starts_with("net "), "{}", said.text());
    let row = |name: &str| {
        let row = lines.iter().find(|line| line.ends_with(name)).unwrap_or_else(|| {
            panic!("no {name}: {}", said.text());
        });
        row.split_whitespace().collect::<Vec<_>>()
    };
    let known = row(small.to_str().expect("UTF-8"));
    assert_eq!(known[0], "b6c96");
    assert!(known[2].parse::<f64>().is_ok_and(|speed| speed > 1.0), "{known:?}");
    let unknown = row("other.bin");
    assert_eq!((unknown[0], unknown.len()), ("b3c16", 4), "it is not recommended: {unknown:?}");
    assert_eq!(row("truncated.bin")[2], "-");
    assert!(said.text().contains("error: "), "{}", said.text());
    assert!(!said.text().contains("text.txt"), "{}", said.text());
    // Each board has one recommended net.
    let table = said.text().split("error: ").next().expect("a table");
    for board in ["9x9", "13x13", "19x19"] {
        assert_eq!(table.matches(&format!(" {board}")).count(), 1, "{}", said.text());
    }
}

#[test]
fn searched_folders_are_listed_without_nets() {
    let folder = empty_folder("net-find-none");
    let own = folder.join("own");
    fs::create_dir(&own).expect("a folder");
    // The search does not wait for the other end of a pipe.
    #[cfg(unix)]
    assert!(Command::new("mkfifo").arg(own.join("pipe")).status().expect("it runs").success());
    let mut command = command(&folder, &["net", "--find"]);
    let said = run_briefly(command.env("TIANYUAN_NETS", &own));
    // A machine may have nets in the folders of the system.
    if said.text().starts_with("net ") {
        return;
    }
    assert_eq!((said.status, said.errors.as_str()), (0, ""));
    let lines = said.lines();
    assert_eq!(lines[0], "no nets found in these folders:");
    for place in [own, folder.join("current"), folder.join("home/.katrain")] {
        assert!(lines.contains(&&*format!("  {}", place.display())), "{}", said.text());
    }
    assert_eq!(*lines.last().expect("lines"), "set TIANYUAN_NETS to search other folders");
}

#[test]
fn find_excludes_file_and_output() {
    let folder = empty_folder("net-find-usage");
    for arguments in [&["net", "--find", "a.net"][..], &["net", "--find", "-o", "b"], &["net"]] {
        let said = run_briefly(&mut command(&folder, arguments));
        assert_eq!((said.status, said.text()), (2, ""), "{arguments:?}: {}", said.errors);
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn auto_uses_recommended_nets() {
    let folder = empty_folder("net-auto");
    let arguments = ["--net", "auto", "--log", "info"];
    let input = b"boardsize 19\nkata-raw-nn 0\nquit\n";
    let said = run(&mut command(&folder, &arguments), input);
    assert_eq!(said.status, 0, "{}", said.errors);
    let chosen = |board: &str, errors: &str| {
        let line = errors.lines().find(|line| line.ends_with(&format!(" on {board}")));
        line.and_then(|line| line.split("--net auto uses ").nth(1)).map(str::to_owned)
    };
    let is_bare = said.errors.contains("--net auto found no net");
    assert!(is_bare || chosen("19x19", &said.errors).is_some(), "{}", said.errors);

    let small = add_katrain_net(&folder);
    let said = run(&mut command(&folder, &arguments), input);
    assert_eq!(said.status, 0, "{}", said.errors);
    for board in ["9x9", "13x13", "19x19"] {
        let chosen = chosen(board, &said.errors).unwrap_or_else(|| panic!("{}", said.errors));
        let is_file = chosen.starts_with(&small.display().to_string());
        assert!(is_file || chosen.starts_with("the built-in net") || !is_bare, "{chosen}");
    }
    // The choice is logged only on request.
    let said = run(&mut command(&folder, &["--net", "auto"]), b"quit\n");
    assert_eq!((said.status, said.errors.as_str()), (0, ""));
    // A file of this name is read.
    let said = run(&mut command(&folder, &["--net", "./auto"]), b"quit\n");
    assert!(said.status == 2 && said.errors.contains("./auto"), "{}", said.errors);
}
