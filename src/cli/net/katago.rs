//! Metadata of a KataGo net file, and the speed and accuracy of its backends.

use std::time::Duration;

use crate::go::BoardSize;
use crate::nn::katago::{Activation, Block, FinalNorm, Model, Net, Precision};
use crate::records::record::Language;
use crate::stdio::Closed;

use super::backend::{Reference, backends, speed};

/// The reported board sizes, in lines.
const LINES: [usize; 3] = [9, 13, 19];

/// The maximum number of positions for comparing a backend with the reference.
const POSITIONS: usize = 64;

/// Prints the metadata, then a line per board size and backend.
pub(super) fn report(
    net: &Net,
    precision: Option<Precision>,
    size: &str,
    time: Duration,
    language: Language,
    print: &mut dyn FnMut(&str) -> Result<(), Closed>,
) -> Result<(), Closed> {
    let model = net.model();
    let (name, version, blocks) =
        (&model.name, model.version, kinds(&model.trunk.blocks, language));
    let (channels, activation) = (model.trunk.stem.outputs, activation(model));
    let parameters = model.parameters();
    let lines = language.choose(
        [
            format!("name           {name}"),
            format!("format         KataGo's, version {version}"),
            size.to_owned(),
            format!("blocks         {blocks}"),
            format!("channels       {channels}"),
            format!("activation     {activation}"),
            format!("parameters     {parameters}"),
        ],
        [
            format!("名称           {name}"),
            format!("格式           KataGo 的，版本 {version}"),
            size.to_owned(),
            format!("块             {blocks}"),
            format!("通道           {channels}"),
            format!("激活函数       {activation}"),
            format!("参数           {parameters}"),
        ],
    );
    lines.iter().try_for_each(|line| print(line))?;
    if model.trunk.encoder.is_some() {
        print(language.choose(
            "use            --human-net (imitates human players)",
            "用途           --human-net（模仿人类棋手）",
        ))?;
    }
    if let Some(source) = net.source() {
        print(&language.choose(
            format!("prepared from the file with checksum {source:08x}"),
            format!("预备自         校验和为 {source:08x} 的文件"),
        ))?;
        return measure_prepared(net, time, language, print);
    }
    measure(net, precision, time, language, print)
}

fn measure(
    net: &Net,
    precision: Option<Precision>,
    time: Duration,
    language: Language,
    print: &mut dyn FnMut(&str) -> Result<(), Closed>,
) -> Result<(), Closed> {
    print("")?;
    print(language.choose(
        "board  backend            multiply-adds  evaluations/s  positions  same move  policy KL  win rate   lead",
        "棋盘   后端                   乘加次数        每秒评估     局面数   着手相同    策略 KL      胜率   目差",
    ))?;
    for size in LINES.into_iter().filter_map(BoardSize::new) {
        let positions = net.test_positions(size, POSITIONS);
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

/// Prints a line per board size and backend of a prepared net. Its accuracy is unknown, since the file lacks the
/// weights before packing.
fn measure_prepared(
    net: &Net,
    time: Duration,
    language: Language,
    print: &mut dyn FnMut(&str) -> Result<(), Closed>,
) -> Result<(), Closed> {
    print("")?;
    print(language.choose(
        "board  backend            multiply-adds  evaluations/s",
        "棋盘   后端                   乘加次数        每秒评估",
    ))?;
    for size in net.sizes().into_iter().flatten().filter_map(BoardSize::new) {
        let positions = net.test_positions(size, POSITIONS);
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
    print(language.choose(
        "accuracy can be measured only with the original file",
        "精确程度须用它所由来的文件测量",
    ))
}

/// Returns the number of blocks by kind, including those inside bottlenecks.
fn kinds(blocks: &[Block], language: Language) -> String {
    let mut counts = [0; 5];
    count(blocks, &mut counts);
    let names = language.choose(
        ["ordinary", "global pooling", "nested bottleneck", "attention", "feed-forward"],
        ["普通", "全局池化", "嵌套瓶颈", "注意力", "前馈"],
    );
    let kinds = names.iter().zip(counts).filter(|(_, count)| *count > 0);
    let kinds: Vec<String> = kinds.map(|(name, count)| format!("{count} {name}")).collect();
    let (in_trunk, kinds) = (blocks.len(), kinds.join(", "));
    language.choose(
        format!("{in_trunk} in the trunk; with those inside them {kinds}"),
        format!("主干中 {in_trunk} 个；连同其中所含：{kinds}"),
    )
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

/// Returns the activation at the end of the trunk, which nets use in all layers.
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
