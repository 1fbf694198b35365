//! Numbers in net files: built-in format, KataGo format, prepared files.

use std::fs;
use std::path::Path;

use rand::SeedableRng;
use rand::rngs::StdRng;
use tianyuan::nn::{NumberType, crc_32};

use super::{LONG, are_all_wanted, report, run, values_for};
use crate::serial::alone;
use crate::support::folder::empty_folder;
use crate::support::random_katago_net::{Plan, RandomBlock, random_file};
use crate::support::random_net;

/// A small net in KataGo format with every block of its version.
pub fn katago_net(is_binary: bool) -> Vec<u8> {
    let plan = Plan {
        version: 8,
        is_binary,
        channels: 4,
        blocks: vec![RandomBlock::Ordinary, RandomBlock::Pooling],
        activation: "ACTIVATION_RELU",
        has_rms_norm: false,
    };
    random_file(&plan, &mut StdRng::seed_from_u64(1))
}

/// Reads each file as the net of a session, and evaluates a position with valid nets.
fn try_files(name: &str, folder: &Path, files: impl IntoIterator<Item = (String, Vec<u8>)>) {
    let (mut failures, mut tried) = (Vec::new(), 0);
    for (what, bytes) in files {
        fs::write(folder.join("changed.net"), bytes).expect("written");
        let arguments = ["--net", "changed.net", "--threads", "1", "--memory", "16"];
        let said = run(folder, &arguments, b"boardsize 3\nkata-raw-nn 0\n", LONG);
        failures.extend(said.defect().map(|defect| format!("{name}, {what}: {defect}")));
        tried += 1;
    }
    report(&failures, tried);
}

#[test]
fn extreme_numbers_in_katago_nets() {
    let _alone = alone();
    let text = String::from_utf8(katago_net(false)).expect("text");
    // Lines that describe a layer contain words; lines of weights are long and contain only numbers.
    let lines: Vec<&str> = text.lines().collect();
    let mut files = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let words: Vec<&str> = line.split(' ').collect();
        if words.len() > 8 {
            continue;
        }
        for (place, _) in words.iter().enumerate().filter(|(_, word)| word.parse::<f64>().is_ok()) {
            for value in values_for(at + place) {
                let mut words = words.clone();
                words[place] = value;
                let changed = words.join(" ");
                let mut lines = lines.clone();
                lines[at] = &changed;
                let what = format!("line {}: {changed}", at + 1);
                files.push((what, (lines.join("\n") + "\n").into_bytes()));
            }
        }
    }
    try_files("KataGo", &empty_folder("numbers/katago"), files);
}

#[test]
fn extreme_numbers_in_builtin_nets() {
    let _alone = alone();
    const START: usize = 8;
    let shape = random_net::shape(NumberType::Float, 1, 16);
    let file = random_net::random_file(&shape, &mut StdRng::seed_from_u64(1));
    let changed = (0..9).flat_map(|number| {
        let file = &file;
        [1_u32 << 31, u32::MAX, 1 << 20].into_iter().map(move |value| {
            let mut file = file[..file.len() - 4].to_vec();
            let at = START + 4 * number;
            file[at..at + 4].copy_from_slice(&value.to_le_bytes());
            let checksum = crc_32(&file);
            file.extend(checksum.to_le_bytes());
            (format!("number {number}: {value}"), file)
        })
    });
    try_files("ours", &empty_folder("numbers/ours"), changed);
}

#[test]
fn extreme_numbers_in_prepared_nets() {
    let _alone = alone();
    const START: usize = 24;
    let folder = empty_folder("numbers/prepared");
    fs::write(folder.join("a.bin"), katago_net(true)).expect("written");
    let prepare = ["net", "a.bin", "-o", "a.net", "--sizes", "2"];
    let said = run(&folder, &prepare, b"", LONG);
    assert_eq!(said.status, Some(0), "{}", said.errors);
    let file = fs::read(folder.join("a.net")).expect("a file");
    let head = START + u32::from_le_bytes(file[12..16].try_into().expect("four bytes")) as usize;
    let step = if are_all_wanted() { 12 } else { 404 };
    let places = (8..START).step_by(4).chain((START..head).step_by(step));
    let changed = places.flat_map(|at| {
        let file = &file;
        [1_u32 << 31, u32::MAX].into_iter().map(move |value| {
            let mut file = file.clone();
            file[at..at + 4].copy_from_slice(&value.to_le_bytes());
            if at >= START {
                let checksum = crc_32(&file[..head]);
                file[head..head + 4].copy_from_slice(&checksum.to_le_bytes());
                let end = file.len() - 4;
                let checksum = crc_32(&file[..end]);
                file[end..].copy_from_slice(&checksum.to_le_bytes());
            }
            (format!("byte {at}: {value}"), file)
        })
    });
    try_files("prepared", &folder, changed);
}
