"""Evaluates positions of games with a KataGo net, without search: samples and teacher files for train.py.
label_with_katago.py --tianyuan PROGRAM --katago 'katago analysis -model NET -config CONFIG' --out BASE [--games N] [--per-game K]
GAMES.txt.xz...
Writes BASE.rec and BASE.tch with the positions evaluated within --minutes. Games are sampled from all files. With
--close, the komi of each game is changed so that the game is close (by 0.5 or 1.5 points): this teaches a net to
count."""
import argparse
import collections
import json
import lzma
import os
import random
import shlex
import subprocess
import threading
import time

import numpy as np
from data import header, write_teacher

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


def vertex(pair, n):
    column, row = ord(pair[0]) - 97, ord(pair[1]) - 97
    return f"{LETTERS[column]}{n - row}" if column < n and row < n else "pass"


def query(i, line, turns, n, komi, rules):
    text = line.split()[2]
    moves = [["BW"[j // 2 % 2], vertex(text[j:j + 2], n)] for j in range(0, len(text), 2)]
    return json.dumps({"id": str(i), "moves": moves[:max(turns)], "analyzeTurns": turns, "rules": rules, "komi": komi,
                       "boardXSize": n, "boardYSize": n, "maxVisits": 1, "includePolicy": True, "includeOwnership": True})


def close_komi(result, komi, rng):
    """Returns a komi that makes a game with this result close, or None if uncounted or too far from any komi."""
    side, _, points = result.partition("+")
    if not points.replace(".", "").isdigit():
        return None
    found = komi + (float(points) if side == "B" else -float(points)) + rng.choice((-1.5, -0.5, -0.5, 0.5, 0.5, 1.5))
    return found if abs(found) <= 25 else None


def opinion(answer):
    """Returns policy, value, score and ownership for the player to move, starting with the first row and column."""
    root, policy = answer["rootInfo"], np.maximum(np.array(answer["policy"], np.float32), 0)
    return policy, 2 * root["winrate"] - 1, root["scoreLead"], np.array(answer["ownership"], np.float32)


def main():
    ap = argparse.ArgumentParser(description=__doc__)
    ap.add_argument("--tianyuan", required=True, help="the program")
    ap.add_argument("--katago", required=True, help="the command of KataGo's analysis engine")
    ap.add_argument("--out", required=True)
    ap.add_argument("--games", type=int, default=4000)
    ap.add_argument("--per-game", type=int, default=12)
    ap.add_argument("--size", type=int, default=19)
    ap.add_argument("--komi", type=float, default=7.5)
    ap.add_argument("--close", action="store_true", help="the games were played with --komi; ask about them with one that makes them close")
    ap.add_argument("--territory", action="store_true", help="Japanese rules in place of Chinese")
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--minutes", type=float, default=1e9)
    ap.add_argument("files", nargs="+")
    a = ap.parse_args()
    read = lambda f: (lzma.open(f, "rt") if f.endswith(".xz") else open(f)).read().splitlines()
    rng = random.Random(a.seed)
    lines = rng.sample([line for f in a.files for line in read(f)], a.games)
    komi_of = [close_komi(line.split()[1], a.komi, rng) if a.close else a.komi for line in lines]
    lines, komi_of = zip(*((line, komi) for line, komi in zip(lines, komi_of) if komi is not None))
    command = [a.tianyuan, "features", "--output", a.out + ".all", "--size", str(a.size), f"--komi={a.komi}",
               "--per-game", str(a.per_game), "--seed", str(a.seed)] + ([] if a.territory else ["--area"])
    subprocess.run(command, input="\n".join(lines), text=True, check=True)
    hs, n, rs, _, count = header(a.out + ".all", b"GOREC001")
    records = np.fromfile(a.out + ".all", np.uint8, offset=hs).reshape(count, rs)
    part = lambda records, at, kind: records[:, rs - 28 + at:][:, :np.dtype(kind).itemsize].copy().view(kind)[:, 0]
    games, before = part(records, 24, "<u4"), part(records, 20, "<u2")
    halves = 2 * np.array(komi_of)[games]                   # for the player to move
    records[:, rs - 12:rs - 10] = np.where(before % 2, halves, -halves).astype("<i2")[:, None].view(np.uint8)
    row_of = {(int(g), int(b)): row for row, (g, b) in enumerate(zip(games, before))}

    # KataGo reports everything for the player to move, in any order of the queries.
    engine = subprocess.Popen(shlex.split(a.katago) + ["-override-config", "reportAnalysisWinratesAs=SIDETOMOVE"],
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def send():
        try:
            turns_of = collections.defaultdict(list)
            for game, turn in row_of:
                turns_of[game].append(turn)
            for game, turns in turns_of.items():
                engine.stdin.write(query(game, lines[game], turns, n, komi_of[game], "japanese" if a.territory else "chinese") + "\n")
            engine.stdin.close()
        except BrokenPipeError:
            pass                                            # time limit reached

    threading.Thread(target=send, daemon=True).start()
    end, found = time.time() + 60 * a.minutes, {}
    for line in engine.stdout:
        answer = json.loads(line)
        if "error" in answer or "warning" in answer:
            print(line.strip())
            continue
        found[row_of[int(answer["id"]), answer["turnNumber"]]] = opinion(answer)
        if len(found) % 5000 == 0:
            print(f"{len(found)} of {count}", flush=True)
        if time.time() > end:
            break
    engine.kill()
    rows = sorted(found)
    policy, value, score, own = (np.array([found[row][i] for row in rows]) for i in range(4))
    records = records[rows]
    same = np.mean(policy.argmax(1) == part(records, 0, "<u2"))
    with open(a.out + ".all", "rb") as f:
        head = bytearray(f.read(hs))
    head[24:32] = len(rows).to_bytes(8, "little")
    with open(a.out + ".rec", "wb") as f:
        f.write(head + records.tobytes())
    os.remove(a.out + ".all")
    write_teacher(a.out + ".tch", n, policy, value, score, own)
    print(f"{a.out}: {len(rows)} positions; the move played is the teacher's first in {same:.3f}")


main()
