//! The page of a board for games and analysis. A server fills it with states, which its scripts draw.

use super::html::filled;
use super::{ELEMENTS_SCRIPT, LAYERS_SCRIPT, PRACTICE_SCRIPT, PageLanguage, STYLE, SYMBOLS};
use crate::page::svg_board::{self, Marks};
use crate::records::record::{Language, Position, Size};

const PAGE: &str = include_str!("board.html");
const BOARD_STYLE: &str = include_str!("board.css");

/// The scripts of the page, in order.
const SCRIPTS: [&str; 10] = [
    PageLanguage::SCRIPT,
    include_str!("board_state.js"),
    ELEMENTS_SCRIPT,
    LAYERS_SCRIPT,
    include_str!("board_drawing.js"),
    include_str!("board_panels.js"),
    PRACTICE_SCRIPT,
    include_str!("board_input.js"),
    include_str!("board_problems.js"),
    include_str!("board_link.js"),
];

/// Returns the page with an empty board in a language, or in the language of the browser. `has_human` offers human
/// profiles as opponents, and `problems` is the number of problems. The browser may run only scripts with `nonce`.
pub(crate) fn board_page(
    language: Option<Language>,
    size: Size,
    has_human: bool,
    problems: usize,
    nonce: &str,
) -> String {
    let board = svg_board::board(&Position::new(size), &Marks::default());
    let language = PageLanguage::of(language);
    let parts = [
        ("language", language.language),
        ("language-choice", &language.choice()),
        ("human", if has_human { "yes" } else { "no" }),
        ("problems", &problems.to_string()),
        ("size", &size.width().to_string()),
        ("board", &board),
        ("style", STYLE),
        ("board-style", BOARD_STYLE),
        ("symbols", SYMBOLS),
        ("nonce", nonce),
        ("version", env!("CARGO_PKG_VERSION")),
        ("scripts", &SCRIPTS.concat()),
    ];
    filled(PAGE, &parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_is_small_and_complete() {
        let page = board_page(None, Size::STANDARD, false, 0, "abc");
        assert!(page.len() < 200_000, "{} bytes", page.len());
        assert!(!page.contains("{{") && page.contains("<script nonce=\"abc\">"));
        assert_eq!(page.matches("<script").count(), 1);
        let chinese = board_page(Some(Language::Chinese), Size::STANDARD, true, 3, "abc");
        assert!(chinese.contains(
            "<html lang=\"zh\" data-size=\"19\" data-human=\"yes\" data-problems=\"3\">"
        ));
    }
}
