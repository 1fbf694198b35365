//! A clause of a result: a statement of the winner, an explanation, or a remark.

use super::lexicon::{Implied, Word, manner, word};
use super::numeral::whole;
use super::quantity::Quantity;
use crate::record::{Outcome, WinReason};
use tianyuan_go::Color;

/// A clause by kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Clause {
    Win(Win),
    /// The result of the game as a whole: a draw, no result, or an unknown result.
    Whole(Outcome),
    /// A reason or a margin without a colour.
    Explanation(Win),
    Empty,
    /// Unrelated to the winner.
    Remark,
    /// A statement of the winner that is not understood.
    NotUnderstood,
    /// Two statements that contradict each other.
    Contradiction,
}

/// A win, with the details that a clause states.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Win {
    pub(super) winner: Option<Color>,
    pub(super) manner: Option<WinReason>,
    pub(super) margin: Option<Quantity>,
    /// `true` if text after the `+` is not understood.
    pub(super) is_loose: bool,
    /// `true` if the clause contains more than an outcome can represent.
    pub(super) has_remark: bool,
}

/// Splits a text into clauses: first those outside of brackets, then those inside. Returns `None` if a bracket is
/// missing.
pub(super) fn clauses(text: &str) -> Option<Vec<Clause>> {
    let (mut outer, mut inner, mut depth) = (String::new(), String::new(), 0usize);
    for c in text.chars() {
        match c {
            '(' | '[' | '【' | '〔' => {
                depth += 1;
                outer.push(' ');
                inner.push('、');
            }
            ')' | ']' | '】' | '〕' => {
                depth = depth.checked_sub(1)?;
                inner.push('、');
            }
            _ if depth == 0 => outer.push(c),
            _ => inner.push(c),
        }
    }
    (depth == 0).then(|| parts(&outer).chain(parts(&inner)).map(read).collect())
}

/// Splits a text at commas and similar punctuation. A comma between digits belongs to a number.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let bytes = text.as_bytes();
    let is_digit =
        move |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
    let mut ends = text.char_indices().filter(move |&(at, c)| match c {
        ',' => !(is_digit(at.checked_sub(1)) && is_digit(Some(at + 1))),
        _ => matches!(c, '、' | '。' | ';' | ':'),
    });
    let mut start = Some(0);
    std::iter::from_fn(move || {
        let from = start?;
        let end = ends.next();
        start = end.map(|(at, c)| at + c.len_utf8());
        Some(&text[from..end.map_or(text.len(), |(at, _)| at)])
    })
}

/// A colour and how it won or lost, collected word by word.
#[derive(Debug, Clone, Copy, Default)]
struct Statement {
    color: Option<Color>,
    /// `true` if the colour wins.
    wins: Option<bool>,
    manner: Option<WinReason>,
    /// `true` if the colour wins unless a verb states otherwise.
    implied: Option<bool>,
    margin: Option<Quantity>,
    /// `true` if the next colour is the object of the verb.
    has_object: bool,
}

impl Statement {
    fn winner(&self) -> Option<Color> {
        let color = self.color?;
        Some(if self.wins.or(self.implied)? { color } else { !color })
    }

    /// Adds a verb. Returns `None` if it contradicts an earlier verb.
    fn verb(&mut self, wins: bool) -> Option<()> {
        (*self.wins.get_or_insert(wins) == wins).then_some(())
    }

    fn manner(&mut self, manner: WinReason) -> Option<()> {
        (*self.manner.get_or_insert(manner) == manner).then_some(())
    }

    fn amount(&mut self, amount: Quantity) -> Option<()> {
        self.margin.replace(amount).is_none().then_some(())
    }
}

/// The state of the parser of a clause.
#[derive(Default)]
struct Words {
    done: Vec<Statement>,
    statement: Statement,
    whole: Option<Outcome>,
    /// `true` after a `+`, where an unknown word is a remark.
    is_in_letters: bool,
    is_loose: bool,
    has_remark: bool,
    has_unknown: bool,
    is_opaque: bool,
}

fn read(text: &str) -> Clause {
    let mut words = Words::default();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let Some(after) = words.take(rest) else { return Clause::NotUnderstood };
        rest = after.trim_start();
    }
    words.clause()
}

