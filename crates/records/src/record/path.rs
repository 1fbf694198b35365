//! Human-readable path to a node: `12`, `12.2`, `12.2.3`.
//!
//! The numbers alternate between a number of steps along first children and the choice of a variation. `12.2.3` means
//! 12 nodes along the main line, its second continuation, and three nodes along first children. The root is `0`.

use std::fmt;
use std::str::FromStr;

use super::tree::{NodeId, Tree};

/// Path from the root to a node.
///
/// ```
/// use tianyuan_records::record::{Path, Record};
///
/// let sgf = b"(;GM[1]FF[4]SZ[9];B[ee](;W[ec])(;W[gc];B[cc]))";
/// let record = &Record::read(sgf).expect("SGF").records[0];
/// // One move, the second variation there, and one move more.
/// let path: Path = "1.2.1".parse().expect("a path");
/// let node = path.find(&record.tree).expect("the node exists");
/// assert_eq!(Path::to(node, &record.tree), path);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path(Vec<u32>);

/// Error for a text that is not a path.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("invalid node path `{0}`: expected numbers separated by dots")]
pub struct ParsePathError(String);

impl Path {
    /// Returns the path to a node of a tree, in time proportional to its ancestors and their preceding siblings.
    pub fn to(id: NodeId, tree: &Tree) -> Path {
        let mut numbers = vec![0];
        let mut line = tree.ancestors(id).peekable();
        while let (Some(node), Some(&parent)) = (line.next(), line.peek()) {
            let place = tree.children(parent).position(|child| child == node).unwrap_or(0);
            let below = numbers.last_mut().expect("never empty");
            if place == 0 {
                *below += 1;
            } else {
                numbers.extend([place as u32 + 1, 0]);
            }
        }
        if numbers.len() > 1 && numbers[0] == 0 {
            numbers.remove(0);
        }
        numbers.reverse();
        Path(numbers)
    }

    /// Returns the node at the end of the path, if it exists in the tree.
    pub fn find(&self, tree: &Tree) -> Option<NodeId> {
        let mut at = tree.root();
        for (i, &number) in self.0.iter().enumerate() {
            at = if i % 2 == 0 {
                tree.main_line(at).nth(number as usize)?
            } else {
                tree.children(at).nth(number.checked_sub(1)? as usize)?
            };
        }
        Some(at)
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, number) in self.0.iter().enumerate() {
            let dot = if i == 0 { "" } else { "." };
            write!(f, "{dot}{number}")?;
        }
        Ok(())
    }
}

impl FromStr for Path {
    type Err = ParsePathError;

    fn from_str(text: &str) -> Result<Path, ParsePathError> {
        let numbers: Result<Vec<u32>, _> = text.split('.').map(str::parse).collect();
        numbers.map(Path).map_err(|_| ParsePathError(text.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Event;
    use super::*;

    #[test]
    fn path_roundtrip() {
        let mut tree = Tree::new();
        let root = tree.root();
        let main = tree.add(root, Event::Nothing);
        tree.add(main, Event::Nothing);
        let second = tree.add(main, Event::Nothing);
        let below = tree.add(second, Event::Nothing);
        tree.add(below, Event::Nothing);
        tree.add(below, Event::Nothing);
        let texts = tree.preorder().map(|id| Path::to(id, &tree).to_string());
        assert!(texts.eq(["0", "1", "2", "1.2", "1.2.1", "1.2.2", "1.2.1.2"]));
        for id in tree.preorder() {
            let path: Path = Path::to(id, &tree).to_string().parse().expect("a path");
            assert_eq!(path.find(&tree), Some(id));
        }
    }

    #[test]
    fn path_parse_error_names_expected_form() {
        let tree = Tree::new();
        let path: Path = "0.2".parse().expect("a path");
        assert_eq!(path.find(&tree), None);
        let error = "1.x".parse::<Path>().expect_err("a letter");
        assert_eq!(
            error.to_string(),
            "invalid node path `1.x`: expected numbers separated by dots"
        );
    }
}
