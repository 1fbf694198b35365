//! Saving and loading of games: file names with spaces and Chinese characters, all formats, and the data preserved
//! from a record in which the game continued.

use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use tianyuan::engine::{Engine, Settings};
use tianyuan::go::{
    BoardSize, Color, Game, HandicapBonus, KoRule, Komi, Move, Rules, Scoring, Tax,
};
use tianyuan::protocol::{ProtocolContext, game_text};
use tianyuan::records::charset::Charset;
use tianyuan::records::format::{self, Format};
use tianyuan::records::record::Record;
use tianyuan::session::{self, ProtocolChoice};

use crate::support::folder::empty_folder;
use crate::support::process::{Said, program_in, run};
use crate::support::seeded::with_seeds;

/// Returns an empty folder for a test, with a space and Chinese characters in its name.
pub(super) fn folder(name: &str) -> PathBuf {
    empty_folder(format!("棋谱 of {name}"))
}

/// Returns the response to the lines.
pub(super) fn said(choice: ProtocolChoice, lines: &[String]) -> String {
    let charset = if choice == ProtocolChoice::Wtp { Charset::Gb18030 } else { Charset::Utf8 };
    let settings = Settings { seed: Some(1), threads: 1, memory: 1, ..Settings::default() };
    let mut engine = Engine::new(settings, BoardSize::STANDARD, Rules::CHINESE);
    let input = charset.encode(&lines.join("\n")).into_owned();
    let mut output = Vec::new();
    session::run(Cursor::new(input), &mut output, choice, &mut engine).expect("it talks");
    charset.decode(&output).into_owned()
}

fn read(file: &Path, format: Format) -> Record {
    let reading = format::check(&fs::read(file).expect("saved"), format);
    assert!(!reading.findings.has_errors(), "{:?}", reading.findings);
    reading.records.into_iter().next().expect("a record")
}

#[test]
fn loaded_game_has_all_moves_of_malformed_text() {
    let folder = folder("charset");
    let file = folder.join("a.sgf");
    let contradicted =
        "(;GM[1]FF[4]CA[GB2312]SZ[9]PB[柯洁]PW[申真谞];B[aa]C[棋];W[bb];B[cc])".as_bytes();
    let truncated = b"(;GM[1]FF[4]CA[GBK]SZ[9];B[aa]C[\xC6\xE5\xC6];W[bb];B[cc])";
    for bytes in [contradicted, truncated] {
        fs::write(&file, bytes).expect("written");
        for command in ["loadsgf", "load_game"] {
            let lines = [format!("{command} {}", file.display()), "printsgf".into()];
            let answers = said(ProtocolChoice::Gtp, &lines);
            let moves = [";B[aa]", ";W[bb]", ";B[cc]"];
            assert!(moves.iter().all(|part| answers.contains(part)), "{command}: {answers}");
            let names = ["PB[柯洁]", "PW[申真谞]"];
            let has_names = names.iter().all(|name| answers.contains(name));
            assert_eq!(has_names, bytes == contradicted, "{answers}");
        }
    }
}

#[test]
fn saved_games_roundtrip_by_extension() {
    for choice in [ProtocolChoice::Gtp, ProtocolChoice::Wtp] {
        let folder = folder(&format!("{choice:?}"));
        let [wei7, sgf] = ["一.wei7", "二.SGF"].map(|name| folder.join(name));
        let answers = said(
            choice,
            &[
                "boardsize 9".into(),
                "play B E5".into(),
                "play W D4".into(),
                format!("save_game {}", wei7.display()),
                format!("save_game {}", sgf.display()),
                "clear_board".into(),
                format!("load_game {} 2", wei7.display()),
                "undo".into(),
                "undo".into(),
                format!("load_game {}", sgf.display()),
                "play W D4".into(),
            ],
        );
        let signs: String = answers.lines().filter_map(|line| line.chars().next()).collect();
        assert_eq!(signs, "========?=?", "{answers}");
        assert_eq!(read(&wei7, Format::Wei7).tree.len(), 3);
        assert_eq!(read(&sgf, Format::Sgf).tree.len(), 3);
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 2, "nothing unfinished");
    }
}

