#!/usr/bin/env python3
"""A small engine of WTP v22 that plays at random. It shares nothing with Tianyuan: the conformance kit is tried on it.

It has the fifteen commands of the text and no other, answers an analysis at once, and reads the greeting as a command.
"""

import random
import re
import sys

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
COMMANDS = """protocol_version name version list_commands quit boardsize clear_board set_position rule time_settings
play genmove undo analyze stop""".split()


class Failure(Exception):
    """What a response with a question mark says."""


class Engine:
    """A game and the commands that change it. A position is a dict of points and colours, a history a list of them."""

    def __init__(self):
        self.size, self.history = 19, [{}]

    @property
    def position(self):
        return self.history[-1]

    def neighbours(self, point):
        x, y = point
        near = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
        return [(x, y) for x, y in near if 0 <= x < self.size and 0 <= y < self.size]

    def chain(self, position, point):
        """The stones connected to one, and whether they have a liberty."""
        chain, todo, free = {point}, [point], False
        while todo:
            for near in self.neighbours(todo.pop()):
                free |= near not in position
                if position.get(near) == position[point] and near not in chain:
                    chain.add(near)
                    todo.append(near)
        return chain, free

    def after(self, color, point):
        """The position after a move; None where it is not legal: suicide, or a position that was there before."""
        if point in self.position:
            return None
        position = {**self.position, point: color}
        for near in self.neighbours(point):
            if position.get(near, color) != color:
                chain, free = self.chain(position, near)
                if not free:
                    position = {p: c for p, c in position.items() if p not in chain}
        legal = self.chain(position, point)[1] and not self.repeats(position)
        return position if legal else None

    def repeats(self, position):
        return position in self.history

    def color(self, word):
        if word.upper() not in ("B", "W"):
            raise Failure("颜色有误")
        return word.upper()

    def point(self, word):
        """The point of a vertex; None for a pass or a resignation."""
        if word.upper() in ("PASS", "RESIGN"):
            return None
        match = re.fullmatch("([A-HJ-Z])([1-9][0-9]?)", word.upper())
        if not match:
            raise Failure("着点有误")
        point = COLUMNS.index(match[1]), int(match[2]) - 1
        if max(point) >= self.size:
            raise Failure("着手无效")
        return point

    def move(self, color, word):
        point = self.point(word)
        after = self.position if point is None else self.after(color, point)
        if after is None:
            raise Failure("着手无效")
        self.history.append(after)

    def answer(self, name, words):
        if name not in COMMANDS:
            raise Failure("没有此命令")
        return getattr(self, "do_" + name)(*words) or ""

    def do_protocol_version(self, *_):
        return "22"

    def do_name(self, *_):
        return "随机"

    def do_version(self, *_):
        return "1"

    def do_list_commands(self, *_):
        return "\n".join(COMMANDS)

    def do_quit(self, *_):
        return ""

    do_stop = do_quit

    def do_boardsize(self, size):
        if not re.fullmatch("[0-9]+", size) or not 5 <= int(size) <= 25:
            raise Failure("不支持此路数")
        self.size, self.history = int(size), [{}]

    def do_clear_board(self, *_):
        self.history = [{}]

    def do_set_position(self, color, *points):
        before, self.history = self.history, [{}]
        try:
            if not points:
                raise Failure("没有着点")
            color = self.color(color)
            for word in points:
                if word.upper() in ("B", "W"):
                    color = word.upper()
                    continue
                self.move(color, word)
                color = "W" if color == "B" else "B"
        except Failure:
            self.history = before
            raise
        self.history = [self.position]

    def do_rule(self, first, *_):
        return ""

    def do_time_settings(self, *numbers):
        if len(numbers) != 3 or not all(re.fullmatch("[0-9]+", number) for number in numbers):
            raise Failure("时限有误")

    def do_play(self, color, word):
        self.move(self.color(color), word)

    def do_genmove(self, color):
        color = self.color(color)
        points = [(x, y) for x in range(self.size) for y in range(self.size)]
        random.shuffle(points)
        point = next((point for point in points if self.after(color, point)), None)
        word = "PASS" if point is None else COLUMNS[point[0]] + str(point[1] + 1)
        self.move(color, word)
        return word

    def do_undo(self, count="1"):
        if not re.fullmatch("[0-9]+", count) or int(count) >= len(self.history):
            raise Failure("不能悔子")
        del self.history[len(self.history) - int(count):]

    def do_analyze(self, color, *_):
        history = self.history[:]
        word = self.do_genmove(color)
        self.history = history
        return "move " + word

    def response(self, sign, number, text):
        return f"{sign}{number}" + (f" {text}" if text else "") + "\n\n"


def run(engine):
    output = sys.stdout.buffer
    for line in sys.stdin.buffer:
        text = line.decode("gb18030", "replace").split("#")[0]
        words = "".join(c for c in text if c >= " " and c != "\x7f").split(" ")
        words = [word for word in words if word]
        number = words.pop(0) if words and re.fullmatch("[0-9]+", words[0]) else ""
        if not words and not number:
            continue
        name, *words = words or [""]
        try:
            answer = engine.response("=", number, "" if name in ("WTP", "wtp") else engine.answer(name, words))
        except (Failure, TypeError) as failure:
            what = str(failure) if isinstance(failure, Failure) else "参数有误"
            answer = engine.response("?", number, what)
        output.write(answer.encode("gb18030"))
        output.flush()
        if name == "quit":
            break


if __name__ == "__main__":
    run(Engine())
