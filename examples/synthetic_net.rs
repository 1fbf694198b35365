//! Writes a KataGo net with random weights and the layers of a published shape, to measure memory and speed:
//! `cargo run --release --example synthetic_net -- b18c384nbt net.bin.gz`.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use flate2::Compression;
use flate2::write::GzEncoder;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// A shape: its name, blocks, channels, and transformer layers per bottleneck (0: convolutions) with their heads and
/// hidden channels.
type Shape = (&'static str, usize, usize, [usize; 3]);

/// The shapes of 2026. Each bottleneck halves the channels.
const SHAPES: [Shape; 6] = [
    ("b18c384nbt", 18, 384, [0; 3]),
    ("b28c512nbt", 28, 512, [0; 3]),
    ("b40c768nbt", 40, 768, [0; 3]),
    ("tf2-b10c384", 10, 384, [2, 6, 512]),
    ("tf3-b10c512", 10, 512, [3, 8, 768]),
    ("tf3-b11c768", 11, 768, [3, 12, 1152]),
];

/// The channels of global pooling in a bottleneck.
const POOLED: usize = 64;
/// The channels of the policy head, of the value head, and of its hidden layer.
const HEADS: [usize; 3] = [64, 128, 144];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let names = SHAPES.map(|shape| shape.0).join(", ");
    let [name, path] = &arguments[..] else {
        eprintln!("expected a shape ({names}) and a file");
        return ExitCode::FAILURE;
    };
    let Some(shape) = SHAPES.iter().find(|shape| shape.0 == name) else {
        eprintln!("unknown shape `{name}` ({names})");
        return ExitCode::FAILURE;
    };
    match write(shape, path) {
        Ok(weights) => {
            println!("{name}: {weights} weights");
            ExitCode::SUCCESS
        }
        Err(reason) => {
            eprintln!("{path}: {reason}");
            ExitCode::FAILURE
        }
    }
}

/// Writes the net and returns the number of its weights.
fn write(shape: &Shape, path: &str) -> io::Result<usize> {
    let file = BufWriter::new(File::create(path)?);
    let rng = StdRng::seed_from_u64(1);
    if path.ends_with(".gz") {
        let to = GzEncoder::new(file, Compression::fast());
        let mut net = NetWriter { to, rng, weights: 0 };
        net.net(shape)?;
        net.to.finish()?.flush()?;
        return Ok(net.weights);
    }
    let mut net = NetWriter { to: file, rng, weights: 0 };
    net.net(shape)?;
    net.to.flush()?;
    Ok(net.weights)
}

/// A net file that is being written.
struct NetWriter<W> {
    to: W,
    rng: StdRng,
    weights: usize,
}

impl<W: Write> NetWriter<W> {
    fn words(&mut self, words: &str) -> io::Result<()> {
        writeln!(self.to, "{words}")
    }

    /// Writes `count` numbers between `-size` and `size`, plus `offset`.
    fn tensor(&mut self, count: usize, size: f32, offset: f32) -> io::Result<()> {
        self.to.write_all(b"@BIN@")?;
        let mut bytes = Vec::with_capacity(4 * count);
        for _ in 0..count {
            let number: f32 = self.rng.random_range(-1.0..1.0);
            bytes.extend((number * size + offset).to_le_bytes());
        }
        self.weights += count;
        self.to.write_all(&bytes)?;
        self.words("")
    }

    fn convolution(&mut self, size: usize, inputs: usize, outputs: usize) -> io::Result<()> {
        self.words(&format!("conv {size} {size} {inputs} {outputs} 1 1"))?;
        let taps = size * size * inputs;
        self.tensor(taps * outputs, 1.0 / (taps as f32).sqrt(), 0.0)
    }

    fn matrix(&mut self, inputs: usize, outputs: usize) -> io::Result<()> {
        self.words(&format!("matmul {inputs} {outputs}"))?;
        self.tensor(inputs * outputs, 1.0 / (inputs as f32).sqrt(), 0.0)
    }

    fn bias(&mut self, channels: usize) -> io::Result<()> {
        self.words(&format!("bias {channels}"))?;
        self.tensor(channels, 0.1, 0.0)
    }