#[test]
fn game_info_is_preserved_when_saved() {
    let folder = folder("comments");
    let (before, after) = (folder.join("before.sgf"), folder.join("after.wei7"));
    let text = "(;SZ[9]PB[甲]KM[7]RE[B+R];B[ee]C[天元 # 1];W[cc](;B[gg])(;B[gc]))";
    fs::write(&before, text).expect("written");
    let loaded = format!("load_game {}", before.display());
    let lines =
        [loaded, "undo".into(), "play B D4".into(), format!("save_game {}", after.display())];
    let answers = said(ProtocolChoice::Gtp, &[&lines[..], &["print_game".into()]].concat());
    let record = read(&after, Format::Wei7);
    let tree = &record.tree;
    let line: Vec<_> = tree.main_line(tree.root()).collect();
    assert_eq!((line.len(), tree.len(), tree.children(line[2]).count()), (4, 6, 3));
    assert_eq!(tree.node(line[1]).notes().comment.as_deref(), Some("天元 # 1"));
    assert_eq!(record.info.result, None, "the game went another way");
    let printed = answers.split_once("= {").map(|(_, text)| format!("{{{text}")).expect("JSON");
    assert!(!printed.contains('#') && printed.contains("\\u0023 1"), "{printed}");
    let again = format::read(printed.as_bytes(), Format::Wei7).records.pop().expect("a record");
    assert!(again == record, "{printed}");
}

#[cfg(unix)]
#[test]
fn saved_file_preserves_mode_and_pipe_is_rejected() {
    use std::os::unix::fs::PermissionsExt;
    use std::process::Command;

    let folder = folder("modes");
    let [file, pipe] = ["private.sgf", "pipe.sgf"].map(|name| folder.join(name));
    fs::write(&file, "old").expect("written");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("ours");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("there is mkfifo").success());
    let (file_name, pipe_name) = (file.display(), pipe.display());
    let commands = [
        format!("save_game {file_name}"),
        format!("save_game {pipe_name}"),
        format!("load_game {pipe_name}"),
        format!("load_game {}", folder.display()),
    ];
    let expected = "= \n\n? cannot save file: not a file\n\n? cannot load file: not a file\n\n\
                    ? cannot load file: not a file\n\n";
    assert_eq!(said(ProtocolChoice::Gtp, &commands), expected);
    assert_eq!(fs::metadata(&file).expect("there").permissions().mode() & 0o7777, 0o600);
    assert!(fs::read_to_string(&file).expect("saved").starts_with("(;FF[4]"));
}

#[cfg(unix)]
#[test]
fn file_size_limit_is_an_error_response() {
    use std::process::Command;

    let folder = folder("limit");
    let file = folder.join("long.sgf");
    fs::write(&file, "old").expect("written");
    let script = "ulimit -f 1; exec \"$0\" \"$@\"";
    let program = env!("CARGO_BIN_EXE_tianyuan");
    let passes = "play b pass\n".repeat(400);
    let lines = format!("{passes}save_game {}\nquery_boardsize\n", file.display());
    let mut command = Command::new("bash");
    command.args(["-c", script, program, "--protocol", "gtp", "--no-net"]);
    let said = run(&mut command, lines.as_bytes());
    let answers = said.text();
    let expected = "\n\n? cannot save file: cannot be written: file too large\n\n= 19\n\n";
    assert!(answers.ends_with(expected), "{answers}");
    assert_eq!(said.status, 0);
    assert_eq!(fs::read_to_string(&file).expect("there"), "old");
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1, "nothing unfinished");
}

