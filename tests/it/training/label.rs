//! `tianyuan label`: what nets think of positions, read back from its files and compared with their answers.

use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use clap::Parser;
use rand::SeedableRng;
use rand::rngs::StdRng;
use tianyuan::cancel::Cancellation;
use tianyuan::cli::label::LabelArguments;
use tianyuan::cli::training::FeaturesArguments;
use tianyuan::go::{BoardSize, Game, KoRule, Komi, Move, Rules};
use tianyuan::net::{AnyNet, Nets, Symmetry, katago, point_index};
use tianyuan::progress::Progress;
use tianyuan::record::Record;
use tianyuan::search::NetAnswer;
use tianyuan::storage::Storage;

use crate::support::folder::{contents, empty_folder};
use crate::support::process::{program_in, run};
use crate::support::random_katago_net::{Plan, RandomBlock, random_file};
use crate::support::random_player::random_move;

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    label: LabelArguments,
}

#[derive(Parser)]
struct FeaturesLine {
    #[command(flatten)]
    features: FeaturesArguments,
}

/// Collects messages, and cancels after so many positions.
struct Watch {
    cancellation: Cancellation,
    steps: AtomicUsize,
    most: usize,
    messages: Mutex<Vec<String>>,
}

impl Progress for Watch {
    fn advance(&self) {
        if self.steps.fetch_add(1, Ordering::Relaxed) + 1 >= self.most {
            self.cancellation.cancel();
        }
    }

    fn message(&self, line: &str) {
        self.messages.lock().expect("no panic").push(line.to_owned());
    }
}

/// Labels games of the input into a folder, until so many positions are labelled. Answers the messages.
fn label_until(
    most: usize,
    folder: &Path,
    games: &str,
    options: &str,
) -> Result<Vec<String>, String> {
    let out = folder.to_str().expect("a plain name");
    let words = ["label", "--out", out].into_iter().chain(options.split_whitespace());
    let line = Line::try_parse_from(words).map_err(|error| error.to_string())?;
    let cancellation = Cancellation::default();
    let (steps, messages) = (AtomicUsize::new(0), Mutex::default());
    let watch = Watch { cancellation: cancellation.clone(), steps, most, messages };
    let options = line.label.options()?;
    let mut said = Vec::new();
    options.run(&Storage::default(), Cursor::new(games), &cancellation, &watch, &mut |line| {
        said.push(line.to_owned());
    })?;
    let mut messages = watch.messages.into_inner().expect("no panic");
    messages.append(&mut said);
    Ok(messages)
}

fn label(folder: &Path, games: &str, options: &str) -> Result<Vec<String>, String> {
    label_until(usize::MAX, folder, games, options)
}

fn size(lines: usize) -> BoardSize {
    BoardSize::new(lines).expect("a size")
}

/// A game of random moves, of so many at most.
fn played(lines: usize, most: usize, seed: u64) -> Game {
    let mut rng = StdRng::seed_from_u64(seed);
    let rules = Rules { ko: KoRule::Simple, ..Rules::CHINESE };
    let mut game = Game::new(size(lines), rules);
    while game.turns().len() < most && !game.is_over() {
        let color = game.to_play();
        game.play(color, random_move(&game, color, &mut rng)).expect("it is legal");
    }
    game
}

/// A game as a line.
fn line_of(game: &Game, result: &str) -> String {
    let letters = |point| {
        let index = point_index(game.size(), point);
        let letter = |line: usize| char::from(b'a' + line as u8);
        [letter(index % game.size().lines()), letter(index / game.size().lines())]
    };
    let moves = game.turns().iter().flat_map(|turn| turn.point().map_or(['t', 't'], letters));
    format!("x {result} {}\n", moves.collect::<String>())
}

/// So many games of random moves on 9x9, as lines.
fn lines(count: u64) -> String {
    (0..count).map(|seed| line_of(&played(9, 40, seed), "B+R")).collect()
}

/// A row of a teacher file.
#[derive(Debug)]
struct Row {
    value: f32,
    score: f32,
    policy: Vec<(usize, f32)>,
    ownership: Vec<f32>,
}

