#!/usr/bin/env bash
# Kigo, a program with windows, has the engine play a 9x9 game against itself and counts it.
#
#     bash tests/clients/kigo.sh ENGINE FOLDER
#
# The picture of the finished game and what was said go into the folder.
source "$(dirname "$0")/screen.sh"

# It asks for no handicap by a number that is none, and goes on when that is refused.
REFUSED='fixed_handicap [01]'

# Of all clients only Kigo takes "pass" for the name of a point, and would have both sides pass for ever.
program=$(recorded_engine --threads 1 --playouts 300 --memory 16 --resign 0 --seed 1)
cat >"$XDG_CONFIG_HOME/kigorc" <<END
[Backend]
EngineCommand=sh -c "$program | sed -u 's/^= pass\$/= PASS/'"

[Game]
BlackPlayerHuman=false
WhitePlayerHuman=false
WhitePlayerStrength=10
BoardSize=9
Komi=6.5
FixedHandicapValue=1
END

open_screen 1000x760x24
PATH=$PATH:/usr/games start dbus-run-session kigo
wait_for 60 xdotool search --name 'Kigo' windowactivate
sleep 3
xdotool key s
has_ended() { [ "$(cat "$folder"/talk.*.answered | grep -c '^= pass')" -ge 2 ]; }
wait_for 180 has_ended
sleep 1
xdotool key f
sleep 2
picture kigo
check_talk 20