#[test]
fn moves_legal_under_other_rules_are_loaded() {
    let folder = folder("rules");
    let file = folder.join("suicide.sgf");
    let text = "(;SZ[9]RU[New Zealand];B[aa];W[ac];B[ba];W[bb];B[ab];W[ca];B[])";
    fs::write(&file, text).expect("written");
    let answers =
        said(ProtocolChoice::Gtp, &[format!("load_game {}", file.display()), "showboard".into()]);
    assert!(answers.starts_with("= \n\n= White (O) to play, 7 turns"), "{answers}");
}

#[test]
fn moves_on_stones_are_loaded() {
    let folder = folder("replaced");
    let (file, after) = (folder.join("replaced.sgf"), folder.join("after.sgf"));
    fs::write(&file, "(;FF[4]SZ[5]KM[7];B[aa];W[aa];B[cc])").expect("written");
    let answers = said(
        ProtocolChoice::Gtp,
        &[
            format!("load_game {}", file.display()),
            "list_stones white".into(),
            "play W D4".into(),
            format!("save_game {}", after.display()),
        ],
    );
    assert_eq!(answers, "= \n\n= A5\n\n= \n\n= \n\n");
    let record = read(&after, Format::Sgf);
    let moves = record.tree.main_line(record.tree.root()).count() - 1;
    assert_eq!((moves, record.tree.len()), (4, 5), "the moves before are not lost");
}

#[test]
fn printed_game_equals_loaded_game() {
    let folder = folder("printed");
    let file = folder.join("comments.sgf");
    let text = "(;SZ[9]KM[7]PB[甲𠮷];B[ee]C[一段\n\n二段 \n \n\n# 三];W[cc]C[a\n\n\nb])";
    fs::write(&file, text).expect("written");
    let loaded = read(&file, Format::Sgf);
    for (choice, label) in
        [(ProtocolChoice::Gtp, "CA[UTF-8]"), (ProtocolChoice::Wtp, "CA[GB18030]")]
    {
        let load = format!("load_game {}", file.display());
        for format in [Format::Sgf, Format::Wei7, Format::Wei7Xml] {
            let answers = said(choice, &[load.clone(), format!("print_game {format}")]);
            let printed = answers.trim_start_matches("= \n\n").trim_start_matches("=\n\n");
            let printed = printed.strip_prefix("= ").and_then(|text| text.strip_suffix("\n\n"));
            let printed = printed.expect("a response");
            assert!(!printed.contains("\n\n"), "{printed}");
            assert_eq!(printed.contains(label), format == Format::Sgf, "{printed}");
            let again = match (choice, format) {
                (ProtocolChoice::Wtp, Format::Sgf) => Charset::Gb18030.encode(printed),
                _ => Charset::Utf8.encode(printed),
            };
            let again = format::read(&again, format).records.pop().expect("a record");
            assert_eq!(again.tree, loaded.tree, "{printed}");
            assert_eq!(again.info.participants[0], loaded.info.participants[0]);
        }
    }
}

#[test]
fn game_with_later_setup_is_saved_from_setup() {
    let folder = folder("set up on the way");
    let [before, after] = ["before.sgf", "after.wei7"].map(|name| folder.join(name));
    fs::write(&before, "(;FF[4]SZ[9]PB[甲]KM[7];B[ee];AB[gg]AE[ee];W[cc](;B[dd];AW[aa])(;B[cd]))")
        .expect("written");
    let commands = [
        format!("load_game {} 4", before.display()),
        "play B C3".into(),
        "showboard".into(),
        format!("save_game {}", after.display()),
        "clear_board".into(),
        format!("load_game {}", after.display()),
        "showboard".into(),
    ];
    let answers = said(ProtocolChoice::Gtp, &commands);
    let boards: Vec<&str> = answers.split("\n\n").filter(|text| text.contains("A B C")).collect();
    let stones = |text: &str| text.split_once('\n').expect("lines").1.to_string();
    assert_eq!(stones(boards[0]), stones(boards[1]), "{answers}");
    let record = read(&after, Format::Wei7);
    assert_eq!(record.info.participants[0].name.as_deref(), Some("甲"));
    assert_eq!(record.tree.main_line(record.tree.root()).count(), 2, "the stones and Black's move");
}

