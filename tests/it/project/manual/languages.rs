//! Pages that are there in English and in Chinese say the same, as far as a program sees: the same sections,
//! with the same code, links and rows of tables, which have the same code and the same numbers.

use std::collections::BTreeSet;

use super::manual;
use super::page::{Page, ROOT};

/// What the name of a Chinese page ends with.
const CHINESE: &str = ".zh.md";

/// A section, as far as it is the same in every language.
#[derive(PartialEq, Eq)]
struct Section {
    /// The level of its heading; 0 before the first.
    level: usize,
    /// The code in its text.
    spans: BTreeSet<String>,
    /// For each row of its tables the code and the numbers.
    rows: Vec<Vec<String>>,
}

/// The sections with their first lines.
fn sections(page: &Page) -> Vec<(String, Section)> {
    let mut texts: Vec<String> = vec![String::new()];
    for line in page.prose().split_inclusive('\n') {
        if line.starts_with('#') {
            texts.push(String::new());
        }
        texts.last_mut().expect("there is always one").push_str(line);
    }
    let section = |text: String| {
        let rows = text.lines().filter(|line| line.starts_with('|'));
        let section = Section {
            level: text.chars().take_while(|c| *c == '#').count(),
            spans: Page::of("section", &text).spans().into_iter().collect(),
            rows: rows.map(code_and_numbers).collect(),
        };
        (text.lines().next().unwrap_or_default().to_owned(), section)
    };
    texts.into_iter().map(section).collect()
}

/// The code and the numbers of a row, in the order of their text: languages have orders of their own.
fn code_and_numbers(row: &str) -> Vec<String> {
    let prose = row.split('`').step_by(2).collect::<Vec<_>>().join(" ");
    let words = prose.split(|c: char| !c.is_ascii_digit() && c != '.');
    let numbers = words.map(|word| word.trim_matches('.')).filter(|word| !word.is_empty());
    let mut found = Page::of("row", row).spans();
    found.extend(numbers.map(String::from));
    found.sort();
    found
}

/// What a page links to outside itself, whatever the language.
fn targets(page: &Page) -> BTreeSet<String> {
    let links = page.links().into_iter().filter(|link| !link.starts_with('#'));
    let own = page.path.file_name().expect("a name").to_string_lossy().replace(CHINESE, ".md");
    let links = links.map(|link| link.replace(CHINESE, ".md"));
    // Anchors are headings, which have a language.
    let without_anchor = |link: String| link.split('#').next().map(String::from).unwrap_or(link);
    links.map(without_anchor).filter(|link| *link != own).collect()
}

/// What one page has otherwise than the other.
fn differences(english: &Page, chinese: &Page) -> Vec<String> {
    let mut found = Vec::new();
    let [one, other] = [sections(english), sections(chinese)];
    if one.len() != other.len() {
        found.push(format!("{} sections and {}", one.len(), other.len()));
    }
    for ((heading, one), (_, other)) in
        one.iter().zip(&other).filter(|(one, other)| one.1 != other.1)
    {
        let spans: Vec<_> = one.spans.symmetric_difference(&other.spans).collect();
        let rows: Vec<_> =
            one.rows.iter().zip(&other.rows).filter(|(one, other)| one != other).collect();
        let counts = [one.rows.len(), other.rows.len()];
        found.push(format!("{heading}: code {spans:?}, {counts:?} rows, of which {rows:?}"));
    }
    if english.blocks() != chinese.blocks() {
        found.push("the blocks of code".into());
    }
    if targets(english) != targets(chinese) {
        found.push(format!("links to {:?} and {:?}", targets(english), targets(chinese)));
    }
    found
}

#[test]
fn both_languages_say_the_same() {
    let mut pages = 0;
    for chinese in manual() {
        let path = chinese.path.to_string_lossy().into_owned();
        if let Some(name) = path.strip_suffix(CHINESE) {
            let found = differences(&Page::read(format!("{name}.md")), &chinese);
            assert!(found.is_empty(), "{name}:\n{}", found.join("\n"));
            pages += 1;
        }
    }
    assert!(pages >= 2, "{pages} pages below {ROOT}");
}

#[test]
fn differences_are_found() {
    let english =
        "# A\n\n[B](b.md#x) [here](#c)\n\n## C\n\n`d` e\n\n| `f` | g (1.2) |\n\n```text\nh\n```\n";
    let same = "# 甲\n\n[乙](b.zh.md#y) [此](#丙)\n\n## 丙\n\n戊 `d`\n\n| 庚 1.2 | `f` |\n\n```text\nh\n```\n";
    let differ = |chinese: &str| {
        differences(&Page::of("docs/a.md", english), &Page::of("docs/a.zh.md", chinese)).len()
    };
    assert_eq!(differ(same), 0);
    let changes =
        [("## 丙", "### 丙"), ("`d`", "丁"), ("1.2", "1.3"), ("\nh", "\ni"), ("b.zh", "c")];
    for (from, to) in changes {
        assert_eq!(differ(&same.replace(from, to)), 1, "{from}");
    }
}
