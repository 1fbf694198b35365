//! The exit status of `tianyuan convert`: one rule for all formats.

use std::fs;
use std::path::Path;

use super::tianyuan;

const WEI7: &str = r#"{"format":"wei7","version":"3.0","size":9,"tree":{"steps":[STEP]}}"#;
const BAD_STEP: &str = r#"{"action":{"type":"move","value":{"color":3,"point":{"x":1,"y":1}}}}"#;

/// Returns the status, the messages and the output of a conversion.
fn convert(input: &str, to: &str, options: &[&str]) -> (i32, String, Vec<u8>) {
    let arguments = [&["convert", "-", "-", "--lang", "en", "--to", to], options].concat();
    let said = tianyuan(&arguments, input.as_bytes());
    (said.status, said.errors, said.output)
}

#[test]
fn exit_status_follows_worst_finding() {
    let bad_wei7 = WEI7.replace("STEP", BAD_STEP);
    for (input, to, status, strict) in [
        ("(;FF[4]GM[1]SZ[9];B[aa])", "sgf", 0, 0),
        ("(;FF[4]GM[1]SZ[9];B[aa])", "wei7", 0, 0),
        // Assumptions and warnings: nothing is lost.
        ("(;FF[4]GM[1]SZ[19]KM[375];B[aa])", "wei7", 0, 0),
        ("(;FF[4]GM[1]SZ[19]KM[375];B[aa])", "wei7-2.2", 0, 0),
        ("(;FF[4]GM[1]SZ[9]RU[chinese]RE[W+Resign]HA[0];B[aa])", "wei7", 0, 0),
        ("(;FF[4]GM[1]CA[UTF-8]SZ[9]RU[klingon];B[aa])", "sgf", 0, 0),
        // Dropped, folded, approximated.
        ("(;FF[4]GM[1]SZ[9]RE[B+T];B[aa]CR[aa])", "wei7", 0, 1),
        ("(;FF[4]GM[1]SZ[9]RE[W+3.5 (unofficial)];B[aa])", "wei7", 0, 1),
        // Errors in the input.
        ("(;FF[4]GM[1]SZ[9];B[aa]", "sgf", 2, 2),
        ("(;FF[4]GM[1]SZ[9];B[zz])", "wei7", 2, 2),
        ("(;FF[4]GM[2]SZ[9];B[aa])", "sgf", 2, 2),
        (&bad_wei7, "sgf", 2, 2),
        (&bad_wei7, "wei7-2.2", 2, 2),
        // Errors in the output: values preserved unchanged.
        ("(;FF[4]GM[1]CA[UTF-8]SZ[9]RE[双方皆输];B[aa])", "sgf", 2, 2),
        ("(;FF[4]GM[1]CA[UTF-8]SZ[9]RE[黑中盘胜];B[aa])", "sgf", 2, 2),
        ("(;FF[4]GM[1]CA[UTF-8]SZ[9]RE[黑中盘胜];B[aa])", "wei7", 0, 0),
        ("(;GM[1]CA[UTF-8]SZ[9]RE[黑中盘胜];B[aa])", "sgf", 0, 0),
    ] {
        let (plain, errors, _) = convert(input, to, &[]);
        assert_eq!(plain, status, "{input} to {to}: {errors}");
        assert_eq!(convert(input, to, &["--strict"]).0, strict, "{input} to {to}: {errors}");
    }
}

#[test]
fn errors_in_output_are_reported() {
    let sgf = "(;FF[4]GM[1]CA[UTF-8]SZ[9]RE[双方皆输];B[aa])";
    let (status, errors, output) = convert(sgf, "sgf", &[]);
    assert_eq!(status, 2);
    assert!(errors.contains("-: error: OUT: invalid value `双方皆输` of RE [RE]\n"), "{errors}");
    let text = String::from_utf8(output).expect("UTF-8");
    assert!(text.contains("RE[双方皆输]"), "it is written all the same: {text}");
}

#[test]
fn output_with_status_0_is_valid() {
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/conformance");
    let mut converted = 0;
    for folder in ["sgf/invalid", "sgf/warning", "wei7-3.0/invalid", "wei7-2.2/invalid"] {
        let mut files: Vec<_> = fs::read_dir(suite.join(folder)).expect("a folder").collect();
        files.sort_by_key(|file| file.as_ref().expect("a file").file_name());
        for file in files.into_iter().step_by(9) {
            let path = file.expect("a file").path().display().to_string();
            let said = tianyuan(&["convert", &path, "-", "--to", "sgf"], b"");
            let is_valid = || tianyuan(&["check", "-"], &said.output).status == 0;
            assert!(said.status == 2 || is_valid(), "{path}: {}", said.errors);
            converted += usize::from(said.status == 0);
        }
    }
    assert!(converted > 5, "{converted}");
}
