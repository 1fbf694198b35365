//! Converts a game record from stdin to another format on stdout, and reports unsupported data on stderr.
//!
//! `cargo run --example convert_record -- wei7 < game.sgf > game.wei7`

use std::error::Error;
use std::io::{self, Read, Write};

use tianyuan::records::charset::Charset;
use tianyuan::records::format::{self, Format};
use tianyuan::records::record::{Language, Record};

fn main() -> Result<(), Box<dyn Error>> {
    let to: Format = std::env::args().nth(1).unwrap_or_else(|| "wei7".into()).parse()?;
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes)?;

    let reading = Record::read(&bytes).ok_or("this is neither wei7 nor SGF")?;
    for finding in reading.findings.iter() {
        eprintln!("read: {}", finding.text(Language::English));
    }
    let writing = format::write(&reading.records, to, Charset::Utf8);
    for finding in writing.findings.iter() {
        eprintln!("written: {}", finding.text(Language::English));
    }
    io::stdout().write_all(&writing.bytes)?;
    Ok(())
}
