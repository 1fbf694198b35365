//! KataGo's command-line options, as presets of GUIs use them: `tianyuan gtp -model FILE -config FILE`.
//!
//! KataGo's long options have one dash.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::Args;

use super::net_file::unreadable;
use super::net_options::NetChoice;
use crate::engine::Settings;
use crate::job_error::JobError;
use crate::nn::Nets;
use crate::protocol::{ProtocolContext, set_parameter};
use crate::records::storage::Storage;
use crate::stdio::print_error;

/// KataGo's options for a GTP engine.
#[derive(Debug, Clone, Args)]
pub(super) struct KataGoOptions {
    /// Net file; the built-in nets are used if it cannot be read
    #[arg(long, value_name = "FILE", hide = true, conflicts_with_all = ["net", "no_net"])]
    model: Option<PathBuf>,

    /// KataGo configuration file; unsupported settings are ignored
    #[arg(long, value_name = "FILE", hide = true)]
    config: Option<PathBuf>,

    /// Override settings of the configuration file
    #[arg(long, value_name = "KEY=VALUE,…", hide = true)]
    override_config: Vec<String>,
}

/// The subcommands of KataGo that take options with one dash.
const ANALYSIS: &str = "analysis";
const GTP: &str = "gtp";
/// KataGo's subcommand that prints the version.
const VERSION: &str = "version";

/// Returns a command line with KataGo's subcommands and options in the form of this program: two dashes, no `gtp`, and
/// `--version` instead of `version`.
pub(super) fn normalized(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.collect();
    let Some(job) = arguments.get(1).and_then(|word| word.to_str()).map(str::to_owned) else {
        return arguments;
    };
    match job.as_str() {
        VERSION if arguments.len() == 2 => arguments[1] = "--version".into(),
        ANALYSIS | GTP => {
            for argument in &mut arguments[2..] {
                let name = argument.to_str().and_then(|text| text.strip_prefix('-'));
                let is_long = |name: &&str| {
                    name.len() > 1 && name.starts_with(|c: char| c.is_ascii_lowercase())
                };
                if let Some(name) = name.filter(is_long) {
                    *argument = format!("--{name}").into();
                }
            }
            if job == GTP {
                arguments.remove(1);
            }
        }
        _ => {}
    }
    arguments
}

/// Returns the net of `--model`, or the nets of the other options. A file that cannot be used causes a warning.
///
/// # Errors
/// Returns [`JobError`] if a net of the other options cannot be used.
pub(super) fn nets(
    model: Option<&Path>,
    choice: &NetChoice,
    warn: impl Fn(&str),
) -> Result<Nets, JobError> {
    let Some(path) = model else { return choice.nets() };
    choice.with_file(path).or_else(|reason| {
        // Clients specify a net of their own even if this program cannot read it.
        warn(&format!("{reason}; using the built-in nets"));
        choice.nets()
    })
}

/// Reads a configuration file.
///
/// # Errors
/// Returns [`JobError`] if the file cannot be read or is too large.
pub(super) fn read_configuration(path: &Path) -> Result<String, JobError> {
    const MOST: usize = 1 << 20;
    let bytes = Storage::default().read(path, MOST + 1).map_err(unreadable(path))?;
    if bytes.len() > MOST {
        return Err(JobError::invalid(path)(format!("more than {MOST} bytes")));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

impl KataGoOptions {
    /// Returns the nets of these options and of the program's own.
    ///
    /// # Errors
    /// Returns [`JobError`] if a net of the program's own options cannot be used.
    pub(super) fn nets(&self, choice: &NetChoice) -> Result<Nets, JobError> {
        nets(self.model.as_deref(), choice, warn)
    }

    /// Applies the settings of the configuration file and those that override them.
    ///
    /// # Errors
    /// Returns [`JobError`] if a known setting has an invalid value.
    pub(super) fn apply(&self, settings: &mut Settings) -> Result<(), JobError> {
        if let Some(path) = &self.config {
            match read_configuration(path) {
                Ok(text) => {
                    for (key, value) in pairs(&text, '\n') {
                        set(settings, key, value).map_err(JobError::invalid(path))?;
                    }
                }
                Err(error) => warn(&format!("{error}; ignored")),
            }
        }
        let mut unknown = Vec::new();
        for (key, value) in self.override_config.iter().flat_map(|text| pairs(text, ',')) {
            if !set(settings, key, value).map_err(JobError::Usage)? {
                unknown.push(key);
            }
        }
        if !unknown.is_empty() {
            warn(&format!("settings without effect: {}", unknown.join(", ")));
        }
        Ok(())
    }
}

/// Parses `KEY = VALUE` pairs with a separator; `#` begins a comment.
fn pairs(text: &str, separator: char) -> impl Iterator<Item = (&str, &str)> {
    let parts = text.split(separator).map(|part| part.split('#').next().unwrap_or_default());
    parts.filter_map(|part| part.split_once('=')).map(|(key, value)| (key.trim(), value.trim()))
}

/// Sets a parameter. Returns `false` if it is unknown.
fn set(settings: &mut Settings, key: &str, value: &str) -> Result<bool, String> {
    set_parameter(settings, &mut ProtocolContext::default(), key, value)
}

fn warn(what: &str) {
    print_error(&format!("tianyuan: {what}"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn katago_command_lines_are_normalized() {
        let words = |text: &str| -> Vec<OsString> { text.split(' ').map(OsString::from).collect() };
        for (line, due) in [
            (
                "tianyuan analysis -config A -model B -override-config x=-1 --seed 3 -V -",
                "tianyuan analysis --config A --model B --override-config x=-1 --seed 3 -V -",
            ),
            ("tianyuan gtp -model A -config B", "tianyuan --model A --config B"),
            ("tianyuan gtp", "tianyuan"),
            ("tianyuan version", "tianyuan --version"),
            ("tianyuan -config", "tianyuan -config"),
            ("tianyuan match gtp", "tianyuan match gtp"),
        ] {
            assert_eq!(normalized(words(line).into_iter()), words(due), "{line}");
        }
    }

    #[test]
    fn configuration_sets_known_parameters() {
        let mut settings = Settings::default();
        for (key, value) in pairs("maxVisits = 20 # few\nlogDir = logs\n# maxTime = 1\n", '\n') {
            set(&mut settings, key, value).expect("valid values");
        }
        assert_eq!(settings, Settings { visits: Some(20), ..Settings::default() });
        assert_eq!(
            set(&mut settings, "maxVisits", "0"),
            Err("maxVisits must be an integer from 1 to 1125899906842624".into())
        );
    }
}
