//! The plan of a conversion: which files it reads and writes.
//!
//! All are known before the first is written, so that no file is written twice and no input is lost.

use std::path::{Path, PathBuf};

use crate::format::Format;
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
    /// The file to read.
    pub input: PathBuf,
    /// The content of the input, where it can be read only once (the standard input).
    pub source: Option<Source>,
    /// The files to write: one for all records, or one for each.
    pub places: Vec<PathBuf>,
}

/// The plan for all inputs, in their order. `count` is the number of records to write, of those in a source.
///
/// # Errors
/// Where a file that is to be read would be written over, or a file written twice.
pub(super) fn plan(
    target: &Target<'_>,
    format: Format,
    inputs: Vec<PathBuf>,
    storage: &Storage,
    count: &dyn Fn(&Source) -> usize,
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

/// The message that an input would be overwritten.
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
    count: &dyn Fn(&Source) -> usize,
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
        // An input that cannot be read is reported later, when its turn comes.
        let source = Source::read(storage, &planned.input).ok();
        records = source.as_ref().map_or(0, count);
        planned.source = source.filter(|_| is_standard(&planned.input));
    }
    planned.places = match records {
        0 => Vec::new(),
        1 => vec![folder.join(format!("{stem}.{extension}"))],
        _ => (1..=records).map(|n| folder.join(format!("{stem}-{n}.{extension}"))).collect(),
    };
    planned
}
