//! Conversion of data that the other format cannot represent.

use std::fs;

use super::tianyuan;
use crate::support::folder::empty_folder;
use crate::support::process::Said;

#[test]
fn preserve_comment_stores_game_info_without_field() {
    let sgf = "(;FF[4]GM[1]CA[UTF-8]AP[Tianyuan:0]SZ[9]PB[甲]BT[一队]RU[AGA]DT[2024-05-06]\n\
               EV[杯 100%]GC[first\nsecond\\]]C[hello];B[ee])\n";
    let keep = ["convert", "-", "-", "--preserve", "comment", "--lang", "en", "--to"];
    let wei7 = tianyuan(&[&keep[..], &["wei7"]].concat(), sgf.as_bytes());
    let text = String::from_utf8(wei7.output.clone()).expect("UTF-8");
    let comment = "[SGF] DT=2024-05-06\\n[SGF] RU=AGA\\n[SGF] BT=一队\\n[SGF] EV=杯 100%25\\n\
                   [SGF] GC=first%0Asecond\\\\]\\nhello";
    assert!(text.contains(comment), "{text}");
    assert!(
        wei7.errors.lines().all(|line| line.contains("moved to the root comment")),
        "{}",
        wei7.errors
    );
    let back = tianyuan(&[&keep[..], &["sgf"]].concat(), &wei7.output);
    let back = String::from_utf8(back.output).expect("UTF-8");

    for part in
        ["BT[一队]", "RU[AGA]", "DT[2024-05-06]", "EV[杯 100%]", "GC[first\nsecond\\]]", "C[hello]"]
    {
        assert!(back.contains(part), "{part} in {back}");
    }

    let place = tianyuan(&[&keep[..], &["wei7-2.2"]].concat(), "(;SZ[9]PC[北京];B[ee])".as_bytes());
    assert!(String::from_utf8_lossy(&place.output).contains("[wei7] place=北京"));
    let back = tianyuan(&[&keep[..], &["sgf"]].concat(), &place.output);
    assert!(String::from_utf8_lossy(&back.output).contains("PC[北京]"));
}

#[test]
fn preserve_all_roundtrips_everything() {
    let sgf = "(;FF[4]GM[1]CA[UTF-8]SZ[9]TM[60]C[[SGF\\] EV=mine]\n;B[ee]BL[59.5]TR[aa][bb]LB[cc:12][dd:A]\n\
               ;AW[ed][ef]AE[ee]C[later];B[ee]N[here](;W[ee]KO[]TB[aa][bb])\n(;C[a pause]))\n";
    let convert = |options: &[&str], to: &str, text: &[u8]| {
        let all = ["convert", "-", "-", "--lang", "en", "--to", to];
        let said = tianyuan(&[&all[..], options].concat(), text);
        assert_eq!(said.status, 0, "{}", said.errors);
        (said.output, said.errors)
    };
    let (plain, _) = convert(&[], "sgf", sgf.as_bytes());
    let (wei7, told) = convert(&["--preserve", "all"], "wei7", sgf.as_bytes());
    let said = tianyuan(&["check", "-"], &wei7);
    assert_eq!((said.status, said.lines()), (0, vec!["-: wei7: valid"]));
    let text = String::from_utf8(wei7.clone()).expect("UTF-8");
    for comment in [
        "\"[SGF] TM=60\\n[SGF]\\n[SGF] EV=mine\"",
        "\"[SGF] N=here\"",
        "\"[SGF] TR=aa bb\\n[SGF] LB=cc:12\\n[SGF] BL=59.5\"",
        "\"[wei7] branch=1\"",
        "\"[wei7] branch=1\\n[SGF] AW=ed ef\\n[SGF] AE=ee\\nlater\"",
        "\"[wei7] branch=2\\n[SGF] W=ee\\n[SGF] KO=\\n[SGF] TB=[aa][bb]\"",
        "\"[SGF] ;\\na pause\"",
    ] {
        assert!(text.contains(comment), "{comment} in {text}");
    }
    assert!(told.contains("-: folded: node 1: moved to the comment: [SGF] BL=59.5\n"), "{told}");
    assert!(told.contains("node 2: continues in a new branch"), "{told}");
    assert!(!told.contains("dropped"), "{told}");
    assert_eq!(convert(&["--preserve", "all"], "sgf", &wei7).0, plain);
    // Nothing is stored twice, and text remains text.
    assert_eq!(convert(&["--preserve", "all"], "wei7", &wei7).0, wei7);
    let (with_lines, _) = convert(&[], "sgf", &wei7);
    let (again, _) = convert(&["--preserve", "all"], "wei7", &with_lines);
    assert_eq!(convert(&["--preserve", "all"], "sgf", &again).0, with_lines);
    // Signs replace the shapes in between.
    let signs = ["--preserve", "all", "--marks", "map"];
    let (wei7, _) = convert(&signs, "wei7", sgf.as_bytes());
    assert!(String::from_utf8_lossy(&wei7).contains("\"symbol\": \"#\""));
    assert_eq!(convert(&signs, "sgf", &wei7).0, plain);
    let (wei7, _) = convert(&["--preserve", "all"], "wei7-2.2", sgf.as_bytes());
    assert_eq!(convert(&["--preserve", "all"], "sgf", &wei7).0, plain);
}

