//! Records become games of the engine, games become records, and a record takes up how a game went on.

use tianyuan::charset::Charset;
use tianyuan::format::{Format, read, write};
use tianyuan::go::{Color, Game, Move, Rules};
use tianyuan::record::{Event, NodeId, Record, RulesName};

fn game(sgf: &str) -> Result<Game, String> {
    let record = read(sgf.as_bytes(), Format::Sgf).records.remove(0);
    let end = record.tree.main_line(record.tree.root()).last().expect("a root");
    record.game_to(end, Rules::CHINESE).map_err(|error| error.to_string())
}

#[test]
fn a_line_becomes_a_game() {
    let game = game("(;SZ[9]HA[2]AB[cc];AB[gg];W[ee];B[])").expect("legal");
    assert_eq!(game.handicap(), 2);
    assert_eq!(game.turns().len(), 2);
    assert_eq!(game.to_play(), Color::White);
    let center = game.size().point(4, 4);
    assert_eq!(game.board().color_at(center), Some(Color::White));
}

#[test]
fn a_game_becomes_a_record_and_a_game_again() {
    for sgf in ["(;SZ[9]AB[cc][gg];W[ee];B[];W[dd])", "(;SZ[5];B[cc])", "(;SZ[5]PL[W])"] {
        let game = game(sgf).expect("legal");
        let record = Record::of(&game);
        let end = record.tree.main_line(record.tree.root()).last().expect("a root");
        let again = record.game_to(end, *game.rules()).expect("legal");
        assert_eq!(again.board().stones().count(), game.board().stones().count());
        assert_eq!((again.key(), again.to_play()), (game.key(), game.to_play()), "{sgf}");
        assert_eq!(again.turns().len(), game.turns().len());
        assert_eq!(record.info.rules.name, Some(RulesName::Chinese));
    }
}

#[test]
fn what_cannot_be_played_is_named() {
    for (sgf, why) in [
        ("(;SZ[9:7])", "a board of 9x7 cannot be played on: square ones of 2 to 25 lines can"),
        (
            "(;SZ[9]AB[ab][ba]AW[aa])",
            "the stones at the start cannot stand: a chain has no liberties",
        ),
        ("(;SZ[9];B[ee];AB[aa])", "stones are set up after move 1"),
        ("(;SZ[9];B[ee];W[ee])", "move 2 at 4,4 is illegal: the point is occupied"),
        ("(;SZ[9];B[ab];B[ba];W[aa])", "move 3 at 0,0 is illegal: the move is suicide"),
    ] {
        assert_eq!(game(sgf).expect_err(sgf), why);
    }
}

/// The tree of an SGF text after a game that began as it does for so many moves went on.
fn went_on(text: &str, moves: usize, then: &[(usize, usize)]) -> String {
    let record = read(text.as_bytes(), Format::Sgf).records.remove(0);
    let line = record.tree.main_line(record.tree.root());
    let is_move = |id: &NodeId| matches!(record.tree.node(*id).event, Event::Move { .. });
    let end = line.filter(is_move).take(moves).last().unwrap_or(record.tree.root());
    let komi = record.info.rules.komi.expect("it is stated");
    let mut game = record.game_to(end, Rules { komi, ..Rules::CHINESE }).expect("legal");
    for &(column, row) in then {
        let point = game.size().point(column, row);
        game.play(game.to_play(), Move::Play(point)).expect("legal");
    }
    if then.is_empty() && moves == 0 {
        game.resign(Color::White);
    }
    let record = record.continued(&game);
    let text = write(&[record], Format::Sgf, Charset::Utf8).bytes;
    let text = String::from_utf8(text).expect("UTF-8").replace('\n', "");
    text.split_once("SZ[5]").map(|(_, tree)| tree.to_string()).expect("a size")
}

#[test]
fn what_is_known_is_found_and_what_is_new_comes_first() {
    let text = "(;SZ[5]RE[B+R]KM[7];B[cc]C[good];C[a pause];W[bb])";
    let whole = "KM[7]RE[B+R];B[cc]C[good];C[a pause];W[bb])";
    assert_eq!(went_on(text, 2, &[]), whole);
    assert_eq!(went_on(text, 1, &[]), whole, "what was not played again is not lost");
    assert_eq!(went_on(text, 1, &[(1, 3)]), whole);
    let other = "KM[7];B[cc]C[good];C[a pause](;W[aa])(;W[bb]))";
    assert_eq!(went_on(text, 1, &[(0, 4)]), other.replace("RE[B+R]", ""));
    assert!(went_on(text, 0, &[]).contains("RE[B+R]"), "White has resigned now");
}
