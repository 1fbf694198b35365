//! The groups of subcommands listed by `tianyuan --help`.

use std::fmt::Write;

use clap::Command;

/// The groups: heading in English and Chinese, and subcommands.
const GROUPS: &[([&str; 2], &[&str])] = &[
    (
        ["Play and analyse", "对局与分析"],
        &["play", "board", "analysis", "review", "solve", "setup"],
    ),
    (["Game records", "棋谱"], &["show", "check", "convert"]),
    (["Matches", "比赛"], &["match"]),
    (["Protocol tools", "协议工具"], &["bridge", "conform"]),
    (["Nets and training", "网络与训练"], &["net", "label", "features", "train-patterns"]),
    (
        ["Tests and shell", "测试与 shell"],
        &["bench", "speed", "perft", "completions", "man", "help"],
    ),
];

/// Returns the program's command with its subcommands listed in groups.
pub(crate) fn grouped(mut command: Command, is_chinese: bool) -> Command {
    command.build();
    let header = *command.get_styles().get_header();
    let literal = *command.get_styles().get_literal();
    let mut list = String::new();
    for (headings, names) in GROUPS {
        let heading = headings[usize::from(is_chinese)];
        let colon = if is_chinese { "：" } else { ":" };
        let _ = writeln!(list, "{header}{heading}{colon}{header:#}");
        for name in *names {
            let about = command.find_subcommand(name).and_then(Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(list, "  {literal}{name:<14}{literal:#}  {about}");
        }
        list.push('\n');
    }
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{list}{header}Options:{header:#}\n{{options}}{{after-help}}"
    );
    command.help_template(template)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::arguments::Arguments;

    #[test]
    fn every_command_is_in_one_group() {
        let mut command = Arguments::command();
        command.build();
        let mut names: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        let mut grouped: Vec<&str> =
            GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        names.sort_unstable();
        grouped.sort_unstable();
        assert_eq!(grouped, names);
    }
}