/// The rows of a teacher file for a board of so many lines.
fn rows(bytes: &[u8], lines: usize) -> Vec<Row> {
    let (head, rows) = bytes.split_at(64);
    let area = lines * lines;
    let length = 72 + area + area % 2;
    let number = |at: usize| u32::from_le_bytes(head[at..at + 4].try_into().expect("four bytes"));
    assert_eq!(&head[..8], b"GOTCH001");
    assert_eq!([8, 12, 16, 20].map(number), [64, lines as u32, length as u32, 16]);
    assert_eq!(number(24) as usize, rows.len() / length);
    assert!(rows.len().is_multiple_of(length) && head[32..].iter().all(|&byte| byte == 0));
    let row = |row: &[u8]| {
        let word = |at: usize| u16::from_le_bytes([row[at], row[at + 1]]);
        let moves = (0..16).filter(|place| word(8 + 2 * place) != u16::MAX);
        let policy = moves.map(|place| {
            (usize::from(word(8 + 2 * place)), f32::from(word(40 + 2 * place)) / 65535.0)
        });
        Row {
            value: f32::from(word(0) as i16) / 32767.0,
            score: f32::from(word(2) as i16) / 16.0,
            policy: policy.collect(),
            ownership: row[72..72 + area].iter().map(|&it| f32::from(it as i8) / 127.0).collect(),
        }
    };
    rows.chunks(length).map(row).collect()
}

/// Compares a row with answers of a net, whose mean it must be.
fn compare(row: &Row, answers: &[NetAnswer]) {
    let part = 1.0 / answers.len() as f32;
    let mean = |of: &dyn Fn(&NetAnswer) -> f32| answers.iter().map(|it| part * of(it)).sum::<f32>();
    let near = |one: f32, other: f32, by: f32| assert!((one - other).abs() <= by, "{one} {other}");
    near(row.value, mean(&|it| it.win - it.loss), 1e-4);
    near(row.score, mean(&|it| it.lead), 0.04);
    for (point, &owner) in row.ownership.iter().enumerate() {
        near(owner, mean(&|it| it.ownership[point]), 0.005);
    }
    let area = row.ownership.len();
    let policy = |mv: usize| match mv == area {
        true => mean(&|it| it.pass),
        false => mean(&|it| it.policy[mv].unwrap_or(0.0)),
    };
    row.policy.iter().for_each(|&(mv, it)| near(it, policy(mv), 2e-5));
    let mut highest: Vec<f32> = (0..=area).map(policy).filter(|&it| it > 0.0).collect();
    highest.sort_by(|one, other| other.total_cmp(one));
    assert_eq!(row.policy.len(), highest.len().min(16));
    row.policy.iter().zip(highest).for_each(|(&(_, it), high)| near(it, high, 2e-5));
}

/// A net of KataGo's with random weights, in a file.
fn random_net(folder: &Path) -> PathBuf {
    let plan = Plan {
        version: 15,
        is_binary: true,
        channels: 8,
        blocks: vec![RandomBlock::Ordinary, RandomBlock::Pooling],
        activation: "ACTIVATION_MISH",
        has_rms_norm: false,
    };
    let path = folder.join("random.bin");
    fs::write(&path, random_file(&plan, &mut StdRng::seed_from_u64(5))).expect("written");
    path
}

#[test]
fn labels_are_what_the_net_answers_to_the_positions_of_the_samples() {
    let folder = empty_folder("label/answers");
    let katago_file = random_net(&folder);
    let model = katago::read(&*fs::read(&katago_file).expect("there")).expect("a net");
    let katago_net = Nets::new([AnyNet::katago(katago::Net::new(model), 1)]);
    let with_katago = format!("--net {}", katago_file.display());
    let cases = [
        (9, "", Nets::embedded(), "none", vec![Symmetry::IDENTITY]),
        (9, "", Nets::embedded(), "8", Symmetry::ALL.to_vec()),
        (7, &*with_katago, &katago_net, "8", Symmetry::ALL.to_vec()),
    ];
    for (number, (lines, option, nets, count, symmetries)) in cases.into_iter().enumerate() {
        let game = played(lines, 30, number as u64);
        let text = line_of(&game, "W+2.5");
        let out = folder.join(format!("out{number}"));
        let options = format!("--size {lines} --komi 5.5 --symmetries {count} {option}");
        label(&out, &text, &options).expect("it labels");

        let stem = out.join(format!("{lines}x{lines}-00000"));
        let samples = folder.join("samples");
        let features =
            format!("features --area --komi 5.5 --size {lines} --output {}", samples.display());
        let features = FeaturesLine::try_parse_from(features.split_whitespace()).expect("options");
        features.features.run(Cursor::new(&text), &mut |_| {}).expect("it writes");
        let read = |path: &Path| fs::read(path).expect("there");
        assert_eq!(read(&stem.with_extension("rec")), read(&samples));

        let rows = rows(&read(&stem.with_extension("tch")), lines);
        assert_eq!(rows.len(), game.turns().len());
        let komi = Komi::from_half_points(11).expect("a komi");
        let mut position = Game::new(size(lines), Rules { komi, ..Rules::CHINESE });
        let net = nets.of(size(lines)).expect("a net");
        for (row, turn) in rows.iter().zip(game.turns().iter()) {
            let ask = |&symmetry| NetAnswer::of(&position, net, turn.color, symmetry, 0.0);
            let answers: Option<Vec<NetAnswer>> = symmetries.iter().map(ask).collect();
            compare(row, &answers.expect("the net is for this board"));
            let mv = turn.point().map_or(Move::Pass, Move::Play);
            position.play(turn.color, mv).expect("superko did not forbid it");
        }
    }
}

