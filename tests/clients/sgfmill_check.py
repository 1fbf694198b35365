#!/usr/bin/env python3
"""Does sgfmill read what Tianyuan writes as SGF, and see the same game?

    pip install sgfmill
    cargo build --release
    python3 tests/clients/sgfmill_check.py target/release/tianyuan tests/data/*/*/* [FILE...]

Each record is converted to SGF in UTF-8 and in GB 18030, loaded and printed by the engine where it
can be played, and one game is played by the engine itself. Of each SGF, sgfmill's main line is
compared with that of the same record in wei7 3.0, which is JSON, and its last position with the one
that `tianyuan show` draws. Counted and left out is what sgfmill does not know: boards that are not
square or of more than 26 lines, and GB 18030 with brackets or backslashes inside of characters, which
it takes for its own.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from sgfmill import boards, sgf


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
    """Whether bytes of brackets or backslashes are part of characters."""
    if b"CA[GB18030]" not in content:
        return False
    beyond = (c.encode("gb18030") for c in content.decode("gb18030") if c > "\x7f")
    return any(byte in b"[]\\" for code in beyond for byte in code)


def read_by_sgfmill(content):
    """The main line and the last position as sgfmill sees them; no position where it refuses one."""
    size = content.split(b"SZ[", 1)[1].split(b"]", 1)[0]
    if b":" in size or int(size) > 26 or hides_brackets(content):
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
        # A move on a stone is kept in the record, and puts none.
        if at is not None and board and board.get(*at) is None:
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
    # A collection is several games, and what is set up later ends a line in wei7.
    whole = b"several" not in said.stderr and b"set up" not in said.stderr
    moves = moves_of_wei7(wei7) if whole and written else None
    answer = tianyuan("--protocol", "gtp", text=f"loadsgf {FOLDER}/utf-8.sgf\nprintsgf\n".encode())
    loaded, _, printed = answer.partition(b"\n\n")
    if written and loaded.startswith(b"=") and printed.startswith(b"= "):
        written["printsgf"] = printed[2:]
    return [
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
