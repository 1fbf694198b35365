//! The raw output of a net for a position, without a search.

use crate::lead::KomiSlope;
use tianyuan_go::{BoardSize, Color, Game, KoRule, Move, Point, Scoring};
use tianyuan_nn::katago::{HumanProfile, Inputs, Uncertainty};
use tianyuan_nn::move_model::{Model, UNITS};
use tianyuan_nn::{
    AnyEvaluator, AnyInputs, AnyNet, AnyOutput, Nets, Planes, PostprocessOptions, Symmetry,
    point_index,
};

/// The output of a net for a position, from the side of the player to move.
#[derive(Debug, Clone, PartialEq)]
pub struct RawNetOutput {
    /// The probability of a win, 0 to 1.
    pub win: f32,
    /// The probability of a loss, 0 to 1.
    pub loss: f32,
    /// The probability of no result, 0 to 1.
    pub no_result: f32,
    /// The komi change in points that would make the game even. [`RawNetEvaluator::ask`] sets it to the mean score
    /// for built-in nets.
    pub lead: f32,
    /// The expected score, in points.
    pub score: f32,
    /// The expected square of the score in points squared.
    pub score_square: f32,
    /// The uncertainty of the net; `None` for nets without this output.
    pub uncertainty: Option<Uncertainty>,
    /// The policy by point, in row-major order from the top left; `None` for illegal moves. The sum with the pass
    /// probability is 1.
    pub policy: Vec<Option<f32>>,
    /// The probability of a pass.
    pub pass: f32,
    /// The expected owner of each point, from -1 (opponent) to 1, in row-major order from the top left.
    pub ownership: Vec<f32>,
}

impl RawNetOutput {
    /// Evaluates the position of a game with a colour to move under a symmetry, which is reverted in the output.
    /// Returns `None` if the net does not support the board size.
    ///
    /// `optimism`, 0 to 1, is the weight of the optimistic policy of KataGo nets that have one.
    pub fn of(
        game: &Game,
        net: &AnyNet,
        color: Color,
        symmetry: Symmetry,
        optimism: f32,
    ) -> Option<RawNetOutput> {
        let mut questioner = RawNetEvaluator::new(net);
        let answer = questioner.ask(game, color, &[symmetry], optimism)?.pop()?;
        let inputs = questioner.inputs(game, color);
        let slope = KomiSlope::of_net(&mut questioner.evaluator, &inputs, symmetry);
        let winrate = f64::from(answer.win + 0.5 * answer.no_result);
        let lead = slope.map(|slope| slope.lead(winrate, answer.score.into()) as f32);
        Some(RawNetOutput { lead: lead.unwrap_or(answer.lead), ..answer })
    }
}

impl RawNetOutput {
    /// Returns the mean of outputs for the same position, or `None` of no outputs.
    pub fn mean(outputs: &[RawNetOutput]) -> Option<RawNetOutput> {
        let first = outputs.first()?;
        let part = 1.0 / outputs.len() as f32;
        let mean = |of: &dyn Fn(&RawNetOutput) -> f32| outputs.iter().map(of).sum::<f32>() * part;
        let points = 0..first.policy.len();
        let uncertainty = first.uncertainty.map(|_| {
            let of = |of: fn(&Uncertainty) -> f32| {
                mean(&|output| output.uncertainty.as_ref().map_or(0.0, of))
            };
            Uncertainty {
                time_variance: of(|it| it.time_variance),
                value_error: of(|it| it.value_error),
                score_error: of(|it| it.score_error),
            }
        });
        Some(RawNetOutput {
            win: mean(&|output| output.win),
            loss: mean(&|output| output.loss),
            no_result: mean(&|output| output.no_result),
            lead: mean(&|output| output.lead),
            score: mean(&|output| output.score),
            score_square: mean(&|output| output.score_square),
            uncertainty,
            policy: (points.clone())
                .map(|point| {
                    first.policy[point].map(|_| mean(&|it| it.policy[point].unwrap_or(0.0)))
                })
                .collect(),
            pass: mean(&|output| output.pass),
            ownership: points.map(|point| mean(&|it| it.ownership[point])).collect(),
        })
    }

    /// Returns the legal moves with their probabilities: points row by row from the top left, then the pass.
    pub fn moves(&self, size: BoardSize) -> impl Iterator<Item = (Move, f64)> {
        let points = size.points_from_top().zip(&self.policy);
        let played =
            points.filter_map(|(point, &policy)| Some((Move::Play(point), policy?.into())));
        played.chain([(Move::Pass, self.pass.into())])
    }

    /// Returns the probability of a move; 0 for an illegal move.
    pub fn probability(&self, size: BoardSize, mv: Move) -> f32 {
        let of_point = |point| self.policy[point_index(size, point)].unwrap_or(0.0);
        mv.point().map_or(self.pass, of_point)
    }

    /// Returns the win rate, 0 to 1; a game without result counts as half a win.
    pub fn winrate(&self) -> f32 {
        self.win + 0.5 * self.no_result
    }

    /// Returns the standard deviation of the score, in points.
    pub fn score_stdev(&self) -> f32 {
        (self.score_square - self.score * self.score).max(0.0).sqrt()
    }
}

/// Evaluates positions one after another; each thread has its own.
#[derive(Debug)]
pub struct RawNetEvaluator<'n> {
    net: &'n AnyNet,
    evaluator: AnyEvaluator<'n>,
    profile: Option<HumanProfile>,
}

