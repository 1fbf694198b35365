# A screen without a monitor, for clients with windows: sourced by their tests, which are started with
# ENGINE FOLDER. It gives a home folder of its own, an engine whose talk is written down, and pictures.
#
# It needs Xvfb, openbox, xdotool and ImageMagick's import.
set -euo pipefail

engine=$(realpath "$1")
folder=$2
mkdir -p "$folder"
folder=$(realpath "$folder")
work=$(mktemp -d)
export HOME=$work XDG_CONFIG_HOME=$work/.config XDG_CACHE_HOME=$work/.cache XDG_DATA_HOME=$work/.local
mkdir -p "$XDG_CONFIG_HOME"
started=()

# Ends what was started, the last first, and keeps the talk.
leave() {
    for ((at = ${#started[@]} - 1; at >= 0; at--)); do
        kill "${started[at]}" 2>/dev/null && wait "${started[at]}" 2>/dev/null || true
    done
    rm -rf "$work"
}
trap leave EXIT

fail() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; exit 1; }

# Starts a program that goes on behind; what it prints goes into the folder.
start() { "$@" >"$folder/$(basename "$1").log" 2>&1 & started+=("$!"); }

# Waits until a command succeeds: SECONDS COMMAND…
wait_for() {
    local until=$((SECONDS + $1))
    shift
    until "$@" >/dev/null 2>&1; do
        ((SECONDS < until)) || {
            import -window root "$folder/failed.png" || true
            fail "in vain it waited for: $*"
        }
        sleep 0.2
    done
}

# Writes the window in front into the folder: NAME.
picture() { import -frame -window "$(xdotool getactivewindow)" "$folder/$1.png"; }

open_screen() {
    Xvfb -displayfd 3 -screen 0 "$1" 3>"$work/display" >"$folder/Xvfb.log" 2>&1 &
    started+=("$!")
    wait_for 60 grep -q . "$work/display"
    DISPLAY=:$(<"$work/display")
    export DISPLAY
    start openbox
    # Windows that come before it does are never seen.
    wait_for 20 xdotool get_num_desktops
}

# The command line for the client: it runs the engine and writes down what either says, process by process.
recorded_engine() {
    rm -f "$folder"/talk.*
    cat >"$work/engine" <<END
#!/bin/sh
tee "$folder/talk.\$\$.sent" | '$engine' $* | tee "$folder/talk.\$\$.answered"
END
    chmod +x "$work/engine"
    printf '%s' "$work/engine"
}

# Each command and the first line of its answer, a TAB between: neither client gives ids.
talk() {
    local sent
    for sent in "$folder"/talk.*.sent; do
        paste <(tr -d '\r' <"$sent" | sed '/^$/d') <(grep -a '^[=?]' "${sent%sent}answered")
    done
}

# Dies where the engine has refused anything but what matches REFUSED, or made few moves: MOVES.
check_talk() {
    talk >"$folder/talk"
    if grep -P '\t\?' "$folder/talk" | grep -vE "^(${REFUSED:-nothing})"; then fail "the engine refused that"; fi
    local moves
    moves=$(grep -ciP '^genmove .*\t= ([a-hj][1-9]|pass)$' "$folder/talk") || true
    ((moves >= $1)) || fail "only $moves moves were made"
    echo "$(basename "$0" .sh): a game of $moves moves; pictures and all that was said are in $folder"
}
