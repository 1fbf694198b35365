//! `tianyuan perft`: counts move sequences, to compare this board with any other.
//!
//! It does not know how to count; [`Perft`] does.

use std::time::Instant;

use clap::{Args, ValueEnum};

use crate::go::perft::Perft;
use crate::go::{BoardSize, KoRule};
use crate::streams::Closed;

/// What to count.
#[derive(Debug, Clone, PartialEq, Args)]
pub struct PerftArguments {
    /// Lines of the board, 2 to 25.
    #[arg(value_parser = board_size)]
    pub size: BoardSize,
    /// Moves of the longest sequences.
    pub depth: usize,
    /// What may not be repeated.
    #[arg(long, value_enum, default_value_t = KoName::Positional)]
    pub ko: KoName,
    /// Count passes too; two in a row end a sequence.
    #[arg(long)]
    pub pass: bool,
    /// Allow chains of two or more stones to be played off the board by their owner.
    #[arg(long)]
    pub suicide: bool,
}

/// The ko rules by their names on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum KoName {
    /// Only the immediate recapture of a ko.
    Simple,
    /// No position of the whole sequence.
    Positional,
    /// No position with the same player to move.
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

fn board_size(text: &str) -> Result<BoardSize, String> {
    let lines = text.parse().ok().and_then(BoardSize::new);
    lines.ok_or_else(|| String::from("a board has 2 to 25 lines"))
}

impl PerftArguments {
    /// Counts sequences of one move, two moves and so on, and tells each count as a line: the
    /// moves, the sequences, and the seconds that it took.
    ///
    /// # Errors
    /// Where a line cannot be told: the rest would be for nobody.
    pub fn run(&self, tell: &mut dyn FnMut(&str) -> Result<(), Closed>) -> Result<(), Closed> {
        let PerftArguments { size, depth, ko, pass, suicide } = *self;
        let perft = Perft { size, ko: ko.into(), pass, suicide };
        for moves in 1..=depth {
            let start = Instant::now();
            let count = perft.count(moves);
            tell(&format!("{moves} {count} ({:.2} s)", start.elapsed().as_secs_f64()))?;
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
        let mut tell = |line: &str| {
            lines.push(String::from(line));
            Ok(())
        };
        line.perft.run(&mut tell).expect("it is told");
        let count = |line: &String| line.split(" (").next().map(String::from);
        Ok(lines.iter().filter_map(count).collect())
    }

    #[test]
    fn nothing_is_counted_for_nobody() {
        let line = Line::try_parse_from(["perft", "9", "9"]).expect("valid");
        let mut told = 0;
        let mut tell = |_: &str| {
            told += 1;
            Err(Closed)
        };
        assert_eq!(line.perft.run(&mut tell), Err(Closed));
        assert_eq!(told, 1);
    }

    #[test]
    fn the_switches_change_what_is_counted() {
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
