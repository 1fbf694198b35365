"""How much the figures of a review vary from search to search.

    python3 tests/clients/review_spread.py OUT target/release/tianyuan 125,250,500 1,2,3 GAME.sgf...

It reviews the same games with each number of playouts and each seed, into folders of OUT, and goes on where it was cut
off. It prints the accuracy's mean over all players for each number of playouts, its spread (standard deviation) for a
player from seed to seed, for a player over all searches, and from player to player."""
import json
import pathlib
import statistics
import subprocess
import sys


def accuracies(folder):
    """The accuracy of each player of each game."""
    found = {}
    for path in sorted(folder.glob("*.jsonl")):
        if path.stem == "index":
            continue
        for line in map(json.loads, path.read_text().splitlines()):
            if line["type"] == "player" and line["all"]["accuracy"] is not None:
                found[path.stem, line["color"]] = 100 * line["all"]["accuracy"]
    return found


def spread(lists):
    """The root of the mean variance of lists of numbers."""
    return statistics.mean(statistics.variance(numbers) for numbers in lists) ** 0.5


def main():
    out, tianyuan, budgets, seeds, *games = sys.argv[1:]
    budgets, seeds = budgets.split(","), seeds.split(",")
    runs = {}
    for budget in budgets:
        for seed in seeds:
            folder = pathlib.Path(out, f"{budget}-{seed}")
            if not (folder / "done").exists():
                command = [tianyuan, "review", *games, "-o", str(folder), "--format", "json", "--playouts", budget,
                           "--seed", seed, "--jobs", "1", "--even"]
                journal = folder / ".tianyuan-review.jsonl"
                subprocess.run(command + (["--resume"] if journal.exists() else []), check=True, stdout=subprocess.DEVNULL)
                (folder / "done").touch()
            runs[budget, seed] = accuracies(folder)
    players = sorted(set.intersection(*(set(run) for run in runs.values())))
    print(f"{len(players)} players\n\n| playouts | mean accuracy | from seed to seed |\n| --- | --- | --- |")
    for budget in budgets:
        lists = [[runs[budget, seed][player] for seed in seeds] for player in players]
        print(f"| {budget} | {statistics.mean(map(statistics.mean, lists)):.1f} % | {spread(lists):.1f} % |")
    lists = [[run[player] for run in runs.values()] for player in players]
    print(f"| all | {statistics.mean(map(statistics.mean, lists)):.1f} % | {spread(lists):.1f} % |")
    print(f"\nfrom player to player: {statistics.stdev(map(statistics.mean, lists)):.1f} %")


if __name__ == "__main__":
    main()
