//! The parts that all pages share: style, scripts, boards as SVG, and the language switch.
//!
//! | file | contents |
//! | --- | --- |
//! | `board` | the page of a board for games and analysis, with `board*.js`, `board.css` and `board.html` |
//! | `html` | escaping, texts in both languages, templates |
//! | `language` | the language switch, with `language.js` |
//! | `svg_board` | boards and diagrams as SVG |
//! | `page.css`, `symbols.svg` | the style; stones and wood |
//! | `elements.js` | elements, texts and numbers, captures |
//! | `problem_practice.js` | spaced repetition of problems |
//! | `layers.js` | stones, ownership, variations and marks on a board |

pub(crate) mod html;
#[cfg(feature = "cli")]
mod board;
mod language;
pub(crate) mod svg_board;

#[cfg(feature = "cli")]
pub(crate) use board::board_page;
pub(crate) use language::PageLanguage;

/// The style of all pages.
pub(crate) const STYLE: &str = include_str!("page.css");

/// SVG symbols of stones and wood, for use in diagrams.
pub(crate) const SYMBOLS: &str = include_str!("symbols.svg");

/// The script that creates elements. It comes before other scripts.
pub(crate) const ELEMENTS_SCRIPT: &str = include_str!("elements.js");

/// The script that schedules the repetition of problems.
pub(crate) const PRACTICE_SCRIPT: &str = include_str!("problem_practice.js");

/// The script that draws on a board.
pub(crate) const LAYERS_SCRIPT: &str = include_str!("layers.js");