#[test]
fn a_search_changes_value_and_score_but_not_the_policy() {
    let folder = empty_folder("label/search");
    let text = line_of(&played(9, 12, 3), "?");
    let rows_of = |name: &str, visits: u64| {
        let out = folder.join(name);
        label(&out, &text, &format!("--size 9 --visits {visits}")).expect("it labels");
        rows(&fs::read(out.join("9x9-00000.tch")).expect("there"), 9)
    };
    let [raw, searched, again] =
        [("raw", 0), ("searched", 30), ("again", 30)].map(|(name, visits)| rows_of(name, visits));
    for ((raw, searched), again) in raw.iter().zip(&searched).zip(&again) {
        assert_eq!(raw.policy, searched.policy);
        assert_eq!((searched.value, searched.score), (again.value, again.score));
        assert!((raw.value - searched.value).abs() < 1.0);
        assert!(searched.ownership.iter().all(|owner| (-1.0..=1.0).contains(owner)));
    }
    assert!(raw.iter().zip(&searched).any(|(raw, searched)| raw.value != searched.value));
    assert!(raw.iter().zip(&searched).any(|(raw, searched)| raw.ownership != searched.ownership));
}

#[test]
fn threads_and_an_early_end_change_nothing() {
    let folder = empty_folder("label/threads");
    let games = lines(30);
    let options = "--size 9 --positions-per-game 7 --shard-size 40 --symmetries 3 --komi-spread 4";
    let [whole, other, cut] = ["whole", "other", "cut"].map(|name| folder.join(name));
    label(&whole, &games, &format!("{options} --threads 1")).expect("it labels");
    let all = contents(&whole);
    assert_eq!(all.len(), 2 * 5 + 1, "games of 7 positions fill shards of 42: {:?}", all.keys());
    label(&other, &games, &format!("{options} --threads 3")).expect("it labels");
    assert_eq!(contents(&other), all);
    let seed = folder.join("seed");
    label(&seed, &games, &format!("{options} --seed 2")).expect("it labels");
    assert_ne!(contents(&seed)["9x9-00000.rec"], all["9x9-00000.rec"]);

    let ended = label_until(100, &cut, &games, &format!("{options} --threads 1"));
    assert_eq!(ended, Err("it was interrupted; the same command goes on from here".into()));
    let some = contents(&cut);
    assert_eq!(some.len(), 2 * 2 + 1, "two shards are whole: {:?}", some.keys());
    assert!(some.iter().all(|(name, bytes)| all.get(name) == Some(bytes)));
    // What is there is not made anew, as long as both files are.
    let marked = vec![7; all["9x9-00000.tch"].len()];
    fs::write(cut.join("9x9-00000.tch"), &marked).expect("written");
    fs::remove_file(cut.join("9x9-00001.rec")).expect("there");
    let said = label(&cut, &games, options).expect("it goes on");
    assert_eq!(said[1], "42 of 210 positions are there already");
    assert_eq!(
        said.last().map(String::as_str),
        Some(&*format!("210 positions in 5 shards in {}", cut.display()))
    );
    let mut now = contents(&cut);
    assert_eq!(now.insert("9x9-00000.tch".into(), all["9x9-00000.tch"].clone()), Some(marked));
    assert_eq!(now, all);
}

