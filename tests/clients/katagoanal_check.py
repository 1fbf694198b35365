#!/usr/bin/env python3
"""katagoanal, a script for reviews by KataGo, writes comments into records with the engine.

    pip install katagoanal
    python3 tests/clients/katagoanal_check.py target/release/tianyuan FOLDER

It starts the engine in the place of KataGo, with a configuration of its own and a net that is none, and
sends each game as one query. A fault is a position without a comment, figures that make no sense, or an
exit status other than 0. The records go into the folder.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import KataGoAnal
from sgfmill import sgf

GAMES = {
    # With handicap, passes and a comment of its own.
    "handicap": "(;GM[1]FF[4]SZ[9]KM[0.5]HA[2]RU[Chinese]AB[cc][gg];W[gc]C[mine];B[cg];W[ee];B[];W[dd];B[dc])",
    "japanese": "(;GM[1]FF[4]SZ[13]KM[6.5]RU[Japanese];B[jd];W[dj];B[jj];W[dd];B[ck];W[dk];B[cj](;W[di])(;W[ci]))",
}


def main():
    engine, folder = os.path.realpath(sys.argv[1]), Path(sys.argv[2])
    settings = folder / "config/katagoanal"
    settings.mkdir(parents=True, exist_ok=True)
    model = folder / "net.bin.gz"
    model.write_bytes(b"no net")
    config = Path(KataGoAnal.__file__).parent / "configs/config.cfg"
    paths = {"binary": engine, "model": str(model), "config": str(config)}
    (settings / "paths.json").write_text(json.dumps(paths))
    for name, text in GAMES.items():
        (folder / f"{name}.sgf").write_text(text)
    files = [str(folder / f"{name}.sgf") for name in GAMES]
    command = [sys.executable, "-m", "KataGoAnal.cli", *files, "--visits", "50", "-o", str(folder)]
    run = subprocess.run(command, env={**os.environ, "XDG_CONFIG_HOME": str(folder / "config")}, timeout=300)
    faults = [f"exit status {run.returncode}"] if run.returncode else []
    for name in GAMES:
        written = folder / f"{name}.injected.sgf"
        if not written.exists():
            faults.append(f"{name}: it wrote nothing")
            continue
        nodes = sgf.Sgf_game.from_bytes(written.read_bytes()).get_main_sequence()
        for number, node in enumerate(nodes):
            comment = node.get("C") if node.has_property("C") else ""
            if not re.search(r"\d%", comment):
                faults.append(f"{name}, move {number}: {comment!r}")
        if name == "handicap" and "mine" not in nodes[1].get("C"):
            faults.append("a comment is gone")
        print(f"{name}: {len(nodes)} positions, the last: {nodes[-1].get('C').splitlines()}")
    print("\n".join([*faults, f"{len(GAMES)} games, {len(faults)} faults; the records are in {folder}"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
