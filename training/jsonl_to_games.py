"""Converts games of `tianyuan match --json FILE` to lines `WORD RESULT MOVES`, for prepare_games.py, label_with_katago.py and `tianyuan
features`.
jsonl_to_games.py FILE... > GAMES.txt"""
import json
import sys

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


def letters(vertex, n):
    if vertex.lower() == "pass":
        return "tt"
    return chr(97 + LETTERS.index(vertex[0].upper())) + chr(97 + n - int(vertex[1:]))


for path in sys.argv[1:]:
    for line in open(path):
        game = json.loads(line)
        print("match", game["result"], "".join(letters(v, game["size"]) for v in game["moves"]))
