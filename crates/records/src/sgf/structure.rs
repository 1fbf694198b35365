//! How well formed a text is as SGF: a cheap scan of its tokens that compares the readings of a file in
//! several charsets.

use super::tokens::{Brackets, Token, Tokens, first_tree};

/// The structure of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Structure {
    /// The number of nodes.
    pub nodes: usize,
    /// The number of places where the grammar is broken.
    pub errors: usize,
}

impl Structure {
    pub(super) fn of(text: &str) -> Structure {
        let Some(start) = first_tree(text) else { return Structure { nodes: 0, errors: 1 } };
        let mut structure = Structure::default();
        let (mut depth, mut is_name) = (0_usize, false);
        for (_, token) in Tokens::new(text, start) {
            let is_value = matches!(token, Token::Value(..));
            structure.errors += usize::from(is_name && !is_value);
            is_name = matches!(token, Token::Name(_));
            match token {
                Token::Open => depth += 1,
                Token::Close if depth == 0 => structure.errors += 1,
                Token::Close => depth -= 1,
                Token::Node | Token::Move(_) => structure.nodes += 1,
                Token::Junk(_) => structure.errors += 1,
                Token::Value(_, brackets) => {
                    structure.errors += usize::from(brackets != Brackets::Whole);
                }
                Token::Name(_) => {}
            }
        }
        structure.errors += usize::from(depth > 0);
        structure
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_and_errors_are_counted() {
        for (text, nodes, errors) in [
            ("(;GM[1]C[a\\]b];B[aa](;W[bb])(;W[cc]))", 4, 0),
            ("(;C[a]b];B[aa])", 2, 1),
            ("(;C[a];B[aa]]", 2, 2),
            ("(;C[a];B;W[aa)", 3, 3),
            ("(;GM[1]))", 1, 1),
            ("no tree", 0, 1),
        ] {
            let expected = Structure { nodes, errors };
            assert_eq!(Structure::of(text), expected, "{text}");
        }
    }
}
