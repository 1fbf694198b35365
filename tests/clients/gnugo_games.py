#!/usr/bin/env python3
"""Ten games of the engine against GNU Go, refereed by sgfmill, as gogui-twogtp would have them played.

    pip install sgfmill
    python3 tests/clients/gnugo_games.py target/release/tianyuan FOLDER [GAMES]

A fault is a refusal, a move that sgfmill's board does not allow, a line too much, no answer within a
minute, an exit status other than 0, another winner than GNU Go's, or a record that sgfmill reads
otherwise than the game went. The records go into the folder.
"""

import queue
import re
import subprocess
import sys
import threading
from pathlib import Path

from sgfmill import boards, common, sgf

SIZE, KOMI, PATIENCE = 9, 7.5, 60
GNU_GO = ["gnugo", "--mode", "gtp", "--chinese-rules", "--positional-superko", "--level", "1"]
OPTIONS = ["--threads", "1", "--playouts", "300", "--memory", "16"]


class Fault(Exception):
    """What must not happen in a game."""


class Player:
    """An engine that is asked one thing at a time."""

    def __init__(self, command, seen):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.lines, self.seen = queue.Queue(), seen
        threading.Thread(target=self.listen, daemon=True).start()
        self.name = self.ask("name")

    def listen(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def ask(self, command):
        if not self.lines.empty():
            raise Fault(f"it said unasked: {self.lines.get()!r}")
        self.process.stdin.write(command + "\n")
        answer = []
        while not answer or answer[-1] != "":
            try:
                line = self.lines.get(timeout=PATIENCE)
            except queue.Empty:
                raise Fault(f"no answer to {command!r}") from None
            if line is None:
                raise Fault(f"it died of {command!r}")
            answer.append(line)
        self.seen.append(f"{command} -> {answer[0]}")
        if not answer[0].startswith("="):
            raise Fault(f"{command!r}: {answer[0]!r}")
        return "\n".join([answer[0][1:].lstrip(), *answer[1:-1]]).strip()

    def leave(self):
        self.ask("quit")
        if self.process.wait(PATIENCE) != 0:
            raise Fault(f"exit status {self.process.returncode}")
        if (line := self.lines.get(timeout=PATIENCE)) is not None:
            raise Fault(f"it said after quit: {line!r}")


def begin(players, handicap):
    """Starts a game; answers its board and who moves first."""
    board = boards.Board(SIZE)
    for player in players.values():
        if player.ask("protocol_version") != "2":
            raise Fault("another version of the protocol")
        for command in [f"boardsize {SIZE}", "clear_board", f"komi {KOMI}"]:
            player.ask(command)
        if handicap:
            stones = player.ask(f"fixed_handicap {handicap}").split()
            points = [common.move_from_vertex(stone, SIZE) for stone in stones]
            if board.is_empty():
                board.apply_setup(points, [], [])
            elif set(points) != {point for _, point in board.list_occupied_points()}:
                raise Fault(f"other handicap stones: {stones}")
    return board, "w" if handicap else "b"


def play(players, handicap):
    """One game: its moves, its last board, and who has given up."""
    board, color = begin(players, handicap)
    moves, positions = [], {str(board.board)}
    while [at for _, at in moves[-2:]] != [None, None] and len(moves) < 4 * SIZE * SIZE:
        other = "w" if color == "b" else "b"
        vertex = players[color].ask(f"genmove {color}")
        if vertex.lower() == "resign":
            return moves, board, color
        at = common.move_from_vertex(vertex, SIZE)
        if at is not None:
            if board.get(*at) is not None:
                raise Fault(f"{color} {vertex} on a stone")
            board.play(*at, color)
            if board.get(*at) is None or str(board.board) in positions:
                raise Fault(f"{color} {vertex} is suicide or repeats a position")
            positions.add(str(board.board))
        players[other].ask(f"play {color} {vertex}")
        moves.append((color, at))
        color = other
    return moves, board, None


def check_record(text, moves, handicap, file):
    """Whether sgfmill reads the game that was played."""
    file.write_text(text + "\n")
    game = sgf.Sgf_game.from_string(text)
    root = game.get_root()
    if (game.get_size(), game.get_komi()) != (SIZE, KOMI) or (game.get_handicap() or 0) != handicap:
        raise Fault(f"another game in the record: {text[:80]}")
    read = [node.get_move() for node in game.get_main_sequence() if node.has_property("B") or node.has_property("W")]
    if read != moves or len(root.get_setup_stones()[0]) != handicap:
        raise Fault(f"other moves in the record {file}")


def one_game(number, engine, folder):
    """Plays a game and says how it went."""
    ours, handicap, seen = "bw"[number % 2], 2 if number % 5 == 4 else 0, []
    try:
        tianyuan = Player([engine, *OPTIONS, "--seed", str(number)], seen)
        gnu_go = Player([*GNU_GO, "--seed", str(number)], seen)
        players = {ours: tianyuan, "w" if ours == "b" else "b": gnu_go}
        moves, board, gave_up = play(players, handicap)
        check_record(tianyuan.ask("printsgf"), moves, handicap, folder / f"game{number}.sgf")
        scores = [player.ask("final_score") for player in (tianyuan, gnu_go)]
        if gave_up is None and scores[0][0] != scores[1][0]:
            raise Fault(f"they count {scores} on\n{board.board}")
        for player in (tianyuan, gnu_go):
            player.leave()
    except Exception:
        (folder / f"game{number}.log").write_text("\n".join(seen) + "\n")
        raise
    result = f"{gave_up} gave up" if gave_up else scores[0]
    print(f"game {number}: {tianyuan.name} was {ours}, {len(moves)} moves, {result}", flush=True)
    for score in scores:
        if gave_up is None and not re.fullmatch(r"[BW]\+\d+(\.\d+)?|0", score):
            raise Fault(f"no score: {score}")


def main():
    engine, folder = sys.argv[1], Path(sys.argv[2])
    games = int(sys.argv[3]) if len(sys.argv) > 3 else 10
    folder.mkdir(parents=True, exist_ok=True)
    faults = 0
    for number in range(games):
        try:
            one_game(number, engine, folder)
        except Fault as fault:
            faults += 1
            print(f"game {number}: {fault}; what was said is in {folder}")
    print(f"{games} games, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
