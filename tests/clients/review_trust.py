"""How often the grades of `tianyuan review` agree with those of KataGo.

    export TIANYUAN_KATAGO='katago analysis -model NET.bin.gz -config analysis.cfg'
    python3 tests/clients/review_trust.py ask FOLDER 19=games19.txt:80 13=games13.txt:60 9=games9.txt:60
    python3 tests/clients/review_trust.py compare FOLDER target/release/tianyuan [OPTION OF REVIEW...]

`ask` draws positions from games, lines `WORD RESULT MOVES` as training/ has them, as many of each phase of the game,
and asks KataGo about the position before the move and the one after it. `compare` lets `tianyuan review` grade the same
moves, and prints the tables of docs/results/review-accuracy.md. Both store their results in the folder, a line for each
position, and resume from there. The classes and their limits are those that the review tells in its first line."""
import itertools
import json
import os
import pathlib
import random
import shlex
import subprocess
import sys
import tempfile
import threading

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
PHASES = ["opening", "middle", "endgame"]
KOMI = 7.5
VISITS = int(os.environ.get("TIANYUAN_KATAGO_VISITS", "1000"))


def vertex(pair, size):
    """A point of SGF as GTP has it; anything off the board is a pass."""
    column, row = ord(pair[0]) - 97, ord(pair[1]) - 97
    return f"{LETTERS[column]}{size - row}" if column < size and row < size else "pass"


def phase_of(number, size):
    """The phase of a move, by its number, as docs/reference/review-output.md defines it."""
    return PHASES[0 if number * 7 <= size ** 2 else 1 if number * 12 <= size ** 2 * 5 else 2]


def drawn(size, path, count):
    """So many moves of different games: as many of each phase."""
    rng = random.Random(size)
    games = pathlib.Path(path).read_text().splitlines()
    rng.shuffle(games)
    wanted = itertools.cycle(PHASES)
    phase = next(wanted)
    for line in games:
        word, _, text = line.split()
        moves = [text[i:i + 2] for i in range(0, len(text), 2)]
        numbers = [i + 1 for i, move in enumerate(moves)
                   if phase_of(i + 1, size) == phase and vertex(move, size) != "pass"]
        if numbers and count > 0:
            number = rng.choice(numbers)
            yield {"size": size, "phase": phase, "number": number, "moves": "".join(moves[:number])}
            phase, count = next(wanted), count - 1


def positions(arguments):
    """The positions of all sizes in turn, so that a run that is cut off has some of each."""
    parsed = [(int(size), *rest.rsplit(":", 1)) for size, rest in (a.split("=", 1) for a in arguments)]
    lists = [list(drawn(size, path, int(count))) for size, path, count in parsed]
    shares = [((i + 1) / len(found), position) for found in lists for i, position in enumerate(found)]
    return [position for _, position in sorted(shares, key=lambda share: share[0])]


def key(position):
    return f"{position['size']} {position['moves']}"


def known(path):
    """What a file has already; a last line that was cut off does not count."""
    if not path.exists():
        return {}
    lines = [json.loads(line) for line in path.read_text().splitlines(True) if line.endswith("\n")]
    return {key(line): line for line in lines}


def query(name, position, moves):
    """What KataGo is asked about the position after some moves; it answers for the player to move."""
    size, text = position["size"], position["moves"]
    played = [["BW"[i % 2], vertex(text[2 * i:2 * i + 2], size)] for i in range(moves)]
    return {"id": name, "moves": played, "initialPlayer": "B", "rules": "chinese", "komi": KOMI, "boardXSize": size,
            "boardYSize": size, "maxVisits": VISITS,
            "overrideSettings": {"reportAnalysisWinratesAs": "SIDETOMOVE", "wideRootNoise": 0.0}}


def opinion(position, before, after):
    """What KataGo's answers before and after a move say of it, for the player who made it."""
    played = vertex(position["moves"][-2:], position["size"])
    first = min(before["moveInfos"], key=lambda info: info["order"])
    root, worth = before["rootInfo"], after["rootInfo"]
    return {"visits": root["visits"], "best": first["move"], "agrees": first["move"] == played,
            "winrate_before": root["winrate"], "winrate_after": 1 - worth["winrate"],
            "score_before": root["scoreLead"], "score_after": -worth["scoreLead"]}


