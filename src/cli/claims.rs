//! Options of jobs whose units are claimed from a database.

use std::time::Duration;

use clap::Args;

use crate::distributed::work_queue::RunOptions;

/// The options that select a run in a database.
#[derive(Debug, Clone, PartialEq, Args)]
pub(super) struct ClaimArguments {
    /// Share the work by a PostgreSQL database, `postgres://USER@HOST:PORT/DATABASE`: many workers take
    /// its parts, and the results go there. A password may stand in PGPASSWORD
    // A string rather than a parsed value: an error message about an invalid URL would show its password.
    #[arg(long, value_name = "URL")]
    claims: Option<String>,

    /// Name of the job in the database [default: match or review]
    #[arg(long, value_name = "NAME", requires = "claims")]
    run: Option<String>,

    /// Time without a heartbeat after which another worker takes over a unit
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = lease)]
    #[arg(requires = "claims")]
    lease: Duration,
}

impl ClaimArguments {
    /// Returns the run options, if `--claims` is given; `job` is the default name of the run.
    pub(super) fn options(&self, job: &str) -> Option<RunOptions> {
        let (name, lease) = (self.run.clone().unwrap_or(job.into()), self.lease);
        self.claims.clone().map(|address| RunOptions { address, name, lease })
    }
}

fn lease(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (1.0..=86_400.0).contains(seconds));
    let seconds = seconds.ok_or_else(|| String::from("expected 1 to 86400 s"))?;
    Ok(Duration::from_secs_f64(seconds))
}
