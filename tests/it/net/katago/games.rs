//! The accuracy of each number type with KataGo nets on positions of games, if the environment variables `TIANYUAN_GAMES`
//! (a folder of SGF files) and `TIANYUAN_KATAGO_NETS` (a folder of nets) are set.
//!
//! `TIANYUAN_KATAGO_POSITIONS` is the maximum number of positions per board size and net.

use std::collections::BTreeMap;
use std::env;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::Path;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tianyuan::go::Rules;
use tianyuan::nn::katago::{
    self, AreaOptions, Inputs, KernelSet, Net, Precision, QuantizationError, RawOutput,
};
use tianyuan::records::sgf;

/// Returns a position of each game by board size, with a maximum number per size.
fn positions(folder: &Path, most: usize) -> BTreeMap<usize, Vec<Inputs>> {
    let mut rng = StdRng::seed_from_u64(1);
    let mut found = BTreeMap::<usize, Vec<Inputs>>::new();
    let entries = fs::read_dir(folder).expect("a folder");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    for path in paths {
        for record in &sgf::read(&fs::read(&path).expect("a file")).records {
            let nodes: Vec<_> = record.tree.main_line(record.tree.root()).collect();
            let node = nodes[rng.random_range(0..nodes.len())];
            let Ok(game) = record.game_to(node, record.rules(Rules::CHINESE)) else { continue };
            let of_size = found.entry(game.size().lines()).or_default();
            if of_size.len() < most {
                of_size.push(Inputs::of_game(&game, game.to_play(), AreaOptions::default()));
            }
        }
    }
    found
}

#[test]
fn backends_are_accurate_on_game_positions() {
    let (Some(games), Some(nets)) =
        (env::var_os("TIANYUAN_GAMES"), env::var_os("TIANYUAN_KATAGO_NETS"))
    else {
        return eprintln!("skipped: TIANYUAN_GAMES and TIANYUAN_KATAGO_NETS name no folders");
    };
    let most = env::var("TIANYUAN_KATAGO_POSITIONS").map_or(60, |n| n.parse().expect("a number"));
    let positions = positions(Path::new(&games), most);
    for entry in fs::read_dir(nets).expect("a folder") {
        let path = entry.expect("an entry").path();
        let Ok(file) = File::open(&path) else { continue };
        let Ok(model) = katago::read(BufReader::new(file)) else { continue };
        let net = Net::new(model);
        for (lines, positions) in &positions {
            let size = positions[0].size;
            // Kernels of one number type differ only by rounding: the fastest represents all.
            let available = KernelSet::ALL.into_iter().filter(|it| it.is_available());
            let mut fastest = BTreeMap::new();
            available.for_each(|it| _ = fastest.entry(it.precision).or_insert(it));
            let exact = fastest[&Precision::F32];
            let mut exact = net.evaluator_by(exact, size).expect("it is available");
            let due: Vec<RawOutput> = positions.iter().map(|it| exact.evaluate(it)).collect();
            let chosen = net.kernels(size);
            let uniform = fastest.into_values().map(|kernels| {
                let name = format!(
                    "{kernels}{}",
                    if chosen.uniform() == Some(kernels) { "*" } else { "" }
                );
                (name, net.evaluator_by(kernels, size).expect("it is available"))
            });
            let mixed = chosen.uniform().is_none().then(|| (format!("{chosen}*"), net.evaluator()));
            for (name, mut evaluator) in uniform.chain(mixed) {
                let outputs = positions.iter().zip(&due);
                let outputs =
                    outputs.map(|(inputs, due)| (inputs, due, evaluator.evaluate(inputs)));
                let found = QuantizationError::of(net.model(), outputs);
                let file = path.file_name().unwrap_or_default().to_string_lossy();
                let count = positions.len();
                println!("{file}, {lines} lines, {count} positions, {name}: {found:.5?}");
                if name.ends_with('*') {
                    assert!(found.same_move >= 0.95 && found.divergence <= 0.006, "{found:?}");
                    assert!(found.winrate <= 0.008 && found.lead <= 0.3, "{found:?}");
                }
            }
        }
    }
}
