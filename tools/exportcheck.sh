#!/bin/sh
# Checks exported files with the engines that read them (tools/exportcheck): Chipmunk, resolv and fillet/collision as Go,
# Phaser 3 and planck (Box2D) in node, Godot 4 (its web build, in node as well), LÖVE 11 itself. It installs what is missing: on
# Debian and Ubuntu node and LÖVE, the packages with npm. What it cannot have it names, and checks the rest.
set -eu
cd "$(dirname "$0")/exportcheck"

missing=""
command -v npm >/dev/null 2>&1 || missing="nodejs npm"
command -v love >/dev/null 2>&1 || missing="$missing love"
if [ -n "$missing" ] && command -v apt-get >/dev/null 2>&1; then
	sudo=""
	[ "$(id -u)" -eq 0 ] || sudo="sudo"
	echo "Installing:" $missing
	$sudo apt-get update -q >/dev/null 2>&1 || true
	for package in $missing; do # each by itself: what there is of one does not depend on another
		$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$package" >/dev/null 2>&1 ||
			echo "$package could not be installed."
	done
fi
command -v love >/dev/null 2>&1 ||
	echo "The Lua of the template is not checked: it needs LÖVE 11 (https://love2d.org, or your system's packages)."
if ! command -v npm >/dev/null 2>&1; then
	echo "Phaser, planck and Godot are not checked: they need node and npm (https://nodejs.org, or your system's packages)."
elif ! npm install --ignore-scripts --no-audit --no-fund --no-package-lock --silent; then # one script copies Godot here
	echo "Phaser, planck and Godot are not checked: npm cannot fetch them (is there a network?)."
fi

# The generated Go of today, compiled with the real libraries by the tests.
"${GO:-go}" test -count=1 -v .
