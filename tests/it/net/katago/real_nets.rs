//! Real KataGo nets, if the environment variable `TIANYUAN_KATAGO_NETS` names a folder with them.

use std::env;
use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tianyuan::engine::{Engine, Settings};
use tianyuan::go::{BoardSize, Color, Game, HandicapBonus, Komi, Rules, diagram};
use tianyuan::nn::katago::{
    self, AreaOptions, GLOBALS, Inputs, Model, Net, PLANES, Precision, RawOutput,
};
use tianyuan::nn::{AnyNet, Nets};
use tianyuan::protocol::GTP;
use tianyuan::session::{self, ProtocolChoice};

use crate::support::folder::empty_folder;
use crate::support::random_player::random_move;

const B6C96: &str = "g170-b6c96-s175395328-d26788732.bin.gz";
const B10C384H6: &str = "b10c384h6nbttflrs.bin.gz";

/// Returns a net of the folder; prints a message and returns `None` if it is missing.
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

/// Returns the net in KataGo's number type.
fn in_f32(model: Model) -> Net {
    Net::new(model).with_precision(Precision::F32).expect("every processor has it")
}

/// Returns the output for an empty board with komi 7.5 and Black to move, without history.
fn empty_board(model: &Model, lines: usize) -> RawOutput {
    let mut planes = vec![0.0; lines * lines * PLANES];
    planes.iter_mut().step_by(PLANES).for_each(|on_board| *on_board = 1.0);
    let mut globals = [0.0; GLOBALS];
    for (index, value) in [(5, -0.375), (6, 1.0), (7, 0.5), (18, -0.5)] {
        globals[index] = value;
    }
    let size = BoardSize::new(lines).expect("a size");
    katago::evaluate(model, &Inputs { size, planes, globals, profile: None })
}

/// Asserts that numbers are equal to within one in ten thousand and the printed digits.
fn assert_close(what: &str, found: &[f32], due: &[f32]) {
    assert_eq!(found.len(), due.len(), "{what}");
    for (found, due) in found.iter().zip(due) {
        let tolerance = 1e-4 * due.abs().max(1.0);
        assert!((found - due).abs() <= tolerance, "{what}: {found} instead of {due}");
    }
}

/// KataGo's executable, from the variable `TIANYUAN_KATAGO`.
struct Katago {
    child: Child,
    answers: std::io::Lines<BufReader<std::process::ChildStdout>>,
}

