#!/bin/sh
# Compares the benchmarks beside the code with those of an earlier commit: benchcmp.sh BASE [PACKAGES]. Both are run in turns,
# so that a busy machine slows both.
set -eu
base=$1
shift
packages=${*:-./collision ./editor ./editor/level ./editor/render ./export}
go=${GO:-go}
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'git worktree remove --force "$work/base" >/dev/null 2>&1; rm -rf "$work"' EXIT
git worktree add --detach "$work/base" "$base" >/dev/null
for round in 1 2 3 4 5 6; do
	for side in base now; do
		dir=.
		[ $side = base ] && dir=$work/base
		echo "== round $round, $side" >&2
		for p in $packages; do
			[ -d "$dir/$p" ] && (cd "$dir" && $go test -run '^$' -bench . -benchmem -benchtime 0.2s "$p") >>"$work/$side.txt"
		done
	done
done
cd "$work" && $go run golang.org/x/perf/cmd/benchstat@v0.0.0-20250605212013-b481878a17fa base.txt now.txt
