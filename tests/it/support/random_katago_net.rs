//! KataGo nets with random weights: every version, file format, norm, activation and block.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use rand::RngExt;
use rand::rngs::StdRng;

/// The kinds of residual blocks.
#[derive(Debug, Clone)]
#[allow(dead_code)] // a fuzzer needs none
pub enum RandomBlock {
    Ordinary,
    Pooling,
    Bottleneck(Vec<RandomBlock>),
    Attention { is_rotation_learnt: Option<bool> },
    FeedForward,
}

/// The properties of a random net.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The version of the file.
    pub version: usize,
    /// `true` for binary tensors.
    pub is_binary: bool,
    /// The number of channels of the residual stream.
    pub channels: usize,
    /// The blocks of the trunk.
    pub blocks: Vec<RandomBlock>,
    /// The name of every activation, from version 11 on.
    pub activation: &'static str,
    /// `true` if the last norm is a root-mean-square norm, from version 15 on.
    pub has_rms_norm: bool,
}

/// Returns the file of a net, uncompressed.
pub fn random_file(plan: &Plan, rng: &mut StdRng) -> Vec<u8> {
    random_file_with_encoder(plan, None, rng)
}

/// Returns the file of a human-imitation net whose metadata encoder has a hidden width, from version 15 on.
#[allow(dead_code)]
pub fn random_human_file(plan: &Plan, hidden: usize, rng: &mut StdRng) -> Vec<u8> {
    random_file_with_encoder(plan, Some(hidden), rng)
}

fn random_file_with_encoder(plan: &Plan, encoder: Option<usize>, rng: &mut StdRng) -> Vec<u8> {
    let mut file = File { bytes: Vec::new(), plan, encoder, rng };
    let version = plan.version;
    file.words(&format!("random {version} 22 19"));
    if version >= 13 {
        file.words("20 20 20 20 40 0.25 150");
    }
    if version >= 15 {
        file.words(&format!("{} 1 1 0 0 0 0 0", u8::from(encoder.is_some())));
    }
    file.trunk();
    file.policy_head();
    file.value_head();
    file.bytes
}

/// Returns a gzip file.
#[allow(dead_code)]
pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).expect("memory takes it");
    encoder.finish().expect("memory takes it")
}

/// A file that is being written.
struct File<'a> {
    bytes: Vec<u8>,
    plan: &'a Plan,
    /// The hidden width of the metadata encoder.
    encoder: Option<usize>,
    rng: &'a mut StdRng,
}

