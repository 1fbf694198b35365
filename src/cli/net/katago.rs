//! What is in a net file of KataGo's, and how its backends do.

use std::time::Duration;

use crate::go::BoardSize;
use crate::net::katago::{self, Activation, Block, FinalNorm, Model, Net, Precision};
use crate::streams::Closed;

use super::backend::{Reference, backends, speed};

/// The board sizes that are reported, in lines.
const LINES: [usize; 3] = [9, 13, 19];

/// How many positions a backend is compared with the reference on, at most.
const POSITIONS: usize = 64;

/// Prints what is in the file, then a line for each board size and backend.
pub(super) fn report(
    net: &Net,
    precision: Option<Precision>,
    size: &str,
    time: Duration,
    print: &mut dyn FnMut(&str) -> Result<(), Closed>,
) -> Result<(), Closed> {
    let model = net.model();
    let lines = [
        format!("name           {}", model.name),
        format!("format         KataGo's, version {}", model.version),
        size.to_owned(),
        format!("blocks         {}", kinds(&model.trunk.blocks)),
        format!("channels       {}", model.trunk.stem.outputs),
        format!("activation     {}", activation(model)),
        format!("parameters     {}", model.parameters()),
    ];
    lines.iter().try_for_each(|line| print(line))?;
    if let Some(source) = net.source() {
        print(&format!("prepared       of the file with checksum {source:08x}"))?;
    }
    if net.source().is_some() {
        return measure_prepared(net, time, print);
    }
    measure(net, precision, time, print)
}

fn measure(
    net: &Net,
    precision: Option<Precision>,
    time: Duration,
    print: &mut dyn FnMut(&str) -> Result<(), Closed>,
) -> Result<(), Closed> {
    print("")?;
    print(
        "board  backend            multiply-adds  evaluations/s  positions  same move  policy KL  win rate   lead",
    )?;
    for size in LINES.into_iter().filter_map(BoardSize::new) {
        let positions = katago::test_positions(size, POSITIONS);
        let reference = Reference::of(net.model(), &positions, time);
        for mut backend in backends(net, precision, size) {
            let speed = speed(&mut backend.evaluator, &positions, time);
            let exactness = reference.compare(&mut backend.evaluator);
            print(&format!(
                "{:<7}{:<19}{:>10.3} G{:>16.1}{:>11}{:>9.1} %{:>11.5}{:>10.5}{:>7.3}",
                format!("{0}x{0}", size.lines()),
                backend.name,
                net.model().multiply_adds(size.lines()) as f64 / 1e9,
                speed,
                reference.len(),
                100.0 * exactness.same_move,
                exactness.divergence,
                exactness.winrate,
                exactness.lead,
            ))?;
        }
    }
    Ok(())
}

/// Prints a line for each board size and backend of a prepared net. How exact it is cannot be told: the
/// weights before they were packed are not there to compare with.
fn measure_prepared(
    net: &Net,
    time: Duration,
    print: &mut dyn FnMut(&str) -> Result<(), Closed>,
) -> Result<(), Closed> {
    print("")?;
    print("board  backend            multiply-adds  evaluations/s")?;
    for size in net.sizes().into_iter().flatten().filter_map(BoardSize::new) {
        let positions = katago::test_positions(size, POSITIONS);
        for mut backend in backends(net, None, size) {
            let speed = speed(&mut backend.evaluator, &positions, time);
            print(&format!(
                "{:<7}{:<19}{:>10.3} G{speed:>16.1}",
                format!("{0}x{0}", size.lines()),
                backend.name,
                net.model().multiply_adds(size.lines()) as f64 / 1e9,
            ))?;
        }
    }
    print("")?;
    print("how exact it is can be measured with the file that it was made of")
}

/// The number of blocks, and how many of each kind, those inside bottlenecks too.
fn kinds(blocks: &[Block]) -> String {
    let mut counts = [0; 5];
    count(blocks, &mut counts);
    let names = ["ordinary", "global pooling", "nested bottleneck", "attention", "feed-forward"];
    let kinds = names.iter().zip(counts).filter(|(_, count)| *count > 0);
    let kinds: Vec<String> = kinds.map(|(name, count)| format!("{count} {name}")).collect();
    format!("{} in the trunk; with those inside them {}", blocks.len(), kinds.join(", "))
}

fn count(blocks: &[Block], counts: &mut [usize; 5]) {
    for block in blocks {
        let kind = match block {
            Block::Ordinary(_) => 0,
            Block::Pooling(_) => 1,
            Block::Bottleneck(block) => {
                count(&block.blocks, counts);
                2
            }
            Block::Attention(_) => 3,
            Block::FeedForward(_) => 4,
        };
        counts[kind] += 1;
    }
}

/// The activation at the end of the trunk, which nets use in all layers.
fn activation(model: &Model) -> &'static str {
    let activation = match &model.trunk.norm {
        FinalNorm::Batch(norm) => norm.activation,
        FinalNorm::Rms(_, activation) => *activation,
    };
    match activation {
        Activation::Identity => "identity",
        Activation::Relu => "ReLU",
        Activation::Mish => "mish",
        Activation::Silu => "SiLU",
    }
}
