//! Random records with everything that a format can represent.

use rand::RngExt;
use rand::rngs::StdRng;
use tianyuan::go::{Color, Komi, Scoring};
use tianyuan::records::record::{
    Evaluation, Event, Info, Mark, NodeId, Notes, Outcome, Participant, Player, Point, Property,
    Record, RulesInfo, RulesName, Setup, Size, Splitter, Symbol, Time, WinReason,
};

/// Any board size.
pub fn random_size(rng: &mut StdRng) -> Size {
    Size::new(rng.random_range(1..=52), rng.random_range(1..=52)).expect("a size")
}

/// A record of any shape, limited to data that round-trips through SGF.
pub fn random_record(size: Size, rng: &mut StdRng) -> Record {
    let mut record = Record::new(size);
    record.info = info(rng);
    let root = record.tree.root();
    let mut ids = vec![root];
    if rng.random() {
        record.tree.node_mut(root).event = setup(size, rng);
    }
    for _ in 0..rng.random_range(0..40) {
        // Mostly a line, sometimes a variation.
        let back = if rng.random_bool(0.8) { 1 } else { rng.random_range(1..=ids.len()) };
        let event = match rng.random_range(0..10) {
            8 => live_event(size, rng),
            0 => Event::Nothing,
            1 => setup(size, rng),
            2 => Event::Move { color: color(rng), point: None },
            _ => Event::Move { color: color(rng), point: Some(point(size, rng)) },
        };
        ids.push(record.tree.add(ids[ids.len() - back], event));
    }
    for id in ids {
        annotate(&mut record, id, rng);
    }
    record
}

/// A message, a mark or a claim.
pub fn live_event(size: Size, rng: &mut StdRng) -> Event {
    match rng.random_range(0..3) {
        0 => Event::Message(text(rng, true).into()),
        1 => Event::Mark(Box::new(mark(size, rng))),
        _ => Event::Claim(outcome(rng)),
    }
}

fn annotate(record: &mut Record, id: NodeId, rng: &mut StdRng) {
    if rng.random_bool(0.5) {
        return;
    }
    let size = record.size;
    let notes = record.tree.node_mut(id).notes_mut();
    *notes = Notes {
        title: maybe(rng, |rng| text(rng, true)),
        comment: maybe(rng, |rng| text(rng, true)),
        marks: (0..rng.random_range(0..4)).map(|_| mark(size, rng)).collect(),
        evaluation: maybe(rng, |rng| *one_of(&EVALUATIONS, rng)),
        problem: maybe(rng, color),
        to_play: None,
        splitter: *one_of(&[Splitter::Small, Splitter::Medium, Splitter::Large], rng),
        time: maybe(rng, |rng| f64::from(rng.random_range(0..86_400_000)) / 1000.0),
        actor: maybe(rng, |rng| rng.random_range(0..20)),
        set_apart: rng.random(),
        properties: Vec::new(),
    };
    notes.marks.sort();
    if notes.problem.is_none() {
        notes.to_play = maybe(rng, color);
    }
    if rng.random_bool(0.2) {
        let values = vec![r"raw \] and : \\ 围棋".to_string(), String::new()];
        notes.properties.push(Property { name: "QQ".into(), values });
        notes.properties.push(Property { name: "UC".into(), values: vec!["2".into()] });
    }
}

const EVALUATIONS: [Evaluation; 8] = [
    Evaluation::Good,
    Evaluation::VeryGood,
    Evaluation::Bad,
    Evaluation::VeryBad,
    Evaluation::Interesting,
    Evaluation::Doubtful,
    Evaluation::Trick,
    Evaluation::Controversial,
];

