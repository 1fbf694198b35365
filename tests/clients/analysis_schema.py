#!/usr/bin/env python3
"""Does tianyuan analysis answer recorded dialogues as the schema in docs/ has it, and each query once?

    pip install jsonschema
    python3 tests/clients/analysis_schema.py target/release/tianyuan tests/data/analysis/*.jsonl

A dialogue has the lines that a client sends. A query without an end, which is terminated later, is heard
to report first, as it was when the client sent that. A fault is a line that the schema does not allow, a query with more
or fewer final answers than it has positions, a request without any, or an exit status other than 0.
"""

import json
import queue
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import jsonschema

SCHEMA = Path(__file__).parents[2] / "docs/analysis-answer.schema.json"
OPTIONS = ["analysis", "-threads", "2", "-memory", "64"]
PATIENCE = 60


def validator():
    """What checks answers by the schema."""
    schema = json.loads(SCHEMA.read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def faults_of(judge, lines):
    """What is wrong with lines of the output."""
    for line in lines:
        try:
            answer = json.loads(line)
        except ValueError as error:
            yield f"{error}: {line!r}"
            continue
        # Of the many kinds of answers only the likeliest is told about.
        for error in judge.iter_errors(answer):
            best = jsonschema.exceptions.best_match([error])
            yield f"{best.json_path}: {best.message[:300]} in {str(answer)[:300]}"


def positions(request):
    """How many final answers are due."""
    return len(set(request["analyzeTurns"])) if "analyzeTurns" in request else 1


class Talk:
    """A session with the engine."""

    def __init__(self, engine):
        self.process = subprocess.Popen([engine, *OPTIONS], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.heard, self.reported = [], queue.Queue()
        self.listener = threading.Thread(target=self.listen, daemon=True)
        self.listener.start()

    def listen(self):
        for line in self.process.stdout:
            self.heard.append(line)
            if b'"isDuringSearch":true' in line:
                self.reported.put(json.loads(line)["id"])

    def wait_for_report(self, name):
        until = time.monotonic() + PATIENCE
        while self.reported.get(timeout=max(0.01, until - time.monotonic())) != name:
            pass

    def say(self, line):
        self.process.stdin.write(line)
        self.process.stdin.flush()

    def end(self):
        self.process.stdin.close()
        status = self.process.wait(PATIENCE)
        self.listener.join()
        return status


def requests_of(lines):
    """The requests that are objects with an id, by it."""
    found = {}
    for line in lines:
        try:
            request = json.loads(line)
        except ValueError:
            continue
        if isinstance(request, dict) and isinstance(request.get("id"), str):
            found[request["id"]] = request
    return found


def faults_of_dialogue(engine, path):
    """Plays a dialogue; tells what was wrong."""
    lines = [line + b"\n" for line in path.read_bytes().split(b"\n") if line.strip()]
    requests, talk = requests_of(lines), Talk(engine)
    for line in lines:
        request = next(iter(requests_of([line]).values()), {})
        ended = requests.get(request.get("terminateId"), {})
        try:
            if "reportDuringSearchEvery" in ended and ended["maxVisits"] >= 1_000_000:
                talk.wait_for_report(ended["id"])
        except queue.Empty:
            yield f"no report of {ended['id']} came"
        talk.say(line)
    if status := talk.end():
        yield f"exit status {status}"
    yield from faults_of(validator(), talk.heard)
    answers = [json.loads(line) for line in talk.heard]
    finals = Counter(it.get("id") for it in answers if it.get("isDuringSearch") is False)
    refused = Counter(it.get("id") for it in answers if "error" in it)
    actions = Counter(it["id"] for it in answers if "action" in it)
    for name, request in requests.items():
        got = (finals[name], actions[name], refused[name])
        due = (0, 1, 0) if "action" in request else (positions(request), 0, 0)
        if got not in (due, (0, 0, 1)):
            yield f"{name}: (final answers, actions, errors) are {got}, due are {due}"
    without_id = len(lines) - len(requests)
    if refused[None] != without_id:
        yield f"{refused[None]} errors without an id to {without_id} lines"
    reports = sum(it.get("isDuringSearch") is True for it in answers)
    print(f"{path}: {len(lines)} lines, {finals.total()} final answers, {reports} reports, "
          f"{refused.total()} errors", flush=True)


def main():
    engine, paths = sys.argv[1], [Path(name) for name in sys.argv[2:]]
    faults = [f"{path}: {fault}" for path in paths for fault in faults_of_dialogue(engine, path)]
    print("\n".join([*faults, f"{len(paths)} dialogues, {len(faults)} faults"]))
    return 1 if faults or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
