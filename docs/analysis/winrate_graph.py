#!/usr/bin/env python3
"""Plots the win rate of a game.

    python3 winrate_graph.py game.sgf [game.svg]

Analyses each position of the main line with tianyuan, which must be in the PATH. Prints the graph as text
and, with a second argument, writes it as SVG. Requires only Python's standard library.
"""

import json
import re
import subprocess
import sys

ENGINE = ["tianyuan", "analysis"]
VISITS = 200
COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


def main_line(text):
    """Returns the size, komi, setup stones and moves of a record."""
    # The main line ends at the first closing parenthesis.
    text = re.sub(r"\\.", "", text, flags=re.DOTALL)
    texts = r"\[[^\]]*\]"
    end = next((it.start() for it in re.finditer(rf"{texts}|\)", text) if it[0] == ")"), len(text))
    properties = re.findall(rf"([A-Z]+)\s*((?:{texts}\s*)+)", text[:end])
    named = {name: re.findall(r"\[([^\]]*)\]", values) for name, values in properties}
    size = int(named.get("SZ", ["19"])[0])

    def vertex(point):
        if len(point) != 2 or point == "tt" and size <= 19:
            return "pass"
        column, row = (ord(letter) - ord("a") for letter in point)
        return f"{COLUMNS[column]}{size - row}"

    stones = [[name[1], vertex(point)] for name in ("AB", "AW") for point in named.get(name, [])]
    moves = [[name, vertex(re.findall(r"\[([^\]]*)\]", values)[0])] for name, values in properties if name in ("B", "W")]
    return size, float(named.get("KM", ["7.5"])[0] or 0), stones, moves


def win_rates(size, komi, stones, moves):
    """Returns Black's win rate in each position."""
    query = {
        "id": "game",
        "rules": "chinese",
        "komi": komi,
        "boardXSize": size,
        "boardYSize": size,
        "initialStones": stones,
        "moves": moves,
        "analyzeTurns": list(range(len(moves) + 1)),
        "maxVisits": VISITS,
    }
    run = subprocess.run(ENGINE, input=json.dumps(query) + "\n", stdout=subprocess.PIPE, text=True, check=True)
    rates = {}
    for line in run.stdout.splitlines():
        answer = json.loads(line)
        if "error" in answer:
            sys.exit(answer["error"])
        if "warning" not in answer:
            # Responses arrive in any order.
            rates[answer["turnNumber"]] = answer["rootInfo"]["winrate"]
    return [rates[turn] for turn in range(len(moves) + 1)]


def as_text(rates, moves):
    """Prints a line for each position."""
    names = ["start", *(f"{color} {point}" for color, point in moves)]
    for number, (name, rate) in enumerate(zip(names, rates)):
        print(f"{number:3} {name:7} {rate:6.1%} {'#' * round(50 * rate)}")


def as_picture(rates):
    """The graph as SVG: Black's share from below."""
    step = 6
    width, height = step * (len(rates) - 1) or 1, 200
    points = " ".join(f"{step * number},{height * (1 - rate):.1f}" for number, rate in enumerate(rates))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
        f'<rect width="{width}" height="{height}" fill="#ddd"/>'
        f'<polygon points="0,{height} {points} {width},{height}" fill="#333"/>'
        f'<line x2="{width}" y1="{height / 2}" y2="{height / 2}" stroke="#c33"/></svg>\n'
    )


def main():
    with open(sys.argv[1], encoding="utf-8", errors="replace") as file:
        size, komi, stones, moves = main_line(file.read())
    rates = win_rates(size, komi, stones, moves)
    as_text(rates, moves)
    if len(sys.argv) > 2:
        with open(sys.argv[2], "w", encoding="utf-8") as file:
            file.write(as_picture(rates))


if __name__ == "__main__":
    main()
