//! Names of rules, in all spellings that clients and files use.

use super::compact_rules;
use super::rules::{Komi, Nearest, Rules};

impl Rules {
    /// Returns the rules of a name, with `komi` as compensation: names never change komi. Case, `-`, `_`, spaces and
    /// a final word for "rules" are ignored. KataGo's compact rule strings are accepted, too.
    ///
    /// Returns `None` for an unknown name, and for rules that are only [approximated].
    ///
    /// [approximated]: Rules::nearest
    ///
    /// ```
    /// use tianyuan_go::{Komi, KoRule, Rules};
    ///
    /// let komi = Komi::from_half_points(15).expect("7.5 points");
    /// let rules = Rules::from_name("Tromp-Taylor", komi).expect("a known name");
    /// assert_eq!(rules.ko, KoRule::Positional);
    /// assert!(rules.counts_all_stones_alive(), "dead stones have to be captured");
    /// assert_eq!(rules.komi.to_string(), "7.5");
    ///
    /// let same = Rules::from_name("koPOSITIONALscoreAREAtaxNONEsui1", komi);
    /// assert_eq!(same, Some(rules));
    /// ```
    pub fn from_name(name: &str, komi: Komi) -> Option<Rules> {
        Rules::nearest(name).filter(Nearest::is_exact).map(|found| Rules { komi, ..found.rules })
    }

    /// Returns the rules of a name, or the nearest supported ones; komi is 0. Returns `None` for an unknown name.
    pub fn nearest(name: &str) -> Option<Nearest> {
        find(name).map(|found| found.nearest).or_else(|| compact_rules::read(name))
    }

    /// Returns the names of all rule sets in lower case, such as `japanese`.
    pub fn names() -> impl Iterator<Item = String> {
        NAMES.iter().map(|named| named.proper.to_lowercase())
    }

    /// Returns the display name of rules: `Korean` for `韩国规则`, which have the same rules as `Japanese`. Returns
    /// `None` for a name that is not in the table.
    pub fn display_name(name: &str) -> Option<&'static str> {
        find(name).map(|found| found.proper)
    }
}

/// Rules with their names.
struct Named {
    /// The display name.
    proper: &'static str,
    /// Other spellings in the form that [`find`] compares.
    spellings: &'static [&'static str],
    nearest: Nearest,
}

