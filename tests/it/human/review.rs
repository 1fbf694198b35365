//! `tianyuan review --for`, compared with naive arithmetic on the policies of the human net.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use serde_json::Value as Json;
use tianyuan::go::{BoardSize, Color, Game, Move, Rules};
use tianyuan::nn::katago::HumanProfile;
use tianyuan::search::{HumanGuide, HumanParams};

use super::{human_file, human_net};
use crate::support::folder::empty_folder;
use crate::support::process::{self, Said, program_in};

const SGF: &str = "(;GM[1]FF[4]SZ[7]KM[7];B[dd];W[aa];B[dc];W[ga];B[ed];W[de];B[ee];W[ef];B[gg];W[df];B[ag];W[cd])";
const LINES: usize = 7;

/// The ranks from weak to strong whose likelihoods are compared.
const RANKS: [&str; 15] = [
    "20k", "18k", "16k", "14k", "12k", "10k", "8k", "6k", "4k", "2k", "1d", "3d", "5d", "7d", "9d",
];

fn review(folder: &Path, arguments: &[&str]) -> Said {
    let usual = ["game.sgf", "-o", "out", "--format", "json,html", "--no-net", "--playouts", "60"];
    let mut command = program_in(folder, &["review"]);
    command.args(usual).args(arguments);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    process::run(&mut command, b"")
}

fn lines(folder: &Path, kind: &str) -> Vec<Json> {
    let text = fs::read_to_string(folder.join("out/game.jsonl")).expect("written");
    let lines = text.lines().map(|line| serde_json::from_str::<Json>(line).expect("JSON"));
    lines.filter(|line| line["type"] == kind).collect()
}

fn at(vertex: &Json) -> Move {
    let text = vertex.as_str().expect("a vertex");
    let column = "ABCDEFGH".find(&text[..1]).expect("a column");
    let row: usize = text[1..].parse().expect("a row");
    Move::Play(BoardSize::new(LINES).expect("a size").point(column, row - 1))
}

/// Returns the probability that a player of `rank` plays a move.
fn probability(game: &Game, rank: &str, color: Color, mv: Move) -> f64 {
    let profile = HumanProfile::of_rank(rank).expect("a rank");
    let guide = HumanGuide { net: human_net(), profile, params: HumanParams::default() };
    let output = guide.evaluate(game, color, 1).expect("the net is for the size");
    output.probability(game.size(), mv).into()
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn reader_values_match_naive_arithmetic() {
    let folder = empty_folder("human-review");
    fs::write(folder.join("game.sgf"), SGF).expect("written");
    fs::write(folder.join("human.bin"), human_file()).expect("written");
    let said = review(&folder, &["--for", "5K", "--human-net", "human.bin"]);
    assert_eq!(said.status, 0, "{}", said.text());

    let size = BoardSize::new(LINES).expect("a size");
    let mut game = Game::new(size, Rules::CHINESE);
    let mut likelihoods = [[0.0; RANKS.len()]; 2];
    let mut gains = Vec::new();
    for line in lines(&folder, "move") {
        let color = if line["color"] == "B" { Color::Black } else { Color::White };
        let played = at(&line["move"]);
        for (rank, sum) in RANKS.iter().zip(&mut likelihoods[color.index()]) {
            *sum += probability(&game, rank, color, played).max(1e-4).ln();
        }
        if let Some(finds) = line["finds"].as_array() {
            assert_ne!(line["grade"], "good");
            let due = ["5k", "1k"].map(|rank| probability(&game, rank, color, at(&line["best"])));
            for (found, due) in finds.iter().zip(due) {
                assert!((found.as_f64().expect("a number") - due).abs() < 1e-3, "{line}");
            }
            let loss = line["score_loss"].as_f64().expect("a number");
            gains.push((
                line["number"].clone(),
                color,
                loss * finds[0].as_f64().expect("a number"),
            ));
        }
        game.play(color, played).expect("legal");
    }
    assert!(!gains.is_empty(), "the game has mistakes");
    gains.retain(|(_, _, gain)| *gain > 0.0);
    gains.sort_by(|(_, _, one), (_, _, other)| other.total_cmp(one));

    for (line, color) in lines(&folder, "player").iter().zip(Color::BOTH) {
        let of = likelihoods[color.index()];
        let most = of.into_iter().fold(f64::MIN, f64::max);
        let rank = |at: usize| {
            let rank = line["rank"][at].as_str().expect("a rank");
            RANKS.iter().position(|it| *it == rank).expect("a listed rank")
        };
        let [best, lowest, highest] = [0, 1, 2].map(rank);
        // Nets of different number types differ by less.
        const TOLERANCE: f64 = 0.05;
        assert!(most - of[best] <= TOLERANCE, "{line}: {of:?}");
        for (rank, likelihood) in of.into_iter().enumerate() {
            let apart = most - likelihood;
            let is_inside = (lowest..=highest).contains(&rank);
            assert!(is_inside || apart > 1.921 - TOLERANCE, "{line}: {of:?}");
            let is_end = rank == lowest || rank == highest;
            assert!(!is_end || apart <= 1.921 + TOLERANCE, "{line}: {of:?}");
        }
        let own = gains.iter().filter(|(_, of, _)| *of == color);
        let numbers: Vec<Json> = own.map(|(number, ..)| number.clone()).collect();
        let found = line["learn_first"].as_array().cloned().unwrap_or_default();
        assert_eq!(found, numbers);
    }
    let page = fs::read_to_string(folder.join("out/game.html")).expect("written");
    assert!(page.contains("Learn this first (5k)") && page.contains("1k finds it"));
    fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn reader_without_human_net_is_an_error() {
    let folder = empty_folder("human-review-without-net");
    fs::write(folder.join("game.sgf"), SGF).expect("written");
    let said = review(&folder, &["--for", "5k"]);
    assert!(said.status != 0 && said.errors.contains("--for needs --human-net FILE"));
    let said = review(&folder, &["--for", "10d"]);
    assert!(said.status != 0 && said.errors.contains("expected a rank from 25k to 9d"));
    assert!(!folder.join("out").exists());
    let said = review(&folder, &[]);
    assert_eq!(said.status, 0);
    let page = fs::read_to_string(folder.join("out/game.html")).expect("written");
    assert!(!page.contains("Learn this first") && !page.contains("Estimated ranks"));
    fs::remove_dir_all(folder).expect("removed");
}
