#!/usr/bin/env bash
# Quarry, a program with windows, has the engine play a 9x9 game against itself and counts it.
#
#     bash tests/clients/quarry.sh ENGINE FOLDER
#
# The picture of the finished game and what was said go into the folder.
source "$(dirname "$0")/screen.sh"

# It keeps the name that Quarry knows from its own list of engines, with the blank at the end.
cat >"$HOME/.quarry" <<END
[GTP Engine "GNU Go "]
Screen name format	= "%n %v"
Name			= "GNU Go"
Site configuration name	= "GNU Go"
Command line		= "$(recorded_engine --threads 1 --playouts 300 --memory 16 --resign 0 --seed 1)"
Supported games		= "Go"

[New Game Parameters]
Game			= "Go"
White is computer	= true
White engine		= "GNU Go "
Black is computer	= true
Black engine		= "GNU Go "

[New Go Game Parameters]
Board size		= 9
Handicap is fixed	= true
Fixed handicap		= 0
Komi			= 6.5
Time control type	= 0
END

open_screen 1000x760x24
PATH=$PATH:/usr/games start quarry
wait_for 30 timeout 5 xdotool search --onlyvisible --name 'Quarry Control' windowactivate --sync
# It has no other sign that it listens.
sleep 3
# New game, forward to the second page, the game by its own settings.
xdotool key alt+n
wait_for 10 xdotool search --onlyvisible --name 'New Game'
xdotool key alt+f
sleep 2
xdotool key Return
sleep 2
xdotool key alt+o
# It asks for the dead stones when both have passed.
wait_for 180 sh -c "grep -q final_status_list '$folder'/talk.*.sent"
sleep 2
picture quarry
check_talk 20
