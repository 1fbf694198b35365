#!/usr/bin/env python3
"""Ten games of the engine against GNU Go, run by gomill's ringmaster; sgfmill reads the records.

    python2 -m pip install --target SITE gomill
    pip install sgfmill
    python3 tests/clients/gomill_games.py target/release/tianyuan FOLDER PYTHON2 SITE

gomill runs under Python 2 only. A fault is a game that it calls forfeited, or that ends at once. Where the
result is "?", the players count differently: these games have no seed, and GNU Go errs too.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from sgfmill import sgf

GAMES = 10
CONTROL = """
competition_type = 'playoff'
record_games = True
stderr_to_log = True
players = {
    'tianyuan': Player("'%s' --threads 1 --playouts 300 --memory 16"),
    'gnugo': Player("gnugo --mode gtp --chinese-rules --positional-superko --level 1"),
}
board_size = 9
komi = 7.5
matchups = [Matchup('tianyuan', 'gnugo', alternating=True, scorer='players', number_of_games=%d)]
"""


def main():
    engine, folder, python2, site = (Path(argument).absolute() for argument in sys.argv[1:])
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    control = folder / "match.ctl"
    control.write_text(CONTROL % (engine, GAMES))
    ringmaster = [python2, site / "bin" / "ringmaster", control]
    environment = {**os.environ, "PYTHONPATH": str(site)}
    subprocess.run([*ringmaster, "run", "-q"], env=environment, check=True, timeout=1800)
    faults, records = 0, sorted((folder / "match.games").iterdir())
    for file in records:
        game = sgf.Sgf_game.from_bytes(file.read_bytes())
        result, moves = game.get_root().get("RE"), len(game.get_main_sequence()) - 1
        print(f"{file.stem}: {game.get_player_name('b')} - {game.get_player_name('w')}, {moves} moves, {result}")
        faults += result.endswith("+F") or moves < 10
    print(f"{len(records)} games, {faults} faults; gomill's report is in {folder}")
    return 1 if faults or len(records) != GAMES else 0


if __name__ == "__main__":
    sys.exit(main())
