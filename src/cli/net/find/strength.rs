//! The strength model of the recommendations: the rating of a shape and the speed of its net.

use crate::nn::katago::{TrunkKind, TrunkShape};

/// The model of one board size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct BoardModel {
    /// The number of lines.
    pub(super) lines: usize,
    /// The largest board for which the recommendation is used.
    pub(super) last: usize,
    /// The part of a difference of ratings that remains on this board.
    scale: f64,
    /// Elo for each doubling of the evaluations per second.
    per_doubling: f64,
    /// The rating of the built-in net.
    built_in: f64,
    /// The speed of transformers relative to convolutions, at equal multiply-adds.
    transformer: f64,
}

/// The board sizes with recommendations. `docs/guides/nets.md` describes the origin of the numbers.
pub(super) const BOARDS: [BoardModel; 3] = [
    BoardModel {
        lines: 9,
        last: 11,
        scale: 0.16,
        per_doubling: 50.0,
        built_in: 10_700.0,
        transformer: 0.55,
    },
    BoardModel {
        lines: 13,
        last: 15,
        scale: 0.5,
        per_doubling: 75.0,
        built_in: 9900.0,
        transformer: 0.5,
    },
    BoardModel {
        lines: 19,
        last: 25,
        scale: 1.0,
        per_doubling: 100.0,
        built_in: 9700.0,
        transformer: 0.45,
    },
];

/// The minimum evaluations per second and thread of a recommended net: about ten per move in five seconds.
const SLOWEST: f64 = 2.0;

/// The ratings of the strongest known net of each shape: blocks, channels, transformer layers per bottleneck, rating.
const NESTED: &[(usize, usize, usize, f64)] = &[
    (18, 384, 0, 13_608.0),
    (28, 512, 0, 14_105.0),
    (40, 768, 0, 14_539.0),
    (10, 384, 2, 13_707.0),
    (10, 512, 3, 14_168.0),
    (11, 768, 3, 14_531.0),
];

/// The ratings of residual nets.
const RESIDUAL: &[(usize, usize, f64)] = &[
    (6, 96, 9962.0),
    (10, 128, 11_522.0),
    (15, 192, 12_157.0),
    (20, 256, 12_867.0),
    (40, 256, 13_141.0),
];

/// Returns the rating of a shape on 19x19 at equal visits, or `None` if it is unknown.
pub(super) fn rating(shape: &TrunkShape) -> Option<f64> {
    let size = (shape.blocks, shape.channels);
    let of_nested = |layers| {
        let same = NESTED.iter().find(|it| (it.0, it.1) == size && it.2 == layers);
        same.map(|it| it.3)
    };
    match shape.kind {
        TrunkKind::Residual => RESIDUAL.iter().find(|it| (it.0, it.1) == size).map(|it| it.2),
        TrunkKind::NestedBottleneck => of_nested(0),
        TrunkKind::NestedTransformer { layers, .. } => of_nested(layers),
        TrunkKind::Transformer { .. } | TrunkKind::Other => None,
    }
}

impl BoardModel {
    /// Returns the model for a board of `lines` lines.
    pub(super) fn of(lines: usize) -> &'static BoardModel {
        let [.., largest] = &BOARDS;
        BOARDS.iter().find(|board| lines <= board.last).unwrap_or(largest)
    }

    /// Returns the strength of a net with a rating and a speed, in evaluations per second, or `None` if the net is too
    /// slow.
    pub(super) fn strength(&self, rating: f64, speed: f64) -> Option<f64> {
        (speed >= SLOWEST).then(|| self.scale * rating + self.per_doubling * speed.log2())
    }

    /// Returns the strength of the built-in net.
    pub(super) fn built_in_strength(&self, speed: f64) -> Option<f64> {
        self.strength(self.built_in, speed)
    }

    /// Returns the estimated evaluations per second of a KataGo net, from the multiply-adds per evaluation and the
    /// multiply-adds per second of convolutions.
    pub(super) fn speed(&self, shape: &TrunkShape, work: u64, work_per_second: f64) -> f64 {
        let efficiency = match shape.kind {
            TrunkKind::NestedTransformer { .. } | TrunkKind::Transformer { .. } => self.transformer,
            TrunkKind::Residual | TrunkKind::NestedBottleneck | TrunkKind::Other => 1.0,
        };
        work_per_second * efficiency / work.max(1) as f64
    }
}
