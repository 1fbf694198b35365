//! Human policies and profiles in GTP and in the JSON protocol.

use std::fs;
use std::io::Cursor;

use serde_json::{Value, json};
use tianyuan::analysis::Options;
use tianyuan::engine::{Engine, Settings};
use tianyuan::go::{BoardSize, Rules};
use tianyuan::nn::Nets;
use tianyuan::session::{self, ProtocolChoice};

use super::{human_file, main_file, nets};
use crate::support::analysis_client::{Client, options};
use crate::support::folder::empty_folder;
use crate::support::process::{program_in, run_briefly};

/// Returns the response to the last of some GTP commands.
fn response(nets: Nets, commands: &str) -> String {
    let settings = Settings { nets, memory: 16, seed: Some(1), ..Settings::default() };
    let size = BoardSize::new(5).expect("a size");
    let mut engine = Engine::new(settings, size, Rules::CHINESE);
    let mut output = Vec::new();
    let options = session::Options { protocol: ProtocolChoice::Gtp, ..Default::default() };
    let input = Cursor::new(format!("{commands}\n").into_bytes());
    session::run(input, &mut output, options, &mut engine).expect("memory takes it");
    let text = String::from_utf8(output).expect("text");
    text.trim_end().rsplit("\n\n").next().unwrap_or_default().to_owned()
}

#[test]
fn kata_raw_human_nn_prints_human_values() {
    let commands = "kata-set-param humanSLProfile rank_5k\nkata-raw-human-nn black 0";
    let text = response(nets(), commands);
    let names: Vec<&str> = text.lines().filter_map(|line| line.split(' ').next()).collect();
    let first = ["=", "whiteWin", "whiteLoss", "noResult", "whiteScore", "whiteScoreSq"];
    assert_eq!(names[..6], first);
    assert_eq!(names[6..9], ["shorttermWinlossError", "shorttermScoreError", "policy"]);
    let other = commands.replace("rank_5k", "rank_20k");
    assert_ne!(response(nets(), &other), text, "the profile matters");
    let all = response(nets(), &commands.replace(" 0", " all"));
    assert_eq!(all.matches("symmetry").count(), 8);
}

#[test]
fn human_commands_without_net_or_profile_are_errors() {
    for (nets, command, error) in [
        (
            nets(),
            "kata-raw-human-nn 0",
            "? no profile is set (kata-set-param humanSLProfile rank_5k)",
        ),
        (Nets::default(), "kata-raw-human-nn 0", "? no human net is loaded (--human-net FILE)"),
        (
            Nets::default(),
            "kata-set-param humanSLProfile rank_5k",
            "? humanSLProfile needs a human net (--human-net FILE)",
        ),
        (
            Nets::default(),
            "kata-set-param humanSLChosenMoveProp 0.5",
            "? humanSLChosenMoveProp needs a human net (--human-net FILE)",
        ),
        (
            Nets::default(),
            "kata-set-param style human",
            "? style human needs a human net (--human-net FILE)",
        ),
        (
            nets(),
            "kata-set-param humanSLProfile rank_30k",
            "? unknown profile \"rank_30k\" (rank_5k, preaz_5k, rank_5k_1d or proyear_1965; 9d to 25k, 1800 to 2023)",
        ),
    ] {
        assert_eq!(response(nets, command), error, "{command}");
    }
    let usage = response(nets(), "kata-set-param humanSLProfile rank_5k\nkata-raw-human-nn 0 0.5");
    assert!(usage.starts_with("? Unexpected extra argument '0.5'"), "{usage}");
}

#[test]
fn human_parameters_are_set_and_read() {
    for (name, value) in [
        ("humanSLProfile", "preaz_5k_1d"),
        ("humanSLChosenMovePiklLambda", "0.08"),
        ("humanSLChosenMoveIgnorePass", "true"),
        ("humanSLRootExploreProbWeightless", "0.8"),
        ("chosenMoveTemperature", "0.25"),
        ("delayMoveScale", "2.0"),
        ("style", "human"),
    ] {
        let commands = format!("kata-set-param {name} {value}\nkata-get-param {name}");
        assert_eq!(response(nets(), &commands), format!("= {value}"));
    }
    let removed = "kata-set-param humanSLProfile rank_5k\nkata-set-param humanSLProfile _\nkata-get-param humanSLProfile";
    assert_eq!(response(nets(), removed).trim_end(), "=");
}

