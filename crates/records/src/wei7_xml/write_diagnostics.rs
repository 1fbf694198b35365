//! The diagnostics of the wei7 2.2 writer.

use crate::record::diagnostic_rule::rules;

rules! {
    OTHER_SIZE = Error("3.4", "不能表示{0}的棋盘", "board size {0} is not supported");
    OTHER_RECORDS = Dropped("3.2", "一个文件只有一局：其余{0}局未写出", "a file contains one record: {0} others are not written");
    LEFT_OUT = Dropped("", "不能表示{0}，已略去", "{0} is not representable");
    BAD_CHARACTERS = Approximated("3.1", "{0}含XML中不可有的字符（以U+FFFD代替）", "characters of {0} that XML does not allow are replaced by U+FFFD");
    LINE_BREAKS = Approximated("3.8", "{0}只能是单行：换行以空格代替", "{0} is a single line: line breaks become spaces");
    CUT = Approximated("3.8", "{0}最多128个字符：其余略去", "{0} is truncated to 128 characters");
    TEAM_NAMES = Approximated("3.8", "一方有多人，姓名以“&”相连", "several players of one colour: the names are joined with `&`");
    BOTH_COLORS = Approximated("3.8", "一人执双方，写作同名两人", "one person plays both colours: written as two players with the same name");
    NAMED_BY_EVENT = Approximated("3.8", "没有比赛名称，以EV代之", "the game has no name: EV is used");
    KOMI_UNKNOWN = Assumed("3.6", "没有写明贴目，读作不贴目", "no komi specified: read as 0");
    TIME_CHANGED = Approximated("3.7", "时刻{0}写作{1}", "time {0} is written as {1}");
    WON_OTHERWISE = Approximated("3.9", "{0}读作中盘胜", "{0} is read as a win by resignation");
    LESS_EMPHASIS = Approximated("3.16.1", "评价的程度略去", "the evaluation loses its emphasis");
    PROBLEM_ASSUMED = Assumed("3.16.4", "写明了轮到谁，视为一道题", "the player to move is specified: treated as a problem");
    SYMBOL_SHORTENED = Approximated("3.18", "标记“{0}”写作“{1}”", "mark `{0}` is written as `{1}`");
    NO_MAIN_LINE = Approximated("3.12", "主变化以pre开头，只能与其他变化并列", "the main line starts with `pre`: written as a variation");
}
