//! The table of settings in the manual is the one in the source.

use std::path::Path;
use std::{env, fs};

use tianyuan::settings;
use tianyuan::tuning::{Interface, ParamDefinition, ParamValue};

use super::page::{Page, ROOT};

const PAGE: &str = "docs/parameters.md";

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
