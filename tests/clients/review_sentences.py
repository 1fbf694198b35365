#!/usr/bin/env python3
"""Checks the sentences of reviews against the board, independently of the program.

usage: review_sentences.py FOLDER...

Each folder contains game records (SGF, main line only) and their reviews as JSON lines (`review --format json -o .`).
Every sentence is parsed and its claim is recomputed: captures, liberties, chains, ladders, proofs, ownership and
distances. The Chinese sentence must name the same points and numbers. Proofs in small regions are also solved
exhaustively. Prints a table of the kinds of sentences; the exit status is 1 if a sentence is false or unknown.
"""

import collections
import json
import pathlib
import re
import sys

sys.setrecursionlimit(10_000)
LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
ENEMY = {"B": "W", "W": "B"}
COLOR = {"Black": "B", "White": "W"}


class Board:
    def __init__(self, size):
        self.size = size
        self.stones = {}
        self.ko = None

    def copy(self):
        board = Board(self.size)
        board.stones, board.ko = dict(self.stones), self.ko
        return board

    def neighbours(self, point):
        x, y = point
        around = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
        return [(a, b) for a, b in around if 0 <= a < self.size and 0 <= b < self.size]

    def chain(self, point):
        color, chain, stack = self.stones[point], {point}, [point]
        while stack:
            for beside in self.neighbours(stack.pop()):
                if self.stones.get(beside) == color and beside not in chain:
                    chain.add(beside)
                    stack.append(beside)
        return frozenset(chain)

    def liberties(self, chain):
        return {at for stone in chain for at in self.neighbours(stone) if at not in self.stones}

    def play(self, color, point):
        """Plays a move and returns the captured stones, or None if it is illegal."""
        if point in self.stones or self.ko == (color, point):
            return None
        self.stones[point] = color
        captured = set()
        for beside in self.neighbours(point):
            if self.stones.get(beside) == ENEMY[color]:
                chain = self.chain(beside)
                if not self.liberties(chain):
                    captured |= chain
        for stone in captured:
            del self.stones[stone]
        own = self.chain(point)
        if not self.liberties(own):
            del self.stones[point]
            return None
        alone = len(captured) == 1 and len(own) == 1 and len(self.liberties(own)) == 1
        self.ko = (ENEMY[color], next(iter(captured))) if alone else None
        return captured


def tried(board, color, point):
    after = board.copy()
    return after if after.play(color, point) is not None else None


def runs_free(board, stone):
    """Whether a chain in atari escapes with its owner to move: an unlimited reading of all ladder moves."""
    color = board.stones[stone]
    chain = board.chain(stone)
    moves = set(board.liberties(chain))
    for beside in {at for own in chain for at in board.neighbours(own)}:
        if board.stones.get(beside) == ENEMY[color]:
            liberties = board.liberties(board.chain(beside))
            moves |= liberties if len(liberties) == 1 else set()
    for move in moves:
        after = tried(board, color, move)
        if after and not is_caught(after, stone):
            return True
    return False


def is_caught(board, stone):
    """Whether a chain is captured in a ladder with the opponent to move."""
    liberties = board.liberties(board.chain(stone))
    if len(liberties) != 2:
        return len(liberties) < 2
    for move in liberties:
        after = tried(board, ENEMY[board.stones[stone]], move)
        if after and not runs_free(after, stone):
            return True
    return False


class Unfinished(Exception):
    """The exhaustive search exceeds its limit."""


class LocalSearch:
    """An exhaustive search for the capture of a stone, with all moves inside a region and passes.

    A position may not recur. The attacker succeeds by capturing the stone, the defender by two passes in a row.
    """

    LIMIT = 4_000

    def __init__(self, stone, region):
        self.stone, self.region, self.left = stone, region, self.LIMIT

    def is_captured(self, board, color, defender, path=frozenset(), passed=False):
        self.left -= 1
        if self.left < 0:
            raise Unfinished
        if self.stone not in board.stones:
            return True
        is_attacker = color != defender
        key = (frozenset(board.stones.items()), color)
        if key in path:
            return not is_attacker
        path = path | {key}
        for point in self.region:
            after = tried(board, color, point)
            if after and self.is_captured(after, ENEMY[color], defender, path) == is_attacker:
                return is_attacker
        if passed:
            return False
        after = board.copy()
        after.ko = None
        return self.is_captured(after, ENEMY[color], defender, path, True)


