//! `tianyuan show`: prints a position of a game record with its comment, marks and variations.

use std::path::PathBuf;

use clap::Args;

use super::ascii_board::{draw, symbol};
use super::charset_options::CharsetOptions;

use crate::cli::exit_status::Status;
use crate::cli::language::LanguageOption;
use crate::go::Color;
use crate::job_error::JobError;
use crate::record_file::Source;
use crate::records::format;
use crate::records::record::replay::position_at;
use crate::records::record::takebacks::MoveHistory;
use crate::records::record::{Evaluation, Event, Info, Language, NodeId, Path, Record};
use crate::records::storage::Storage;

/// The arguments of `tianyuan show`.
#[derive(Debug, Args)]
pub struct ShowArguments {
    /// Record file, or - for standard input
    file: PathBuf,
    /// Number of the game in a collection, from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    game: usize,
    /// Number of main-line moves to play [default: all]
    #[arg(long = "move", value_name = "N", conflicts_with = "node")]
    moves: Option<u32>,
    /// Path to a node: 12.2.3 is 12 down, 2nd variation, 3 down
    #[arg(long, value_name = "PATH")]
    node: Option<Path>,
    #[command(flatten)]
    charset_options: CharsetOptions,
    #[command(flatten)]
    lang: LanguageOption,
}

impl ShowArguments {
    /// Passes the position and its annotations to `print`, line by line.
    ///
    /// # Errors
    /// Returns [`JobError`] if the file, record or position does not exist.
    pub fn run(&self, print: &mut dyn FnMut(&str)) -> Result<Status, JobError> {
        let source = Source::read(&Storage::default(), &self.file)?;
        let (name, language) = (&source.name, self.lang.language());
        let options = self.charset_options.read_options();
        let mut records = format::read_with(&source.bytes, source.format, &options).records;
        let count = records.len();
        if !(1..=count).contains(&self.game) {
            let wanted = self.game;
            return Err(JobError::Usage(language.choose(
                format!("{name}: no record {wanted} (number of records: {count})"),
                format!("{name}: 没有第 {wanted} 局，共 {count} 局"),
            )));
        }
        let record = records.swap_remove(self.game - 1);
        let id = self.place(name, &record, language)?;
        let place = self.game;
        let of = match count {
            1 => String::new(),
            _ => language
                .choose(format!(", {place} of {count}"), format!("，{count} 局中第 {place} 局")),
        };
        print(&format!("{name}: {}{of}", source.format));
        game(&record.info, language).iter().for_each(|line| print(line));
        let marks = &record.tree.node(id).notes().marks;
        draw(&position_at(&record, id), marks).lines().for_each(&mut *print);
        position(&record, id, language).iter().for_each(|line| print(line));
        Ok(Status::Clean)
    }

    fn place(&self, name: &str, record: &Record, language: Language) -> Result<NodeId, JobError> {
        let missing = |reason| JobError::Usage(format!("{name}: {reason}"));
        let tree = &record.tree;
        if let Some(path) = &self.node {
            return path.find(tree).ok_or_else(|| {
                let texts = (format!("no node at {path}"), format!("{path} 处没有节点"));
                missing(language.choose(texts.0, texts.1))
            });
        }
        let mut line = tree.main_line(tree.root());
        let Some(moves) = self.moves else {
            return Ok(line.last().unwrap_or(tree.root()));
        };
        let standing = MoveHistory::of(tree);
        let found = line.find(|&id| standing.moves(id) == moves);
        found.ok_or_else(|| {
            missing(language.choose(
                format!("the main line has no position after {moves} moves"),
                format!("主线没有 {moves} 手之后的局面"),
            ))
        })
    }
}

/// Returns the lines about the game: names, players, time, place, komi and result.
fn game(info: &Info, language: Language) -> Vec<String> {
    let mut lines: Vec<String> = info.name.iter().cloned().collect();
    for color in Color::BOTH {
        for player in info.players_of(color) {
            let texts = [&player.name, &player.title, &player.rank].into_iter().flatten();
            let texts: Vec<&str> = texts.map(String::as_str).collect();
            lines.push(format!("{}: {}", color_name(color, language), texts.join(" ")));
        }
    }
    let time = info.time.as_ref().map(ToString::to_string).or(info.dates.clone());
    let facts = [
        (language.choose("time", "时间"), time),
        (language.choose("place", "地点"), info.place.clone()),
        (language.choose("komi", "贴目"), info.rules.komi.map(|komi| komi.to_string())),
        (language.choose("result", "结果"), info.result.map(|result| result.to_string())),
    ];
    let facts = facts.into_iter().filter_map(|(name, text)| Some(format!("{name} {}", text?)));
    let facts: Vec<String> = facts.collect();
    if !facts.is_empty() {
        lines.push(facts.join(", "));
    }
    lines
}

