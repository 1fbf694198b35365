//! Evaluation of positions by a net, for one thread.

use std::sync::Arc;

use crate::lead::{KomiCorrection, KomiSlope, log_odds};
use crate::params::GraphParams;
use crate::root::SearchRoot;
use tianyuan_go::rng::Rng;
use tianyuan_go::{Color, KoRule, Move, PointSet, Scoring};
use tianyuan_nn::katago::Ladders;
use tianyuan_nn::{AnyEvaluator, AnyInputs, PostprocessOptions, Symmetry};

use super::evaluation::Evaluation;
use super::leaf::Leaf;
use super::path::{LegalMoves, Path};
use super::shared::Shared;
use super::terminal_value::{area_terminal_value, net_terminal_value};

/// Evaluates positions through a cache that all threads share.
#[derive(Debug)]
pub(super) struct Evaluator<'a> {
    shared: &'a Shared,
    evaluator: AnyEvaluator<'a>,
    root: &'a SearchRoot,
    /// A key of the rules, the komi and other net inputs besides the position.
    circumstances: u64,
}

impl<'a> Evaluator<'a> {
    /// Creates an evaluator for a search.
    pub(super) fn new(shared: &'a Shared, root: &'a SearchRoot) -> Evaluator<'a> {
        let circumstances = circumstances(root) ^ net_params(&shared.params);
        Evaluator { shared, evaluator: shared.net.evaluator(), root, circumstances }
    }

    /// Returns a key of everything besides the position that an evaluation depends on.
    pub(super) fn circumstances(&self) -> u64 {
        self.circumstances
    }

    /// Returns the evaluation of the position at the end of a path.
    pub(super) fn evaluate<const W: usize>(&mut self, path: &mut Path<'_, W>) -> Arc<Evaluation> {
        if !path.has_ended() {
            return self.by_net(path, false);
        }
        // After two passes the rules decide, not the net, which could misjudge the score. If dead stones have to be
        // removed first, the net's ownership identifies them.
        Arc::new(match self.root.game.rules().counts_all_stones_alive() {
            true => area_terminal_value(path),
            false => {
                let by_net = self.by_net(path, false);
                net_terminal_value(path, &by_net)
            }
        })
    }

    /// Returns the evaluation of the root, averaged over several symmetries and with the root policy.
    pub(super) fn evaluate_root<const W: usize>(
        &mut self,
        path: &mut Path<'_, W>,
    ) -> Arc<Evaluation> {
        self.by_net(path, true)
    }

    /// Determines, at the root, the conversion of this search's results to the komi of the game.
    pub(super) fn komi_correction<const W: usize>(
        &mut self,
        path: &mut Path<'_, W>,
    ) -> KomiCorrection {
        // Built-in nets do not predict the lead, so it is estimated from win rates at other komis.
        let is_dynamic = self.root.dynamic_komi != 0;
        if self.shared.net.from_native().is_none() && !is_dynamic {
            return KomiCorrection::default();
        }
        let plays_on = self.plays_on(path, true);
        let (real, _) = self.inputs(path, self.root.game.compensation(), plays_on);
        let slope = KomiSlope::of_net(&mut self.evaluator, &real, Symmetry::IDENTITY);
        if !is_dynamic {
            return KomiCorrection { slope, ..KomiCorrection::default() };
        }
        let (searched, _) = self.inputs(path, self.root.compensation(), plays_on);
        let [real, searched] = [real, searched].map(|inputs| {
            let reading = PostprocessOptions::default();
            let output = self.evaluator.evaluate(&inputs, Symmetry::IDENTITY, reading);
            log_odds(output.expect("the net supports this board size").value.win.into())
        });
        KomiCorrection { log_odds: real - searched, score: self.root.dynamic_points(), slope }
    }

    fn by_net<const W: usize>(&mut self, path: &mut Path<'_, W>, is_root: bool) -> Arc<Evaluation> {
        let plays_on = self.plays_on(path, is_root);
        // The key contains all inputs of the net except the history, so that transpositions hit the cache although
        // their last moves differ.
        let position = path.keyed().position_key() ^ self.circumstances;
        let symmetries = if is_root { u64::from(self.root_symmetries()) - 1 } else { 0 };
        let beside = symmetries << 2 | u64::from(plays_on) << 1 | u64::from(is_root);
        let beside = Rng::new(beside).bits();
        let key = position ^ beside;
        let cache = &self.shared.cache;
        let evaluation =
            cache.get_or_evaluate(key, || Some(self.evaluate_anew(path, key, is_root, plays_on)));
        let evaluation = evaluation.expect("the net supports every board size");
        // A cached evaluation also saves the ladder search, whose result the following inputs need.
        if !path.knows_captured() {
            path.set_captured(evaluation.captured.iter().collect());
        }
        evaluation
    }

    fn evaluate_anew<const W: usize>(
        &mut self,
        path: &mut Path<'_, W>,
        key: u64,
        is_root: bool,
        plays_on: bool,
    ) -> Evaluation {
        let (inputs, moves) = self.inputs(path, self.root.compensation(), plays_on);
        let rules = self.root.game.rules();
        // An optimistic policy finds moves that work only if the opponent errs or the net misjudges them; the search
        // refutes those that fail. Nets from version 12 have one. With b10c384h6 at 60 visits, 25 of 60 games were
        // won without it in the tree. Without it at the root 32 were won: there, a wrong move is no longer refuted.
        let GraphParams { root_optimism, tree_optimism, .. } = self.shared.params;
        let optimism = if is_root { root_optimism } else { tree_optimism };
        let leaf = Leaf {
            net: self.shared.net.checksum(),
            inputs,
            symmetries: self.symmetries(key, is_root),
            color: path.color(),
            reading: PostprocessOptions {
                optimism: optimism as f32,
                may_have_no_result: rules.ko == KoRule::Simple
                    || rules.scoring == Scoring::Territory,
            },
            moves,
        };
        let mut here =
            || leaf.evaluated(&mut self.evaluator).expect("the net supports this board size");
        // Another rank may evaluate the leaf. If it fails, this thread does, so that no leaf is lost.
        let answer = match &self.shared.place {
            Some(place) => place.evaluate(&leaf, &mut here),
            None => here(),
        };
        let captured = path.captured_here().iter().collect();
        let mut evaluation = Evaluation::of(&answer, &leaf.moves, captured);
        let temperature = self.shared.params.net_temperature;
        if temperature != 1.0 {
            evaluation.priors = evaluation.tempered_priors(temperature);
        }
        evaluation
    }

    /// Returns the net inputs of the position at the end of a path, and the legal moves there.
    fn inputs<const W: usize>(
        &self,
        path: &mut Path<'_, W>,
        compensation: i32,
        plays_on: bool,
    ) -> (AnyInputs, Vec<Move>) {
        let Some(model) = self.shared.net.katago_model() else {
            path.set_captured(PointSet::EMPTY);
            return (AnyInputs::Own(path.planes(compensation, plays_on)), path.legal_moves().moves);
        };
        // KataGo nets have ladder inputs for this position and the two before it.
        let ladders = Ladders::of(path.board());
        path.set_captured(ladders.captured);
        let LegalMoves { moves, forbidden } = path.legal_moves();
        let inputs = path.inputs(&ladders, forbidden, compensation, plays_on, model.area);
        (AnyInputs::KataGo(inputs), moves)
    }

    /// Returns the symmetries for evaluating a position; they depend on the position and the seed.
    fn symmetries(&self, key: u64, is_root: bool) -> Vec<Symmetry> {
        // A net errs differently under each symmetry, and with random symmetries the errors of neighbouring nodes
        // average out. They are derived from the position, so that a search is repeatable.
        let mut all = Symmetry::ALL;
        if self.shared.params.random_symmetries {
            let mut rng = Rng::new(key ^ self.shared.seed);
            for place in (1..all.len()).rev() {
                all.swap(place, rng.below(place + 1));
            }
        }
        // One symmetry by default: four at the root won 35 of 80 games, and a second one after eight visits of a node
        // 26 of 68.
        let count = if is_root { self.root_symmetries() } else { 1 };
        all[..count as usize].to_vec()
    }

    fn root_symmetries(&self) -> u32 {
        self.root.options.symmetries
    }

    /// Returns `true` if the inputs hide a preceding pass: another pass would end the game, but the search should
    /// continue. That is the case at the root, if dead stones are removed, or if ending would not win (KataGo's
    /// choice).
    fn plays_on<const W: usize>(&self, path: &Path<'_, W>, is_root: bool) -> bool {
        // With the pass as an input, the net assumes that the game ends here and neglects moves that still win.
        path.may_end_by_pass()
            && (is_root && self.shared.params.conservative_pass
                || !self.root.game.rules().counts_all_stones_alive()
                || path.score(&PointSet::EMPTY) * path.color().sign() <= 0)
    }
}

