//! Metadata of a native net file, and its speed on each instruction set.

use std::time::Duration;

use super::backend::rate;
use crate::go::{Board, BoardSize, Color, Scoring, with_words};
use crate::nn::{
    Backend, Evaluator, Features, Net, NonSpatialFeatures, NumberType, PLANES, Planes, Shape,
};
use crate::records::record::Language;
use crate::stdio::Closed;

/// Prints the metadata, then a line per board size and instruction set.
pub(super) fn report(
    net: &Net,
    size: &str,
    time: Duration,
    language: Language,
    print: &mut dyn FnMut(&str) -> Result<(), Closed>,
) -> Result<(), Closed> {
    let shape = net.shape();
    let kind = match shape.kind {
        NumberType::Float => language.choose("32-bit floating point", "32 位浮点数"),
        NumberType::Integer { .. } => language.choose("8-bit integers", "8 位整数"),
    };
    let pooled = (0..shape.blocks).filter(|&block| shape.is_pooled(block)).count();
    let (first, last) = (shape.sizes.start(), shape.sizes.end());
    let (blocks, channels) = (shape.blocks, shape.channels);
    let lines = language.choose(
        [
            format!("format         Tianyuan's, {kind}"),
            size.to_owned(),
            format!("boards         {first} to {last} lines"),
            format!("blocks         {blocks}, {pooled} of them with global pooling"),
            format!("channels       {channels}"),
            "activation     ReLU".into(),
        ],
        [
            format!("格式           天元的，{kind}"),
            size.to_owned(),
            format!("棋盘           {first} 至 {last} 路"),
            format!("块             {blocks}，其中 {pooled} 个有全局池化"),
            format!("通道           {channels}"),
            "激活函数       ReLU".into(),
        ],
    );
    lines.iter().try_for_each(|line| print(line))?;
    print("")?;
    print(language.choose(
        "board  backend        multiply-adds  evaluations/s",
        "棋盘   后端               乘加次数        每秒评估",
    ))?;
    measure(net, time, print)
}

fn measure(
    net: &Net,
    time: Duration,
    print: &mut dyn FnMut(&str) -> Result<(), Closed>,
) -> Result<(), Closed> {
    let ends = [*net.shape().sizes.start(), *net.shape().sizes.end()];
    let ends = if ends[0] == ends[1] { &ends[..1] } else { &ends };
    for size in ends.iter().filter_map(|&lines| BoardSize::new(lines)) {
        let planes = empty_board(size);
        for backend in Backend::ALL {
            let Some(mut evaluator) = net.evaluator_with(backend) else { continue };
            let speed = speed_of(&mut evaluator, &planes, time);
            print(&format!(
                "{:<7}{:<15}{:>10.3} G{speed:>16.1}",
                format!("{0}x{0}", size.lines()),
                backend.to_string(),
                multiply_adds(net.shape(), size.area()) as f64 / 1e9,
            ))?;
        }
    }
    Ok(())
}

/// Returns the evaluations per second with the best backend, measured for `time`.
pub(super) fn speed(net: &Net, size: BoardSize, time: Duration) -> f64 {
    speed_of(&mut net.evaluator(), &empty_board(size), time)
}

fn speed_of(evaluator: &mut Evaluator<'_>, planes: &Planes, time: Duration) -> f64 {
    rate(time, &mut || {
        std::hint::black_box(evaluator.evaluate(planes));
    })
}

/// Returns the feature planes of an empty board; evaluation time does not depend on the position.
fn empty_board(size: BoardSize) -> Planes {
    let beside = NonSpatialFeatures { last: [None; 5], komi: 15, scoring: Scoring::Area };
    with_words!(size, W => {
        Planes::of(&Features::of(&Board::<W>::new(size), Color::Black, &beside))
    })
}

/// Returns the number of multiply-adds in the convolutions, which dominate the cost.
pub(super) fn multiply_adds(shape: &Shape, points: usize) -> usize {
    let Shape { blocks, channels, head, .. } = *shape;
    points * channels * (9 * PLANES + 2 * blocks * 9 * channels + 3 * head)
}
