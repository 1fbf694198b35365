//! Evaluates the positions of games in one thread.

use std::collections::BTreeMap;

use crate::cancellation::Cancellation;
use crate::go::{Color, Game, Move, Rules, with_words};
use crate::nn::katago::Inputs;
use crate::nn::{AnyNet, Features, NonSpatialFeatures};
use crate::search::{Limits, RawNetEvaluator, Rng, Search};
use crate::training::sample::{self, Origin};

use super::game::LabelGame;
use super::options::LabelOptions;
use super::plan::Task;
use super::row_kind::RowKind;
use super::teacher_file::NetTarget;
use super::{input_file, sampling, teacher_file};

/// Memory of a search tree in MiB.
const MEMORY: usize = 64;

/// Samples and their rows as bytes.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Labels {
    /// The samples.
    pub samples: Vec<u8>,
    /// A row per sample.
    pub rows: Vec<u8>,
}

/// Evaluates positions one after another.
pub(super) struct Labeller<'n> {
    options: &'n LabelOptions,
    cancellation: &'n Cancellation,
    /// By board size.
    questioners: BTreeMap<usize, RawNetEvaluator<'n>>,
    search: Option<Search>,
}

impl<'n> Labeller<'n> {
    /// Creates a labeller that stops when `cancellation` is set.
    pub(super) fn new(options: &'n LabelOptions, cancellation: &'n Cancellation) -> Labeller<'n> {
        let search = (options.visits > 0).then(|| {
            let mut search = Search::new(1, MEMORY, options.seed);
            search.set_nets(&options.nets);
            search
        });
        Labeller { options, cancellation, questioners: BTreeMap::new(), search }
    }

    /// Returns the rows of positions of a game, or `None` if it was cancelled.
    pub(super) fn label(&mut self, game: &LabelGame, task: &Task) -> Option<Labels> {
        let mut labels = Labels::default();
        let rules = Rules { komi: task.komi, ..self.options.rules };
        game.positions_before(&task.turns, rules, |position, color, turn| {
            if self.cancellation.is_cancelled() {
                return false;
            }
            self.push_row(&mut labels.rows, position, color, (task.game, turn as u32));
            push_sample(&mut labels.samples, position, color, &origin(game, task.game, turn));
            true
        });
        (!self.cancellation.is_cancelled()).then_some(labels)
    }

    fn push_row(&mut self, rows: &mut Vec<u8>, game: &Game, color: Color, of: (u32, u32)) {
        match self.options.rows {
            RowKind::Opinions => {
                let opinion = self.opinion(game, color, of.0, of.1);
                teacher_file::push(rows, game.size(), &opinion);
            }
            RowKind::Inputs => {
                let options = self.options;
                let net = options.nets.of(game.size()).and_then(AnyNet::katago_model);
                let net = net.expect("input rows require a KataGo net");
                let inputs = Inputs::of_game_by_rules(game, color, net.area);
                let symmetries = sampling::symmetries(options.seed, of.0, of.1, options.symmetries);
                input_file::push(rows, game, color, &inputs, &symmetries);
            }
        }
    }

    fn opinion(&mut self, game: &Game, color: Color, number: u32, turn: u32) -> NetTarget {
        let options = self.options;
        let questioner = self.questioners.entry(game.size().lines()).or_insert_with(|| {
            RawNetEvaluator::new(
                options.nets.of(game.size()).expect("only planned games are labelled"),
            )
        });
        let symmetries = sampling::symmetries(options.seed, number, turn, options.symmetries);
        let answers = questioner.ask(game, color, &symmetries, 0.0);
        let opinion = NetTarget::of(&answers.expect("the net supports this board size"));
        let Some(search) = &mut self.search else { return opinion };
        // Results must not depend on earlier positions.
        search.clear();
        search.set_seed(Rng::new(options.seed ^ u64::from(number) << 32 ^ u64::from(turn)).bits());
        let limits = Limits { visits: Some(options.visits), ..Limits::default() };
        let cancellation = self.cancellation;
        let report = search.run(game, color, &limits, &mut |_| !cancellation.is_cancelled());
        opinion.searched(&report, game.size())
    }
}

/// Returns the source of a position.
fn origin(game: &LabelGame, number: u32, turn: usize) -> Origin {
    let mut to_come = game.turns().skip(turn);
    let left = to_come.len();
    let played = to_come.next().map_or(Move::Pass, |(_, mv)| mv);
    Origin { game: number, before: turn, to_come: left, played, result: game.result }
}

fn push_sample(bytes: &mut Vec<u8>, game: &Game, color: Color, origin: &Origin) {
    let beside = NonSpatialFeatures::of(game);
    with_words!(game.size(), W => {
        let features = Features::of(&game.board().resized::<W>(), color, &beside);
        sample::push(bytes, &features, origin);
    });
}
