//! What a net thinks of a position, as a label has it.

use crate::go::BoardSize;
use crate::nn::point_index;
use crate::search::{NetAnswer, Report};

/// An opinion of a position, for the player to move.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Opinion {
    /// The expected result, -1 (lost) to 1.
    pub value: f64,
    /// The expected lead of a KataGo net, the expected score of a built-in net or a search; in points.
    pub score: f64,
    /// The probability of each point, row by row from the top left, then of a pass; 0 where it is illegal.
    pub policy: Vec<f64>,
    /// The expected owner of each point, -1 (the opponent's) to 1, row by row from the top left.
    pub ownership: Vec<f64>,
}

impl Opinion {
    /// The mean of answers, of which there is one at least.
    pub(super) fn of(answers: &[NetAnswer]) -> Opinion {
        let area = answers.first().map_or(0, |answer| answer.ownership.len());
        let mut mean = Opinion {
            value: 0.0,
            score: 0.0,
            policy: vec![0.0; area + 1],
            ownership: vec![0.0; area],
        };
        let part = 1.0 / answers.len() as f64;
        for answer in answers {
            mean.value += part * f64::from(answer.win - answer.loss);
            mean.score += part * f64::from(answer.lead);
            let points = answer.policy.iter().map(|it| it.unwrap_or(0.0)).chain([answer.pass]);
            mean.policy.iter_mut().zip(points).for_each(|(sum, it)| *sum += part * f64::from(it));
            let owners = answer.ownership.iter();
            mean.ownership
                .iter_mut()
                .zip(owners)
                .for_each(|(sum, &it)| *sum += part * f64::from(it));
        }
        mean
    }

    /// The same policy, with what a search found of the rest.
    pub(super) fn searched(mut self, report: &Report, size: BoardSize) -> Opinion {
        for &(point, owner) in &report.ownership {
            self.ownership[point_index(size, point)] = owner;
        }
        Opinion { value: 2.0 * report.winrate - 1.0, score: report.score_mean, ..self }
    }
}