fn info(rng: &mut StdRng) -> Info {
    let (participants, players) = people(rng);
    Info {
        domain: name(rng),
        id: name(rng),
        name: name(rng),
        rules: RulesInfo {
            scoring: maybe(rng, |rng| *one_of(&[Scoring::Area, Scoring::Territory], rng)),
            komi: maybe(rng, |rng| rng.random_range(-20..30)).and_then(Komi::from_half_points),
            name: maybe(rng, |rng| {
                let other = RulesName::Other("AGA".into());
                one_of(&[RulesName::Chinese, RulesName::Japanese, other], rng).clone()
            }),
            options: maybe(rng, |_| "ko=simple tax=all".into()).unwrap_or_default(),
        },
        time: maybe(rng, |_| Time::parse("2024-02-29T23:59:60.125+08:00").expect("a time")),
        dates: maybe(rng, |_| "1996-05-06,07".into()),
        place: name(rng),
        participants,
        players,
        handicap: None,
        states_no_handicap: false,
        result: maybe(rng, outcome),
    }
}

fn outcome(rng: &mut StdRng) -> Outcome {
    let by = match rng.random_range(0..6) {
        0 => WinReason::Resignation,
        1 => WinReason::Time,
        2 => WinReason::Forfeit,
        3 => WinReason::Unstated,
        _ => WinReason::HalfPoints(rng.random_range(1..1024)),
    };
    let win = Outcome::Win { winner: color(rng), by };
    *one_of(&[win, win, Outcome::Draw, Outcome::Void, Outcome::Unknown], rng)
}

/// Some participants, and the players among them.
pub fn people(rng: &mut StdRng) -> (Vec<Participant>, Vec<Player>) {
    let participants: Vec<Participant> =
        (0..rng.random_range(0..4)).map(|_| participant(rng)).collect();
    let mut players = Vec::new();
    for participant in 0..participants.len() as u32 {
        if rng.random_bool(0.8) {
            players.push(Player { participant, color: maybe(rng, color) });
        }
    }
    (participants, players)
}

fn participant(rng: &mut StdRng) -> Participant {
    let [domain, id, name, title, rank, team] = std::array::from_fn(|_| name(rng));
    Participant { domain, id, name, title, rank, team }
}

fn setup(size: Size, rng: &mut StdRng) -> Event {
    let stone = |_| (point(size, rng), [None, Some(Color::Black), Some(Color::White)]);
    let points: Vec<_> = (0..6).map(stone).collect();
    let kept = rng.random_range(0..=points.len());
    let colored = points.into_iter().take(kept).enumerate();
    Event::Setup(Box::new(Setup::new(
        colored.map(|(i, (point, colors))| (point, colors[i % 3])).collect(),
    )))
}

fn mark(size: Size, rng: &mut StdRng) -> Mark {
    let symbol = match rng.random_range(0..8) {
        0 => Symbol::Circle,
        1 => Symbol::Cross,
        2 => Symbol::Square,
        3 => Symbol::Triangle,
        4 => Symbol::Selected,
        _ => Symbol::Label(text(rng, false)),
    };
    Mark { point: point(size, rng), symbol }
}

pub fn point(size: Size, rng: &mut StdRng) -> Point {
    let (x, y) = (rng.random_range(0..size.width()), rng.random_range(0..size.height()));
    size.point(x, y).expect("on the board")
}

pub fn color(rng: &mut StdRng) -> Color {
    if rng.random() { Color::Black } else { Color::White }
}

/// A name, sometimes empty.
pub fn name(rng: &mut StdRng) -> Option<String> {
    maybe(rng, |rng| format!("棋{}", text(rng, false)))
}

/// Characters that are difficult for some format.
pub fn text(rng: &mut StdRng, many_lines: bool) -> String {
    const HARD: [&str; 16] =
        ["]", "[", "\\", ":", ";", "(", ")", "\"", "<", "&", "围棋", "沒", "揮", "𠮷", " ", "\n"];
    let pieces = HARD.len() - usize::from(!many_lines);
    (0..rng.random_range(0..8)).map(|_| HARD[rng.random_range(0..pieces)]).collect()
}

pub fn maybe<T>(rng: &mut StdRng, make: impl FnOnce(&mut StdRng) -> T) -> Option<T> {
    if rng.random() { Some(make(rng)) } else { None }
}

pub fn one_of<'l, T>(list: &'l [T], rng: &mut StdRng) -> &'l T {
    &list[rng.random_range(0..list.len())]
}
