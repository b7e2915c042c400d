#!/bin/sh
# Compares the benchmarks in the packages with an earlier commit: benchcmp.sh BASE [PACKAGES]. The two alternate, so
# that a busy machine slows both. BENCH is a pattern of the benchmarks to run.
set -eu
base=$1
shift
packages=${*:-./collision ./editor ./editor/level ./editor/render ./export}
go=${GO:-go}
cd "$(dirname "$0")/.."
work=$(mktemp -d)
here=$PWD
trap 'cd "$here" && { git worktree remove --force "$work/base" >/dev/null 2>&1 || true; } && rm -rf "$work"' EXIT
git worktree add --quiet --detach "$work/base" "$base" >/dev/null
benchstat=golang.org/x/perf/cmd/benchstat@v0.0.0-20260908200009-22c9c6c9d4da
$go install -n "$benchstat" >/dev/null 2>&1 || { echo "benchstat cannot be installed: is there a network?" >&2; exit 1; } # fail before the work
for round in 1 2 3 4 5 6; do
	for side in base now; do
		dir=.
		[ $side = base ] && dir=$work/base
		echo "== round $round, $side" >&2
		for p in $packages; do
			[ -d "$dir/$p" ] && (cd "$dir" && $go test -run '^$' -bench "${BENCH:-.}" -benchmem -benchtime 0.2s "$p") >>"$work/$side.txt"
		done
	done
done
cd "$work" && $go run "$benchstat" base.txt now.txt
