//! What is known of a run: its results, and what is missing.

use super::connection::{QueueError, Server};
use super::job::RunOptions;
use super::schema;
use crate::cancellation::Cancellation;

/// The results of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Results {
    /// All that the results depend on.
    pub terms: String,
    /// The number of units, with and without results.
    pub units: usize,
    /// The units that are done with their results, in the order of their numbers.
    pub done: Vec<(usize, String)>,
    /// The units without a result whose last attempt failed, and why it did.
    pub failed: Vec<(usize, String)>,
}

/// Reads the results of a run, whether or not it is complete.
///
/// # Errors
/// Where the database cannot be used, or has no run of this name.
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
