//! `tianyuan show`: a position of a game record as text, with its comment, marks and variations.

use std::path::PathBuf;

use clap::Args;

use super::charset_options::CharsetOptions;
use super::drawing::{draw, symbol};

use crate::cli::status::Status;
use crate::format;
use crate::go::Color;
use crate::record::replay::position_at;
use crate::record::standing::Standing;
use crate::record::{Evaluation, Event, Info, NodeId, Path, Record};
use crate::record_file::Source;
use crate::storage::Storage;

/// The command line of `tianyuan show`.
#[derive(Debug, Args)]
pub struct ShowArguments {
    /// The file, or - for the standard input
    file: PathBuf,
    /// The record, counted from 1, of a file that has several
    #[arg(long, value_name = "N", default_value_t = 1)]
    game: usize,
    /// The position after so many moves of the main line [default: all]
    #[arg(long = "move", value_name = "N", conflicts_with = "node")]
    moves: Option<u32>,
    /// The position at a node: 12.2.3 is 12 nodes down, there the 2nd variation, then 3 down
    #[arg(long, value_name = "PATH")]
    node: Option<Path>,
    #[command(flatten)]
    charset_options: CharsetOptions,
}

impl ShowArguments {
    /// Passes the position and the notes on it to `print`, line by line.
    ///
    /// # Errors
    /// One sentence, where there is no such file, record or position.
    pub fn run(&self, print: &mut dyn FnMut(&str)) -> Result<Status, String> {
        let source =
            Source::read(&Storage::default(), &self.file).map_err(|error| error.to_string())?;
        let name = &source.name;
        let options = self.charset_options.read_options();
        let mut records = format::read_with(&source.bytes, source.format, &options).records;
        let count = records.len();
        if !(1..=count).contains(&self.game) {
            return Err(format!("{name}: there is no record {}: there are {count}", self.game));
        }
        let record = records.swap_remove(self.game - 1);
        let id = self.place(&record).map_err(|reason| format!("{name}: {reason}"))?;
        let of = if count > 1 { format!(", {} of {count}", self.game) } else { String::new() };
        print(&format!("{name}: {}{of}", source.format));
        game(&record.info).iter().for_each(|line| print(line));
        let marks = &record.tree.node(id).notes().marks;
        draw(&position_at(&record, id), marks).lines().for_each(&mut *print);
        position(&record, id).iter().for_each(|line| print(line));
        Ok(Status::Clean)
    }

    fn place(&self, record: &Record) -> Result<NodeId, String> {
        let tree = &record.tree;
        if let Some(path) = &self.node {
            return path.find(tree).ok_or_else(|| format!("no node is at {path}"));
        }
        let mut line = tree.main_line(tree.root());
        let Some(moves) = self.moves else {
            return Ok(line.last().unwrap_or(tree.root()));
        };
        let standing = Standing::of(tree);
        let found = line.find(|&id| standing.moves(id) == moves);
        found.ok_or_else(|| format!("the main line has no position after {moves} moves"))
    }
}

/// The facts of the game: names, players, time, place, komi and result.
fn game(info: &Info) -> Vec<String> {
    let mut lines: Vec<String> = info.name.iter().cloned().collect();
    for color in Color::BOTH {
        for player in info.players_of(color) {
            let texts = [&player.name, &player.title, &player.rank].into_iter().flatten();
            let texts: Vec<&str> = texts.map(String::as_str).collect();
            lines.push(format!("{}: {}", color_name(color), texts.join(" ")));
        }
    }
    let time = info.time.as_ref().map(ToString::to_string).or(info.dates.clone());
    let facts = [
        ("time", time),
        ("place", info.place.clone()),
        ("komi", info.rules.komi.map(|komi| komi.to_string())),
        ("result", info.result.map(|result| result.to_string())),
    ];
    let facts = facts.into_iter().filter_map(|(name, text)| Some(format!("{name} {}", text?)));
    let facts: Vec<String> = facts.collect();
    if !facts.is_empty() {
        lines.push(facts.join(", "));
    }
    lines
}

/// The facts of a position: its event, captures, title, evaluation, marks, comment and variations.
fn position(record: &Record, id: NodeId) -> Vec<String> {
    let (tree, size) = (&record.tree, record.size);
    let node = tree.node(id);
    let notes = node.notes();
    let moves = Standing::of(tree).moves(id);
    let position = position_at(record, id);
    let captured = Color::BOTH.map(|color| position.captured(color));
    let mut lines = vec![format!(
        "{}, move {moves}, node {}, captured: {} black, {} white",
        event(&node.event, record),
        Path::to(id, tree),
        captured[0],
        captured[1]
    )];
    lines.extend(notes.title.iter().map(|title| format!("[{title}]")));
    lines.extend(notes.evaluation.map(|evaluation| evaluation_name(evaluation).to_string()));
    lines.extend(notes.problem.map(|color| format!("problem: {} to play", color_name(color))));
    let mark = |mark| format!("{} {}", symbol(mark), mark.point.vertex(size));
    let marks: Vec<String> = notes.marks.iter().map(mark).collect();
    if !marks.is_empty() {
        lines.push(format!("marks: {}", marks.join(", ")));
    }
    lines.extend(notes.comment.iter().flat_map(|comment| comment.lines()).map(String::from));
    if tree.forks(id) {
        let choices = tree.children(id).map(|child| {
            format!("{} {}", Path::to(child, tree), event(&tree.node(child).event, record))
        });
        lines.push(format!("next: {}", choices.collect::<Vec<_>>().join(", ")));
    }
    lines
}

fn event(event: &Event, record: &Record) -> String {
    match event {
        Event::Nothing => "-".into(),
        Event::Setup(setup) => format!("{} stones set up", setup.stones().count()),
        Event::Move { color, point: None } => format!("{} passes", color_name(*color)),
        Event::Move { color, point: Some(point) } => {
            format!("{} {}", color_name(*color), point.vertex(record.size))
        }
        Event::Takeback(moves) => format!("{moves} moves taken back"),
        Event::Claim(status) => format!("claim {status}"),
        Event::Mark(mark) => format!("mark {} {}", symbol(mark), mark.point.vertex(record.size)),
        Event::Message(text) => format!("message {text}"),
    }
}

fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

fn evaluation_name(evaluation: Evaluation) -> &'static str {
    match evaluation {
        Evaluation::Good => "a good move",
        Evaluation::VeryGood => "a very good move",
        Evaluation::Bad => "a bad move",
        Evaluation::VeryBad => "a very bad move",
        Evaluation::Interesting => "an interesting move",
        Evaluation::Doubtful => "a doubtful move",
        Evaluation::Trick => "a trick move",
        Evaluation::Controversial => "a controversial move",
    }
}
