//! The results of a job, and its missing units.

use super::connection::{QueueError, Server};
use super::job::RunOptions;
use super::schema;
use crate::cancellation::Cancellation;

/// The results of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Results {
    /// The configuration that the results depend on.
    pub terms: String,
    /// The number of units.
    pub units: usize,
    /// Completed units with their results, in order.
    pub done: Vec<(usize, String)>,
    /// Units without a result whose last attempt failed, with the reason.
    pub failed: Vec<(usize, String)>,
}

/// Reads the results of a job, complete or not.
///
/// # Errors
/// Returns [`QueueError`] if the database is unavailable, or has no job of this name.
pub fn results(options: &RunOptions) -> Result<Results, QueueError> {
    let name = &options.name;
    let mut server = Server::new(&options.address)?;
    let found = server.ask(&Cancellation::default(), &mut |client| {
        if !schema::exist(client)? {
            return Ok(None);
        }
        let run = "SELECT terms, units FROM tianyuan_run WHERE name = $1";
        let Some(run) = client.query_opt(run, &[name])? else { return Ok(None) };
        let mut units = |column: &str| {
            let select = format!(
                "SELECT number, {column} FROM tianyuan_unit WHERE run = $1 AND {column} IS NOT NULL ORDER BY number"
            );
            let rows = client.query(&select, &[name])?;
            let unit = |row: &postgres::Row| Ok((row.try_get::<_, i64>(0)? as usize, row.try_get(1)?));
            rows.iter().map(unit).collect::<Result<Vec<(usize, String)>, postgres::Error>>()
        };
        let (done, failed) = (units("result")?, units("failure")?);
        Ok(Some(Results {
            terms: run.try_get(0)?,
            units: run.try_get::<_, i64>(1)? as usize,
            done,
            failed,
        }))
    })?;
    found.ok_or_else(|| QueueError::NoRun(name.clone()))
}