/// Rules that differ in at least one option from all named rules.
fn random_rules(rng: &mut StdRng) -> Rules {
    fn one<T: Copy>(of: &[T], rng: &mut StdRng) -> T {
        *of.choose(rng).expect("there is one")
    }
    let most = one(&[40, 200, Komi::LIMIT], rng);
    let komi = Komi::from_half_points(rng.random_range(-most..=most)).expect("in range");
    let names = ["chinese", "japanese", "aga", "tromp-taylor", "new zealand", "stone scoring"];
    if rng.random_bool(0.3) {
        return Rules::from_name(one(&names, rng), komi).expect("known");
    }
    Rules {
        ko: one(&[KoRule::Simple, KoRule::Positional, KoRule::Situational], rng),
        scoring: one(&[Scoring::Area, Scoring::Territory], rng),
        tax: one(&[Tax::None, Tax::Seki, Tax::All], rng),
        multi_stone_suicide: rng.random(),
        handicap_bonus: one(
            &[HandicapBonus::Zero, HandicapBonus::StonesLessOne, HandicapBonus::Stones],
            rng,
        ),
        friendly_pass_ok: rng.random(),
        komi,
    }
}

fn engine(rules: Rules) -> Engine {
    let settings = Settings { seed: Some(1), threads: 1, memory: 1, ..Settings::default() };
    let size = BoardSize::new(7).expect("a size");
    Engine::new(settings, size, rules)
}

/// Plays random legal moves; small boards produce kos and suicides.
fn play_at_random(engine: &mut Engine, turns: usize, rng: &mut StdRng) {
    for _ in 0..turns {
        let color = engine.game().to_play();
        let points: Vec<_> = engine.game().size().points().collect();
        let tried = points.choose(rng).copied().map_or(Move::Pass, Move::Play);
        let mv = if rng.random_bool(0.02) { Move::Pass } else { tried };
        let _ = engine.play(color, mv);
    }
}

