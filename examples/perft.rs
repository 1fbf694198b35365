//! Counts legal move sequences on a board (perft), to compare rules implementations.
//!
//! `cargo run --release --example perft -- 9 4`

use std::error::Error;

use tianyuan::go::perft::Perft;
use tianyuan::go::{BoardSize, KoRule};

fn main() -> Result<(), Box<dyn Error>> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<usize>());
    let lines = numbers.next().unwrap_or(Ok(9))?;
    let depth = numbers.next().unwrap_or(Ok(3))?;

    let size = BoardSize::new(lines).ok_or("a board has 2 to 25 lines")?;
    let perft = Perft { size, ko: KoRule::Simple, pass: false, suicide: false };
    for moves in 1..=depth {
        println!("{moves} {}", perft.count(moves));
    }
    Ok(())
}
