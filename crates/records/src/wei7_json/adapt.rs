//! Reduces the info, results, marks and evaluations of a record to what wei7 3.0 can represent.
//!
//! Every change or omission is reported as a finding. Writing the file is left to `write`.

use super::info::is_allowed;
use super::values::{LONGEST, is_symbol};
use crate::record::diagnostic::{Findings, SourceLocation};
use crate::record::diagnostic_rule::rules;
use crate::record::{
    Evaluation, Info, Outcome, Participant, Record, RulesInfo, RulesName, Symbol, Time, WinReason,
};

rules! {
    SEVERAL_RECORDS = Dropped("3.2", "一个wei7文件只有一局：其余{0}局已略去", "a wei7 file contains one record: {0} others are dropped");
    NO_RECORD = Error("3.2", "没有可写的棋谱", "no record to write");
    NO_FIELD = Dropped("", "wei7 3.0没有“{0}”，已略去", "wei7 3.0 has no field for `{0}`");
    EVENT_AS_NAME = Approximated("3.10.5.3", "没有棋局名称，以赛事名代替", "the game has no name: the event's name is used");
    NAME_CUT = Approximated("3.4", "{0}超过128个字符，已截短", "{0} is truncated to 128 characters");
    NAME_CONTROLS = Approximated("3.4", "{0}只能是单行，控制字符以空格代替", "{0} is a single line: control characters become spaces");
    TYPE_DROPPED = Dropped("3.10.1", "规则“{0}”不可用，已略去", "unknown rules `{0}`: the type is dropped");
    KOMI_DROPPED = Dropped("3.10.1", "贴目{0}不可用，已略去", "komi {0} is not representable");
    OPTIONS_DROPPED = Dropped("3.10.1", "规则选项“{0}”不可用，已略去", "the rule options `{0}` are not representable");
    TIME_ASSUMED = Assumed("3.10.2", "没有时区，视为UTC", "the time has no time zone: UTC is assumed");
    TIME_CUT = Approximated("3.10.2", "秒的小数超过9位，已截短", "fractions of a second are truncated to 9 digits");
    TIME_DROPPED = Dropped("3.10.2", "时刻{0}不可用，已略去", "time {0} is not representable");
    RESULT_DROPPED = Dropped("3.8", "结果“{0}”不可用，已略去", "result `{0}` is not representable");
    RESULT_BY_RESIGNATION = Approximated("3.8", "结果“{0}”成为中盘胜", "result `{0}` becomes a win by resignation");
    SETUP_LATER = Dropped("3.16.2.6", "不能在着手之后摆子：从此以后已略去", "setup after moves is not supported: this and all that follows is dropped");
    NODE_JOINED = Folded("3.16.3", "没有着手的节点并入前一节点", "a node without an action is merged into the previous node");
    TITLE_FOLDED = Folded("3.16.1", "标题“{0}”写入注释", "title `{0}` is moved to the comment");
    EVALUATION_FOLDED = Folded("3.16.3.2.1.3", "非着手的评价“{0}”写入注释", "evaluation `{0}` without a move is moved to the comment");
    PROBLEM_ASSUMED = Assumed("3.15", "PL视为题目的先手方", "the player to move (PL) becomes the problem's player");
    EVALUATION_WEAKER = Approximated("3.16.3.2.1.3", "“非常”好坏只作好坏", "a very good or bad move becomes a good or bad move");
    EVALUATION_DROPPED = Dropped("3.16.3.2.1.3", "评价{0}不可用，已略去", "evaluation {0} is not representable");
    SYMBOL_CUT = Approximated("3.12", "标记“{0}”只取第一个字符", "mark `{0}` is truncated to its first character");
    SYMBOL_DROPPED = Dropped("3.12", "标记“{0}”不可用，已略去", "mark `{0}` is not representable");
}

/// Returns the info reduced to what 3.0 can represent.
pub(super) fn adapt_info(record: &Record, findings: &mut Findings) -> Info {
    let info = &record.info;
    let drops: [(&str, bool); 2] = [("DT", info.dates.is_some()), ("HA", record.hides_handicap())];
    for (name, _) in drops.into_iter().filter(|(_, is_there)| *is_there) {
        findings.add(&NO_FIELD, SourceLocation::path(name), [name]);
    }
    let participants: Vec<Participant> =
        info.participants.iter().map(|person| participant(person, findings)).collect();
    let mut players = info.players.clone();
    players.retain(|player| (player.participant as usize) < participants.len());
    if players.len() < info.players.len() {
        findings.add(&NO_FIELD, SourceLocation::path("players"), ["players"]);
    }
    let mut name = |field: &Option<String>, path: &str| {
        field.as_deref().map(|text| short_string(text, path, findings))
    };
    let [domain, id, place] = [(&info.domain, "domain"), (&info.id, "id"), (&info.place, "place")]
        .map(|(field, path)| name(field, path));
    let event = record.event_name();
    if event.is_some() {
        findings.add(&EVENT_AS_NAME, SourceLocation::path("EV"), []);
    }
    let named = info.name.as_deref().or(event.as_deref());
    Info {
        domain,
        id,
        name: named.map(|text| short_string(text, "name", findings)),
        rules: ruling(&info.rules, findings),
        time: info.time.as_ref().and_then(|moment| time(moment, findings)),
        place,
        participants,
        players,
        result: info
            .result
            .and_then(|one| result(one, || SourceLocation::path("result"), findings)),
        dates: None,
        handicap: None,
        states_no_handicap: false,
    }
}

