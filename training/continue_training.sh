#!/usr/bin/env bash
# Continues training a built-in net on a CPU: self-play games, labels, training, and the net file.
#
#   continue_training.sh WORK PROGRAM TEACHER LINES HOURS [GAMES...]
#
# The net is the one for boards of LINES lines, TEACHER is a KataGo net file, and HOURS is the training time on all
# cores. GAMES are additional games on that board size, for example of strong players: text lines, SGF, wei7, or
# folders. All output is in WORK. The same command resumes an interrupted run. README.md states how long each step
# takes.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# Self-play games: random moves, visits of both sides, and number of games. Positions to label per game: normal, with
# the komi that makes the game close, and of each of GAMES. Then options of the commands.
OWN=${OWN:-3-1-1-500 6-1-1-500 10-1-1-300 20-1-1-200 2-4-1-100 1-8-2-40}
PER_GAME=${PER_GAME:-120 40 3}
SEED=${SEED:-1}
THREADS=${THREADS:-$(nproc)}
LABEL=${LABEL:---symmetries 1 --chunk-size 4000}
TRAIN_PY=${TRAIN_PY:---opt muon --lr 0.003 --batch 256 --hard 0 --w-value 2 --w-own 4 --eval-every 15}

die() { printf 'continue_training.sh: %s\n' "$*" >&2; exit 1; }
say() { printf '== %s\n' "$*"; }
python() { PYTHONUNBUFFERED=1 python3 "$here/$1.py" "${@:2}"; }

# Finds the net file for a board size; LINES, FEWEST and MOST are in its name.
net_of() {
    local file fewest most
    for file in "$here"/../crates/nn/src/builtin/boards-*.net; do
        IFS=- read -r _ fewest most <<<"$(basename "$file" .net)"
        if [ "$fewest" -le "$1" ] && [ "$1" -le "$most" ]; then
            echo "$file $fewest $most"
            return
        fi
    done
    die "no net is for $1 lines"
}

# Plays the self-play games, each kind into its own file, which a match can resume.
play() {
    local kind random black white count
    mkdir -p "$work/games"
    for kind in $OWN; do
        IFS=- read -r random black white count <<<"$kind"
        "$program" match --size "$lines" --komi 7.5 --games "$count" --random-opening "$random" --seed "$SEED" \
            --concurrency "$THREADS" --json "$work/games/$kind.json" \
            --engine "$program --threads 1 --resign 0 --playouts $black" \
            --engine "$program --threads 1 --resign 0 --playouts $white" >"$work/games/$kind.txt"
        say "games $kind: $(wc -l <"$work/games/$kind.json")"
    done
    python jsonl_to_games "$work"/games/*.json >"$work/own.new"
    mv "$work/own.new" "$work/own.txt"
}

# Labels positions of games as the set NAME, a fixed number per game, and joins them; the last chunk is held out.
label() {
    local name=$1 komi=$2 per_game=$3
    # shellcheck disable=SC2086 # words of options
    "$program" label --net "$work/teacher.prepared" --threads "$THREADS" --size "$lines" --komi "$komi" --game-komi 7.5 \
        --positions-per-game "$per_game" --seed "$SEED" $LABEL --out "$work/$name" "${@:4}"
    # This is the last file that a join writes.
    [ -e "$work/$name-held.tch" ] || python merge_chunks --out "$work/$name" "$work/$name"
    from+=(--data "$work/$name.rec,$work/$name.tch" --eval "$work/$name-held.rec,$work/$name-held.tch")
}

[ $# -ge 5 ] || { sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "${BASH_SOURCE[0]}" >&2; exit 2; }
work=$1 program=$2 teacher=$3 lines=$4 hours=$5
read -r net fewest most <<<"$(net_of "$lines")"
[ -n "$net" ] || exit 1
read -r own close more <<<"$PER_GAME"
mkdir -p "$work"
from=()

[ -e "$work/own.txt" ] || play
[ -e "$work/teacher.prepared" ] || "$program" net "$teacher" --output "$work/teacher.prepared" --sizes "$lines"
label own 7.5 "$own" "$work/own.txt"
label close close "$close" "$work/own.txt"
[ $# -eq 5 ] || label more 7.5 "$more" "${@:6}"

[ -e "$work/begin.pt" ] || python net_to_checkpoint --net "$net" --records "$work/own.rec" --out "$work/begin.pt"
shape=$(python3 -c 'import sys, torch; print(torch.load(sys.argv[1], weights_only=True)["net"])' "$work/begin.pt")
say "training of $shape"
# shellcheck disable=SC2086
OMP_NUM_THREADS=$THREADS python train --run "$work/run" --threads "$THREADS" --net "$shape" --begin-with "$work/begin.pt" \
    --for "$(awk -v hours="$hours" 'BEGIN { print 60 * hours }')" $TRAIN_PY "${from[@]}"
python export --weights "$work/run/ema.pt" --records "$work/own-held.rec" --sizes "$fewest" "$most" --out "$work/net"
say "compare it: $program match --size $lines --random-opening 2 --games 40 --engine '$program --threads 1 --time 0.3" \
    "--net $work/net.i8.net' --engine '$program --threads 1 --time 0.3'"
