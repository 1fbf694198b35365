#!/usr/bin/env bash
# A net from a teacher in half an hour of a machine with a graphics card: ten minutes of labels, fifteen of training.
#
#   half_hour.sh pack PACK PROGRAM TEACHER LINES GAMES... [LINES GAMES...]...
#   half_hour.sh label PACK WORK
#   half_hour.sh train PACK WORK OUT LINES...
#
# `pack` puts all that the others need into the folder PACK: the program, KataGo's net TEACHER with its weights rounded to
# bfloat16, these scripts, and games in lines, packed by xz or not, for boards of so many LINES. `label` labels positions
# of them into WORK for the minutes below. `train` trains a net for each of the boards, exports it, and puts results of
# at most 15 MiB each into OUT. Each goes on where it was stopped. README.md tells it in order.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# For boards of so many lines: minutes of labelling, positions labelled in that time (they set how many of each game are
# taken), the net, minutes of training, the smallest and the largest board of the net.
settings() {
    local row
    case $1 in
        19) row=${BOARD_19:-6.0 3600000 6x64 8.0 14 19} ;;
        13) row=${BOARD_13:-1.8 2100000 6x64 3.4 12 13} ;;
        9) row=${BOARD_9:-1.4 3300000 6x64 2.6 9 11} ;;
        *) die "there are no settings for boards of $1 lines; there are for 19, 13 and 9" ;;
    esac
    read -r label_minutes positions net train_minutes fewest most <<<"$row"
}

# For all boards; the words of each are options of the command that it names.
TIANYUAN_LABEL=${TIANYUAN_LABEL:---symmetries 1 --komi 7.5 --komi-spread 3 --chunk-size 10000}
LABEL_ON_GPU=${LABEL_ON_GPU:---batch 1024}
TRAIN_PY=${TRAIN_PY:---batch 4096 --opt muon --lr 0.02 --bf16 --ema 0.9995 --w-value 2 --w-own 4 --soft 1 --eval-count 20000}
EXPORT_PY=${EXPORT_PY:-}
MOST=${MOST:-67108864}          # bytes of all that is packed

die() { printf 'half_hour.sh: %s\n' "$*" >&2; exit 1; }
say() { printf '== %s\n' "$*"; }
python() { PYTHONUNBUFFERED=1 python3 "$here/$1.py" "${@:2}"; }

pack() {
    [ $# -ge 5 ] || die 'pack needs PACK PROGRAM TEACHER LINES GAMES...'
    local pack=$1 lines=
    [ ! -e "$pack" ] || die "$pack is there already"
    mkdir -p "$pack/training"
    cp "$2" "$pack/tianyuan"
    python round_net "$3" "$pack/teacher.bin.gz"
    cp "$here"/*.py "$here"/half_hour.sh "$pack/training"
    for word in "${@:4}"; do
        if [[ $word =~ ^[0-9]+$ ]]; then
            lines=$word
            continue
        fi
        [ -n "$lines" ] || die "the lines of the board are missing before $word"
        mkdir -p "$pack/games/$lines"
        [ ! -e "$pack/games/$lines/$(basename "$word")" ] || die "two files are called $(basename "$word")"
        cp "$word" "$pack/games/$lines"
    done
    local bytes
    bytes=$(find "$pack" -type f -printf '%s\n' | awk '{ sum += $1 } END { print sum }')
    (cd "$pack" && du -sh -- * games/*)
    [ "$bytes" -le "$MOST" ] || die "$pack has $bytes bytes, more than $MOST: take fewer games"
    say "$pack has $bytes bytes of $MOST"
}

# Unpacks the games for a board into a folder, which is whole or not there.
unpack() {
    rm -rf "$2.new"
    mkdir -p "$2.new"
    for file in "$1"/*; do
        case $file in
            *.xz) python3 -c 'import lzma, shutil, sys; shutil.copyfileobj(lzma.open(sys.argv[1]), sys.stdout.buffer)' "$file" \
                >"$2.new/$(basename "$file" .xz)" ;;
            *) cp "$file" "$2.new" ;;
        esac
    done
    mv "$2.new" "$2"
}

# Writes the inputs for a board, as many positions of each game as give those of the settings together.
write_inputs() {
    local pack=$1 work=$2 lines=$3 games=$2/games-$3
    local count=$(($(cat "$games"/* | wc -l) + 1))
    # shellcheck disable=SC2086 # words of options
    exec "$pack/tianyuan" label --inputs --net "$pack/teacher.bin.gz" --size "$lines" \
        --positions-per-game $((positions / count + 1)) $TIANYUAN_LABEL --out "$work/$lines" "$games"/* \
        >"$work/inputs-$lines.txt" 2>&1
}

# The boards of a pack, the largest first.
boards() { find "$1/games" -mindepth 1 -maxdepth 1 -printf '%f\n' | sort -rn; }

label() {
    [ $# = 2 ] || die 'label needs PACK WORK'
    local pack=$1 work=$2 lines
    mkdir -p "$work"
    for lines in $(boards "$pack"); do
        settings "$lines"
        say "boards of $lines lines: $label_minutes minutes"
        [ -d "$work/games-$lines" ] || unpack "$pack/games/$lines" "$work/games-$lines"
        write_inputs "$pack" "$work" "$lines" &
        writer=$!
        trap 'kill "$writer" 2>/dev/null || true' EXIT
        # shellcheck disable=SC2086
        python label_on_gpu --net "$pack/teacher.bin.gz" --minutes "$label_minutes" --while "$writer" $LABEL_ON_GPU \
            "$work/$lines" |
            awk 'NR % 20 == 1 || /are left/ { print; fflush() }'
        kill "$writer" 2>/dev/null || true
        wait "$writer" || true
        tail -n 1 "$work/inputs-$lines.txt"
        compgen -G "$work/$lines/*.tch" >/dev/null || die "nothing was labelled; $work/inputs-$lines.txt says why"
    done
}

train() {
    [ $# -ge 4 ] || die 'train needs PACK WORK OUT LINES...'
    local work=$2 out=$3 lines
    mkdir -p "$out"
    for lines in "${@:4}"; do
        settings "$lines"
        say "boards of $lines lines: $net, $train_minutes minutes"
        local data=$work/$lines run=$work/run-$lines
        [ -e "$run/model.pt" ] || python join --out "$data" "$data"
        # shellcheck disable=SC2086
        python train --run "$run" --net "$net" --data "$data.rec,$data.tch" --eval "$data-held.rec,$data-held.tch" \
            --for "$train_minutes" $TRAIN_PY
        # shellcheck disable=SC2086
        python export --weights "$run/ema.pt" --records "$data-held.rec" --sizes "$fewest" "$most" $EXPORT_PY --out "$run/net"
        results "$run" "$out" "$lines"
    done
}

# One archive for each run, in pieces of 15 MiB: `cat run-19.tar.* | tar -x` puts it together.
results() {
    rm -f "$2/run-$3.tar".*
    tar -C "$(dirname "$1")" -c "$(basename "$1")" | split -b 15M - "$2/run-$3.tar."
    ls -l "$2"
}

case ${1-} in
    pack | label | train) "$@" ;;
    *) sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "${BASH_SOURCE[0]}" >&2; exit 2 ;;
esac
