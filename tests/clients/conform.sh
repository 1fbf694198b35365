#!/usr/bin/env bash
# The conformance kit judges engines that are not ours: GNU Go by GTP, and two small engines of WTP in Python, one of
# which has three faults. Reports go into a folder.
#
#     bash tests/clients/conform.sh ENGINE FOLDER
set -euo pipefail
engine=$1 folder=$2
here=$(dirname "$0")
mkdir -p "$folder"

# Runs the kit: STATUS NAME ARGUMENT…, where STATUS is the one that is expected.
judge() {
    local expected=$1 name=$2 status=0
    shift 2
    "$engine" conform --lang en --junit "$folder/$name.xml" "$@" >"$folder/$name.txt" || status=$?
    printf '%s: %s\n' "$name" "$(tail -n 2 "$folder/$name.txt" | head -n 1)"
    [ "$status" = "$expected" ] || { echo "$name: exit status $status, not $expected" >&2; return 1; }
}

judge 0 gnugo --gtp 'gnugo --mode gtp --level 1'
judge 0 right "python3 -B '$here/wtp_engine.py'"
judge 1 with_faults "python3 -B '$here/wtp_engine_with_faults.py'"
classes=$(sed -n 's/^ *[0-9]* *[0-9.]* *\([a-z]*\) .*: FAILED$/\1/p' "$folder/with_faults.txt" | sort -u | tr '\n' ' ')
[ "$classes" = 'ids ko undo ' ] || { echo "failing classes: $classes" >&2; exit 1; }
