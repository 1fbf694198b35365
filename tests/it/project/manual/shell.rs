//! Parses the command lines in code blocks as a shell would.

use super::page::Page;

/// A command with its expected output.
#[derive(Debug, PartialEq, Eq)]
pub struct Said {
    /// The command as typed, possibly on several lines.
    pub command: String,
    /// The output lines, each with its LF.
    pub answers: String,
}

/// Returns the commands in the console blocks of a page.
pub fn dialogues(page: &Page) -> Vec<Said> {
    let mut all: Vec<Said> = Vec::new();
    for block in page.blocks().iter().filter(|block| block.language == "console") {
        let mut is_command = false;
        for line in block.text.split_inclusive('\n') {
            match line.strip_prefix("$ ") {
                Some(command) => {
                    all.push(Said { command: command.into(), answers: String::new() });
                }
                None => {
                    let said = all.last_mut().expect("a console begins with a command");
                    if is_command { said.command += line } else { said.answers += line }
                }
            }
            let is_line_of_command = is_command || line.starts_with("$ ");
            is_command = is_line_of_command && line.trim_end().ends_with(['\\', '|']);
        }
    }
    for said in &mut all {
        said.command.truncate(said.command.trim_end().len());
    }
    all
}

/// Returns the simple commands of a command line as words without quotation marks, without redirections and variable
/// assignments.
pub fn commands(line: &str) -> Vec<Vec<String>> {
    let mut commands = vec![Vec::new()];
    let mut rest = line;
    loop {
        rest = rest.trim_start_matches([' ', '\n']);
        if let Some(after) = rest.strip_prefix("\\\n") {
            rest = after;
        } else if let Some(after) = rest.strip_prefix(['|', ';', '&']) {
            commands.push(Vec::new());
            rest = after;
        } else if let Some(after) = rest.strip_prefix(['<', '>']) {
            rest = word(after.trim_start_matches([' ', '>'])).1;
        } else if rest.is_empty() || rest.starts_with('#') {
            break;
        } else {
            let (text, after) = word(rest);
            rest = after;
            // The number of a redirected stream.
            if after.starts_with(['<', '>']) && text.chars().all(|c| c.is_ascii_digit()) {
                continue;
            }
            let command = commands.last_mut().expect("there is always one");
            let is_variable = command.is_empty() && text.contains('=') && !text.starts_with('-');
            if !is_variable {
                command.push(text);
            }
        }
    }
    commands.retain(|command| !command.is_empty());
    commands
}

/// Returns the first word and the rest.
fn word(line: &str) -> (String, &str) {
    let mut text = String::new();
    let mut quote = None;
    for (at, c) in line.char_indices() {
        match (quote, c) {
            (None, '\'' | '"') => quote = Some(c),
            (Some(open), _) if open == c => quote = None,
            (None, ' ' | '\n' | '|' | ';' | '&' | '<' | '>') => return (text, &line[at..]),
            _ => text.push(c),
        }
    }
    (text, "")
}

#[test]
fn console_blocks_are_parsed() {
    let page = Page::of(
        "page.md",
        "```console\n$ one |\n    two\nanswer\n\n$ three\n```\n\n```sh\n$ no\n```\n",
    );
    let said =
        |command: &str, answers: &str| Said { command: command.into(), answers: answers.into() };
    assert_eq!(dialogues(&page), [said("one |\n    two", "answer\n\n"), said("three", "")]);
}

#[test]
fn command_lines_are_split() {
    let line = "A=1 printf 'a b\\n' | x --b \"c d\" \\\n  e 2> f; g < h # comment";
    let expected: [&[&str]; 3] = [&["printf", "a b\\n"], &["x", "--b", "c d", "e"], &["g"]];
    assert_eq!(commands(line), expected);
}