#[test]
fn marks_and_rebase_convert_shapes_and_setup() {
    let sgf = "(;SZ[9];B[ee]CR[aa]TR[bb]SQ[cc]MA[dd]SL[ff])";
    let map = ["convert", "-", "-", "--to", "wei7-2.2", "--marks", "map", "--lang", "en"];
    let said = tianyuan(&map, sgf.as_bytes());
    let text = String::from_utf8(said.output).expect("UTF-8");
    let symbols: Vec<&str> = text.split("symbol=\"").skip(1).map(|rest| &rest[..1]).collect();
    assert_eq!(symbols, ["@", "#", "$", "&", "*"], "{text}");
    assert!(said.errors.starts_with("-: approximated: @ stands for CR\n"), "{}", said.errors);

    let folder = empty_folder("record-commands/rebase");
    let [file, out] = ["late.sgf", "out"].map(|name| folder.join(name).display().to_string());
    fs::write(&file, "(;SZ[9]AB[ii];B[aa](;W[bb];AW[cc];B[dd])(;AE[aa]C[new];W[ee];AB[ff]))")
        .expect("written");
    let said = tianyuan(&["convert", &file, &format!("{out}/"), "--to", "wei7", "--rebase"], b"");
    assert_eq!(said.errors.matches("a new record starts here").count(), 3, "{}", said.errors);
    assert_eq!(said.errors.lines().count(), 3, "{}", said.errors);
    let stones = |number: usize| {
        let shown = tianyuan(&["show", &format!("{out}/late-{number}.wei7"), "--move", "0"], b"");
        let rows = shown.lines()[1..].join("\n");
        (rows.matches('X').count(), rows.matches('O').count())
    };
    assert_eq!([stones(1), stones(2), stones(3), stones(4)], [(1, 0), (2, 2), (1, 0), (2, 1)]);
}

/// Returns the rows of the diagram that `show` prints, without coordinates.
fn rows(said: &Said) -> Vec<String> {
    let of_board =
        |line: &&&str| line.starts_with([' ', '1', '2']) && line.contains(['.', 'X', 'O']);
    let stones = |line: &&str| line.chars().filter(|c| ".XO".contains(*c)).collect();
    said.lines().iter().filter(of_board).map(stones).collect()
}

#[test]
fn handicap_is_not_a_problem_position() {
    for (sgf, is_problem) in [
        ("(;FF[4]SZ[9]HA[2]AB[cc][gg]PL[W];W[ee])", false),
        ("(;FF[4]SZ[9]HA[2]AB[cc][gg]PL[W])", false),
        ("(;FF[4]SZ[9]AB[cc][gg]PL[W];W[ee])", false),
        ("(;FF[4]SZ[9]AB[cc][gg]AW[cd]PL[W];W[ee])", true),
        ("(;FF[4]SZ[9]HA[0]AB[cc][gg]AW[cd]PL[W];W[ee])", true),
    ] {
        for to in ["wei7", "wei7-2.2"] {
            let said = tianyuan(&["convert", "-", "-", "--to", to], sgf.as_bytes());
            let text = String::from_utf8(said.output).expect("UTF-8");
            assert_eq!(text.contains("problem"), is_problem, "{sgf}: {text}");
            assert_eq!(said.errors.contains("problem"), is_problem, "{}", said.errors);
            assert_eq!(said.status, 0);
        }
    }
}

#[test]
fn move_on_stone_replaces_it() {
    let sgf = "(;FF[4]SZ[3];B[aa];W[ba];W[bb];B[ba];W[cc])";
    let said = tianyuan(&["show", "-"], sgf.as_bytes());
    assert_eq!(rows(&said), ["XX.", ".O.", "..O"]);
    let said = tianyuan(&["check", "-"], sgf.as_bytes());
    let expected =
        "-: warning: line 1, column 31: B3 is occupied: the move replaces the stone [execute]";
    assert_eq!((said.status, said.lines()), (0, vec![expected, "-: sgf: valid"]));

    let said = tianyuan(&["convert", "-", "-", "--to", "wei7"], sgf.as_bytes());
    assert_eq!(said.status, 0);
    let told = "-: approximated: node 4: 1,0 is occupied: a new branch starts from the position \
                after this move [3.17]\n";
    assert!(said.errors.ends_with(told), "{}", said.errors);
    assert_eq!(tianyuan(&["check", "-"], &said.output).status, 0);
    assert_eq!(rows(&tianyuan(&["show", "-"], &said.output)), ["XO.", ".O.", "..."]);

    let folder = empty_folder("record-commands/replaced");
    let [file, out] = ["game.sgf", "out"].map(|name| folder.join(name).display().to_string());
    fs::write(&file, sgf).expect("written");
    let said = tianyuan(&["convert", &file, &format!("{out}/"), "--to", "wei7", "--rebase"], b"");
    assert_eq!(said.status, 0, "{}", said.errors);
    let last = format!("{out}/game-2.wei7");
    assert_eq!(tianyuan(&["check", &out], b"").status, 0);
    assert_eq!(rows(&tianyuan(&["show", &last], b"")), ["XX.", ".O.", "..O"]);
}

#[test]
fn move_on_setup_stone_becomes_setup() {
    let sgf = "(;FF[4]SZ[3]AB[aa];W[aa]C[here];B[bb])";
    let said = tianyuan(&["convert", "-", "-", "--to", "wei7"], sgf.as_bytes());
    assert_eq!(said.status, 0, "{}", said.errors);
    assert_eq!(tianyuan(&["check", "-"], &said.output).status, 0);
    assert_eq!(rows(&tianyuan(&["show", "-"], &said.output)), ["O..", ".X.", "..."]);
    let same = "(;FF[4]SZ[3];B[aa];B[aa]C[again];W[bb])";
    let said = tianyuan(&["convert", "-", "-", "--to", "wei7"], same.as_bytes());
    assert_eq!(said.status, 0, "{}", said.errors);
    assert_eq!(tianyuan(&["check", "-"], &said.output).status, 0);
    let shown = tianyuan(&["show", "-", "--move", "2"], &said.output);
    assert_eq!(rows(&shown), ["X..", ".O.", "..."], "nothing is lost");
}
