//! The files of a crate and their imports; re-exports are followed to the defining file.

use std::collections::{BTreeMap, BTreeSet};

use super::rust_paths::{Import, imports, paths};

/// The files by module path (`["go", "board"]`), with their content.
#[derive(Debug, Default)]
pub struct ImportGraph {
    files: BTreeMap<Vec<String>, File>,
}

#[derive(Debug)]
struct File {
    /// Every path in the code, in `use` declarations and elsewhere.
    paths: Vec<Vec<String>>,
    imports: Vec<Import>,
}

impl ImportGraph {
    /// Adds a file; `path` is relative to the folder of `lib.rs` (`go/board.rs`). Unit tests at the end of the file
    /// are ignored.
    pub fn add(&mut self, path: &str, source: &str) {
        let mut module: Vec<String> =
            path.trim_end_matches(".rs").split('/').map(String::from).collect();
        if module.last().is_some_and(|last| last == "mod") || module == ["lib"] {
            module.pop();
        }
        let code = without_tests(source);
        self.files.insert(module, File { paths: paths(code), imports: imports(code) });
    }

    /// Returns the cycles: sets of files that import each other directly or indirectly, as lines such as `a.rs ->
    /// b.rs`.
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

    /// Returns the files that a file imports.
    fn imported_by(&self, module: &[String]) -> BTreeSet<&Vec<String>> {
        let file = &self.files[module];
        let mut targets = BTreeSet::new();
        let mut add = |path: &[String]| {
            targets.extend(self.target(module, path, 0).filter(|target| *target != module));
        };
        for path in &file.paths {
            let Some(first) = path.first() else { continue };
            // `pub(super)`, `mod name;` and variable names are not paths.
            let is_bare = path.len() == 1 && !file.imports.iter().any(|i| i.name == *first);
            if is_bare || path.iter().all(|segment| segment == "super") {
                continue;
            }
            let imported = file.imports.iter().find(|import| import.name == *first);
            match imported {
                // A re-export is not an import of the file itself.
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

    /// Returns the file that defines the target of a path in a module.
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

    /// Returns a path from the crate root; `None` if it leads out of the crate.
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

/// Returns `true` if a re-exported name is used nowhere else in the file.
fn is_only_handed_on(file: &File, import: &Import) -> bool {
    !file.paths.iter().any(|path| path.first() == Some(&import.name) && *path != import.path)
}

/// Returns a source without its tests.
fn without_tests(source: &str) -> &str {
    let starts = ["\n#[cfg(test)]\nmod tests", "\n#[cfg(all(test"];
    let cut = starts.iter().filter_map(|start| source.find(start)).min();
    &source[..cut.unwrap_or(source.len())]
}
