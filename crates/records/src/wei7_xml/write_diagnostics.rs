//! The diagnostics of the wei7 2.2 writer.

use crate::record::diagnostic_rule::rules;

rules! {
    OTHER_SIZE = Error("3.4", "不能表示{0}的棋盘", "there is no board of {0} here");
    OTHER_RECORDS = Dropped("3.2", "一个文件只有一局:其余{0}局未写出", "a file holds one record: {0} more are not written");
    LEFT_OUT = Dropped("", "不能表示{0},已略去", "{0} cannot be said: it is left out");
    BAD_CHARACTERS = Approximated("3.1", "{0}含XML中不可有的字符(以U+FFFD代替)", "{0} has characters that XML does not allow: U+FFFD stands for them");
    LINE_BREAKS = Approximated("3.8", "{0}只能是单行:换行以空格代替", "{0} has one line: line breaks become blanks");
    CUT = Approximated("3.8", "{0}最多128个字符:其余略去", "{0} has at most 128 characters: the rest is left out");
    TEAM_NAMES = Approximated("3.8", "一方有多人,姓名以“&”相连", "several players of a colour: their names are joined by `&`");
    BOTH_COLORS = Approximated("3.8", "一人执双方,写作同名两人", "one person plays both colours: it becomes two of the same name");
    NAMED_BY_EVENT = Approximated("3.8", "没有比赛名称,以EV代之", "the game has no name: EV stands for it");
    KOMI_UNKNOWN = Assumed("3.6", "没有写明贴目,读作不贴目", "the komi is not stated, which reads as none");
    TIME_CHANGED = Approximated("3.7", "时刻{0}写作{1}", "the time {0} is written {1}");
    WON_OTHERWISE = Approximated("3.9", "{0}读作中盘胜", "{0} reads as a win by resignation");
    LESS_EMPHASIS = Approximated("3.16.1", "评价的程度略去", "the evaluation loses its emphasis");
    PROBLEM_ASSUMED = Assumed("3.16.4", "写明了轮到谁,视为一道题", "who is to play is stated: it is taken for a problem");
    SYMBOL_SHORTENED = Approximated("3.18", "标记“{0}”写作“{1}”", "the mark `{0}` is written `{1}`");
    NO_MAIN_LINE = Approximated("3.12", "主变化以pre开头,只能与其他变化并列", "the main line begins with a pre, and can only stand among the variations");
}
