#!/bin/sh
# Prints the best moves of a position. Requires jq.
#
#     sh one_position.sh SIZE MOVE…
#
# Black and White alternate: `sh one_position.sh 9 E5 C3` prints Black's best moves after two moves.
set -eu
size=$1
shift

# "to_entries" numbers the moves, which determines their colours.
jq -nc --argjson size "$size" '{
    id: "position",
    rules: "chinese",
    boardXSize: $size,
    boardYSize: $size,
    moves: ($ARGS.positional | to_entries | map([(if .key % 2 == 0 then "B" else "W" end), .value])),
    maxVisits: 500,
    overrideSettings: {reportAnalysisWinratesAs: "SIDETOMOVE"}
}' --args "$@" | tianyuan analysis 2>/dev/null | jq -r '
    if .error then "error: \(.error)" else
        "\(.rootInfo.currentPlayer) to move, lead \(.rootInfo.scoreLead)",
        (.moveInfos[:5][] | "\(.move)\t\(.visits) visits\t\(.winrate * 1000 | round / 10) %\t\(.pv[:6] | join(" "))")
    end'
