//! The outcome of a review: the written files.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::review::game::input::INDEX_STEM;
use crate::review::options::Form;

/// The outcome of a review that was not stopped by an error.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReviewOutcome {
    /// `true` if all games could be read, reviewed and written.
    pub is_clean: bool,
    /// The written files.
    pub written: Vec<PathBuf>,
}

impl ReviewOutcome {
    /// Returns the page to read first: the index of several games, or else the first page in alphabetical order.
    /// Returns `None` if no page of a game was written.
    pub fn first_page(&self) -> Option<&Path> {
        let stem = |page: &&PathBuf| page.file_stem().map(OsStr::to_os_string).unwrap_or_default();
        let is_page = |file: &&PathBuf| {
            let is_problems = stem(file).to_string_lossy().starts_with("problems-");
            file.extension() == Some(OsStr::new(Form::Html.extension())) && !is_problems
        };
        let pages = self.written.iter().filter(is_page);
        pages.min_by_key(|page| (stem(page) != INDEX_STEM, page.as_path())).map(PathBuf::as_path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_page_is_index_or_page_of_game() {
        let first = |names: &[&str]| {
            let written = names.iter().map(PathBuf::from).collect();
            let outcome = ReviewOutcome { is_clean: true, written };
            outcome.first_page().map(Path::to_path_buf)
        };
        assert_eq!(first(&["r/b.html", "r/index.html", "r/a.html"]), Some("r/index.html".into()));
        assert_eq!(first(&["r/b.html", "r/a.sgf", "r/problems-9x9.html"]), Some("r/b.html".into()));
        assert_eq!(first(&["r/index.jsonl", "r/a.csv"]), None);
    }
}
