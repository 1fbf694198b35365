//! Problems as an interactive page that replies to the moves tried.
//!
//! Fills `problem.html`; its scripts `problem_practice.js` and `problem.js` extend `page_board.js`.

use serde::Serialize;

use super::page::BOARD_SCRIPT;
use super::tables::{colour, in_both, named_vertex};
use crate::page::html::{both, embedded, encoded, escaped, filled};
use crate::page::svg_board::{self, Marks};
use crate::page::{ELEMENTS_SCRIPT, PRACTICE_SCRIPT, PageLanguage, STYLE, SYMBOLS};
use crate::records::record::{Position, Size};
use crate::review::game::digest::GameProblem;
use crate::review::game::problem::ProblemReply;
use crate::review::output::messages::{IN_ORDER, percent};
use crate::review::output::proof_messages;
use crate::review::position::evaluation::PointIndex;

const PAGE: &str = include_str!("problem.html");
const SCRIPT: &str = include_str!("problem.js");

/// The script's data; `problem.rs` describes the fields.
#[derive(Serialize)]
struct Data<'a> {
    size: usize,
    problems: Vec<ProblemData<'a>>,
}

#[derive(Serialize)]
struct ProblemData<'a> {
    color: u8,
    stones: String,
    tries: Vec<(i32, &'a [PointIndex], bool)>,
    /// A text about the proof in Chinese and English, and the refutations of other moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<([&'static str; 2], &'a [Vec<PointIndex>])>,
}

/// Writes the problem page of one board size. If the games have pages, it links to them.
pub(crate) fn write(
    problems: &[GameProblem<'_>],
    has_pages: bool,
    language: &PageLanguage,
) -> Vec<u8> {
    let lines = problems[0].problem.lines;
    let size = Size::new(lines, lines).expect("a problem has a supported board size");
    let data = Data { size: lines, problems: problems.iter().map(data).collect() };
    let json = serde_json::to_string(&data).expect("strings and numbers are valid JSON");
    let list = problems.iter().enumerate().map(|(i, of)| item(i, of, size, has_pages));
    let parts = [
        ("style", STYLE),
        ("symbols", SYMBOLS),
        ("elements-script", ELEMENTS_SCRIPT),
        ("board-script", BOARD_SCRIPT),
        ("practice-script", PRACTICE_SCRIPT),
        ("script", SCRIPT),
        ("language", language.language),
        ("language-choice", &language.choice()),
        ("language-script", PageLanguage::SCRIPT),
        ("count", &count(problems.len())),
        ("board", &svg_board::board(&Position::new(size), &Marks::default())),
        ("list", &list.collect::<String>()),
        ("data", &embedded(&json)),
    ];
    filled(PAGE, &parts).into_bytes()
}

/// Formats the number of problems in both languages.
fn count(problems: usize) -> String {
    let noun = if problems == 1 { "problem" } else { "problems" };
    both(&format!("对局中的 {problems} 道题"), &format!("{problems} {noun} from games"))
}

fn data<'a>(of: &GameProblem<'a>) -> ProblemData<'a> {
    let problem = of.problem;
    let tried = |tried: &'a ProblemReply| (tried.value.winrate, &*tried.line, tried.is_played);
    let mut stones = vec![b'0'; problem.lines * problem.lines];
    problem.stones().for_each(|(place, color)| stones[place] = b'0' + color as u8);
    ProblemData {
        color: problem.color() as u8,
        stones: stones.into_iter().map(char::from).collect(),
        tries: problem.tries.iter().map(tried).collect(),
        proof: problem.proof.as_ref().map(|proof| {
            let texts = IN_ORDER.map(|language| proof_messages::problem(proof, language));
            (texts, &*proof.refutations)
        }),
    }
}

/// Returns a list item: the colour to play, the game, and the answer for readers without scripts.
fn item(i: usize, of: &GameProblem<'_>, size: Size, has_pages: bool) -> String {
    let title = in_both(|language| escaped(&of.title(language)));
    let game = match has_pages {
        true => {
            let (stem, number) = (encoded(&of.digest.stem), of.problem.number);
            format!("· <a href=\"{stem}.html#move={number}\">{}</a>", both("看对局", "the game"))
        }
        false => String::new(),
    };
    let answer = &of.problem.tries[0];
    let (number, first) = (i + 1, answer.line[0]);
    let proof = of.problem.proof.as_ref().map_or_else(String::new, |proof| {
        " ".to_string() + &in_both(|language| proof_messages::problem(proof, language).into())
    });
    format!(
        "<li><a class=\"choose\" href=\"#p{number}\"><bdi>{title}</bdi></a> <span>{} {}</span> {game} \
         <span class=\"progress\"></span> <details class=\"answer\"><summary>{}</summary><p><b>{}</b> · {}{proof}</p></details></li>",
        colour(of.problem.color()),
        both("先", "to play"),
        both("答案", "Answer"),
        named_vertex(first, size),
        both(
            &format!("胜率 {}", percent(answer.value.winrate)),
            &format!("wins {}", percent(answer.value.winrate))
        )
    )
}
