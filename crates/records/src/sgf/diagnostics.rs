//! Findings of the SGF reader, each with its clause: a property, a value type or a part of the grammar.
//!
//! The clause of a finding about versions or values is the violated version or type.

use crate::record::diagnostic_rule::rules;

rules! {
    // --- the grammar ---------------------------------------------------------------------------
    NO_GAME_TREE = Error("EBNF", "没有棋谱(找不到“(;”)", "there is no game tree: no `(;` is found");
    TEXT_BEFORE = Warning("EBNF", "第一个“(”之前的文字已忽略", "the text before the first `(` is ignored");
    OUTSIDE = Warning("EBNF", "括号之外的“{0}”已忽略", "`{0}` outside of all parentheses is ignored");
    MISSING_SEMICOLON = Error("EBNF", "节点前缺少“;”(视为存在)", "a `;` is missing before the node");
    MISSING_CLOSE = Error("EBNF", "文件结尾缺少“)”({0}个)", "`)` missing at the end of the file: {0}");
    EXTRA_CLOSE = Error("EBNF", "多余的“)”", "a `)` too many");
    EMPTY_TREE = Error("EBNF", "括号里没有节点", "parentheses without a node of their own");
    NODE_AFTER_VARIATION = Error(
        "EBNF", "变化之后的节点(视为另一变化)", "a node after a variation is read as another variation",
    );
    JUNK = Error("EBNF", "“{0}”不是属性,已忽略", "`{0}` is no property and ignored");
    NO_VALUE = Error("EBNF", "属性{0}没有值,已忽略", "the property {0} has no value and is ignored");
    NO_NAME = Error("EBNF", "值“[{0}]”没有属性名,已忽略", "the value `[{0}]` has no property and is ignored");
    UNCLOSED_VALUE = Error("EBNF", "属性{0}的值没有以“]”结束", "the value of {0} is not closed by `]`");
    BARE_BRACKET = Error(
        "EBNF", "属性{0}的文字中的“]”没有转义(视为文字)", "a `]` in the text of {0} is not escaped and read as text",
    );
    NAME_TOO_LONG = Error("EBNF", "属性名{0}过长(已略去)", "the name {0} is too long: it is ignored");
    LOWER_CASE_NAME = Error("EBNF", "属性名{0}没有大写字母,已忽略", "the name {0} has no capital letter: it is ignored");
    LONG_NAME = Warning("EBNF", "属性名{0}按{1}读取", "the property {0} is read as {1}");
    DUPLICATE = Error("EBNF", "同一节点中的属性{0}重复", "the property {0} stands twice in a node");
    TEXT_IN_PARTS = Error("List", "属性{0}只能有一个值(各值已合并)", "the property {0} takes one value: they are joined");
    SECOND_VALUE = Error("List", "属性{0}只能有一个值,其余已忽略", "the property {0} takes one value: the others are ignored");

    // --- the charset ---------------------------------------------------------------------------
    WIDE_CHARSET = Error("CA", "没有BOM的UTF-16或UTF-32不能读取", "UTF-16 or UTF-32 without a byte order mark is not read");
    UNKNOWN_CHARSET = Warning("CA", "未知字符集“{0}”,按{1}读取", "the charset `{0}` is unknown: read as {1}");
    WRONG_CHARSET = Error("CA", "文字不是“{0}”,按{1}读取", "the text is not in `{0}`: read as {1}");
    GUESSED_CHARSET = Assumed("CA", "没有写明字符集,按{0}读取", "the charset is not stated: read as {0}");
    AMBIGUOUS_CHARSET = Warning("CA", "按{0}读取,但字符集也可能是{1}", "read as {0}, but the charset may be {1} as well");
    BAD_BYTES = Error("CA", "含有不属于{0}的字节(以U+FFFD代替)", "some bytes are not {0}: U+FFFD stands for them");
    ESCAPED_BYTES = Warning("CA", "多字节字符内部有转义(按字节还原)", "bytes within characters are escaped, and read so");

    // --- the root ------------------------------------------------------------------------------
    OTHER_GAME = Error("GM", "不是围棋(GM[{0}])", "the game is not Go: GM[{0}]");
    BAD_SIZE = Error("SZ", "棋盘大小“{0}”不合法(1至52)", "`{0}` is no size of a board: 1 to 52 lines");
    SQUARE_RECTANGLE = Error("SZ", "正方形棋盘应写作SZ[{0}]", "a square board is written SZ[{0}]");
    UNKNOWN_FORMAT = Error("FF", "未知的FF[{0}],按FF[4]读取", "FF[{0}] is unknown: read as FF[4]");
    NOT_AT_ROOT = Error("root", "属性{0}只可在根节点,已忽略", "the property {0} belongs to the root: it is ignored");
    SITE_PROPERTY = Error("root", "根节点的{0}按{1}读取", "{0} at the root is read as {1}");

    // --- moves and setup -----------------------------------------------------------------------
    BAD_MOVE = Error("Move", "“{0}[{1}]”不是棋盘上的点", "`{0}[{1}]` is no point of the board");
    OUTSIDE_PASS = Error("Move", "棋盘外的“{0}”按虚手读取", "`{0}` beside the board is read as a pass");
    TWO_MOVES = Error("move", "同一节点有两手(拆为两个节点)", "two moves in one node are read as two nodes");
    SETUP_AND_MOVE = Error("move", "同一节点既有摆子的{0}又有着手的{1}", "{0} is of setup, {1} of a move: they cannot be in one node");
    BAD_POINT = Error("Point", "{0}的“{1}”不是棋盘上的点,已忽略", "`{1}` of {0} is no point of the board: it is ignored");
    CORNERS = Error("Rectangle", "{0}的“{1}”应从左上到右下", "`{1}` of {0} should go from the upper left to the lower right");
    POINT_TWICE = Error("setup", "点({0})在同一节点摆了两次(以后者为准)", "the point {0} is set up twice in a node: the last time counts");
    OCCUPIED = Warning("execute", "({0})处已有棋子(由新子取代)", "there is a stone on {0}: the move replaces it");

    // --- values --------------------------------------------------------------------------------
    BAD_VALUE = Error("value", "“{1}”不是{0}可取的值", "`{1}` is no value for {0}");
    BAD_PRIVATE = Error("private", "属性{0}的值“{1}”无意义(已略去)", "`{1}` is no value for {0}: it is ignored");
    BAD_COLOR = Error("Color", "“{0}”不是黑或白,已忽略", "`{0}` is neither black nor white: it is ignored");
    OTHER_COLOR = Error("Color", "“{0}”按{1}读取", "`{0}` is read as {1}");
    BAD_LABEL = Error("LB", "“{0}”应写作“点:文字”,已忽略", "`{0}` is not of the form `point:text`: it is ignored");
    NO_EMPTY_VALUE = Error("value", "{0}的值不可为空", "the value of {0} cannot be empty");
    EMPTY_VALUE = Warning("value", "{0}的值是空的", "the value of {0} is empty");
    SECOND_EVALUATION = Error("annotation", "已有评价,{0}已略去", "the move is evaluated already: {0} is ignored");
    TWO_EVALUATIONS = Approximated("annotation", "同时有TE和BM,按{0}读取", "TE and BM together are read as {0}");

    // --- game info -----------------------------------------------------------------------------
    KOMI_CONVERTED = Assumed("KM", "KM[{0}]按{1}目读取", "KM[{0}] is read as {1} points");
    KOMI_UNREADABLE = Warning("KM", "贴目“{0}”不是半目的倍数(原样保留)", "the komi `{0}` is no number of half points: it is kept as it is");
    KOMI_ZERO = Warning("KM", "分先而贴0目:可能是未知", "komi 0 in an even game: it is probably unknown");
    RESULT_IN_WORDS = Warning("RE", "RE[{0}]按{1}读取", "RE[{0}] is read as {1}");
    RESULT_CONVERTED = Assumed("RE", "RE[{0}]以子计,按{1}目读取", "RE[{0}] counts stones: read as {1} points");
    RESULT_NO_MARGIN = Approximated("RE", "RE[{0}]的差数不可用,只取胜方", "the margin of RE[{0}] is of no use: only the winner is read");
    RESULT_UNREADABLE = Warning("RE", "结果“{0}”无法理解(原样保留)", "the result `{0}` is not understood: it is kept as it is");
    HANDICAP_ONE = Warning("HA", "让子数不可为1", "a handicap is of two stones or more");
    HANDICAP_UNREADABLE = Error("HA", "让子数“{0}”无法理解(原样保留)", "the handicap `{0}` is not understood: it is kept as it is");
    HANDICAP_IN_WORDS = Warning("HA", "HA[{0}]按{1}子读取", "HA[{0}] is read as {1}");
    HANDICAP_FROM_MOVES = Assumed("HA", "HA[0]而黑方先下{0}手:按让{0}子读取", "HA[0], but Black plays the first {0} moves: read as a handicap of {0} stones");
    HANDICAP_WITHOUT_STONES = Warning("HA", "让{0}子而没有摆子", "a handicap of {0} stones, but none are set up");
    HANDICAP_PLACED = Assumed("HA", "让{0}子而没有摆子:已摆在星位", "a handicap of {0} stones without the stones: they are put on the star points");
    HANDICAP_DIFFERS = Warning("HA", "让{0}子而摆了{1}颗黑子", "a handicap of {0} stones, but {1} black stones are set up");

    RULES_UNKNOWN = Warning("RU", "不认识规则“{0}”(原样保留)", "unknown rules `{0}` (the name is preserved)");
    RULES_APPROXIMATED = Warning("RU", "规则“{0}”中的按钮或Spight打劫规则不支持,取最接近的规则", "the button or Spight's ko rule of `{0}` is not supported: the nearest rules are used");

    // --- versions ------------------------------------------------------------------------------
    NO_FORMAT = Warning("FF", "没有写明FF(按FF[4]检查)", "FF is not stated: it is checked as FF[4]");
    MIXED = Warning("collection", "{0}与第一个棋谱不同", "{0} differs from that of the first game");
    LOWER_CASE = Error("EBNF", "FF[4]的属性名{0}不可有小写字母", "in FF[4] the name {0} takes no lower-case letters");
    DIGIT_NAME = Warning("FF1", "FF[1]没有含数字的属性名{0}(按私有属性保留)", "FF[1] has no property {0}: it is a private one");
    LONGER_NAME = Warning("EBNF", "FF[4]以前的属性名{0}不可多于两个字符", "before FF[4] the name {0} takes two characters at most");
    DIGIT = Error("EBNF", "FF[1]之后的属性名{0}不可有数字", "after FF[1] the name {0} takes no digits");
    OBSOLETE = Warning("FF", "FF[{1}]已没有属性{0}", "FF[{1}] has no property {0} any more");
    NOT_YET_DEFINED = Warning("FF", "FF[{1}]还没有属性{0}", "FF[{1}] has no property {0} yet");
    NOT_YET_WRITTEN_SO = Error("FF", "FF[{2}]中{0}还没有“{1}”这样的值", "in FF[{2}] {0} has no values like `{1}` yet");
    VIEW_OF_POINTS = Error("FF", "FF[4]以前VW应为区域的两角", "before FF[4] VW is the two corners of an area");
    EMPTY_PASS = Error("FF", "FF[4]以前虚手写作{0}[tt]", "before FF[4] a pass is written {0}[tt]");

    // --- combinations --------------------------------------------------------------------------
    NUL = Error("EBNF", "{0}的值含有NUL字节", "the value of {0} has a NUL byte");
    MOVE_IN_ROOT = Warning("root", "根节点不宜有着手的{0}", "{0} is of a move, which should not be in the root");
    WITHOUT_MOVE = Error("move", "{0}所在的节点没有着手", "{0} needs a move in its node");
    CONTRADICTION = Error("annotation", "{0}和{1}不可在同一节点", "{0} and {1} cannot be in one node");
    POINT_NAMED_TWICE = Error("markup", "{0}再次标记了点({1})", "{0} marks the point {1}, which is marked already");
    LINE_TWICE = Error("markup", "{0}的“{1}”重复", "{0} has `{1}` twice");
    INFO_BELOW_ROOT = Warning("info", "{0}不在根节点", "{0} stands below the root");
    INFO_TWICE = Error("info", "{0}之前已有对局信息", "{0} stands below other information about the game");

    // --- the moves -----------------------------------------------------------------------------
    SUICIDE = Warning("execute", "({0})是自杀", "the move on {0} takes its own stones");
    KO_TAKEN_BACK = Warning("execute", "({0})立即回提劫", "the move on {0} takes a ko back at once");
    SETUP_WITHOUT_EFFECT = Warning("setup", "({0})本来就是如此", "{0} is so already before it is set up");
}