impl File<'_> {
    fn words(&mut self, words: &str) {
        self.bytes.extend(words.as_bytes());
        self.bytes.push(b'\n');
    }

    /// Random weights up to a size, of both signs.
    fn tensor(&mut self, count: usize, size: f32) {
        let numbers: Vec<f32> = (0..count).map(|_| self.rng.random_range(-size..size)).collect();
        self.numbers(&numbers);
    }

    fn numbers(&mut self, numbers: &[f32]) {
        if self.plan.is_binary {
            self.bytes.extend(b"@BIN@");
            self.bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
            return self.bytes.push(b'\n');
        }
        let words: Vec<String> = numbers.iter().map(f32::to_string).collect();
        self.words(&words.join(" "));
    }

    fn convolution(&mut self, size: usize, inputs: usize, outputs: usize) {
        self.words(&format!("conv {size} {size} {inputs} {outputs} 1 1"));
        let usual = 1.0 / ((size * size * inputs) as f32).sqrt();
        self.tensor(size * size * inputs * outputs, usual);
    }

    fn matrix(&mut self, inputs: usize, outputs: usize) {
        self.words(&format!("matmul {inputs} {outputs}"));
        self.tensor(inputs * outputs, 1.0 / (inputs as f32).sqrt());
    }

    fn bias(&mut self, channels: usize) {
        self.words(&format!("bias {channels}"));
        self.tensor(channels, 0.5);
    }

    fn norm(&mut self, channels: usize) {
        let has_scale = self.rng.random_bool(0.5);
        self.words(&format!("norm {channels} 0.001 {} 1", u8::from(has_scale)));
        self.tensor(channels, 0.5);
        self.numbers(&vec![0.5; channels]);
        if has_scale {
            self.tensor(channels, 1.0);
        }
        self.tensor(channels, 0.5);
    }

    fn activation(&mut self) {
        let plan = self.plan;
        self.words(&match plan.version {
            11.. => format!("act {}", plan.activation),
            _ => "act".to_owned(),
        });
    }

    fn norm_and_activation(&mut self, channels: usize) {
        self.norm(channels);
        self.activation();
    }

    fn rms_norm(&mut self, channels: usize) {
        self.words(&format!("rms {channels} 0.00001"));
        self.tensor(channels, 1.5);
    }

    fn trunk(&mut self) {
        let plan = self.plan;
        let c = plan.channels;
        self.words(&format!("trunk {} {c} {c} {c} {c} {c}", plan.blocks.len()));
        if plan.version >= 15 {
            self.words(&format!("{} 0 0 0 0 0", u8::from(plan.has_rms_norm)));
        }
        self.convolution(if plan.version == 8 { 5 } else { 3 }, 22, c);
        self.matrix(19, c);
        if let Some(hidden) = self.encoder {
            self.words("encoder 192");
            self.matrix(192, hidden);
            self.bias(hidden);
            self.activation();
            self.matrix(hidden, hidden);
            self.bias(hidden);
            self.activation();
            self.matrix(hidden, c);
        }
        plan.blocks.iter().for_each(|block| self.block(block, c));
        if plan.version >= 15 && plan.has_rms_norm {
            self.words(&format!("final {c} 0.00001 1 0"));
            self.tensor(c, 1.0);
            self.tensor(c, 0.5);
            return self.activation();
        }
        self.norm_and_activation(c);
    }

    fn block(&mut self, block: &RandomBlock, c: usize) {
        match block {
            RandomBlock::Ordinary => {
                self.words("ordinary_block block");
                self.norm_and_activation(c);
                self.convolution(3, c, c);
                self.norm_and_activation(c);
                self.convolution(3, c, c);
            }
            RandomBlock::Pooling => {
                let pooled = c / 2;
                self.words("gpool_block block");
                self.norm_and_activation(c);
                self.convolution(3, c, c - pooled);
                self.convolution(3, c, pooled);
                self.norm_and_activation(pooled);
                self.matrix(3 * pooled, c - pooled);
                self.norm_and_activation(c - pooled);
                self.convolution(3, c - pooled, c);
            }
            RandomBlock::Bottleneck(inner) => {
                self.words(&format!("nested_bottleneck_block block {}", inner.len()));
                self.norm_and_activation(c);
                self.convolution(1, c, c / 2);
                inner.iter().for_each(|block| self.block(block, c / 2));
                self.norm_and_activation(c / 2);
                self.convolution(1, c / 2, c);
            }
            RandomBlock::Attention { is_rotation_learnt } => {
                let is_rotated = u8::from(is_rotation_learnt.is_some());
                let is_learnt = u8::from(*is_rotation_learnt == Some(true));
                self.words(&format!(
                    "transformer_attention_block block 4 2 4 6 {is_rotated} {is_learnt}"
                ));
                self.rms_norm(c);
                for (inputs, outputs) in [(c, 16), (c, 8), (c, 12), (24, c)] {
                    self.matrix(inputs, outputs);
                }
                match is_rotation_learnt {
                    Some(true) => {
                        self.words("rope 2 2 2");
                        self.tensor(8, 1.0);
                    }
                    Some(false) => self.words("rope 100"),
                    None => {}
                }
            }
            RandomBlock::FeedForward => {
                self.words(&format!("transformer_ffn_block block {c} {} 1", 2 * c));
                self.rms_norm(c);
                for (inputs, outputs) in [(c, 2 * c), (c, 2 * c), (2 * c, c)] {
                    self.matrix(inputs, outputs);
                }
            }
        }
    }

    fn policy_head(&mut self) {
        let (c, hidden, pooled) = (self.plan.channels, 8, 6);
        let version = self.plan.version;
        self.words("policyhead");
        let outputs = match version {
            16 => 4,
            12.. => 2,
            _ => 1,
        };
        if version >= 17 {
            self.words("2 0 0 0");
        }
        self.convolution(1, c, hidden);
        self.convolution(1, c, pooled);
        self.norm_and_activation(pooled);
        self.matrix(3 * pooled, hidden);
        self.norm_and_activation(hidden);
        self.convolution(1, hidden, outputs);
        if version < 15 {
            return self.matrix(3 * pooled, outputs);
        }
        self.matrix(3 * pooled, hidden);
        self.bias(hidden);
        self.activation();
        self.matrix(hidden, outputs);
    }

    fn value_head(&mut self) {
        let (c, width, hidden) = (self.plan.channels, 6, 10);
        self.words("valuehead");
        if self.plan.version >= 17 {
            self.words("0 0 0");
        }
        let scores = if self.plan.version >= 9 { 6 } else { 4 };
        self.convolution(1, c, width);
        self.norm_and_activation(width);
        self.matrix(3 * width, hidden);
        self.bias(hidden);
        self.activation();
        self.matrix(hidden, 3);
        self.bias(3);
        self.matrix(hidden, scores);
        self.bias(scores);
        self.convolution(1, width, 1);
    }
}
