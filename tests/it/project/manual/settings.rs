//! Compares the table of settings in the manual with the source.

use std::path::Path;
use std::{env, fs};

use tianyuan::search::params_macro::{Interface, ParamDefinition, ParamType, ParamValue};
use tianyuan::settings::{self, Setting};

use super::page::{Page, ROOT};

const PAGE: &str = "docs/reference/parameters.md";

/// Returns the row of a setting in the manual.
fn row(definition: &ParamDefinition) -> String {
    let ParamDefinition { name, kind, default, accepted, about, .. } = definition;
    let default = if *default == ParamValue::NONE { "–".into() } else { format!("`{default}`") };
    let accepted = accepted.iter().map(|interface| match interface {
        Interface::Gtp => "GTP",
        Interface::Json => "JSON",
        Interface::Query => "query",
        Interface::Param => "`--param`",
    });
    let accepted = accepted.collect::<Vec<_>>().join(", ");
    format!("| `{name}` | {kind} | {default} | {accepted} | {about} |")
}

/// `TIANYUAN_BLESS=1` writes the rows into the page.
#[test]
fn settings_page_has_the_rows_of_the_table() {
    let rows: Vec<String> = settings::all().map(|(_, definition)| row(definition)).collect();
    let text = Page::read(PAGE).text;
    let is_row = |line: &&str| line.starts_with("| `");
    let found: Vec<&str> = text.lines().filter(is_row).collect();
    if env::var_os("TIANYUAN_BLESS").is_some() {
        let (head, _) = text.split_once("\n| `").unwrap_or((text.trim_end(), ""));
        let page = format!("{}\n{}\n", head.trim_end(), rows.join("\n"));
        fs::write(Path::new(ROOT).join(PAGE), page).expect("the page can be written");
    } else {
        assert_eq!(found, rows);
    }
}

/// Returns the rows of other pages that describe an option of the root without its range.
fn rows_without_range(text: &str) -> Vec<String> {
    let options = settings::all().filter(|(setting, _)| *setting == Setting::Root);
    let ranges = options.filter_map(|(_, definition)| {
        let range = match &definition.kind {
            ParamType::Integer(range) => format!("{} to {}", range.start(), range.end()),
            ParamType::Number(range) => format!("{} to {}", range.start(), range.end()),
            _ => return None,
        };
        Some((format!("`{}`", definition.name), range))
    });
    let missing = ranges.flat_map(|(name, range)| {
        let rows = text.lines().filter(move |line| line.starts_with('|') && line.contains(&name));
        rows.filter(move |line| !line.contains(&range)).map(str::to_owned)
    });
    missing.collect()
}

#[test]
fn other_pages_have_the_ranges_of_the_table() {
    let protocols = Page::read("docs/reference/gtp.md").text;
    assert_eq!(rows_without_range(&protocols), [""; 0]);
    let settings = Page::read("docs/reference/analysis.md").section("Settings").expect("a section");
    assert_eq!(rows_without_range(&settings), [""; 0]);
    let wrong = protocols.replace("0.01 to 100", "0 to 10");
    assert_eq!(rows_without_range(&wrong).len(), 1);
}
