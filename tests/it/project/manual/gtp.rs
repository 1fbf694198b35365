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

/// Returns `true` if a command's help text starts with arguments: `COLOR VERTEX|pass: play a move`.
fn has_arguments(help: &str) -> bool {
    let Some((arguments, _)) = help.split_once(": ") else { return false };
    arguments.contains(['|', '[', '{']) || arguments.chars().all(|c| !c.is_lowercase())
}

/// Returns the commands whose row in the page has arguments although the command table has none, or vice versa.
fn commands_with_other_arguments(page: &Page) -> Vec<&'static str> {
    let row_of = |name: &str| {
        let named = format!("`{name}`");
        let rows = page.text.lines().filter(|line| line.starts_with("| `"));
        rows.map(|line| line.split(" |").collect::<Vec<_>>())
            .find(|cells| cells[0].contains(&named) && cells.len() > 2)
    };
    let differs = |name: &str, help: &str| {
        row_of(name).is_some_and(|cells| cells[1].trim().is_empty() == has_arguments(help))
    };
    GTP.listed()
        // These have the arguments of another command.
        .filter(|command| !command.help.starts_with("like "))
        .filter(|command| differs(command.name, command.help))
        .map(|command| command.name)
        .collect()
}

#[test]
fn gtp_reference_has_arguments_of_command_table() {
    assert_eq!(commands_with_other_arguments(&Page::read("docs/reference/gtp.md")), [""; 0]);
}

#[test]
fn wrong_gtp_arguments_are_found() {
    let text = Page::read("docs/reference/gtp.md")
        .text
        .replace("| `genmove` | `COLOR` |", "| `genmove` | |");
    assert_eq!(commands_with_other_arguments(&Page::of("gtp.md", &text)), ["genmove"]);
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
