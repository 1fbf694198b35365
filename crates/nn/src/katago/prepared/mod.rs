//! Prepared files: a net calibrated and packed for some board sizes, ready for use as soon as its file is mapped into
//! memory.
//!
//! | part | contents |
//! | --- | --- |
//! | start | `TYPREP04`; checksum of the source file; size of the head in bytes; size of the file in bytes, `u64` |
//! | head | the model without packed weights |
//! | | per set of weights: number type, first trunk block and the one after the last, layer shapes |
//! | | per board size: lines; per part: set, quantisation of each site, scales and biases of each layer |
//! | checksum | CRC-32 of everything before it |
//! | arrays | per layer of each set: the sums of its weights and its weights, each aligned to 64 bytes |
//! | checksum | CRC-32 of everything before it |
//!
//! Numbers are little-endian and 32 bits wide unless stated otherwise. Board sizes with equal weights share a set: only
//! scales, biases and quantisation then depend on the size. The 8-bit weights of matrices are rounded for each size.
//! Data that is cheap to compute is not stored.
//!
//! | module | contents |
//! | --- | --- |
//! | `parts`, `model_layout` | parts of the header; the model without packed weights |
//! | `file_layout` | sets of weights and board sizes in the header |
//! | `preparation_file` | stored choices of kernels, for later runs |
//! | `error` | errors of prepared files |

mod error;
mod file_layout;
mod parts;
mod model_layout;
mod preparation_file;

use std::ops::Range;
use std::sync::Arc;

use crate::builtin::file::crc_32;
use crate::layers::{Layer, LayerParts, Quantisation, Shape};
use crate::shared_array::{Pod, Shared, SharedBytes, bytes_of};
use crate::simd::{Bf16, DType, F32, I8, I16};
use tianyuan_go::BoardSize;

use super::inference::{
    CompiledPlan, Finished, KernelSet, PlanPart, Precision, Prepared, QuantSite, Smoothing,
};
use super::model::Model;
pub use error::PreparedError;
use file_layout::{Board, BoardPart, SetHeader};
use parts::{Part, Reader};
pub(in crate::katago) use preparation_file::Preparation;

/// The magic number of all versions of the format.
pub(crate) const MAGIC: &[u8; 6] = b"TYPREP";
/// The format version.
const VERSION: &[u8; 2] = b"04";
/// The size of the start in bytes.
const START: usize = 24;
/// The size of a checksum in bytes.
const CHECKSUM: usize = 4;
/// The alignment of the arrays in bytes: a cache line, and an AVX-512 vector.
const ALIGNMENT: usize = 64;
/// The weights of consecutive blocks, shared by board sizes.
#[derive(Debug, PartialEq)]
struct WeightSet {
    precision: Precision,
    blocks: Range<usize>,
    layers: Vec<LayerWeights>,
}

/// The weight sums and packed weights of a layer, as bytes.
#[derive(Debug, PartialEq)]
struct LayerWeights {
    shape: Shape,
    arrays: [Vec<u8>; 2],
}

/// Encodes a prepared net.
pub(super) fn write(model: &Model, boards: &[(usize, Prepared)], source: u32) -> Vec<u8> {
    let mut sets = Vec::new();
    let mut place = |set| match sets.iter().position(|it| *it == set) {
        Some(place) => place,
        None => {
            sets.push(set);
            sets.len() - 1
        }
    };
    let mut part = |part: &PlanPart| {
        let (set, part) = match part.finished() {
            CompiledPlan::F32(it) => taken_apart(Precision::F32, &it),
            CompiledPlan::Bf16(it) => taken_apart(Precision::Bf16, &it),
            CompiledPlan::Int16(it) => taken_apart(Precision::Int16, &it),
            CompiledPlan::Int8(it) => taken_apart(Precision::Int8, &it),
        };
        BoardPart { set: place(set), ..part }
    };
    let board = |(lines, prepared): &(usize, Prepared)| Board {
        lines: *lines,
        parts: prepared.parts().iter().map(&mut part).collect(),
    };
    let written: Vec<Board> = boards.iter().map(board).collect();
    let mut head = Vec::new();
    model_layout::without_weights(model).put(&mut head);
    let shapes = |set: &WeightSet| set.layers.iter().map(|it| it.shape).collect::<Vec<_>>();
    let header = |set: &WeightSet| SetHeader {
        precision: set.precision,
        blocks: set.blocks.clone(),
        shapes: shapes(set),
    };
    sets.iter().map(header).collect::<Vec<_>>().put(&mut head);
    written.put(&mut head);
    whole(&head, &sets, source)
}

