//! `training/label_on_gpu.py` and `gpu_session.sh`: batched labels by PyTorch and training on them; and
//! `continue_training.sh`, which does the same on a CPU. Without PyTorch the tests print a message and pass.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use rand::SeedableRng;
use rand::rngs::StdRng;

use super::answers::{Row, rows};
use super::{label, line_of, lines, played};
use crate::support::folder::{contents, empty_folder};
use crate::support::process::run;
use crate::support::random_katago_net::{Plan, RandomBlock, gzip, random_file};

/// The folder of the scripts.
fn scripts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("training")
}

/// Returns `true` if Python has PyTorch; otherwise prints a message.
fn has_pytorch() -> bool {
    let import = Command::new("python3").args(["-c", "import numpy, torch"]).output();
    let has = import.is_ok_and(|it| it.status.success());
    if !has {
        eprintln!("skipped: python3 has no torch or no numpy");
    }
    has
}

/// Runs a command that must succeed. Returns its output.
fn succeed(command: &mut Command) -> String {
    let said = run(command.env("PYTHONDONTWRITEBYTECODE", "1"), b"");
    assert_eq!(said.status, 0, "{}{}", said.text(), said.errors);
    said.text().to_owned()
}

/// Writes the file of a random net.
fn net_file(
    path: PathBuf,
    version: usize,
    blocks: Vec<RandomBlock>,
    has_rms_norm: bool,
) -> PathBuf {
    let activation = if version < 12 { "ACTIVATION_RELU" } else { "ACTIVATION_MISH" };
    let plan = Plan { version, is_binary: true, channels: 8, blocks, activation, has_rms_norm };
    let file = random_file(&plan, &mut StdRng::seed_from_u64(version as u64));
    fs::write(&path, gzip(&file)).expect("written");
    path
}

/// Writes nets with all block kinds to files.
fn net_files(folder: &Path) -> [PathBuf; 4] {
    use RandomBlock::{Attention, Bottleneck, FeedForward, Ordinary, Pooling};
    let learnt = |is_rotation_learnt| Attention { is_rotation_learnt };
    let inner = vec![learnt(Some(true)), FeedForward, Ordinary];
    let file = |name: &str, version, blocks, has_rms_norm| {
        net_file(folder.join(name), version, blocks, has_rms_norm)
    };
    [
        file("old.bin.gz", 8, vec![Ordinary, Pooling], false),
        file("nested.bin.gz", 14, vec![Bottleneck(vec![Pooling, Ordinary])], false),
        file("transformer.bin.gz", 16, vec![learnt(Some(false)), FeedForward, learnt(None)], true),
        file("mixed.bin.gz", 17, vec![Bottleneck(inner), Ordinary], true),
    ]
}

/// Compares PyTorch's evaluation of a position with the program's.
fn compare(one: &Row, other: &Row) {
    let near = |one: f32, other: f32, by: f32| assert!((one - other).abs() <= by, "{one} {other}");
    near(one.value, other.value, 1e-3);
    near(one.score, other.score, 0.07);
    one.ownership.iter().zip(&other.ownership).for_each(|(&one, &other)| near(one, other, 0.009));
    assert_eq!(one.policy.len(), other.policy.len());
    // Moves of equal probability may be in another order.
    for (one, other) in one.policy.iter().zip(&other.policy) {
        near(one.1, other.1, 1e-3);
    }
}

#[test]
fn batched_gpu_labels_match_program() {
    if !has_pytorch() {
        return;
    }
    let folder = empty_folder("label/pytorch");
    let games = line_of(&played(7, 90, 1), "B+R") + &line_of(&played(7, 90, 2), "W+2.5");
    for (number, net) in net_files(&folder).iter().enumerate() {
        let [out, due] = ["out", "due"].map(|name| folder.join(format!("{name}{number}")));
        let options = ["--symmetries 8", "--symmetries 3 --rules japanese"][number % 2];
        let options = format!("--size 7 --net {} {options}", net.display());
        label(&due, &games, &format!("{options} --net-precision f32")).expect("it labels");
        label(&out, &games, &format!("{options} --inputs")).expect("it writes");
        let mut command = Command::new("python3");
        command.arg(scripts().join("label_on_gpu.py")).arg("--net").arg(net);
        let said = succeed(command.args(["--device", "cpu", "--batch", "100"]).arg(&out));
        assert!(said.ends_with("0 chunks are left\n"), "{said}");
        let [found, due] = [&out, &due]
            .map(|folder| rows(&fs::read(folder.join("7x7-00000.tch")).expect("there"), 7));
        assert_eq!(found.len(), due.len());
        found.iter().zip(&due).for_each(|(one, other)| compare(one, other));
    }
}

#[test]
fn invalid_net_is_an_error() {
    if !has_pytorch() {
        return;
    }
    let folder = empty_folder("label/pytorch-errors");
    let whole = fs::read(&net_files(&folder)[0]).expect("there");
    fs::write(folder.join("cut.bin.gz"), &whole[..whole.len() / 2]).expect("written");
    fs::write(
        folder.join("text.bin"),
        "random 8 22 19\ntrunk 1 8 8 8 8 8\nstem 3 3 22 8 1 1\n0.5 ",
    )
    .expect("written");
    fs::write(folder.join("later.bin"), "random 18 22 19\n").expect("written");
    let cases = [
        ("cut.bin.gz", "cut.bin.gz: Compressed file ended"),
        ("text.bin", "layer stem: no tensor where one is due; the text form is not read here"),
        ("later.bin", "version 18; 8 to 17 are read"),
        ("none.bin", "No such file"),
    ];
    for (name, due) in cases {
        let mut command = Command::new("python3");
        command.arg(scripts().join("label_on_gpu.py")).arg("--net").arg(folder.join(name));
        let said = run(command.arg(&folder), b"");
        assert_eq!(said.status, 1, "{name}");
        assert!(said.errors.contains(due) && !said.errors.contains("Traceback"), "{}", said.errors);
    }
}

