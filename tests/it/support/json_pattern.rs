//! The regular expressions in the schemas of `docs/`: character classes, groups, alternatives, repetitions and
//! anchors as in ECMAScript, matched by backtracking. Patterns and texts are short.

use std::iter::Peekable;
use std::str::Chars;

/// Returns `true` if a pattern matches anywhere in a text, unless anchors restrict it.
pub fn is_found(pattern: &str, text: &str) -> bool {
    let mut rest = pattern.chars().peekable();
    let choice = parse_choice(&mut rest);
    assert!(rest.next().is_none(), "a bracket is closed that was not open: {pattern}");
    let text: Vec<char> = text.chars().collect();
    (0..=text.len()).any(|at| matches_choice(&choice, &text, at, &|_| true))
}

/// Alternatives, each a sequence of pieces.
type Choice = Vec<Vec<Piece>>;

/// An atom with its number of repetitions.
struct Piece {
    atom: Atom,
    least: usize,
    most: usize,
}

enum Atom {
    Start,
    End,
    Class { is_negated: bool, ranges: Vec<(char, char)> },
    Group(Choice),
}

fn parse_choice(rest: &mut Peekable<Chars>) -> Choice {
    let mut choice = vec![Vec::new()];
    loop {
        let atom = match rest.next_if(|c| *c != ')') {
            None => return choice,
            Some('|') => {
                choice.push(Vec::new());
                continue;
            }
            Some('^') => Atom::Start,
            Some('$') => Atom::End,
            Some('(') => {
                let group = parse_choice(rest);
                assert_eq!(rest.next(), Some(')'), "a bracket is not closed");
                Atom::Group(group)
            }
            Some('[') => parse_class(rest),
            Some('.') => Atom::Class { is_negated: true, ranges: vec![('\n', '\n'), ('\r', '\r')] },
            Some(c) => {
                let c = unescaped(c, rest);
                Atom::Class { is_negated: false, ranges: vec![(c, c)] }
            }
        };
        let (least, most) = parse_repetition(rest);
        choice.last_mut().expect("there is always one").push(Piece { atom, least, most });
    }
}

fn parse_class(rest: &mut Peekable<Chars>) -> Atom {
    let is_negated = rest.next_if_eq(&'^').is_some();
    let mut ranges = Vec::new();
    loop {
        let from = match rest.next().expect("a class is closed") {
            ']' => return Atom::Class { is_negated, ranges },
            c => unescaped(c, rest),
        };
        let to = match rest.next_if_eq(&'-').and_then(|_| rest.next()) {
            Some(c) => unescaped(c, rest),
            None => from,
        };
        ranges.push((from, to));
    }
}

/// Returns the character at the start: itself, or the character after a backslash.
fn unescaped(first: char, rest: &mut Peekable<Chars>) -> char {
    if first != '\\' {
        return first;
    }
    match rest.next().expect("something is escaped") {
        'n' => '\n',
        'r' => '\r',
        'u' => {
            let digits: String = rest.by_ref().take(4).collect();
            let code = u32::from_str_radix(&digits, 16).expect("four digits");
            char::from_u32(code).expect("a character")
        }
        c if c.is_ascii_alphanumeric() => panic!("the escape {c} is not known"),
        c => c,
    }
}

fn parse_repetition(rest: &mut Peekable<Chars>) -> (usize, usize) {
    match rest.next_if(|c| "?*+{".contains(*c)) {
        None => (1, 1),
        Some('?') => (0, 1),
        Some('*') => (0, usize::MAX),
        Some('+') => (1, usize::MAX),
        Some(_) => {
            let inside: String = rest.by_ref().take_while(|c| *c != '}').collect();
            let (least, most) = inside.split_once(',').unwrap_or((&inside, &inside));
            let number = |text: &str| text.parse().expect("a number");
            (number(least), if most.is_empty() { usize::MAX } else { number(most) })
        }
    }
}

/// Returns `true` if a choice matches at a position and the rest matches after it.
fn matches_choice(choice: &Choice, text: &[char], at: usize, then: &dyn Fn(usize) -> bool) -> bool {
    choice.iter().any(|pieces| matches_pieces(pieces, text, at, then))
}

fn matches_pieces(
    pieces: &[Piece],
    text: &[char],
    at: usize,
    then: &dyn Fn(usize) -> bool,
) -> bool {
    match pieces.split_first() {
        None => then(at),
        Some((piece, after)) => {
            matches_piece(piece, 0, text, at, &|at| matches_pieces(after, text, at, then))
        }
    }
}

/// Returns `true` if a piece, after a number of repetitions, matches again or needs no more.
fn matches_piece(
    piece: &Piece,
    times: usize,
    text: &[char],
    at: usize,
    then: &dyn Fn(usize) -> bool,
) -> bool {
    let again = |end: usize| {
        (end > at || times < piece.least) && matches_piece(piece, times + 1, text, end, then)
    };
    let once_more = times < piece.most
        && match &piece.atom {
            Atom::Start => at == 0 && again(at),
            Atom::End => at == text.len() && again(at),
            Atom::Class { is_negated, ranges } => text.get(at).is_some_and(|c| {
                let is_in = ranges.iter().any(|(from, to)| (from..=to).contains(&c));
                is_in != *is_negated && again(at + 1)
            }),
            Atom::Group(choice) => matches_choice(choice, text, at, &again),
        };
    once_more || times >= piece.least && then(at)
}

#[test]
fn patterns_are_found() {
    let found = [
        ("", "x"),
        (".", "天"),
        ("b+", "abbc"),
        ("^(a|bc){2}$", "abc"),
        ("^(a|ab)(c|bcd)?$", "abcd"),
        ("^[^0-9]*[.]5$", "x.5"),
        ("^-?[0-9]{1,3}$", "-123"),
        ("[\\u0000-\\u001f\\u2028]", "a\u{2028}"),
        ("^(a?){3}$", ""),
        ("^a\\.b$", "a.b"),
    ];
    for (pattern, text) in found {
        assert!(is_found(pattern, text), "{pattern} in {text:?}");
    }
    let not_found = [
        (".", "\n"),
        ("^b", "ab"),
        ("b$", "b\n"),
        ("^(a|bc){2}$", "a"),
        ("^[0-9]{1,3}$", "1234"),
        ("^[^0-9]+$", "a1"),
        ("^a\\.b$", "axb"),
    ];
    for (pattern, text) in not_found {
        assert!(!is_found(pattern, text), "{pattern} in {text:?}");
    }
}