fn participant(person: &Participant, findings: &mut Findings) -> Participant {
    if person.team.is_some() {
        findings.add(&NO_FIELD, SourceLocation::path("participants"), ["team"]);
    }
    let mut name =
        |field: &Option<String>, path: &str| Some(short_string(field.as_deref()?, path, findings));
    Participant {
        domain: name(&person.domain, "domain"),
        id: name(&person.id, "id"),
        name: name(&person.name, "name"),
        title: name(&person.title, "title"),
        rank: name(&person.rank, "rank"),
        team: None,
    }
}

fn short_string(text: &str, path: &str, findings: &mut Findings) -> String {
    let is_control = |c: char| c < ' ' || matches!(c, '\u{85}' | '\u{2028}' | '\u{2029}');
    if text.contains(is_control) {
        findings.add(&NAME_CONTROLS, SourceLocation::path(path), [path]);
    }
    let text = text.replace(is_control, " ");
    match text.char_indices().nth(LONGEST) {
        None => text,
        Some((end, _)) => {
            findings.add(&NAME_CUT, SourceLocation::path(path), [path]);
            text[..end].to_string()
        }
    }
}

fn ruling(ruling: &RulesInfo, findings: &mut Findings) -> RulesInfo {
    let mut fitting = ruling.clone();
    if let Some(RulesName::Other(name)) = &ruling.name {
        findings.add(&TYPE_DROPPED, SourceLocation::path("rules"), [name]);
        fitting.name = None;
    }
    if let Some(komi) = ruling.komi.filter(|komi| !(0..20).contains(&komi.half_points())) {
        findings.add(&KOMI_DROPPED, SourceLocation::path("rules"), [&komi.to_string()]);
        fitting.komi = None;
    }
    if !ruling.options.is_empty() {
        findings.add(&OPTIONS_DROPPED, SourceLocation::path("rules"), [&ruling.options]);
        fitting.options.clear();
    }
    fitting
}

fn time(moment: &Time, findings: &mut Findings) -> Option<Time> {
    let place = || SourceLocation::path("time");
    if moment.zone.is_none() {
        findings.add(&TIME_ASSUMED, place(), []);
    }
    let mut time = moment.in_utc();
    if time.fraction.len() > 9 {
        findings.add(&TIME_CUT, place(), []);
        time.fraction.truncate(9);
    }
    let allowed = is_allowed(&time);
    if !allowed {
        findings.add(&TIME_DROPPED, place(), [&moment.to_string()]);
    }
    allowed.then_some(time)
}

/// Returns the result in the form of 3.0, or `None` if 3.0 cannot represent it.
pub(super) fn result(
    result: Outcome,
    place: impl FnOnce() -> SourceLocation,
    findings: &mut Findings,
) -> Option<Outcome> {
    let shown = result.to_string();
    match result {
        Outcome::Void | Outcome::Unknown => {
            findings.add_at(&RESULT_DROPPED, place, [&shown]);
            None
        }
        Outcome::Win { by: WinReason::HalfPoints(1..1024) | WinReason::Resignation, .. }
        | Outcome::Draw => Some(result),
        Outcome::Win { winner, .. } => {
            findings.add_at(&RESULT_BY_RESIGNATION, place, [&shown]);
            Some(Outcome::Win { winner, by: WinReason::Resignation })
        }
    }
}

/// Returns the symbol of a mark in 3.0.
pub(super) fn symbol(
    symbol: &Symbol,
    place: impl FnOnce() -> SourceLocation,
    findings: &mut Findings,
) -> Option<char> {
    let shape = match symbol {
        Symbol::Label(text) => {
            let first = text.chars().next().filter(|c| is_symbol(c.encode_utf8(&mut [0; 4])));
            let Some(first) = first else {
                findings.add_at(&SYMBOL_DROPPED, place, [text]);
                return None;
            };
            if text.len() > 1 {
                findings.add_at(&SYMBOL_CUT, place, [text]);
            }
            return Some(first);
        }
        shape => shape.shape().unwrap_or_default(),
    };
    findings.add_at(&SYMBOL_DROPPED, place, [shape]);
    None
}

/// Returns the keyword of an evaluation in 3.0.
pub(super) fn evaluation(
    evaluation: Evaluation,
    place: impl FnOnce() -> SourceLocation,
    findings: &mut Findings,
) -> Option<&'static str> {
    let (word, rule) = match evaluation {
        Evaluation::Good => (Some("good"), None),
        Evaluation::Bad => (Some("bad"), None),
        Evaluation::Trick => (Some("trick"), None),
        Evaluation::Controversial => (Some("controversial"), None),
        Evaluation::VeryGood => (Some("good"), Some(("TE[2]", &EVALUATION_WEAKER))),
        Evaluation::VeryBad => (Some("bad"), Some(("BM[2]", &EVALUATION_WEAKER))),
        Evaluation::Interesting => (None, Some(("IT", &EVALUATION_DROPPED))),
        Evaluation::Doubtful => (None, Some(("DO", &EVALUATION_DROPPED))),
    };
    if let Some((property, rule)) = rule {
        findings.add_at(rule, place, [property]);
    }
    word
}
