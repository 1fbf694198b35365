//! Compares the English and Chinese versions of pages: the same sections with the same code, commands, output, links
//! and table rows (code and numbers). Each page links to its other language at the top.

use std::collections::BTreeSet;

use super::links::target;
use super::page::{Block, Page};
use super::pages;

/// The suffix of the names of Chinese pages.
const CHINESE: &str = ".zh.md";

/// The pages with a Chinese version.
const IN_BOTH: [&str; 21] = [
    "README",
    "docs/README",
    "docs/faq",
    "docs/guides/board",
    "docs/guides/clients",
    "docs/guides/levels-and-time",
    "docs/guides/matches",
    "docs/guides/nets",
    "docs/guides/play",
    "docs/guides/records",
    "docs/guides/review",
    "docs/guides/servers",
    "docs/guides/solve",
    "docs/reference/analysis",
    "docs/reference/limits",
    "docs/reference/review-output",
    "docs/reference/rules",
    "docs/reference/sgf-checks",
    "docs/reference/wei7",
    "docs/reference/wtp",
    "docs/results/review-accuracy",
];

/// The language-independent content of a section.
#[derive(PartialEq, Eq)]
struct Section {
    /// The heading level; 0 before the first heading.
    level: usize,
    /// The code spans.
    spans: BTreeSet<String>,
    /// The code and the numbers of each table row.
    rows: Vec<Vec<String>>,
}

/// Returns the sections with their first lines.
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

/// Returns the code and the numbers of a row, sorted, because word order depends on the language.
fn code_and_numbers(row: &str) -> Vec<String> {
    let prose = row.split('`').step_by(2).collect::<Vec<_>>().join(" ");
    let words = prose.split(|c: char| !c.is_ascii_digit() && c != '.');
    let numbers = words.map(|word| word.trim_matches('.')).filter(|word| !word.is_empty());
    let mut found = Page::of("row", row).spans();
    found.extend(numbers.map(String::from));
    found.sort();
    found
}

/// Returns the links of a page to other pages, independent of the language.
fn targets(page: &Page) -> BTreeSet<String> {
    let links = page.links().into_iter().filter(|link| !link.starts_with('#'));
    let own = page.path.file_name().expect("a name").to_string_lossy().replace(CHINESE, ".md");
    // A picture of a page in each language: `board-en.png` and `board-zh.png`.
    let links = links.map(|link| link.replace(CHINESE, ".md").replace("-zh.png", "-en.png"));
    // Anchors depend on the language of the headings.
    let without_anchor = |link: String| link.split('#').next().map(String::from).unwrap_or(link);
    links.map(without_anchor).filter(|link| *link != own).collect()
}

/// Returns the differences between two pages.
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
    found.extend(other_blocks(&english.blocks(), &chinese.blocks()));
    if targets(english) != targets(chinese) {
        found.push(format!("links to {:?} and {:?}", targets(english), targets(chinese)));
    }
    found
}

/// Returns the differences between the code blocks of two pages, line by line.
fn other_blocks(english: &[Block], chinese: &[Block]) -> Vec<String> {
    let lines = |blocks: &[Block]| -> Vec<String> {
        let fenced = |block: &Block| format!("```{}\n{}", block.language, block.text);
        let text: String = blocks.iter().map(fenced).collect();
        text.lines().map(String::from).collect()
    };
    let [one, other] = [lines(english), lines(chinese)];
    let first = one.iter().zip(&other).find(|(one, other)| one != other);
    match first {
        Some((one, other)) => vec![format!("code {one:?}, in Chinese {other:?}")],
        None if one.len() != other.len() => {
            let longer = if one.len() > other.len() { &one } else { &other };
            let rest = &longer[one.len().min(other.len())];
            vec![format!("code {rest:?} is in one language only")]
        }
        None => Vec::new(),
    }
}

/// Returns the error of the language link at the top of a page.
fn without_link(page: &Page, other: &Page) -> Option<String> {
    let name = other.path.file_name().expect("a name").to_string_lossy();
    let top = page.text.lines().nth(2).unwrap_or_default();
    let is_there = top.starts_with('[') && top.ends_with(&format!("]({name})"));
    (!is_there).then(|| format!("{}: no link to {name} at its top", page.path.display()))
}

#[test]
fn pages_match_in_both_languages() {
    for name in IN_BOTH {
        let [english, chinese] = [".md", CHINESE].map(|end| Page::read(format!("{name}{end}")));
        let mut found = differences(&english, &chinese);
        found.extend(without_link(&english, &chinese));
        found.extend(without_link(&chinese, &english));
        assert!(found.is_empty(), "{name}:\n{}", found.join("\n"));
    }
}

#[test]
fn every_chinese_page_is_compared() {
    let chinese = pages().into_iter().map(|page| page.path.to_string_lossy().into_owned());
    let chinese = chinese.filter_map(|path| path.strip_suffix(CHINESE).map(String::from));
    let mut chinese: Vec<String> = chinese.collect();
    chinese.sort();
    assert_eq!(chinese, IN_BOTH);
}

/// A link to a page with a Chinese version must point to that version.
#[test]
fn chinese_pages_link_to_chinese_pages() {
    for page in IN_BOTH.map(|name| Page::read(format!("{name}{CHINESE}"))) {
        let own = page.path.to_string_lossy().replace(CHINESE, ".md");
        let english = IN_BOTH.map(|name| format!("{name}.md"));
        let strays = page.links().into_iter().filter(|link| {
            let target = target(&page, link.split('#').next().unwrap_or_default());
            let target = target.to_string_lossy();
            // Links to English pages are marked.
            let is_marked = page.text.contains(&format!("[English]({link})"));
            target != own && english.iter().any(|it| *it == target) && !is_marked
        });
        let strays: Vec<String> = strays.collect();
        assert!(strays.is_empty(), "{}: {strays:?}", page.path.display());
    }
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
    let changes = [
        ("## 丙", "### 丙"),
        ("`d`", "丁"),
        ("1.2", "1.3"),
        ("\nh", "\ni"),
        ("\nh", "\nh\nh"),
        ("b.zh", "c"),
    ];
    for (from, to) in changes {
        assert_eq!(differ(&same.replace(from, to)), 1, "{from}");
    }
}

#[test]
fn missing_language_link_is_found() {
    let [english, chinese] = [
        ("docs/a.md", "# A\n\n[中文](a.zh.md)\n"),
        ("docs/a.zh.md", "# 甲\n\n正文 [English](a.md)\n"),
    ]
    .map(|(path, text)| Page::of(path, text));
    assert_eq!(without_link(&english, &chinese), None);
    assert!(without_link(&chinese, &english).is_some());
}
