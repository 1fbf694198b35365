#!/usr/bin/env python3
"""Does sgfmill read what Tianyuan writes as SGF, and see the same game?

    pip install sgfmill
    cargo build --release
    python3 tests/clients/sgfmill_check.py target/release/tianyuan tests/data/conformance/*/*/* [FILE...]

Each record is converted to SGF in UTF-8 and in GB 18030, loaded and printed by the engine where it can
be played, and one game is played by the engine itself. Of each SGF, sgfmill's main line is compared with
that of the same record in wei7 3.0, which is JSON, and its last position with the one that `tianyuan
show` draws. Of SGF in folders named `valid`, sgfmill reads the input too: size, komi, result, names, and
the moves and stones of all variations must be the same in input and output.

Counted and left out is what sgfmill does not know: boards that are not square, of one line or of more
than 26, some charsets, and characters with brackets or backslashes inside, which it takes for its own.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    from sgfmill import boards, sgf, sgf_grammar
except ImportError:
    print("skipped: sgfmill is not installed (pip install sgfmill)")
    sys.exit(0)

# Information that is one line of text.
LINES = "AN BR BT CP EV GN ON OT PB PC PW RO RU SO US WR WT".split()

# Words for which FF[4] has a letter too.
RESULTS = {"Draw": "0", "B+Resign": "B+R", "W+Resign": "W+R", "B+Time": "B+T", "W+Time": "W+T"}
RESULTS |= {"B+Forfeit": "B+F", "W+Forfeit": "W+F"}


class Unknown(Exception):
    """sgfmill does not know such texts."""


def tianyuan(*arguments, text=None):
    """The standard output of the program, whatever it thinks of the file."""
    run = subprocess.run([PROGRAM, *map(str, arguments)], input=text, capture_output=True)
    return run.stdout


def drawn(file):
    """The stones that `tianyuan show` draws: (row from below, column) to colour."""
    stones = {}
    lines = tianyuan("show", file).decode().splitlines()
    start = next(i for i, line in enumerate(lines) if line.split()[:1] == ["A"])
    size = len(lines[start].split())
    step = 2 if size <= 25 else 3
    for line in lines[start + 1 : start + 1 + size]:
        row = int(line[:2]) - 1
        for column in range(size):
            cell = line[2 + step * column + step - 1]
            if cell in "XO":
                stones[row, column] = "b" if cell == "X" else "w"
    return stones


def moves_of_wei7(file):
    """The moves of the main line: (colour, point or None), or None where there is no such file."""
    if not file.exists():
        return None
    tree = json.loads(file.read_bytes())
    height = tree["size"] if isinstance(tree["size"], int) else tree["size"]["height"]
    tree, moves = tree["tree"], []
    while tree is not None:
        for step in tree.get("steps", []):
            action = step["action"]
            if action["type"] == "move":
                point = action["value"]["point"]
                at = point and (height - 1 - point["y"], point["x"])
                moves.append(("bw"[action["value"]["color"] - 1], at))
            elif action["type"] == "takeback":
                del moves[len(moves) - action["value"] :]
        tree = next(iter(tree.get("branches", [])), None)
    return moves


def hides_brackets(content):
    """Returns whether bytes of brackets or backslashes are part of characters, or None if that is unknown."""
    charset = content.split(b"CA[", 1)[1].split(b"]", 1)[0] if b"CA[" in content else b"latin-1"
    try:
        charset = charset.decode()
        beyond = (c.encode(charset) for c in content.decode(charset) if c > "\x7f")
        return any(byte in b"[]\\\x1b" for code in beyond for byte in code)
    except (LookupError, UnicodeError):
        return True


def value(node, name):
    """The value of a property as sgfmill reads it; None where there is none or it cannot."""
    try:
        return node.get(name) if node.has_property(name) else None
    except ValueError:
        return None


def line_of(node):
    """What happens from a node to the next fork, and the same of the variations behind it."""
    events = []
    while True:
        black, white, empty = node.get_setup_stones()
        if black or white or empty:
            events.append((sorted(black), sorted(white), sorted(empty)))
        color, at = node.get_move()
        if color is not None:
            events.append((color, at))
        if len(node) != 1:
            return events, [line_of(child) for child in node]
        node = node[0]


def meaning(content):
    """What sgfmill reads of each game: size, information and all variations."""
    if hides_brackets(content) or content.startswith((b"\xfe\xff", b"\xff\xfe")):
        raise Unknown
    games = []
    try:
        for tree in sgf_grammar.parse_sgf_collection(content):
            game = sgf.Sgf_game.from_coarse_game_tree(tree)
            root, way = game.get_root(), game.get_main_sequence()
            said = {}
            for name in [*LINES, "KM"]:
                values = (value(node, name) for node in way)
                said[name] = next((text for text in values if text not in (None, "")), None)
            said["RE"] = RESULTS.get(value(root, "RE"), value(root, "RE"))
            # Before FF[4] results were free text, of which the winner is known at least.
            said["winner"] = game.get_winner()
            said["is_new"] = value(root, "FF") == 4
            games.append((game.get_size(), said, line_of(root)))
    except ValueError as error:
        raise Unknown from error
    return games


def compare_meaning(what, before, after, problems):
    """Compares what sgfmill reads of a file with what it reads of the same, converted."""
    try:
        games = meaning(before)
        # A size or a charset of its own may be what sgfmill knows only in one of them.
        converted = meaning(after)
    except Unknown:
        return False
    for (_, said, _), (_, again, _) in zip(games, converted):
        if not said.pop("is_new"):
            said["RE"] = again["RE"]
        again.pop("is_new")
        # What sgfmill knows in the new file alone: an old komi, and names that stood in private properties.
        if b"KI[" in before or b"XWU[" in before:
            said.update({name: again[name] for name in said if said[name] is None})
    if games != converted:
        problems.append(f"{what}: another game: {converted} for {games}")
    return True


def read_by_sgfmill(content):
    """The main line and the last position as sgfmill sees them; no position where it refuses one."""
    size = content.split(b"SZ[", 1)[1].split(b"]", 1)[0]
    if b":" in size or not 2 <= int(size) <= 26 or hides_brackets(content):
        raise Unknown
    game = sgf.Sgf_game.from_bytes(content)
    board, moves = boards.Board(game.get_size()), []
    for node in game.get_main_sequence():
        if node.has_setup_stones() and board and not board.apply_setup(*node.get_setup_stones()):
            # It takes dead stones off, which SGF does not.
            board = None
        try:
            color, at = node.get_move()
        except ValueError:
            # What was no point of the board is kept as it stood.
            continue
        if color is None:
            continue
        moves.append((color, at))
        if at is not None and board:
            # A move on a stone replaces it, which sgfmill does not allow.
            board.board[at[0]][at[1]] = None
            board.play(*at, color)
    stones = board and {at: color for color, at in board.list_occupied_points()}
    return moves, stones


def compare(what, content, wei7, problems):
    """Compares an SGF, with wei7's moves unless that could not say all of it. Answers whether."""
    file = FOLDER / "compared.sgf"
    file.write_bytes(content)
    try:
        moves, stones = read_by_sgfmill(content)
    except Unknown:
        return False
    except ValueError as error:
        problems.append(f"{what}: sgfmill does not read it: {error}")
        return True
    if wei7 is not None and moves != wei7:
        problems.append(f"{what}: another main line: {moves} for {wei7}")
    if stones is not None and stones != drawn(file):
        problems.append(f"{what}: another position: {stones} for {drawn(file)}")
    return True


