//! Compares labels with the outputs of the nets.

use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use clap::Parser;
use rand::SeedableRng;
use rand::rngs::StdRng;
use tianyuan::cli::training::FeaturesArguments;
use tianyuan::go::{Game, Komi, Move, Rules};
use tianyuan::nn::{AnyNet, Nets, Symmetry, katago};
use tianyuan::search::RawNetOutput;

use super::{label, line_of, played, size};
use crate::support::folder::empty_folder;
use crate::support::random_katago_net::{Plan, RandomBlock, random_file};

#[derive(Parser)]
struct FeaturesLine {
    #[command(flatten)]
    features: FeaturesArguments,
}

/// A row of a target file.
#[derive(Debug)]
pub(super) struct Row {
    pub value: f32,
    pub score: f32,
    pub policy: Vec<(usize, f32)>,
    pub ownership: Vec<f32>,
}

/// Returns the rows of a target file for a board size.
pub(super) fn rows(bytes: &[u8], lines: usize) -> Vec<Row> {
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

/// Compares a row with the mean output of a net. The score of a row is the lead of a KataGo net and the mean score of
/// a built-in net, which has no output for the lead.
fn compare(row: &Row, answers: &[RawNetOutput], has_lead: bool) {
    let part = 1.0 / answers.len() as f32;
    let mean =
        |of: &dyn Fn(&RawNetOutput) -> f32| answers.iter().map(|it| part * of(it)).sum::<f32>();
    let near = |one: f32, other: f32, by: f32| assert!((one - other).abs() <= by, "{one} {other}");
    near(row.value, mean(&|it| it.win - it.loss), 1e-4);
    near(row.score, mean(&|it| if has_lead { it.lead } else { it.score }), 0.04);
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

/// Writes a KataGo net with random weights to a file.
pub(super) fn random_net(folder: &Path) -> PathBuf {
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
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn labels_equal_net_outputs() {
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
            let ask = |&symmetry| RawNetOutput::of(&position, net, turn.color, symmetry, 0.0);
            let answers: Option<Vec<RawNetOutput>> = symmetries.iter().map(ask).collect();
            compare(
                row,
                &answers.expect("the net supports this board size"),
                net.katago_model().is_some(),
            );
            let mv = turn.point().map_or(Move::Pass, Move::Play);
            position.play(turn.color, mv).expect("superko did not forbid it");
        }
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn search_changes_value_and_score_but_not_policy() {
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
