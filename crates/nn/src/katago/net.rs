//! A KataGo net that is ready for evaluation, and its evaluator.

use super::accuracy::{QuantizationError, Tolerance};
use super::calibration_positions::{positions, test_positions};
use super::human_profile::HumanProfile;
use super::inference::{AnyForward, KernelSet, Precision, Prepared, Statistics, calibrate};
use super::inputs::Inputs;
use super::model::Model;
use super::output::RawOutput;
use super::prepared::{self, PreparedError};
use crate::shared_array::SharedBytes;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tianyuan_go::{BoardSize, Color};

/// The maximum number of calibration positions.
const MOST_POSITIONS: usize = 48;

/// The minimum number of calibration positions.
const LEAST_POSITIONS: usize = 16;

/// The multiply-adds of all evaluations of a calibration: one or two seconds on one core.
const CALIBRATION_WORK: u64 = 120_000_000_000;

/// The board size and the number of positions of the check after loading.
const CHECKED_LINES: usize = 7;
const CHECKED_POSITIONS: usize = 4;

/// The profiles of the calibration positions of a human-imitation net.
const PROFILES: [&str; 7] =
    ["rank_20k", "preaz_15k", "rank_10k", "preaz_5k", "rank_1d", "rank_9d", "proyear_1990"];

/// A net with finite weights whose outputs are not finite.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the net's outputs are not finite: its weights are too large")]
pub struct Overflow;

/// The weights of a KataGo net, shared by any number of evaluators.
///
/// The net is prepared at its first use on each board size. It is calibrated with built-in positions, and the fastest
/// backend that is exact enough compared with `f32` is chosen.
#[derive(Debug)]
pub struct Net {
    model: Arc<Model>,
    /// The requested number type.
    precision: Option<Precision>,
    /// The prepared net of each board size in lines.
    prepared: Mutex<BTreeMap<usize, (KernelSet, Prepared)>>,
    /// The metadata of the prepared file, if the net was read from one.
    file: Option<Origin>,
}

/// The metadata in a prepared file.
#[derive(Debug)]
struct Origin {
    /// The checksum of the source file.
    source: u32,
    /// The number type for each board size in lines.
    sizes: BTreeMap<usize, Precision>,
    /// The unsupported sizes for which a warning has been logged.
    told: Mutex<BTreeSet<usize>>,
}

impl Net {
    /// Creates a net from a model; it uses the fastest kernels that are exact enough.
    pub fn new(model: Model) -> Net {
        Net { model: Arc::new(model), precision: None, prepared: Mutex::default(), file: None }
    }

    /// Reads a net from a prepared file, for the board sizes in the file.
    ///
    /// # Errors
    /// Returns an error if the file is invalid or this processor does not support its number types.
    pub fn from_prepared(file: &SharedBytes) -> Result<Net, PreparedError> {
        let found = prepared::read(file)?;
        let sizes = found.boards.iter().map(|(lines, kernels, _)| (*lines, kernels.precision));
        let origin =
            Origin { source: found.source, sizes: sizes.collect(), told: Mutex::default() };
        let prepared = found.boards.into_iter().map(|(lines, kernels, it)| (lines, (kernels, it)));
        Ok(Net {
            model: Arc::new(found.model),
            precision: None,
            prepared: Mutex::new(prepared.collect()),
            file: Some(origin),
        })
    }

    /// Returns the contents of a prepared file for some board sizes; `source` is the checksum of the net's own file.
    ///
    /// # Errors
    /// Returns a message if the net was itself read from a prepared file.
    pub fn to_prepared(&self, sizes: &[BoardSize], source: u32) -> Result<Vec<u8>, String> {
        if self.file.is_some() {
            return Err("the file is already prepared; prepare its source instead".into());
        }
        let sizes: BTreeSet<BoardSize> = sizes.iter().copied().collect();
        let boards = sizes.iter().map(|&size| (size.lines(), self.prepared_for(size).1));
        Ok(prepared::write(&self.model, &boards.collect::<Vec<_>>(), source))
    }

    /// Returns the net with a fixed number type, regardless of its error.
    ///
    /// # Errors
    /// Returns a message if this processor does not support the number type, or if the net was prepared for another
    /// one.
    pub fn with_precision(self, precision: Precision) -> Result<Net, String> {
        if let Some(origin) = &self.file {
            let other = origin.sizes.values().find(|it| **it != precision);
            return match other {
                Some(other) => {
                    Err(format!("the net was prepared for {other}, not for {precision}"))
                }
                None => Ok(self),
            };
        }
        if !available().any(|kernels| kernels.precision == precision) {
            return Err(format!("this processor does not support {precision}"));
        }
        Ok(Net { precision: Some(precision), prepared: Mutex::default(), ..self })
    }

