//! Options that name an output file: a file named by mistake is not changed.

use std::fs;

use rand::SeedableRng;
use rand::rngs::StdRng;

use crate::support::folder::{contents, empty_folder};
use crate::support::process::{program_in, run};
use crate::support::random_katago_net::{Plan, RandomBlock, random_file};

const NOTES: &str = "# Notes\n\n- [a link](x.md) (and brackets)";

#[test]
fn file_named_by_mistake_is_unchanged() {
    let folder = empty_folder("mistaken-files");
    let plan = Plan {
        version: 8,
        is_binary: true,
        channels: 4,
        blocks: vec![RandomBlock::Ordinary],
        activation: "ACTIVATION_RELU",
        has_rms_norm: false,
    };
    let net = random_file(&plan, &mut StdRng::seed_from_u64(1));
    fs::write(folder.join("net.bin"), net).expect("written");
    fs::write(folder.join("game.sgf"), "(;GM[1]FF[4]SZ[9];B[ee])").expect("written");
    fs::create_dir(folder.join("labels")).expect("a folder");
    fs::write(folder.join("labels/label.jsonl"), NOTES).expect("written");
    fs::write(folder.join("notes.md"), NOTES).expect("written");
    fs::create_dir(folder.join("others")).expect("a folder");
    fs::write(folder.join("others/game.html"), "<!DOCTYPE html><title>a</title>").expect("written");
    fs::write(folder.join("others/game.sgf"), "(;C[another game])").expect("written");
    let others = contents(&folder.join("others"));
    let before = contents(&folder);
    let exists = "notes.md: the file exists with other content";
    for (line, reason) in [
        ("net net.bin -o notes.md --sizes 9", exists),
        ("convert game.sgf notes.md --to wei7", exists),
        ("convert game.sgf notes.md --to sgf", exists),
        ("conform true --junit notes.md", exists),
        ("conform --client --diagnostics notes.md", exists),
        ("features --output notes.md", exists),
        ("train-patterns --output notes.md", exists),
        ("bridge cat --log-file notes.md", "the file exists with other content"),
        ("match --engine true --engine true --json notes.md", "line 1 is not a match game"),
        ("match --engine true --engine true --save .", "the folder is not empty"),
        ("label game.sgf -o labels --net net.bin", "not a label file"),
        ("review game.sgf -o . --format sgf", "would overwrite an input"),
        ("review game.sgf -o others --format html", "others/game.html: the file exists with other"),
        ("review game.sgf -o others --format sgf", "others/game.sgf: the file exists with other"),
    ] {
        let arguments: Vec<&str> = line.split(' ').collect();
        let said = run(&mut program_in(&folder, &arguments), b"");
        assert!(said.status != 0 && said.errors.contains(reason), "{line}: {}", said.errors);
        assert!(contents(&folder) == before, "{line}");
        assert!(contents(&folder.join("others")) == others, "{line}");
        let labels = fs::read_to_string(folder.join("labels/label.jsonl")).expect("there");
        assert_eq!(labels, NOTES, "{line}");
    }
    for (line, output) in [
        ("convert game.sgf out.sgf", "out.sgf"),
        ("net net.bin -o out.net --sizes 2", "out.net"),
        ("features --output out.rec", "out.rec"),
    ] {
        let arguments: Vec<&str> = line.split(' ').collect();
        for time in ["first", "second"] {
            let said = run(&mut program_in(&folder, &arguments), b"");
            assert_eq!(said.status, 0, "{line}, the {time} time: {}", said.errors);
            assert!(folder.join(output).is_file(), "{line}");
        }
    }
}