def check(file, problems):
    """Compares all that is written of a record; answers of each text whether it could be."""
    written = {}
    for charset in ["utf-8", "gb18030"]:
        out = FOLDER / f"{charset}.sgf"
        out.unlink(missing_ok=True)
        tianyuan("convert", file, out, "--charset", charset)
        if out.exists():
            written[charset] = out.read_bytes()
    wei7 = FOLDER / "same.wei7"
    wei7.unlink(missing_ok=True)
    said = subprocess.run(
        [PROGRAM, "convert", FOLDER / "utf-8.sgf", wei7, "--lang", "en"], capture_output=True
    )
    # A collection is several games, and what is set up later ends a line in wei7, as a move on a stone does.
    whole = not any(word in said.stderr for word in [b"several", b"set up", b" is on ", b"a stone on"])
    moves = moves_of_wei7(wei7) if whole and written else None
    compared = []
    if file.suffix == ".sgf" and file.parent.name == "valid":
        compared = [
            compare_meaning(f"{file} ({charset})", file.read_bytes(), content, problems)
            for charset, content in written.items()
        ]
    answer = tianyuan("--protocol", "gtp", text=f"loadsgf {FOLDER}/utf-8.sgf\nprintsgf\n".encode())
    loaded, _, printed = answer.partition(b"\n\n")
    if written and loaded.startswith(b"=") and printed.startswith(b"= "):
        written["printsgf"] = printed[2:]
    return compared + [
        compare(f"{file} ({what})", content, moves, problems) for what, content in written.items()
    ]


def play(problems):
    """One game that the engine plays and prints."""
    turns = "genmove b\ngenmove w\n" * 30
    talk = f"boardsize 9\nset_free_handicap C3 G7\n{turns}save_game {FOLDER}/played.wei7\nprintsgf\n"
    answer = tianyuan("--protocol", "gtp", "--playouts", "20", text=talk.encode())
    printed = answer[answer.rindex(b"\n= (;") + 3 :]
    moves = moves_of_wei7(FOLDER / "played.wei7")
    return compare("a game of the engine", printed, moves, problems)


def main():
    problems = []
    compared = [play(problems)]
    for file in sys.argv[2:]:
        compared += check(Path(file), problems)
    print(*problems, sep="\n")
    print(f"{sum(compared)} texts compared, {compared.count(False)} left out")
    print(f"{len(problems)} differences")
    return 1 if problems else 0


if __name__ == "__main__":
    PROGRAM = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        FOLDER = Path(folder)
        sys.exit(main())
