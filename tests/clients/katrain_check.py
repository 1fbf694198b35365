#!/usr/bin/env python3
"""KaTrain reviews games, plays in its styles and ponders with the engine, without its window.

    pip install --no-deps katrain pysgf chardet
    pip install jsonschema
    python3 tests/clients/katrain_check.py target/release/tianyuan FOLDER [HUMAN_NET]

With a human-imitation net of KataGo, the styles Human-like and Pro are tested too.
KaTrain's own classes do it all: they start the engine, write the queries, read the answers, draw the
graph's figures and choose the moves. Of Kivy, which makes the window, they want two names. A fault is
an error that KaTrain would show, a position without an analysis, a figure that makes no sense, an
answer that the schema in docs/ does not allow, a query without exactly one final answer, or an engine
that does not end. What was sent and heard goes into the folder.
"""

import json
import random
import sys
import time
import types
from pathlib import Path

from analysis_schema import faults_of, validator


def without_kivy():
    """Stands in for the names that KaTrain's core takes from Kivy."""
    names = ("kivy", "kivy.utils", "kivy._event")
    sys.modules.update({name: types.ModuleType(name) for name in names})
    sys.modules["kivy.utils"].platform = "linux"
    sys.modules["kivy._event"].Observable = object


without_kivy()
import katrain  # noqa: E402
from katrain.core import constants  # noqa: E402
from katrain.core.ai import STRATEGY_REGISTRY, game_report, generate_ai_move  # noqa: E402
from katrain.core.engine import KataGoEngine  # noqa: E402
from katrain.core.game import Game, KaTrainSGF  # noqa: E402
from pysgf import Move  # noqa: E402

PATIENCE = 120
# Both are games of the engine against itself.
GAME_9 = """F5 D5 E3 D3 D2 E4 F4 E2 F3 C2 D6 C6 E5 D4 C7 D7 E6 C8 B7 B8 B6 C5 D8 E7 E8 F7 F8 G7 A8 H5 H4 G5 F2
    G8 E1 B5 B9 C1 J5 J6 J4 G4 H3 G3 H2 G2 G1 H6 H8 H9 J8 F6 F9 H1 J1 D1 H1 G9 A5 E2 F1 D2 B4 B3 A3 A2 A6 A4 C9
    C4 pass pass"""
GAME_19 = """Q3 C16 D3 Q17 D5 E16 Q5 Q15 K4 K16 D11 D9 D7 F9 F11 H10 H11 J11 H12 J9 J12 K11 K12 H16 L11 L10 M10
    L9 M12 M9 R13 L13 L12 N14 S15 R11 P13 R8 O15 O14 P14 P15 O16 M16 N17 O18 N18 P18 K18 H18 S17 S18 R18 R17 T18
    S19 R16 Q18 J17 J16"""
# These two need a human net.
OTHER_NETS = {constants.AI_HUMAN, constants.AI_PRO}


class Fault(Exception):
    """What must not happen to KaTrain."""


class Window:
    """What KaTrain's engine and games want of its window."""

    def __init__(self, folder):
        self.settings = json.loads((Path(katrain.__file__).parent / "config.json").read_text())
        self.errors, self.game, self.pondering = [], None, False
        self.controls = types.SimpleNamespace(set_status=lambda *_: None)
        self.log_file = open(folder / "katrain.log", "w", encoding="utf-8", buffering=1)

    def config(self, setting, default=None):
        part, _, key = setting.partition("/")
        return self.settings[part].get(key, default) if key else self.settings.get(part, default)

    def log(self, message, level=constants.OUTPUT_INFO):
        self.log_file.write(f"{level} {message}\n")
        if level == constants.OUTPUT_ERROR:
            self.errors.append(message)

    def __call__(self, *message):
        self.errors.append(f"it would open a dialogue: {message}")


