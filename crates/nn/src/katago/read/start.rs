//! Reader of the start of a net file, up to the first blocks.

use std::io::{BufRead, BufReader, Read};

use flate2::bufread::MultiGzDecoder;

use super::super::error::ReadError;
use super::super::flops::block_multiply_adds;
use super::super::model::Block;
use super::super::summary::{Cost, Summary, TrunkShape};
use super::layers::{Layers, MAX_BLOCKS};
use super::tokenizer::Tokens;
use super::{GLOBALS, GZIP, Header, MAX_BYTES, PLANES, blocks};

/// Reads the shape of a net from the header and the first block, or two blocks if the first is not a bottleneck.
/// Blocks of human-imitation nets are not read.
///
/// # Errors
/// Returns the first error in this part of the file.
pub fn read_summary(mut file: impl BufRead) -> Result<Summary, ReadError> {
    if file.fill_buf()?.starts_with(&GZIP) {
        return summary(BufReader::new(MultiGzDecoder::new(file).take(MAX_BYTES)));
    }
    summary(file.take(MAX_BYTES))
}

fn summary(source: impl BufRead) -> Result<Summary, ReadError> {
    let mut tokens = Tokens::new(source);
    let Header { name, version, .. } = Header::read(&mut tokens)?;
    let mut is_human = false;
    if version >= 15 {
        is_human = tokens.count()? != 0;
        skip(&mut tokens, 7)?;
    }
    tokens.name()?;
    let count = tokens.size("number of blocks", MAX_BLOCKS)?;
    let channels = tokens.count()?;
    skip(&mut tokens, if version >= 15 { 10 } else { 4 })?;
    let mut layers = Layers { tokens: &mut tokens, version, blocks_left: MAX_BLOCKS };
    let stem = layers.convolution_to(PLANES, channels)?.weights.len() as u64;
    layers.matrix_to(GLOBALS, channels)?;
    let mut first = Vec::new();
    while !is_human && first.len() < count.min(2) && !matches!(first[..], [Block::Bottleneck(_)]) {
        first.extend(blocks::blocks(&mut layers, 1, channels, 0)?);
    }
    let cost = (!first.is_empty()).then(|| {
        Cost::fit(|points| {
            let read: u64 = first.iter().map(|block| block_multiply_adds(block, points)).sum();
            stem * points + read * count as u64 / first.len() as u64
        })
    });
    let shape = TrunkShape::of(count, channels, &first);
    Ok(Summary { name, version, is_human, shape, cost })
}

fn skip<R: BufRead>(tokens: &mut Tokens<R>, count: usize) -> Result<(), ReadError> {
    (0..count).try_for_each(|_| tokens.count().map(drop))
}