#[test]
fn a_killed_run_goes_on() {
    let folder = empty_folder("label/killed");
    fs::write(folder.join("games.txt"), lines(40)).expect("written");
    let line = "label --size 9 --symmetries 8 --shard-size 20 --threads 1 games.txt --out";
    let command =
        |out| program_in(&folder, &[&line.split(' ').collect::<Vec<_>>()[..], &[out]].concat());
    assert_eq!(run(&mut command("whole"), b"").status, 0);
    let mut child = command("cut").stderr(Stdio::null()).spawn().expect("it starts");
    let start = Instant::now();
    while !folder.join("cut/9x9-00001.rec").exists() {
        assert!(start.elapsed() < Duration::from_secs(60), "no shard is written");
        sleep(Duration::from_millis(1));
    }
    child.kill().expect("it still runs");
    child.wait().expect("it ends");
    let [whole, before] = ["whole", "cut"].map(|name| contents(&folder.join(name)));
    assert!(before.len() < whole.len(), "it was killed before its end");
    let said = run(&mut command("cut"), b"");
    assert_eq!((said.status, said.text()), (0, "1600 positions in 40 shards in cut\n"));
    assert!(said.errors.contains(" positions are there already\n"), "{}", said.errors);
    assert_eq!(contents(&folder.join("cut")), whole);
}

#[test]
fn games_come_from_lines_matches_and_records() {
    let folder = empty_folder("label/inputs");
    let (small, large) = (played(9, 20, 1), played(13, 20, 2));
    let record = |game: &Game, result: &str| {
        let bytes = Record::of(game).write(tianyuan::format::Format::Sgf).bytes;
        let text = String::from_utf8(bytes).expect("UTF-8");
        text.replacen("GM[1]", &format!("GM[1]RE[{result}]"), 1)
    };
    let records = folder.join("records");
    fs::create_dir_all(&records).expect("made");
    fs::write(records.join("both.sgf"), record(&small, "B+2.5") + &record(&large, "W+R"))
        .expect("written");
    fs::write(records.join("none.sgf"), "nothing").expect("written");
    let options = format!("{} --komi 7.5 --symmetries none", records.display());
    let said = label(&folder.join("recorded"), "", &options).expect("it labels");
    assert!(said[0].ends_with("none.sgf is left out: there is no game in it"), "{said:?}");
    let recorded = contents(&folder.join("recorded"));
    let names: Vec<&str> = recorded.keys().map(String::as_str).collect();
    let pairs = ["13x13-00000.rec", "13x13-00000.tch", "9x9-00000.rec", "9x9-00000.tch"];
    assert_eq!(names, [&pairs[..], &["label.jsonl"]].concat());

    let moves = small.turns().iter().map(|turn| {
        let point = turn.point().map(|point| tianyuan::protocol::vertex::vertex(size(9), point));
        format!("\"{}\"", point.unwrap_or("pass".into()))
    });
    let json = format!(
        "{{\"size\":9,\"komi\":\"6.5\",\"result\":\"B+2.5\",\"other\":[1],\"moves\":[{}]}}\n",
        moves.collect::<Vec<_>>().join(",")
    );
    let sources = [line_of(&small, "B+2.5"), json];
    for (number, text) in sources.iter().enumerate() {
        let out = folder.join(format!("lines{number}"));
        label(&out, text, "--size 9 --komi 7.5 --symmetries none").expect("it labels");
        let found = contents(&out);
        for name in &pairs[2..] {
            assert!(found[*name] == recorded[*name], "{number}: {name}");
        }
    }
}

#[test]
fn a_handicap_game_begins_with_its_stones() {
    let folder = empty_folder("label/handicap");
    let game = folder.join("game.sgf");
    fs::write(&game, "(;GM[1]FF[4]SZ[9]HA[2]KM[0.5]AB[cg][gc];W[ee];B[cc];W[gg])")
        .expect("written");
    let out = folder.join("out");
    label(&out, "", &format!("{} --komi game", game.display())).expect("it labels");
    let samples = fs::read(out.join("9x9-00000.rec")).expect("there");
    let samples: Vec<&[u8]> = samples[64..].chunks(5 * 11 + 28).collect();
    assert_eq!(samples.len(), 3);
    let stones = |plane: &[u8]| plane.iter().map(|byte| byte.count_ones()).sum::<u32>();
    let all =
        |sample: &&[u8]| (stones(&sample[..11]), stones(&sample[11..22]), sample[55 + 15] & 1);
    let found: Vec<_> = samples.iter().map(all).collect();
    assert_eq!(found, [(0, 2, 1), (2, 1, 0), (1, 3, 1)], "own, the opponent's, White to move");
    let komi = |sample: &&[u8]| i16::from_le_bytes([sample[71], sample[72]]);
    let komis: Vec<i16> = samples.iter().map(komi).collect();
    assert_eq!(komis, [5, -5, 5], "half a point and two for the stones, in half points");
}

