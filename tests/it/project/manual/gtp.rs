//! Compares the GTP reference with the command table.

use tianyuan::protocol::GTP;

use super::page::Page;

/// Returns the listed commands without a row in the page.
fn missing_commands(page: &Page) -> Vec<&'static str> {
    let rows = page.text.lines().filter(|line| line.starts_with("| `"));
    let names = rows.filter_map(|row| row.split(" |").next());
    let names: Vec<&str> = names.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
    GTP.listed().map(|command| command.name).filter(|name| !names.contains(name)).collect()
}

#[test]
fn gtp_reference_lists_every_command() {
    assert_eq!(missing_commands(&Page::read("docs/reference/gtp.md")), [""; 0]);
}

#[test]
fn missing_gtp_command_is_found() {
    let text = Page::read("docs/reference/gtp.md").text.replace("| `genmove` |", "| `move` |");
    assert_eq!(missing_commands(&Page::of("gtp.md", &text)), ["genmove"]);
}
