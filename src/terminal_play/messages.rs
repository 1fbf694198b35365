//! Texts of a game in Chinese and English.

use crate::engine::{Candidate, Level};
use crate::go::{Action, Color, Game, Move};
use crate::protocol::vertex;
use crate::records::record::Language;

/// The texts in a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Messages {
    /// The language.
    pub language: Language,
}

impl Messages {
    /// Returns the name of a colour.
    pub(super) fn color(self, color: Color) -> &'static str {
        match (self.language, color) {
            (Language::Chinese, Color::Black) => "黑",
            (Language::Chinese, Color::White) => "白",
            (Language::English, Color::Black) => "Black",
            (Language::English, Color::White) => "White",
        }
    }

    /// Returns the name of a colour with its letter: `Black (X)`.
    fn stones(self, color: Color) -> String {
        let letter = if color == Color::Black { 'X' } else { 'O' };
        self.language.choose(
            format!("{} ({letter})", self.color(color)),
            format!("{}（{letter}）", self.color(color)),
        )
    }

    /// Returns a turn as text: `White F6`, `Black passes`.
    pub(super) fn turn(self, game: &Game, color: Color, action: Action) -> String {
        let who = self.color(color);
        match action {
            Action::Move(Move::Play(point)) => {
                let vertex = vertex::vertex(game.size(), point);
                self.language.choose(format!("{who} {vertex}"), format!("{who}{vertex}"))
            }
            Action::Move(Move::Pass) => {
                self.language.choose(format!("{who} passes"), format!("{who}虚着"))
            }
            Action::Resign => self.language.choose(format!("{who} resigns"), format!("{who}认输")),
        }
    }

    /// Returns the line above the board: last turn, player to move, prisoners.
    pub(super) fn headline(self, game: &Game) -> String {
        let turns = game.turns();
        let last = turns.last().map(|turn| {
            let (number, text) = (turns.len(), self.turn(game, turn.color, turn.action));
            self.language
                .choose(format!("Move {number}: {text}. "), format!("第{number}手：{text}。"))
        });
        let next = self.stones(game.to_play());
        let next = match game.is_over() {
            true => String::new(),
            false => self.language.choose(format!("{next} to play; "), format!("轮到{next}；")),
        };
        let [black, white] = Color::BOTH.map(|color| game.prisoners(color));
        let prisoners = self.language.choose(
            format!("prisoners: {black} black, {white} white"),
            format!("被提：黑{black}，白{white}"),
        );
        last.unwrap_or_default() + &next + &prisoners
    }

    /// Returns the introduction: settings and available commands. `terms` are the rules and the komi.
    pub(super) fn welcome(
        self,
        game: &Game,
        terms: [&str; 2],
        level: Level,
        person: Color,
    ) -> String {
        let (lines, stones) = (game.size().lines(), self.stones(person));
        let [rules, compensation] = terms;
        let example = vertex::vertex(game.size(), game.size().point(lines / 2, lines / 2));
        let handicap = match game.handicap() {
            0 => String::new(),
            stones => {
                self.language.choose(format!("handicap {stones}, "), format!("让{stones}子，"))
            }
        };
        let level = self.level_in_welcome(level);
        let (rules, version) = (self.rules(rules), env!("CARGO_PKG_VERSION"));
        self.language.choose(format!(
                "Tianyuan {version}: {lines}x{lines}, {rules}, {handicap}{compensation}, {level}. \
                 You are {stones}.\n\
                 Type a point such as {example}, or pass, resign, undo, hint, score, save, help, quit."
            ), format!(
                "天元 {version}：{lines}路，{rules}，{handicap}{compensation}，{level}。您执{stones}。\n\
                 请输入落点（如{example}）或命令：虚着 认输 悔棋 提示 形势 存盘 帮助 退出"
            ))
    }

    /// Returns the level with its rank for the introduction.
    fn level_in_welcome(self, level: Level) -> String {
        let (name, rank) = (level.to_string(), level.rank().unwrap_or("full strength".into()));
        let en =
            if name == rank { format!("level {name}") } else { format!("level {name} ({rank})") };
        self.language.choose(en, self.level(level))
    }

    /// Returns the note that is shown while the engine thinks.
    pub(super) fn thinking(self) -> String {
        self.language.choose("Tianyuan is thinking ...".into(), "天元思考中…".into())
    }

    /// Returns the evaluation of a colour: lead in points and win rate.
    pub(super) fn estimate(self, color: Color, lead: f64, winrate: f64) -> String {
        let is_ahead = lead >= 0.0;
        let leader = if is_ahead { color } else { !color };
        let percent = 100.0 * if is_ahead { winrate } else { 1.0 - winrate };
        let (who, points) = (self.color(leader), lead.abs());
        self.language.choose(
            format!("{who} leads by about {points:.1} points, winrate {percent:.1} %"),
            format!("{who}约领先{points:.1}目，胜率{percent:.1}%"),
        )
    }

    /// Returns a candidate move with its evaluation.
    pub(super) fn candidate(self, game: &Game, candidate: &Candidate) -> String {
        let name = |mv: &Move| match mv {
            Move::Play(point) => vertex::vertex(game.size(), *point),
            Move::Pass => self.language.choose("pass".into(), "虚着".into()),
        };
        let line: Vec<String> = candidate.pv.iter().take(8).map(name).collect();
        let (mv, line) = (name(&candidate.mv), line.join(" "));
        let (percent, lead) = (100.0 * candidate.winrate, candidate.score_lead);
        self.language.choose(
            format!("{mv}: winrate {percent:.1} %, lead {lead:+.1}; {line}"),
            format!("{mv}：胜率{percent:.1}%，目差{lead:+.1}；{line}"),
        )
    }

    /// Returns the question after two passes.
    pub(super) fn proposal(self, dead: &[String]) -> String {
        let stones = dead.join(" ");
        match (self.language, dead.is_empty()) {
            (Language::Chinese, true) => "双方均虚着。无死子。".to_string(),
            (Language::Chinese, false) => format!("双方均虚着。死子（标/）：{stones}。"),
            (Language::English, true) => "Both have passed. No stones are dead.".to_string(),
            (Language::English, false) => {
                format!("Both have passed. Dead stones, marked with /: {stones}.")
            }
        }
    }

    /// Returns the commands that are available after two passes.
    pub(super) fn scoring_help(self) -> String {
        self.language.choose(
            "agree counts the score, dead POINT switches a chain, undo continues the game.".into(),
            "“同意”则按此计算，“死子 位置”更改一块棋的死活，“悔棋”则续弈。".into(),
        )
    }

    /// Returns the commands that are available after the game.
    pub(super) fn end(self) -> String {
        self.language.choose(
            "The game is over; save FILE saves the record, quit exits.".into(),
            "终局。“存盘 文件”保存棋谱，“退出”结束。".into(),
        )
    }

    /// Returns the current level: its number, if it has one, and its rank.
    pub(super) fn level(self, level: Level) -> String {
        let (name, rank) = (level.to_string(), level.rank());
        let is_named_by_rank = rank.as_ref() == Some(&name);
        let zh = rank.as_deref().map_or("全力".into(), rank_in_chinese);
        let en = rank.unwrap_or("full strength".into());
        match is_named_by_rank {
            true => self.language.choose(format!("level {en}"), format!("级别：{zh}")),
            false => {
                self.language.choose(format!("level {name}: {en}"), format!("级别{name}（{zh}）"))
            }
        }
    }

    /// Returns the message that a file was written.
    pub(super) fn saved(self, file: &str) -> String {
        self.language.choose(format!("saved: {file}"), format!("已保存：{file}"))
    }

    /// Returns the name of rules, in Chinese if there is a Chinese name.
    fn rules(self, name: &str) -> String {
        let chinese = match name {
            "Chinese" => "中国",
            "Japanese" => "日本",
            "Korean" => "韩国",
            other => other,
        };
        self.language.choose(format!("{name} rules"), format!("{chinese}规则"))
    }
}

/// Returns a rank such as `12k` in Chinese: `12级`.
pub(super) fn rank_in_chinese(rank: &str) -> String {
    rank.replace('k', "级").replace('d', "段")
}