/// Assembles the file from the head and the arrays.
fn whole(head: &[u8], sets: &[WeightSet], source: u32) -> Vec<u8> {
    let mut file = [&MAGIC[..], VERSION, &source.to_le_bytes()].concat();
    head.len().put(&mut file);
    let at_length = file.len();
    file.extend([0; 8]);
    file.extend(head);
    let at_checksum = file.len();
    file.extend([0; CHECKSUM]);
    for array in sets.iter().flat_map(|set| &set.layers).flat_map(|layer| &layer.arrays) {
        file.resize(file.len().next_multiple_of(ALIGNMENT), 0);
        file.extend(array);
    }
    let length = (file.len() + CHECKSUM) as u64;
    file[at_length..START].copy_from_slice(&length.to_le_bytes());
    let checksum = crc_32(&file[..at_checksum]);
    file[at_checksum..at_checksum + CHECKSUM].copy_from_slice(&checksum.to_le_bytes());
    let checksum = crc_32(&file);
    file.extend(checksum.to_le_bytes());
    file
}

fn taken_apart<N: DType>(precision: Precision, finished: &Finished<N>) -> (WeightSet, BoardPart) {
    let site = |it: &QuantSite| {
        let step = match it.quantisation {
            Quantisation::Static { step, zero } => [step, zero],
            Quantisation::Dynamic => [0.0; 2],
        };
        (step, it.smoothing.0.clone())
    };
    let sites = finished.sites.iter().map(site).collect();
    let (mut weights, mut layers) = (Vec::new(), Vec::new());
    for layer in &finished.layers {
        let LayerParts { weights: packed, scales, weight_sums, biases } = layer.parts();
        let arrays = [bytes_of(&weight_sums).to_vec(), bytes_of(&packed).to_vec()];
        weights.push(LayerWeights { shape: layer.shape(), arrays });
        layers.push([scales, biases]);
    }
    let blocks = finished.blocks.clone();
    (WeightSet { precision, blocks, layers: weights }, BoardPart { set: 0, sites, layers })
}

/// The contents of a prepared file.
#[derive(Debug)]
pub(super) struct PreparedFile {
    /// The model without packed weights.
    pub(super) model: Model,
    /// The checksum of the source file.
    pub(super) source: u32,
    /// For each board size: its lines, and the plan with the fastest kernels that this processor supports.
    pub(super) boards: Vec<(usize, Prepared)>,
}

/// Reads a prepared file.
///
/// # Errors
/// Returns the first error in the file.
pub(super) fn read(file: &SharedBytes) -> Result<PreparedFile, PreparedError> {
    if cfg!(target_endian = "big") {
        return Err(PreparedError::Endian);
    }
    let bytes: &[u8] = (**file).as_ref();
    let (source, head, arrays) = checked(bytes)?;
    let mut reader = Reader::new(head);
    let model = Model::take(&mut reader)?;
    model_layout::check(&model)?;
    let sets = Vec::<SetHeader>::take(&mut reader)?;
    let found = Vec::<Board>::take(&mut reader)?;
    if !reader.is_at_end() {
        return Err(PreparedError::Shape("the header and the data"));
    }
    let places = places(&sets, arrays, bytes.len() - CHECKSUM)?;
    let mut boards: Vec<(usize, Prepared)> = Vec::new();
    for Board { lines, parts } in found {
        let is_new = boards.iter().all(|(other, _)| *other != lines);
        if BoardSize::new(lines).is_none() || !is_new {
            return Err(PreparedError::Range("a board size"));
        }
        let part = |part: &BoardPart| {
            let set = sets.get(part.set).zip(places.get(part.set));
            let (header, places) = set.ok_or(PreparedError::Range("a set of weights"))?;
            SetInFile { file, header, places }.plan(&model, lines, part)
        };
        let parts = parts.iter().map(part).collect::<Result<_, _>>()?;
        let prepared = Prepared::new(&model, parts);
        boards.push((lines, prepared.ok_or(PreparedError::Shape("the blocks and the parts"))?));
    }
    Ok(PreparedFile { model, source, boards })
}

/// Verifies the checksums. Returns the checksum of the source, the head, and the offset of the arrays.
fn checked(bytes: &[u8]) -> Result<(u32, &[u8], usize), PreparedError> {
    if !bytes.starts_with(&[&MAGIC[..], VERSION].concat()) {
        return Err(PreparedError::Version);
    }
    let start = bytes.get(..START).ok_or(PreparedError::Truncated("its start"))?;
    let number = |at: usize| {
        let four = start[at..].first_chunk().expect("the file is longer than its header");
        u32::from_le_bytes(*four)
    };
    let (source, head) = (number(8), number(12) as usize);
    let due = u64::from(number(16)) | u64::from(number(20)) << 32;
    if bytes.len() as u64 != due {
        return Err(PreparedError::Length { found: bytes.len(), due });
    }
    let (rest, end) =
        bytes.split_last_chunk::<CHECKSUM>().ok_or(PreparedError::Truncated("its start"))?;
    let before = rest.split_at_checked(START.saturating_add(head));
    let (before, arrays) = before.ok_or(PreparedError::Truncated("its head"))?;
    let checksum = arrays.first_chunk().ok_or(PreparedError::Truncated("its head"))?;
    // The head determines the layout of the rest, so its checksum is verified first.
    if crc_32(before) != u32::from_le_bytes(*checksum) {
        return Err(PreparedError::Checksum("the head"));
    }
    if crc_32(rest) != u32::from_le_bytes(*end) {
        return Err(PreparedError::Checksum("the weights"));
    }
    Ok((source, &before[START..], before.len() + CHECKSUM))
}