impl Katago {
    fn start(net: &Path, size: usize) -> Option<Katago> {
        let Some(program) = env::var_os("TIANYUAN_KATAGO") else {
            eprintln!("skipped: TIANYUAN_KATAGO names no program");
            return None;
        };
        let folder = empty_folder(format!("katago-{size}"));
        let config = folder.join("gtp.cfg");
        let text = format!(
            "logAllGTPCommunication = false\nlogSearchInfo = false\nmaxVisits = 1\n\
            numSearchThreads = 1\nnnRandomize = false\nlogDir = {}\nrules = chinese-ogs\n",
            folder.display()
        );
        std::fs::write(&config, text).expect("a configuration");
        let mut child = Command::new(program)
            .arg("gtp")
            .args(["-model".as_ref(), net.as_os_str()])
            .args(["-config".as_ref(), config.as_os_str()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("KataGo starts");
        let answers = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let mut katago = Katago { child, answers };
        katago.ask(&format!("boardsize {size}"));
        Some(katago)
    }

    /// Returns the words of a response.
    fn ask(&mut self, command: &str) -> Vec<String> {
        let text = self.ask_text(command);
        let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        assert_eq!(words.first().map(String::as_str), Some("="), "{command}: {words:?}");
        words
    }

    /// Returns the text of a response up to the first blank line, without it.
    fn ask_text(&mut self, command: &str) -> String {
        let mut input = self.child.stdin.as_ref().expect("a pipe");
        writeln!(input, "{command}").expect("it reads");
        let lines = self.answers.by_ref().map(|line| line.expect("text"));
        lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
    }

    /// Returns the numbers after a name in the response to `kata-raw-nn`.
    fn numbers(words: &[String], name: &str, count: usize) -> Vec<f32> {
        let at = words.iter().position(|word| word == name).unwrap_or_else(|| panic!("{name}"));
        words[at + 1..at + 1 + count].iter().map(|w| w.parse().unwrap_or(f32::NAN)).collect()
    }
}

impl Drop for Katago {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Random games with the raw outputs of both programs, under Chinese rules with positional superko.
#[test]
fn game_positions_match_katago() {
    let Some(net) = model(B6C96).map(in_f32) else { return };
    let folder = env::var_os("TIANYUAN_KATAGO_NETS").expect("the net was read from there");
    let path = Path::new(&folder).join(B6C96);
    let positions: usize =
        env::var("TIANYUAN_KATAGO_POSITIONS").map_or(60, |n| n.parse().expect("a number"));
    for lines in [7, 9, 13, 19] {
        let Some(mut katago) = Katago::start(&path, lines) else { return };
        let size = BoardSize::new(lines).expect("a size");
        let komi = Komi::from_half_points(15).expect("7.5");
        let rules = Rules { komi, handicap_bonus: HandicapBonus::Zero, ..Rules::CHINESE };
        let mut rng = StdRng::seed_from_u64(lines as u64);
        katago.ask("komi 7.5");
        let mut game = Game::new(size, rules);
        let mut evaluator = net.evaluator();
        let mut worst = [0f32; 3];
        let mut compared = 0;
        while compared < positions / 4 {
            if game.turns().len() > 2 * size.area() || game.is_over() {
                katago.ask("clear_board");
                game = Game::new(size, rules);
            }
            let color = game.to_play();
            let mv = random_move(&game, color, &mut rng);
            let vertex = GTP.words.of_move(size, mv);
            katago.ask(&format!("play {} {vertex}", color.letter()));
            game.play(color, mv).expect("a legal move");
            if rng.random_range(0..8) != 0 || game.is_over() {
                continue;
            }
            compared += 1;
            let words = katago.ask("kata-raw-nn 0");
            let inputs = Inputs::of_game(&game, game.to_play(), AreaOptions::default());
            let output = evaluator.evaluate(&inputs);
            let value = output.value(net.model(), false);
            let white_wins = Katago::numbers(&words, "whiteWin", 1)[0];
            let white_lead = Katago::numbers(&words, "whiteLead", 1)[0];
            let (win, lead) = match game.to_play() {
                Color::White => (value.win, value.lead),
                Color::Black => (value.loss, -value.lead),
            };
            let policy = Katago::numbers(&words, "policy", size.area());
            let pass = Katago::numbers(&words, "policyPass", 1)[0];
            let logits: Vec<f32> = output.point_logits(0.0).collect();
            let legal: Vec<bool> = policy.iter().map(|p| p.is_finite()).collect();
            let exponents = logits.iter().zip(&legal).filter(|(_, legal)| **legal);
            let sum: f32 =
                exponents.map(|(l, _)| l.exp()).sum::<f32>() + output.pass_logit(0.0).exp();
            let apart = |logit: f32, due: f32| (logit.exp() / sum - due).abs();
            let worst_policy = logits
                .iter()
                .zip(&policy)
                .filter(|(_, due)| due.is_finite())
                .map(|(&logit, &due)| apart(logit, due))
                .chain([apart(output.pass_logit(0.0), pass)])
                .max_by(f32::total_cmp)
                .expect("the pass has a logit");
            let found = [(win - white_wins).abs(), (lead - white_lead).abs(), worst_policy];
            assert!(found.iter().all(|difference| difference.is_finite()), "{found:?}");
            if found[0] > 2e-3 || found[2] > 2e-3 {
                eprintln!(
                    "{lines} lines, {:?} to play, last {:?}, forbidden {:?}, {found:?}\n{}",
                    game.to_play(),
                    game.turns()
                        .iter()
                        .rev()
                        .take(6)
                        .map(|t| (t.color, t.action))
                        .map(|(c, a)| format!("{c} {}", GTP.words.of_action(size, a)))
                        .collect::<Vec<_>>(),
                    size.points()
                        .filter(|&p| game.board().is_empty(p)
                            && game.is_legal(game.to_play(), p).is_err())
                        .map(|p| GTP.words.of_move(size, tianyuan::go::Move::Play(p)))
                        .collect::<Vec<_>>(),
                    diagram::draw(&game.board().resized::<11>())
                );
            }
            for (worst, found) in worst.iter_mut().zip(found) {
                *worst = worst.max(found);
            }
        }
        println!("{lines} lines: {compared} positions, largest differences {worst:?}");
        assert!(worst[0] < 1e-3 && worst[1] < 0.05 && worst[2] < 1e-3, "{lines} lines: {worst:?}");
    }
}

/// The commands for both programs, including the colour, passes, a finished game and errors.
const RAW_SESSION: &str = "boardsize 9
kata-set-rules chinese-ogs
komi 7.5
kata-raw-nn 0
play b c3
play w c6
play b f5
play w g5
kata-raw-nn 1
kata-raw-nn 2
kata-raw-nn 5
kata-raw-nn 6
kata-raw-nn w 7
kata-raw-nn 0 1
play b pass
kata-raw-nn 3 0.5
play w pass
kata-raw-nn 4
kata-raw-nn 8
kata-raw-nn
kata-raw-nn 0 2
kata-raw-nn 0 1 2
clear_board
kata-set-rules tromp-taylor
play b a2
play b b1
play w b2
play w a3
play w c1
play w a1
kata-raw-nn 2
kata-raw-nn b 2
play b pass
kata-raw-nn 0
clear_board
kata-set-rules japanese
komi 6.5
play b c3
play w g6
kata-raw-nn 3";

/// Returns the format of a response, with every number replaced, and its numbers.
fn form_and_numbers(text: &str) -> (String, Vec<f64>) {
    let is_decimal = |word: &str| word.contains('.') && word.parse::<f64>().is_ok();
    let number = |word: &str| is_decimal(word).then(|| word.parse().expect("it is a number"));
    let form = text.split(' ').map(|word| {
        let parts = word.split('\n').map(|part| match is_decimal(part) {
            // With the same number of digits.
            true => part.trim_start_matches('-').replace(|c: char| c.is_ascii_digit(), "0"),
            false => part.to_owned(),
        });
        parts.collect::<Vec<_>>().join("\n")
    });
    let numbers = text.split([' ', '\n']).filter_map(number).collect();
    (form.collect::<Vec<_>>().join(" "), numbers)
}

#[test]
fn raw_net_output_matches_katago() {
    let Some(folder) = env::var_os("TIANYUAN_KATAGO_NETS") else {
        return eprintln!("skipped: TIANYUAN_KATAGO_NETS names no folder of nets");
    };
    for name in [B6C96, B10C384H6] {
        let Some(model) = model(name) else { continue };
        let Some(mut katago) = Katago::start(&Path::new(&folder).join(name), 9) else { return };
        let nets = Nets::new([AnyNet::katago(in_f32(model), 1)]);
        let settings = Settings { nets, memory: 16, ..Settings::default() };
        let mut engine = Engine::new(settings, BoardSize::STANDARD, Rules::CHINESE);
        let mut output = Vec::new();
        let options = session::Options { protocol: ProtocolChoice::Gtp, ..Default::default() };
        session::run(Cursor::new(RAW_SESSION), &mut output, options, &mut engine).expect("it runs");
        let output = String::from_utf8(output).expect("text");
        for (command, answer) in RAW_SESSION.lines().zip(output.split("\n\n")) {
            let due = katago.ask_text(command);
            if !command.starts_with("kata-raw-nn") {
                continue;
            }
            let ((form, numbers), (due_form, due)) =
                (form_and_numbers(answer), form_and_numbers(&due));
            assert_eq!(form, due_form, "{name}: {command}");
            for (found, due) in numbers.iter().zip(due) {
                let tolerance = 1e-4 * due.abs().max(1.0) + 1e-3;
                assert!((found - due).abs() <= tolerance, "{name}: {command}: {found} for {due}");
            }
        }
    }
}

#[test]
fn b6c96_matches_katago_on_empty_boards() {
    let Some(model) = model(B6C96) else { return };
    assert_eq!((model.version, model.trunk.blocks.len()), (8, 6));
    // A million weights in convolutions, and some in matrices and norms. On 9x9, 13x13 and 19x19 they take 0.081,
    // 0.169 and 0.362 G multiply-adds; the other layers add little.
    let near = |found: u64, due: f64| ((found as f64 - due) / due).abs() < 0.02;
    assert_eq!(model.parameters(), 1_028_743);
    for (lines, due) in [(9, 0.081e9), (13, 0.169e9), (19, 0.362e9)] {
        assert!(near(model.multiply_adds(lines), due), "{}", model.multiply_adds(lines));
    }
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
fn transformer_matches_katago_on_empty_board() {
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
