//! The tables of jobs and units.

use postgres::{Client, Error};

/// The key of the advisory lock that serialises the creation of tables and jobs.
const LOCK: i64 = 0x7469_616e_7975_616e;

/// A unit is complete when it has a result. The owner holds or has completed it. Attempts are counted at their start;
/// the failure is the last one.
const TABLES: &str = "
    CREATE TABLE tianyuan_run (
        name text PRIMARY KEY,
        terms text NOT NULL,
        units bigint NOT NULL
    );
    CREATE TABLE tianyuan_unit (
        run text NOT NULL REFERENCES tianyuan_run ON DELETE CASCADE,
        number bigint NOT NULL,
        owner text,
        deadline timestamptz,
        attempts integer NOT NULL DEFAULT 0,
        failure text,
        result text,
        PRIMARY KEY (run, number)
    );
    CREATE INDEX tianyuan_unit_open ON tianyuan_unit (run, number) WHERE result IS NULL;
";

/// Returns `true` if the tables exist.
pub(super) fn exist(client: &mut Client) -> Result<bool, Error> {
    let row = client.query_one("SELECT to_regclass('tianyuan_unit') IS NOT NULL", &[])?;
    row.try_get(0)
}

/// Creates missing tables and the job. Returns the configuration and the number of units of the job.
pub(super) fn open(
    client: &mut Client,
    name: &str,
    terms: &str,
    units: i64,
) -> Result<(String, i64), Error> {
    let mut transaction = client.transaction()?;
    // Concurrent creation of a table would fail.
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK])?;
    let there = transaction.query_one("SELECT to_regclass('tianyuan_unit') IS NOT NULL", &[])?;
    if !there.try_get::<_, bool>(0)? {
        transaction.batch_execute(TABLES)?;
    }
    let insert =
        "INSERT INTO tianyuan_run (name, terms, units) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
    if transaction.execute(insert, &[&name, &terms, &units])? == 1 {
        let insert = "INSERT INTO tianyuan_unit (run, number) SELECT $1::text, generate_series(0, $2::bigint - 1)";
        transaction.execute(insert, &[&name, &units])?;
    }
    let select = "SELECT terms, units FROM tianyuan_run WHERE name = $1";
    let row = transaction.query_one(select, &[&name])?;
    transaction.commit()?;
    Ok((row.try_get(0)?, row.try_get(1)?))
}
