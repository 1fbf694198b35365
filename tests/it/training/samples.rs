//! `tianyuan features`: training samples of games, byte by byte.

use std::fs;
use std::io::Cursor;
use std::path::PathBuf;

use clap::Parser;
use tianyuan::cli::training::FeaturesArguments;

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    features: FeaturesArguments,
}

/// Returns the samples of some games, and the messages.
fn features(name: &str, games: &str, options: &str) -> Result<(Vec<u8>, Vec<String>), String> {
    let name = format!("tianyuan-samples-{}-{name}", std::process::id());
    let path: PathBuf = std::env::temp_dir().join(name);
    let output = path.to_str().expect("a plain name");
    let options = ["features", "--output", output].into_iter().chain(options.split_whitespace());
    let line = Line::try_parse_from(options).map_err(|error| error.to_string())?;
    let mut told = Vec::new();
    line.features
        .run(Cursor::new(games), &mut |line| told.push(String::from(line)))
        .map_err(|error| error.to_string())?;
    let bytes = fs::read(&path).map_err(|error| error.to_string())?;
    fs::remove_file(&path).map_err(|error| error.to_string())?;
    Ok((bytes, told))
}

#[test]
fn game_is_converted_to_samples() {
    // A stone in the corner is put into atari, followed by a pass.
    let (bytes, _) =
        features("game", "x W+2.5 aabatt\n", "--size 3 --komi 7.5 --area").expect("ok");
    let (head, samples) = bytes.split_at(64);
    assert_eq!(&head[..8], b"GOREC001");
    let numbers: Vec<u8> = head[8..32].iter().copied().step_by(4).collect();
    assert_eq!(numbers, [64, 3, 38, 0, 3, 0]);
    let [first, second, third] = samples.as_chunks::<38>().0 else { panic!("three samples") };
    let beside = |sample: &[u8; 38]| sample[10..].to_vec();
    assert_eq!(first[..10], [0; 10]);
    let none = [255; 2];
    let expected = [
        &[0, 0][..], // the upper left
        &none,
        &none.repeat(5),
        &[255, 2], // lost; Black to move, by area
        &(-15i16).to_le_bytes(),
        &(-5i16).to_le_bytes(),
        &[0, 0, 3, 0, 0, 0, 0, 0],
    ];
    assert_eq!(beside(first), expected.concat());
    // White sees a stone of two liberties that a ladder captures.
    assert_eq!(second[..10], [0, 0, 1, 0, 0, 0, 1, 0, 1, 0]);
    // Black's stone has one liberty, White's three; Black's is capturable even if it extends.
    assert_eq!(third[..8], [1, 0, 2, 0, 1, 0, 2, 0]);
    let moves: Vec<u8> = third[10..22].iter().copied().step_by(2).collect();
    assert_eq!(moves, [9, 255, 1, 0, 255, 255], "a pass, no ko, and the moves before");
}

#[test]
fn sampled_positions_are_reproducible() {
    let games = "x B+R aabacaabbb\nx B+R ccbcacbb\nx ? aaaa\nx\n";
    let (all, told) = features("all", games, "--size 3").expect("games");
    assert_eq!(told.len(), 3, "{told:?}");
    assert_eq!(told[0], "line 3 skipped: move 2 is illegal");
    let count = |bytes: &[u8]| (bytes.len() - 64) / 38;
    assert_eq!((count(&all), all[24]), (9, 9));
    let drawn = |name, seed| {
        features(name, games, &format!("--size 3 --per-game 2 --seed {seed}")).expect("games").0
    };
    let (some, same) = (drawn("some", 1), drawn("same", 1));
    assert_eq!(count(&some), 4);
    assert_eq!(some, same);
    assert!((2..9).any(|seed| drawn("other", seed) != some));
}

#[test]
fn what_cannot_be_done_is_an_error() {
    assert!(
        features("komi", "", "--komi 6.3").is_err_and(|error| error.contains("multiple of 0.5"))
    );
    assert!(features("size", "", "--size 26").is_err());
    let fails = features("folder/that/is/none", "", "");
    assert!(fails.is_err_and(|error| error.contains("folder/that/is/none: ")));
}

#[test]
fn shards_cover_all_games() {
    let games = "x W+2.5 aabatt\nx B+1 bb\nnonsense\nx 0 cabb\n";
    let options = "--size 3 --per-game 2";
    let samples = |shard: &str| {
        let name = format!("shard-{}", shard.replace('/', "-"));
        let (bytes, told) =
            features(&name, games, &format!("{options} --shard {shard}")).expect("ok");
        let samples: Vec<Vec<u8>> = bytes[64..].chunks(38).map(Vec::from).collect();
        (samples, told.len())
    };
    let (whole, _) = features("shard", games, options).expect("ok");
    let whole: Vec<Vec<u8>> = whole[64..].chunks(38).map(Vec::from).collect();
    let ((first, told), (second, none)) = (samples("0/2"), samples("1/2"));
    assert_eq!((whole.len(), first.len(), second.len()), (5, 2, 3));
    assert_eq!((told, none), (2, 1), "only who has the third line tells of it");
    assert_eq!([&whole[..2], &whole[3..]].concat(), [&first[..], &second[1..]].concat());
    assert_eq!(whole[2], second[0]);
}