const fn named(proper: &'static str, spellings: &'static [&'static str], rules: Rules) -> Named {
    Named { proper, spellings, nearest: Nearest::exactly(rules) }
}

/// All names, shared by the protocols, the analysis engine and SGF.
static NAMES: [Named; 13] = [
    named(
        "Chinese",
        &[
            "chinese",
            "chineseogs",
            "chinesekgs",
            "cn",
            "中国",
            "中国围棋",
            "数子",
            "数子法",
            "중국",
        ],
        Rules::CHINESE,
    ),
    named(
        "Japanese",
        &["japanese", "jp", "日本", "日本围棋", "数目", "数目法", "일본"],
        Rules::JAPANESE,
    ),
    named("Korean", &["korean", "kr", "韩国", "韩国围棋", "한국"], Rules::JAPANESE),
    named("AGA", &["aga", "american"], Rules::AGA),
    Named {
        proper: "AGA Button",
        spellings: &["agabutton"],
        nearest: Nearest { has_button: true, ..Nearest::exactly(Rules::AGA) },
    },
    named("BGA", &["bga", "british"], Rules::AGA),
    named("French", &["french", "ffg"], Rules::AGA),
    named("Tromp-Taylor", &["tromptaylor"], Rules::TROMP_TAYLOR),
    named("New Zealand", &["newzealand", "nz"], Rules::NEW_ZEALAND),
    named(
        "Ing",
        &["ing", "ings", "inggoe", "应氏", "应氏计点", "应氏计点制", "计点制"],
        Rules::ING,
    ),
    named("GOE", &["goe"], Rules::ING),
    named("Stone Scoring", &["stonescoring", "ancientarea"], Rules::STONE_SCORING),
    named("Ancient Territory", &["ancientterritory"], Rules::ANCIENT_TERRITORY),
];

/// Words for "rules" at the end of a name.
const RULES: [&str; 7] = ["rules", "ruleset", "rule", "规则", "ルール", "规约", "룰"];

/// Traditional and Japanese characters with the simplified ones of the table.
const SAME: &[(&str, char)] = &[
    ("國", '国'),
    ("韓", '韩'),
    ("圍", '围'),
    ("囲", '围'),
    ("數", '数'),
    ("規", '规'),
    ("則", '则'),
    ("約", '约'),
    ("應", '应'),
    ("応", '应'),
    ("計", '计'),
    ("點", '点'),
];

fn find(name: &str) -> Option<&'static Named> {
    let plain: String = name
        .chars()
        .filter(|c| !matches!(c, '-' | '_' | ' ' | '\''))
        .flat_map(char::to_lowercase)
        .map(|c| SAME.iter().find(|(others, _)| others.contains(c)).map_or(c, |(_, same)| *same))
        .collect();
    let has = |spelling: &str| NAMES.iter().find(|named| named.spellings.contains(&spelling));
    let without_rules = RULES.iter().find_map(|word| plain.strip_suffix(word));
    has(&plain).or_else(|| has(without_rules?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{KoRule, Scoring, Tax};

    #[test]
    fn display_name_of_proper_name_is_itself() {
        for Named { proper, .. } in &NAMES {
            assert_eq!(Rules::display_name(proper), Some(*proper));
        }
    }

    #[test]
    fn rule_name_variants_are_recognized() {
        for (spelling, proper) in [
            ("chinese", "Chinese"),
            ("中國規則", "Chinese"),
            ("日本ルール", "Japanese"),
            ("Japanese Rules", "Japanese"),
            ("한국 룰", "Korean"),
            ("AGA rules", "AGA"),
            ("Ing's rules", "Ing"),
            ("應氏計點制", "Ing"),
            ("GOE", "GOE"),
            ("ancient-territory", "Ancient Territory"),
            ("NZ", "New Zealand"),
        ] {
            assert_eq!(Rules::display_name(spelling), Some(proper), "{spelling}");
        }
        for unknown in ["", "rules", "klingon", "Chinese rules of 1988"] {
            assert!(find(unknown).is_none(), "{unknown}");
        }
    }

    #[test]
    fn rule_name_lookup_ignores_case_and_separators() {
        let komi = Komi::from_half_points(15).expect("7.5");
        assert_eq!(Rules::from_name("New_Zealand", komi), Rules::from_name("NEW zealand", komi));
        assert_eq!(Rules::from_name("中国", komi).map(|rules| rules.komi), Some(komi));
        assert_eq!(Rules::from_name("klingon", komi), None);
    }

    #[test]
    fn katago_rule_names_are_recognized() {
        let named = |name| Rules::from_name(name, Komi::default()).expect(name);
        let ing = named("ing");
        assert_eq!((ing.ko, ing.multi_stone_suicide), (KoRule::Positional, true));
        assert_eq!(named("goe"), ing);
        let ancient = named("ancient-territory");
        assert_eq!((ancient.scoring, ancient.tax), (Scoring::Territory, Tax::All));
        assert_eq!(Rules::from_name("aga-button", Komi::default()), None);
        assert!(Rules::nearest("aga-button").is_some_and(|nearest| nearest.has_button));
    }

    #[test]
    fn all_stones_count_alive_without_friendly_pass() {
        let named = |name| Rules::from_name(name, Komi::default()).expect("a name");
        let both = |name| [named(name).friendly_pass_ok, named(name).counts_all_stones_alive()];
        assert_eq!(both("tromp-taylor"), [false, true]);
        assert_eq!(both("japanese"), [false, false]);
        for name in ["chinese", "aga", "new-zealand", "stone-scoring"] {
            assert_eq!(both(name), [true, false], "{name}");
        }
        assert!(Rules { friendly_pass_ok: false, ..named("chinese") }.counts_all_stones_alive());
    }
}
