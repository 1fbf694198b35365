//! Which files a conversion writes: all are known, and none is one that is read, before the first is written.

use std::path::{Path, PathBuf};

use crate::format::{self, Format};
use crate::record::Record;
use crate::record_file::Source;
use crate::storage::{Claims, Storage};

/// Where records go.
#[derive(Debug, Clone, Copy)]
pub(super) enum Target<'a> {
    /// To the standard output.
    Output,
    /// All to one file.
    File(&'a Path),
    /// To files in a folder, named after those that are read.
    Folder(&'a Path),
}

/// A file that is to be converted.
pub(super) struct Planned {
    pub input: PathBuf,
    /// What is in it, where that can be read but once.
    pub source: Option<Source>,
    /// Where its records go: all to one file, or each to its own.
    pub places: Vec<PathBuf>,
}

/// What is read and written, in the order of the inputs. `count` says how many records are written of
/// those that were read.
///
/// # Errors
/// Where a file that is to be read would be written over, or a file written twice.
pub(super) fn plan(
    target: &Target<'_>,
    format: Format,
    inputs: Vec<PathBuf>,
    storage: &Storage,
    count: &dyn Fn(Vec<Record>) -> usize,
) -> Result<Vec<Planned>, String> {
    let mut read = Claims::default();
    for input in inputs.iter().filter(|input| !is_standard(input)) {
        read.claim(input);
    }
    let mut written = Claims::default();
    let mut all = Vec::new();
    for input in inputs {
        let planned = places(target, format, input, storage, count);
        for place in planned.places.iter().filter(|place| !is_standard(place)) {
            if let Some(input) = read.find(place) {
                return Err(written_over(place, input));
            }
            if written.claim(place).is_some() {
                let place = place.display();
                return Err(format!("{place}: more than one of the files would be written there"));
            }
        }
        all.push(planned);
    }
    Ok(all)
}

/// Says that a file which is to be read would be written over.
fn written_over(place: &Path, input: &Path) -> String {
    let (place, input) = (place.display(), input.display());
    format!("{place}: it would be written over, but {input} is to be read; choose another place")
}

fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// Where the records of a file go: each to a file of its own, where a file can hold but one and there is a
/// folder for them.
fn places(
    target: &Target<'_>,
    format: Format,
    input: PathBuf,
    storage: &Storage,
    count: &dyn Fn(Vec<Record>) -> usize,
) -> Planned {
    let folder = match target {
        Target::Output => {
            return Planned { input, source: None, places: vec![PathBuf::from("-")] };
        }
        Target::File(path) => {
            return Planned { input, source: None, places: vec![path.to_path_buf()] };
        }
        Target::Folder(folder) => folder,
    };
    let stem = input.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let extension = format.extension();
    let mut planned = Planned { input, source: None, places: Vec::new() };
    let mut records = 1;
    if format != Format::Sgf {
        // What cannot be read is told when it is to be converted.
        let source = Source::read(storage, &planned.input).ok();
        records = source
            .as_ref()
            .map_or(0, |source| count(format::read(&source.bytes, source.format).records));
        planned.source = source.filter(|_| is_standard(&planned.input));
    }
    planned.places = match records {
        0 => Vec::new(),
        1 => vec![folder.join(format!("{stem}.{extension}"))],
        _ => (1..=records).map(|n| folder.join(format!("{stem}-{n}.{extension}"))).collect(),
    };
    planned
}
