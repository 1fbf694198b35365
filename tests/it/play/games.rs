//! Whole games over a pipe, in both languages.

use super::game;

/// A game on 5x5 with komi 25.5: the user's input up to the second pass.
const FIVE: [&str; 4] = ["--size", "5", "--komi", "25.5"];
const MOVES: &str = "C3\nC2\nB4\nC4\npass\n";

/// Returns the lines of boards.
fn boards(text: &str) -> Vec<&str> {
    text.lines().filter(|line| line.starts_with(' ')).collect()
}

#[test]
fn whole_game_is_equal_in_both_languages() {
    let english = game("en", &FIVE, &format!("{MOVES}agree\nscore\nquit\n"));
    let chinese = MOVES.replace("pass", "虚着");
    let chinese = game("zh", &FIVE, &format!("{chinese}同意\n数子\n退出\n"));
    assert_eq!(boards(&english), boards(&chinese));
    let count = "Black 25 子, White 0 子\nhalf of the board 12 1/2, compensation 12 3/4\nWhite wins by 1/4 子 (W+0.5)\n";
    assert_eq!(
        english.matches(count).count(),
        3,
        "proposed, agreed on, asked for again\n{english}"
    );
    assert!(english.contains("Dead stones, marked with /: B1 B2 B3 A4."), "{english}");
    assert!(english.contains("\n 4 O/X X . . 4\n 3 . O/X . . 3\n"), "{english}");
    let count = "黑 25 子, 白 0 子\n归本数 12 1/2, 贴子 12 3/4\n白胜 1/4 子\n";
    assert_eq!(chinese.matches(count).count(), 3, "{chinese}");
    assert!(chinese.contains("死子（标/）：B1 B2 B3 A4。"), "{chinese}");
    assert_eq!(
        game("zh", &FIVE, &format!("{MOVES}agree\nscore\n")),
        chinese,
        "the end of the input is an end"
    );
}

#[test]
fn user_can_change_dead_stones() {
    let said = game("en", &FIVE, &format!("{MOVES}dead B1\ndead B1 A4\nalive\nagree\nsave\n"));
    // B1, B2 and B3 are one chain.
    assert!(said.contains("marked with /: A4.\nBlack 13 子, White 12 子\n"), "{said}");
    assert!(said.contains("marked with /: B1 B2 B3.\nBlack 14 子, White 11 子\n"), "{said}");
    assert!(said.contains("\nWhite wins by 11 1/4 子 (W+22.5)\nThe game is over"), "{said}");
    let said = game("en", &FIVE, &format!("{MOVES}undo\nboard\nagree\n"));
    assert!(said.ends_with("dead stones can be marked after two passes\n"), "{said}");
    let back = boards(&said);
    assert_eq!(
        back[back.len() - 7..],
        back[back.len() - 14..back.len() - 7],
        "before the pass\n{said}"
    );
}

#[test]
fn counting_follows_rules() {
    let japanese = [&FIVE[..], &["--rules", "japanese"]].concat();
    let said = game("en", &japanese, "A1\nresign\nscore\nundo\nresign\n");
    assert!(
        said.contains("Japanese rules, komi 25.5, level 10 (full strength). You are Black (X).\n"),
        "{said}"
    );
    assert_eq!(said.matches("Black resigns\nThe game is over").count(), 3, "{said}");
    let standing = [&FIVE[..], &["--rules", "tromp-taylor"]].concat();
    let said = game("zh", &standing, &MOVES.replace("pass\n", "虚着\n"));
    assert!(said.contains("Tromp-Taylor规则，贴12 3/4子"), "{said}");
    assert!(!said.contains("死子（标/）"), "all stones stand\n{said}");
}

#[test]
fn engine_moves_first_when_it_is_black() {
    let said = game("en", &["--size", "5", "--color", "white"], "");
    assert!(said.contains("You are White (O).\n") && said.contains("\nMove 1: Black "), "{said}");
    let said = game("zh", &["--size", "9", "--handicap", "3"], "认输\n");
    assert!(
        said.contains("9路，中国规则，让3子，贴1 1/2子，级别10（全力）。您执黑（X）。"),
        "{said}"
    );
    assert!(said.contains("\n第1手：白") && said.contains("\n黑认输\n"), "{said}");
    let said = game("en", &["--size", "5", "--handicap", "2", "--color", "w"], "");
    assert!(said.contains("\nWhite (O) to play; prisoners"), "{said}");
}

#[test]
fn hint_and_score_print_moves_and_estimate() {
    let said =
        game("en", &["--size", "5", "--level", "1"], "hint\nscore\nlevel\nlevel 3\nlevel 12k\n");
    let hints = said.lines().filter(|line| line.contains(": winrate ") && line.contains(", lead "));
    assert!((1..=3).contains(&hints.count()), "{said}");
    assert!(said.contains("Black leads by about "), "{said}");
    assert!(said.ends_with("level 1: 25k\nlevel 3: 19k\nlevel 12k\n"), "{said}");
    let said = game("en", &["--size", "5"], "resign\nhint\n");
    assert!(said.ends_with("the game is over; undo takes moves back\n"), "{said}");
}
