//! Normalization of equivalent characters in values.

/// Traditional and Japanese forms, dashes and line breaks, each with the form used by the grammars.
const SAME: &[(&str, char)] = &[
    ("−–—‒﹣", '-'),
    ("〜∼", '~'),
    ("⁄∕", '/'),
    ("，", '、'),
    ("\u{A0}\u{3000}\t\n\r", ' '),
    ("勝", '胜'),
    ("負", '负'),
    ("敗", '败'),
    ("黒", '黑'),
    ("點", '点'),
    ("盤", '盘'),
    ("時", '时'),
    ("間", '间'),
    ("認", '认'),
    ("輸", '输'),
    ("贏", '赢'),
    ("獲", '获'),
    ("數", '数'),
    ("兩両", '两'),
    ("貼", '贴'),
    ("還", '还'),
    ("計", '计'),
    ("無", '无'),
    ("棄", '弃'),
    ("權権", '权'),
    ("戰戦", '战'),
    ("則", '则'),
    ("規", '规'),
    ("違", '违'),
    ("結", '结'),
    ("効", '效'),
    ("終", '终'),
    ("讀読", '读'),
    ("盡", '尽'),
    ("棊碁", '棋'),
    ("鐘鍾", '钟'),
    ("讓", '让'),
    ("個箇", '个'),
    ("號", '号'),
    ("參", '叁'),
    ("貳弐", '贰'),
    ("壱", '壹'),
    ("陸", '陆'),
    ("萬", '万'),
    ("對対", '对'),
];

/// Normalises equivalent characters: full-width forms to ASCII, traditional and Japanese characters to simplified
/// ones, and capitals to lower case.
pub(super) fn plain(text: &str) -> String {
    let text: String = text.chars().map(same).flat_map(char::to_lowercase).collect();
    text.trim().to_string()
}

fn same(c: char) -> char {
    match c {
        '！'..='～' if c != '，' => {
            char::from_u32(u32::from(c) - u32::from('！') + u32::from('!')).unwrap_or(c)
        }
        _ => SAME.iter().find(|(others, _)| others.contains(c)).map_or(c, |(_, same)| *same),
    }
}

/// Returns the rest of a text after a word at its start. A Latin word must not be the start of a longer one.
pub(super) fn after<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let rest = text.strip_prefix(word)?;
    let is_latin = |c: char| c.is_ascii_alphabetic();
    let is_cut = word.ends_with(is_latin) && rest.starts_with(is_latin);
    (!is_cut).then_some(rest)
}

/// Returns the longest entry of a table at the start of a text, and the rest of the text.
pub(super) fn longest<'t, T: Copy>(text: &'t str, table: &[(&str, T)]) -> Option<(T, &'t str)> {
    // Nearly all words differ in their first byte.
    let first = text.as_bytes().first()?;
    let may_be = table.iter().filter(|(word, _)| word.as_bytes().first() == Some(first));
    let found = may_be.filter_map(|(word, meant)| Some((*meant, after(text, word)?)));
    found.min_by_key(|(_, rest)| rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_width_and_traditional_forms_are_normalized() {
        assert_eq!(plain("　Ｗ＋３．５　"), "w+3.5");
        assert_eq!(plain("黒３目半勝"), "黑3目半胜");
        assert_eq!(plain("−6.5"), "-6.5");
        assert_eq!(plain("黑，白"), "黑、白");
    }

    #[test]
    fn latin_words_match_at_word_boundary() {
        assert_eq!(after("points", "point"), None);
        assert_eq!(after("point.", "point"), Some("."));
        let table = [("中", 1), ("中盘", 2)];
        assert_eq!(longest("中盘胜", &table), Some((2, "胜")));
    }
}
