#!/usr/bin/env bash
# The scripts of docs/analysis/ do with the engine what the manual says.
#
#     bash tests/clients/analysis_scripts.sh ENGINE FOLDER
#
# What they print and draw goes into the folder.
set -euo pipefail

scripts=$(realpath "$(dirname "$0")/../../docs/analysis")
mkdir -p "$2/bin" "$2/games"
folder=$(realpath "$2")
ln -sf "$(realpath "$1")" "$folder/bin/tianyuan"
export PATH=$folder/bin:$PATH PYTHONDONTWRITEBYTECODE=1

fail() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; exit 1; }

# Dies unless so many lines of a file match a pattern: FILE COUNT PATTERN.
expect() {
    local found
    found=$(grep -cE -- "$3" "$folder/$1") || true
    [ "$found" = "$2" ] || fail "$found lines of $folder/$1 match $3, not $2"
}

# Black fills the board's edge; a variation and a bracket in a comment must not be taken for moves.
cat >"$folder/games/edge.sgf" <<'END'
(;GM[1]FF[4]SZ[9]KM[7.5]C[a (b\] c];B[aa];W[ee];B[ba];W[gc]
(;B[ca];W[cg];B[];W[tt])(;B[gg];W[cc]))
END
cat >"$folder/games/handicap.sgf" <<'END'
(;GM[1]FF[4]SZ[9]KM[0.5]HA[2]AB[cc][gg];W[gc];B[cg];W[ee])
END

python3 "$scripts/winrate_graph.py" "$folder/games/edge.sgf" "$folder/edge.svg" >"$folder/edge.txt"
expect edge.txt 9 '^ *[0-9]+ (start|[BW] ([A-J][1-9]|pass)) +[0-9.]+% #*$'
expect edge.txt 1 '^  7 B pass '
python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' "$folder/edge.svg"

python3 "$scripts/worst_moves.py" "$folder/games" 5 >"$folder/worst.txt"
expect worst.txt 5 '^ *-?[0-9.]+ points  .*\.sgf: move [0-9]+, [BW] ([A-J][1-9]|pass); better was ([A-J][1-9]|pass)$'
[ "$(head -n 1 "$folder/worst.txt" | grep -cE 'edge.sgf: move [1357], B')" = 1 ] || fail "Black's bad moves are not the first"

sh "$scripts/one_position.sh" 9 E5 C3 >"$folder/position.txt"
expect position.txt 1 '^B to move, lead -?[0-9.]+$'
[ "$(wc -l <"$folder/position.txt")" -ge 3 ] || fail 'one_position.sh shows hardly a move'
expect position.txt "$(($(wc -l <"$folder/position.txt") - 1))" '^[A-J][1-9]	[0-9]+ visits	[0-9.]+ %	[A-J][1-9]'
sh "$scripts/one_position.sh" 9 E5 E5 >"$folder/illegal.txt"
expect illegal.txt 1 '^error: Illegal move 1: E5'

cat "$folder/edge.txt" "$folder/worst.txt" "$folder/position.txt"
