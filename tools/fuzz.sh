#!/bin/sh
# Runs every fuzz target of the project for the given time each: fuzz.sh 10m
set -eu
time=${1:-1m}
go=${GO:-go}
grep -rl --include='*_test.go' '^func Fuzz' collision editor importers export | xargs -n1 dirname | sort -u | while read -r dir; do
	grep -ho '^func Fuzz[A-Za-z0-9_]*' "$dir"/*_test.go | sed 's/^func //' | sort -u | while read -r target; do
		echo "== $dir $target for $time"
		$go test "./$dir" -run '^$' -fuzz "^$target\$" -fuzztime "$time"
	done
done