#[test]
fn a_close_komi_is_near_the_margin() {
    let folder = empty_folder("label/close");
    let results = ["B+3.5", "W+R", "W+10", "B+T", "B+30.5"];
    let games: String =
        (0..5).map(|number| line_of(&played(9, 20, number as u64), results[number])).collect();
    let out = folder.join("out");
    let options = "--size 9 --komi close --game-komi 6.5 --positions-per-game 1";
    let said = label(&out, &games, options).expect("it labels");
    assert!(
        said[0].starts_with("5 games read and 0 left out; 2 are labelled, 3 are not fit"),
        "{said:?}"
    );
    let samples = fs::read(out.join("9x9-00000.rec")).expect("there");
    for sample in samples[64..].chunks(83) {
        let sign = if sample[70] & 1 == 1 { 1 } else { -1 };
        let komi = sign * i16::from_le_bytes([sample[71], sample[72]]);
        let fair = match sample[79] {
            0 => 20,
            2 => -7,
            other => panic!("game {other} was not counted"),
        };
        assert!([1, 3].contains(&(komi - fair).abs()), "{komi}");
    }
    assert_eq!(samples[64..].len(), 2 * 83);
}

#[test]
fn what_cannot_be_done_is_an_error() {
    let folder = empty_folder("label/errors");
    let (games, out) = (lines(4), folder.join("out"));
    let options = "--size 9 --positions-per-game 2 --shard-size 4";
    label(&out, &games, options).expect("it labels");
    let before = contents(&out);
    let refused = [
        ("--seed 2", "seed 1, not 2"),
        ("--symmetries 8", "symmetries \"1\", not \"8\""),
        ("--komi 6.5", "komi \"7.5\", not \"6.5\""),
        ("--visits 9", "visits 0, not 9"),
        ("--games 3", "number of games 4, not 3"),
        ("--rules japanese", "rules \"{"),
    ];
    for (more, reason) in refused {
        let error = label(&out, &games, &format!("{options} {more}")).expect_err(more);
        assert!(error.contains("label.jsonl: the labels there were made with"), "{error}");
        assert!(error.contains(reason), "{error}");
        assert!(error.ends_with("label into another folder"), "{error}");
    }
    assert_eq!(contents(&out), before, "nothing is lost");
    fs::write(out.join("9x9-00001.rec"), "short").expect("written");
    let error = label(&out, &games, options).expect_err("a spoilt shard");
    assert!(error.contains("9x9-00001.rec: it has not the 396 bytes"), "{error}");
    let storage = Storage::default();
    let locked = storage.lines_alone(&out.join("label.jsonl")).expect("free");
    let error = label(&out, &games, options).expect_err("two at a time");
    assert!(error.ends_with("another process labels there"), "{error}");
    drop(locked);
    fs::write(out.join("label.jsonl"), "no JSON\n").expect("written");
    assert!(label(&out, &games, options).is_err_and(|error| error.contains("label.jsonl: ")));

    let none = folder.join("none");
    assert_eq!(label(&none, "", ""), Err("there is no game to label".into()));
    assert_eq!(label(&none, "x B+R aaaa\n{}\n", ""), Err("there is no game to label".into()));
    let no_net = Err("there is no net for the boards of these games".into());
    for option in ["--size 25", "--no-net"] {
        assert_eq!(label(&none, "x B+R aabb\n", option), no_net, "{option}");
    }
    assert!(label(&none, "", "/nowhere/at/all").is_err_and(|error| error.starts_with("/nowhere")));
    assert!(label(&none, "", "--net /nowhere").is_err_and(|error| error.starts_with("/nowhere")));
    assert!(!none.exists(), "no folder is made for nothing");
    for wrong in ["--symmetries 9", "--symmetries 0", "--komi 6.3", "--komi-spread -1", "--size 26"]
    {
        assert!(label(&none, "", wrong).is_err(), "{wrong}");
    }
    for wrong in ["--positions-per-game 0", "--shard-size 0", "--threads 0", "--rules klingon"] {
        assert!(label(&none, "", wrong).is_err(), "{wrong}");
    }
}
