#!/usr/bin/env bash
# Trains nets from a teacher in 15 to 30 minutes on a machine with a GPU: labels first, then training.
#
#   gpu_session.sh pack PACK PROGRAM TEACHER SET GAMES... [SET GAMES...]...
#   gpu_session.sh label PACK WORK SET...
#   gpu_session.sh train PACK WORK OUT LINES...
#
# A set is a board size, 19, 13 or 9, or one of these followed by `-close`: games labelled with the komi that makes each
# of them close. `pack` collects all that the other steps need in the folder PACK: the program, the KataGo net TEACHER
# with weights rounded to bfloat16, these scripts, and games in text lines, optionally compressed with xz. `label`
# labels positions of sets into WORK. `train` trains a net for each board size and writes it and the held-out positions
# to OUT, in files of at most 15 MiB. Both process their arguments in parallel, for the minutes below, and can be
# resumed. README.md describes the complete procedure.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# Minutes of labelling, and the positions that can be labelled in that time, which determine the number per game. For
# board sizes also the net, minutes of training and options of train.py; for close games the share of their samples in
# training.
declare -A sets=(
    [19]='3.8 2400000 10x96 7.5 --compile' [19-close]='0.5 60000 0.1'
    [13]='1.5 1600000 10x96 2.4' [13-close]='0.6 300000 0.2'
    [9]='1.0 1800000 10x96 1.8' [9-close]='0.5 350000 0.2'
)

# Reads the settings of a set; variables such as BOARD_19 or BOARD_19_CLOSE override them.
settings() {
    local replaced=BOARD_${1//-/_}
    replaced=${replaced^^}
    [ -n "${sets[$1]-}" ] || die "there are no settings for $1, but for ${!sets[*]}"
    local row=${!replaced:-${sets[$1]}}
    case $1 in
        *-close) read -r label_minutes positions share <<<"$row" ;;
        *) read -r label_minutes positions net train_minutes options <<<"$row" ;;
    esac
}

# Options for all boards; each variable is passed to the command in its name.
TIANYUAN_LABEL=${TIANYUAN_LABEL:---symmetries 1 --chunk-size 10000 --threads 5}
KOMI=${KOMI:---komi 7.5 --komi-spread 3}
LABEL_ON_GPU=${LABEL_ON_GPU:---batch 1024}
TRAIN_PY=${TRAIN_PY:---batch 2048 --opt muon --lr 0.02 --bf16 --hard 0 --w-value 2 --w-own 4 --soft 1 --eval-count 20000}
MOST=${MOST:-67108864}          # maximum size of the pack in bytes

die() { printf 'gpu_session.sh: %s\n' "$*" >&2; exit 1; }
say() { printf '== %s\n' "$*"; }
python() { PYTHONUNBUFFERED=1 python3 "$here/$1.py" "${@:2}"; }