/// Returns the lines about a position: its event, captures, title, evaluation, marks, comment and variations.
fn position(record: &Record, id: NodeId, language: Language) -> Vec<String> {
    let (tree, size) = (&record.tree, record.size);
    let node = tree.node(id);
    let notes = node.notes();
    let moves = MoveHistory::of(tree).moves(id);
    let position = position_at(record, id);
    let [black, white] = Color::BOTH.map(|color| position.captured(color));
    let (event_of, path) = (event(&node.event, record, language), Path::to(id, tree));
    let mut lines = vec![language.choose(
        format!("{event_of}, move {moves}, node {path}, captured: {black} black, {white} white"),
        format!("{event_of}，第 {moves} 手，节点 {path}，被提：黑 {black}，白 {white}"),
    )];
    lines.extend(notes.title.iter().map(|title| format!("[{title}]")));
    lines.extend(
        notes.evaluation.map(|evaluation| evaluation_name(evaluation, language).to_string()),
    );
    lines.extend(notes.problem.map(|color| {
        let color = color_name(color, language);
        language.choose(format!("problem: {color} to play"), format!("题目：{color}先"))
    }));
    let mark = |mark| format!("{} {}", symbol(mark), mark.point.vertex(size));
    let marks: Vec<String> = notes.marks.iter().map(mark).collect();
    if !marks.is_empty() {
        lines.push(format!("{}: {}", language.choose("marks", "标记"), marks.join(", ")));
    }
    lines.extend(notes.comment.iter().flat_map(|comment| comment.lines()).map(String::from));
    if tree.has_variations(id) {
        let choices = tree.children(id).map(|child| {
            format!(
                "{} {}",
                Path::to(child, tree),
                event(&tree.node(child).event, record, language)
            )
        });
        let next = language.choose("next", "以下");
        lines.push(format!("{next}: {}", choices.collect::<Vec<_>>().join(", ")));
    }
    lines
}

fn event(event: &Event, record: &Record, language: Language) -> String {
    match event {
        Event::Nothing => "-".into(),
        Event::Setup(setup) => {
            let stones = setup.stones().count();
            language.choose(format!("{stones} stones set up"), format!("摆 {stones} 子"))
        }
        Event::Move { color, point: None } => {
            let color = color_name(*color, language);
            language.choose(format!("{color} passes"), format!("{color}虚着"))
        }
        Event::Move { color, point: Some(point) } => {
            format!("{} {}", color_name(*color, language), point.vertex(record.size))
        }
        Event::Takeback(moves) => {
            language.choose(format!("{moves} moves taken back"), format!("撤回 {moves} 手"))
        }
        Event::Claim(status) => format!("{} {status}", language.choose("claim", "声明")),
        Event::Mark(mark) => {
            let (word, vertex) = (language.choose("mark", "标记"), mark.point.vertex(record.size));
            format!("{word} {} {vertex}", symbol(mark))
        }
        Event::Message(text) => format!("{} {text}", language.choose("message", "消息")),
    }
}

fn color_name(color: Color, language: Language) -> &'static str {
    match color {
        Color::Black => language.choose("Black", "黑"),
        Color::White => language.choose("White", "白"),
    }
}

fn evaluation_name(evaluation: Evaluation, language: Language) -> &'static str {
    match evaluation {
        Evaluation::Good => language.choose("a good move", "好手"),
        Evaluation::VeryGood => language.choose("a very good move", "妙手"),
        Evaluation::Bad => language.choose("a bad move", "问题手"),
        Evaluation::VeryBad => language.choose("a very bad move", "恶手"),
        Evaluation::Interesting => language.choose("an interesting move", "有趣之着"),
        Evaluation::Doubtful => language.choose("a doubtful move", "缓手"),
        Evaluation::Trick => language.choose("a trick move", "骗着"),
        Evaluation::Controversial => language.choose("a controversial move", "有争议之着"),
    }
}