def ask(folder, arguments):
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "katago.jsonl"
    done = known(path)
    missing = [position for position in positions(arguments) if key(position) not in done]
    command = shlex.split(os.environ["TIANYUAN_KATAGO"])
    engine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def send():
        # KataGo searches as many at a time as it is configured for, in this order.
        for i, position in enumerate(missing):
            for moves in (position["number"] - 1, position["number"]):
                engine.stdin.write(json.dumps(query(f"{i} {moves}", position, moves)) + "\n")
        engine.stdin.close()

    threading.Thread(target=send, daemon=True).start()
    answers = {}
    with path.open("a") as out:
        for line in engine.stdout:
            answer = json.loads(line)
            if "error" in answer:
                sys.exit(f"KataGo: {answer['error']}")
            answers[answer["id"]] = answer
            i = int(answer["id"].split()[0])
            number = missing[i]["number"]
            before, after = (answers.get(f"{i} {moves}") for moves in (number - 1, number))
            if before and after:
                out.write(json.dumps(missing[i] | {"found": opinion(missing[i], before, after)}) + "\n")
                out.flush()
    engine.wait()


def sgf(position):
    """The game up to the move."""
    text = position["moves"]
    pairs = [text[i:i + 2] for i in range(0, len(text), 2)]
    points = ["" if vertex(pair, position["size"]) == "pass" else pair for pair in pairs]
    moves = "".join(f";{'BW'[i % 2]}[{point}]" for i, point in enumerate(points))
    return f"(;GM[1]FF[4]SZ[{position['size']}]KM[{KOMI}]RU[Chinese]{moves})"


def review(tianyuan, options, position):
    """The lines of the review of one move: that of the game and that of the move."""
    with tempfile.TemporaryDirectory() as folder:
        game = pathlib.Path(folder, "game.sgf")
        game.write_text(sgf(position))
        command = [tianyuan, "review", str(game), "-o", folder, "--format", "json", "--even", "--moves", str(position["number"])]
        subprocess.run(command + options, check=True, stdout=subprocess.DEVNULL)
        lines = [json.loads(line) for line in game.with_suffix(".jsonl").read_text().splitlines()]
    return [next(line for line in lines if line["type"] == kind) for kind in ("game", "move")]


def grade(limits, loss_of_winrate, loss_of_score):
    """The grade on a loss by the limits that a review tells, the worst first."""
    reached = (limit["grade"] for limit in limits
               if loss_of_winrate >= limit["winrate"] or loss_of_score >= limit["score"])
    return next(reached, "good")


def judged_by_katago(limits, found):
    """KataGo's own choice loses nothing, as in a review; its searches count as exact."""
    if found["agrees"]:
        return "good"
    return grade(limits, *(found[f"{what}_before"] - found[f"{what}_after"] for what in ("winrate", "score")))


def compare(folder, arguments):
    tianyuan, *options = arguments
    path = folder / "tianyuan.jsonl"
    done = known(path)
    with path.open("a") as out:
        for name, position in known(folder / "katago.jsonl").items():
            if name in done:
                continue
            game, move = review(tianyuan, options, position)
            done[name] = {field: position[field] for field in ("size", "phase", "number", "moves")} | {
                "ours": move["grade"], "sure": move["sure"],
                "theirs": judged_by_katago(game["grades"], position["found"])}
            out.write(json.dumps(done[name]) + "\n")
            out.flush()
    print_tables(list(done.values()))


ORDER = ["good", "inaccuracy", "mistake", "blunder"]


def agreement(pairs):
    """How many pairs of grades there are, how often both are the same, and how often at most one grade apart."""
    same = sum(a == b for a, b in pairs)
    near = sum(abs(ORDER.index(a) - ORDER.index(b)) <= 1 for a, b in pairs)
    return f"{len(pairs)} | {100 * same / len(pairs):.0f} % | {100 * near / len(pairs):.0f} %"


def print_tables(judged):
    print("| positions | number | same grade | at most one grade apart |\n| --- | --- | --- | --- |")
    groups = [("all", judged)]
    groups += [(f"{n}x{n}", [j for j in judged if j["size"] == n]) for n in sorted({j["size"] for j in judged})]
    groups += [(phase, [j for j in judged if j["phase"] == phase]) for phase in PHASES]
    groups += [("those that we are sure of", [j for j in judged if j["sure"]])]
    for n in sorted({j["size"] for j in judged}):
        groups += [(f"{n}x{n}, {phase}", [j for j in judged if (j["size"], j["phase"]) == (n, phase)]) for phase in PHASES]
    for name, group in groups:
        if group:
            print(f"| {name} | {agreement([(j['ours'], j['theirs']) for j in group])} |")
    print("\n| here \\ KataGo | " + " | ".join(ORDER) + " |\n" + "| --- " * 5 + "|")
    for ours in ORDER:
        counts = [sum((j["ours"], j["theirs"]) == (ours, theirs) for j in judged) for theirs in ORDER]
        print(f"| {ours} | " + " | ".join(map(str, counts)) + " |")


def main():
    job, folder, *arguments = sys.argv[1:]
    {"ask": ask, "compare": compare}[job](pathlib.Path(folder), arguments)


if __name__ == "__main__":
    main()
