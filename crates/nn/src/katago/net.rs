//! A KataGo net that is ready for evaluation, and its evaluator.

use super::calibration_positions::{positions, test_positions};
use super::human_profile::HumanProfile;
use super::inference::{KernelPlan, KernelSet, Pass, Precision, Prepared, Statistics};
use super::inputs::Inputs;
use super::model::{Block, Model};
use super::output::RawOutput;
use super::preparation::{self, Calibration};
use super::prepared::{self, Preparation, PreparedError};
use crate::shared_array::SharedBytes;
use crate::simd::backend::Backend;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tianyuan_go::{BoardSize, Color};

/// The maximum number of calibration positions.
const MOST_POSITIONS: usize = 48;

/// The minimum number of calibration positions. Transformers need fewer, because their activations are quantised with
/// a step per point, determined at run time.
const LEAST_POSITIONS: usize = 16;
const LEAST_POSITIONS_TRANSFORMER: usize = 8;

/// The number of positions on which plans are checked, unless that takes too long.
const PLAN_POSITIONS: usize = 12;

/// The multiply-adds of all evaluations of a calibration: about one second on one core.
const CALIBRATION_WORK: u64 = 40_000_000_000;

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
    prepared: Mutex<BTreeMap<usize, Prepared>>,
    /// The statistics of calibration for each board size in lines.
    statistics: Mutex<BTreeMap<usize, Arc<Statistics>>>,
    /// The preparations of earlier runs.
    cache: Option<Box<dyn PreparationCache>>,
    /// The metadata of the prepared file, if the net was read from one.
    file: Option<Origin>,
}

/// A store of the preparations of a net on this processor, for later runs of the program.
pub trait PreparationCache: fmt::Debug + Send + Sync {
    /// Returns the stored bytes of a key, which contains lowercase letters, digits and `-`. Damaged bytes are detected
    /// by the net.
    fn load(&self, key: &str) -> Option<Vec<u8>>;

    /// Stores bytes under a key; `time` is the duration of the preparation.
    fn store(&self, key: &str, bytes: &[u8], time: Duration);
}

/// The metadata in a prepared file.
#[derive(Debug)]
struct Origin {
    /// The checksum of the source file.
    source: u32,
    /// The kernels for each board size in lines.
    sizes: BTreeMap<usize, KernelPlan>,
    /// The unsupported sizes for which a warning has been logged.
    told: Mutex<BTreeSet<usize>>,
}

impl Net {
    /// Creates a net from a model; it uses the fastest kernels that are exact enough.
    pub fn new(model: Model) -> Net {
        Net {
            model: Arc::new(model),
            precision: None,
            prepared: Mutex::default(),
            statistics: Mutex::default(),
            cache: None,
            file: None,
        }
    }

    /// Reads a net from a prepared file, for the board sizes in the file.
    ///
    /// # Errors
    /// Returns an error if the file is invalid or this processor does not support its number types.
    pub fn from_prepared(file: &SharedBytes) -> Result<Net, PreparedError> {
        let found = prepared::read(file)?;
        let sizes = found.boards.iter().map(|(lines, prepared)| (*lines, prepared.kernels()));
        let origin =
            Origin { source: found.source, sizes: sizes.collect(), told: Mutex::default() };
        let prepared = Mutex::new(found.boards.into_iter().collect());
        Ok(Net { prepared, file: Some(origin), ..Net::new(found.model) })
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
        let boards = sizes.iter().map(|&size| (size.lines(), self.prepared_for(size)));
        Ok(prepared::write(&self.model, &boards.collect::<Vec<_>>(), source))
    }

