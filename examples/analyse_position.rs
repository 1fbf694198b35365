//! Analyses a position and prints the best moves with visits, win rate, score and main line.
//!
//! `cargo run --release --example analyse_position`

use std::error::Error;

use tianyuan::engine::{AnalysisRequest, Engine, Settings};
use tianyuan::go::{BoardSize, Color, Rules};
use tianyuan::nn::Nets;
use tianyuan::protocol::{GTP, vertex};

fn main() -> Result<(), Box<dyn Error>> {
    let size = BoardSize::new(9).ok_or("a board has 2 to 25 lines")?;
    // The built-in nets guide the search; without `nets` it uses playouts.
    let settings =
        Settings { seed: Some(1), nets: Nets::embedded().clone(), ..Settings::default() };
    let mut engine = Engine::new(settings, size, Rules::CHINESE);
    for (color, name) in [(Color::Black, "E5"), (Color::White, "C4"), (Color::Black, "G3")] {
        engine.play(color, vertex::read_move(size, name)?)?;
    }

    let request = AnalysisRequest { playouts: Some(300), ..AnalysisRequest::of(Color::White) };
    let report = engine.analyze(&request, &mut || false, &mut |report| {
        println!("so far {} visits", report.visits);
    });

    println!(
        "White wins {:.1} % and leads by {:.1} points",
        report.winrate * 100.0,
        report.score_lead
    );
    for candidate in report.candidates.iter().take(5) {
        let line: Vec<String> =
            candidate.pv.iter().take(6).map(|&mv| GTP.words.of_move(size, mv)).collect();
        println!(
            "{:4} visits, win rate {:.1} %, score {:+.1}: {}",
            candidate.visits,
            candidate.winrate * 100.0,
            candidate.score_lead,
            line.join(" ")
        );
    }
    Ok(())
}
