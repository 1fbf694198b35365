//! Diagnostics for values that are changed to be written as FF\[4\].

use crate::record::diagnostic_rule::rules;

rules! {
    REWORDED = Assumed("FF", "{0}[{1}]在FF[4]中写作{2}", "{0}[{1}] is written as {2} in FF[4]");
    FOLDED = Folded("FF", "FF[4]没有{0}[{1}]这样的写法，写入注释", "FF[4] has no equivalent of {0}[{1}]: moved to the comment");
    TAKEBACKS = Approximated("", "撤回改为变化，重下的着手只留第一次的时间", "takebacks become variations; a repeated move keeps its first time");
    LIVE_EVENTS = Folded("", "即时的消息、标记和声称写入注释", "live messages, marks and claims are moved to the comment");
    CLAIM_DIFFERS = Warning("", "声称的结果{0}与RE不同", "the claimed result {0} differs from RE");
    BLANKS = Approximated("", "文字中的制表符等以空格代替", "tabs and similar characters in text become spaces");
    PLAIN_BREAKS = Approximated("", "文字中的回车符写作换行", "carriage returns in text become line breaks");
    LINE_BREAKS = Approximated("", "{0}只能是单行，换行以空格代替", "{0} is a single line: line breaks become spaces");
    TEAM_NAMES = Approximated("", "一方有多人，姓名以“&”相连", "several players of one colour: the names are joined with `&`");
    NO_BYTES = Approximated("", "有GB 18030不能还原的字符", "some characters do not round-trip through GB 18030");
}
