//! `tianyuan solve`: solves a life-and-death problem of a game record and writes its proof.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use crate::cancellation::Cancellation;
use crate::engine::Settings;
use crate::go::{Color, Game, Point, PointSet, Rules};
use crate::job_error::JobError;
use crate::local_problem::{
    Answer, BORDER_RULES, GoalName, MAX_PROOF_NODES, ProblemRequest, border_rule, proof_record,
};
use crate::protocol::{Failure, vertex};
use crate::record_file::Source;
use crate::records::format::{self, Format};
use crate::records::record::takebacks::MoveHistory;
use crate::records::record::{Event, NodeId, Record, Symbol};
use crate::records::storage::{ClaimedPaths, Storage};
use crate::sanitize::printable_json;
use crate::solver::{BorderRule, GroupStatus, Problem, Solution, SolveLimits, SolveStop, Solver};

use super::exit_status::{FAILURE, SUCCESS};
use super::language::LanguageOption;
use super::records::{CharsetOptions, ThreadsOption, is_record};
use super::signals::cancel_on_interrupt;
use super::value_parsers::{rules, within};

/// The arguments of `tianyuan solve`.
#[derive(Debug, Args)]
pub struct SolveArguments {
    /// Record file, or - for standard input
    file: PathBuf,
    /// Number of the game in a collection, from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    game: usize,
    /// Number of main-line moves to play [default: 0 for problems, all for games]
    #[arg(long = "move", value_name = "N")]
    moves: Option<u32>,
    /// Target stone such as C18; two for connect and cut (C18,E18)
    #[arg(long, value_name = "VERTEX")]
    target: Option<String>,
    /// Side to move first [default: from the record]
    #[arg(long, value_name = "COLOR", value_parser = color)]
    to_play: Option<Color>,
    /// Goal [default: from the side to move]
    #[arg(long, value_enum)]
    goal: Option<GoalName>,
    /// Playable points such as A1-F5,G1 [default: square marks, or automatic]
    #[arg(long, value_name = "LIST")]
    region: Option<String>,
    /// Conditions about the outside [default: both; with a region: escape]
    #[arg(long, value_name = "RULE", value_parser = border_rules())]
    border: Option<BorderRule>,
    /// Rules for ko and suicide [default: from the record, or chinese]
    #[arg(long, value_name = "NAME", value_parser = rules)]
    rules: Option<(String, Rules)>,
    /// Time limit
    #[arg(long, value_name = "S", default_value = "60", value_parser = Settings::move_time)]
    seconds: Duration,
    #[command(flatten)]
    threads: ThreadsOption,
    /// Memory limit of the transposition table
    #[arg(long, value_name = "MiB", default_value_t = 256, value_parser = memory)]
    memory: usize,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
    /// Write the proof as an SGF file with variations
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    charset_options: CharsetOptions,
    #[command(flatten)]
    lang: LanguageOption,
}

impl ValueEnum for GoalName {
    fn value_variants<'a>() -> &'a [GoalName] {
        &GoalName::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let help = match self {
            GoalName::Live => "Make the target live",
            GoalName::Kill => "Kill the target",
            GoalName::Connect => "Connect two targets",
            GoalName::Cut => "Cut two targets apart",
            GoalName::Capture => "Capture the target; seki counts as life",
        };
        Some(PossibleValue::new(self.name()).help(help))
    }
}

impl SolveArguments {
    /// Solves the problem and prints the answer line by line. Returns the exit status: 1 if the status is unknown.
    ///
    /// # Errors
    /// Returns [`JobError`] if the file, the position or the problem is invalid, the proof cannot be written, or the
    /// user interrupts the search.
    pub fn run(&self, print: &mut dyn FnMut(&str)) -> Result<u8, JobError> {
        let storage = Storage::default();
        let problem = self.problem(&storage)?;
        if let Some(output) = &self.output {
            let mut claims = ClaimedPaths::default();
            claims.claim(&self.file);
            if claims.claim(output).is_some() {
                let output = output.display();
                let reason = format!("{output}: the output is the input file; choose another name");
                return Err(JobError::Usage(reason));
            }
            storage.check_replaceable(output, is_record).map_err(JobError::file(output))?;
        }
        let cancellation = Cancellation::default();
        cancel_on_interrupt(&cancellation);
        let limits = SolveLimits {
            time: Some(self.seconds),
            cancelled: Some(cancellation.flag()),
            ..SolveLimits::default()
        };
        let threads = self.threads.count().get();
        let mut solver = Solver::new(problem, self.memory << 20).with_threads(threads);
        let solution = solver.solve(&limits);
        if solution.stop == Some(SolveStop::Cancelled) {
            return Err(JobError::Interrupted("interrupted".into()));
        }
        self.print(&Answer { problem: solver.problem(), solution: &solution }, print);
        if solution.status == GroupStatus::Unknown {
            return Ok(FAILURE);
        }
        self.write_proof(&storage, &mut solver, &solution, &limits)?;
        Ok(SUCCESS)
    }

    fn print(&self, answer: &Answer<'_>, print: &mut dyn FnMut(&str)) {
        if self.json {
            let json = serde_json::Value::Object(answer.json()).to_string();
            return print(&printable_json(&json));
        }
        answer.lines(self.lang.language()).iter().for_each(|line| print(line));
    }

    /// Writes the proof to the output file, if there is one.
    fn write_proof(
        &self,
        storage: &Storage,
        solver: &mut Solver,
        solution: &Solution,
        limits: &SolveLimits<'_>,
    ) -> Result<(), JobError> {
        let Some(output) = &self.output else { return Ok(()) };
        let Some(tree) = solver.proof_tree(MAX_PROOF_NODES, limits) else { return Ok(()) };
        let answer = Answer { problem: solver.problem(), solution };
        let record = proof_record(&answer, &tree, self.lang.language());
        let writing = record.write(Format::Sgf);
        storage.write(output, &writing.bytes).map_err(JobError::file(output))
    }