    /// Returns the checksum of the source of a prepared file, or `None` for other nets.
    pub fn source(&self) -> Option<u32> {
        self.file.as_ref().map(|origin| origin.source)
    }

    /// Returns the board sizes of a prepared file in lines, or `None` for other nets.
    pub fn sizes(&self) -> Option<impl Iterator<Item = usize>> {
        self.file.as_ref().map(|origin| origin.sizes.keys().copied())
    }

    /// Returns `true` if the net supports the board size; a prepared net supports only the sizes in its file.
    pub fn is_for(&self, size: BoardSize) -> bool {
        self.file.as_ref().is_none_or(|origin| origin.sizes.contains_key(&size.lines()))
    }

    /// Logs a warning, once per size, that a prepared net does not support the board size.
    pub(crate) fn warn_missing_size(&self, size: BoardSize) {
        let Some(origin) = &self.file else { return };
        let lines = size.lines();
        if origin.told.lock().unwrap_or_else(PoisonError::into_inner).insert(lines) {
            log::warn!(
                "the net is not prepared for {lines}x{lines} and is not used: prepare it with `--sizes {lines}`"
            );
        }
    }

    /// Returns the model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Returns the kernels for a board size; prepares the net if necessary.
    pub fn kernels(&self, size: BoardSize) -> KernelSet {
        self.prepared_for(size).0
    }

    /// Creates an evaluator.
    pub fn evaluator(&self) -> Evaluator<'_> {
        Evaluator { net: self, pass: None }
    }

    /// Creates an evaluator with the given kernels for one board size, with a new calibration. Returns `None` if this
    /// processor does not support the kernels.
    pub fn evaluator_by(&self, kernels: KernelSet, size: BoardSize) -> Option<Evaluator<'_>> {
        let lines = size.lines();
        if self.file.is_some() {
            let prepared = self.prepared_for(size).1.by(kernels)?;
            return Some(Evaluator { net: self, pass: Some((lines, prepared.pass(&self.model))) });
        }
        let statistics = match kernels.precision {
            Precision::F32 | Precision::Bf16 => Vec::new(),
            _ => self.calibrate(size).0,
        };
        let prepared = Prepared::new(&self.model, kernels, lines, &statistics)?;
        Some(Evaluator { net: self, pass: Some((lines, prepared.pass(&self.model))) })
    }

    /// Checks that the outputs of the net are finite on some positions of a small board, or of the smallest board
    /// that it was prepared for.
    ///
    /// # Errors
    /// Returns [`Overflow`] if an output is not finite.
    pub fn check_outputs(&self) -> Result<(), Overflow> {
        let lines = self.sizes().and_then(|mut sizes| sizes.next()).unwrap_or(CHECKED_LINES);
        let Some(size) = BoardSize::new(lines) else { return Ok(()) };
        let evaluator = match self.file {
            Some(_) => Some(self.evaluator()),
            None => available()
                .filter(|kernels| kernels.precision == Precision::F32)
                .find_map(|kernels| self.evaluator_by(kernels, size)),
        };
        let Some(mut evaluator) = evaluator else { return Ok(()) };
        let is_finite = |inputs| {
            let output = evaluator.evaluate(&inputs);
            output.is_finite(&self.model)
        };
        match self.positions(size, CHECKED_POSITIONS).into_iter().all(is_finite) {
            true => Ok(()),
            false => Err(Overflow),
        }
    }

    /// Runs calibration for a board size. Returns the statistics, and the positions with their outputs.
    fn calibrate(&self, size: BoardSize) -> (Statistics, Vec<(Inputs, RawOutput)>) {
        let fitting = CALIBRATION_WORK / self.model.multiply_adds(size.lines()).max(1);
        let count = (fitting as usize).clamp(LEAST_POSITIONS, MOST_POSITIONS);
        let mut progress = Progress::new();
        let positions = self.positions(size, count).into_iter().enumerate();
        let positions = positions.map(|(done, inputs)| {
            progress.note(&self.model.name, size.lines(), done, count);
            inputs
        });
        calibrate(&self.model, size.lines(), positions)
    }

    /// Returns the calibration positions for this net.
    fn positions(&self, size: BoardSize, count: usize) -> Vec<Inputs> {
        self.with_profiles(positions(size, count))
    }

    /// Returns [`test_positions`](super::test_positions) for this net.
    pub fn test_positions(&self, size: BoardSize, count: usize) -> Vec<Inputs> {
        self.with_profiles(test_positions(size, count))
    }

    /// Adds profiles from beginner to professional for a human-imitation net.
    fn with_profiles(&self, mut positions: Vec<Inputs>) -> Vec<Inputs> {
        if self.model.trunk.encoder.is_some() {
            let profiles = PROFILES.map(|name| name.parse::<HumanProfile>());
            for (inputs, profile) in positions.iter_mut().zip(profiles.iter().flatten().cycle()) {
                inputs.profile = Some((*profile, Color::Black));
            }
        }
        positions
    }

    fn prepared_for(&self, size: BoardSize) -> (KernelSet, Prepared) {
        // Other threads that need the same size wait here until it is prepared.
        let mut all = self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        all.entry(size.lines()).or_insert_with(|| self.prepare(size)).clone()
    }

    /// Prepares the net for a board size.
    ///
    /// # Panics
    /// Panics if the net does not support the size.
    fn prepare(&self, size: BoardSize) -> (KernelSet, Prepared) {
        assert!(self.is_for(size), "the net supports the board size");
        let lines = size.lines();
        let candidates = available().filter(|it| self.precision.is_none_or(|p| p == it.precision));
        let candidates: Vec<KernelSet> = candidates.collect();
        let needs_calibration =
            |it: &KernelSet| matches!(it.precision, Precision::Int8 | Precision::Int16);
        let is_measured = self.precision.is_none();
        let (statistics, answers) = match is_measured || candidates.iter().any(needs_calibration) {
            true => self.calibrate(size),
            false => Default::default(),
        };
        // Kernels of the same number type differ only in rounding.
        let mut refused = None;
        for kernels in candidates {
            if refused == Some(kernels.precision) {
                continue;
            }
            let Some(prepared) = Prepared::new(&self.model, kernels, lines, &statistics) else {
                continue;
            };
            if !is_measured || kernels.precision == Precision::F32 {
                return (kernels, prepared);
            }
            let mut pass = prepared.pass(&self.model);
            let found = answers.iter().map(|(inputs, due)| (inputs, due, pass.evaluate(inputs)));
            let exactness = QuantizationError::of(&self.model, found);
            let limits = Tolerance::of(&self.model);
            if limits.allow(&exactness, answers.len()) {
                return (kernels, prepared);
            }
            refused = Some(kernels.precision);
            log::info!("{kernels} is not exact enough on {lines}x{lines}: {exactness:?}");
        }
        unreachable!(
            "every processor supports portable f32, and the requested number type was checked"
        )
    }
}