class Move:
    """A reviewed move with the boards and evaluations around it."""

    def __init__(self, line, before, positions, last):
        self.line, self.before, self.last = line, before, last
        self.color = line["color"]
        self.size = before.size
        self.after = before.copy()
        self.after.play(self.color, self.point(line["move"]))
        self.owned = [position["ownership"] for position in positions]
        self.first = positions[0].get("first_move")
        self.searched = None

    def point(self, vertex):
        return (LETTERS.index(vertex[0]), self.size - int(vertex[1:]))

    def vertex(self, point):
        return LETTERS[point[0]] + str(self.size - point[1])

    def group(self, board, text, color, without=()):
        """Returns the stones that a text such as `3 stones at D4` or `stone at D4` names."""
        count, at = re.fullmatch(r"(?:(\d+) stones|stone) at ([A-Z]\d+)", text).groups()
        stone = self.point(at)
        assert board.stones.get(stone) == color, f"{at} is not {color}"
        chain = board.chain(stone) - set(without)
        assert len(chain) == int(count or 1), f"{len(chain)} stones, not {text}"
        return chain

    def shares(self, stones):
        """Returns Black's mean share of points before and after the move, in percent."""
        def share(ownership):
            owners = [ownership[y * self.size + x] for x, y in stones]
            return (sum(owners) / len(owners) + 1) * 50
        return [share(ownership) for ownership in self.owned]

    def best(self):
        return self.line["best"]

    def distance(self, one, other):
        return max(abs(a - b) for a, b in zip(self.point(one), self.point(other)))

    def area(self, vertex):
        x, y = (line * 3 // self.size for line in self.point(vertex))
        row, column = ("upper", "", "lower")[y], ("left", "", "right")[x]
        if row and column:
            return f"in the {row} {column}"
        return f"on the {row or column} side" if row or column else "in the centre"


GROUP = r"((?:\d+ stones|stone) at [A-Z]\d+)"
AT = r"([A-Z]\d+)"
SIDE = "(Black|White)"


def captured(move, side, group, reply):
    assert COLOR[side] == ENEMY[move.color]
    board = move.after.copy()
    taken = board.play(COLOR[side], move.point(reply))
    count, at = re.fullmatch(r"(?:(\d+) stones|stone) at ([A-Z]\d+)", group).groups()
    assert len(taken) == int(count or 1) and move.point(at) in taken


def ladder_catches(move, side, atari, group):
    assert COLOR[side] == ENEMY[move.color]
    is_ladder(move, move.after, move.group(move.after, group, move.color), atari)


def is_ladder(move, board, chain, atari):
    stone = next(iter(chain))
    assert len(board.liberties(chain)) == 2
    after = tried(board, ENEMY[board.stones[stone]], move.point(atari))
    assert after and len(after.liberties(chain)) == 1 and not runs_free(after, stone)


def ladder_fails(move, side, group):
    assert COLOR[side] == ENEMY[move.color]
    chain = move.group(move.after, group, COLOR[side])
    assert len(move.after.liberties(chain)) == 1
    assert move.point(move.line["move"]) in {n for s in chain for n in move.after.neighbours(s)}
    assert runs_free(move.after, next(iter(chain)))


def self_atari(move, side, group, liberty):
    assert COLOR[side] == move.color
    chain = move.group(move.after, group, move.color)
    assert move.point(move.line["move"]) in chain
    assert move.after.liberties(chain) == {move.point(liberty)}


def capture_missed(move, better, side, group):
    assert better == move.best() and COLOR[side] == ENEMY[move.color]
    taken = move.before.copy().play(move.color, move.point(better))
    count, at = re.fullmatch(r"(?:(\d+) stones|stone) at ([A-Z]\d+)", group).groups()
    assert len(taken) == int(count or 1) and move.point(at) in taken


def ladder_missed(move, better, side, group):
    assert better == move.best()
    is_ladder(move, move.before, move.group(move.before, group, COLOR[side]), better)


def turned(move, side, group, verb, before, after):
    assert (COLOR[side] == move.color) == (verb == "die")
    chain = move.group(move.after, group, COLOR[side], [move.point(move.line["move"])])
    for stated, share in zip((before, after), move.shares(chain)):
        assert abs(int(stated) - share) <= 1.01, f"{stated} is {share}"
    lost = int(before) - int(after)
    assert lost >= 25 if move.color == "B" else lost <= -25


def cut(move, side, reply, one, other):
    assert COLOR[side] == ENEMY[move.color]
    chains = [move.group(move.after, group, move.color) for group in (one, other)]
    assert chains[0] != chains[1]
    common = set.intersection(*(move.after.liberties(chain) for chain in chains))
    assert common == {move.point(reply)}
    board = tried(move.after, COLOR[side], move.point(reply))
    assert board and len(board.liberties(board.chain(move.point(reply)))) > 1
    assert not set.intersection(*(board.liberties(chain) for chain in chains))


def connects(move, better, one, other):
    assert better == move.best()
    chains = [move.group(move.before, group, move.color) for group in (one, other)]
    assert chains[0] != chains[1]
    board = tried(move.before, move.color, move.point(better))
    assert chains[0] | chains[1] <= board.chain(move.point(better))


def unanswered(move, better, side, last, side_again, reply):
    assert better == move.best() and COLOR[side] == COLOR[side_again] == ENEMY[move.color]
    assert move.last == last
    near = move.size // 6 + 1
    assert move.distance(last, better) <= near and move.distance(last, reply) <= near
    assert move.distance(last, move.line["move"]) * 3 > move.size


def settled(move, side, share):
    before, _ = move.shares([move.point(move.line["move"])])
    owned = before if side == "Black" else 100 - before
    assert abs(owned - int(share)) <= 1.01 and owned >= 88


def sente(move, better, gain, follow_up):
    assert better == move.best() and move.first["sente"]
    for stated, value in ((gain, move.first["gain"]), (follow_up, move.first["follow_up"])):
        assert abs(float(stated) - value) < 0.051
    assert move.first["follow_up"] > 1.5 * move.first["gain"]


def elsewhere(move, better, area):
    assert better == move.best() and move.area(better) == area
    assert move.area(move.line["move"]) != area
    assert move.distance(better, move.line["move"]) * 3 > move.size


BEFORE = {
    "was dead": "dead", "could be killed": "dead", "could live": "alive", "was alive": "alive",
    "could live in seki": "seki", "was in seki": "seki",
}
AFTER = {
    "it is dead": "dead", "kills it": "dead", "it lives": "alive", "it is alive": "alive",
    "it lives in seki": "seki", "it is in seki": "seki",
}


def proved(move, other, surrounding, side, at, before, first, killer, after, reply):
    assert move.line["loss_proof"] == "confirmed"
    color, stone = COLOR[side], move.point(at)
    [group] = [it for it in move.line["groups"] if it["stone"] == at and it["color"] == color]
    conditions = [group[when].get("condition") for when in ("before", "after")]
    assert (surrounding is not None) == ("surroundings" in conditions)
    assert other is None or COLOR[other] == ENEMY[color]
    assert (BEFORE[before] == "dead") == (color != move.color) == (AFTER[after] != "dead")
    assert killer is None or COLOR[killer] == ENEMY[move.color]
    assert (after == "kills it") == (killer is not None)
    sides = ((move.before, move.color, group["before"], BEFORE[before], first),
             (move.after, ENEMY[move.color], group["after"], AFTER[after], reply))
    for board, player, proof, status, stated in sides:
        assert board.stones.get(stone) == color, f"{at} is not {color}"
        assert proof["status"] == status and proof["to_play"] == player
        assert (proof["move"] or "pass") == (stated or "pass")
        line(move, board, player, proof, stone)
        search(move, board, player, proof, stone)


def line(move, board, player, proof, stone):
    """Replays the variation of a proof: its moves are legal and inside the region, and it ends as the status says."""
    moves, color, board = proof["variation"], player, board.copy()
    if proof["move"] and moves:
        assert moves[0] == proof["move"]
    for vertex in moves:
        if vertex == "pass":
            board.ko = None
        else:
            assert vertex in proof["region"], f"{vertex} is outside the region"
            assert board.play(color, move.point(vertex)) is not None, f"{vertex} is illegal"
        color = ENEMY[color]
    if proof["status"] != "dead":
        assert stone in board.stones, "the line captures a living group"


def search(move, board, player, proof, stone):
    """Solves the group exhaustively, if it has few enough points."""
    local = LocalSearch(stone, [move.point(vertex) for vertex in proof["region"]])
    try:
        is_captured = local.is_captured(board, player, board.stones[stone])
    except Unfinished:
        return
    move.searched = (move.searched or 0) + 1
    assert is_captured == (proof["status"] == "dead"), "the exhaustive search contradicts the proof"


SENTENCES = {
    proved: f"Proved(?: if {SIDE}’s (surrounding) stones are safe)?: {SIDE}’s group at {AT} (could live|could live in seki|could be killed|was alive|was in seki|was dead)"
            f"(?: with {AT})?, but after the move "
            f"(?:{SIDE} )?(kills it|it is dead|it lives|it lives in seki|it is alive|it is in seki)(?: with {AT})?",
    captured: f"{SIDE} can capture the {GROUP} with {AT}",
    ladder_catches: f"{SIDE} {AT} catches the {GROUP} in a ladder",
    ladder_fails: f"The ladder fails: {SIDE}’s {GROUP} can escape",
    self_atari: f"The move leaves {SIDE}’s {GROUP} with one liberty, {AT}",
    capture_missed: f"The better move {AT} captures {SIDE}’s {GROUP}",
    ladder_missed: f"The better move {AT} catches {SIDE}’s {GROUP} in a ladder",
    turned: f"{SIDE}’s {GROUP} probably (die|live): Black’s share is (\\d+) % before the move and (\\d+) % after it",
    cut: f"{SIDE} {AT} separates the {GROUP} from the {GROUP}",
    connects: f"The better move {AT} connects the {GROUP} with the {GROUP}",
    unanswered: f"The better move {AT} answers {SIDE}’s {AT}; {SIDE} continues there with {AT}",
    settled: f"The point already belonged to {SIDE} \\((\\d+) %\\)",
    sente: f"The better move {AT} is sente: it gains ([\\d.]+) points and threatens ([\\d.]+) more",
    elsewhere: f"The better move {AT} is ((?:in|on) the [a-z ]+)",
}


def check(move, english, chinese):
    """Checks a sentence in both languages and returns its kind."""
    for test, pattern in SENTENCES.items():
        found = re.fullmatch(pattern + r"\.", english)
        if found:
            test(move, *found.groups())
            numbers = lambda text: sorted(re.findall(r"[A-Z]\d+|[\d.]*\d", text))
            assert numbers(english) == numbers(chinese), "the Chinese sentence differs"
            return test.__name__
    raise AssertionError("unknown sentence")


def setup(sgf, size):
    board = Board(size)
    for color in "BW":
        for stones in re.findall(rf"A{color}((?:\s*\[[a-z:]*\])+)", sgf):
            for x, y in re.findall(r"\[([a-z])([a-z])\]", stones):
                board.stones[ord(x) - 97, ord(y) - 97] = color
    return board


def moves(path):
    """Yields the reviewed main-line moves of a game."""
    lines = [json.loads(line) for line in path.open(encoding="utf-8")]
    positions = [line for line in lines if line["type"] == "position"]
    record = path.with_suffix(".sgf").read_text(encoding="utf-8", errors="replace")
    board, last = setup(record, lines[0]["size"]), None
    for i, line in enumerate(line for line in lines if line["type"] == "move" and line["main"]):
        if line["move"] == "pass":
            board.ko, last = None, None
            continue
        yield Move(line, board.copy(), positions[i:i + 2], last)
        last = line["move"]
        board.play(line["color"], (LETTERS.index(last[0]), board.size - int(last[1:])))


def main():
    kinds, false, mistakes, searched = collections.Counter(), 0, 0, 0
    reviews = (path for folder in sys.argv[1:] for path in pathlib.Path(folder).glob("[!.]*.jsonl"))
    for path in sorted(path for path in reviews if path.name != "index.jsonl"):
        for move in moves(path):
            mistakes += move.line["grade"] != "good"
            reasons = move.line.get("reasons", [])
            assert len(reasons) <= 2, "at most two sentences"
            for reason in reasons:
                try:
                    kinds[check(move, reason["english"], reason["chinese"])] += 1
                except (AssertionError, KeyError, IndexError) as error:
                    false += 1
                    print(f"{path.name}: move {move.line['number']}: {reason['english']} {error}")
            searched += move.searched or 0
    for kind, count in kinds.most_common():
        print(f"{kind:16} {count}")
    print(f"proofs searched exhaustively: {searched} of {2 * kinds['proved']}")
    print(f"mistakes: {mistakes}; sentences: {sum(kinds.values())}; false: {false}")
    sys.exit(false > 0 or not kinds)


if __name__ == "__main__":
    main()