/// Returns a key of everything besides the position that an evaluation depends on.
fn circumstances(root: &SearchRoot) -> u64 {
    let rules = root.game.rules();
    let komi = u64::from(root.compensation() as u32);
    let flags = [rules.multi_stone_suicide, rules.friendly_pass_ok];
    let beside = [rules.ko as u64, rules.scoring as u64, rules.tax as u64]
        .into_iter()
        .chain(flags.map(u64::from))
        .chain([root.game.size().lines() as u64]);
    Rng::new(beside.fold(komi, |key, part| key << 5 | part)).bits() ^ told_beside(root)
}

/// Returns a key of the parameters that change evaluations; 0 if all have their defaults, so that the symmetries drawn
/// from the key do not depend on the set of parameters.
fn net_params(params: &GraphParams) -> u64 {
    let GraphParams { root_optimism, tree_optimism, random_symmetries, net_temperature, .. } =
        *params;
    let usual = GraphParams::default();
    if (root_optimism, tree_optimism) == (usual.root_optimism, usual.tree_optimism)
        && (random_symmetries, net_temperature) == (usual.random_symmetries, usual.net_temperature)
    {
        return 0;
    }
    let numbers = [root_optimism, tree_optimism, net_temperature].map(f64::to_bits);
    numbers.into_iter().fold(u64::from(random_symmetries) + 1, |key, it| Rng::new(key ^ it).bits())
}

/// Returns a key of the additional net inputs; 0 if there are none.
fn told_beside(root: &SearchRoot) -> u64 {
    let mut key = match root.seki_tax {
        0 => 0,
        tax => Rng::new(!u64::from(tax as u32)).bits(),
    };
    let advantage = root.advantage_of(Color::Black);
    if advantage != 0.0 {
        key ^= Rng::new(u64::from(advantage.to_bits())).bits();
    }
    if root.options.ignore_history {
        // Evaluations below another root have another history.
        let beside = (root.game.turns().len() * 2 + root.color.index()) as u64;
        key ^= Rng::new(root.game.key() ^ Rng::new(!beside).bits()).bits();
    }
    key
}
