#!/usr/bin/env python3
"""Prints the moves of many games that lost the most points.

    python3 worst_moves.py FOLDER [NUMBER]

Sends all records (*.sgf) in the folder to one tianyuan process, which must be in the PATH; it analyses one
position per core in parallel. Requires winrate_graph.py in the same folder.
"""

import json
import subprocess
import sys
from pathlib import Path

from winrate_graph import ENGINE, main_line

VISITS = 100


def queries(folder):
    """Returns a query for each game, by id, which is the path."""
    found = {}
    for path in sorted(Path(folder).glob("**/*.sgf")):
        try:
            size, komi, stones, moves = main_line(path.read_text(encoding="utf-8", errors="replace"))
        except ValueError as error:
            print(f"skipped {path}: {error}", file=sys.stderr)
            continue
        found[str(path)] = {
            "id": str(path),
            "rules": "chinese",
            "komi": komi,
            "boardXSize": size,
            "boardYSize": size,
            "initialStones": stones,
            "moves": moves,
            "analyzeTurns": list(range(len(moves) + 1)),
            "maxVisits": VISITS,
        }
    return found


def analysed(games):
    """Returns the responses by game and turn."""
    text = "".join(json.dumps(query) + "\n" for query in games.values())
    run = subprocess.run(ENGINE, input=text, stdout=subprocess.PIPE, text=True, check=True)
    answers = {name: {} for name in games}
    for answer in map(json.loads, run.stdout.splitlines()):
        if "turnNumber" in answer:
            answers[answer["id"]][answer["turnNumber"]] = answer
        else:
            # A warning, or an error without responses for this game.
            print(answer.get("id"), answer.get("error") or answer.get("warning"), file=sys.stderr)
    return answers


def losses(moves, answers):
    """Returns the loss of each move in points, with its number, colour, the move and the best move."""
    for number, (color, move) in enumerate(moves):
        if number + 1 not in answers:
            continue
        before, after = answers[number], answers[number + 1]
        # Score leads are Black's.
        lost = before["rootInfo"]["scoreLead"] - after["rootInfo"]["scoreLead"]
        better = before["moveInfos"][0]["move"] if before["moveInfos"] else "-"
        if move != better:
            yield (lost if color == "B" else -lost), number + 1, color, move, better


def main():
    most = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    games = queries(sys.argv[1])
    answers = analysed(games)
    found = [(*loss, name) for name, query in games.items() for loss in losses(query["moves"], answers[name])]
    for lost, number, color, move, better, name in sorted(found, reverse=True)[:most]:
        print(f"{lost:6.1f} points  {name}: move {number}, {color} {move}; better was {better}")


if __name__ == "__main__":
    main()
