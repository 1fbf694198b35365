//! A net of KataGo's that is ready to evaluate, and its evaluator.

use super::accuracy::{QuantizationError, Tolerance};
use super::calibration_positions::positions;
use super::inference::{AnyForward, KernelSet, Precision, Prepared, Statistics, calibrate};
use super::inputs::Inputs;
use super::model::Model;
use super::output::RawOutput;
use super::prepared::{self, PreparedError};
use crate::shared_array::SharedBytes;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tianyuan_go::BoardSize;

/// The most positions that a net is calibrated with.
const MOST_POSITIONS: usize = 48;

/// The fewest.
const LEAST_POSITIONS: usize = 16;

/// The multiply-adds of all evaluations of a calibration: one or two seconds of a core.
const CALIBRATION_WORK: u64 = 120_000_000_000;

/// The board and the number of positions on which a net is checked when it is loaded.
const CHECKED_LINES: usize = 7;
const CHECKED_POSITIONS: usize = 4;

/// A net with finite weights and outputs that are not finite.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the outputs of the net are not finite numbers: its weights are too large")]
pub struct Overflow;

/// The weights of a net of KataGo's, shared by any number of evaluators.
///
/// Where a board size is met for the first time, the net is prepared for it: calibrated with built-in
/// positions, and compared with `f32` to choose the fastest backend that is exact enough.
#[derive(Debug)]
pub struct Net {
    model: Arc<Model>,
    /// The number type that was asked for.
    precision: Option<Precision>,
    /// The net prepared for each size of board, in lines.
    prepared: Mutex<BTreeMap<usize, (KernelSet, Prepared)>>,
    /// Where it was read from a prepared file, what that says of it.
    file: Option<Origin>,
}

/// What a prepared file says of its net.
#[derive(Debug)]
struct Origin {
    /// The checksum of the file that it was made of.
    source: u32,
    /// The board sizes and the number type of each.
    sizes: BTreeMap<usize, Precision>,
    /// The sizes of which it was told that the net is not for them.
    told: Mutex<BTreeSet<usize>>,
}

impl Net {
    /// A net that computes what a model describes, as fast as is exact enough.
    pub fn new(model: Model) -> Net {
        Net { model: Arc::new(model), precision: None, prepared: Mutex::default(), file: None }
    }

    /// A net from a prepared file, for the board sizes of the file.
    ///
    /// # Errors
    /// What is wrong with the file, or what this processor lacks for it.
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

    /// A prepared file of this net for some board sizes; `source` is the checksum of its own file.
    ///
    /// # Errors
    /// One sentence where the net was read from such a file.
    pub fn to_prepared(&self, sizes: &[BoardSize], source: u32) -> Result<Vec<u8>, String> {
        if self.file.is_some() {
            return Err(
                "it is a prepared file already; prepare the file that it was made of".into()
            );
        }
        let sizes: BTreeSet<BoardSize> = sizes.iter().copied().collect();
        let boards = sizes.iter().map(|&size| (size.lines(), self.prepared_for(size).1));
        Ok(prepared::write(&self.model, &boards.collect::<Vec<_>>(), source))
    }

    /// The same net with a number type, whatever is lost by it.
    ///
    /// # Errors
    /// One sentence where this processor has no instructions for it, or where the net was prepared in
    /// another one.
    pub fn with_precision(self, precision: Precision) -> Result<Net, String> {
        if let Some(origin) = &self.file {
            let other = origin.sizes.values().find(|it| **it != precision);
            return match other {
                Some(other) => Err(format!("the net was prepared in {other}, not in {precision}")),
                None => Ok(self),
            };
        }
        if !available().any(|kernels| kernels.precision == precision) {
            return Err(format!("this processor cannot compute in {precision}"));
        }
        Ok(Net { precision: Some(precision), prepared: Mutex::default(), ..self })
    }

    /// The checksum of the file of which a prepared file was made; `None` for other nets.
    pub fn source(&self) -> Option<u32> {
        self.file.as_ref().map(|origin| origin.source)
    }

    /// The board sizes of a prepared file, in lines; `None` for other nets.
    pub fn sizes(&self) -> Option<impl Iterator<Item = usize>> {
        self.file.as_ref().map(|origin| origin.sizes.keys().copied())
    }

