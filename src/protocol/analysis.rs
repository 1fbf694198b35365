//! What a search reports, as text.

use super::Words;
use crate::engine::Candidate;
use crate::go::BoardSize;

/// The most bytes that WTP recommends for a line (3.11 of WTP).
const LINE: usize = 1024;

/// One candidate on a line of its own:
/// `info order 0 move Q16 visits 120 winrate 0.521300 scoreLead 1.25 prior … lcb … pv Q16 D4 Q3`.
///
/// Keys and values come in pairs, `pv` takes the rest of the line, and the principal variation is cut
/// where the line would grow beyond what WTP recommends.
pub fn info(order: usize, candidate: &Candidate, size: BoardSize, words: &Words) -> String {
    let mut line = format!(
        "info order {order} move {} visits {} winrate {:.6} scoreLead {:.2} prior {:.6} lcb {:.6} pv",
        words.of_move(size, candidate.mv),
        candidate.visits,
        finite(candidate.winrate),
        finite(candidate.score_lead),
        finite(candidate.prior),
        finite(candidate.lcb),
    );
    for &mv in &candidate.pv {
        let vertex = words.of_move(size, mv);
        if line.len() + 1 + vertex.len() >= LINE {
            break;
        }
        line = line + " " + &vertex;
    }
    line
}

/// The number, or 0 where it is none: clients read digits.
fn finite(number: f64) -> f64 {
    if number.is_finite() { number } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Move;

    const WORDS: Words = Words { pass: "PASS", resign: "RESIGN" };

    fn candidate(pv: Vec<Move>) -> Candidate {
        Candidate {
            mv: pv[0],
            visits: 120,
            winrate: 0.5213,
            score_lead: 1.25,
            score_stdev: 10.0,
            prior: 0.2211,
            lcb: f64::NAN,
            pv,
        }
    }

    #[test]
    fn a_candidate_is_one_line_of_pairs() {
        let size = BoardSize::STANDARD;
        let pv = vec![Move::Play(size.point(15, 15)), Move::Pass];
        assert_eq!(
            info(0, &candidate(pv), size, &WORDS),
            "info order 0 move Q16 visits 120 winrate 0.521300 scoreLead 1.25 prior 0.221100 \
             lcb 0.000000 pv Q16 PASS"
        );
    }

    #[test]
    fn a_long_variation_is_cut() {
        let line = info(0, &candidate(vec![Move::Pass; 1000]), BoardSize::STANDARD, &WORDS);
        assert!(line.len() < LINE && line.len() > LINE - 10, "{}", line.len());
        assert!(line.ends_with(" PASS"));
    }
}
