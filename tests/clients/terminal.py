"""Runs a program in a terminal of its own: types what a scenario says, and waits for what it expects.

The scenario is JSON on the standard input: `command` (a list), `environment` (added to this one), `output` (a file in
place of the terminal for the standard output, or null), and `steps`: `["expect", TEXT]` waits until TEXT has come since
the last step, `["both", [TEXT, TEXT]]` until both have, in either order, `["send", TEXT]` types, `["bytes", HEX]` types
bytes, `["signal", NUMBER]` sends a signal, `["close", ""]` takes the terminal away. The answer is JSON: `screen` (all
that came), `status`, `is_as_before` (whether the mode of the terminal is the one at the start) and `missing` (what did
not come in time, or null).
"""

import json
import os
import pty
import select
import sys
import termios
import time

PATIENCE = 60.0


def start(scenario):
    leader, follower = pty.openpty()
    before = termios.tcgetattr(follower)
    child = os.fork()
    if child == 0:
        os.setsid()
        # The first terminal that is opened becomes that of the session.
        os.close(os.open(os.ttyname(follower), os.O_RDWR))
        output = scenario.get("output")
        standard = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC) if output else follower
        for number, stream in ((0, follower), (1, standard), (2, follower)):
            os.dup2(stream, number)
        os.closerange(3, 256)
        os.environ.update(scenario["environment"])
        os.execvp(scenario["command"][0], scenario["command"])
    return child, leader, follower, before


class Screen:
    def __init__(self, leader):
        self.leader, self.text, self.seen = leader, b"", 0

    def read(self, seconds):
        ready, _, _ = select.select([self.leader], [], [], seconds)
        if not ready:
            return False
        try:
            more = os.read(self.leader, 65536)
        except OSError:
            more = b""
        self.text += more
        return bool(more)

    def expect(self, *texts):
        """Whether all texts come in time; they are looked for behind what was found before."""
        end = time.monotonic() + PATIENCE
        while True:
            places = [self.text.find(text, self.seen) for text in texts]
            if min(places) >= 0:
                self.seen = max(at + len(text) for at, text in zip(places, texts))
                return True
            if time.monotonic() > end:
                return False
            self.read(0.1)


def play(steps, screen, child, follower):
    for kind, argument in steps:
        if kind == "expect":
            if not screen.expect(argument.encode()):
                return argument
        elif kind == "both":
            if not screen.expect(*(text.encode() for text in argument)):
                return argument
        elif kind == "send":
            os.write(screen.leader, argument.encode())
        elif kind == "bytes":
            os.write(screen.leader, bytes.fromhex(argument))
        elif kind == "signal":
            os.kill(child, int(argument))
        elif kind == "close":
            os.close(follower)
            os.close(screen.leader)
            return None
    return None


def wait(child, screen, is_open):
    """The exit status, or none where it does not end."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        if not is_open or not screen.read(0.02):
            time.sleep(0.02)
    os.kill(child, 9)
    os.waitpid(child, 0)
    return None


def main():
    scenario = json.load(sys.stdin)
    child, leader, follower, before = start(scenario)
    screen = Screen(leader)
    missing = play(scenario["steps"], screen, child, follower)
    is_open = not any(kind == "close" for kind, _ in scenario["steps"])
    if missing is not None:
        os.kill(child, 9)
    status = wait(child, screen, is_open)
    is_as_before = is_open and termios.tcgetattr(follower) == before
    while is_open and screen.read(0.0):
        pass
    answer = {
        "screen": screen.text.decode("utf-8", "replace"),
        "status": status,
        "is_as_before": is_as_before,
        "missing": missing,
    }
    print(json.dumps(answer))


main()
