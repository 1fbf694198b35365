//! `tianyuan conform --client`: diagnostics of clients, and the scenarios.

use std::fs;
use std::path::Path;

use crate::support::folder::empty_folder;
use crate::support::process::{Said, program_in, run};

fn serve(arguments: &[&str], lines: &str) -> Said {
    let arguments = [&["conform", "--client", "--lang", "en"], arguments].concat();
    run(&mut program_in(Path::new("."), &arguments), lines.as_bytes())
}

#[test]
fn conforming_client_has_no_diagnostics() {
    // Each line waits in the pipe for the previous response; only input from a file is sent ahead.
    let said = serve(&[], "WTP\n");
    assert!(said.errors.contains("without quit") && said.status == 1, "{}", said.errors);
    let said = serve(&["--gtp"], "quit\n");
    assert_eq!((said.status, said.text()), (0, "= \n\n"));
    assert_eq!(said.errors, "protocol violations by the client: 0\n");
}

#[test]
fn violations_are_reported_with_clause() {
    let file = empty_folder("conform-client").join("remarks.jsonl");
    let name = file.to_str().expect("a name");
    let said =
        serve(&["--diagnostics", name], "WTP\nplay b D4\r\nmake_coffee\nboardsize 4\nquit\n");
    assert_eq!(said.status, 1);
    for part in [
        "2: 2.1.2: not allowed: a control",
        "2: 5.1: not allowed",
        "3: 5.1.1.4: note",
        "4: 3.6: not allowed",
    ] {
        assert!(said.errors.contains(part), "{part}: {}", said.errors);
    }
    let remarks = fs::read_to_string(&file).expect("it was written");
    assert!(remarks.lines().all(|line| line.starts_with("{\"line\":")), "{remarks}");
    assert!(remarks.contains("\"clause\":\"3.6\""), "{remarks}");
}

#[test]
fn commands_sent_early_are_reported() {
    let said = serve(&["--scenario", "pauses"], "WTP\nboardsize 9\nquit\n");
    assert!(said.errors.contains("has no response yet"), "{}", said.errors);
}

#[test]
fn scenarios_behave_as_described() {
    let moves = "genmove B\ngenmove W\ngenmove B\n";
    let game = format!("boardsize 5\nclear_board\n{moves}");
    let said = serve(&["--gtp", "--scenario", "dies"], &game);
    assert_eq!(said.text().matches('=').count(), 4, "{}", said.text());
    assert!(said.errors.contains("the scenario ends the engine here"), "{}", said.errors);
    let said = serve(&["--gtp", "--scenario", "resigns"], &format!("{game}quit\n"));
    assert!(said.text().contains("= resign\n"), "{}", said.text());
    let plays = "play B A1\nplay B B1\nplay B C1\n";
    let said = serve(&["--gtp", "--scenario", "errors"], &format!("{plays}quit\n"));
    assert!(said.text().contains("? not now\ntry again later\n\n"), "{}", said.text());
    let said = serve(&["--scenario", "comments"], "WTP\nname\nquit\n");
    let text = String::from_utf8_lossy(&said.output);
    assert!(text.starts_with("# ") && text.contains("= Tianyuan # "), "{text}");
    let analysis = "boardsize 5\nanalyze B maxvisits 30 maxmoves 1\nquit\n";
    let said = serve(&["--scenario", "flood"], analysis);
    assert!(!said.output.is_empty());
}
