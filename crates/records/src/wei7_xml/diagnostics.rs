//! The diagnostics of the wei7 2.2 reader, with clauses of the specification.

use crate::record::diagnostic_rule::rules;

rules! {
    OTHER_SUFFIX = Error("3.1", "文件的后缀名必须是.wei7", "the file name must end with .wei7");

    // --- XML -----------------------------------------------------------------------------------
    NOT_UTF8 = Error("3.1", "含有不是UTF-8的字节（以U+FFFD代替）", "bytes that are not UTF-8 are replaced by U+FFFD");
    OTHER_ENCODING = Error("3.1", "声明的编码是“{0}”，必须是UTF-8", "the declared encoding is `{0}` (must be UTF-8)");
    OTHER_XML = Error("3.1", "XML版本是“{0}”，必须是1.0", "the XML version is `{0}` (must be 1.0)");
    DTD = Error("3.1", "不接受DTD，其余未读", "DTDs are not accepted: the rest is not read");
    BAD_CHARACTER = Error("3.1", "XML中不可有字符{0}", "the character {0} is not allowed in XML");
    BAD_REFERENCE = Error("3.1", "“&”之后不是字符引用（“&”应写作&amp;）", "`&` without a reference (write &amp;)");
    UNKNOWN_ENTITY = Error("3.1", "未知实体&{0};", "unknown entity &{0};");
    BARE_LESS = Error("3.1", "属性值中的“<”应写作&lt;", "`<` in a value must be written as &lt;");
    BARE_END = Error("3.1", "文字中的“]]>”应写作]]&gt;", "`]]>` in text must be written as ]]&gt;");
    BAD_ATTRIBUTE = Error("3.1", "属性应写作 名称=\"值\",其余属性未读", "expected name=\"value\": the other attributes are not read");
    NO_BLANK = Error("3.1", "属性之前必须有空白", "expected whitespace before the attribute");
    BAD_DECLARATION = Error("3.1", "XML声明无法理解", "invalid XML declaration");
    ATTRIBUTE_TWICE = Error("3.1", "属性重复（以后者为准）", "duplicate attribute: the last value is used");
    DOUBLE_HYPHEN = Error("3.1", "注释中不可有“--”", "a comment must not contain `--`");
    NOT_CLOSED = Error("3.1", "标记没有结束或无法理解，其余未读", "unclosed or invalid markup: the rest is not read");
    NO_END_TAG = Error("3.1", "文件结尾缺少结束标签（{0}个）", "{0} missing end tags at the end of the file");
    WRONG_END_TAG = Error("3.1", "结束标签应为</{0}>,其余未读", "expected the end tag </{0}>: the rest is not read");
    OUTSIDE_ROOT = Error("3.1", "根元素之外不可有“{0}”", "`{0}` outside of the root element");

    // --- the root ------------------------------------------------------------------------------
    NO_ROOT = Error("3.2", "没有根元素", "no root element");
    OTHER_ROOT = Error("3.2", "根元素必须是wei7", "the root element must be wei7");
    NO_VERSION = Error("3.2", "缺少必选属性version", "missing attribute version");
    BAD_VERSION = Error("3.2", "必须为2.0、2.1或2.2（现为“{0}”）", "unknown version `{0}` (2.0, 2.1 or 2.2)");
    NAMESPACE = Warning("3.2", "唯一的属性是version，此属性已忽略", "the only attribute is version: ignored");
    UNKNOWN_ELEMENT = Error("3.21", "此处不可有此元素", "unexpected element");
    UNKNOWN_ATTRIBUTE = Error("3.21", "未知属性", "unknown attribute");
    TEXT = Error("3.21", "此处不可有文字“{0}”", "unexpected text `{0}`");
    NOT_EMPTY = Error("3.21", "此元素仅含有属性，不可有文字或空白", "this element has attributes only: neither text nor whitespace");
    ROOT_CHILD_TWICE = Error("3.3", "最多只能出现一次", "occurs more than once");
    ROOT_CHILD_ORDER = Error("3.3", "必须以size、game、moves的顺序出现", "the elements must be in the order size, game, moves");
    NO_SIZE = Error("3.3", "缺少必选元素size（视为19）", "missing element size: 19 is assumed");
    NO_MOVES = Error("3.3", "缺少必选元素moves", "missing element moves");
    SIZE = Error("3.4", "必须为7, 9, 11, 13, 15, 17或19（现为“{0}”）", "unknown size `{0}` (7, 9, 11, 13, 15, 17 or 19)");

    // --- game ----------------------------------------------------------------------------------
    GAME_CHILD_TWICE = Error("3.5", "最多只能出现一次", "occurs more than once");
    SCORING = Error("3.6", "必须为area或territory（现为“{0}”）", "unknown value `{0}` (area or territory)");
    KOMI = Error("3.6", "必须大于0、小于10且为0.5的倍数，没有无意义的0（现为“{0}”）", "invalid komi `{0}` (a multiple of 0.5 between 0 and 10, without superfluous zeros)");
    RULES_TYPE = Error("3.6", "必须为Chinese、Japanese或Korean（现为“{0}”）", "unknown value `{0}` (Chinese, Japanese or Korean)");
    TIME = Error("3.7", "不是XML的dateTime（现为“{0}”）", "`{0}` is not an XML dateTime");
    FAR_TIME = Limit("3.7", "年份超出本程序上限（“{0}”）", "the year of `{0}` is out of range");
    NAME_TOO_LONG = Error("3.8", "超过128个字符（现{0}个）", "has {0} characters (at most 128)");
    NAME_OF_LINES = Error("3.8", "必须是单行，不可有控制字符", "must be a single line without control characters");
    NO_WINNER = Error("3.9", "缺少必选属性winner", "missing attribute winner");
    WINNER = Error("3.9", "必须为black、white或neither（现为“{0}”）", "unknown value `{0}` (black, white or neither)");
    MARGIN = Error("3.9", "必须大于0、小于512且为0.5的倍数，没有无意义的0（现为“{0}”）", "invalid margin `{0}` (a multiple of 0.5 between 0 and 512, without superfluous zeros)");
    MARGIN_OF_DRAW = Warning("3.9", "和棋没有差数（已忽略）", "a draw has no margin: ignored");
    IN_STONES = Warning("3.10", "疑似以“子”为单位，应乘以2", "probably a count of stones, which should be doubled");

    // --- moves ---------------------------------------------------------------------------------
    PRE_NOT_FIRST = Error("3.15", "只能是moves的第一个子元素", "must be the first child of moves");
    PRE_NOT_FROM_EMPTY = Error("3.15", "含有棋子的pre只能源于空棋盘", "setup stones require an empty board");
    EVAL = Error("3.16.1", "必须为bad、normal、good或trick（现为“{0}”）", "unknown value `{0}` (bad, normal, good or trick)");
    TITLE_TOO_LONG = Error("3.16.2", "超过128个字符（现{0}个）", "has {0} characters (at most 128)");
    TITLE_OF_LINES = Error("3.16.2", "必须是单行，不可有控制字符", "must be a single line without control characters");
    PROBLEM = Error("3.16.4", "必须为no、black或white（现为“{0}”）", "unknown value `{0}` (no, black or white)");
    TYPE = Error("3.17.1.1", "必须为normal或pass（现为“{0}”）", "unknown value `{0}` (normal or pass)");
    COORDINATE = Error("3.17.1.2", "必须大于等于0且小于{1}（现为“{0}”）", "invalid coordinate `{0}` (0 to less than {1})");
    NO_COORDINATES = Error("3.17.1.2", "必须有x与y（此步没有落子）", "x and y are required: no stone is placed");
    PASS_WITH_COORDINATES = Error("3.17.1.2", "虚着不可有x与y（已忽略）", "a pass has no x and y: ignored");
    SPLITTER = Error("3.17.1.3", "必须为small、medium或large（现为“{0}”）", "unknown value `{0}` (small, medium or large)");
    PRE_STONE_ATTRIBUTE = Error("3.17.2", "pre中的棋子不可有此属性", "not allowed for a stone in pre");
    PRE_STONE_COORDINATES = Error("3.17.2", "pre中的棋子必须有x与y（已忽略）", "a stone in pre requires x and y: ignored");
    POINT_TWICE = Warning("3.17.2", "点（{0}）上有重复的预设棋子（以后者为准）", "{0} is set up twice: the last value is used");
    MARK_INCOMPLETE = Error("3.18", "必须有x、y与symbol（已忽略）", "x, y and symbol are required: ignored");
    SYMBOL = Error("3.18", "只可为a-z、A-Z,0-9,@,#,$,%,&,*,?之一（现为“{0}”）", "invalid symbol `{0}` (one of a-z, A-Z, 0-9, @, #, $, %, &, *, ?)");
    MARK_WITHOUT_STEP = Error("3.18", "其后没有一步棋（视为前一步棋的）", "no step follows: assigned to the previous step");
    MARK_LAST = Error("3.19", "不可是moves的最后一个子元素（视为前一步棋的）", "not allowed as the last child of moves: assigned to the previous step");
    NO_STEP = Warning("3.20", "应含有至少一步棋", "should contain at least one step");
    STONE_ON_STONE = Warning("3.14", "（{0}）处已有棋子", "{0} is occupied");
    DEAD_STONES = Warning("3.14", "预设棋子中（{0}）处的棋块无气", "the setup chain at {0} has no liberties");
}