impl<'n> RawNetEvaluator<'n> {
    /// Creates an evaluator for this net.
    pub fn new(net: &'n AnyNet) -> RawNetEvaluator<'n> {
        RawNetEvaluator { net, evaluator: net.evaluator(), profile: None }
    }

    /// Sets the profile that a human-imitation net imitates.
    pub fn with_profile(self, profile: Option<HumanProfile>) -> RawNetEvaluator<'n> {
        RawNetEvaluator { profile, ..self }
    }

    /// Returns the outputs of [`RawNetOutput::of`] for each symmetry in order, computing the inputs once. Returns
    /// `None` if the net does not support the board size.
    pub fn ask(
        &mut self,
        game: &Game,
        color: Color,
        symmetries: &[Symmetry],
        optimism: f32,
    ) -> Option<Vec<RawNetOutput>> {
        let inputs = self.inputs(game, color);
        let rules = game.rules();
        // Under these rules a game that repeats has no result.
        let may_have_no_result = rules.ko == KoRule::Simple || rules.scoring == Scoring::Territory;
        // The optimistic policy of a human-imitation net was not trained.
        let optimism = if self.net.imitates_humans() { 0.0 } else { optimism };
        let reading = PostprocessOptions { optimism, may_have_no_result };
        let evaluator = &mut self.evaluator;
        symmetries
            .iter()
            .map(|&symmetry| {
                Some(answer(game, color, evaluator.evaluate(&inputs, symmetry, reading)?))
            })
            .collect()
    }

    fn inputs(&self, game: &Game, color: Color) -> AnyInputs {
        match self.net.katago_model() {
            None => AnyInputs::Own(Planes::of_game(game, color)),
            Some(model) => {
                let inputs = Inputs::of_game_by_rules(game, color, model.area);
                let profile = self.profile.map(|profile| (profile, color));
                AnyInputs::KataGo(Inputs { profile, ..inputs })
            }
        }
    }
}

fn answer(game: &Game, color: Color, output: AnyOutput) -> RawNetOutput {
    let AnyOutput { policy: logits, pass, value, uncertainty, ownership } = output;
    let (policy, pass) = softmax_of_legal(game, color, &logits, pass);
    RawNetOutput {
        win: value.win,
        loss: value.loss,
        no_result: value.no_result,
        lead: value.lead,
        score: value.score,
        score_square: value.score_deviation * value.score_deviation + value.score * value.score,
        uncertainty,
        policy,
        pass,
        ownership,
    }
}

/// Returns the softmax of the logits of legal points and of a pass.
fn softmax_of_legal(
    game: &Game,
    color: Color,
    logits: &[f32],
    pass: f32,
) -> (Vec<Option<f32>>, f32) {
    let points = game.size().points_from_top().zip(logits);
    let legal: Vec<Option<f32>> =
        points.map(|(p, &logit)| game.is_legal(color, p).is_ok().then_some(logit)).collect();
    let highest = legal.iter().flatten().copied().fold(pass, f32::max);
    let share = |logit: f32| libm::expf(logit - highest);
    let sum = share(pass) + legal.iter().flatten().map(|&logit| share(logit)).sum::<f32>();
    (legal.iter().map(|logit| logit.map(|logit| share(logit) / sum)).collect(), share(pass) / sum)
}

/// Returns the probability of each point in row-major order from the top left, then of a pass; -1 for illegal moves.
/// The rest sums to 1. Without a net for the board size, the move model is used.
pub fn policy(game: &Game, color: Color, nets: &Nets) -> Vec<f64> {
    let net = nets.of(game.size());
    let ask = |net| RawNetEvaluator::new(net).ask(game, color, &[Symmetry::IDENTITY], 0.0);
    match net.and_then(ask).and_then(|mut answers| answers.pop()) {
        Some(net) => {
            let points = net.policy.iter().map(|it| it.map_or(-1.0, f64::from));
            points.chain([f64::from(net.pass)]).collect()
        }
        None => policy_of_model(game, color),
    }
}

/// Returns the softmax of the move model's scores. A pass, which it does not score, counts as a move with score 0.
fn policy_of_model(game: &Game, color: Color) -> Vec<f64> {
    let (board, size) = (game.board(), game.size());
    let scores = Model::embedded().scores(board, color, game.last_points());
    let odds = |score: i32| libm::exp(f64::from(score) / f64::from(UNITS));
    let odds_of = |point: Point| {
        let is_legal = game.is_legal(color, point).is_ok();
        // The move model never plays a legal move that fills an eye.
        is_legal.then(|| if board.is_playable(color, point) { odds(scores[point]) } else { 0.0 })
    };
    let points: Vec<Option<f64>> = size.points_from_top().map(odds_of).collect();
    let pass = odds(0);
    let sum: f64 = pass + points.iter().flatten().sum::<f64>();
    let points = points.iter().map(|odds| odds.map_or(-1.0, |odds| odds / sum));
    points.chain([pass / sum]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tianyuan_go::{BoardSize, Move, Rules};

    #[test]
    fn policy_sums_to_one_without_illegal_moves() {
        for (lines, nets) in [(9, Nets::embedded().clone()), (7, Nets::default())] {
            let size = BoardSize::new(lines).expect("a size");
            let mut game = Game::new(size, Rules::CHINESE);
            game.play(Color::Black, Move::Play(size.point(0, lines - 1))).expect("legal");
            let policy = policy(&game, Color::White, &nets);
            assert_eq!(policy.len(), lines * lines + 1);
            assert_eq!(policy[0], -1.0, "the stone at the top left");
            let sum: f64 = policy.iter().filter(|it| **it >= 0.0).sum();
            assert!((sum - 1.0).abs() < 1e-5, "{sum}");
        }
    }
}
