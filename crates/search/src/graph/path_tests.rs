//! Compares legal moves, net inputs and keys on random paths with a game.

use std::collections::HashSet;
use std::sync::Arc;

use super::path::Path;
use crate::move_filter::MoveFilter;
use crate::root::SearchRoot;
use crate::root_options::RootOptions;
use tianyuan_go::rng::Rng;
use tianyuan_go::{
    BoardSize, Color, Game, IllegalMove, KoRule, Move, Point, PointSet, Rules, Scoring,
};
use tianyuan_nn::Planes;
use tianyuan_nn::katago::{AreaOptions, Inputs, Ladders};

const KO_RULES: [KoRule; 3] = [KoRule::Simple, KoRule::Positional, KoRule::Situational];

const SCORING: [Scoring; 2] = [Scoring::Area, Scoring::Territory];

fn root(game: &Game, color: Color) -> SearchRoot {
    SearchRoot {
        game: Arc::new(game.clone()),
        color,
        dynamic_komi: 0,
        seki_tax: 0,
        restriction: MoveFilter::default(),
        options: RootOptions::default(),
        human: None,
        is_set_aside: false,
    }
}

/// Walks randomly along a path, and plays the same moves in a game.
fn walk(rules: Rules, lines: usize, rng: &mut Rng, mut look: impl FnMut(&mut Path<'_, 2>, &Game)) {
    let mut game = Game::new(BoardSize::new(lines).expect("a size"), rules);
    for before in 0..rng.below(30) {
        let color = Color::BOTH[before % 2];
        let _ = game.play(color, random_move(&game, rng));
    }
    let color = game.to_play();
    let root = root(&game, color);
    let mut path = Path::new(&root);
    for _ in 0..60 {
        look(&mut path, &game);
        let legal = path.legal_moves().moves;
        let mv = legal[rng.below(legal.len())];
        game.play(path.color(), mv).expect("the move is legal");
        path.play(mv);
    }
}

fn random_move(game: &Game, rng: &mut Rng) -> Move {
    let points: Vec<Point> = game.size().points().collect();
    Move::Play(points[rng.below(points.len())])
}

fn walks(lines: usize, mut look: impl FnMut(&mut Path<'_, 2>, &Game)) {
    let mut rng = Rng::new(1);
    for (ko, scoring) in KO_RULES.into_iter().flat_map(|ko| SCORING.map(|scoring| (ko, scoring))) {
        for multi_stone_suicide in [false, true] {
            for _ in 0..20 {
                let rules = Rules { ko, scoring, multi_stone_suicide, ..Rules::CHINESE };
                walk(rules, lines, &mut rng, &mut look);
            }
        }
    }
}

#[test]
fn path_legal_moves_match_game() {
    walks(3, |path, game| {
        let legal = path.legal_moves();
        for point in game.size().points() {
            let is_legal = game.is_legal(path.color(), point);
            assert_eq!(path.is_legal(Move::Play(point)), is_legal.is_ok(), "{point:?}");
            assert_eq!(legal.moves.contains(&Move::Play(point)), is_legal.is_ok());
            let is_banned = matches!(is_legal, Err(IllegalMove::Ko | IllegalMove::Superko));
            assert_eq!(legal.forbidden.contains(point), is_banned, "{point:?}");
        }
        assert_eq!(path.score(&PointSet::EMPTY), game.score(&PointSet::EMPTY).0);
    });
}

#[test]
#[ignore = "slow without optimization: run with --ignored"]
fn path_inputs_match_game() {
    walks(5, |path, game| {
        let ladders = Ladders::of(path.board());
        path.set_captured(ladders.captured);
        let (forbidden, area) = (path.legal_moves().forbidden, AreaOptions::default());
        let inputs = path.inputs(&ladders, forbidden, game.compensation(), game.passes() > 0, area);
        let expected = match path.has_ended() {
            true => Inputs::of_final_position(game, path.color(), area),
            false => Inputs::of_game(game, path.color(), area),
        };
        assert_eq!(inputs, expected);
    });
}

#[test]
fn path_planes_match_game() {
    walks(4, |path, game| {
        let planes = path.planes(game.compensation(), false);
        assert_eq!(planes, Planes::of_game(game, path.color()));
    });
}

#[test]
fn path_never_reaches_a_node_twice() {
    let (mut seen, mut key) = (HashSet::new(), 0);
    walks(4, |path, _| {
        if path.depth() == 0 {
            seen.clear();
            key = path.keyed().position_key();
        } else {
            let last = path.last_move().expect("a node was created");
            key = path.keyed().node_key(key, last, 11);
        }
        assert!(seen.insert(key), "after {} moves", path.depth());
    });
}

#[test]
fn transposed_moves_lead_to_the_same_node() {
    let game = Game::new(BoardSize::new(7).expect("a size"), Rules::CHINESE);
    let root = root(&game, Color::Black);
    let size = game.size();
    let key_of = |moves: [(usize, usize); 3]| {
        let mut path = Path::<2>::new(&root);
        moves.into_iter().fold(1, |key, (column, row)| {
            let mv = Move::Play(size.point(column, row));
            path.play(mv);
            path.keyed().node_key(key, mv, 11)
        })
    };
    assert_eq!(key_of([(2, 2), (4, 4), (4, 2)]), key_of([(4, 2), (4, 4), (2, 2)]));
    assert_ne!(key_of([(2, 2), (4, 4), (4, 2)]), key_of([(2, 2), (4, 2), (4, 4)]));
}
