//! Games longer than any real game: commands remain fast, and the length is limited.

use std::fs;

use tianyuan::engine::{Engine, GameLengthError, InternalError, Settings};
use tianyuan::go::{BoardSize, Color, Game, Move, Rules};
use tianyuan::protocol::{Protocol, ProtocolContext, game_text};
use tianyuan::records::charset::Charset;
use tianyuan::records::format::Format;
use tianyuan::search::{Limits, Search};
use tianyuan::session::{self, ProtocolChoice};

use crate::serial::{MEMORY, alone};
use crate::support::folder::empty_folder;

/// The maximum memory of a copy of a game: its board and the unshared part of its turns. All turns together take more
/// than twelve million bytes.
const COPY: usize = 400_000;

/// Returns a game of many turns: moves where legal, otherwise passes.
fn long_game(turns: usize) -> Game {
    let size = BoardSize::new(5).expect("a size");
    let mut game =
        Game::new(size, Rules::from_name("tromp-taylor", Rules::CHINESE.komi).expect("known"));
    let points: Vec<_> = size.points().collect();
    let mut at = 0;
    while game.turns().len() < turns {
        let color = game.to_play();
        at = (at * 31 + 7) % 10_007;
        if game.play(color, Move::Play(points[at % points.len()])).is_err() {
            game.play(color, Move::Pass).expect("a pass is legal");
        }
    }
    game
}

fn engine(game: Game) -> Engine {
    let settings = Settings {
        threads: 1,
        playouts: Some(10),
        seed: Some(1),
        memory: 1,
        ..Settings::default()
    };
    let mut engine = Engine::new(settings, game.size(), *game.rules());
    engine.set_game(game);
    engine
}

/// Returns the peak of additional memory.
fn memory_of<T>(action: impl FnOnce() -> T) -> (usize, T) {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let done = action();
    (MEMORY.peak_usage().saturating_sub(before), done)
}

#[test]
fn commands_do_not_copy_long_games() {
    let _alone = alone();
    let game = long_game(150_000);
    let (whole, copy) = memory_of(|| {
        let mut copy = game.clone();
        // The unshared part is as large as in a game of a few hundred turns.
        copy.undo();
        copy
    });
    assert!(whole < COPY, "{whole} bytes for a copy");
    assert_eq!(copy.turns().len() + 1, game.turns().len());

    let mut engine = engine(game.clone());
    let (guarded, turns) = memory_of(|| engine.guard(|engine| engine.game().turns().len()));
    assert_eq!(turns, Ok(150_000));
    assert!(guarded < COPY, "{guarded} bytes for a line");

    // A small game first: the memory of a search does not depend on the position.
    let limits = Limits { playouts: Some(10), ..Limits::default() };
    let short = long_game(10);
    let search = |game: &Game| {
        memory_of(|| {
            let mut search = Search::new(1, 1, 1);
            search.run(game, game.to_play(), &limits, &mut |_| true);
            search
        })
    };
    let (first, _) = search(&short);
    let (later, _kept) = search(&game);
    assert!(later < first + COPY, "{later} bytes for a search, {first} in a short game");
}

#[test]
fn long_game_is_unchanged_after_panic() {
    let _alone = alone();
    let game = long_game(5000);
    let vertices = |game: &Game| -> Vec<_> {
        game.turns().iter().map(|turn| (turn.color, turn.action)).collect()
    };
    let mut engine = engine(game.clone());
    let actions: [fn(&mut Engine); 5] = [
        |engine| engine.undo(3000).expect("there are more"),
        |engine| {
            for _ in 0..3000 {
                engine.play(Color::Black, Move::Pass).expect("a pass is legal");
            }
        },
        |engine| engine.clear(),
        |engine| engine.set_rules(Rules::CHINESE),
        |engine| {
            engine.undo(5000).expect("so many");
            engine.set_to_play(Color::White);
            engine.play(Color::White, Move::Pass).expect("a pass is legal");
        },
    ];
    for action in actions {
        let panicked = engine.guard(|engine| {
            action(engine);
            panic!("as it should");
        });
        assert_eq!(panicked, Err(InternalError));
        assert_eq!(vertices(engine.game()), vertices(&game));
        assert_eq!((engine.game().key(), engine.game().rules()), (game.key(), game.rules()));
        for color in Color::BOTH {
            for point in game.size().points() {
                assert_eq!(engine.game().is_legal(color, point), game.is_legal(color, point));
            }
        }
    }
    engine.undo(5000).expect("all of it comes back");
    assert_eq!(engine.game().board().stones().count(), 0);
}

