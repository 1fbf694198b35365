//! The numbers that tune the player, with their origins.

/// Probabilities of the playout policy, per mille, in the order in which the rules are tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayoutParams {
    /// Capture or save a chain in atari beside the last moves (michi: 900).
    pub atari: usize,
    /// A 3x3 pattern around the last two moves (michi: 950).
    pub pattern: usize,
    /// Refuse self-atari in the moves that a rule proposes (michi: 900).
    pub refuse_self_atari: usize,
    /// Refuse self-atari in random moves (michi: 500; Pachi uses 600).
    pub refuse_random_self_atari: usize,
}

impl Default for PlayoutParams {
    fn default() -> Self {
        PlayoutParams {
            atari: 900,
            pattern: 950,
            refuse_self_atari: 900,
            refuse_random_self_atari: 600,
        }
    }
}

/// Prior knowledge of a move, in playouts that are taken for won or lost before the first one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriorParams {
    /// Half of these won: steadies young nodes (michi: 10).
    pub even: u32,
    /// Won by the move that the move model likes best; the others win less by the root of how much
    /// less likely they are (Pachi: 300 on large boards, 210 on small ones). 0 leaves the model out.
    pub model: u32,
    /// Lost, for self-atari (michi: 10).
    pub self_atari: u32,
    /// Won, for taking or saving one stone (michi: 15).
    pub atari_one: u32,
    /// Won, for taking or saving more (michi: 30).
    pub atari_more: u32,
    /// Won, for a 3x3 pattern (michi: 10).
    pub pattern: u32,
    /// Won, at a distance of one, two and three from the last move, over common chains (michi).
    pub distance: [u32; 3],
    /// Lost on the first two lines and won on the third, in an empty area (michi: 10).
    pub empty_area: u32,
    /// Lost, for running from a ladder that works.
    pub ladder: u32,
    /// Lost, for a pass while there is something to play.
    pub pass: u32,
}

/// Everything that tunes a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Params {
    /// The playout policy.
    pub playout: PlayoutParams,
    /// Prior knowledge.
    pub prior: PriorParams,
    /// Playouts at which own results and AMAF weigh alike; Sylvain Gelly's β has it as its
    /// constant (michi: 3500, Pachi: 3000 to 4000).
    pub rave_equiv: u32,
    /// Visits of a leaf before its children are made (michi: 8; Fuego: 3).
    pub expand: u32,
}

impl Default for Params {
    fn default() -> Self {
        let mut params = Params::usual();
        if let Ok(text) = std::env::var("TY") {
            let n: Vec<u32> = text.split(',').map(|t| t.parse().unwrap()).collect();
            let p = &mut params.prior;
            p.even = n[0]; p.model = n[1];
            let m = |x: u32| x * n[2] / 100;
            p.self_atari = m(p.self_atari); p.atari_one = m(p.atari_one); p.atari_more = m(p.atari_more);
            p.pattern = m(p.pattern); p.distance = p.distance.map(m); p.empty_area = m(p.empty_area); p.ladder = m(p.ladder);
            if n.len() > 3 { params.rave_equiv = n[3]; params.expand = n[4]; }
        }
        params
    }
}
impl Params {
    fn usual() -> Self {
        Params {
            playout: PlayoutParams::default(),
            prior: PriorParams {
                even: 10,
                model: 100,
                self_atari: 10,
                atari_one: 15,
                atari_more: 30,
                pattern: 10,
                distance: [24, 22, 8],
                empty_area: 10,
                ladder: 20,
                pass: 10,
            },
            rave_equiv: 3500,
            expand: 8,
        }
    }
}