    /// Writes a batch norm with mean, variance and bias.
    fn norm(&mut self, channels: usize, activation: &str) -> io::Result<()> {
        self.words(&format!("norm {channels} 0.001 0 1"))?;
        for (size, offset) in [(0.1, 0.0), (0.1, 1.0), (0.1, 0.0)] {
            self.tensor(channels, size, offset)?;
        }
        self.words(&format!("act ACTIVATION_{activation}"))
    }

    fn rms_norm(&mut self, channels: usize) -> io::Result<()> {
        self.words(&format!("rms {channels} 0.00001"))?;
        self.tensor(channels, 0.1, 1.0)
    }

    fn net(&mut self, &(name, blocks, channels, transformer): &Shape) -> io::Result<()> {
        let activation = if transformer[0] > 0 { "SILU" } else { "MISH" };
        self.words(&format!("synthetic-{name} 15 22 19 20 20 20 20 40 0.25 150 0 0 0 0 0 0 0 0"))?;
        let inner = channels / 2;
        self.words(&format!("trunk {blocks} {channels} {inner} {inner} {inner} {POOLED}"))?;
        self.words("0 0 0 0 0 0")?;
        self.convolution(3, 22, channels)?;
        self.matrix(19, channels)?;
        for block in 0..blocks {
            let count = if transformer[0] > 0 { 2 * transformer[0] } else { 2 };
            self.words(&format!("nested_bottleneck_block block {count}"))?;
            self.norm(channels, activation)?;
            self.convolution(1, channels, inner)?;
            match transformer {
                [0, ..] => {
                    self.residual(inner, block % 3 == 1, activation)?;
                    self.residual(inner, false, activation)?;
                }
                [layers, heads, hidden] => {
                    for _ in 0..layers {
                        self.attention(inner, heads)?;
                        self.feed_forward(inner, hidden)?;
                    }
                }
            }
            self.norm(inner, activation)?;
            self.convolution(1, inner, channels)?;
        }
        self.norm(channels, activation)?;
        self.heads(channels, activation)
    }

    fn residual(&mut self, channels: usize, is_pooled: bool, activation: &str) -> io::Result<()> {
        let middle = if is_pooled { channels - POOLED } else { channels };
        self.words(if is_pooled { "gpool_block block" } else { "ordinary_block block" })?;
        self.norm(channels, activation)?;
        self.convolution(3, channels, middle)?;
        if is_pooled {
            self.convolution(3, channels, POOLED)?;
            self.norm(POOLED, activation)?;
            self.matrix(3 * POOLED, middle)?;
        }
        self.norm(middle, activation)?;
        self.convolution(3, middle, channels)
    }

    fn attention(&mut self, channels: usize, heads: usize) -> io::Result<()> {
        let length = channels / heads;
        self.words(&format!(
            "transformer_attention_block block {heads} {heads} {length} {length} 1 1"
        ))?;
        self.rms_norm(channels)?;
        for _ in 0..4 {
            self.matrix(channels, channels)?;
        }
        self.words(&format!("rope {heads} {} 2", length / 2))?;
        self.tensor(channels, 1.0, 0.0)
    }

    fn feed_forward(&mut self, channels: usize, hidden: usize) -> io::Result<()> {
        self.words(&format!("transformer_ffn_block block {channels} {hidden} 1"))?;
        self.rms_norm(channels)?;
        self.matrix(channels, hidden)?;
        self.matrix(channels, hidden)?;
        self.matrix(hidden, channels)
    }

    fn heads(&mut self, channels: usize, activation: &str) -> io::Result<()> {
        let [policy, value, hidden] = HEADS;
        let act = format!("act ACTIVATION_{activation}");
        self.words("policyhead")?;
        self.convolution(1, channels, policy)?;
        self.convolution(1, channels, policy)?;
        self.norm(policy, activation)?;
        self.matrix(3 * policy, policy)?;
        self.norm(policy, activation)?;
        self.convolution(1, policy, 2)?;
        self.matrix(3 * policy, policy)?;
        self.bias(policy)?;
        self.words(&act)?;
        self.matrix(policy, 2)?;
        self.words("valuehead")?;
        self.convolution(1, channels, value)?;
        self.norm(value, activation)?;
        self.matrix(3 * value, hidden)?;
        self.bias(hidden)?;
        self.words(&act)?;
        for outputs in [3, 6] {
            self.matrix(hidden, outputs)?;
            self.bias(outputs)?;
        }
        self.convolution(1, value, 1)
    }
}
