//! The files of a crate and which of them import which, with re-exports followed to the file that
//! defines the name.

use std::collections::{BTreeMap, BTreeSet};

use super::rust_paths::{Import, imports, paths};

/// The files by their module paths (`["go", "board"]`), and what each says.
#[derive(Debug, Default)]
pub struct ImportGraph {
    files: BTreeMap<Vec<String>, File>,
}

#[derive(Debug)]
struct File {
    /// Every path that the code names, `use` or not.
    paths: Vec<Vec<String>>,
    imports: Vec<Import>,
}

impl ImportGraph {
    /// Adds a file; `path` is relative to the folder of `lib.rs` (`go/board.rs`). Unit tests at the end of the file
    /// are not counted.
    pub fn add(&mut self, path: &str, source: &str) {
        let mut module: Vec<String> =
            path.trim_end_matches(".rs").split('/').map(String::from).collect();
        if module.last().is_some_and(|last| last == "mod") || module == ["lib"] {
            module.pop();
        }
        let code = without_tests(source);
        self.files.insert(module, File { paths: paths(code), imports: imports(code) });
    }

    /// The circles: sets of files of which each imports all others, directly or through others, as
    /// `a.rs -> b.rs` lines of their arrows.
    pub fn circles(&self) -> Vec<String> {
        let arrows: BTreeMap<&Vec<String>, BTreeSet<&Vec<String>>> =
            self.files.keys().map(|module| (module, self.imported_by(module))).collect();
        let reached = |from| {
            let mut seen = BTreeSet::new();
            let mut next: Vec<&Vec<String>> = vec![from];
            while let Some(module) = next.pop() {
                next.extend(arrows[module].iter().filter(|to| seen.insert(**to)));
            }
            seen
        };
        let reach: BTreeMap<&Vec<String>, BTreeSet<&Vec<String>>> =
            self.files.keys().map(|module| (module, reached(module))).collect();
        let mut lines = Vec::new();
        for (from, targets) in &arrows {
            for to in targets.iter().filter(|to| reach[**to].contains(*from)) {
                lines.push(format!("{} -> {}", from.join("::"), to.join("::")));
            }
        }
        lines
    }

    /// The files that a file imports.
    fn imported_by(&self, module: &[String]) -> BTreeSet<&Vec<String>> {
        let file = &self.files[module];
        let mut targets = BTreeSet::new();
        let mut add = |path: &[String]| {
            targets.extend(self.target(module, path, 0).filter(|target| *target != module));
        };
        for path in &file.paths {
            let Some(first) = path.first() else { continue };
            // `pub(super)`, `mod name;` and names of variables lead nowhere.
            let is_bare = path.len() == 1 && !file.imports.iter().any(|i| i.name == *first);
            if is_bare || path.iter().all(|segment| segment == "super") {
                continue;
            }
            let imported = file.imports.iter().find(|import| import.name == *first);
            match imported {
                // What a file only hands on is no import of its own.
                Some(import) if import.is_public && is_only_handed_on(file, import) => {}
                Some(import) => {
                    add(&[&import.path, &path[1..]].concat());
                }
                None if file
                    .imports
                    .iter()
                    .any(|import| import.is_public && import.path == *path) => {}
                None => add(path),
            }
        }
        targets
    }

    /// The file that defines what a path leads to from a module.
    fn target(&self, from: &[String], path: &[String], depth: usize) -> Option<&Vec<String>> {
        const LONGEST_CHAIN: usize = 8;
        let absolute = self.absolute(from, path)?;
        let mut length = 0;
        while length < absolute.len() && self.is_module(&absolute[..length + 1]) {
            length += 1;
        }
        let (module, file) = self.files.get_key_value(&absolute[..length])?;
        let Some(item) = absolute.get(length) else { return Some(module) };
        let handed_on = file.imports.iter().find(|import| import.is_public && import.name == *item);
        match handed_on {
            Some(import) if depth < LONGEST_CHAIN => {
                self.target(module, &import.path, depth + 1).or(Some(module))
            }
            _ => Some(module),
        }
    }

    /// A path as it reads from the root of the crate; `None` where it leads out of it.
    fn absolute(&self, from: &[String], path: &[String]) -> Option<Vec<String>> {
        let ups = path.iter().take_while(|segment| *segment == "super").count();
        let first = path.first()?;
        if first == "crate" {
            Some(path[1..].to_vec())
        } else if first == "self" {
            Some([from, &path[1..]].concat())
        } else if ups > 0 {
            let base = from.get(..from.len().checked_sub(ups)?)?;
            Some([base, &path[ups..]].concat())
        } else {
            let inside = [from, path].concat();
            self.is_module(&inside[..from.len() + 1]).then_some(inside)
        }
    }

    fn is_module(&self, path: &[String]) -> bool {
        self.files.contains_key(path)
    }
}

/// Whether a name that a file hands on is used in it nowhere else.
fn is_only_handed_on(file: &File, import: &Import) -> bool {
    !file.paths.iter().any(|path| path.first() == Some(&import.name) && *path != import.path)
}

/// A source up to its tests.
fn without_tests(source: &str) -> &str {
    let starts = ["\n#[cfg(test)]\nmod tests", "\n#[cfg(all(test"];
    let cut = starts.iter().filter_map(|start| source.find(start)).min();
    &source[..cut.unwrap_or(source.len())]
}