#[test]
fn loaded_record_remains_after_panic() {
    let _alone = alone();
    let file = empty_folder("long-games/loaded").join("loaded.sgf");
    fs::write(&file, "(;SZ[5]C[what was said];B[aa])").expect("writable");
    let mut engine = engine(long_game(3));
    let environment = ProtocolContext::default();
    environment.load_game(&mut engine, &file, &(2..=25), None).expect("a record");
    let panicked = engine.guard(|engine| {
        engine.clear();
        panic!("as it should");
    });
    assert_eq!(panicked, Err(InternalError));
    let text = game_text(&engine, Format::Sgf, Charset::Utf8);
    assert!(text.contains("what was said") && text.contains("B[aa]"), "{text}");
}

/// Returns a session's responses to lines.
fn answers(engine: &mut Engine, choice: ProtocolChoice, lines: &str) -> Vec<String> {
    let mut output = Vec::new();
    let input = std::io::Cursor::new(lines.as_bytes().to_vec());
    session::run(input, &mut output, choice, engine).expect("it can write");
    let text = String::from_utf8(output).expect("ASCII");
    text.split("\n\n").filter(|answer| !answer.is_empty()).map(String::from).collect()
}

#[test]
fn game_is_limited_to_maximum_turns() {
    let _alone = alone();
    let both: [(&Protocol, ProtocolChoice, &[&str]); 2] = [
        (
            &tianyuan::protocol::GTP,
            ProtocolChoice::Gtp,
            &[
                "play b A1",
                "play b pass",
                "genmove w",
                "kgs-genmove_cleanup b",
                "lz-genmove_analyze b 1",
                "kata-genmove_analyze b 1",
                "gogui-play_sequence b pass w pass",
            ],
        ),
        (
            &tianyuan::protocol::WTP,
            ProtocolChoice::Wtp,
            &["play B A1", "play B PASS", "play B RESIGN", "genmove W"],
        ),
    ];
    let game = long_game(Game::MOST_TURNS);
    for (protocol, choice, lines) in both {
        let mut engine = engine(game.clone());
        assert_eq!(engine.can_add_turn(), Err(GameLengthError));
        for line in lines {
            let answer = answers(&mut engine, choice, line);
            let told = "? the game has the maximum of 200000 turns";
            assert_eq!(answer, [told], "{line} in version {}", protocol.version);
            assert_eq!(engine.game().turns().len(), Game::MOST_TURNS);
        }
        let all =
            answers(&mut engine, choice, "undo\nplay b pass\nplay w pass\nclear_board\nplay b A1");
        let well: Vec<bool> = all.iter().map(|answer| answer.starts_with('=')).collect();
        assert_eq!(well, [true, true, false, true, true], "{all:?}");
    }
}

#[test]
fn record_with_too_many_turns_is_rejected() {
    let _alone = alone();
    let file = empty_folder("long-games/long").join("long.sgf");
    let mut engine = engine(long_game(3));
    let name = file.display();
    for (moves, answer) in [
        (Game::MOST_TURNS, "="),
        (Game::MOST_TURNS + 1, "? cannot load file: more than 200000 moves"),
    ] {
        fs::write(&file, format!("(;SZ[5]{})", ";B[]".repeat(moves))).expect("writable");
        let said = answers(&mut engine, ProtocolChoice::Gtp, &format!("loadsgf {name}"));
        assert_eq!(
            said.iter().map(|said| said.trim_end()).collect::<Vec<_>>(),
            [answer],
            "{moves}"
        );
        assert_eq!(engine.game().turns().len(), Game::MOST_TURNS, "the game stays where it fails");
    }
    let said = answers(&mut engine, ProtocolChoice::Gtp, &format!("loadsgf {name} 5"));
    assert_eq!((said.len(), engine.game().turns().len()), (1, 4), "its beginning can be: {said:?}");
}
