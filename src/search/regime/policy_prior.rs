//! The policy prior of net-guided search: the net's policy with the move model mixed in.

use crate::go::{BoardSize, Move, PointMap};
use crate::model::UNITS;
use crate::net::{NetOutput, point_index};
use crate::search::params::NetParams;

/// The moves with their policy priors, which sum to 1: (1 - p)·net + p·model.
///
/// The net rates all moves, the move model those on points; each becomes a softmax over the given
/// moves. The model's part keeps moves alive that the net has never seen in training, such as the
/// vital point of an eye on a full board.
pub(super) fn policy_priors<const W: usize>(
    size: BoardSize,
    output: &NetOutput,
    model: &PointMap<i32, W>,
    params: &NetParams,
    moves: impl Iterator<Item = Move>,
) -> Vec<(Move, f32)> {
    let net_logit =
        |mv: Move| mv.point().map_or(output.pass, |point| output.policy[point_index(size, point)]);
    let model_logit = |mv: Move| mv.point().map_or(f32::MIN, |p| model[p] as f32 / UNITS as f32);
    let moves: Vec<Move> = moves.collect();
    let net = softmax(moves.iter().map(|&mv| net_logit(mv)));
    let model = softmax(moves.iter().map(|&mv| model_logit(mv)));
    let part = params.model_part.min(100) as f32 * 0.01;
    let mixed = net.into_iter().zip(model).map(|(net, model)| net + part * (model - net));
    moves.into_iter().zip(mixed).collect()
}

/// The softmax of logits: e to the power of each, divided by the sum of these powers.
fn softmax(logits: impl Iterator<Item = f32> + Clone) -> Vec<f32> {
    // Less the largest logit, so that no power overflows; the quotients stay what they are.
    let most = logits.clone().fold(f32::MIN, f32::max);
    let powers: Vec<f32> = logits.map(|logit| libm::expf(logit - most)).collect();
    let sum: f32 = powers.iter().sum();
    powers.into_iter().map(|power| power / sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::regime::puct::{PuctNode, unpack};

    #[test]
    fn priors_mix_net_and_model_over_the_moves_that_there_are() {
        let size = BoardSize::new(7).expect("a size");
        let mut output = NetOutput {
            policy: vec![0.0; size.area()],
            pass: 2.0_f32.ln(),
            value: 0.0,
            score: 0.0,
            ownership: Vec::new(),
        };
        let [a, b] = [size.point(0, 0), size.point(6, 6)];
        output.policy[point_index(size, b)] = 5.0_f32.ln();
        let mut model = PointMap::<i32, 2>::new(0);
        model[a] = (3.0_f32.ln() * UNITS as f32).round() as i32;
        let of = |model_part| -> Vec<f32> {
            let params = NetParams { model_part, ..NetParams::default() };
            let moves = [Move::Play(a), Move::Play(b), Move::Pass];
            let found = policy_priors(size, &output, &model, &params, moves.into_iter());
            found.into_iter().map(|(_, policy)| unpack(PuctNode::pack(policy))).collect()
        };
        for (model_part, expected) in
            [(0, [0.125, 0.625, 0.25]), (20, [0.25, 0.55, 0.2]), (100, [0.75, 0.25, 0.0])]
        {
            for (found, expected) in of(model_part).into_iter().zip(expected) {
                assert!((found - expected).abs() < 4e-3, "{found} {expected}");
            }
        }
    }
}
