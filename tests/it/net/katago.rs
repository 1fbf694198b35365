//! KataGo's nets: real files, where the environment variable `TIANYUAN_KATAGO_NETS` names a folder
//! of them.

use std::env;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use tianyuan::net::katago::{self, GLOBALS, Model, PLANES, RawOutput};

const B6C96: &str = "g170-b6c96-s175395328-d26788732.bin.gz";
const B10C384H6: &str = "b10c384h6nbttflrs.bin.gz";

/// A net of the folder; `None`, with a message, where it is not there.
fn model(name: &str) -> Option<Model> {
    let Some(folder) = env::var_os("TIANYUAN_KATAGO_NETS") else {
        eprintln!("skipped: TIANYUAN_KATAGO_NETS names no folder with {name}");
        return None;
    };
    let Ok(file) = File::open(Path::new(&folder).join(name)) else {
        eprintln!("skipped: {name} is not in the folder");
        return None;
    };
    Some(katago::read(BufReader::new(file)).expect("a valid net"))
}

/// The output for an empty board with komi 7.5 and Black to move, without history.
fn empty_board(model: &Model, lines: usize) -> RawOutput {
    let mut planes = vec![0.0; lines * lines * PLANES];
    planes.iter_mut().step_by(PLANES).for_each(|on_board| *on_board = 1.0);
    let mut globals = vec![0.0; GLOBALS];
    for (index, value) in [(5, -0.375), (6, 1.0), (7, 0.5), (18, -0.5)] {
        globals[index] = value;
    }
    katago::evaluate(model, lines, &planes, &globals)
}

/// Asserts that numbers are those that are due, to a part in ten thousand and the digits that are due.
fn assert_close(what: &str, found: &[f32], due: &[f32]) {
    assert_eq!(found.len(), due.len(), "{what}");
    for (found, due) in found.iter().zip(due) {
        let tolerance = 1e-4 * due.abs().max(1.0);
        assert!((found - due).abs() <= tolerance, "{what}: {found} instead of {due}");
    }
}

#[test]
fn the_six_blocks_say_what_katago_says_of_empty_boards() {
    let Some(model) = model(B6C96) else { return };
    assert_eq!((model.version, model.trunk.blocks.len()), (8, 6));
    let nine = empty_board(&model, 9);
    let logit = |output: &RawOutput, lines: usize, column: usize, row: usize| {
        output.policy[row * lines + column]
    };
    let points = [(0, 0), (2, 2), (3, 3), (4, 4)].map(|(x, y)| logit(&nine, 9, x, y));
    assert_close("policy", &points, &[-6.4071, -3.8939, 0.7159, 2.2572]);
    assert_close("sum", &[nine.policy.iter().map(|l| l.abs()).sum()], &[384.272]);
    assert_close("pass", &nine.pass, &[-4.4135]);
    assert_close("value", &nine.value, &[2.9911, 3.0445, -5.9488]);
    assert_close("score", &nine.score, &[0.0028, 0.0871, 0.0162, -0.3104]);
    assert_close("ownership", &[nine.ownership[0], nine.ownership[40]], &[0.0354, 0.3771]);
    assert_close("owners", &[nine.ownership().sum()], &[7.2458]);

    let nineteen = empty_board(&model, 19);
    let points = [(0, 0), (2, 2), (3, 3), (9, 9)].map(|(x, y)| logit(&nineteen, 19, x, y));
    assert_close("policy", &points, &[-5.4077, 2.5811, 2.9638, -3.7451]);
    assert_close("sum", &[nineteen.policy.iter().map(|l| l.abs()).sum()], &[1343.179]);
    assert_close("pass", &nineteen.pass, &[-3.5873]);
    assert_close("value", &nineteen.value, &[2.8815, 2.9879, -5.9126]);
    assert_close("score", &nineteen.score, &[-0.0202, 1.3268, 0.0023, -0.0714]);
    assert_close("ownership", &[nineteen.ownership[0], nineteen.ownership[180]], &[0.1336, 0.0138]);
    assert_close("owners", &[nineteen.ownership().sum()], &[5.1726]);
}

#[test]
fn the_transformer_says_what_katago_says_of_an_empty_board() {
    let Some(model) = model(B10C384H6) else { return };
    assert_eq!((model.version, model.policy.logits.outputs), (15, 2));
    let output = empty_board(&model, 9);
    assert_close("policy", &output.policy[..2], &[-4.7858, -6.7175]);
    assert_close("policy", &output.policy[80..82], &[3.4968, 2.4673]);
    assert_close("pass", &output.pass, &[-4.1736, -6.3258]);
    assert_close("value", &output.value, &[-1.3905, 1.3612, -9.8599]);
    let due = [-0.1216, -0.8277, -0.0656, -2.8965, -4.0594, -6.0034];
    assert_close("score", &output.score, &due);
    assert_close("owners", &[output.ownership().sum()], &[5.0568]);
}
