//! Whole games over pipes: self-play, and games against other players.
//!
//! The games against GNU Go require the program `gnugo` (Debian installs it outside of the usual path); without it
//! the tests print a message and check nothing. The strength tests take minutes and are ignored by default: `cargo
//! test --release --test it whole_games -- --ignored --nocapture`.

use rand::SeedableRng;
use rand::rngs::StdRng;
use tianyuan::go::{Action, BoardSize, Color, Game, Komi, Move};

use crate::support::random_player::random_move;
use crate::support::referee::{Player, Program, play};

fn tianyuan(arguments: &[&str]) -> Program {
    let arguments = [&["--threads", "1"], arguments].concat();
    Program::start(env!("CARGO_BIN_EXE_tianyuan"), &arguments).expect("the program starts")
}

fn gnu_go(arguments: &[&str]) -> Option<Program> {
    let arguments = [&["--mode", "gtp", "--chinese-rules"], arguments].concat();
    let found = ["gnugo", "/usr/games/gnugo"].into_iter();
    let program = found.filter_map(|name| Program::start(name, &arguments)).next();
    if program.is_none() {
        println!("skipped: there is no gnugo on this machine");
    }
    program
}

fn size(lines: usize) -> BoardSize {
    BoardSize::new(lines).expect("a size")
}

fn komi() -> Komi {
    Komi::from_half_points(15).expect("7.5 points")
}

/// Continues a game in another process that has not seen it, as after a reconnection.
fn replay(program: &mut Program, game: &Game) {
    program.begin(game.size(), komi());
    for turn in game.turns() {
        if let Action::Move(mv) = turn.action {
            program.told(game, turn.color, mv);
        }
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn self_play_ends_with_equal_scores() {
    for (lines, playouts) in [(9, "100"), (13, "50"), (19, "20"), (25, "10")] {
        let mut black = tianyuan(&["--playouts", playouts, "--seed", "1", "--resign", "0"]);
        let mut white = tianyuan(&["--playouts", playouts, "--seed", "2", "--resign", "0"]);
        let game = play([&mut black, &mut white], size(lines), komi());
        assert_eq!(game.passes(), 2, "{lines} lines");
        assert_eq!(black.ask("final_score"), white.ask("final_score"), "{lines} lines");
    }
}

#[test]
#[ignore = "takes minutes, and needs GNU Go"]
fn gnugo_scores_ten_games_equally() {
    let mut agreed = 0;
    for (i, lines) in [9, 9, 9, 9, 13, 13, 13, 19, 19, 19].into_iter().enumerate() {
        let seed = i.to_string();
        let arguments = ["--playouts", "400", "--resign", "0", "--seed", &seed];
        let (mut black, mut white) = (tianyuan(&arguments), tianyuan(&arguments));
        let Some(mut judge) = gnu_go(&[]) else { return };
        let game = play([&mut black, &mut white], size(lines), komi());
        replay(&mut judge, &game);
        let (ours, theirs) = (black.ask("final_score"), judge.ask("final_score"));
        println!("{lines} lines, {} turns: {ours}, GNU Go says {theirs}", game.turns().len());
        agreed += usize::from(ours == theirs);
    }
    assert_eq!(agreed, 10);
}

/// Returns the number of wins in 20 games at one second per move on 9x9, with alternating colours.
fn wins_of_twenty(mut opponent: impl FnMut() -> Option<Box<dyn Player>>) -> Option<usize> {
    let mut wins = 0;
    for i in 0..20 {
        let mut we = tianyuan(&["--time", "1"]);
        let mut they = opponent()?;
        let our_color = Color::BOTH[i % 2];
        let game = match our_color {
            Color::Black => play([&mut we, &mut *they], size(9), komi()),
            Color::White => play([&mut *they, &mut we], size(9), komi()),
        };
        let result = match game.resigned() {
            Some(loser) => format!("{}+Resign", (!loser).letter()),
            // The opponent's score decides, if it reports one.
            None => they.final_score().unwrap_or_else(|| we.ask("final_score")),
        };
        wins += usize::from(result.starts_with(our_color.letter()));
        println!("game {}: {result} as {our_color}, {wins} won", i + 1);
    }
    Some(wins)
}

#[test]
#[ignore = "takes ten minutes"]
fn wins_19_of_20_against_random_player() {
    struct Random(StdRng);
    impl Player for Random {
        fn begin(&mut self, _: BoardSize, _: Komi) {}
        fn genmove(&mut self, game: &Game, color: Color) -> Option<Move> {
            Some(random_move(game, color, &mut self.0))
        }
        fn told(&mut self, _: &Game, _: Color, _: Move) {}
        fn final_score(&mut self) -> Option<String> {
            None
        }
    }
    let mut seed = 0;
    let wins = wins_of_twenty(|| {
        seed += 1;
        Some(Box::new(Random(StdRng::seed_from_u64(seed))))
    });
    assert!(wins.is_some_and(|wins| wins >= 19), "{wins:?} of 20");
}

#[test]
#[ignore = "takes ten minutes, and needs GNU Go"]
fn wins_half_of_20_against_gnugo_level_1() {
    let wins = wins_of_twenty(|| {
        gnu_go(&["--level", "1"]).map(|program| Box::new(program) as Box<dyn Player>)
    });
    assert!(wins.is_none_or(|wins| wins >= 10), "{wins:?} of 20");
}
