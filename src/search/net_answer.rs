//! What a net says of a position of a game, asked once and without a search.

use crate::go::{Color, Game, KoRule, Scoring};
use crate::net::katago::{self, Inputs, Uncertainty};
use crate::net::{AnyNet, Net, Symmetry};

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
        match net {
            AnyNet::Own(net) => of_own(game, net, color, symmetry),
            AnyNet::KataGo { net, .. } => Some(of_katago(game, net, color, symmetry, optimism)),
        }
    }
}

fn of_own(game: &Game, net: &Net, color: Color, symmetry: Symmetry) -> Option<NetAnswer> {
    let planes = planes_of(game, color).turned(symmetry);
    let output = net.evaluator().evaluate(&planes)?.turned_back(game.size().lines(), symmetry);
    let win = 1.0 / (1.0 + libm::expf(-output.value));
    let (policy, pass) = policy(game, color, &output.policy, output.pass);
    Some(NetAnswer {
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
    })
}

fn of_katago(
    game: &Game,
    net: &katago::Net,
    color: Color,
    symmetry: Symmetry,
    optimism: f32,
) -> NetAnswer {
    let model = net.model();
    let inputs = Inputs::of_game_by_rules(game, color, model.pass_alive_under_suicide);
    let output = net.evaluator().evaluate(&inputs.turned(symmetry));
    let output = output.turned_back(game.size().lines(), symmetry);
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