class Lines:
    """A stream of the engine whose lines are kept."""

    def __init__(self, stream, kept):
        self.stream, self.kept = stream, kept

    def readline(self):
        line = self.stream.readline()
        if line.strip():
            self.kept.append(line)
        return line

    def write(self, line):
        self.kept.append(line)
        return self.stream.write(line)

    def flush(self):
        self.stream.flush()


class Engine(KataGoEngine):
    """KaTrain's engine; what it sends and hears is kept."""

    def __init__(self, window, settings):
        self.sent, self.heard = [], []
        super().__init__(window, settings)
        if self.katago_process is None:
            raise Fault(f"KaTrain does not start it: {window.errors}")

    def _analysis_read_thread(self):
        self.katago_process.stdout = Lines(self.katago_process.stdout, self.heard)
        super()._analysis_read_thread()

    def _write_stdin_thread(self):
        self.katago_process.stdin = Lines(self.katago_process.stdin, self.sent)
        super()._write_stdin_thread()


def wait_for(what, is_so):
    """Waits until something is so."""
    until = time.monotonic() + PATIENCE
    while not is_so():
        if time.monotonic() > until:
            raise Fault(f"in vain it waited for {what}")
        time.sleep(0.02)


def record(moves, size, rules):
    """A game as SGF."""
    nodes = [f";{'BW'[number % 2]}[{Move.from_gtp(move).sgf((size, size))}]" for number, move in enumerate(moves)]
    return f"(;GM[1]FF[4]SZ[{size}]KM[6.5]RU[{rules}]{''.join(nodes)})"


def check_node(node, size, stones):
    """Whether the analysis of a position has what KaTrain shows."""
    where = f"move {node.depth}"
    points = size * size
    if not -points - 50 <= node.score <= points + 50 or not 0 <= node.winrate <= 1:
        raise Fault(f"{where}: score {node.score}, win rate {node.winrate}")
    legal = [share for share in node.policy if share >= 0]
    if len(node.policy) != points + 1 or abs(sum(legal) - 1) > 1e-3:
        raise Fault(f"{where}: no policy")
    if any(node.policy[size * (size - 1 - y) + x] != -1 for x, y in (stone.coords for stone in stones)):
        raise Fault(f"{where}: the policy has moves on stones")
    if len(node.ownership) != points or any(abs(owner) > 1 for owner in node.ownership):
        raise Fault(f"{where}: no owners")
    if not node.candidate_moves or any(move["order"] == 0 and not move["pv"] for move in node.candidate_moves):
        raise Fault(f"{where}: no candidates")
    if node.parent and node.points_lost is None:
        raise Fault(f"{where}: no points lost")


def review(window, engine, moves, size, rules):
    """A whole game is loaded and reviewed, as KaTrain does it with its fast analysis."""
    root = KaTrainSGF.parse_sgf(record(moves, size, rules))
    window.game = game = Game(window, engine, move_tree=root, analyze_fast=True)
    nodes = game.root.nodes_in_tree
    if len(nodes) != len(moves) + 1:
        raise Fault(f"KaTrain sees {len(nodes)} positions")
    wait_for("the analysis of all positions", lambda: all(node.analysis_complete for node in nodes))
    for node in nodes:
        game.set_current_node(node)
        check_node(node, size, game.stones)
    report, _, losses = game_report(game, window.config("trainer/eval_thresholds"))
    if sum(map(len, losses.values())) != len(moves):
        raise Fault(f"the report has {losses} of {len(moves)} moves")
    scores = [round(node.score, 1) for node in nodes]
    accuracy = {player: round(figures["accuracy"]) for player, figures in report.items()}
    print(f"{size}x{size}: {len(nodes)} positions reviewed, accuracy {accuracy}, scores {scores[::12]}", flush=True)
    return game


def check_end(game):
    """When a game is over by area, whose points are whose is the score, whoever is to play."""
    for node in (game.current_node, game.current_node.parent):
        count = sum(node.ownership) - node.komi
        if abs(count - node.score) > 5:
            raise Fault(f"the owners make {count:.1f}, the score is {node.score:.1f}")


