//! The human policy at nodes below the root; each thread has its own evaluator.

use crate::human::{HumanPolicy, RootHuman, descending};
use crate::root::SearchRoot;
use tianyuan_go::Move;
use tianyuan_go::rng::Rng;
use tianyuan_nn::katago::Ladders;
use tianyuan_nn::{AnyEvaluator, AnyInputs, PostprocessOptions, Symmetry, point_index};

use super::path::{LegalMoves, Path};

/// Evaluates positions with the human net.
#[derive(Debug)]
pub(super) struct HumanEvaluator<'a> {
    human: &'a RootHuman,
    evaluator: AnyEvaluator<'a>,
    root: &'a SearchRoot,
    circumstances: u64,
}

impl<'a> HumanEvaluator<'a> {
    /// Creates an evaluator for a search; `circumstances` is a key of everything besides the position that the
    /// inputs depend on.
    pub(super) fn new(
        human: &'a RootHuman,
        root: &'a SearchRoot,
        circumstances: u64,
    ) -> HumanEvaluator<'a> {
        let evaluator = human.guide.net.evaluator();
        HumanEvaluator { human, evaluator, root, circumstances }
    }

    /// Returns the policy of the position at the end of a path, in which the ladders have been read.
    pub(super) fn policy<const W: usize>(&mut self, path: &Path<'_, W>) -> HumanPolicy {
        // People answer the last move, so unlike the main net's evaluation the policy depends on it.
        let last = path.last_move().map_or(0, |mv| 1 + u64::from(mv.code()));
        let key = path.keyed().position_key() ^ self.circumstances ^ Rng::new(!last).bits();
        let policy = self.human.cache.get_or_evaluate(key, || Some(self.evaluate(path)));
        (*policy.expect("the human net supports the board size")).clone()
    }

    fn evaluate<const W: usize>(&mut self, path: &Path<'_, W>) -> HumanPolicy {
        let rules = self.root.game.rules();
        let LegalMoves { moves, forbidden } = path.legal_moves();
        let guide = &self.human.guide;
        let area = guide.net.katago_model().map(|it| it.area).unwrap_or_default();
        let plays_on = rules.friendly_pass_ok && path.may_end_by_pass();
        let compensation = self.root.game.compensation();
        let ladders = Ladders::of(path.board());
        let mut inputs = path.inputs(&ladders, forbidden, compensation, plays_on, area);
        inputs.profile = Some((guide.profile, path.color()));
        let size = self.root.game.size();
        let options = PostprocessOptions::default();
        let inputs = AnyInputs::KataGo(inputs);
        let output = self.evaluator.evaluate(&inputs, Symmetry::IDENTITY, options);
        let output = output.expect("the human net supports the board size");
        let logit = |mv: &Move| {
            mv.point().map_or(output.pass, |point| output.policy[point_index(size, point)])
        };
        let highest = moves.iter().map(logit).fold(f32::NEG_INFINITY, f32::max);
        let odds: Vec<f64> =
            moves.iter().map(|mv| libm::exp(f64::from(logit(mv) - highest))).collect();
        let sum: f64 = odds.iter().sum();
        descending(moves.into_iter().zip(odds).map(|(mv, odds)| (mv, odds / sum)).collect())
    }
}
