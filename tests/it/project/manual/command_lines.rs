//! Checks the command lines of pages against the program, cargo and just.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use clap::error::ErrorKind;
use clap::{Command, CommandFactory, Parser};
use tianyuan::cli::arguments::Arguments;

use super::page::{Page, ROOT};
use super::shell::{commands, dialogues};

/// Options of cargo that take a value.
const WITH_VALUE: [&str; 8] =
    ["--bench", "--example", "--lib", "--profile", "--target", "--target-dir", "--test", "-p"];

/// Returns the errors in the command lines of a page.
pub fn wrong_commands(page: &Page) -> Vec<String> {
    let mut wrong = Vec::new();
    let typed = dialogues(page).into_iter().map(|said| said.command);
    let scripts = page.blocks().into_iter().filter(|block| block.language == "sh");
    for command in typed.chain(scripts.map(|block| block.text)).flat_map(|line| commands(&line)) {
        wrong.extend(errors(&command).map(|error| format!("{}: {error}", command.join(" "))));
    }
    for span in page.spans() {
        wrong.extend(error_of_span(&span).map(|error| format!("{span}: {error}")));
    }
    wrong.into_iter().map(|error| format!("{}: {error}", page.path.display())).collect()
}

/// Returns the errors in a complete command.
fn errors(command: &[String]) -> Option<String> {
    let inner = command.iter().skip(1).filter(|word| word.contains("tianyuan "));
    if let Some(error) = inner.flat_map(|line| commands(line)).find_map(|command| errors(&command))
    {
        return Some(error);
    }
    let words: Vec<&str> = command.iter().map(String::as_str).collect();
    match words[..] {
        [program, ref arguments @ ..] if is_program(program) => error_of_arguments(arguments),
        ["cargo", "run", ref rest @ ..] if !rest.contains(&"--example") => {
            let arguments =
                rest.iter().position(|&word| word == "--").map_or(&[][..], |at| &rest[at + 1..]);
            error_of_arguments(arguments)
        }
        ["cargo", ref rest @ ..] => error_of_cargo(rest),
        _ => None,
    }
}

fn is_program(word: &str) -> bool {
    word == "tianyuan" || word.ends_with("/tianyuan")
}

/// Returns the program's error for the arguments.
fn error_of_arguments(arguments: &[&str]) -> Option<String> {
    let error = Arguments::try_parse_from(["tianyuan"].iter().chain(arguments)).err()?;
    let is_answer = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    (!is_answer).then(|| error.to_string())
}

/// Returns the errors in a code span that is a command or a part of one.
fn error_of_span(span: &str) -> Option<String> {
    let commands = commands(span);
    let words: Vec<&str> = commands.first()?.iter().map(String::as_str).collect();
    match words[..] {
        ["tianyuan", ref arguments @ ..] => error_of_part(arguments),
        ["cargo", "run", ..] => errors(&commands[0]),
        ["cargo", ref rest @ ..] => error_of_cargo(rest),
        ["just", recipe, ..] => error_of_recipe(recipe),
        _ => None,
    }
}

/// Returns the errors in the subcommand and the option names; values may be missing.
fn error_of_part(arguments: &[&str]) -> Option<String> {
    let program = Arguments::command();
    let job = arguments.first().filter(|word| !word.starts_with('-'));
    let command = match job {
        None => &program,
        Some(job) => match program.find_subcommand(job) {
            None => return Some(format!("there is no job {job}")),
            Some(command) => command,
        },
    };
    let mut options = arguments.iter().filter_map(|word| word.strip_prefix("--"));
    let unknown = options.find(|name| !has_option(command, name))?;
    Some(format!("unknown option --{unknown}"))
}

fn has_option(command: &Command, name: &str) -> bool {
    matches!(name, "help" | "version")
        || command.get_arguments().any(|it| it.get_long() == Some(name))
}

/// Returns the options that a page mentions and no subcommand has.
pub fn unknown_options(page: &Page) -> Vec<String> {
    let program = Arguments::command();
    let jobs: Vec<&Command> = program.get_subcommands().chain([&program]).collect();
    let spans = page.spans();
    let names = spans.iter().filter_map(|span| span.split([' ', '=']).next()?.strip_prefix("--"));
    let unknown =
        names.filter(|name| !name.is_empty() && !jobs.iter().any(|job| has_option(job, name)));
    unknown.map(|name| format!("{}: unknown option --{name}", page.path.display())).collect()
}

