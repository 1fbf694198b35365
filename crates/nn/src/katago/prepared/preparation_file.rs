//! The stored form of a preparation: the kernels of a net's blocks and the statistics of calibration.
//!
//! | part | contents |
//! | --- | --- |
//! | start | `TYCHOI05` |
//! | parts | per part: the index of its kernels in [`KernelSet::ALL`], first trunk block and the one after the last |
//! | statistics | per layer input: minimum, maximum and mean of each channel; packed 8-bit weights of each matrix |
//! | checksum | CRC-32 of everything before it |
//!
//! Numbers are little-endian and 32 bits wide, weights 8 bits.

use std::ops::Range;

use crate::builtin::file::crc_32;
use crate::katago::inference::{KernelSet, Precision, SiteStatistics, Statistics, Summary};

use super::error::PreparedError;
use super::parts::{Part, Reader};

/// The magic number and the format version.
const MAGIC: &[u8; 8] = b"TYCHOI05";

/// The kernels of a net's blocks and the statistics of its layer inputs, from which a plan is compiled.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::katago) struct Preparation {
    /// The kernels and the trunk blocks of each part.
    pub(in crate::katago) parts: Vec<(KernelSet, Range<usize>)>,
    /// The statistics of calibration.
    pub(in crate::katago) statistics: Statistics,
}

impl Preparation {
    /// Returns the stored form.
    pub(in crate::katago) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let index = |kernels: &KernelSet| KernelSet::ALL.iter().position(|it| it == kernels);
        let part = |(kernels, blocks): &(KernelSet, Range<usize>)| {
            let index = index(kernels).expect("all kernels are listed");
            (index, [blocks.start, blocks.end])
        };
        self.parts.iter().map(part).collect::<Vec<_>>().put(&mut bytes);
        // Other number types do not use rounded weights, which take most of the space.
        let has_bytes = self.parts.iter().any(|(it, _)| it.precision == Precision::Int8);
        let summary = |it: &SiteStatistics| it.summary(has_bytes);
        let statistics = self.statistics.iter().map(summary);
        statistics.collect::<Vec<_>>().put(&mut bytes);
        let checksum = crc_32(&bytes);
        checksum.put(&mut bytes);
        bytes
    }

    /// Reads the stored form.
    ///
    /// # Errors
    /// Returns the first error in the bytes.
    pub(in crate::katago) fn from_bytes(bytes: &[u8]) -> Result<Preparation, PreparedError> {
        let (rest, checksum) =
            bytes.split_last_chunk().ok_or(PreparedError::Truncated("its start"))?;
        if crc_32(rest) != u32::from_le_bytes(*checksum) {
            return Err(PreparedError::Checksum("the preparation"));
        }
        let mut reader = Reader::new(rest.strip_prefix(MAGIC).ok_or(PreparedError::Version)?);
        let parts = Vec::<(usize, [usize; 2])>::take(&mut reader)?.into_iter();
        let parts = parts.map(|(index, [start, end])| {
            let kernels = KernelSet::ALL.get(index).ok_or(PreparedError::Range("the kernels"))?;
            Ok((*kernels, start..end))
        });
        let parts = parts.collect::<Result<_, _>>()?;
        let statistics = Vec::<Summary>::take(&mut reader)?.into_iter();
        let statistics = statistics.map(SiteStatistics::from_summary).collect::<Option<_>>();
        let statistics = statistics.ok_or(PreparedError::Shape("the channels of an input"))?;
        match reader.is_at_end() {
            true => Ok(Preparation { parts, statistics }),
            false => Err(PreparedError::Shape("the preparation and the data")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn preparation() -> Preparation {
        let channels = (vec![-1.0, 0.0], vec![2.0, 3.5]);
        let site = (channels, (vec![0.5, 1.0], vec![vec![-127, 5], vec![]]));
        let statistics = vec![SiteStatistics::from_summary(site).expect("equal lengths")];
        let parts = vec![(KernelSet::ALL[4], 0..1), (KernelSet::ALL[0], 1..3)];
        Preparation { parts, statistics }
    }

    #[test]
    fn stored_preparation_is_read_back() {
        let bytes = preparation().to_bytes();
        assert_eq!(Preparation::from_bytes(&bytes).expect("it is valid"), preparation());
    }

    #[test]
    fn every_changed_byte_and_every_length_is_detected() {
        let bytes = preparation().to_bytes();
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert!(Preparation::from_bytes(&changed).is_err(), "byte {at}");
            assert!(Preparation::from_bytes(&bytes[..at]).is_err(), "length {at}");
        }
    }
}
