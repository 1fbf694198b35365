//! Checks the WTP pages: dialogues match the engine's output, and every command of the table and every interpretation
//! of the transcripts is documented.

use std::path::Path;

use tianyuan::protocol::WTP;

use super::page::Page;
use crate::support::transcript::{Outcome, Transcript};

/// The language tag of dialogue blocks.
const DIALOGUE: &str = "wtp";

/// The lines prepended to dialogues that do not start a session.
const GREETING: &str = "> WTP\n< =\n";

/// The number of commands in the specification.
const OF_SPECIFICATION: usize = 15;

/// The page in both languages, with the titles of its sections on extensions and interpretations.
fn both() -> [(Page, &'static str, &'static str); 2] {
    [
        (Page::read("docs/reference/wtp.md"), "Extensions", "Interpretations"),
        (Page::read("docs/reference/wtp.zh.md"), "扩展命令", "对规范的理解"),
    ]
}

/// Returns the numbers at the start of table rows.
fn numbers(text: &str) -> Vec<u32> {
    let cells = text.lines().filter_map(|line| line.strip_prefix("| ")?.split(" |").next());
    cells.filter_map(|cell| cell.parse().ok()).collect()
}

#[test]
fn dialogues_match_program_output() {
    let page = Page::read("docs/reference/wtp.md");
    let dialogues = page.blocks().into_iter().filter(|block| block.language == DIALOGUE);
    let mut count = 0;
    for block in dialogues {
        let greeting = if block.text.starts_with(GREETING) { "" } else { GREETING };
        let text = format!("{greeting}{}", block.text);
        if let Outcome::Failed(message) = Transcript::parse(Path::new("wtp/page.txt"), &text).play()
        {
            panic!("{message}\nin\n{text}");
        }
        count += 1;
    }
    assert!(count > OF_SPECIFICATION, "only {count} dialogues");
}

#[test]
fn every_command_is_documented() {
    for (page, extensions, _) in both() {
        let extensions = page.section(extensions).expect("a section on extensions");
        for (number, command) in WTP.listed().enumerate() {
            let name = command.name;
            let is_there = if number < OF_SPECIFICATION {
                page.text.contains(&format!("\n### `{name}`\n"))
            } else {
                extensions.contains(&format!("\n| `{name}` | "))
            };
            assert!(is_there, "{name} is missing in {}", page.path.display());
        }
    }
}

#[test]
fn every_interpretation_is_documented() {
    let transcripts = Page::read("protocol-transcripts/README.md");
    let due = numbers(&transcripts.text);
    assert!(due.len() >= 40, "{due:?}");
    for (page, _, readings) in both() {
        let readings = page.section(readings).expect("a section on readings");
        assert_eq!(numbers(&readings), due, "{}", page.path.display());
    }
}
