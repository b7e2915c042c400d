#!/bin/sh
# Checks exported files with the engines that read them (tools/exportcheck): Chipmunk, resolv and fillet/collision as Go,
# Matter.js and planck (Box2D) in node. It installs what is missing: on Debian and Ubuntu node itself, the two packages
# with npm. What it cannot have it names, and checks the rest.
set -eu
cd "$(dirname "$0")/exportcheck"

if ! command -v npm >/dev/null 2>&1 && command -v apt-get >/dev/null 2>&1; then
	sudo=""
	[ "$(id -u)" -eq 0 ] || sudo="sudo"
	echo "Installing: nodejs npm"
	{ $sudo apt-get update -q && $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends nodejs npm; } >/dev/null 2>&1 ||
		echo "Node could not be installed."
fi
if ! command -v npm >/dev/null 2>&1; then
	echo "Matter.js and planck are not checked: they need node and npm (https://nodejs.org, or your system's packages)."
elif ! npm install --no-audit --no-fund --no-package-lock --silent; then
	echo "Matter.js and planck are not checked: npm cannot fetch them (is there a network?)."
fi

# The generated Go of today, compiled with the real libraries by the tests.
"${GO:-go}" test -count=1 -v .