impl Words {
    /// Parses the next word and returns the rest. Returns `None` if it cannot follow the words before it.
    fn take<'t>(&mut self, text: &'t str) -> Option<&'t str> {
        if let Some(rest) = text.strip_prefix('+') {
            return self.plus(rest.trim_start());
        }
        if let Some(rest) = moves(text) {
            self.has_remark = true;
            return Some(rest);
        }
        if let Some((amount, rest)) = Quantity::read(text) {
            self.statement.amount(amount)?;
            return Some(rest);
        }
        let Some((word, rest)) = word(text) else {
            self.has_unknown = true;
            return Some(&text[unknown(text)..]);
        };
        self.word(word)?;
        Some(rest)
    }

    fn word(&mut self, word: Word) -> Option<()> {
        let statement = &mut self.statement;
        match word {
            Word::Color(color) => return self.color(color),
            Word::Wins => statement.verb(true)?,
            Word::Loses => statement.verb(false)?,
            Word::Beats => {
                statement.verb(true)?;
                statement.has_object = true;
            }
            Word::By => statement.implied = Some(true),
            Word::Reason(manner, implied) => {
                statement.manner(manner)?;
                match implied {
                    Implied::Verb => statement.verb(false)?,
                    Implied::Win => statement.implied = Some(true),
                    Implied::Loss => statement.implied = Some(false),
                    Implied::Nothing => {}
                }
            }
            Word::Whole(outcome) => self.whole = Some(outcome),
            Word::Filler => {}
            Word::Remark => self.has_remark = true,
            Word::Opaque => self.is_opaque = true,
        }
        Some(())
    }

    fn color(&mut self, color: Color) -> Option<()> {
        let Some(before) = self.statement.color else {
            // A verb needs a colour before it.
            self.statement.color = Some(color);
            return self.statement.wins.is_none().then_some(());
        };
        if self.statement.has_object {
            self.statement.has_object = false;
            return (before != color).then_some(());
        }
        self.statement.winner()?;
        let done = std::mem::take(&mut self.statement);
        self.done.push(done);
        self.statement.color = Some(color);
        Some(())
    }

    /// Parses the text after a `+`.
    fn plus<'t>(&mut self, text: &'t str) -> Option<&'t str> {
        self.statement.color?;
        self.statement.verb(true)?;
        self.is_in_letters = true;
        if text.is_empty() || Quantity::read(text).is_some() {
            return Some(text);
        }
        let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
        match manner(&text[..letters]) {
            Some(manner) => self.statement.manner(manner)?,
            None => {
                self.is_loose = true;
                return Some(&text[unknown(text)..]);
            }
        }
        Some(&text[letters..])
    }

    fn clause(mut self) -> Clause {
        let last = self.statement;
        let is_of_color = last.color.is_some() || !self.done.is_empty();
        let states = is_of_color || last.wins.is_some() || self.whole.is_some();
        if self.is_opaque || self.has_unknown && states && !self.is_in_letters {
            return Clause::NotUnderstood;
        }
        if self.has_unknown && !self.is_in_letters {
            return Clause::Remark;
        }
        self.has_remark |= self.has_unknown;
        if let Some(outcome) = self.whole {
            let is_alone = !is_of_color && last.wins.is_none() && last.margin.is_none();
            return if is_alone { Clause::Whole(outcome) } else { Clause::NotUnderstood };
        }
        if !is_of_color {
            return self.explanation();
        }
        // `黑胜白3目半`: words after the other colour belong to the previous statement.
        if last.winner().is_none()
            && let Some(before) = self.done.last_mut()
            && before.color != last.color
        {
            before.margin = before.margin.or(last.margin);
            before.manner = before.manner.or(last.manner);
        } else {
            self.done.push(last);
        }
        self.win()
    }

    fn explanation(&self) -> Clause {
        let Statement { manner, margin, wins, .. } = self.statement;
        let is_loss_alone = wins.is_some() && manner.is_none();
        match (manner, margin) {
            _ if is_loss_alone => Clause::NotUnderstood,
            (None, None) if self.has_remark => Clause::Remark,
            (None, None) => Clause::Empty,
            _ => Clause::Explanation(Win {
                manner,
                margin,
                has_remark: self.has_remark,
                ..Win::default()
            }),
        }
    }

    /// Returns the win that all statements agree on.
    fn win(self) -> Clause {
        let mut win = Win::default();
        for statement in &self.done {
            let Some(winner) = statement.winner() else { return Clause::NotUnderstood };
            if statement.margin.is_some() && statement.manner.is_some() {
                return Clause::Contradiction;
            }
            let is_other = win.winner.is_some_and(|before| before != winner)
                || win.margin.zip(statement.margin).is_some_and(|(a, b)| !a.agrees_with(b));
            if is_other {
                return Clause::Contradiction;
            }
            win.winner = Some(winner);
            win.has_remark |= win.manner.zip(statement.manner).is_some_and(|(a, b)| a != b);
            win.manner = win.manner.or(statement.manner);
            win.margin = win.margin.or(statement.margin);
        }
        win.has_remark |= self.has_remark;
        Clause::Win(Win { is_loose: self.is_loose, ..win })
    }
}

/// Returns the rest of a text after a number of moves: `257手完`.
fn moves(text: &str) -> Option<&str> {
    let text = text.strip_prefix('共').unwrap_or(text);
    let (_, rest) = whole(text)?;
    let rest = rest.trim_start();
    let rest = rest.strip_prefix('手').or_else(|| rest.strip_prefix("moves"))?;
    let end = ["まで", "完", "终", "止"].iter().find_map(|end| rest.strip_prefix(end));
    Some(end.unwrap_or(rest))
}

/// Returns the length of the unknown word at the start of a text: a run of Latin letters and digits, or one
/// character.
fn unknown(text: &str) -> usize {
    let letters = text.bytes().take_while(u8::is_ascii_alphanumeric).count();
    letters.max(text.chars().next().map_or(0, char::len_utf8))
}
