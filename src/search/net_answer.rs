//! What a net says of a position of a game, asked without a search.

use crate::go::{Color, Game, KoRule, Scoring};
use crate::net::katago::{self, Inputs, Model, RawOutput, Uncertainty};
use crate::net::{self, AnyNet, NetOutput, Symmetry};

use super::net_evaluator::planes_of;

/// What a net says of a position, from the side of the player to move.
#[derive(Debug, Clone, PartialEq)]
pub struct NetAnswer {
    /// The probability of a win, 0 to 1.
    pub win: f32,
    /// The probability of a loss, 0 to 1.
    pub loss: f32,
    /// The probability of no result, 0 to 1.
    pub no_result: f32,
    /// By how many points komi would have to change for a fair game.
    pub lead: f32,
    /// The expected score, in points.
    pub score: f32,
    /// The expected square of the score, in points squared; that of `score` for our own nets, which
    /// know no more.
    pub score_square: f32,
    /// How uncertain the net is; `None` for nets that do not say it.
    pub uncertainty: Option<Uncertainty>,
    /// The probability of each point, row by row from the top left; `None` where a move is illegal. With
    /// that of a pass they sum to 1.
    pub policy: Vec<Option<f32>>,
    /// The probability of a pass.
    pub pass: f32,
    /// The expected owner of each point, from -1 (the opponent's) to 1, row by row from the top left.
    pub ownership: Vec<f32>,
}

impl NetAnswer {
    /// Asks a net about the position of a game with a colour to move, the board turned by a symmetry;
    /// the answer is turned back. `None` on a board that the net is not for.
    ///
    /// `optimism`, 0 to 1, is the part of the optimistic policy, for nets of KataGo's that have one.
    pub fn of(
        game: &Game,
        net: &AnyNet,
        color: Color,
        symmetry: Symmetry,
        optimism: f32,
    ) -> Option<NetAnswer> {
        NetQuestioner::new(net).ask(game, color, &[symmetry], optimism)?.pop()
    }
}

/// Asks a net about many positions, one after the other; threads have one each.
#[derive(Debug)]
pub struct NetQuestioner<'n>(Evaluator<'n>);

/// A net with its evaluator.
#[derive(Debug)]
enum Evaluator<'n> {
    Own(net::Evaluator<'n>),
    KataGo(&'n Model, katago::Evaluator<'n>),
}

impl<'n> NetQuestioner<'n> {
    /// What asks this net.
    pub fn new(net: &'n AnyNet) -> NetQuestioner<'n> {
        NetQuestioner(match net {
            AnyNet::Own(net) => Evaluator::Own(net.evaluator()),
            AnyNet::KataGo { net, .. } => Evaluator::KataGo(net.model(), net.evaluator()),
        })
    }

    /// The answers to what [`NetAnswer::of`] asks, one for each symmetry in this order; the inputs are
    /// made once for all. `None` on a board that the net is not for.
    pub fn ask(
        &mut self,
        game: &Game,
        color: Color,
        symmetries: &[Symmetry],
        optimism: f32,
    ) -> Option<Vec<NetAnswer>> {
        let lines = game.size().lines();
        match &mut self.0 {
            Evaluator::Own(evaluator) => {
                let planes = planes_of(game, color);
                let ask = |&symmetry: &Symmetry| {
                    let output = evaluator.evaluate(&planes.turned(symmetry))?;
                    Some(of_own(game, color, output.turned_back(lines, symmetry)))
                };
                symmetries.iter().map(ask).collect()
            }
            Evaluator::KataGo(model, evaluator) => {
                let inputs = Inputs::of_game_by_rules(game, color, model.pass_alive_under_suicide);
                let ask = |&symmetry: &Symmetry| {
                    let output = evaluator.evaluate(&inputs.turned(symmetry));
                    of_katago(game, model, color, &output.turned_back(lines, symmetry), optimism)
                };
                Some(symmetries.iter().map(ask).collect())
            }
        }
    }
}

fn of_own(game: &Game, color: Color, output: NetOutput) -> NetAnswer {
    let win = 1.0 / (1.0 + libm::expf(-output.value));
    let (policy, pass) = policy(game, color, &output.policy, output.pass);
    NetAnswer {
        win,
        loss: 1.0 - win,
        no_result: 0.0,
        lead: output.score,
        score: output.score,
        score_square: output.score * output.score,
        uncertainty: None,
        policy,
        pass,
        ownership: output.ownership,
    }
}

fn of_katago(
    game: &Game,
    model: &Model,
    color: Color,
    output: &RawOutput,
    optimism: f32,
) -> NetAnswer {
    let rules = game.rules();
    // A game that repeats itself has no result under these rules.
    let may_repeat = rules.ko == KoRule::Simple || rules.scoring == Scoring::Territory;
    let value = output.value(model, may_repeat);
    let logits: Vec<f32> = output.point_logits(optimism).collect();
    let (policy, pass) = policy(game, color, &logits, output.pass_logit(optimism));
    NetAnswer {
        win: value.win,
        loss: value.loss,
        no_result: value.no_result,
        lead: value.lead,
        score: value.score,
        score_square: value.score_deviation * value.score_deviation + value.score * value.score,
        uncertainty: output.uncertainty(model),
        policy,
        pass,
        ownership: output.ownership().collect(),
    }
}

/// The probabilities of legal points and of a pass, by the softmax of their logits.
fn policy(game: &Game, color: Color, logits: &[f32], pass: f32) -> (Vec<Option<f32>>, f32) {
    let points = game.size().points_from_top().zip(logits);
    let legal: Vec<Option<f32>> =
        points.map(|(p, &logit)| game.is_legal(color, p).is_ok().then_some(logit)).collect();
    let highest = legal.iter().flatten().copied().fold(pass, f32::max);
    let share = |logit: f32| libm::expf(logit - highest);
    let sum = share(pass) + legal.iter().flatten().map(|&logit| share(logit)).sum::<f32>();
    (legal.iter().map(|logit| logit.map(|logit| share(logit) / sum)).collect(), share(pass) / sum)
}
