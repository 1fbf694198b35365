//! Findings of the SGF reader, each with its clause: a property, a value type or a part of the grammar.
//!
//! The clause of a finding about versions or values is the violated version or type.

use crate::record::diagnostic_rule::rules;

rules! {
    // --- the grammar ---------------------------------------------------------------------------
    NO_GAME_TREE = Error("EBNF", "没有棋谱(找不到“（;”）", "no game tree: `(;` not found");
    TEXT_BEFORE = Warning("EBNF", "第一个“(”之前的文字已忽略", "text before the first `(`: ignored");
    OUTSIDE = Warning("EBNF", "括号之外的“{0}”已忽略", "`{0}` outside of parentheses: ignored");
    MISSING_SEMICOLON = Error("EBNF", "节点前缺少“;”（视为存在）", "missing `;` before the node");
    MISSING_CLOSE = Error("EBNF", "文件结尾缺少“)”（{0}个）", "{0} missing `)` at the end of the file");
    EXTRA_CLOSE = Error("EBNF", "多余的“)”", "unmatched `)`");
    EMPTY_TREE = Error("EBNF", "括号里没有节点", "parentheses without a node");
    NODE_AFTER_VARIATION = Error(
        "EBNF", "变化之后的节点（视为另一变化）", "node after a variation: read as another variation",
    );
    JUNK = Error("EBNF", "“{0}”不是属性，已忽略", "`{0}` is not a property: ignored");
    NO_VALUE = Error("EBNF", "属性{0}没有值，已忽略", "property {0} has no value: ignored");
    NO_NAME = Error("EBNF", "值“[{0}]”没有属性名，已忽略", "value `[{0}]` has no property: ignored");
    UNCLOSED_VALUE = Error("EBNF", "属性{0}的值没有以“]”结束", "missing `]` after the value of {0}");
    BARE_BRACKET = Error(
        "EBNF", "属性{0}的文字中的“]”没有转义（视为文字）", "unescaped `]` in the text of {0}: read as text",
    );
    NAME_TOO_LONG = Error("EBNF", "属性名{0}过长（已略去）", "property name {0} is too long: ignored");
    LOWER_CASE_NAME = Error("EBNF", "属性名{0}没有大写字母，已忽略", "property name {0} has no upper-case letter: ignored");
    LONG_NAME = Warning("EBNF", "属性名{0}按{1}读取", "property {0} is read as {1}");
    DUPLICATE = Error("EBNF", "同一节点中的属性{0}重复", "duplicate property {0} in the node");
    TEXT_IN_PARTS = Error("List", "属性{0}只能有一个值（各值已合并）", "property {0} takes one value: the values are joined");
    SECOND_VALUE = Error("List", "属性{0}只能有一个值，其余已忽略", "property {0} takes one value: the others are ignored");

    // --- the charset ---------------------------------------------------------------------------
    WIDE_CHARSET = Error("CA", "没有BOM的UTF-16或UTF-32不能读取", "UTF-16 and UTF-32 require a byte order mark");
    UNKNOWN_CHARSET = Warning("CA", "未知字符集“{0}”，按{1}读取", "unknown charset `{0}`: read as {1}");
    WRONG_CHARSET = Error("CA", "文字不是“{0}”，按{1}读取", "the text is not in `{0}`: read as {1}");
    GUESSED_CHARSET = Assumed("CA", "没有写明字符集，按{0}读取", "no charset specified: read as {0}");
    AMBIGUOUS_CHARSET = Warning("CA", "按{0}读取，但字符集也可能是{1}", "read as {0}, but the charset could also be {1}");
    BAD_BYTES = Error("CA", "含有不属于{0}的字节（以U+FFFD代替）", "bytes that are invalid in {0} are replaced by U+FFFD");
    ESCAPED_BYTES = Warning("CA", "多字节字符内部有转义（按字节还原）", "escaped bytes inside multi-byte characters: unescaped");

    // --- the root ------------------------------------------------------------------------------
    OTHER_GAME = Error("GM", "不是围棋（GM[{0}]）", "not a game of Go: GM[{0}]");
    BAD_SIZE = Error("SZ", "棋盘大小“{0}”不合法（1至52）", "invalid board size `{0}` (1 to 52 lines)");
    SQUARE_RECTANGLE = Error("SZ", "正方形棋盘应写作SZ[{0}]", "a square board should be SZ[{0}]");
    UNKNOWN_FORMAT = Error("FF", "未知的FF[{0}]，按FF[4]读取", "unknown version FF[{0}]: read as FF[4]");
    NOT_AT_ROOT = Error("root", "属性{0}只可在根节点，已忽略", "root property {0} below the root: ignored");
    SITE_PROPERTY = Error("root", "根节点的{0}按{1}读取", "{0} at the root is read as {1}");

    // --- moves and setup -----------------------------------------------------------------------
    BAD_MOVE = Error("Move", "“{0}[{1}]”不是棋盘上的点", "`{0}[{1}]` is off the board");
    OUTSIDE_PASS = Error("Move", "棋盘外的“{0}”按虚着读取", "`{0}` is off the board: read as a pass");
    TWO_MOVES = Error("move", "同一节点有两手（拆为两个节点）", "two moves in one node: read as two nodes");
    SETUP_AND_MOVE = Error("move", "同一节点既有摆子的{0}又有着手的{1}", "setup property {0} and move property {1} in the same node");
    BAD_POINT = Error("Point", "{0}的“{1}”不是棋盘上的点，已忽略", "`{1}` in {0} is not a point on the board: ignored");
    CORNERS = Error("Rectangle", "{0}的“{1}”应从左上到右下", "rectangle `{1}` in {0} should go from upper left to lower right");
    POINT_TWICE = Error("setup", "点（{0}）在同一节点摆了两次（以后者为准）", "{0} is set up twice in the node: the last value is used");
    OCCUPIED = Warning("execute", "（{0}）处已有棋子（由新子取代）", "{0} is occupied: the move replaces the stone");

    // --- values --------------------------------------------------------------------------------
    BAD_VALUE = Error("value", "“{1}”不是{0}可取的值", "invalid value `{1}` of {0}");
    BAD_PRIVATE = Error("private", "属性{0}的值“{1}”无意义（已略去）", "invalid value `{1}` of {0}: ignored");
    BAD_COLOR = Error("Color", "“{0}”不是黑或白，已忽略", "invalid colour `{0}`: ignored");
    OTHER_COLOR = Error("Color", "“{0}”按{1}读取", "`{0}` is read as {1}");
    BAD_LABEL = Error("LB", "“{0}”应写作“点:文字”，已忽略", "expected `point:text` instead of `{0}`: ignored");
    NO_EMPTY_VALUE = Error("value", "{0}的值不可为空", "{0} requires a value");
    EMPTY_VALUE = Warning("value", "{0}的值是空的", "the value of {0} is empty");
    SECOND_EVALUATION = Error("annotation", "已有评价，{0}已略去", "the move already has an evaluation: {0} is ignored");
    TWO_EVALUATIONS = Approximated("annotation", "同时有TE和BM，按{0}读取", "TE together with BM: read as {0}");

    // --- game info -----------------------------------------------------------------------------
    KOMI_CONVERTED = Assumed("KM", "KM[{0}]按{1}目读取", "KM[{0}] is read as {1} points");
    KOMI_UNREADABLE = Warning("KM", "贴目“{0}”不是半目的倍数（原样保留）", "komi `{0}` is not a multiple of 0.5: preserved unchanged");
    KOMI_ZERO = Warning("KM", "分先而贴0目：可能是未知", "komi 0 in an even game: probably unknown");
    RESULT_IN_WORDS = Warning("RE", "RE[{0}]按{1}读取", "RE[{0}] is read as {1}");
    RESULT_CONVERTED = Assumed("RE", "RE[{0}]以子计，按{1}目读取", "RE[{0}] counts stones: read as {1} points");
    RESULT_NO_MARGIN = Approximated("RE", "RE[{0}]的差数不可用，只取胜方", "the margin of RE[{0}] is unusable: only the winner is read");
    RESULT_UNREADABLE = Warning("RE", "结果“{0}”无法理解（原样保留）", "unrecognized result `{0}`: preserved unchanged");
    HANDICAP_ONE = Warning("HA", "让子数不可为1", "a handicap has at least two stones");
    HANDICAP_UNREADABLE = Error("HA", "让子数“{0}”无法理解（原样保留）", "unrecognized handicap `{0}`: preserved unchanged");
    HANDICAP_IN_WORDS = Warning("HA", "HA[{0}]按{1}子读取", "HA[{0}] is read as {1}");
    HANDICAP_FROM_MOVES = Assumed("HA", "HA[0]而黑方先下{0}手：按让{0}子读取", "HA[0], but Black plays the first {0} moves: read as handicap {0}");
    HANDICAP_WITHOUT_STONES = Warning("HA", "让{0}子而没有摆子", "handicap {0}, but no stones are set up");
    HANDICAP_PLACED = Assumed("HA", "让{0}子而没有摆子：已摆在星位", "handicap {0} without setup stones: placed on the star points");
    HANDICAP_DIFFERS = Warning("HA", "让{0}子而摆了{1}颗黑子", "handicap {0}, but {1} black stones are set up");

    RULES_UNKNOWN = Warning("RU", "不认识规则“{0}”（原样保留）", "unknown rules `{0}` (the name is preserved)");
    RULES_APPROXIMATED = Warning("RU", "规则“{0}”中的按钮或Spight打劫规则不支持，取最接近的规则", "the button or Spight ko of `{0}` is not supported: the nearest rules are used");

    // --- versions ------------------------------------------------------------------------------
    NO_FORMAT = Warning("FF", "没有写明FF（按FF[4]检查）", "no FF property: checked as FF[4]");
    MIXED = Warning("collection", "{0}与第一个棋谱不同", "{0} differs from the first game");
    LOWER_CASE = Error("EBNF", "FF[4]的属性名{0}不可有小写字母", "FF[4] does not allow lower-case letters in the name {0}");
    DIGIT_NAME = Warning("FF1", "FF[1]没有含数字的属性名{0}（按私有属性保留）", "FF[1] does not define {0}: treated as a private property");
    LONGER_NAME = Warning("EBNF", "FF[4]以前的属性名{0}不可多于两个字符", "before FF[4], names such as {0} have at most two characters");
    DIGIT = Error("EBNF", "FF[1]之后的属性名{0}不可有数字", "digits in the name {0} are allowed in FF[1] only");
    OBSOLETE = Warning("FF", "FF[{1}]已没有属性{0}", "property {0} was removed before FF[{1}]");
    NOT_YET_DEFINED = Warning("FF", "FF[{1}]还没有属性{0}", "property {0} is not defined in FF[{1}]");
    NOT_YET_WRITTEN_SO = Error("FF", "FF[{2}]中{0}还没有“{1}”这样的值", "FF[{2}] does not define the value `{1}` of {0}");
    VIEW_OF_POINTS = Error("FF", "FF[4]以前VW应为区域的两角", "before FF[4], VW takes the two corners of an area");
    EMPTY_PASS = Error("FF", "FF[4]以前虚着写作{0}[tt]", "before FF[4], a pass is {0}[tt]");

    // --- combinations --------------------------------------------------------------------------
    NUL = Error("EBNF", "{0}的值含有NUL字节", "NUL byte in the value of {0}");
    MOVE_IN_ROOT = Warning("root", "根节点不宜有着手的{0}", "move property {0} in the root node");
    WITHOUT_MOVE = Error("move", "{0}所在的节点没有着手", "{0} requires a move in the same node");
    CONTRADICTION = Error("annotation", "{0}和{1}不可在同一节点", "{0} and {1} exclude each other in a node");
    POINT_NAMED_TWICE = Error("markup", "{0}再次标记了点（{1}）", "{0} marks {1}, which already has a mark");
    LINE_TWICE = Error("markup", "{0}的“{1}”重复", "duplicate `{1}` in {0}");
    INFO_BELOW_ROOT = Warning("info", "{0}不在根节点", "game information {0} below the root");
    INFO_TWICE = Error("info", "{0}之前已有对局信息", "game information {0} below other game information");

    // --- the moves -----------------------------------------------------------------------------
    SUICIDE = Warning("execute", "（{0}）是自杀", "the move at {0} is suicide");
    KO_TAKEN_BACK = Warning("execute", "（{0}）立即回提劫", "the move at {0} retakes a ko immediately");
    SETUP_WITHOUT_EFFECT = Warning("setup", "（{0}）本来就是如此", "the setup at {0} changes nothing");
}
