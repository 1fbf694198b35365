//! Reader of residual blocks.

use std::io::BufRead;

use super::super::error::ReadError;
use super::super::model::{Attention, Block, Bottleneck, FeedForward, Ordinary, Pooling, Rotation};
use super::layers::{Layers, MAX_BLOCKS};

/// The maximum nesting depth of bottlenecks: 1 in known nets.
const MAX_DEPTH: usize = 3;
/// The maximum number of attention heads.
const MAX_HEADS: usize = 256;
/// The maximum length of a query or value per head.
const MAX_HEAD_LENGTH: usize = 1024;

/// Reads `count` blocks of a net with `channels` channels.
pub(super) fn blocks<R: BufRead>(
    layers: &mut Layers<'_, R>,
    count: usize,
    channels: usize,
    depth: usize,
) -> Result<Vec<Block>, ReadError> {
    layers.blocks_left = layers
        .blocks_left
        .checked_sub(count)
        .ok_or_else(|| layers.tokens.range("number of blocks", count))?;
    (0..count).map(|_| block(layers, channels, depth)).collect()
}

fn block<R: BufRead>(
    layers: &mut Layers<'_, R>,
    channels: usize,
    depth: usize,
) -> Result<Block, ReadError> {
    let kind = layers.tokens.word()?;
    layers.tokens.name()?;
    Ok(match kind.as_str() {
        "ordinary_block" => Block::Ordinary(ordinary(layers, channels)?),
        "gpool_block" => Block::Pooling(Box::new(pooling(layers, channels)?)),
        "nested_bottleneck_block" if depth < MAX_DEPTH => {
            Block::Bottleneck(Box::new(bottleneck(layers, channels, depth)?))
        }
        "transformer_attention_block" => Block::Attention(Box::new(attention(layers, channels)?)),
        "transformer_ffn_block" => Block::FeedForward(Box::new(feed_forward(layers, channels)?)),
        _ => return Err(layers.tokens.kind(&kind, "kind of block")),
    })
}

fn ordinary<R: BufRead>(
    layers: &mut Layers<'_, R>,
    channels: usize,
) -> Result<Ordinary, ReadError> {
    let pre = layers.norm(channels)?;
    let conv1 = layers.convolution(channels)?;
    let mid = layers.norm(conv1.outputs)?;
    let conv2 = layers.convolution_to(conv1.outputs, channels)?;
    Ok(Ordinary { pre, conv1, mid, conv2 })
}

fn pooling<R: BufRead>(layers: &mut Layers<'_, R>, channels: usize) -> Result<Pooling, ReadError> {
    let pre = layers.norm(channels)?;
    let conv1 = layers.convolution(channels)?;
    let pooled = layers.convolution(channels)?;
    let pooled_norm = layers.norm(pooled.outputs)?;
    let bias = layers.matrix_to(3 * pooled.outputs, conv1.outputs)?;
    let mid = layers.norm(conv1.outputs)?;
    let conv2 = layers.convolution_to(conv1.outputs, channels)?;
    Ok(Pooling { pre, conv1, pooled, pooled_norm, bias, mid, conv2 })
}

fn bottleneck<R: BufRead>(
    layers: &mut Layers<'_, R>,
    channels: usize,
    depth: usize,
) -> Result<Bottleneck, ReadError> {
    let count = layers.tokens.size("number of inner blocks", MAX_BLOCKS)?;
    let pre = layers.norm(channels)?;
    let reduce = layers.convolution(channels)?;
    let blocks = blocks(layers, count, reduce.outputs, depth + 1)?;
    let post = layers.norm(reduce.outputs)?;
    let expand = layers.convolution_to(reduce.outputs, channels)?;
    Ok(Bottleneck { pre, reduce, blocks, post, expand })
}

fn attention<R: BufRead>(
    layers: &mut Layers<'_, R>,
    channels: usize,
) -> Result<Attention, ReadError> {
    let heads = layers.tokens.size("number of heads", MAX_HEADS)?;
    let kv_heads = layers.tokens.size("number of key heads", MAX_HEADS)?;
    if heads % kv_heads != 0 {
        return Err(layers.tokens.range("number of key heads", kv_heads));
    }
    let query_length = layers.tokens.size("query length", MAX_HEAD_LENGTH)?;
    let value_length = layers.tokens.size("value length", MAX_HEAD_LENGTH)?;
    let is_rotated = layers.tokens.flag("rotation flag")?;
    let is_trained = layers.tokens.flag("trained rotation flag")?;
    if is_rotated && query_length % 2 != 0 {
        return Err(layers.tokens.range("query length", query_length));
    }
    let norm = layers.rms_norm(channels)?;
    let query = layers.matrix_to(channels, heads * query_length)?;
    let key = layers.matrix_to(channels, kv_heads * query_length)?;
    let value = layers.matrix_to(channels, kv_heads * value_length)?;
    let out = layers.matrix_to(heads * value_length, channels)?;
    let rotation = match (is_rotated, is_trained) {
        (false, _) => None,
        (true, true) => Some(learnt_rotation(layers, kv_heads, query_length / 2)?),
        (true, false) => Some(fixed_rotation(layers, kv_heads, query_length / 2)?),
    };
    Ok(Attention {
        norm,
        heads,
        kv_heads,
        query_length,
        value_length,
        query,
        key,
        value,
        out,
        rotation,
    })
}

fn learnt_rotation<R: BufRead>(
    layers: &mut Layers<'_, R>,
    kv_heads: usize,
    pairs: usize,
) -> Result<Rotation, ReadError> {
    layers.tokens.name()?;
    for (what, due) in [("heads", kv_heads), ("pairs", pairs), ("coordinates", 2)] {
        let found = layers.tokens.count()?;
        layers.tokens.expect(what, found, due)?;
    }
    Ok(Rotation { frequencies: layers.tokens.tensor(kv_heads * pairs * 2)? })
}

/// The first half of the pairs is rotated by the row, the second half by the column.
fn fixed_rotation<R: BufRead>(
    layers: &mut Layers<'_, R>,
    kv_heads: usize,
    pairs: usize,
) -> Result<Rotation, ReadError> {
    layers.tokens.name()?;
    let theta = layers.tokens.positive("theta")?;
    let half = pairs / 2;
    let frequency = |place: usize| theta.powf(-2.0 * place as f32 / pairs as f32);
    let head = (0..pairs).flat_map(|pair| match pair < half {
        true => [0.0, frequency(pair)],
        false => [frequency(pair - half), 0.0],
    });
    let head: Vec<f32> = head.collect();
    Ok(Rotation { frequencies: head.repeat(kv_heads) })
}

fn feed_forward<R: BufRead>(
    layers: &mut Layers<'_, R>,
    channels: usize,
) -> Result<FeedForward, ReadError> {
    let found = layers.tokens.count()?;
    layers.tokens.expect("channels", found, channels)?;
    let hidden = layers.tokens.count()?;
    if !layers.tokens.flag("gate flag")? {
        return Err(layers.tokens.range("gate flag", 0));
    }
    let norm = layers.rms_norm(channels)?;
    let up = layers.matrix_to(channels, hidden)?;
    let gate = layers.matrix_to(channels, hidden)?;
    let down = layers.matrix_to(hidden, channels)?;
    Ok(FeedForward { norm, up, gate, down })
}