/// The legal moves and the score of a game.
fn essence(game: &Game) -> (Rules, Vec<bool>, String) {
    let points = game.size().points();
    let legal =
        points.flat_map(|point| Color::BOTH.map(|color| game.is_legal(color, point).is_ok()));
    let worth = format!(
        "{:?} {:?} {} {}",
        game.board().stones().collect::<Vec<_>>(),
        game.to_play(),
        game.score(&Default::default()),
        game.handicap()
    );
    (*game.rules(), legal.collect(), worth)
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn rules_and_komi_roundtrip() {
    let folder = folder("random rules");
    let environment = ProtocolContext::default();
    with_seeds(|rng| {
        for _ in 0..40 {
            let mut played = engine(random_rules(rng));
            if rng.random_bool(0.2) {
                played.fixed_handicap(2).expect("a handicap");
            }
            play_at_random(&mut played, 60, rng);
            if rng.random_bool(0.2) {
                played.set_rules(random_rules(rng));
            }
            for (format, name) in
                [(Format::Sgf, "a.sgf"), (Format::Wei7, "b.wei7"), (Format::Wei7Xml, "c.wei7")]
            {
                let file = folder.join(name);
                let text = game_text(&played, format, Charset::Utf8);
                if format == Format::Wei7Xml {
                    fs::write(&file, &text).expect("written");
                } else {
                    environment.save_game(&played, &file).expect("saved");
                    assert!(fs::read_to_string(&file).expect("there") == text);
                }
                let mut loaded = engine(random_rules(rng));
                environment.load_game(&mut loaded, &file, &(2..=25), None).expect("it is ours");
                assert_eq!(essence(loaded.game()), essence(played.game()), "{text}");
                // A loaded game is saved again unchanged, and under other rules with these rules.
                assert_eq!(game_text(&loaded, format, Charset::Utf8), text);
                loaded.set_rules(random_rules(rng));
                fs::write(&file, game_text(&loaded, format, Charset::Utf8)).expect("written");
                let mut again = engine(random_rules(rng));
                environment.load_game(&mut again, &file, &(2..=25), None).expect("it is ours");
                assert_eq!(essence(again.game()), essence(loaded.game()), "{format}");
            }
        }
    });
}

#[test]
fn unknown_rules_of_record_are_preserved() {
    let folder = folder("rules from elsewhere");
    let [file, wei7] = ["a.sgf", "b.wei7"].map(|name| folder.join(name));
    fs::write(&file, "(;SZ[9]RU[Klingon]KM[8]C[mine];B[ee])").expect("written");
    let commands = [
        "kata-set-rules aga".into(),
        format!("load_game {}", file.display()),
        format!("save_game {}", wei7.display()),
        "kata-set-rules japanese".into(),
        format!("load_game {}", wei7.display()),
        format!("save_game {}", file.display()),
        "kata-get-rules".into(),
    ];
    let answers = said(ProtocolChoice::Gtp, &commands);
    assert!(answers.contains("SITUATIONAL"), "{answers}");
    let sgf = fs::read_to_string(&file).expect("saved");
    let ours = "XWO[ko=situational tax=none suicide=no handicap-bonus=N-1 friendly-pass=yes]";
    for part in ["RU[Klingon]", "KM[8]", "C[mine]", ours] {
        assert!(sgf.contains(part), "{part}: {sgf}");
    }
    let text = fs::read_to_string(&wei7).expect("saved");
    assert!(text.contains(r"[SGF] RU=Klingon\n[SGF] XWO=ko=situational"), "{text}");
    assert!(text.contains(r"\nmine"), "{text}");
}

#[test]
fn losses_are_reported_when_saving() {
    let folder = folder("told");
    let [file, wei7] = ["a.sgf", "b.wei7"].map(|name| folder.join(name));
    fs::write(&file, "(;SZ[9]DT[2024-05-06]KM[-4.5];B[ee])").expect("written");
    let lines = format!("load_game {}\nsave_game {}\n", file.display(), wei7.display());
    let mut command = program_in(Path::new("."), &["--protocol", "gtp", "--no-net"]);
    let Said { output, errors, .. } = run(&mut command, lines.as_bytes());
    assert_eq!(String::from_utf8_lossy(&output), "= \n\n= \n\n");
    assert!(errors.contains("b.wei7: DT: wei7 3.0 has no field for `DT`"), "{errors}");
    assert!(!errors.contains("KM"), "{errors}");
    assert!(fs::read_to_string(&wei7).expect("saved").contains("[SGF] KM=-4.5"));
}

#[test]
fn unrepresentable_game_is_not_saved() {
    let folder = folder("broken");
    let [file, wei7, sgf] = ["a.sgf", "b.wei7", "c.sgf"].map(|name| folder.join(name));
    // A variation that sets up a stone without liberties.
    fs::write(&file, "(;SZ[5](;B[cc])(;AB[ba][ab]AW[aa];B[dd]))").expect("written");
    fs::write(&wei7, "kept").expect("written");
    let mut engine = Engine::new(Settings::default(), BoardSize::STANDARD, Rules::CHINESE);
    let environment = ProtocolContext::default();
    environment
        .load_game(&mut engine, &file, &(2..=25), None)
        .expect("the main line can be played");
    let refused =
        environment.save_game(&engine, &wei7).expect_err("wei7 knows no such stones").to_string();
    assert!(refused.contains("no liberties [3.16.2.5]"), "{refused}");
    assert_eq!(fs::read_to_string(&wei7).expect("there"), "kept");
    environment.save_game(&engine, &sgf).expect("SGF says it");
    fs::remove_dir_all(folder).expect("it is ours");
}