    /// Whether the net is for boards of a size: a prepared one only for those of its file.
    pub fn is_for(&self, size: BoardSize) -> bool {
        self.file.as_ref().is_none_or(|origin| origin.sizes.contains_key(&size.lines()))
    }

    /// Tells in the log, once, that a prepared net is not for boards of a size.
    pub(crate) fn warn_missing_size(&self, size: BoardSize) {
        let Some(origin) = &self.file else { return };
        let lines = size.lines();
        if origin.told.lock().unwrap_or_else(PoisonError::into_inner).insert(lines) {
            log::warn!(
                "the net was not prepared for {lines}x{lines} and is not used there: prepare it anew with `--sizes {lines}`"
            );
        }
    }

    /// What its file describes.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The kernels that boards of a size are evaluated with; prepares the net for them.
    pub fn kernels(&self, size: BoardSize) -> KernelSet {
        self.prepared_for(size).0
    }

    /// An evaluator of this net.
    pub fn evaluator(&self) -> Evaluator<'_> {
        Evaluator { net: self, pass: None }
    }

    /// An evaluator with given kernels for boards of one size, calibrated again; `None` if this processor does not
    /// support them.
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

    /// Checks that the outputs of the net are finite numbers on some positions of a small board, or of
    /// the smallest board that it was prepared for.
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
        match positions(size, CHECKED_POSITIONS).into_iter().all(is_finite) {
            true => Ok(()),
            false => Err(Overflow),
        }
    }

    /// What calibration finds on boards of a size, with its positions and their outputs.
    fn calibrate(&self, size: BoardSize) -> (Statistics, Vec<(Inputs, RawOutput)>) {
        let fitting = CALIBRATION_WORK / self.model.multiply_adds(size.lines()).max(1);
        let count = (fitting as usize).clamp(LEAST_POSITIONS, MOST_POSITIONS);
        let mut progress = Progress::new();
        let positions = positions(size, count).into_iter().enumerate().map(|(done, inputs)| {
            progress.note(&self.model.name, size.lines(), done, count);
            inputs
        });
        calibrate(&self.model, size.lines(), positions)
    }

    fn prepared_for(&self, size: BoardSize) -> (KernelSet, Prepared) {
        // Other threads that meet the size wait here, and find what was prepared.
        let mut all = self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        all.entry(size.lines()).or_insert_with(|| self.prepare(size)).clone()
    }

    /// Prepares the net for a board size.
    ///
    /// # Panics
    /// Where the net is not for the size.
    fn prepare(&self, size: BoardSize) -> (KernelSet, Prepared) {
        assert!(self.is_for(size), "a net is asked for its own board sizes only");
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
        // Kernels of one number type compute the same except for rounding.
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
        unreachable!("every processor has portable f32, and the number type that was asked for")
    }
}

/// The kernels of this processor, the fastest first.
fn available() -> impl Iterator<Item = KernelSet> {
    KernelSet::ALL.into_iter().filter(|kernels| kernels.is_available())
}

/// Evaluates one position at a time; threads have one evaluator each.
#[derive(Debug)]
pub struct Evaluator<'n> {
    net: &'n Net,
    /// The forward pass for boards of so many lines.
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
        let (_, pass) = self.pass.as_mut().expect("it was just made");
        pass.evaluate(inputs)
    }
}

/// How long it may take without a word.
const SILENCE: Duration = Duration::from_secs(1);

/// Tells once in the log that a net takes long to prepare, and how long still.
#[derive(Debug)]
pub(super) struct Progress {
    start: Instant,
    is_told: bool,
}

impl Progress {
    pub(super) fn new() -> Progress {
        Progress { start: Instant::now(), is_told: false }
    }

    /// Notes how many of all steps are done.
    pub(super) fn note(&mut self, name: &str, lines: usize, done: usize, all: usize) {
        let elapsed = self.start.elapsed();
        if elapsed < SILENCE || self.is_told || done == 0 {
            return;
        }
        self.is_told = true;
        let left = elapsed.as_secs_f64() / done as f64 * all.saturating_sub(done) as f64;
        log::warn!(
            "the net {name} is prepared for {lines}x{lines}: about {:.0} s left (a prepared file has no such delay)",
            left.ceil()
        );
    }
}