    /// Reads the position and returns its problem.
    fn problem(&self, storage: &Storage) -> Result<Problem, JobError> {
        let source = Source::read(storage, &self.file)?;
        let fails = |reason: String| JobError::Input(format!("{}: {reason}", source.name));
        let options = self.charset_options.read_options();
        let mut records = format::read_with(&source.bytes, source.format, &options).records;
        let count = records.len();
        if !(1..=count).contains(&self.game) {
            let game = self.game;
            return Err(fails(format!("no record {game} (number of records: {count})")));
        }
        let record = records.swap_remove(self.game - 1);
        let id = self.place(&record).map_err(fails)?;
        let rules = self.rules.as_ref().map_or_else(|| record.rules(Rules::CHINESE), |(_, it)| *it);
        let game = record.game_to(id, rules).map_err(|error| fails(error.to_string()))?;
        let to_play = self.to_play.unwrap_or_else(|| player_at(&record, id, &game));
        let request = self.request(&record, id, &game)?;
        request.problem(game.board(), &rules, to_play).map_err(|error| fails(error.to_string()))
    }

    /// Returns the node of the position.
    fn place(&self, record: &Record) -> Result<NodeId, String> {
        let tree = &record.tree;
        let mut line = tree.main_line(tree.root());
        let history = MoveHistory::of(tree);
        let moves = match self.moves {
            None if !is_problem(record) => return Ok(line.last().unwrap_or(tree.root())),
            moves => moves.unwrap_or(0),
        };
        let found = line.find(|&id| history.moves(id) == moves);
        found.ok_or_else(|| format!("the main line has no position after {moves} moves"))
    }

    /// Returns the request of the options, with targets and region from marks if no option specifies them.
    fn request(
        &self,
        record: &Record,
        id: NodeId,
        game: &Game,
    ) -> Result<ProblemRequest, JobError> {
        let (size, board) = (game.size(), game.board());
        let marks = &record.tree.node(id).notes().marks;
        let marked = |symbols: &[Symbol]| {
            let marks = marks.iter().filter(|mark| symbols.contains(&mark.symbol));
            marks.map(|mark| mark.point.on(size)).collect::<Vec<Point>>()
        };
        let targets = match &self.target {
            Some(list) => {
                let points = list.split(',').map(|text| vertex::point(size, text));
                points.collect::<Result<_, _>>().map_err(invalid("--target", list))?
            }
            None => chains(game, marked(&[Symbol::Triangle])),
        };
        let region: Option<PointSet> = match &self.region {
            Some(list) => Some(vertex::region(size, list).map_err(invalid("--region", list))?),
            None => {
                let marked = marked(&[Symbol::Square, Symbol::Selected]);
                let has_empty = marked.iter().any(|&point| board.is_empty(point));
                has_empty.then(|| marked.into_iter().collect())
            }
        };
        let last_move = game.last_points()[0];
        Ok(ProblemRequest { targets, goal: self.goal, region, border: self.border, last_move })
    }
}

/// Returns a stone of each chain with a marked stone.
fn chains(game: &Game, marked: Vec<Point>) -> Vec<Point> {
    let board = game.board();
    let mut stones: Vec<Point> = Vec::new();
    for point in marked.into_iter().filter(|&point| !board.is_empty(point)) {
        if !stones.iter().any(|&stone| board.chain_at(stone) == board.chain_at(point)) {
            stones.push(point);
        }
    }
    stones
}

/// Returns `true` if the record starts with a set-up position that is not a handicap.
fn is_problem(record: &Record) -> bool {
    let node = record.tree.node(record.tree.root());
    let is_set_up = matches!(&node.event, Event::Setup(setup) if setup.stones().count() > 0);
    is_set_up && (node.notes().problem.is_some() || record.handicap().unwrap_or(0) == 0)
}

/// Returns the side to move: as the record states, or the player of the next move.
fn player_at(record: &Record, id: NodeId, game: &Game) -> Color {
    let (tree, notes) = (&record.tree, record.tree.node(id).notes());
    let next = tree.first_child(id).and_then(|next| match tree.node(next).event {
        Event::Move { color, .. } => Some(color),
        _ => None,
    });
    notes.to_play.or(notes.problem).or(next).unwrap_or(game.to_play())
}

/// Returns a function that converts a failure for the value of an option.
fn invalid(option: &'static str, value: &str) -> impl Fn(Failure) -> JobError {
    move |failure| {
        let reason = match failure {
            Failure::IllegalMove => "a point is off the board",
            _ => "expected points such as D4",
        };
        JobError::Usage(format!("{option} {value}: {reason}"))
    }
}

/// Returns the parser of the border rules by name.
fn border_rules() -> impl TypedValueParser<Value = BorderRule> {
    let values = BORDER_RULES.iter().map(|&(name, rule)| {
        PossibleValue::new(name).help(match rule {
            BorderRule::Both => "An unconditional result if possible, otherwise as escape",
            BorderRule::Escape => "A group that escapes lives; surrounding stones are safe",
            BorderRule::Strict => "Only unconditional results",
        })
    });
    PossibleValuesParser::new(values).try_map(|name| border_rule(&name))
}

fn color(text: &str) -> Result<Color, String> {
    vertex::color(text).map_err(|_| "expected black or white".into())
}

fn memory(text: &str) -> Result<usize, String> {
    within(text, 1..=1 << 20)
}
