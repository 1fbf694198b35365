//! Conversion between records and games of the engine, and records that follow a continued game.

use tianyuan::go::{Color, Game, Move, Rules};
use tianyuan::records::charset::Charset;
use tianyuan::records::format::{Format, read, write};
use tianyuan::records::record::{Event, NodeId, Record, RulesName};

fn game(sgf: &str) -> Result<Game, String> {
    let record = read(sgf.as_bytes(), Format::Sgf).records.remove(0);
    let end = record.tree.main_line(record.tree.root()).last().expect("a root");
    record.game_to(end, Rules::CHINESE).map_err(|error| error.to_string())
}

#[test]
fn game_line_is_parsed() {
    let game = game("(;SZ[9]HA[2]AB[cc];AB[gg];W[ee];B[])").expect("legal");
    assert_eq!(game.handicap(), 2);
    assert_eq!(game.turns().len(), 2);
    assert_eq!(game.to_play(), Color::White);
    let center = game.size().point(4, 4);
    assert_eq!(game.board().color_at(center), Some(Color::White));
}

#[test]
fn game_record_roundtrip() {
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
fn unplayable_record_is_reported() {
    for (sgf, why) in [
        ("(;SZ[9:7])", "board size 9x7 is not playable (square, 2 to 25 lines)"),
        ("(;SZ[9]AB[ab][ba]AW[aa])", "invalid initial stones: a chain has no liberties"),
        (
            "(;SZ[9];B[ee];AB[ab][ba]AW[aa];B[gg])",
            "invalid setup at node 2: a chain has no liberties",
        ),
        (
            "(;SZ[9];B[ee](;W[gg];AB[ab][ba]AW[aa])(;W[cc]))",
            "invalid setup at node 3: a chain has no liberties",
        ),
        ("(;SZ[30];B[ee])", "board size 30x30 is not playable (square, 2 to 25 lines)"),
    ] {
        assert_eq!(game(sgf).expect_err(sgf), why);
    }
}

/// Returns the stones of a position, a letter each, row by row from the top.
fn stones(game: &Game) -> String {
    let lines = 0..game.size().lines();
    let at = |column, row| game.board().color_at(game.size().point(column, row));
    let points = lines.clone().rev().flat_map(|row| lines.clone().map(move |column| (column, row)));
    points.map(|(column, row)| at(column, row).map_or('.', Color::letter)).collect()
}

#[test]
fn game_restarts_after_illegal_move() {
    for (sgf, position, turns, to_play) in [
        // A replaced stone, whose replacement captures another stone.
        ("(;SZ[2];B[aa];W[bb];W[aa])", "W..W", 0, Color::Black),
        ("(;SZ[2];B[aa];W[ba];W[bb];B[ba])", "BB.W", 0, Color::White),
        ("(;SZ[3]AB[ba][ab]AW[cc];W[aa];B[bb])", ".B.BB...W", 1, Color::White),
        ("(;SZ[3]AB[aa];W[aa];B[bb])", "W...B....", 1, Color::White),
        // Suicide of a stone.
        ("(;SZ[3];B[ba];W[cc];B[ab];W[aa];B[])", ".B.B....W", 1, Color::White),
        // Later setup by two nodes that are valid only together.
        ("(;SZ[3];B[ba];W[cc];AB[ab]AW[aa];AE[ba];W[bb])", "W..BW...W", 1, Color::Black),
        ("(;SZ[3];B[ba];W[cc];AE[cc]PL[W])", ".B.......", 0, Color::White),
        ("(;SZ[3];B[ba];W[cc];AE[cc])", ".B.......", 0, Color::Black),
        // The player to move may be specified after setup stones and after a move.
        ("(;SZ[3];B[ba];W[cc];AE[cc];PL[W])", ".B.......", 0, Color::White),
        ("(;SZ[3];B[ba];W[cc];PL[W];C[yes])", ".B......W", 2, Color::White),
        ("(;SZ[3];B[ba]PL[B];W[cc])", ".B......W", 2, Color::Black),
        // Stones that die together with others in the next node, and an irrelevant variation.
        ("(;SZ[3];B[ba](;AW[aa]AB[ab];AE[aa];W[cc])(;AW[aa]AB[ab]))", ".B.B....W", 1, Color::Black),
    ] {
        let game = game(sgf).expect(sgf);
        assert_eq!(stones(&game), position, "{sgf}");
        assert_eq!((game.turns().len(), game.to_play()), (turns, to_play), "{sgf}");
        assert_eq!(game.handicap(), 0, "{sgf}: black stones in a game are none");
    }
    let game = game("(;SZ[3];B[aa];W[ba];B[cc];W[ab];B[ba])").expect("replaced");
    assert_eq!(game.prisoners(Color::Black), 1, "what was captured before counts on");
}

/// Returns the tree of an SGF text after a game that shares its first moves continued.
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
    let record = record.append_moves(&game);
    let text = write(&[record], Format::Sgf, Charset::Utf8).bytes;
    let text = String::from_utf8(text).expect("UTF-8").replace('\n', "");
    text.split_once("SZ[5]").map(|(_, tree)| tree.to_string()).expect("a size")
}

#[test]
fn known_games_are_found_and_new_games_come_first() {
    let text = "(;SZ[5]RE[B+R]KM[7];B[cc]C[good];C[a pause];W[bb])";
    // Rules that the record does not specify remain unspecified.
    let whole = "KM[7]RE[B+R];B[cc]C[good];C[a pause];W[bb])";
    assert_eq!(went_on(text, 2, &[]), whole);
    assert_eq!(went_on(text, 1, &[]), whole, "what was not played again is not lost");
    assert_eq!(went_on(text, 1, &[(1, 3)]), whole);
    let other = "KM[7];B[cc]C[good];C[a pause](;W[aa])(;W[bb]))";
    assert_eq!(went_on(text, 1, &[(0, 4)]), other.replace("RE[B+R]", ""));
    assert!(went_on(text, 0, &[]).contains("RE[B+R]"), "White has resigned now");
}

#[test]
fn restarted_game_continues() {
    let text = "(;SZ[5]KM[7];B[cc];W[cc]C[replaced];B[bb])";
    assert_eq!(went_on(text, 3, &[]), text.replace("(;SZ[5]", ""));
    let on = "KM[7];B[cc];W[cc]C[replaced];B[bb];W[dd])";
    assert_eq!(went_on(text, 3, &[(3, 1)]), on);
    let other = "KM[7];B[cc];W[cc]C[replaced](;B[aa])(;B[bb]))";
    assert_eq!(went_on(text, 2, &[(0, 4)]), other);
    let set_up = "(;SZ[5]KM[7];B[cc];AW[dd];B[bb])";
    let before = "KM[7];B[cc](;W[aa])(;AW[dd];B[bb]))";
    assert_eq!(went_on(set_up, 1, &[(0, 4)]), before, "it was played without those stones");
    assert_eq!(went_on(set_up, 2, &[(0, 4)]), "KM[7];B[cc];AW[dd];B[bb];W[aa])");
}
