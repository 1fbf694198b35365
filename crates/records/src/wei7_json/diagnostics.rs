//! The diagnostics of the wei7 3.0 reader, with clauses of the specification.
//!
//! Rules that apply to several clauses have none here; each finding specifies its own.

use crate::record::diagnostic_rule::rules;

rules! {
    // --- the text ------------------------------------------------------------------------------
    OTHER_SUFFIX = Warning("3.1", "文件的后缀名必须是.wei7", "the file name must end with .wei7");
    NOT_UTF_8 = Error("3.1", "不是UTF-8", "the file is not UTF-8");
    BYTE_ORDER_MARK = Warning("3.1", "文件以BOM开头（已忽略）", "the byte order mark is ignored");
    CUT_OFF = Error("3.1", "不是合法的JSON:文件在此中断", "not JSON: unexpected end of the file");
    NOT_JSON = Error("3.1", "不是合法的JSON:此处不可为“{0}”", "not JSON: unexpected `{0}`");
    AFTER_END = Error("3.1", "不是合法的JSON:根之后还有“{0}”", "not JSON: `{0}` after the end");
    BAD_NUMBER = Error("3.1", "不是合法的JSON:数字中不可有“{0}”", "not JSON: unexpected `{0}` in a number");
    BARE_CONTROL = Error("3.1", "不是合法的JSON:字符串中的控制字符必须转义", "not JSON: unescaped control character in a string");
    BAD_ESCAPE = Error("3.1", "不是合法的JSON:没有这样的转义", "not JSON: invalid escape");
    LONE_SURROGATE = Error("3.1", "字符串含孤立代理项（视为U+FFFD）", "an unpaired surrogate is read as U+FFFD");
    DUPLICATE_MEMBER = Error("3.1", "属性“{0}”重复（以第一个为准）", "duplicate member `{0}`: the first is used");

    // --- any value -----------------------------------------------------------------------------
    UNKNOWN_MEMBER = Error("", "未知属性“{0}”，已略去（至多有{1}）", "unknown member `{0}`: ignored (known: {1})");
    MISSING_MEMBER = Error("", "缺少必选属性“{0}”", "missing member `{0}`");
    IS_NULL = Error("4.13", "不可为null", "must not be null");
    NOT_OBJECT = Error("", "必须是对象", "must be an object");
    NOT_ARRAY = Error("", "必须是数组", "must be an array");
    NOT_STRING = Error("", "必须是字符串", "must be a string");
    NOT_NUMBER = Error("", "必须是数字", "must be a number");
    NOT_ONE_OF = Error("", "只可为{0}（现为{1}）", "must be {0}, not {1}");
    MINUS_ZERO = Warning("", "-0视为0", "-0 is read as 0");

    // --- the root ------------------------------------------------------------------------------
    OTHER_FORMAT = Error("3.2", "必须为\"wei7\"（现为{0}）", "must be \"wei7\", not {0}");
    OTHER_VERSION = Error("3.2", "必须为\"3.0\"（现为{0}）", "must be \"3.0\", not {0}");
    BAD_SIZE = Error("3.9", "必须为正整数，或仅含width、height的对象", "must be a positive integer or an object with width and height");
    LARGE_SIZE = Limit("3.9", "{0}路超出本程序上限（{1}路），未读", "{0} lines exceed the limit of {1}: the rest is not read");

    // --- constraints ---------------------------------------------------------------------------
    LONG_STRING = Error("3.4", "超过128个字符（现{0}个）", "has {0} characters (at most 128)");
    SEVERAL_LINES = Error("3.4", "必须是单行", "must be a single line");
    CONTROL_IN_LINE = Error("3.4", "含有控制字符", "contains a control character");
    ODD_CONTROL = Warning("", "含有控制字符", "contains a control character");
    BAD_COLOR = Error("3.5", "color只可为1或2（现为{0}）", "invalid color {0} (1 or 2)");
    BAD_COORDINATE = Error("3.6", "坐标必须是非负整数（现为{0}）", "invalid coordinate {0} (an integer of at least 0)");
    OUTSIDE = Error("3.6", "点（{0}）在棋盘外（{1}）", "point {0} is off the {1} board");
    BAD_INDEX = Error("3.7", "参与者序号必须是非负整数（现为{0}）", "invalid participant index {0} (an integer of at least 0)");
    NO_PARTICIPANT = Error("3.7", "参与者序号{0}超出范围（共{1}人）", "no participant {0} (number of participants: {1})");
    BAD_MARGIN = Error("3.8", "margin必须大于0、小于512且为0.5的倍数（现为{0}）", "invalid margin {0} (a multiple of 0.5, above 0 and below 512)");
    MARGIN_OF_DRAW = Warning("3.8", "和棋不应有margin（已忽略）", "a draw has no margin: ignored");
    BAD_SYMBOL = Error("3.12", "symbol只可为a-z、A-Z,0-9,@,#,$,%,&,*,?之一", "invalid symbol (one of a-z, A-Z, 0-9, @, #, $, %, &, *, ?)");
    TWO_MARKS = Warning("3.13", "点（{0}）上有两个标记", "two marks on {0}");
    BAD_SECONDS = Error("3.14", "time必须大于等于0且小于86400（现为{0}）", "invalid time {0} (0 to less than 86400 seconds)");

    // --- info ----------------------------------------------------------------------------------
    BAD_KOMI = Error("3.10.1", "komi必须大于等于0、小于10且为0.5的倍数（现为{0}）", "invalid komi {0} (a multiple of 0.5, from 0 to less than 10)");
    RULES_DIFFER = Warning("3.10.1", "scoring与type不合", "the scoring does not match the rules");
    IN_STONES = Warning("3.10.9", "疑似以“子”为单位，应乘以2", "probably a count of stones, which should be doubled");
    BAD_TIME = Error("3.10.2", "time必须为YYYY-MM-DDThh:mm[:ss[.s]]Z且为存在的时刻", "invalid time (expected an existing YYYY-MM-DDThh:mm[:ss[.s]]Z)");
    LEAP_SECOND = Warning("3.10.2", "闰秒", "leap second");
    PLAYS_TWICE = Warning("3.10.7", "参与者{0}列为对局者两次", "participant {0} is listed as a player twice");

    // --- tree ----------------------------------------------------------------------------------
    STONE_TWICE = Error("3.16.2.1", "点（{0}）上有重复的预设棋子", "two stones on {0}");
    DEAD_STONES = Error("3.16.2.5", "预设棋子会导致吃子（（{0}）处的棋块无气）", "the chain at {0} has no liberties");
    STONES_LATER = Error("3.16.2.6", "含有棋子的pre只能源于空棋盘", "setup stones require an empty board");
    TIME_RUNS_BACK = Warning("3.16.3.1", "time小于上一个行为（按紧接其后处理）", "the time is before the previous action: treated as simultaneous");
    UNKNOWN_ACTION = Error("3.16.3.2", "未知行为类型“{0}”（该步已略去）", "unknown action `{0}`: the step is dropped");
    NO_POINT = Error("3.16.3.2.1", "缺少point（虚着应写null）", "missing point (null for a pass)");
    BAD_TAKEBACK = Error("3.16.3.2.2", "撤回的手数必须是正整数（现为{0}）", "invalid number of moves to take back: {0} (a positive integer)");
    TAKEN_TOO_MUCH = Error("3.16.3.2.2", "只有{0}手可撤回，不能撤回{1}手", "cannot take back {1} moves: only {0} were played");
    TAKEN_FROM_ABOVE = Warning("3.16.3.2.2", "撤回了分支之前的着手", "takes back moves from before this branch");
    OCCUPIED = Error("3.17", "（{0}）处已有棋子", "{0} is occupied");
}