/// Returns the kernels that this processor supports, fastest first.
fn available() -> impl Iterator<Item = KernelSet> {
    KernelSet::ALL.into_iter().filter(|kernels| kernels.is_available())
}

/// Evaluates one position at a time; create one evaluator per thread.
#[derive(Debug)]
pub struct Evaluator<'n> {
    net: &'n Net,
    /// The board size in lines and its forward pass.
    pass: Option<(usize, AnyForward<'n>)>,
}

impl Evaluator<'_> {
    /// Evaluates a position.
    pub fn evaluate(&mut self, inputs: &Inputs) -> RawOutput {
        let lines = inputs.size.lines();
        if self.pass.as_ref().is_none_or(|(size, _)| *size != lines) {
            let (_, prepared) = self.net.prepared_for(inputs.size);
            self.pass = Some((lines, prepared.pass(&self.net.model)));
        }
        let (_, pass) = self.pass.as_mut().expect("the entry was just created");
        pass.evaluate(inputs)
    }
}

/// The delay before the progress message.
const SILENCE: Duration = Duration::from_secs(1);

/// Logs once that preparing a net takes long, with the estimated time left.
#[derive(Debug)]
pub(super) struct Progress {
    start: Instant,
    is_told: bool,
}

impl Progress {
    pub(super) fn new() -> Progress {
        Progress { start: Instant::now(), is_told: false }
    }

    /// Reports that `done` of `all` steps are complete.
    pub(super) fn note(&mut self, name: &str, lines: usize, done: usize, all: usize) {
        let elapsed = self.start.elapsed();
        if elapsed < SILENCE || self.is_told || done == 0 {
            return;
        }
        self.is_told = true;
        let left = elapsed.as_secs_f64() / done as f64 * all.saturating_sub(done) as f64;
        log::warn!(
            "preparing the net {name} for {lines}x{lines}: about {:.0} s left (a prepared file avoids this)",
            left.ceil()
        );
    }
}