/// The byte ranges of the sums and weights of a layer.
type Places = [Range<usize>; 2];

/// Computes the byte ranges of all layers of each set; they must fill the file up to `end`.
fn places(sets: &[SetHeader], start: usize, end: usize) -> Result<Vec<Vec<Places>>, PreparedError> {
    let mut at = start;
    let mut next = |bytes: u64| {
        let from = at.next_multiple_of(ALIGNMENT);
        let to = usize::try_from(from as u64 + bytes).ok().filter(|to| *to <= end);
        at = to.ok_or(PreparedError::Truncated("its weights"))?;
        Ok(from..at)
    };
    let mut all = Vec::new();
    for SetHeader { precision, shapes, .. } in sets {
        let width = match precision {
            Precision::F32 => 4,
            Precision::Bf16 | Precision::Int16 => 2,
            Precision::Int8 => 1,
        };
        let layer = |it: &Shape| {
            let places = match precision {
                Precision::F32 => it.places::<F32>(),
                Precision::Bf16 => it.places::<Bf16>(),
                Precision::Int16 => it.places::<I16>(),
                Precision::Int8 => it.places::<I8>(),
            };
            let [places, inputs, outputs] = [places, it.inputs, it.outputs].map(|it| it as u64);
            // The ranges of shapes keep this below 2^46.
            Ok([next(4 * outputs)?, next(places * inputs * outputs * width)?])
        };
        all.push(shapes.iter().map(layer).collect::<Result<Vec<_>, _>>()?);
    }
    if at == end { Ok(all) } else { Err(PreparedError::Shape("the weights and the file")) }
}

/// A set of weights in a file.
struct SetInFile<'a> {
    file: &'a SharedBytes,
    header: &'a SetHeader,
    places: &'a [Places],
}

impl SetInFile<'_> {
    /// Returns the plan of a part with the fastest kernels that this processor supports.
    fn plan(
        &self,
        model: &Model,
        lines: usize,
        part: &BoardPart,
    ) -> Result<PlanPart, PreparedError> {
        let precision = self.header.precision;
        let compiled = match precision {
            Precision::F32 => CompiledPlan::F32(self.finished(part)?),
            Precision::Bf16 => CompiledPlan::Bf16(self.finished(part)?),
            Precision::Int16 => CompiledPlan::Int16(self.finished(part)?),
            Precision::Int8 => CompiledPlan::Int8(self.finished(part)?),
        };
        let fitting = |it: &KernelSet| it.precision == precision && it.is_available();
        let kernels = KernelSet::ALL.into_iter().find(fitting);
        let kernels = kernels.ok_or(PreparedError::Precision(precision))?;
        let plan = PlanPart::from_prepared(model, kernels, lines, compiled);
        plan.ok_or(PreparedError::Shape("model and plan"))
    }

    /// Returns the sites and layers of a part.
    fn finished<N: DType>(&self, board: &BoardPart) -> Result<Finished<N>, PreparedError> {
        let mut sites = Vec::new();
        for &([step, zero], ref factors) in &board.sites {
            if step < 0.0 || factors.iter().any(|&factor| factor <= 0.0) {
                return Err(PreparedError::Range("a quantisation step"));
            }
            let quantisation = match step > 0.0 {
                true => Quantisation::Static { step, zero },
                false => Quantisation::Dynamic,
            };
            sites.push(QuantSite { quantisation, smoothing: Smoothing(factors.clone()) });
        }
        if board.layers.len() != self.header.shapes.len() {
            return Err(PreparedError::Shape("the layers of a board size"));
        }
        let layers = board.layers.iter().zip(&self.header.shapes).zip(self.places);
        let layers = layers.map(|(([scales, biases], shape), [sums, weights])| {
            let parts = LayerParts {
                weights: self.part(weights)?,
                scales: scales.clone(),
                weight_sums: self.part::<f32>(sums)?.to_vec(),
                biases: biases.clone(),
            };
            // Integers are always finite, and there are many.
            let is_finite = |&weight: &N::Weight| N::weight_number(weight).is_finite();
            let are_finite = N::LEVELS.is_some() || parts.weights.iter().all(is_finite);
            if !are_finite || !parts.weight_sums.iter().all(|sum| sum.is_finite()) {
                return Err(PreparedError::NotFinite("the weights"));
            }
            let layer = Layer::of_parts(*shape, parts);
            layer.map(Arc::new).ok_or(PreparedError::Shape("a layer"))
        });
        let blocks = self.header.blocks.clone();
        Ok(Finished { blocks, sites, layers: layers.collect::<Result<_, _>>()? })
    }

    fn part<T: Pod>(&self, range: &Range<usize>) -> Result<Shared<T>, PreparedError> {
        // Maps are page-aligned, and bytes read from a file are aligned to a cache line.
        Shared::part(self.file, range.clone()).ok_or(PreparedError::Truncated("its weights"))
    }
}