#[test]
fn gpu_session_runs_in_reduced_time() {
    if !has_pytorch() {
        return;
    }
    let folder = empty_folder("label/half-hour");
    let net = &net_files(&folder)[1];
    fs::write(folder.join("games.txt"), lines(60)).expect("written");
    let counted = lines(60).replace("B+R", "B+3.5");
    fs::write(folder.join("counted.txt"), counted).expect("written");
    let script = |folder: &Path| {
        let mut command = Command::new("bash");
        command.current_dir(folder).env("BOARD_9", "1 1200 2x16 60");
        command.env("BOARD_9_CLOSE", "1 600 0.2");
        command.env("TIANYUAN_LABEL", "--chunk-size 100 --threads 2");
        command.env("LABEL_ON_GPU", "--batch 64 --device cpu");
        command.env("TRAIN_PY", "--batch 32 --device cpu --soft 1 --opt muon --minutes 0.03");
        command
    };
    let program = env!("CARGO_BIN_EXE_tianyuan");
    let pack = |name| {
        let mut pack = script(&folder);
        pack.arg(scripts().join("gpu_session.sh")).args(["pack", name, program]).arg(net);
        pack.args(["9", "games.txt", "9-close", "counted.txt"]);
        pack
    };
    let said = run(pack("large").env("MOST", "1000"), b"");
    assert!(said.errors.contains("more than 1000: take fewer games"), "{}", said.errors);
    succeed(pack("pack").env("MOST", "4000000000"));

    // All that follows uses the packed folder.
    let there = "pack/training/gpu_session.sh";
    let said = succeed(script(&folder).args([there, "label", "pack", "work", "9", "9-close"]));
    assert!(said.contains(" 0 chunks are left\n"), "{said}");
    let labelled = contents(&folder.join("work/9")).len();
    assert!(labelled > 3 * 8, "{labelled}");
    let train = [there, "train", "pack", "work", "out", "9"];
    let said = succeed(script(&folder).args(train));
    assert!(said.contains("\"step\": 0,") && said.contains("\"finished\": false"), "{said}");
    assert!(said.contains("9-close-held.rec"), "{said}");
    let said = succeed(script(&folder).args(train).env("BOARD_9", "1 1200 2x16 0.0001"));
    assert!(!said.contains("\"step\": 0,") && said.contains("\"finished\": true"), "{said}");
    succeed(Command::new("tar").args(["-xzf", "out/run-9.tgz.aa"]).current_dir(&folder));
    let run_folder = folder.join("run-9");
    let mut export = Command::new("python3");
    export.arg(scripts().join("export.py")).current_dir(&run_folder);
    export.args(["--weights", "ema.pt", "--records", "held.rec", "--sizes", "9", "11"]);
    succeed(export.args(["--out", "net", "--calib", "20", "--check", "5"]));
    let mut shown = Command::new(program);
    let said =
        succeed(shown.arg("net").arg(folder.join("run-9/net.i8.net")).args(["--seconds", "0.1"]));
    assert!(said.contains("9"), "{said}");
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn continue_training_resumes_net() {
    if !has_pytorch() {
        return;
    }
    let folder = empty_folder("label/go-on");
    let net = &net_files(&folder)[1];
    fs::write(folder.join("games.txt"), lines(20)).expect("written");
    let program = env!("CARGO_BIN_EXE_tianyuan");
    let go_on = |lines: &str, hours: &str| {
        let mut command = Command::new("bash");
        command.current_dir(&folder).arg(scripts().join("continue_training.sh"));
        command.args(["work", program]).arg(net).args([lines, hours, "games.txt"]);
        command.env("OWN", "2-1-1-6 4-2-1-4").env("PER_GAME", "6 3 2").env("THREADS", "2");
        command.env("LABEL", "--symmetries 1 --chunk-size 20");
        command.env("TRAIN_PY", "--batch 8 --device cpu --opt muon --minutes 0.05");
        command
    };
    let said = run(&mut go_on("20", "1"), b"");
    assert_eq!(said.status, 1);
    assert!(said.errors.contains("no net is for 20 lines"), "{}", said.errors);

    let said = succeed(&mut go_on("9", "1"));
    assert!(said.contains("games 4-2-1-4: 4\n"), "{said}");
    assert!(said.contains("\"step\": 0,") && said.contains("\"finished\": false"), "{said}");
    assert!(said.contains("more-held.rec"), "{said}");
    // It continues with the existing games, labels and weights.
    let said = succeed(&mut go_on("9", "0.0001"));
    assert!(!said.contains("games 4-2-1-4"), "{said}");
    assert!(!said.contains("\"step\": 0,") && said.contains("\"finished\": true"), "{said}");
    let mut shown = Command::new(program);
    let said =
        succeed(shown.arg("net").arg(folder.join("work/net.i8.net")).args(["--seconds", "0.1"]));
    assert!(said.contains("9 to 11 lines"), "{said}");
}
