//! Reader of KataGo net files: `.bin.gz`, `.txt.gz`, `.bin` and `.txt`, versions 8 to 17.
//!
//! Reads layers in file order and checks that their shapes match, so that every net that is accepted can be
//! evaluated. The format is detected from the contents, not from the file name.
//!
//! | module | contents |
//! | --- | --- |
//! | `tokenizer` | tokens and numbers of the text and binary formats |
//! | `layers`, `blocks`, `heads` | layers; residual blocks; heads |
//! | `start` | the start of a file, which determines the shape |

mod blocks;
mod heads;
mod layers;
mod start;
mod tokenizer;

use std::io::{BufRead, BufReader, Read};

use flate2::bufread::MultiGzDecoder;

use super::area::AreaOptions;
use super::error::{MAX_VERSION, MIN_VERSION, ReadError};
use super::human_profile::METADATA;
use super::model::{FinalNorm, MetadataEncoder, Model, Multipliers, Trunk};
use layers::{Layers, MAX_BLOCKS};
use tokenizer::{MAX_WEIGHTS, Tokens};

pub use start::read_summary;

/// The number of input planes of version V7.
pub const PLANES: usize = 22;
/// The number of global inputs of version V7.
pub const GLOBALS: usize = 19;

/// The magic number of gzip.
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// The maximum uncompressed size of a net: all weights as text.
const MAX_BYTES: u64 = 12 * MAX_WEIGHTS as u64;

/// Reads a net.
///
/// # Errors
/// Returns the first error in the file.
pub fn read(mut file: impl BufRead) -> Result<Model, ReadError> {
    if file.fill_buf()?.starts_with(&GZIP) {
        return read_model(BufReader::new(MultiGzDecoder::new(file).take(MAX_BYTES)));
    }
    read_model(file.take(MAX_BYTES))
}

fn read_model(source: impl BufRead) -> Result<Model, ReadError> {
    let mut tokens = Tokens::new(source);
    let Header { name, version, multipliers } = Header::read(&mut tokens)?;
    let options = match version {
        15.. => HeaderOptions::read(&mut tokens)?,
        _ => HeaderOptions::default(),
    };
    let mut layers = Layers { tokens: &mut tokens, version, blocks_left: MAX_BLOCKS };
    let trunk = trunk(&mut layers, options.has_encoder)?;
    let channels = trunk.stem.outputs;
    let policy = heads::policy(&mut layers, channels)?;
    let value = heads::value(&mut layers, channels)?;
    tokens.end()?;
    Ok(Model { name, version, multipliers, area: options.area, trunk, policy, value })
}

/// The part of the header that all versions have.
struct Header {
    name: String,
    version: usize,
    multipliers: Multipliers,
}

impl Header {
    fn read<R: BufRead>(tokens: &mut Tokens<R>) -> Result<Header, ReadError> {
        let name = tokens.net_name()?;
        let version = tokens.count()?;
        if !(MIN_VERSION..=MAX_VERSION).contains(&version) {
            return Err(ReadError::Version(version));
        }
        for (what, due) in [("input planes", PLANES), ("global inputs", GLOBALS)] {
            let found = tokens.count()?;
            tokens.expect(what, found, due)?;
        }
        let multipliers = multipliers(tokens, version)?;
        Ok(Header { name, version, multipliers })
    }
}

/// Reads the multipliers of the outputs, which are stored from version 13.
fn multipliers<R: BufRead>(
    tokens: &mut Tokens<R>,
    version: usize,
) -> Result<Multipliers, ReadError> {
    let mut factors = [20.0, 20.0, 20.0, 20.0, 40.0, 0.25, 30.0];
    if version >= 13 {
        for factor in &mut factors {
            *factor = tokens.positive("output scale")?;
        }
    }
    // The first one belongs to an output that is used only in training.
    let [_, score_mean, score_deviation, lead, variance_time, value_error, score_error] = factors;
    Ok(Multipliers { score_mean, score_deviation, lead, variance_time, value_error, score_error })
}

/// The options of the header, which exist from version 15.
#[derive(Default)]
struct HeaderOptions {
    /// `true` if the trunk has a metadata encoder, as human-imitation nets do.
    has_encoder: bool,
    /// The computation of areas in the inputs.
    area: AreaOptions,
}

impl HeaderOptions {
    fn read<R: BufRead>(tokens: &mut Tokens<R>) -> Result<HeaderOptions, ReadError> {
        let options = HeaderOptions {
            has_encoder: tokens.flag("metadata encoder version")?,
            area: AreaOptions {
                under_suicide: tokens.flag("suicide flag")?,
                exclude_territory_near_atari: tokens.flag("territory flag")?,
            },
        };
        tokens.reserved(5)?;
        Ok(options)
    }
}

fn trunk<R: BufRead>(layers: &mut Layers<'_, R>, has_encoder: bool) -> Result<Trunk, ReadError> {
    layers.tokens.name()?;
    let count = layers.tokens.count()?;
    let channels = layers.tokens.count()?;
    // Channel counts of the blocks; each layer states its own.
    for _ in 0..4 {
        layers.tokens.count()?;
    }
    let has_rms_norm = match layers.version {
        15.. => {
            let is_rms = layers.tokens.flag("kind of the final norm")?;
            layers.tokens.reserved(5)?;
            is_rms
        }
        _ => false,
    };
    let stem = layers.convolution_to(PLANES, channels)?;
    let globals = layers.matrix_to(GLOBALS, channels)?;
    let encoder = match has_encoder {
        true => Some(Box::new(encoder(layers, channels)?)),
        false => None,
    };
    let blocks = blocks::blocks(layers, count, channels, 0)?;
    let norm = match has_rms_norm {
        true => FinalNorm::Rms(layers.final_rms_norm(channels)?, layers.activation()?),
        false => FinalNorm::Batch(layers.norm(channels)?),
    };
    Ok(Trunk { stem, globals, encoder, blocks, norm })
}

/// Reads the metadata encoder of a net with `channels` trunk channels.
fn encoder<R: BufRead>(
    layers: &mut Layers<'_, R>,
    channels: usize,
) -> Result<MetadataEncoder, ReadError> {
    layers.tokens.name()?;
    let inputs = layers.tokens.count()?;
    layers.tokens.expect("metadata inputs", inputs, METADATA)?;
    let first = layers.matrix(METADATA)?;
    let hidden = first.outputs;
    let first_bias = layers.bias(hidden)?;
    let first_activation = layers.activation()?;
    let second = layers.matrix(hidden)?;
    let second_bias = layers.bias(second.outputs)?;
    let second_activation = layers.activation()?;
    let last = layers.matrix_to(second.outputs, channels)?;
    Ok(MetadataEncoder {
        first,
        first_bias,
        first_activation,
        second,
        second_bias,
        second_activation,
        last,
    })
}
