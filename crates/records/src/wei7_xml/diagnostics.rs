//! The diagnostics of the wei7 2.2 reader, with clauses of the specification.

use crate::record::diagnostic_rule::rules;

rules! {
    OTHER_SUFFIX = Error("3.1", "文件的后缀名必须是.wei7", "the name of the file must end with .wei7");

    // --- XML -----------------------------------------------------------------------------------
    NOT_UTF8 = Error("3.1", "含有不是UTF-8的字节(以U+FFFD代替)", "some bytes are not UTF-8: U+FFFD stands for them");
    OTHER_ENCODING = Error("3.1", "声明的编码是“{0}”,必须是UTF-8", "the declared encoding is `{0}`: it must be UTF-8");
    OTHER_XML = Error("3.1", "XML版本是“{0}”,必须是1.0", "the version of XML is `{0}`: it must be 1.0");
    DTD = Error("3.1", "不接受DTD,其余未读", "a DTD is not accepted: the rest is not read");
    BAD_CHARACTER = Error("3.1", "XML中不可有字符{0}", "the character {0} is not allowed in XML");
    BAD_REFERENCE = Error("3.1", "“&”之后不是字符引用(“&”应写作&amp;)", "no reference follows the `&`, which is written &amp;");
    UNKNOWN_ENTITY = Error("3.1", "未知实体&{0};", "the entity &{0}; is unknown");
    BARE_LESS = Error("3.1", "属性值中的“<”应写作&lt;", "a `<` in a value is written &lt;");
    BARE_END = Error("3.1", "文字中的“]]>”应写作]]&gt;", "`]]>` in text is written ]]&gt;");
    BAD_ATTRIBUTE = Error("3.1", "属性应写作 名称=\"值\",其余属性未读", "attributes are written name=\"value\": those that follow are not read");
    NO_BLANK = Error("3.1", "属性之前必须有空白", "a blank must stand before an attribute");
    BAD_DECLARATION = Error("3.1", "XML声明无法理解", "the declaration of XML is not understood");
    ATTRIBUTE_TWICE = Error("3.1", "属性重复(以后者为准)", "the attribute stands twice: the last one counts");
    DOUBLE_HYPHEN = Error("3.1", "注释中不可有“--”", "a comment must not contain `--`");
    NOT_CLOSED = Error("3.1", "标记没有结束或无法理解,其余未读", "the markup is not closed or not understood: the rest is not read");
    NO_END_TAG = Error("3.1", "文件结尾缺少结束标签({0}个)", "end tags missing at the end of the file: {0}");
    WRONG_END_TAG = Error("3.1", "结束标签应为</{0}>,其余未读", "the end tag should be </{0}>: the rest is not read");
    OUTSIDE_ROOT = Error("3.1", "根元素之外不可有“{0}”", "`{0}` cannot stand outside of the root element");

    // --- the root ------------------------------------------------------------------------------
    NO_ROOT = Error("3.2", "没有根元素", "there is no root element");
    OTHER_ROOT = Error("3.2", "根元素必须是wei7", "the root element must be wei7");
    NO_VERSION = Error("3.2", "缺少必选属性version", "the attribute version is missing");
    BAD_VERSION = Error("3.2", "必须为2.0、2.1或2.2(现为“{0}”)", "`{0}` is no version: 2.0, 2.1 and 2.2 are");
    NAMESPACE = Warning("3.2", "唯一的属性是version,此属性已忽略", "version is the only attribute: this one is ignored");
    UNKNOWN_ELEMENT = Error("3.21", "此处不可有此元素", "this element cannot stand here");
    UNKNOWN_ATTRIBUTE = Error("3.21", "未知属性", "the attribute is unknown");
    TEXT = Error("3.21", "此处不可有文字“{0}”", "the text `{0}` cannot stand here");
    NOT_EMPTY = Error("3.21", "此元素仅含有属性,不可有文字或空白", "this element has attributes only: no text, nor blanks");
    ROOT_CHILD_TWICE = Error("3.3", "最多只能出现一次", "it can stand only once");
    ROOT_CHILD_ORDER = Error("3.3", "必须以size, game, moves的顺序出现", "the order must be size, game, moves");
    NO_SIZE = Error("3.3", "缺少必选元素size(视为19)", "the element size is missing: 19 is assumed");
    NO_MOVES = Error("3.3", "缺少必选元素moves", "the element moves is missing");
    SIZE = Error("3.4", "必须为7, 9, 11, 13, 15, 17或19(现为“{0}”)", "`{0}` is no size: 7, 9, 11, 13, 15, 17 and 19 are");

    // --- game ----------------------------------------------------------------------------------
    GAME_CHILD_TWICE = Error("3.5", "最多只能出现一次", "it can stand only once");
    SCORING = Error("3.6", "必须为area或territory(现为“{0}”)", "`{0}` is neither area nor territory");
    KOMI = Error("3.6", "必须大于0、小于10且为0.5的倍数,没有无意义的0(现为“{0}”)", "`{0}` is no komi: multiples of 0.5 between 0 and 10 are, without idle zeros");
    RULES_TYPE = Error("3.6", "必须为Chinese, Japanese或Korean(现为“{0}”)", "`{0}` is none of Chinese, Japanese and Korean");
    TIME = Error("3.7", "不是XML的dateTime(现为“{0}”)", "`{0}` is no dateTime of XML");
    FAR_TIME = Limit("3.7", "年份超出本程序上限(“{0}”)", "`{0}` is of a year beyond those that this program supports");
    NAME_TOO_LONG = Error("3.8", "超过128个字符(现{0}个)", "it has {0} characters, more than 128");
    NAME_OF_LINES = Error("3.8", "必须是单行,不可有控制字符", "it must be one line without control characters");
    NO_WINNER = Error("3.9", "缺少必选属性winner", "the attribute winner is missing");
    WINNER = Error("3.9", "必须为black, white或neither(现为“{0}”)", "`{0}` is none of black, white and neither");
    MARGIN = Error("3.9", "必须大于0、小于512且为0.5的倍数,没有无意义的0(现为“{0}”)", "`{0}` is no margin: multiples of 0.5 between 0 and 512 are, without idle zeros");
    MARGIN_OF_DRAW = Warning("3.9", "和棋没有差数(已忽略)", "a draw has no margin: it is ignored");
    IN_STONES = Warning("3.10", "疑似以“子”为单位,应乘以2", "it seems to count stones: it should be doubled");

    // --- moves ---------------------------------------------------------------------------------
    PRE_NOT_FIRST = Error("3.15", "只能是moves的第一个子元素", "it must be the first in moves");
    PRE_NOT_FROM_EMPTY = Error("3.15", "含有棋子的pre只能源于空棋盘", "with stones it must start from the empty board");
    EVAL = Error("3.16.1", "必须为bad, normal, good或trick(现为“{0}”)", "`{0}` is none of bad, normal, good and trick");
    TITLE_TOO_LONG = Error("3.16.2", "超过128个字符(现{0}个)", "it has {0} characters, more than 128");
    TITLE_OF_LINES = Error("3.16.2", "必须是单行,不可有控制字符", "it must be one line without control characters");
    PROBLEM = Error("3.16.4", "必须为no, black或white(现为“{0}”)", "`{0}` is none of no, black and white");
    TYPE = Error("3.17.1.1", "必须为normal或pass(现为“{0}”)", "`{0}` is neither normal nor pass");
    COORDINATE = Error("3.17.1.2", "必须大于等于0且小于{1}(现为“{0}”)", "`{0}` is no coordinate: 0 and more, less than {1}, are");
    NO_COORDINATES = Error("3.17.1.2", "必须有x与y(此步没有落子)", "x and y are required: no stone is put");
    PASS_WITH_COORDINATES = Error("3.17.1.2", "虚手不可有x与y(已忽略)", "a pass has no x and y: they are ignored");
    SPLITTER = Error("3.17.1.3", "必须为small, medium或large(现为“{0}”)", "`{0}` is none of small, medium and large");
    PRE_STONE_ATTRIBUTE = Error("3.17.2", "pre中的棋子不可有此属性", "a stone in pre cannot have it");
    PRE_STONE_COORDINATES = Error("3.17.2", "pre中的棋子必须有x与y(已忽略)", "a stone in pre must have x and y: it is ignored");
    POINT_TWICE = Warning("3.17.2", "点({0})上有重复的预设棋子(以后者为准)", "the point {0} is set up twice: the last time counts");
    MARK_INCOMPLETE = Error("3.18", "必须有x, y与symbol(已忽略)", "x, y and symbol are required: it is ignored");
    SYMBOL = Error("3.18", "只可为a-z,A-Z,0-9,@,#,$,%,&,*,?之一(现为“{0}”)", "`{0}` is no symbol: one of a-z, A-Z, 0-9, @, #, $, %, &, *, ? is");
    MARK_WITHOUT_STEP = Error("3.18", "其后没有一步棋(视为前一步棋的)", "no step follows it: it is read as the step's before");
    MARK_LAST = Error("3.19", "不可是moves的最后一个子元素(视为前一步棋的)", "it cannot be the last in moves: it is read as the step's before");
    NO_STEP = Warning("3.20", "应含有至少一步棋", "it should hold at least one step");
    STONE_ON_STONE = Warning("3.14", "({0})处已有棋子", "there is a stone on {0}");
    DEAD_STONES = Warning("3.14", "预设棋子中({0})处的棋块无气", "the chain on {0} is set up without liberties");
}