fn query(fields: Value) -> Value {
    let mut query = json!({
        "id": "a", "moves": [["B", "C3"]], "rules": "chinese", "komi": 7.5, "boardXSize": 5,
        "boardYSize": 5, "maxVisits": 30, "includePolicy": true,
    });
    let Value::Object(fields) = fields else { panic!("fields are an object") };
    query.as_object_mut().expect("an object").extend(fields);
    query
}

#[test]
fn json_responses_contain_human_policy() {
    let mut client = Client::start(Options { nets: nets(), seed: Some(1), ..options(1) });
    let settings = json!({"humanSLProfile": "rank_5k", "reportAnalysisWinratesAs": "SIDETOMOVE"});
    let answer = client.ask(&query(json!({"overrideSettings": settings})));
    let policy = answer["humanPolicy"].as_array().expect("a list");
    let number = |value: &Value| value.as_f64().expect("a number");
    assert_eq!(policy.len(), 26);
    let sum: f64 = policy.iter().map(number).filter(|it| *it >= 0.0).sum();
    assert!((sum - 1.0).abs() < 1e-5, "{sum}");
    assert_eq!(number(&policy[12]), -1.0, "the stone in the centre");
    for info in answer["moveInfos"].as_array().expect("a list") {
        assert!((0.0..=1.0).contains(&number(&info["humanPrior"])));
    }
    let root = &answer["rootInfo"];
    for name in
        ["humanWinrate", "humanScoreMean", "humanScoreStdev", "humanStWrError", "humanStScoreError"]
    {
        assert!(number(&root[name]).is_finite(), "{name}");
    }
    let other = client.ask(&query(json!({"overrideSettings": {"humanSLProfile": "rank_20k"}})));
    assert_ne!(other["humanPolicy"], answer["humanPolicy"]);
    let without = client.ask(&query(json!({})));
    assert!(
        without.get("humanPolicy").is_none() && without["rootInfo"].get("humanWinrate").is_none()
    );
    let error = client.ask(&query(json!({"overrideSettings": {"humanSLProfile": "rank_x"}})));
    assert!(error["error"].as_str().is_some_and(|it| it.contains("unknown profile")), "{error}");
    let models = client.ask(&json!({"id": "m", "action": "query_models"}));
    let human = [&models["models"][0], &models["models"][1]].map(|it| &it["usesHumanSLProfile"]);
    assert_eq!(human, [&json!(false), &json!(true)]);
}

#[test]
fn json_profile_without_net_is_a_warning() {
    let mut client = Client::start(options(1));
    client.send(&query(json!({"overrideSettings": {"humanSLProfile": "rank_5k"}})));
    let answers = client.end();
    let warning = answers[0]["warning"].as_str().unwrap_or_default();
    assert_eq!(warning, "Ignored: humanSLProfile needs a human net (-human-model FILE)");
    assert!(answers[1].get("error").is_none() && answers[1].get("humanPolicy").is_none());
}

#[test]
fn program_reports_misplaced_nets() {
    let folder = empty_folder("human-options");
    fs::write(folder.join("human.bin"), human_file()).expect("a folder for tests");
    fs::write(folder.join("main.bin"), main_file()).expect("a folder for tests");
    let run = |arguments: &[&str]| {
        let said = run_briefly(&mut program_in(&folder, arguments));
        (said.status, said.errors)
    };
    for (arguments, error) in [
        (&["--net", "human.bin"][..], "a human-imitation net; use --human-net"),
        (&["--human-net", "main.bin"], "not a human-imitation net; use --net"),
        (&["--style", "human"], "--style human needs --human-net FILE"),
    ] {
        let (status, errors) = run(arguments);
        assert!(status != 0 && errors.contains(error), "{arguments:?}: {errors}");
    }
    let (status, errors) =
        run(&["--no-net", "--human-net", "human.bin", "--level", "12k", "--style", "human"]);
    assert_eq!(status, 0, "{errors}");
}

#[test]
fn parameters_as_json_roundtrip() {
    let [first, again] = ["", "kata-set-params "].map(|set| {
        let json = response(nets(), "kata-get-params");
        let json = json.strip_prefix("= ").expect("a success").to_owned();
        let commands = if set.is_empty() { String::new() } else { format!("{set}{json}\n") };
        response(nets(), &format!("{commands}kata-get-params"))
    });
    assert_eq!(first, again);
    let object: Value = serde_json::from_str(&first[2..]).expect("JSON");
    assert_eq!(object["humanSLChosenMoveProp"], json!(0.0));
    assert_eq!(object["ponderingEnabled"], json!(false));
}
