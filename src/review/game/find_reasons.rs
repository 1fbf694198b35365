//! Finds the reasons of a mistake.

use crate::review::game::facts::Facts;
use crate::review::game::reasons::{LostMove, Reason};

/// The maximum number of reasons for a move.
const MOST: usize = 2;

/// Puts a reason before the others, and removes those that it repeats.
pub(super) fn add_first(reasons: &mut Vec<Reason>, reason: Reason) {
    let stone = reason.subject();
    reasons.retain(|known| !known.is_life_of(stone) && known.subject() != stone);
    reasons.insert(0, reason);
    reasons.truncate(MOST);
}

/// Returns at most two reasons for a move that is not the engine's choice, most concrete first.
pub(in crate::review) fn find_reasons(lost: &LostMove<'_>) -> Vec<Reason> {
    let Some(facts) = Facts::of(lost) else { return Vec::new() };
    let found = [
        facts.captured(),
        facts.ladder_catches(),
        facts.dies(),
        facts.ladder_fails(),
        facts.lives(),
        facts.self_atari(),
        facts.capture_missed(),
        facts.ladder_missed(),
        facts.cut(),
        facts.connects(),
        facts.settled(),
        facts.sente(),
        facts.unanswered(),
        facts.elsewhere(),
    ];
    let mut reasons: Vec<Reason> = Vec::new();
    for reason in found.into_iter().flatten() {
        let is_known = |known: &Reason| known.subject() == reason.subject();
        if reasons.len() < MOST && !reasons.iter().any(is_known) {
            reasons.push(reason);
        }
    }
    reasons
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{BoardSize, Color, Game, Move, Point, Rules};
    use crate::review::position::evaluation::{CandidateMove, PositionEvaluation, point_index};
    use crate::review::position::first_move::FirstMove;
    use crate::review::position::value::Value;

    const LINES: usize = 9;

    fn size() -> BoardSize {
        BoardSize::new(LINES).expect("a size")
    }

    fn at(vertex: &str) -> Point {
        let column = "ABCDEFGHJ".find(&vertex[..1]).expect("a column");
        size().point(column, vertex[1..].parse::<usize>().expect("a row") - 1)
    }

    fn index(vertex: &str) -> u16 {
        point_index(size(), Move::Play(at(vertex))).expect("a point")
    }

    fn evaluation(best: &str, owned: &[(&str, i8)]) -> PositionEvaluation {
        let mut ownership = vec![0; LINES * LINES];
        owned.iter().for_each(|&(at, owner)| ownership[usize::from(index(at))] = owner);
        let line = vec![Some(index(best))];
        let choices = vec![CandidateMove { visits: 1, value: Value::default(), prior: 0, line }];
        PositionEvaluation {
            playouts: 1,
            value: Value::default(),
            choices,
            ranking: Vec::new(),
            priors: Vec::new(),
            ownership,
            first_move: None,
        }
    }

    /// Returns the reasons of Black's move after these stones, each as its name and its first stone.
    fn reasons(
        [black, white]: [&str; 2],
        [played, better, reply]: [&str; 3],
        [before, after]: [&[(&str, i8)]; 2],
    ) -> Vec<&'static str> {
        let stones = |color, text: &str| {
            text.split_whitespace().map(|vertex| (color, at(vertex))).collect::<Vec<_>>()
        };
        let mut game = Game::new(size(), Rules::CHINESE);
        let all = [stones(Color::Black, black), stones(Color::White, white)].concat();
        for (color, point) in all {
            game.play(color, Move::Play(point)).expect("legal");
        }
        let (before, after) = (evaluation(better, before), evaluation(reply, after));
        let reasons = find_reasons(&LostMove {
            color: Color::Black,
            game: &game,
            played: Some(index(played)),
            better: Some(index(better)),
            before: &before,
            after: &after,
        });
        reasons.iter().map(Reason::name).collect()
    }

    const NONE: [&[(&str, i8)]; 2] = [&[], &[]];

    #[test]
    fn captures_are_found_for_both_sides() {
        let stones = ["D4 J9", "C4 E4 D5"];
        assert_eq!(reasons(stones, ["G7", "G8", "D3"], NONE), ["captured"]);
        assert_eq!(reasons(stones, ["G7", "G8", "C3"], NONE), [""; 0], "it captures nothing");
        let stones = ["C4 E4 D5", "D4 J9"];
        assert_eq!(reasons(stones, ["F3", "D3", "J8"], NONE), ["capture-missed"]);
        assert_eq!(reasons(stones, ["F3", "C3", "J8"], NONE), [""; 0]);
    }

    #[test]
    fn ladders_are_read_in_both_directions() {
        // The atari at C4 drives White's stone at C3 towards the upper right; the one at D3 lets it out.
        let caught = ["B3 C2 D2", "C3 J1"];
        assert!(reasons(caught, ["J9", "C4", "A9"], NONE).contains(&"ladder-missed"));
        assert!(!reasons(caught, ["J9", "D3", "A9"], NONE).contains(&"ladder-missed"));
        let broken = ["B3 C2 D2", "C3 F6 E6"];
        assert!(!reasons(broken, ["J9", "C4", "A9"], NONE).contains(&"ladder-missed"));
        assert!(reasons(broken, ["C4", "F4", "A9"], NONE).contains(&"ladder-fails"));
        assert!(!reasons(caught, ["C4", "F4", "A9"], NONE).contains(&"ladder-fails"));
        let own = ["C3 J1", "B3 C2 D2"];
        assert!(reasons(own, ["J9", "G7", "C4"], NONE).contains(&"ladder-catches"));
        let safe = ["C3 F6 E6", "B3 C2 D2"];
        assert!(!reasons(safe, ["J9", "G7", "C4"], NONE).contains(&"ladder-catches"));
    }

    #[test]
    fn self_atari_needs_two_stones() {
        let stones = ["D1 J9", "C1 D2 E2 F2"];
        assert!(reasons(stones, ["E1", "G8", "A9"], NONE).contains(&"self-atari"));
        assert!(!reasons(["J9", "C1 D2 E2"], ["D1", "G8", "A9"], NONE).contains(&"self-atari"));
    }

    #[test]
    fn groups_change_owner_by_shares() {
        let stones = ["D4 D5 J9", "G7 G6"];
        let of = |before: &[(&str, i8)], after: &[(&str, i8)]| {
            reasons(stones, ["A1", "B1", "C1"], [before, after])
        };
        assert_eq!(of(&[("D4", 30), ("D5", 30)], &[("D4", -30), ("D5", -30)]), ["dies"]);
        assert_eq!(of(&[("D4", 30), ("D5", 30)], &[("D4", -30), ("D5", -26)]), [""; 0]);
        assert_eq!(of(&[("G7", 80), ("G6", 80)], &[("G7", -80), ("G6", -80)]), ["lives"]);
        assert_eq!(of(&[("G7", -80), ("G6", -80)], &[("G7", 80), ("G6", 80)]), [""; 0]);
        assert_eq!(of(&[("A1", 80)], &[]), ["settled"]);
        assert_eq!(of(&[("A1", -80)], &[("A1", -70)]), [""; 0]);
    }

    #[test]
    fn cuts_and_connections_need_chains_of_two() {
        let stones = ["D4 D5 D7 D8", "C6 E5 E7"];
        assert_eq!(reasons(stones, ["H2", "G2", "D6"], NONE), ["cut"]);
        assert!(reasons(stones, ["H2", "D6", "A9"], NONE).contains(&"connects"));
        let single = ["D5 D7 D8", "C6 E5 E7"];
        assert_eq!(reasons(single, ["H2", "G2", "D6"], NONE), [""; 0]);
        let two = ["D4 D5 D7 D8", "E5 E7 J9"];
        assert!(!reasons(two, ["C6", "G2", "D6"], NONE).contains(&"cut"), "D6 would be in atari");
    }

    #[test]
    fn distant_moves_are_described_by_place() {
        let stones = ["J9", "C3"];
        assert_eq!(reasons(stones, ["G8", "D3", "C4"], NONE), ["unanswered"]);
        assert_eq!(reasons(stones, ["G8", "D3", "G7"], NONE), ["elsewhere"]);
        assert_eq!(reasons(stones, ["D2", "D3", "C4"], NONE), [""; 0]);
    }

    #[test]
    fn sente_is_taken_from_value_of_first_move() {
        let first_move = FirstMove { gain: 100, follow_up: 900, is_answered: true };
        let before = PositionEvaluation { first_move: Some(first_move), ..evaluation("D3", &[]) };
        let (game, after) = (Game::new(size(), Rules::CHINESE), evaluation("E5", &[]));
        let [played, better] = ["D4", "D3"].map(|vertex| Some(index(vertex)));
        let color = Color::Black;
        let lost = LostMove { color, game: &game, played, better, before: &before, after: &after };
        let due = Reason::Sente { better: index("D3"), gain: 100, follow_up: 900 };
        assert_eq!(find_reasons(&lost), [due]);
    }
}
