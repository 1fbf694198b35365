//! Problems of sessions.

use std::sync::Arc;

use serde_json::{Value, json};

use super::super::ProblemSet;
use super::{BoardError, BoardSession, Boards, act, done, idle, new_game, options, state, until};
use crate::records::record::Record;

/// Returns a session with problems: White's corner on 9x9 without answers, and a problem with answers.
fn session_with_problems() -> (Boards, Arc<BoardSession>) {
    let sgf = b"(;GM[1]FF[4]SZ[9]PL[B]AB[ac][bc][cc][dc][ec][eb][ea]AW[ab][bb][cb][db][da])\
        (;GM[1]FF[4]SZ[5]PL[B]AB[aa]AW[bb](;B[ab]TE[1];W[cc];B[dd])(;B[ee]BM[1];W[dd]))";
    let mut problems = ProblemSet::default();
    assert_eq!(problems.add("set", Record::read(sgf).expect("SGF").records), 2);
    let mut options = options();
    options.set_problems(problems);
    let boards = Boards::new(options);
    let id = boards.start().expect("there is room");
    let session = boards.find(&id).expect("it was started");
    (boards, session)
}

#[test]
fn record_answers_problem() {
    let (_boards, session) = session_with_problems();
    done(&session, json!({"do": "problem", "index": 1}));
    assert_eq!(state(&session)["problem"]["first"], Value::Null);
    done(&session, json!({"do": "play", "cell": 24}));
    let wrong = idle(&session);
    let problem = |state: &Value| {
        [&state["problem"]["verdict"], &state["problem"]["first"]].map(Value::clone)
    };
    assert_eq!((problem(&wrong), &wrong["number"]), ([json!("wrong"), json!(false)], &json!(2)));
    done(&session, json!({"do": "undo"}));
    assert_eq!(problem(&state(&session)), [Value::Null, json!(false)]);
    done(&session, json!({"do": "play", "cell": 5}));
    let right = idle(&session);
    assert_eq!((problem(&right), &right["turn"]), ([json!("right"), json!(false)], &json!(1)));
    done(&session, json!({"do": "problem", "index": 1}));
    done(&session, json!({"do": "answer"}));
    let shown = idle(&session);
    assert_eq!((&shown["problem"]["revealed"], &shown["number"]), (&json!(true), &json!(3)));
    assert!(act(&session, json!({"do": "problem", "index": 2})).is_err());
    done(&session, new_game("both", json!({})));
    assert_eq!(act(&session, json!({"do": "answer"})), Err(BoardError::NoOpenProblem));
}

#[test]
fn solver_refutes_moves_that_record_does_not_contain() {
    let (_boards, session) = session_with_problems();
    done(&session, json!({"do": "problem", "index": 0}));
    done(&session, json!({"do": "play", "cell": 0}));
    let state = until(&session, |state| state["problem"]["verdict"].is_string());
    assert_eq!(state["problem"]["verdict"], "refuted");
    assert_eq!(state["last"], json!([2, 1]), "White makes two eyes");
    done(&session, json!({"do": "problem", "index": 0}));
    done(&session, json!({"do": "play", "cell": 1}));
    let state = until(&session, |state| state["problem"]["verdict"].is_string());
    assert_eq!(
        (&state["problem"]["verdict"], &state["problem"]["first"]),
        (&json!("proved"), &json!(true))
    );
    done(&session, json!({"do": "answer"}));
    until(&session, |state| state["solution"].is_object());
}
