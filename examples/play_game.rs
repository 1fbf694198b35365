//! Plays a 9x9 game between two levels and prints the moves and the result.
//!
//! `cargo run --release --example play_game -- 7` plays the game of seed 7.

use std::error::Error;

use tianyuan::engine::{Engine, Level, Settings};
use tianyuan::go::{Action, BoardSize, Rules};
use tianyuan::protocol::GTP;

fn main() -> Result<(), Box<dyn Error>> {
    let seed = std::env::args().nth(1).map_or(Ok(1), |text| text.parse())?;
    let size = BoardSize::new(9).ok_or("a board has 2 to 25 lines")?;
    let level = |level| Level::new(level).expect("levels are 1 to 10");

    // One engine plays both colours; its level changes with the side to move.
    let settings = Settings { playouts: Some(200), seed: Some(seed), ..Settings::default() };
    let mut engine = Engine::new(settings, size, Rules::CHINESE);
    let levels = [level(1), level(4)];

    for turn in 0.. {
        let color = engine.game().to_play();
        engine.settings_mut().level = levels[turn % 2];
        let answer = engine.genmove(color, &mut || false);
        println!("{:3}. {color} {}", turn + 1, GTP.words.of_action(size, answer));
        if answer == Action::Resign || engine.game().passes() == 2 {
            break;
        }
    }
    println!("{}", tianyuan::go::diagram::draw(&engine.game().board().resized::<2>()));
    println!("result: {}", engine.final_score());
    Ok(())
}
