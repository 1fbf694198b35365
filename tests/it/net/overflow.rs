//! Nets with finite weights that overflow: each is rejected when read, or its outputs are finite.

use rand::RngExt;
use rand::rngs::StdRng;
use tianyuan::go::{BoardSize, Color, Game, Move, Rules};
use tianyuan::nn::katago::{self, AreaOptions, Precision};
use tianyuan::nn::{
    AnyInputs, AnyNet, Net, NetError, Nets, NumberType, Planes, PostprocessOptions, Symmetry,
    crc_32,
};
use tianyuan::search::{Limits, Search};

use crate::support::random_katago_net::{Plan, RandomBlock, random_file};
use crate::support::random_net;
use crate::support::seeded::with_seeds;

/// Weights that overflow at once, after some layers, or when squared.
const EXTREMES: [f32; 6] = [3e38, -3e38, 1e30, -1e25, 1e19, 1e12];

fn plan(version: usize) -> Plan {
    Plan {
        version,
        is_binary: true,
        channels: 8,
        blocks: vec![
            RandomBlock::Ordinary,
            RandomBlock::Pooling,
            RandomBlock::Bottleneck(vec![RandomBlock::Ordinary]),
            RandomBlock::Attention { is_rotation_learnt: None },
            RandomBlock::FeedForward,
        ],
        activation: "ACTIVATION_MISH",
        has_rms_norm: version >= 15,
    }
}

/// Returns the offsets of all weights in the tensors of a binary file.
fn weights(file: &[u8]) -> Vec<usize> {
    const MARK: &[u8] = b"@BIN@";
    let marks: Vec<usize> = (0..file.len()).filter(|&at| file[at..].starts_with(MARK)).collect();
    let ends = marks.iter().skip(1).copied().chain([file.len()]);
    let of_tensor = |(&mark, end): (&usize, usize)| {
        let start = mark + MARK.len();
        let text = file[start..end].iter().rev().take_while(|it| it.is_ascii()).count();
        // Layer names follow a tensor; the last weights before a name are skipped.
        (start..(end - text).max(start)).step_by(4).filter(move |at| at + 8 <= end)
    };
    marks.iter().zip(ends).flat_map(of_tensor).collect()
}

fn size(lines: usize) -> BoardSize {
    BoardSize::new(lines).expect("a board has 2 to 25 lines")
}

/// Plays a short game, and checks the outputs of all positions and of a search.
fn assert_finite(net: &AnyNet, lines: usize, rng: &mut StdRng) {
    let mut game = Game::new(size(lines), Rules::CHINESE);
    let mut evaluator = net.evaluator();
    for _ in 0..12 {
        let color = game.to_play();
        let inputs = match net.katago_model() {
            None => AnyInputs::Own(Planes::of_game(&game, color)),
            Some(_) => {
                AnyInputs::KataGo(katago::Inputs::of_game(&game, color, AreaOptions::default()))
            }
        };
        let output = evaluator.evaluate(&inputs, Symmetry::IDENTITY, PostprocessOptions::default());
        assert!(output.expect("the net is for the size").is_finite(), "{game:?}");
        let empty = game.board().empty_points();
        game.play(color, Move::Play(empty[rng.random_range(0..empty.len())])).ok();
    }
    let mut search = Search::new(1, 16, 1);
    search.set_nets(&Nets::new([net.clone()]));
    let limits = Limits { visits: Some(20), ..Limits::default() };
    let report = search.run(&game, Color::Black, &limits, &mut |_| true);
    let figures = [report.winrate, report.score_lead, report.score_stdev, report.utility];
    assert!(figures.iter().all(|figure| figure.is_finite()), "{figures:?}");
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn katago_net_with_mutated_weights_is_refused_or_finite_in_every_number_type() {
    let (mut refused, mut accepted) = (0, 0);
    with_seeds(|rng| {
        for version in [8, 11, 14, 16] {
            let file = random_file(&plan(version), rng);
            let places = weights(&file);
            for _ in 0..12 {
                let mut file = file.clone();
                let at = places[rng.random_range(0..places.len())];
                let extreme = EXTREMES[rng.random_range(0..EXTREMES.len())];
                file[at..at + 4].copy_from_slice(&extreme.to_le_bytes());
                let Ok(model) = katago::read(&file[..]) else { continue };
                let net = katago::Net::new(model.clone());
                if net.check_outputs().is_err() {
                    refused += 1;
                    continue;
                }
                accepted += 1;
                for precision in Precision::ALL {
                    let net = katago::Net::new(model.clone()).with_precision(precision);
                    // Not every processor supports every number type.
                    if let Ok(net) = net {
                        assert_finite(&AnyNet::katago(net, 1), 5, rng);
                    }
                }
            }
        }
    });
    assert!(refused > 0 && accepted > 0, "{refused} refused, {accepted} accepted");
}

#[test]
fn built_in_format_with_mutated_weights_is_refused_or_finite() {
    let (mut refused, mut accepted) = (0, 0);
    with_seeds(|rng| {
        for kind in [NumberType::Float, NumberType::Integer { max: 127 }] {
            let file = random_net::random_file(&random_net::shape(kind, 2, 16), rng);
            let end = file.len() - 4;
            for _ in 0..10 {
                let mut file = file.clone();
                for _ in 0..[1, 30, 1000][rng.random_range(0..3)] {
                    // The head is last, in 32-bit floats for both kinds.
                    let at = end - 4 * rng.random_range(1..5_000);
                    let extreme = EXTREMES[rng.random_range(0..EXTREMES.len())];
                    file[at..at + 4].copy_from_slice(&extreme.to_le_bytes());
                }
                let check = crc_32(&file[..end]);
                file[end..].copy_from_slice(&check.to_le_bytes());
                match Net::decode(&file) {
                    Ok(net) => {
                        accepted += 1;
                        assert_finite(&AnyNet::from(net), 9, rng);
                    }
                    Err(error) => {
                        assert_eq!(error, NetError::Overflow);
                        refused += 1;
                    }
                }
            }
        }
    });
    assert!(refused > 0 && accepted > 0, "{refused} refused, {accepted} accepted");
}