/// Returns the errors in the targets and tests of a cargo command.
fn error_of_cargo(words: &[&str]) -> Option<String> {
    let words: Vec<&str> = words.iter().copied().filter(|word| !word.starts_with('+')).collect();
    let of = |option: &str| words.iter().position(|&word| word == option).map(|at| words[at + 1]);
    for (option, folder) in [("--bench", "benches"), ("--example", "examples"), ("--test", "tests")]
    {
        let name = of(option);
        let path = |name: &str| Path::new(ROOT).join(folder).join(name);
        if let Some(name) =
            name.filter(|name| !path(name).exists() && !path(&format!("{name}.rs")).exists())
        {
            return Some(format!("there is no {folder}/{name}"));
        }
    }
    if words.first() != Some(&"test") {
        return None;
    }
    let source = match of("-p").map(|package| package.trim_start_matches("tianyuan-")) {
        Some(name) => format!("crates/{name}/src"),
        None => "src".into(),
    };
    let tests = of("--test").map_or(source, |name| format!("tests/{name}"));
    let names = tests_in(&tests);
    let mut filters = words[1..].iter().enumerate().filter(|&(at, word)| {
        let is_value = WITH_VALUE.contains(&words[at]) && words[at] != "--lib";
        !word.starts_with('-') && !is_value
    });
    let (_, filter) =
        filters.find(|(_, filter)| !names.iter().any(|name| name.contains(**filter)))?;
    Some(format!("no test of {tests} has a name with {filter}"))
}

/// Returns the test paths below a folder: modules and function.
fn tests_in(folder: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut folders = vec![Path::new(ROOT).join(folder)];
    while let Some(at) = folders.pop() {
        for entry in fs::read_dir(&at).into_iter().flatten().flatten().map(|entry| entry.path()) {
            if entry.is_dir() {
                folders.push(entry);
            } else if entry.extension().is_some_and(|it| it == "rs") {
                let inside =
                    entry.strip_prefix(Path::new(ROOT).join(folder)).expect("it is inside");
                let path = inside.with_extension("").to_string_lossy().replace('\\', "/");
                let module = path.trim_end_matches("/mod").replace('/', "::");
                let source = fs::read_to_string(&entry).expect("readable");
                let after_marks = source.split("#[test]").skip(1);
                let tests =
                    after_marks.filter_map(|rest| rest.split_once("fn ")?.1.split('(').next());
                names.extend(tests.map(|name| format!("{module}::{name}")));
            }
        }
    }
    names
}

fn error_of_recipe(recipe: &str) -> Option<String> {
    let justfile =
        fs::read_to_string(Path::new(ROOT).join("justfile")).expect("there is a justfile");
    let names = justfile.lines().filter_map(|line| line.split([' ', ':']).next());
    (!names.into_iter().any(|name| name == recipe)).then(|| format!("there is no recipe {recipe}"))
}

#[test]
fn unknown_commands_are_found() {
    let wrong = [
        "tianyuan --treads 1",
        "printf 'quit\\n' | tianyuan --level 11",
        "cargo run --release -q -- --levels 1",
        "tianyuan match --engine 'tianyuan --treads 1'",
        "gogui -program '/path/to/tianyuan --treads 1'",
        "cargo bench --bench none",
        "cargo run --example none",
        "cargo test --test none",
        "cargo test --test it -- transcripts none_of_them",
        "cargo test --lib none_of_them",
    ];
    for command in wrong {
        let page = Page::of("page.md", &format!("```console\n$ {command}\n```\n"));
        assert_eq!(wrong_commands(&page).len(), 1, "{command}");
    }
    let right = "```console\n$ A=1 tianyuan --threads 1 2> log\n$ tianyuan match --engine 'tianyuan --time 1'\n\
                 $ cargo test --release --test it perft -- --ignored\n$ cargo bench --bench board\n\
                 $ cargo +nightly test -p tianyuan-search --lib tree\n$ tianyuan --version\n```\n";
    assert_eq!(wrong_commands(&Page::of("page.md", right)), [""; 0]);
}

#[test]
fn invalid_code_spans_are_found() {
    for span in [
        "tianyuan mach --size 9",
        "tianyuan match --sizes",
        "just none",
        "cargo test --test it none_of_them",
    ] {
        let page = Page::of("page.md", &format!("Type `{span}`.\n"));
        assert_eq!(wrong_commands(&page).len(), 1, "{span}");
    }
    let right =
        Page::of("page.md", "`tianyuan match --size` `tianyuan --help` `just test` `cargo test`\n");
    assert_eq!(wrong_commands(&right), [""; 0]);
    let options = Page::of("page.md", "`--threads N`, `--sprt 0 20`, `--no-such`\n");
    assert_eq!(unknown_options(&options), ["page.md: unknown option --no-such"]);
}
