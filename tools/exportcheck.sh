#!/bin/sh
# Checks exported files with the engines that read them (tools/exportcheck): Chipmunk, resolv and fillet/collision as
# Go, Phaser 3, planck (Box2D) and the web build of Godot 4 in node, and LÖVE 11 itself; and the loaders of
# assets/loaders. Names missing engines and checks with the rest.
set -eu
cd "$(dirname "$0")/exportcheck"

command -v love >/dev/null 2>&1 ||
	echo "Skipping the Lua template: it needs LÖVE 11 (https://love2d.org, or your system's packages)"
command -v mcs >/dev/null 2>&1 || echo "Skipping the C# loaders: they need Mono's mcs (https://mono-project.com)"
if ! command -v npm >/dev/null 2>&1; then
	echo "Skipping Phaser, planck and Godot: they need node and npm (https://nodejs.org, or your system's packages)"
elif ! npm install --ignore-scripts --no-audit --no-fund --no-package-lock --silent; then # one script copies Godot here
	echo "Skipping Phaser, planck and Godot: npm cannot fetch them (is there a network?)"
fi

# The tests compile the current generated Go with the real libraries.
# shellcheck disable=SC2086 # a flag and its value
"${GO:-go}" test -count=1 ${LIMIT:-} -v .
