//! `tianyuan perft`: counts move sequences to verify the rules implementation.
//!
//! [`Perft`] implements the counting.

use std::time::Instant;

use clap::{Args, ValueEnum};

use crate::cli::value_parsers::board_size;
use crate::go::perft::Perft;
use crate::go::{BoardSize, KoRule};
use crate::stdio::Closed;

/// The arguments of `tianyuan perft`.
#[derive(Debug, Clone, PartialEq, Args)]
pub struct PerftArguments {
    /// Board size, 2 to 25
    #[arg(value_parser = board_size)]
    pub size: BoardSize,
    /// Number of moves.
    pub depth: usize,
    /// Ko rule
    #[arg(long, value_enum, default_value_t = KoName::Positional)]
    pub ko: KoName,
    /// Include passes; two consecutive passes end a sequence
    #[arg(long)]
    pub pass: bool,
    /// Allow multi-stone suicide
    #[arg(long)]
    pub suicide: bool,
}

/// A ko rule name on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum KoName {
    /// Simple ko
    Simple,
    /// Positional superko
    Positional,
    /// Situational superko
    Situational,
}

impl From<KoName> for KoRule {
    fn from(name: KoName) -> KoRule {
        match name {
            KoName::Simple => KoRule::Simple,
            KoName::Positional => KoRule::Positional,
            KoName::Situational => KoRule::Situational,
        }
    }
}

impl PerftArguments {
    /// Counts sequences of one move, two moves and so on. Prints a line for each: moves, sequences, seconds.
    ///
    /// # Errors
    /// Returns [`Closed`] and stops counting if a line cannot be printed.
    pub fn run(&self, print: &mut dyn FnMut(&str) -> Result<(), Closed>) -> Result<(), Closed> {
        let PerftArguments { size, depth, ko, pass, suicide } = *self;
        let perft = Perft { size, ko: ko.into(), pass, suicide };
        for moves in 1..=depth {
            let start = Instant::now();
            let count = perft.count(moves);
            print(&format!("{moves} {count} ({:.2} s)", start.elapsed().as_secs_f64()))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        perft: PerftArguments,
    }

    fn counts(arguments: &str) -> Result<Vec<String>, clap::Error> {
        let line = Line::try_parse_from(["perft"].into_iter().chain(arguments.split(' ')))?;
        let mut lines = Vec::new();
        let mut print = |line: &str| {
            lines.push(String::from(line));
            Ok(())
        };
        line.perft.run(&mut print).expect("it is printed");
        let count = |line: &String| line.split(" (").next().map(String::from);
        Ok(lines.iter().filter_map(count).collect())
    }

    #[test]
    fn counting_stops_when_output_closes() {
        let line = Line::try_parse_from(["perft", "9", "9"]).expect("valid");
        let mut printed = 0;
        let mut print = |_: &str| {
            printed += 1;
            Err(Closed)
        };
        assert_eq!(line.perft.run(&mut print), Err(Closed));
        assert_eq!(printed, 1);
    }

    #[test]
    fn options_change_counts() {
        let last = |arguments| counts(arguments).expect("valid").pop().expect("a line");
        assert_eq!(counts("2 3 --ko simple").expect("valid"), ["1 4", "2 12", "3 24"]);
        assert_eq!((last("2 7"), last("2 7 --ko simple")), ("7 16".into(), "7 32".into()));
        assert_eq!((last("2 7 --pass"), last("3 4")), ("7 1249".into(), "4 2976".into()));
        assert_ne!(last("2 7 --pass"), last("2 7 --pass --ko situational"));
        assert_ne!(last("3 7 --ko simple"), last("3 7 --ko simple --suicide"));
        assert!(counts("26 1").is_err());
        assert!(counts("9 1 --ko super").is_err());
    }
}