def play_styles(window, engine, game):
    """Each style of KaTrain's AI makes a move."""
    at = game.root.nodes_in_tree[24]
    played = {}
    for style in STRATEGY_REGISTRY.keys() - OTHER_NETS:
        game.set_current_node(at)
        settings = window.settings["ai"].get(style, window.settings["ai"][constants.AI_SIMPLE_OWNERSHIP])
        move, node = generate_ai_move(game, style, settings)
        if node is None:
            raise Fault(f"the style {style} made no move")
        wait_for(f"the analysis after {style}", lambda: node.analysis_complete)
        played[style] = move.gtp()
    print("styles: " + ", ".join(f"{style} {move}" for style, move in sorted(played.items())), flush=True)
    game.set_current_node(at)


def look_wider(engine, game):
    """Other moves than those seen, moves of a region, a given move, and one that is illegal."""
    node = game.current_node
    wait_for("the first analysis", lambda: node.analysis_complete)
    before = set(node.analysis["moves"])
    node.analyze(engine, find_alternatives=True)
    wait_for("alternatives", engine.is_idle)
    if not set(node.analysis["moves"]) > before:
        raise Fault("it found no alternatives")
    node.analyze(engine, region_of_interest=[2, 6, 2, 6])
    wait_for("a region", engine.is_idle)
    free = next(move for _, move in node.policy_ranking[40:] if not move.is_pass)
    node.analyze(engine, refine_move=free)
    wait_for("a given move", engine.is_idle)
    if free.gtp() not in node.analysis["moves"]:
        raise Fault("the given move was not analysed")
    node.analyze(engine, refine_move=Move(game.stones[0].coords, player=node.next_player))
    wait_for("an illegal move", engine.is_idle)
    if "Illegal move" not in json.loads(engine.heard[-1]).get("error", "")[:12]:
        raise Fault(f"KaTrain does not know this for an illegal move: {engine.heard[-1]}")


def ponder(window, engine, game):
    """Pondering reports again and again, and ends when it is told to."""
    node = game.current_node
    wait_for("an idle engine", engine.is_idle)
    first, seen = node.root_visits, {node.root_visits}

    def goes_on():
        seen.add(node.root_visits)
        return len(seen) > 4 and max(seen) > first + 200

    game.analyze_extra("ponder")
    wait_for("reports of pondering", goes_on)
    begin = time.monotonic()
    engine.stop_pondering()
    wait_for("the end of pondering", engine.is_idle)
    took = time.monotonic() - begin
    print(f"pondering: {len(seen) - 1} reports up to {max(seen)} visits, ended after {took:.2f} s", flush=True)
    if took > 2:
        raise Fault("pondering goes on")


def begin_anew(window, engine, game):
    """A new game ends what is under way, and the restart of the engine starts another process."""
    game.analyze_extra("ponder")
    game.analyze_all_nodes(analyze_fast=True)
    time.sleep(0.3)
    engine.on_new_game()
    review(window, engine, GAME_9.split()[:10], 9, "japanese")
    wait_for("an idle engine", engine.is_idle)
    time.sleep(0.3)
    first = engine.katago_process
    check_dialogue(engine)
    engine.restart()
    if first.poll() is None and first.wait(5) is None or engine.katago_process is first:
        raise Fault("the engine was not restarted")
    review(window, engine, GAME_9.split()[:5], 9, "korean")


def check_dialogue(engine):
    """Each query has one final answer, and each answer is as the schema has it."""
    finals = {}
    for line in engine.heard:
        answer = json.loads(line)
        is_final = "error" in answer or answer.get("isDuringSearch") is False
        finals[answer["id"]] = finals.get(answer["id"], 0) + is_final
    for query in map(json.loads, engine.sent):
        if "action" not in query and finals.get(query["id"]) != 1:
            raise Fault(f"{finals.get(query['id'])} final answers to {query}")
    # A sample: all of them would take minutes.
    for fault in faults_of(validator(), [*engine.heard[::20], *(line for line in engine.heard if len(line) < 2000)]):
        raise Fault(f"not by the schema: {fault}")