pack() {
    [ $# -ge 5 ] || die 'pack needs PACK PROGRAM TEACHER SET GAMES...'
    local pack=$1 set=
    [ ! -e "$pack" ] || die "$pack is there already"
    mkdir -p "$pack/training"
    cp "$2" "$pack/tianyuan"
    python round_to_bf16 "$3" "$pack/teacher.bin.gz"
    cp "$here"/*.py "$here"/half_hour.sh "$pack/training"
    for word in "${@:4}"; do
        if [[ $word =~ ^[0-9]+(-close)?$ ]]; then
            set=$word
            continue
        fi
        [ -n "$set" ] || die "the lines of the board are missing before $word"
        mkdir -p "$pack/games/$set"
        [ ! -e "$pack/games/$set/$(basename "$word")" ] || die "two files are called $(basename "$word")"
        cp "$word" "$pack/games/$set"
    done
    local bytes
    bytes=$(find "$pack" -type f -printf '%s\n' | awk '{ sum += $1 } END { print sum }')
    (cd "$pack" && du -sh -- * games/*)
    [ "$bytes" -le "$MOST" ] || die "$pack has $bytes bytes, more than $MOST: take fewer games"
    say "$pack has $bytes bytes of $MOST"
}

# Unpacks the games for a board size atomically into a folder.
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

# Writes the inputs of a set, with enough positions per game to reach the total of the settings.
write_inputs() {
    local pack=$1 work=$2 set=$3 games=$2/games-$3 komi=$KOMI
    local count=$(($(cat "$games"/* | wc -l) + 1))
    [ "$set" = "${set%-close}" ] || komi='--komi close'
    # shellcheck disable=SC2086 # words of options
    exec nice "$pack/tianyuan" label --inputs --net "$pack/teacher.bin.gz" --size "${set%-close}" \
        --positions-per-game $((positions / count + 1)) $TIANYUAN_LABEL $komi --out "$work/$set" "$games"/* \
        >"$work/inputs-$set.txt" 2>&1
}

# Labels the positions of a set while their inputs are written.
label_set() {
    local pack=$1 work=$2 set=$3
    settings "$set"
    [ -d "$work/games-$set" ] || unpack "$pack/games/$set" "$work/games-$set"
    write_inputs "$pack" "$work" "$set" &
    local writer=$!
    # shellcheck disable=SC2064 # this writer
    trap "kill $writer 2>/dev/null || true" EXIT
    # shellcheck disable=SC2086
    python label_on_gpu --net "$pack/teacher.bin.gz" --minutes "$label_minutes" --while "$writer" $LABEL_ON_GPU \
        "$work/$set" |
        awk 'NR % 20 == 1 || /are left/ { print; fflush() }'
    kill "$writer" 2>/dev/null || true
    wait "$writer" || true
    tail -n 1 "$work/inputs-$set.txt"
    compgen -G "$work/$set/*.tch" >/dev/null || die "nothing was labelled; $work/inputs-$set.txt says why"
}

# Prints the number of samples in a teacher file.
samples() { python3 -c 'import sys; print(int.from_bytes(open(sys.argv[1], "rb").read(32)[24:], "little"))' "$1.tch"; }

# Trains the net for one board size.
train_board() {
    local work=$2 out=$3 lines=$4 data=$2/$4 run=$2/run-$4 close=$2/$4-close
    settings "$lines"
    local from=(--data "$data.rec,$data.tch" --eval "$data-held.rec,$data-held.tch")
    [ -e "$run/model.pt" ] || python merge_chunks --out "$data" "$data"
    if [ -d "$close" ]; then
        settings "$lines-close"
        [ -e "$run/model.pt" ] || python merge_chunks --out "$close" "$close"
        local weight
        weight=$(awk -v n="$(samples "$data")" -v share="$share" 'BEGIN { print n * share / (1 - share) }')
        from+=(--data "$close.rec,$close.tch,w=$weight" --eval "$close-held.rec,$close-held.tch")
    fi
    # shellcheck disable=SC2086
    python train --run "$run" --net "$net" "${from[@]}" --for "$train_minutes" $TRAIN_PY $options
    ln -f "$data-held.rec" "$run/held.rec"
    ln -f "$data-held.tch" "$run/held.tch"
    # An archive in pieces of 15 MiB: `cat run-19.tgz.* | tar -xz` extracts it.
    rm -f "$out/run-$lines.tgz".*
    tar -C "$work" --exclude=model.pt --exclude=opt.pt -cz "run-$lines" | split -b 15M - "$out/run-$lines.tgz."
}

# Runs a command for several sets in parallel; fails if it fails for any of them.
side_by_side() {
    local jobs=() failed=0 set job
    for set in "${@:2}"; do
        "$1" "${arguments[@]}" "$set" 2>&1 | sed -u "s/^/$set: /" &
        jobs+=($!)
    done
    for job in "${jobs[@]}"; do wait "$job" || failed=1; done
    return "$failed"
}

label() {
    [ $# -ge 3 ] || die 'label needs PACK WORK SET...'
    mkdir -p "$2"
    arguments=("${@:1:2}")
    side_by_side label_set "${@:3}"
}

train() {
    [ $# -ge 4 ] || die 'train needs PACK WORK OUT LINES...'
    mkdir -p "$3"
    arguments=("${@:1:3}")
    side_by_side train_board "${@:4}"
    ls -l "$3"
}

case ${1-} in
    pack | label | train) "$@" ;;
    *) sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "${BASH_SOURCE[0]}" >&2; exit 2 ;;
esac
