//! A Markdown page: code blocks, code spans, headings and links.

use std::fs;
use std::path::{Path, PathBuf};

/// The project root.
pub const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// A page of the manual.
#[derive(Debug)]
pub struct Page {
    /// The path relative to the project root.
    pub path: PathBuf,
    /// The text with LF line ends.
    pub text: String,
}

/// A fenced code block.
#[derive(Debug, PartialEq, Eq)]
pub struct Block {
    /// The word after the fence.
    pub language: String,
    /// The lines without the indentation of the fence, each with its LF.
    pub text: String,
}

impl Page {
    /// Reads a page of the project.
    pub fn read(path: impl Into<PathBuf>) -> Page {
        let path = path.into();
        let text = fs::read_to_string(Path::new(ROOT).join(&path));
        let text = text.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Page { path, text: text.replace("\r\n", "\n") }
    }

    /// Creates a page from a text, for tests of the checks.
    pub fn of(path: &str, text: &str) -> Page {
        Page { path: path.into(), text: text.into() }
    }

    /// Returns the fenced code blocks.
    pub fn blocks(&self) -> Vec<Block> {
        self.parts().1
    }

    /// Returns the text without its code blocks.
    pub fn prose(&self) -> String {
        self.parts().0
    }

    fn parts(&self) -> (String, Vec<Block>) {
        let (mut prose, mut blocks) = (String::new(), Vec::new());
        let mut open: Option<(usize, Block)> = None;
        for line in self.text.split_inclusive('\n') {
            let fence = line.trim_start().strip_prefix("```");
            match (open.take(), fence) {
                (None, Some(language)) => {
                    let indentation = line.len() - line.trim_start().len();
                    let language = language.trim().to_owned();
                    open = Some((indentation, Block { language, text: String::new() }));
                }
                (None, None) => prose += line,
                (Some((_, block)), Some(_)) => blocks.push(block),
                (Some((indentation, mut block)), None) => {
                    block.text += line.get(indentation..).unwrap_or("\n");
                    open = Some((indentation, block));
                }
            }
        }
        assert!(open.is_none(), "{}: a block has no end", self.path.display());
        (prose, blocks)
    }

    /// Returns the code spans outside of blocks. A span may continue on the next line.
    pub fn spans(&self) -> Vec<String> {
        let prose = self.prose().replace("``", "");
        let pieces = prose.split('`').skip(1).step_by(2);
        pieces.map(|span| span.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    }

    /// Returns the targets of links and images.
    pub fn links(&self) -> Vec<String> {
        let prose = self.prose();
        let targets = prose.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
        targets.map(|(target, _)| target.to_owned()).collect()
    }

    /// Returns the anchors of the headings, as GitHub generates them.
    pub fn anchors(&self) -> Vec<String> {
        let prose = self.prose();
        let headings = prose.lines().filter(|line| line.starts_with('#'));
        headings.map(|heading| anchor(heading.trim_start_matches('#').trim())).collect()
    }

    /// Returns the lines of the section with a second-level heading, up to the next one.
    pub fn section(&self, heading: &str) -> Option<String> {
        let start = self.text.find(&format!("\n## {heading}\n"))? + 1;
        let rest = &self.text[start..];
        Some(rest[..rest[3..].find("\n## ").map_or(rest.len(), |end| end + 3)].to_owned())
    }
}

/// Converts a heading to an anchor: lower case, spaces become hyphens, other characters are removed.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[test]
fn page_is_split_into_blocks() {
    let page = Page::of(
        "page.md",
        "# A `name`, and more\n\n1. Say [this](a.md#b):\n\n   ```console\n   $ x\n\n   y\n   ```\n\nand `two\nlines`.\n\n\
         ## Second_part\nof it\n\n## Last\n",
    );
    let block = Block { language: "console".into(), text: "$ x\n\ny\n".into() };
    assert_eq!(page.blocks(), [block]);
    assert_eq!(page.spans(), ["name", "two lines"]);
    assert_eq!(page.links(), ["a.md#b"]);
    assert_eq!(page.anchors(), ["a-name-and-more", "second_part", "last"]);
    assert_eq!(page.section("Second_part").as_deref(), Some("## Second_part\nof it\n"));
    assert_eq!(page.section("Third"), None);
}