def shut_down(engine):
    """KaTrain's window is closed: the process ends."""
    process = engine.katago_process
    engine.shutdown(finish=None)
    try:
        process.wait(5)
    except Exception:
        process.kill()
        raise Fault("the engine goes on after KaTrain's end") from None


def by_command(window, engine_path, folder):
    """The engine by KaTrain's field for any command line."""
    # Without exec KaTrain ends the shell alone where it wants to end the engine.
    command = f"exec '{engine_path}' analysis -threads 1 -memory 64 -quit-without-waiting"
    settings = {**window.settings["engine"], "backend": "custom", "altcommand": command}
    settings.update(max_visits=100, max_time=1.0)
    engine = Engine(window, settings)
    try:
        check_end(review(window, engine, GAME_9.split(), 9, "chinese"))
        game = review(window, engine, GAME_19.split(), 19, "japanese")
        play_styles(window, engine, game)
        look_wider(engine, game)
        ponder(window, engine, game)
        begin_anew(window, engine, game)
        wait_for("an idle engine", engine.is_idle)
    finally:
        (folder / "sent.jsonl").write_bytes(b"".join(engine.sent))
        (folder / "heard.jsonl").write_bytes(b"".join(engine.heard))
        shut_down(engine)


def by_files(window, engine_path, folder):
    """The engine in the place of KataGo's program, with a configuration and a net that it does not know."""
    settings = {**window.settings["engine"], "backend": "local", "katago": engine_path}
    no_net = folder / "net.bin.gz"
    no_net.write_bytes(b"no net")
    settings.update(model=str(no_net), max_time=0.5)
    engine = Engine(window, settings)
    try:
        review(window, engine, GAME_9.split()[:6], 9, "aga")
    finally:
        shut_down(engine)


def human_styles(window, engine_path, folder, human_net):
    """KaTrain's styles Human-like and Pro draw their moves from the policy of the human net."""
    settings = {**window.settings["engine"], "backend": "local", "katago": engine_path}
    settings.update(model=str(folder / "net.bin.gz"), humanlike_model=human_net, max_visits=20)
    engine = Engine(window, settings)
    try:
        game = review(window, engine, GAME_19.split()[:8], 19, "japanese")
        at, played = game.current_node, {}
        for style, options in (
            (constants.AI_HUMAN, {"human_kyu_rank": 12, "modern_style": True}),
            (constants.AI_HUMAN, {"human_kyu_rank": -3, "modern_style": False}),
            (constants.AI_PRO, {"pro_year": 1965}),
        ):
            game.set_current_node(at)
            move, node = generate_ai_move(game, style, options)
            wait_for(f"the analysis after {style}", lambda: node.analysis_complete)
            played[f"{style} {options}"] = move.gtp()
        if not any("humanPolicy" in json.loads(line) for line in engine.heard):
            raise Fault("no response contains the policy of the human net")
        print("human styles: " + ", ".join(f"{style} {move}" for style, move in played.items()), flush=True)
    finally:
        (folder / "human-sent.jsonl").write_bytes(b"".join(engine.sent))
        (folder / "human-heard.jsonl").write_bytes(b"".join(engine.heard))
        shut_down(engine)


def main():
    engine_path, folder = sys.argv[1], Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    random.seed(1)
    window = Window(folder)
    print(f"KaTrain {constants.VERSION}")
    try:
        by_command(window, engine_path, folder)
        by_files(window, engine_path, folder)
        if len(sys.argv) > 3:
            human_styles(window, engine_path, folder, sys.argv[3])
        if window.errors:
            raise Fault(f"KaTrain would show: {window.errors}")
    except Fault as fault:
        print(f"{fault}; what was said is in {folder}")
        return 1
    print(f"all was answered; what was said is in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
