//! The command line of `tianyuan match merge`, and the SPRT options that it shares with `match`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

#[cfg(feature = "postgres")]
use super::claims::ClaimArguments;
use super::language::LanguageOption;
use super::signals::exit_on_interrupt;
use crate::job_error::JobError;
use crate::progress::Progress;
use crate::records::storage::Storage;
use crate::tournament::statistics::Sprt;
use crate::tournament::{MatchOptions, MatchStatus};

/// The subcommands of `tianyuan match`.
#[derive(Debug, Clone, PartialEq, Subcommand)]
pub enum MatchJob {
    /// Merge the files of a sharded match and print its report
    Merge(MatchMergeArguments),
}

/// The arguments of `tianyuan match merge`.
#[derive(Debug, Clone, PartialEq, Args)]
pub struct MatchMergeArguments {
    /// Files written by `match --json`
    #[arg(value_name = "FILE")]
    #[cfg_attr(not(feature = "postgres"), arg(required = true))]
    #[cfg_attr(feature = "postgres", arg(required_unless_present = "claims"))]
    files: Vec<PathBuf>,

    #[cfg(feature = "postgres")]
    #[command(flatten)]
    claims: ClaimArguments,

    #[command(flatten)]
    test: TestArguments,

    #[command(flatten)]
    lang: LanguageOption,
}

/// The SPRT options.
#[derive(Debug, Clone, PartialEq, Args)]
pub(super) struct TestArguments {
    /// Run an SPRT of A's Elo difference, ELO0 against ELO1
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,

    /// Type I error of --sprt
    #[arg(long, value_name = "CHANCE", default_value = "0.05", value_parser = chance)]
    alpha: f64,

    /// Type II error of --sprt
    #[arg(long, value_name = "CHANCE", default_value = "0.05", value_parser = chance)]
    beta: f64,
}

impl TestArguments {
    pub(super) fn sprt(&self) -> Option<Sprt> {
        let elo = self.sprt.as_deref().and_then(|elo| <[f64; 2]>::try_from(elo).ok());
        let (alpha, beta) = (self.alpha, self.beta);
        elo.map(|[elo0, elo1]| Sprt { elo0, elo1, alpha, beta })
    }
}

impl MatchMergeArguments {
    /// Prints the report of the games in the files.
    ///
    /// # Errors
    /// Returns [`JobError`] if a file cannot be read or the games belong to different matches.
    pub(super) fn run(
        &self,
        storage: &Storage,
        progress: &dyn Progress,
        print: &mut dyn FnMut(&str),
    ) -> Result<MatchStatus, JobError> {
        exit_on_interrupt();
        let language = self.lang.language();
        #[cfg(feature = "postgres")]
        if let Some(run) = self.claims.options("match") {
            if !self.files.is_empty() {
                let reason = "games are merged from files or from a database, not from both";
                return Err(JobError::Usage(reason.into()));
            }
            return MatchOptions::merge_claimed(&run, self.test.sprt(), language, progress, print);
        }
        MatchOptions::merge(storage, &self.files, self.test.sprt(), language, progress, print)
    }
}

fn chance(text: &str) -> Result<f64, String> {
    let chance = text.parse().ok().filter(|chance| (1e-6..0.5).contains(chance));
    chance.ok_or_else(|| String::from("expected a number from 0.000001 to less than 0.5"))
}
