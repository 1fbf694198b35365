#!/usr/bin/env python3
"""The moves of many games that lost most points.

    python3 worst_moves.py FOLDER [NUMBER]

All records (*.sgf) of the folder go to one tianyuan, which has to be in the PATH, at once: it searches
as many positions at a time as there are cores. The file winrate_graph.py, which reads records, must be
beside this one.
"""

import json
import subprocess
import sys
from pathlib import Path

from winrate_graph import ENGINE, main_line

VISITS = 100


def queries(folder):
    """A query for each game, by its id, which is the path."""
    found = {}
    for path in sorted(Path(folder).glob("**/*.sgf")):
        try:
            size, komi, stones, moves = main_line(path.read_text(encoding="utf-8", errors="replace"))
        except ValueError as error:
            print(f"{path} is left out: {error}", file=sys.stderr)
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
    """The answers by game and turn."""
    text = "".join(json.dumps(query) + "\n" for query in games.values())
    run = subprocess.run(ENGINE, input=text, stdout=subprocess.PIPE, text=True, check=True)
    answers = {name: {} for name in games}
    for answer in map(json.loads, run.stdout.splitlines()):
        if "turnNumber" in answer:
            answers[answer["id"]][answer["turnNumber"]] = answer
        else:
            # A warning, or an error: that game has no answers.
            print(answer.get("id"), answer.get("error") or answer.get("warning"), file=sys.stderr)
    return answers


def losses(moves, answers):
    """What each move lost: points, number, colour, move, and the move that was better."""
    for number, (color, move) in enumerate(moves):
        if number + 1 not in answers:
            continue
        before, after = answers[number], answers[number + 1]
        # Leads are Black's.
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