    /// Returns the net with a fixed number type, regardless of its error.
    ///
    /// # Errors
    /// Returns a message if this processor does not support the number type, or if the net was prepared for another
    /// one.
    pub fn with_precision(self, precision: Precision) -> Result<Net, String> {
        if let Some(origin) = &self.file {
            let parts = origin.sizes.values().flat_map(KernelPlan::parts);
            let mut types = parts.map(|(kernels, _)| kernels.precision);
            return match types.find(|it| *it != precision) {
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

    /// Returns the net with a store for its preparations.
    pub fn with_cache(self, cache: Box<dyn PreparationCache>) -> Net {
        Net { cache: Some(cache), ..self }
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
    pub fn kernels(&self, size: BoardSize) -> KernelPlan {
        self.prepared_for(size).kernels()
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
            let prepared = self.prepared_for(size).with_kernels(kernels)?;
            return Some(Evaluator { net: self, pass: Some((lines, prepared.pass(&self.model))) });
        }
        let prepared = self.uniform(kernels, size).compiled(&self.model, lines)?;
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

    /// Returns the statistics of calibration for a board size.
    fn statistics(&self, size: BoardSize) -> Arc<Statistics> {
        let mut all = self.statistics.lock().unwrap_or_else(PoisonError::into_inner);
        let new = || Arc::new(self.calibrate(size, false).statistics);
        all.entry(size.lines()).or_insert_with(new).clone()
    }

    /// Evaluates the calibration positions of a board size, and further positions if `checks_plans`.
    fn calibrate(&self, size: BoardSize, checks_plans: bool) -> Calibration {
        let is_transformer = self.model.trunk.blocks.iter().any(Block::is_transformer);
        let least = if is_transformer { LEAST_POSITIONS_TRANSFORMER } else { LEAST_POSITIONS };
        let fitting = CALIBRATION_WORK / self.model.multiply_adds(size.lines()).max(1);
        let count = (fitting as usize).clamp(least, MOST_POSITIONS);
        let can_check_more = checks_plans && count <= fitting as usize && count < PLAN_POSITIONS;
        let (total, sampled) =
            if can_check_more { (PLAN_POSITIONS, 2 * count) } else { (count, count) };
        // The further positions are from the same games. Calibration uses the earlier of two positions in every other
        // game, and the later one in the others.
        let is_calibrated = |place: usize| !can_check_more || (place / 2 + place).is_multiple_of(2);
        let positions = self.positions(size, sampled).into_iter().enumerate();
        let (calibrated, checked): (Vec<_>, Vec<_>) =
            positions.partition(|(place, _)| is_calibrated(*place));
        let mut progress = Progress::new();
        let positions = calibrated.into_iter().chain(checked).take(total).enumerate();
        let positions = positions.map(|(done, (_, inputs))| {
            progress.note(&self.model.name, size.lines(), done, total);
            inputs
        });
        let rounds_weights = match self.precision {
            Some(precision) => precision == Precision::Int8,
            None => available()
                .any(|it| it.precision == Precision::Int8 && it.backend != Backend::Portable),
        };
        Calibration::of(&self.model, size.lines(), positions, count, rounds_weights)
    }

    /// Returns the preparation with the same kernels for all blocks.
    fn uniform(&self, kernels: KernelSet, size: BoardSize) -> Preparation {
        let statistics = match kernels.precision {
            Precision::F32 | Precision::Bf16 => Statistics::new(),
            Precision::Int8 | Precision::Int16 => self.statistics(size).as_ref().clone(),
        };
        Preparation { parts: vec![(kernels, 0..self.model.trunk.blocks.len())], statistics }
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

    fn prepared_for(&self, size: BoardSize) -> Prepared {
        // Other threads that need the same size wait here until it is prepared.
        let mut all = self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        all.entry(size.lines()).or_insert_with(|| self.prepare(size)).clone()
    }

    /// Prepares the net for a board size.
    ///
    /// # Panics
    /// Panics if the net does not support the size.
    fn prepare(&self, size: BoardSize) -> Prepared {
        assert!(self.is_for(size), "the net supports the board size");
        let lines = size.lines();
        let key = match self.precision {
            Some(precision) => format!("{lines}-{precision}"),
            None => format!("{lines}-auto"),
        };
        let stored = self.load(&key);
        let prepared = stored.as_ref().and_then(|stored| stored.compiled(&self.model, lines));
        let (preparation, prepared) = stored.zip(prepared).unwrap_or_else(|| {
            let start = Instant::now();
            let new = self.prepare_anew(size);
            let prepared = new.compiled(&self.model, lines).expect("the kernels are available");
            if let Some(cache) = &self.cache {
                cache.store(&key, &new.to_bytes(), start.elapsed());
            }
            (new, prepared)
        });
        if !preparation.statistics.is_empty() {
            let statistics = Arc::new(preparation.statistics);
            let mut all = self.statistics.lock().unwrap_or_else(PoisonError::into_inner);
            all.insert(lines, statistics);
        }
        prepared
    }

    fn prepare_anew(&self, size: BoardSize) -> Preparation {
        let Some(precision) = self.precision else {
            let calibration = self.calibrate(size, true);
            let parts = preparation::fastest(&self.model, size.lines(), &calibration);
            return Preparation { parts, statistics: calibration.statistics };
        };
        let kernels = available().find(|kernels| kernels.precision == precision);
        self.uniform(kernels.expect("the requested number type was checked"), size)
    }

    /// Returns a stored preparation.
    fn load(&self, key: &str) -> Option<Preparation> {
        let bytes = self.cache.as_ref()?.load(key)?;
        let stored = Preparation::from_bytes(&bytes);
        stored
            .inspect_err(|error| log::info!("the stored preparation {key} is not used: {error}"))
            .ok()
    }
}

/// Returns the kernels that this processor supports, in the order of [`KernelSet::ALL`].
fn available() -> impl Iterator<Item = KernelSet> {
    KernelSet::ALL.into_iter().filter(|kernels| kernels.is_available())
}

/// Evaluates one position at a time; create one evaluator per thread.
#[derive(Debug)]
pub struct Evaluator<'n> {
    net: &'n Net,
    /// The board size in lines and its forward pass.
    pass: Option<(usize, Pass<'n>)>,
}

impl Evaluator<'_> {
    /// Evaluates a position.
    pub fn evaluate(&mut self, inputs: &Inputs) -> RawOutput {
        let lines = inputs.size.lines();
        if self.pass.as_ref().is_none_or(|(size, _)| *size != lines) {
            let prepared = self.net.prepared_for(inputs.size);
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
