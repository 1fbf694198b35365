//! The search for net files in folders.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use super::places::Place;
use crate::cli::net_file::NetFile;
use crate::nn::katago::{Summary, read_summary};
use crate::nn::{AnyNetFile, PREPARED};

/// The limits of a search.
#[derive(Debug, Clone, Copy)]
pub(super) struct ScanLimits {
    /// The maximum number of names that are read.
    pub(super) entries: usize,
    /// The maximum number of nets.
    pub(super) nets: usize,
}

impl Default for ScanLimits {
    fn default() -> ScanLimits {
        ScanLimits { entries: 20_000, nets: 100 }
    }
}

/// The minimum size of a net file, in bytes.
const LEAST: u64 = 200;

/// The nets that a search found.
#[derive(Debug, Default)]
pub(super) struct ScanResult {
    /// The nets, in the order of the folders and their names.
    pub(super) nets: Vec<FoundNet>,
    /// `true` if a limit ended the search.
    pub(super) is_truncated: bool,
}

/// A net file.
#[derive(Debug)]
pub(super) struct FoundNet {
    /// The path.
    pub(super) path: PathBuf,
    /// The file size, in bytes.
    pub(super) bytes: u64,
    /// The kind of the net.
    pub(super) kind: FoundKind,
}

/// The kind of a net file.
#[derive(Debug)]
pub(super) enum FoundKind {
    /// A Tianyuan net: its name and its board sizes, from and to.
    Native(String, [usize; 2]),
    /// A KataGo net.
    KataGo(Summary),
    /// A prepared KataGo net for some board sizes.
    Prepared(Summary, Vec<usize>),
}

impl FoundNet {
    /// Returns the summary of a KataGo net.
    pub(super) fn summary(&self) -> Option<&Summary> {
        match &self.kind {
            FoundKind::Native(..) => None,
            FoundKind::KataGo(summary) | FoundKind::Prepared(summary, _) => Some(summary),
        }
    }

    /// Returns `true` if the net supports boards of `lines` lines.
    pub(super) fn is_for(&self, lines: usize) -> bool {
        match &self.kind {
            FoundKind::Native(_, [first, last]) => (*first..=*last).contains(&lines),
            FoundKind::KataGo(_) => true,
            FoundKind::Prepared(_, sizes) => sizes.contains(&lines),
        }
    }

    /// Returns the shape, for the list of nets.
    pub(super) fn shape(&self) -> String {
        match &self.kind {
            FoundKind::Native(name, _) => name.clone(),
            FoundKind::KataGo(net) if net.is_human => format!("{} human", net.shape),
            FoundKind::KataGo(net) => net.shape.to_string(),
            FoundKind::Prepared(net, _) => format!("{} prepared", net.shape),
        }
    }
}

/// Searches folders for nets. Folders and files that cannot be read are logged and skipped.
pub(super) fn scan(places: &[Place], limits: ScanLimits) -> ScanResult {
    let mut scan = Scan {
        limits,
        entries: 0,
        files: HashSet::new(),
        folders: HashMap::new(),
        result: ScanResult::default(),
    };
    for place in places {
        scan.folder(&place.folder, place.depth);
    }
    scan.result
}

struct Scan {
    limits: ScanLimits,
    /// The number of names read so far.
    entries: usize,
    /// The files visited, with links resolved.
    files: HashSet<PathBuf>,
    /// The folders visited, with links resolved, and the depth of their search.
    folders: HashMap<PathBuf, usize>,
    result: ScanResult,
}

impl Scan {
    fn folder(&mut self, folder: &Path, depth: usize) {
        let names = match self.new_names(folder, depth) {
            Ok(names) => names,
            Err(reason) => return log::debug!("{} is skipped: {reason}", folder.display()),
        };
        let mut folders = Vec::new();
        for path in names {
            // Links are followed; the depth limit ends cycles.
            let Ok(metadata) = fs::metadata(&path) else { continue };
            if metadata.is_dir() {
                folders.push(path);
            } else if metadata.is_file() && metadata.len() >= LEAST {
                self.file(path, metadata.len());
            }
        }
        if depth > 0 {
            folders.iter().for_each(|folder| self.folder(folder, depth - 1));
        }
    }

    /// Returns the sorted paths in a folder, or nothing if the folder has been searched to this depth.
    fn new_names(&mut self, folder: &Path, depth: usize) -> io::Result<Vec<PathBuf>> {
        let (real, entries) = (fs::canonicalize(folder)?, fs::read_dir(folder)?);
        if self.folders.get(&real).is_some_and(|&searched| searched >= depth) {
            return Ok(Vec::new());
        }
        self.folders.insert(real, depth);
        let mut names = Vec::new();
        for entry in entries {
            if self.entries == self.limits.entries {
                self.result.is_truncated = true;
                break;
            }
            self.entries += 1;
            names.push(entry?.path());
        }
        names.sort();
        Ok(names)
    }

    fn file(&mut self, path: PathBuf, bytes: u64) {
        if self.result.nets.len() == self.limits.nets {
            self.result.is_truncated = true;
            return;
        }
        let is_new = fs::canonicalize(&path).is_ok_and(|real| self.files.insert(real));
        if !is_new {
            return;
        }
        match kind(&path) {
            Ok(kind) => self.result.nets.push(FoundNet { path, bytes, kind }),
            Err(reason) => log::debug!("{} is skipped: {reason}", path.display()),
        }
    }
}

/// Returns the kind of a net file, or the reason why it is not a net. Reads only the start of other files.
fn kind(path: &Path) -> Result<FoundKind, String> {
    let error = |error: io::Error| error.to_string();
    let mut head = Vec::new();
    File::open(path).map_err(error)?.take(16).read_to_end(&mut head).map_err(error)?;
    if head.starts_with(PREPARED) || AnyNetFile::is_native(&head) {
        return match NetFile::read(path).map_err(|error| error.to_string())?.net {
            AnyNetFile::Own(net) => {
                let shape = net.shape();
                let name = format!("{}x{} Tianyuan", shape.blocks, shape.channels);
                Ok(FoundKind::Native(name, [*shape.sizes.start(), *shape.sizes.end()]))
            }
            AnyNetFile::Prepared(net) => {
                let sizes = net.sizes().into_iter().flatten().collect();
                Ok(FoundKind::Prepared(Summary::of(net.model()), sizes))
            }
            AnyNetFile::KataGo(_) => Err("not a prepared net".into()),
        };
    }
    let file = BufReader::new(File::open(path).map_err(error)?);
    read_summary(file).map(FoundKind::KataGo).map_err(|error| error.to_string())
}
